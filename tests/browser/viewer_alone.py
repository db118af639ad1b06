"""The viewer of notebooks alone in a page, without a server: any scene, shown in any way."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.chromium import BROWSERS, FLAGS

from puzzlery.render import live_scene
from puzzlery.twisty.catalog import puzzle

WIDGET = Path(__file__).parents[2] / "src" / "puzzlery" / "web" / "static" / "widget" / "widget.js"
# A name that ends in .test reaches no machine; its files are given here.
PLACE = "http://viewer.test"
PAGE = """<style>
  body { margin: 0; background: #f4f6f9; }
  .puzzlery-stage { width: 100vw; }
  .puzzlery-canvas { width: 100%; height: 100%; display: block; }
  .puzzlery-bar, .puzzlery-voice { display: none; }
</style><div id="here"></div>"""
SHOW = """
async ([scene, shared]) => {
  const { default: widget } = await import("/widget.js");
  window.ended?.();
  const degree = scene.colors.length;
  const record = { start: Array.from({ length: degree }, (_, k) => k), steps: [], turns: [] };
  const usual = { alg: "", palette: "standard", letters: false, hints: false, explode: 0,
                  see_through: 0, speed: 1, height: window.innerHeight, style: "stickers",
                  back: false, net: false };
  const kept = { ...usual, ...shared, _scene: scene, _record: record };
  const model = { get: (name) => kept[name], set: (name, value) => { kept[name] = value; },
                  save_changes() {}, on() {}, off() {}, send() {} };
  const here = document.getElementById("here");
  here.replaceChildren();
  window.ended = await widget.render({ model, el: here });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
"""

ShowPuzzle = Callable[..., None]


def prepared(page: Any) -> ShowPuzzle:
    """Make a page ready to show puzzles; the answer shows one by its name, in some looks."""
    page.route(f"{PLACE}/widget.js", lambda route: route.fulfill(path=WIDGET))
    page.route(f"{PLACE}/", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    page.goto(f"{PLACE}/")

    def show_puzzle(name: str, **looks: Any) -> None:
        scene = json.loads(json.dumps(live_scene(puzzle(name)).to_dict()))
        page.evaluate(SHOW, [scene, looks])

    return show_puzzle


@contextmanager
def viewer_alone(size: int, scale: float = 2) -> Iterator[tuple[Any, ShowPuzzle]]:
    """A page of some pixels with the viewer in it; it ends with the block."""
    from playwright.sync_api import sync_playwright

    found = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=[*FLAGS])
        page = browser.new_page(viewport={"width": size, "height": size}, device_scale_factor=scale)
        yield page, prepared(page)
        browser.close()
