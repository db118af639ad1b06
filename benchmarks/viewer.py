"""The viewer: how long the script of one frame takes, however many pieces a puzzle has.

What the graphics processor does is not counted: there is none here, and the time that chromium's
software renderer takes says nothing about a real one. What is left to a page is the script of a
frame and the number of draw calls. A browser has no clock of the processor, so the fastest tenth of
the frames is taken: other work on the machine only adds to it.
"""

import statistics
from collections.abc import Iterator
from typing import Any

from benchmarks.measure import Row

PUZZLES = (
    "3x3x3",
    "7x7x7",
    "13x13x13",
    "20x20x20",
    "megaminx",
    "teraminx",
    "Square-1",
    "gear cube",
)
TURNS = 6
WATCH = """
window.seen = []; window.draws = 0;
const later = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (run) => later((now) => {
  window.draws = 0;
  const start = performance.now();
  run(now);
  if (window.draws > 0) window.seen.push([performance.now() - start, window.draws]);
});
for (const name of ["drawElements", "drawArrays"]) {
  const plain = WebGL2RenderingContext.prototype[name];
  WebGL2RenderingContext.prototype[name] = function (...args) {
    window.draws++;
    return plain.apply(this, args);
  };
}
"""


def rows() -> Iterator[Row]:
    """A row for each puzzle, while its layers turn."""
    from tests.browser.started import started

    with started() as (browser, address):
        for name in PUZZLES:
            page = browser.new_page(viewport={"width": 880, "height": 520})
            page.add_init_script(WATCH)
            page.goto(f"{address}#/play/{name}")
            frames, stickers = _turned(page)
            calls = max(count for _, count in frames)
            fast = statistics.quantiles([time for time, _ in frames], n=10)[0]
            task = f"script of a frame, {name}: {stickers:,} stickers, {calls} draw calls"
            yield Row("Viewer", task, fast / 1000)
            page.close()


def _turned(page: Any) -> tuple[list[tuple[float, int]], int]:
    """Turn a layer some times; each frame's milliseconds and draw calls, and the stickers."""
    page.wait_for_selector(".stage-host:not(.loading) .puzzlery-canvas", timeout=120_000)
    page.wait_for_timeout(1000)
    page.evaluate("window.seen = []")
    for _ in range(TURNS):
        page.locator(".keys .key").first.evaluate("key => key.click()")
        page.wait_for_timeout(400)
    page.wait_for_timeout(1000)
    shown = page.locator(".puzzlery-voice").inner_text()
    stickers = int(shown.partition(" of ")[2].split()[0]) if " of " in shown else 0
    return page.evaluate("window.seen"), stickers
