"""Small boards in space, filled to the end as people do it: with the mouse, and with keys alone."""

from collections.abc import Sequence
from typing import Any

from tests.browser.conftest import OpenPage
from tests.browser.hands import noted, wait_until
from tests.browser.test_pack_page import left, open_pack, piece
from tests.browser.test_pack_space import Sight
from tests.browser.test_steady import places

from puzzlery.web.packings.packing_view import PackingView, bounded_packing, packing_view


def solution(pieces: str, board: str) -> tuple[PackingView, list[int]]:
    """The board as the page shows it, and the options of a solution, the lowest first.

    Of many solutions the one is taken whose pieces are turned least.
    """
    packing = bounded_packing(pieces, board)
    view = packing_view(packing)
    many = packing.cover.all(engine="cells", limit=3000)
    found = min(many, key=lambda some: sum(view.options[option][1] for option in some))

    def height(option: int) -> float:
        return sum(view.cells[cell].z for cell in view.options[option][2:])

    return view, sorted(found, key=height)


def hand(page: Any) -> str:
    """What the hand is about to do: the cells that it would fill, or "empty", "away", "barred"."""
    state: str = page.locator(".pack-room").get_attribute("data-hand")
    return state


def wait_for_cells(page: Any, count: int) -> None:
    """Wait until so many pieces lie on the board."""
    wait_until(page, "placed", "noted.split('_').length === asked", count)


def lower_to(page: Any, wanted: str) -> None:
    """Turn the wheel until the ghost is where it should be."""
    for notch in (0, 120, -120, -120, -120, 120, 120, 120, 120):
        if notch:
            page.mouse.wheel(0, notch)
            page.wait_for_timeout(30)
        if hand(page) == wanted:
            return
    raise AssertionError(f"the ghost is at {hand(page)}, and never at {wanted}")


def finished(page: Any) -> str:
    page.wait_for_selector('.pack-verdict:text-is("Solved.")')
    toast: str = page.locator(".toast").inner_text()
    return toast


def cells(option: Sequence[int]) -> str:
    return ".".join(map(str, option[2:]))


def test_a_board_in_space_is_filled_with_the_mouse_to_the_end(open_page: OpenPage) -> None:
    page = open_pack(open_page, "soma 3x3x3")
    left(page, "11,520")
    view, options = solution("soma", "3x3x3")
    before = places(page)
    for done, number in enumerate(options, 1):
        option = view.options[number]
        page.mouse.click(*piece(page, view.pieces[option[0]].id))
        for _ in range(option[1]):
            page.get_by_role("button", name="Next way to hold it").click()
        page.mouse.move(*Sight(page, "soma", "3x3x3").pixel(option[2]), steps=3)
        lower_to(page, cells(option))
        page.mouse.down()
        page.mouse.up()
        wait_for_cells(page, done)
        assert hand(page) == "empty"
    assert finished(page).startswith("Solved by hand in ")
    after = places(page)
    moved = {name for name in before if name in after and after[name] != before[name]}
    assert moved == set()


def test_a_board_in_space_is_filled_with_keys_alone_to_the_end(open_page: OpenPage) -> None:
    page = open_pack(open_page, "soma 3x3x3")
    left(page, "11,520")
    view, options = solution("soma", "3x3x3")
    page.locator(".pack-space").focus()
    for done, number in enumerate(options, 1):
        option = view.options[number]
        take_by_keys(page, view.pieces[option[0]].id)
        for _ in range(option[1]):
            page.keyboard.press("t")
        go_by_keys(page, Sight(page, "soma", "3x3x3"), option)
        page.keyboard.press("Enter")
        wait_for_cells(page, done)
    assert finished(page).startswith("Solved by hand in ")
    assert page.evaluate("document.activeElement.className") == "pack-board pack-space"


def take_by_keys(page: Any, name: str) -> None:
    """Go on to the next piece until the wanted one is in the hand."""
    wanted = page.locator(f'.pack-choice[aria-label^="{name}"][aria-pressed="true"]')
    for _ in range(10):
        page.keyboard.press("n")
        if wanted.count():
            return
    raise AssertionError(f"the keys never take {name}")


def go_by_keys(page: Any, sight: Sight, option: Sequence[int]) -> None:
    """Go to the right layer, then by arrows, as one does who looks at the ghost."""
    for _ in range(12):
        here, wanted = int(hand(page).split(".")[0]), option[2]
        if hand(page) == cells(option):
            return
        rise = sight.heights[wanted] - sight.heights[here]
        (x, y), (to_x, to_y) = sight.pixel(here), sight.pixel(wanted)
        if abs(rise) > 0.01:
            page.keyboard.press("PageUp" if rise > 0 else "PageDown")
        elif abs(to_x - x) > abs(to_y - y):
            page.keyboard.press("ArrowRight" if to_x > x else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if to_y > y else "ArrowUp")
    raise AssertionError(f"the keys lead to {hand(page)}, and not to {cells(option)}")


def test_a_place_that_is_taken_is_shown_as_barred(open_page: OpenPage) -> None:
    view, options = solution("soma", "3x3x3")
    named = {view.pieces[view.options[number][0]].id: view.options[number] for number in options}
    *others, last = named.values()
    placed = "_".join(f"{view.pieces[o[0]].id}.{cells(o)}" for o in others)
    page = open_pack(open_page, f"soma 3x3x3?placed={placed}")
    left(page, "1")
    page.mouse.click(*piece(page, view.pieces[last[0]].id))
    for _ in range(last[1]):
        page.get_by_role("button", name="Next way to hold it").click()
    sight, states = Sight(page, "soma", "3x3x3"), set()
    for cell in range(27):
        page.mouse.move(*sight.pixel(cell))
        states.add(hand(page))
    assert "barred" in states
    assert states <= {"barred", "away", cells(last)}
    page.mouse.click(*sight.pixel(next(c for c in range(27) if at(page, sight, c) == "barred")))
    assert noted(page, "placed") == placed


def at(page: Any, sight: Sight, cell: int) -> str:
    page.mouse.move(*sight.pixel(cell))
    return hand(page)


def test_the_wheel_looks_closer_with_an_empty_hand(open_page: OpenPage) -> None:
    page = open_pack(open_page, "soma 3x3x3")
    box = page.locator(".pack-space").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    before = page.locator(".pack-space").screenshot()
    page.mouse.wheel(0, -240)
    page.wait_for_timeout(200)
    assert page.locator(".pack-space").screenshot() != before
