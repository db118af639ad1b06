"""What a first visit costs: bytes over the wire, as the browser counts them."""

import pytest
from tests.browser.conftest import OpenPage
from tests.browser.first_visits import MOST_BYTES, PAGES, SCREEN, bytes_over_the_wire


@pytest.mark.parametrize("name", PAGES)
def test_a_first_visit_takes_less_than_250_kilobytes(open_page: OpenPage, name: str) -> None:
    place, shows = PAGES[name]
    page = open_page(place, shows=shows, viewport=SCREEN, fresh=True)
    assert 10_000 < bytes_over_the_wire(page) < MOST_BYTES


def test_a_second_visit_loads_no_script_again(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3", fresh=True)
    page.reload()
    page.wait_for_selector(".puzzlery-canvas")
    again = page.evaluate(
        "performance.getEntriesByType('resource').filter(entry => entry.name.endsWith('.js'))"
        ".map(entry => entry.transferSize)"
    )
    assert again
    assert sum(again) == 0


def test_the_first_page_loads_no_viewer(open_page: OpenPage) -> None:
    page = open_page("", shows=".picture-tile", fresh=True)
    scripts = page.evaluate(
        "performance.getEntriesByType('resource').filter(entry => entry.name.endsWith('.js'))"
        ".reduce((sum, entry) => sum + entry.decodedBodySize, 0)"
    )
    # three alone is half a megabyte.
    assert scripts < 150_000
