"""Film five people's ways through the app: pictures in docs/app/walks.

Names choose some of them: `python docs/make_walks.py child designer`.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.browser.hands import lens_of, middle, scene_of
from tests.browser.started import started

from puzzlery.render.sticker_names import sticker_names
from puzzlery.twisty.catalog import puzzle

FOLDER = Path(__file__).parent / "app" / "walks"
DESK = {"width": 1180, "height": 760}
PHONE = {"width": 390, "height": 844}
SCRAMBLE = "R U2 F' L D B2 R' U F2"
LETTERS = {"white": "U", "red": "R", "green": "F", "yellow": "D", "orange": "L", "blue": "B"}


def _cell(page: Any, name: str) -> Any:
    return page.locator(f'.net-cell[aria-label^="{name}:"]')


def child(page: Any) -> Iterator[str]:
    """A child paints a scrambled cube with one mistake, has it repaired, and is led to the end."""
    yield "start"
    page.locator(".door", has_text="Check my cube").click()
    page.wait_for_selector(".net-cell")
    page.get_by_role("button", name="Clear").click()
    cube = puzzle("3x3x3")
    wanted = dict(zip(sticker_names(cube), map(str, cube.apply(SCRAMBLE).coloring), strict=True))
    wanted["top, back left"] = "yellow" if wanted["top, back left"] != "yellow" else "white"
    for number, (name, color) in enumerate(wanted.items()):
        if number == 20:
            page.wait_for_timeout(500)
            yield "painting"
        _cell(page, name).focus()
        _cell(page, name).press(LETTERS[color])
    page.wait_for_selector(".verdict.bad")
    page.locator(".repair").scroll_into_view_if_needed()
    yield "mistake"
    page.get_by_role("button", name="Repair it").click()
    page.wait_for_selector(".verdict.good")
    page.get_by_role("button", name="Solve it").click()
    page.wait_for_selector(".ask")
    page.get_by_label("Method").select_option("twophase")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector(".solutions b", timeout=120_000)
    page.get_by_role("button", name="Step forward").click()
    yield "solved"


def cuber(page: Any) -> Iterator[str]:
    """A cuber plays against the clock by keys, sees the hidden faces, and gets a solution."""
    page.goto(page.url.split("#")[0] + "#/play/3x3x3")
    page.wait_for_selector(".puzzlery-canvas")
    page.get_by_role("button", name="Scramble").click()
    page.wait_for_selector('.clock[data-state="armed"]')
    page.locator(".puzzlery-canvas").focus()
    for key in ("r", "u", "Shift+r", "f"):
        page.keyboard.press(key)
        page.wait_for_timeout(150)
    yield "clock"
    behind = page.get_by_role("button", name="Floating stickers behind")
    behind.click()
    page.wait_for_timeout(1500)
    yield "behind"
    behind.click()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector(".ask")
    page.get_by_label("Method").select_option("twophase")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector(".solutions b", timeout=120_000)
    yield "solution"


def teacher(page: Any) -> Iterator[str]:
    """A teacher is shown around, takes a cube apart, and asks why two stickers are apart."""
    page.get_by_role("button", name="Show me around", exact=True).click()
    page.wait_for_timeout(400)
    yield "tour"
    page.keyboard.press("Escape")
    page.locator(".door", has_text="Take apart").click()
    page.wait_for_selector(".orbits")
    page.wait_for_timeout(800)
    yield "apart"
    page.goto(page.url.split("#")[0] + "#/pieces/3x3x3")
    page.wait_for_timeout(800)
    page.wait_for_selector(".orbits")
    seen, lens = scene_of("3x3x3"), lens_of(page, "3x3x3")
    for place in (20, 9):
        page.mouse.click(*lens.pixel(middle(seen, place)))
        page.wait_for_timeout(300)
    for place in (20, 22):
        page.mouse.click(*lens.pixel(middle(seen, place)))
        page.wait_for_timeout(300)
    page.wait_for_selector(".card >> text=Apart by rule")
    yield "why"


def collector(page: Any) -> Iterator[str]:
    """A collector with a gear cube finds it, turns it, keeps it, and packs a pyramid on a phone."""
    page.get_by_label("Search all puzzles").fill("gear")
    page.wait_for_function("() => document.querySelectorAll('.picture-tile').length < 10")
    page.locator(".shelf").last.scroll_into_view_if_needed()
    page.wait_for_function(
        "() => { const images = [...document.querySelectorAll('[aria-label=\"All puzzles\"] img')];"
        " return images.length > 0 && images.every(image => image.naturalWidth > 0); }"
    )
    yield "search"
    page.locator(".shelf").last.get_by_role("link").first.click()
    page.wait_for_selector(".puzzlery-canvas")
    page.get_by_role("button", name="Keep as a favorite").click()
    page.fill(".notation textarea", "R U F R")
    page.wait_for_function("() => document.querySelector('.count').textContent !== '0'")
    page.wait_for_timeout(600)
    yield "gears"
    page.goto(page.url.split("#")[0] + "#/pack/iq pyramid5")
    page.wait_for_selector(".pack-choice")
    page.locator(".pack-board").focus()
    page.keyboard.press("n")
    page.wait_for_function("() => /^[0-9]/.test(document.querySelector('.pack-left').textContent)")
    page.wait_for_timeout(1200)
    yield "pyramid"
    page.locator(".brand").click()
    page.locator("[aria-label=Favorites]").scroll_into_view_if_needed()
    page.wait_for_selector("[aria-label=Favorites] img")
    page.wait_for_timeout(1000)
    yield "again"


def designer(page: Any) -> Iterator[str]:
    """A designer moves a cut, adds another, glues two pieces, saves, and plays."""
    page.locator(".door", has_text="Design").click()
    page.wait_for_selector(".figure")
    page.get_by_label("Distance of cut 1").fill("0.55")
    page.get_by_role("button", name="+ Cut").click()
    page.get_by_label("Distance of cut 2").fill("1.05")
    page.wait_for_function("() => document.querySelector('.figure b').textContent === '150'")
    yield "cuts"
    box = page.locator(".puzzlery-canvas").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x - 90, y + 60)
    page.mouse.click(x - 250, y + 58)
    page.wait_for_function("() => document.querySelectorAll('.figure b')[1].textContent === '85'")
    page.wait_for_timeout(1500)
    yield "glued"
    page.get_by_label("Name", exact=True).fill("my first cut")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_function("() => location.hash.startsWith('#/design/my')")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".keys")
    page.get_by_role("button", name="Scramble").click()
    page.wait_for_timeout(1500)
    yield "played"


WALKS: tuple[tuple[Callable[[Any], Iterator[str]], dict[str, int]], ...] = (
    (child, DESK), (cuber, DESK), (teacher, DESK), (collector, PHONE), (designer, DESK),
)  # fmt: skip


def main() -> None:
    """Film the walks that are named, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with started() as (browser, address):
        for walk, size in WALKS:
            if sys.argv[1:] and walk.__name__ not in sys.argv[1:]:
                continue
            page = browser.new_page(viewport=size, reduced_motion="reduce")
            page.set_default_timeout(90_000)
            page.goto(address)
            page.wait_for_selector(".picture-tile")
            page.wait_for_timeout(2500)
            for number, name in enumerate(walk(page), 1):
                page.wait_for_timeout(700)
                file = FOLDER / f"{walk.__name__}-{number}-{name}.jpg"
                page.screenshot(path=file, type="jpeg", quality=80)
            page.close()


if __name__ == "__main__":
    main()
