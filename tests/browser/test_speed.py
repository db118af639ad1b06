"""How soon one sees something, and how little is drawn for it, as the browser itself tells."""

import pytest
from tests.browser.conftest import OpenPage
from tests.browser.first_visits import MOST_SECONDS, PAGES, SCREEN, seconds_to_first_paint

pytestmark = pytest.mark.timing


@pytest.mark.parametrize("name", PAGES)
def test_the_first_paint_comes_within_half_a_second(open_page: OpenPage, name: str) -> None:
    place, shows = PAGES[name]
    painted = []
    for _ in range(3):
        # Each visit is a first one, as a context of the browser keeps no files of another.
        page = open_page(place, shows=shows, viewport=SCREEN, fresh=True)
        painted.append(seconds_to_first_paint(page))
        if painted[-1] < MOST_SECONDS:
            return
    # The machine may be busy: the best of three is the page's own time.
    pytest.fail(f"the first paint comes after {min(painted):.2f} s")
