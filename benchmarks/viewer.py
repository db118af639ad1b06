"""The viewer: how soon a large puzzle can be turned, and how long the script of one frame takes.

From the moment when a puzzle is chosen on an open page, the time is taken until its first frame is
drawn, and until a drag on it has turned a layer. The server has not made its scene before. Of some
runs the fastest is taken, as other work on the machine only adds to it. The processors' time is
told by process: the server, the page, and chromium's software renderer, which says nothing about a
real graphics processor.

Where layers turn, the script of a frame is told, with the draw calls and triangles that a graphics
processor would get. A browser has no clock of the processor, so the fastest tenth of the frames is
taken. Beside it stands what a frame costs all processors where there is no graphics processor.
"""

import os
import statistics
from collections.abc import Iterator
from pathlib import Path
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
LARGE = ("20x20x20", "teraminx")
SIZE = {"width": 1440, "height": 900}
TURNS = 6
RUNS = 5
WATCH = """
window.seen = []; window.draws = 0; window.all = 0; window.triangles = 0;
const later = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (run) => later((now) => {
  window.draws = window.triangles = 0;
  const start = performance.now();
  run(now);
  const { draws, triangles } = window;
  if (draws > 0) window.seen.push([performance.now() - start, draws, triangles]);
});
for (const [name, counted] of [["drawElements", 1], ["drawArrays", 2]]) {
  const plain = WebGL2RenderingContext.prototype[name];
  WebGL2RenderingContext.prototype[name] = function (...args) {
    window.draws++;
    window.all++;
    if (args[0] === this.TRIANGLES) window.triangles += args[counted] / 3;
    return plain.apply(this, args);
  };
}
"""

# Choose a puzzle, wait for its first frame, drag a layer as fast as a hand does, wait for the move.
# The answer is the seconds until the first frame, and until the move was made.
CHOOSE = """
async (name) => {
  const frame = () => new Promise(requestAnimationFrame);
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const before = document.querySelector(".puzzlery-canvas");
  const start = performance.now();
  window.all = 0;
  location.hash = "#/play/" + encodeURIComponent(name);
  let canvas = before;
  while (canvas === before || canvas === null || window.all === 0) {
    await frame();
    const next = document.querySelector(".stage-host:not(.loading) .puzzlery-canvas");
    if (next !== null) canvas = next;
  }
  const first = performance.now() - start;
  const box = canvas.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2 - 60, box.top + box.height / 2 + 60];
  const send = (kind, part) => canvas.dispatchEvent(new PointerEvent(kind, {
    pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0, buttons: 1, bubbles: true,
    clientX: x + 90 * part, clientY: y + 24 * part,
  }));
  send("pointerdown", 0);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
    await pause(20);
    send("pointermove", part);
  }
  send("pointerup", 1);
  const voice = document.querySelector(".puzzlery-voice");
  while (!voice.textContent.includes(";")) await frame();
  return [first / 1000, (performance.now() - start) / 1000];
}
"""


def rows() -> Iterator[Row]:
    """How soon large puzzles can be turned, and a row for each puzzle while its layers turn."""
    yield from _usable_rows()
    yield from _frame_rows()


def _usable_rows() -> Iterator[Row]:
    from tests.browser.started import started

    for name in LARGE:
        runs = []
        for _ in range(RUNS):
            with started() as (browser, address):
                page = page_to_choose_on(browser, address)
                before = _used()
                first, turned = page.evaluate(CHOOSE, name)
                after = _used()
            runs.append((first, turned, {part: after[part] - before[part] for part in PARTS}))
        first, turned = (min(times) for times in list(zip(*runs, strict=True))[:2])
        used = min((run[2] for run in runs), key=lambda one: sum(one.values()))
        load = f"load {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores, no graphics processor"
        yield Row("Viewer", f"{name}: chosen until its first frame ({load})", first)
        yield Row("Viewer", f"{name}: chosen until a drag has turned a layer ({load})", turned)
        for part, seconds in used.items():
            yield Row("Viewer", f"{name}: processors' time until then, {part}", seconds)


def page_to_choose_on(browser: Any, address: str) -> Any:
    """An open page at rest, on which `CHOOSE` can be evaluated with the name of a puzzle."""
    page = browser.new_page(viewport=SIZE)
    page.add_init_script(WATCH)
    page.goto(f"{address}#/play/3x3x3")
    page.wait_for_selector(".stage-host:not(.loading) .puzzlery-canvas", timeout=120_000)
    page.wait_for_timeout(2000)
    return page


# What tells the processes apart, by a word of their command line.
PARTS = {"server": "puzzlery", "page": "--type=renderer", "drawing": "--type=gpu-process"}


def _used() -> dict[str, float]:
    """Seconds that the processes below this one have used of the processors, by part."""
    commands, parents, seconds = {}, {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            numbers = (folder / "stat").read_text().rpartition(")")[2].split()
            commands[int(folder.name)] = (folder / "cmdline").read_text()
        except OSError:  # it has ended
            continue
        parents[int(folder.name)] = int(numbers[1])
        ticks = int(numbers[11]) + int(numbers[12])
        seconds[int(folder.name)] = ticks / os.sysconf("SC_CLK_TCK")

    def is_ours(process: int) -> bool:
        parent = parents.get(process, 0)
        return parent != 0 and (parent == os.getpid() or is_ours(parent))

    ours = [process for process in commands if is_ours(process)]
    return {
        part: sum(seconds[process] for process in ours if word in commands[process])
        for part, word in PARTS.items()
    }


def _frame_rows() -> Iterator[Row]:
    from tests.browser.started import started

    with started() as (browser, address):
        for name in PUZZLES:
            page = browser.new_page(viewport={"width": 880, "height": 520})
            page.add_init_script(WATCH)
            page.goto(f"{address}#/play/{name}")
            frames, stickers, used = _turned(page)
            times, calls, triangles = zip(*frames, strict=True)
            fast = statistics.quantiles(times, n=10)[0]
            most = f"{max(calls)} draw calls, {round(max(triangles)):,} triangles"
            size = f"{stickers:,} stickers, {most}"
            yield Row("Viewer", f"script of a frame, {name}: {size}", fast / 1000)
            task = f"processors' time of a frame without a graphics processor, {name}"
            yield Row("Viewer", task, used / len(frames))
            page.close()


def _turned(page: Any) -> tuple[list[tuple[float, int, int]], int, float]:
    """Turn a layer some times.

    The answer is each frame's milliseconds, draw calls and triangles; the number of stickers; and
    the seconds that the page and the drawing have used of the processors.
    """
    page.wait_for_selector(".stage-host:not(.loading) .puzzlery-canvas", timeout=120_000)
    page.wait_for_timeout(1000)
    page.evaluate("window.seen = []")
    before = _used()
    for _ in range(TURNS):
        page.locator(".keys .key").first.evaluate("key => key.click()")
        page.wait_for_timeout(400)
    page.wait_for_timeout(1000)
    after = _used()
    used = sum(after[part] - before[part] for part in ("page", "drawing"))
    shown = page.locator(".puzzlery-voice").inner_text()
    stickers = int(shown.partition(" of ")[2].split()[0]) if " of " in shown else 0
    return page.evaluate("window.seen"), stickers, used


if __name__ == "__main__":
    for row in rows():
        print(f"{row.task}: {row.ours:.4f} s")
