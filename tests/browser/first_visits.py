"""First visits: what each page costs a browser that has never seen it."""

from typing import Any

# Every page: what stands after the # of its address, and what it shows when it is ready.
PAGES = {
    "Home": ("", ".picture-tile img"),
    "Play": ("play/3x3x3", ".puzzlery-canvas"),
    "Times": ("times/2x2x2", ".scramble"),
    "Fewest": ("fewest", ".fewest-net"),
    "Check": ("check/3x3x3", ".net-cell"),
    "Solve": ("solve/3x3x3", ".ask"),
    "Pieces": ("pieces/3x3x3", ".orbits"),
    "Design": ("design/c f 0.4", ".figure"),
    "Pack": ("pack/pentominoes 6x10", ".pack-choice"),
    "Pack in space": ("pack/soma 3x3x3", ".pack-space"),
}
SCREEN = {"width": 1440, "height": 900}
MOST_BYTES = 250_000
MOST_SECONDS = 0.5

FIRST_PAINT = """
new Promise(done => new PerformanceObserver(list => {
  const found = list.getEntriesByName('first-contentful-paint')[0];
  if (found) done(found.startTime);
}).observe({ type: 'paint', buffered: true }))
"""


def seconds_to_first_paint(page: Any) -> float:
    milliseconds: float = page.evaluate(FIRST_PAINT)
    return milliseconds / 1000


def bytes_over_the_wire(page: Any) -> int:
    """The bytes of all answers, headers included, until the page has been quiet for a while."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(600)
    sizes: int = page.evaluate(
        "performance.getEntriesByType('resource')"
        ".concat(performance.getEntriesByType('navigation'))"
        ".filter(entry => !entry.name.includes('/api/health'))"
        ".reduce((sum, entry) => sum + entry.transferSize, 0)"
    )
    return sizes
