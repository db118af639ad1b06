"""What one sees: no gap, no glare, no frame without a change, and the faces that are hidden."""

from typing import Any

import pytest
from tests.browser.conftest import OpenPage
from tests.browser.hands import COUNT_DRAWS
from tests.browser.viewer_alone import prepared

SIZE = 360
# Views from above and below, and one along an edge, where a groove is seen from its end.
VIEWS = ("ArrowRight", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowDown")
# The pixels of the canvas as a browser would lay them over a page.
PIXELS = """
() => new Promise((done) => {
  const canvas = document.querySelector(".puzzlery-canvas");
  canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "+" }));
  canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "-" }));
  requestAnimationFrame(() => {
    const flat = document.createElement("canvas");
    flat.width = canvas.width;
    flat.height = canvas.height;
    const pen = flat.getContext("2d", { willReadFrequently: true });
    // A canvas keeps its picture only until the frame is over.
    pen.drawImage(canvas, 0, 0);
    window.seen = pen.getImageData(0, 0, flat.width, flat.height);
    done(window.seen.data.some((value) => value > 0));
  });
})
"""
# Pixels without plastic that cannot be reached from the border: what is behind the puzzle shows.
HOLES = """
() => {
  const { data, width, height } = window.seen;
  // Plastic is opaque; the shadow is not, nor is a pixel at the limb.
  const open = new Uint8Array(width * height).map((_, k) => (data[4 * k + 3] < 200 ? 1 : 0));
  const plastic = open.reduce((sum, value) => sum + 1 - value, 0);
  const queue = [];
  for (let x = 0; x < width; x++) queue.push([x, 0], [x, height - 1]);
  for (let y = 0; y < height; y++) queue.push([0, y], [width - 1, y]);
  while (queue.length > 0) {
    const [x, y] = queue.pop();
    if (x < 0 || y < 0 || x >= width || y >= height || open[y * width + x] !== 1) continue;
    open[y * width + x] = 2;
    for (const a of [-1, 0, 1]) for (const b of [-1, 0, 1]) queue.push([x + a, y + b]);
  }
  return [plastic / (width * height), open.filter((value) => value === 1).length];
}
"""
# Of all nearly gray, bright pixels: how many there are, their mean, and how many are clipped.
WHITES = """
() => {
  const { data } = window.seen;
  const whites = [];
  for (let k = 0; k < data.length; k += 4) {
    const [r, g, b, a] = data.slice(k, k + 4);
    const least = Math.min(r, g, b);
    if (a === 255 && least > 200 && Math.max(r, g, b) - least < 12) whites.push(g);
  }
  const mean = whites.reduce((sum, value) => sum + value, 0) / whites.length;
  return [whites.length, mean, whites.filter((value) => value >= 254).length];
}
"""
ONE_FRAME = """
() => new Promise((done) => {
  window.draws = 0;
  const canvas = document.querySelector(".puzzlery-canvas");
  canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
  requestAnimationFrame(() => requestAnimationFrame(() => done(window.draws)));
})
"""


@pytest.fixture(scope="module")
def alone(browser: Any) -> Any:
    """A page with nothing but a viewer."""
    page = browser.new_page(viewport={"width": SIZE, "height": SIZE})
    yield page, prepared(page)
    page.close()


def press(page: Any, key: str) -> None:
    page.evaluate(
        "key => document.querySelector('.puzzlery-canvas')"
        ".dispatchEvent(new KeyboardEvent('keydown', { key }))",
        key,
    )


@pytest.mark.parametrize("style", ["stickers", "stickerless"])
@pytest.mark.parametrize(
    "name",
    [
        "3x3x3",
        "megaminx",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("pyraminx", "FTO", "compy cube", "starminx", "helicopter", "Square-1",
                         "curvy copter", "gear cube", "gear cube extreme", "ivy cube", "clock")
        ),
    ],
)  # fmt: skip
def test_grooves_are_sealed(alone: Any, name: str, style: str) -> None:
    page, show_puzzle = alone
    show_puzzle(name, style=style)
    for key in VIEWS:
        press(page, key)
        assert page.evaluate(PIXELS)
        filled, holes = page.evaluate(HOLES)
        assert filled > 0.15
        assert holes == 0, (name, style, key)


def test_the_measure_of_holes_finds_one(alone: Any) -> None:
    """Pieces drawn apart leave gaps that show the page: the test above can fail."""
    page, show_puzzle = alone
    show_puzzle("3x3x3", explode=0.6)
    page.evaluate(PIXELS)
    assert page.evaluate(HOLES)[1] > 50


@pytest.mark.parametrize("name", ["3x3x3", "megaminx"])
@pytest.mark.parametrize("style", ["stickers", "stickerless"])
def test_white_is_bright_and_not_clipped(alone: Any, name: str, style: str) -> None:
    page, show_puzzle = alone
    show_puzzle(name, style=style)
    page.evaluate(PIXELS)
    count, mean, clipped = page.evaluate(WHITES)
    assert count > 500
    assert 220 < mean < 250
    assert clipped == 0


def test_an_idle_page_draws_nothing(open_page: OpenPage) -> None:
    page = open_page("play/megaminx", script=COUNT_DRAWS)
    page.wait_for_timeout(1500)
    assert page.evaluate("window.draws") >= 1
    page.evaluate("window.draws = 0")
    page.wait_for_timeout(1500)
    assert page.evaluate("window.draws") == 0


def test_a_puzzle_at_rest_after_a_turn_is_sharp_and_draws_nothing(open_page: OpenPage) -> None:
    """Where frames take long, a moving picture has fewer pixels; at rest it has all of them."""
    page = open_page("play/20x20x20", script=COUNT_DRAWS, viewport={"width": 1440, "height": 900})
    page.wait_for_timeout(500)
    page.evaluate("window.draws = 0")
    press(page, "u")
    page.wait_for_function(
        "() => document.querySelector('.puzzlery-voice').textContent.startsWith('U;')"
    )
    assert page.evaluate("window.draws") >= 2
    canvas = page.locator(".puzzlery-canvas")
    page.wait_for_function(
        "() => { const one = document.querySelector('.puzzlery-canvas');"
        " return one.width === Math.floor(one.clientWidth * devicePixelRatio); }"
    )
    page.wait_for_timeout(1500)
    page.evaluate("window.draws = 0")
    page.wait_for_timeout(1000)
    assert page.evaluate("window.draws") == 0
    assert canvas.evaluate("one => one.width >= one.clientWidth")


def test_a_frame_with_all_hidden_faces_takes_four_draw_calls(open_page: OpenPage) -> None:
    page = open_page("play/megaminx", script=COUNT_DRAWS)
    page.wait_for_timeout(500)
    plain = page.evaluate(ONE_FRAME)
    assert 1 <= plain <= 2
    for key in "hvn":
        press(page, key)
    assert plain < page.evaluate(ONE_FRAME) <= 4


WAYS = {"h": "Floating stickers behind", "v": "View from behind", "n": "Net of all faces"}


@pytest.mark.parametrize("key", WAYS)
def test_a_key_shows_hidden_faces_says_so_and_is_remembered(open_page: OpenPage, key: str) -> None:
    page = open_page("play/3x3x3", reduced_motion="reduce")
    board = page.locator(".board")
    before = board.screenshot()
    page.locator(".puzzlery-canvas").focus()
    page.keyboard.press(key)
    button = page.get_by_role("button", name=WAYS[key])
    page.wait_for_function(
        "words => document.querySelector('.puzzlery-voice').textContent === words",
        arg=f"{WAYS[key]} on",
    )
    assert button.get_attribute("aria-pressed") == "true"
    assert board.screenshot() != before
    page.reload()
    page.wait_for_selector(".stage-host:not(.loading) .puzzlery-canvas")
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    page.wait_for_function(
        "words => document.querySelector('.puzzlery-voice').textContent === words",
        arg=f"{WAYS[key]} off",
    )
    assert button.get_attribute("aria-pressed") == "false"


def test_a_click_on_the_view_from_behind_goes_there(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3")
    page.get_by_role("button", name=WAYS["v"]).click()
    page.get_by_role("button", name="Look from behind").click()
    # Home is 32° around and 28° up.
    page.wait_for_function("() => location.hash.includes('view=-148%2C-28')")


def test_check_has_one_net_to_which_the_key_and_the_button_lead(open_page: OpenPage) -> None:
    page = open_page("check/3x3x3")
    page.wait_for_selector(".net-cell")
    for press in (
        lambda: page.get_by_role("button", name="Net of all faces").click(),
        lambda: page.locator(".puzzlery-canvas").press("n"),
    ):
        page.evaluate("document.activeElement.blur()")
        press()
        page.wait_for_function("() => document.activeElement.classList.contains('net-cell')")
        assert page.locator(".puzzlery-net").is_hidden()
    page.keyboard.press("u")
    page.wait_for_function("() => location.hash.includes('colors=')")


def test_stickers_can_be_taken_off(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3")
    board = page.locator(".puzzlery-canvas")
    page.get_by_role("button", name="How it looks").click()
    before = board.screenshot()
    page.get_by_label("Stickers on black plastic").uncheck()
    page.wait_for_timeout(300)
    assert board.screenshot() != before
    assert page.evaluate("JSON.parse(localStorage.getItem('puzzlery')).style") == "stickerless"
