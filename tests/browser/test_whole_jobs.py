"""Jobs from beginning to end: a cut designed by keys, boards packed by fingers and by all eyes."""

from typing import Any

import pytest
from tests.browser.conftest import OpenPage
from tests.browser.hands import wait_until
from tests.browser.test_check import press_until
from tests.browser.test_everyone import LARGE, PHONE, nearest
from tests.browser.test_pack_by_hand import cells, finished, solution
from tests.browser.test_pack_page import cell, left, open_pack

BOARD = ("pentominoes", "3x20")


def almost_full(last: int) -> tuple[str, Any, list[list[int]]]:
    """An address of a board on which so many pieces are missing, the board, and these pieces."""
    view, options = solution(*BOARD)
    chosen = [view.options[number] for number in options]
    lying, missing = chosen[:-last], chosen[-last:]
    placed = "_".join(f"{view.pieces[o[0]].id}.{cells(o)}" for o in lying)
    return f"{' '.join(BOARD)}?placed={placed}", view, missing


def test_a_cut_is_designed_and_played_by_keys_alone(open_page: OpenPage) -> None:
    page = open_page("design/c f 0.4")
    page.wait_for_selector(".figure")
    press_until(
        page, "Tab", "document.activeElement.getAttribute('aria-label') === 'Distance of cut 1'"
    )
    page.keyboard.press("Home")
    # Planes through the middle: 24 stickers, as on a 2x2x2.
    page.wait_for_function("() => document.querySelector('.figure b').textContent === '24'")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    press_until(
        page,
        "Tab",
        "document.activeElement.textContent === 'Play' && document.activeElement.closest('.panel')",
    )
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash.startsWith('#/play/')")
    page.wait_for_selector(".stage-host:not(.loading) .puzzlery-canvas")
    press_until(page, "Tab", "document.activeElement.matches('.key')")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.count').textContent === '1'")


def test_a_board_is_packed_to_the_end_by_fingers_on_a_phone(open_page: OpenPage) -> None:
    place, view, missing = almost_full(2)
    page = open_pack(open_page, place, viewport=PHONE, has_touch=True, is_mobile=True)
    left(page, "1")
    for option in missing:
        piece = page.locator(f'.pack-choice[aria-label^="{view.pieces[option[0]].id}"]')
        piece.scroll_into_view_if_needed()
        piece.tap()
        for _ in range(option[1]):
            page.get_by_role("button", name="Next way to hold it").tap()
        page.touchscreen.tap(*cell(page, option[2]))
        wait_until(page, "placed", "noted.includes(asked)", cells(option))
    assert finished(page).startswith("Solved")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.slow
def test_a_board_is_packed_in_shades_and_letters_that_all_can_tell_apart(
    open_page: OpenPage,
) -> None:
    place, view, missing = almost_full(1)
    page = open_pack(open_page, place)
    left(page, "1")
    shades = (
        "() => [...new Set([...document.querySelectorAll('svg.pack-board .pack-piece')]"
        ".map(piece => piece.style.getPropertyValue('--shade')))]"
    )
    usual = page.evaluate(shades)
    page.get_by_role("switch", name="Color-blind safe").check()
    page.get_by_role("switch", name="Letters on pieces").check()
    page.wait_for_selector(".pack-letter")
    safe = page.evaluate(shades)
    assert len(safe) == len(usual) == 11
    assert nearest(safe) > nearest(usual)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector(".pack-piece.lit")
    name = view.pieces[missing[0][0]].id
    assert name in page.locator(".toast").inner_text()
    page.get_by_role("button", name="Complete my board").click()
    page.wait_for_selector('.pack-verdict:text-is("Solved.")')
    letters = set(page.locator(".pack-letter").all_text_contents())
    assert letters == {piece.id for piece in view.pieces}


@pytest.mark.slow
def test_a_cut_is_designed_and_a_board_opened_on_a_screen_of_4k(open_page: OpenPage) -> None:
    page = open_page("design/c f 0.4", viewport=LARGE)
    page.wait_for_selector(".figure")
    slider = page.get_by_label("Distance of cut 1")
    assert slider.bounding_box()["width"] > 150
    slider.fill("0")
    page.wait_for_function("() => document.querySelector('.figure b').textContent === '24'")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => location.hash.startsWith('#/play/')")
    page.goto(page.url.split("#")[0] + "#/pack/pentominoes 3x20")
    page.wait_for_selector(".pack-choice")
    left(page, "8")
    page.get_by_role("button", name="Complete my board").click()
    page.wait_for_selector('.pack-verdict:text-is("Solved.")')
    assert page.locator(".pack-board").bounding_box()["width"] > 0.6 * LARGE["width"]
