"""Draw the pictures of the app in docs/app anew, with the system's chromium.

Names choose some of them: `python docs/make_app_pictures.py check phone`.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.browser.started import started

FOLDER = Path(__file__).parent / "app"
DESK = {"width": 1180, "height": 720}
PHONE = {"width": 390, "height": 844}
# A corner of a cube that is twisted: no moves lead there.
TWISTED = "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
SCRAMBLE = "R+U+F2+L+D+B+R2+U"


def _paste(page: Any) -> None:
    page.locator("summary", has_text="Paste facelets").click()
    page.fill("details textarea", TWISTED)
    page.get_by_role("button", name="Take it over").click()
    page.locator("summary", has_text="Paste facelets").click()
    page.wait_for_selector(".verdict.bad")
    # The pointer would light the reason under it instead of the corner that is to be repaired.
    page.mouse.move(5, 5)
    page.locator(".net-card").evaluate("card => card.scrollIntoView()")


def _solve(page: Any) -> None:
    page.get_by_label("Method").select_option("commutators")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector('.job[data-status="done"]', timeout=120_000)
    page.get_by_role("button", name="Step forward").click()


def _draw_apart(page: Any) -> None:
    page.get_by_role("button", name="How it looks").click()
    page.get_by_label("Explode").fill("0.55")
    page.get_by_role("button", name="How it looks").click()


def _fill(page: Any) -> None:
    """Leave five pieces of a solution on the board, and hold another."""
    page.get_by_role("button", name="Complete my board").click()
    page.wait_for_function(
        "() => document.querySelector('.pack-verdict')?.textContent === 'Solved.'", timeout=60_000
    )
    start, _, placed = page.url.partition("placed=")
    page.goto(f"{start}placed={'_'.join(placed.split('_')[:5])}")
    page.wait_for_function(
        "() => /^[0-9,]+$/.test(document.querySelector('.pack-left')?.textContent)", timeout=60_000
    )
    page.locator(".pack-board").focus()
    page.keyboard.press("n")
    # The message that all was solved goes away by itself.
    page.wait_for_timeout(4000)


class Picture(NamedTuple):
    """What is photographed: a place of the app, after something was done there."""

    place: str
    done: Callable[[Any], object] = lambda page: None
    size: dict[str, int] = DESK
    scheme: str = "light"


PICTURES = {
    "play": Picture("play/megaminx?setup=R%2B%2B+D--+R%2B%2B&alg=U+R+U%27+R%27+F"),
    "check": Picture("check/3x3x3", _paste),
    "solve": Picture(f"solve/3x3x3?setup={SCRAMBLE}", _solve, scheme="dark"),
    "pieces": Picture("pieces/5x5x5", _draw_apart),
    "design": Picture("design/c f 0.4 v 0.9", lambda page: page.wait_for_selector(".figure")),
    "pack": Picture("pack/pentominoes 6x10", _fill),
    "pack-space": Picture("pack/iq pyramid5", _fill, scheme="dark"),
    "phone": Picture("play/gear cube?alg=R+U", size=PHONE),
}


def main() -> None:
    """Take the pictures that are named, or all."""
    FOLDER.mkdir(exist_ok=True)
    with started() as (browser, address):
        for name in sys.argv[1:] or PICTURES:
            picture = PICTURES[name]
            page = browser.new_page(
                viewport=picture.size, color_scheme=picture.scheme, reduced_motion="reduce"
            )
            page.goto(f"{address}#/{picture.place}")
            page.wait_for_selector(".puzzlery-canvas, .pack-choice", timeout=60_000)
            picture.done(page)
            page.wait_for_timeout(1500)
            page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=86)
            page.close()


if __name__ == "__main__":
    main()
