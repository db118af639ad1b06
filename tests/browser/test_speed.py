"""How soon one sees something, and how little is drawn for it, as the browser itself tells."""

import pytest
from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.timing
PAGES = {
    "play": "3x3x3",
    "check": "3x3x3",
    "solve": "3x3x3",
    "pieces": "3x3x3",
    "design": "c f 0.4",
    "pack": "pentominoes 6x10",
}
FIRST_PAINT = """
new Promise(done => new PerformanceObserver(list => {
  const found = list.getEntriesByName('first-contentful-paint')[0];
  if (found) done(found.startTime);
}).observe({ type: 'paint', buffered: true }))
"""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in ("play", "pack") else pytest.mark.slow)
        for name in PAGES
    ],
)
def test_the_first_paint_comes_within_a_second(open_page: OpenPage, name: str) -> None:
    shows = ".pack-choice" if name == "pack" else ".puzzlery-canvas"
    page = open_page(f"{name}/{PAGES[name]}", shows=shows)
    painted = []
    for _ in range(3):
        painted.append(page.evaluate(FIRST_PAINT))
        if painted[-1] < 1000:
            break
        page.reload()
    # The machine may be busy with other tests: the best of three is the page's own time.
    assert min(painted) < 1000, painted
