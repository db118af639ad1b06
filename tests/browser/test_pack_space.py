"""Boards in space: pieces come to where one points, and one looks from all around."""

from typing import Any

import numpy as np
import pytest
from tests.browser.conftest import OpenPage
from tests.browser.hands import drag, noted, wait_until
from tests.browser.lens import Lens
from tests.browser.test_pack_page import PHONE, left, open_pack, piece

from puzzlery.web.packings.packing_view import bounded_packing, packing_view

AZIMUTH, ELEVATION = 24.0, 36.0


class Sight:
    """The cells of a board, and the pixels at which the page shows them at first."""

    def __init__(self, page: Any, pieces: str, board: str) -> None:
        cells = packing_view(bounded_packing(pieces, board)).cells
        corners = np.array([(cell.x, cell.z, cell.y) for cell in cells])
        self.heights = corners[:, 1]
        self.points = corners - (corners.min(axis=0) + corners.max(axis=0)) / 2
        box = page.locator(".pack-space").bounding_box()
        # Half a cell beyond the outermost middle, and some air.
        radius = float(np.linalg.norm(self.points, axis=1).max()) + 0.6
        sizes = (box["x"], box["y"], box["width"], box["height"])
        self.lens = Lens(radius, *sizes, AZIMUTH, ELEVATION)

    def pixel(self, cell: int) -> tuple[float, float]:
        return self.lens.pixel(self.points[cell])


def shot(page: Any) -> bytes:
    """The left half of the board, where no buttons lie over it."""
    page.wait_for_timeout(200)
    box = page.locator(".pack-space").bounding_box()
    picture: bytes = page.screenshot(clip={**box, "width": box["width"] / 2})
    return picture


def cells_of(placed: str) -> list[int]:
    return [int(word) for word in placed.split(".")[1:]]


@pytest.mark.parametrize(
    ("pieces", "board", "name"),
    [("soma", "3x3x3", "V"), pytest.param("iq", "pyramid5", "A", marks=pytest.mark.slow)],
)
def test_a_piece_lands_in_the_cell_it_is_dragged_to(
    open_page: OpenPage, pieces: str, board: str, name: str
) -> None:
    page = open_pack(open_page, f"{pieces} {board}")
    sight = Sight(page, pieces, board)
    aim = int(np.argmin(sight.heights))
    start, end = piece(page, name), sight.pixel(aim)
    drag(page, (start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end))
    assert aim in cells_of(wait_until(page, "placed", "noted !== ''"))
    # With fewer pieces beside it, the board has grown.
    page.wait_for_timeout(200)
    x, y = Sight(page, pieces, board).pixel(aim)
    drag(page, ((x, y), (x + 30, y + 60), (x, 4)))
    wait_until(page, "placed", "noted === ''")


def test_a_drag_beside_the_board_looks_from_elsewhere(open_page: OpenPage) -> None:
    page = open_pack(open_page, "soma 3x3x3")
    left(page, "11,520")
    before = shot(page)
    box = page.locator(".pack-space").bounding_box()
    x, y = box["x"] + 12, box["y"] + box["height"] / 2
    drag(page, ((x, y), (x + 50, y), (x + 120, y + 10)))
    around = shot(page)
    assert around != before
    page.locator(".pack-space").focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.mouse.wheel(0, -200)
    assert shot(page) != around
    page.get_by_role("button", name="How it looks").click()
    page.get_by_role("button", name="Reset view").click()
    page.get_by_role("button", name="How it looks").click()
    assert shot(page) == before
    assert noted(page, "placed") == ""


def test_layers_and_space_show_the_same_board(open_page: OpenPage) -> None:
    page = open_pack(open_page, "soma 3x3x3")
    page.locator(".pack-space").focus()
    for key in ("n", "PageUp", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    placed = wait_until(page, "placed", "noted !== ''")
    page.get_by_role("radio", name="Layers").click()
    lying = page.locator("svg.pack-board [data-option] polygon")
    assert lying.count() == len(cells_of(placed))
    assert page.locator(".pack-space").count() == 0
    page.reload()
    page.wait_for_selector("svg.pack-board")
    page.get_by_role("radio", name="Space").click()
    page.wait_for_selector(".pack-space")


@pytest.mark.slow
def test_a_board_in_space_is_filled_by_keys_alone(open_page: OpenPage) -> None:
    page = open_pack(open_page, "soma 3x3x3")
    left(page, "11,520")
    page.locator(".pack-space").focus()
    page.keyboard.press("h")
    page.wait_for_selector(".toast:not([hidden])")
    for _ in range(2):
        page.keyboard.press("n")
        page.keyboard.press("Enter")
    wait_until(page, "placed", "noted.split('_').length === 2")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    wait_until(page, "placed", "noted === ''")


@pytest.mark.slow
def test_fingers_turn_a_board_on_a_phone(open_page: OpenPage) -> None:
    page = open_pack(open_page, "iq pyramid5", viewport=PHONE, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    before = shot(page)
    fingers = page.context.new_cdp_session(page)
    box = page.locator(".pack-space").bounding_box()
    x, y = box["x"] + 16, box["y"] + box["height"] - 16
    for kind, points in (
        ("touchStart", [(x, y)]), ("touchMove", [(x + 20, y)]), ("touchMove", [(x + 70, y)]),
        ("touchEnd", []),
    ):  # fmt: skip
        listed = [{"x": a, "y": b, "id": k} for k, (a, b) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": listed})
    assert shot(page) != before
    assert noted(page, "placed") == ""


def test_packings_are_chosen_by_a_few_letters(open_page: OpenPage) -> None:
    page = open_pack(open_page, "pentominoes 3x20")
    page.keyboard.press("Control+k")
    page.keyboard.type("soma")
    page.wait_for_function("() => document.querySelector('.tile b')?.textContent === 'soma 3x3x3'")
    page.keyboard.press("Enter")
    page.wait_for_selector(".pack-space")
    assert page.locator(".puzzle-name").inner_text() == "soma 3x3x3"


def test_a_late_answer_does_not_undo_the_search_in_the_chooser(open_page: OpenPage) -> None:
    page = open_pack(open_page, "pentominoes 3x20", fresh=True)
    late: list[Any] = []

    def hold_the_first(route: Any) -> None:
        if late:
            route.continue_()
        else:
            late.append(route)

    page.route("**/api/packings", hold_the_first)
    page.keyboard.press("Control+k")
    page.keyboard.type("soma")
    first = "() => document.querySelector('.tile b')?.textContent === 'soma 3x3x3'"
    page.wait_for_function(first)
    with page.expect_response("**/api/packings"):
        late[0].continue_()
    page.wait_for_timeout(100)
    assert page.evaluate(first)


def test_without_webgl_the_layers_are_shown(browser: Any, address: str) -> None:
    # Not by `open_page`: the console does complain here, about the missing context.
    page = browser.new_page()
    page.add_init_script(
        "const plain = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {"
        "  return kind.startsWith('webgl') ? null : plain.call(this, kind, ...rest); };"
    )
    page.goto(f"{address}#/pack/soma 3x3x3")
    page.wait_for_selector("svg.pack-board")
    assert page.locator(".pack-cell").count() == 27
    page.close()


def slide(page: Any, place: float) -> None:
    """Move the slider to a place between two moves."""
    moved = "(slider, to) => { slider.value = to; slider.dispatchEvent(new Event('input')); }"
    page.locator(".apart .scrub").evaluate(moved, place)


def test_a_cube_comes_apart_move_by_move_in_pictures_and_words(open_page: OpenPage) -> None:
    page = open_pack(open_page, "soma 3x3x3")
    page.get_by_role("button", name="Take it apart").click()
    page.wait_for_selector(".apart .scrub")
    assert noted(page, "placed").count("_") == 6
    whole = shot(page)
    words = page.locator(".apart-words")
    assert words.inner_text() == "The assembly."
    for number in range(1, 7):
        page.get_by_role("button", name="Next move").click()
        assert words.inner_text().startswith(f"{number}. Take piece")
    assert page.locator(".apart-moves li").count() == 6
    last = shot(page)
    assert last != whole
    slide(page, 0.5)
    halfway = shot(page)
    assert halfway not in (whole, last)
    slide(page, 0)
    assert shot(page) == whole
    page.get_by_role("button", name="Back to my board").click()
    assert page.get_by_role("button", name="Take it apart").is_visible()
    assert noted(page, "placed").count("_") == 6


def test_flat_boards_offer_nothing_to_take_apart(open_page: OpenPage) -> None:
    page = open_pack(open_page, "pentominoes 3x20")
    assert page.get_by_role("button", name="Take it apart").count() == 0
