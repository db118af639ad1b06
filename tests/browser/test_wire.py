"""What a first visit costs: bytes over the wire, as the browser counts them."""

from typing import Any

import pytest
from tests.browser.conftest import OpenPage

MOST_BYTES = 250_000


def transferred(page: Any) -> int:
    """The bytes of all answers, headers included, until the page has been quiet for a while."""
    page.wait_for_load_state("networkidle")
    sizes: int = page.evaluate(
        "performance.getEntriesByType('resource')"
        ".concat(performance.getEntriesByType('navigation'))"
        ".filter(entry => !entry.name.includes('/api/health'))"
        ".reduce((sum, entry) => sum + entry.transferSize, 0)"
    )
    return sizes


@pytest.mark.parametrize(
    ("place", "shows"),
    [
        ("", ".picture-tile img"),
        ("play/3x3x3", ".puzzlery-canvas"),
        ("check/3x3x3", ".puzzlery-canvas"),
        ("solve/3x3x3", ".puzzlery-canvas"),
        ("pieces/3x3x3", ".orbits"),
        ("design/c f 0.4", ".figure"),
        ("pack/pentominoes 6x10", ".pack-choice"),
    ],
)
def test_a_first_visit_takes_less_than_250_kilobytes(
    open_page: OpenPage, place: str, shows: str
) -> None:
    page = open_page(place, shows=shows, viewport={"width": 1440, "height": 900})
    page.wait_for_timeout(1500)
    assert 10_000 < transferred(page) < MOST_BYTES


def test_a_second_visit_loads_no_script_again(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3")
    page.reload()
    page.wait_for_selector(".puzzlery-canvas")
    again = page.evaluate(
        "performance.getEntriesByType('resource').filter(entry => entry.name.endsWith('.js'))"
        ".map(entry => entry.transferSize)"
    )
    assert again
    assert sum(again) == 0


def test_the_first_page_loads_no_viewer(open_page: OpenPage) -> None:
    page = open_page("", shows=".picture-tile")
    scripts = page.evaluate(
        "performance.getEntriesByType('resource').filter(entry => entry.name.endsWith('.js'))"
        ".reduce((sum, entry) => sum + entry.decodedBodySize, 0)"
    )
    # three alone is half a megabyte.
    assert scripts < 150_000
