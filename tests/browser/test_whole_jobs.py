"""Jobs from beginning to end: a cut designed by keys, boards packed by fingers and by all eyes."""

from typing import Any

import pytest
from tests.browser.conftest import OpenPage
from tests.browser.hands import lens_of, middle, scene_of, wait_until
from tests.browser.test_check import press_until
from tests.browser.test_design_kept import pieces
from tests.browser.test_everyone import COARSE, LARGE, PHONE, fits, nearest
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
    page = open_page("design/c f 0.4", viewport=LARGE, device_scale_factor=COARSE)
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


def still(page: Any) -> None:
    """Nothing moves by itself."""
    assert page.evaluate("document.getAnimations().length") == 0


def test_pieces_are_glued_kept_and_played_by_names_and_keys_without_motion(
    open_page: OpenPage,
) -> None:
    """Everything is found by its role and name, and every outcome is read from a live region."""
    page = open_page("design/2x2x2", reduced_motion="reduce")
    page.wait_for_selector(".figure")
    figures, voice = page.locator(".figures-card[aria-live]"), page.locator(".puzzlery-voice").first
    assert "8\npieces" in figures.inner_text().lower()
    assert page.get_by_role("radio", name="Glue").get_attribute("aria-checked") == "true"
    page.get_by_role("button", name="Net of all faces").press("Enter")
    net = page.get_by_role("group", name="Net of 2x2x2")
    net.get_by_role("button", name="F 1: green").press("Enter")
    assert voice.inner_text().startswith("chosen")
    # A piece is not glued to itself.
    page.keyboard.press("Enter")
    page.get_by_role("status").filter(has_text="on one piece").wait_for()
    assert "8\npieces" in figures.inner_text().lower()
    page.keyboard.press("Enter")
    still(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    pieces(page, 7)
    assert "7\npieces" in figures.inner_text().lower()
    # The puzzle was drawn anew, and the keys are where they were.
    net.get_by_role("button", name="F 2: green").and_(page.locator(":focus")).wait_for()
    page.get_by_role("textbox", name="Name").fill("glued by keys")
    page.get_by_role("button", name="Save", exact=True).press("Enter")
    page.get_by_role("status").filter(has_text="glued by keys is saved").wait_for()
    page.get_by_role("button", name="Play", exact=True).press("Enter")
    page.get_by_role("button", name="Scramble").wait_for()
    page.get_by_role("application", name="glued by keys").press("r")
    page.get_by_role("status").filter(has_text="R is blocked").wait_for()
    page.keyboard.press("f")
    page.wait_for_function("() => document.querySelector('.count').textContent === '1'")
    assert voice.inner_text().startswith("F; ")
    still(page)


def test_a_board_is_packed_by_names_and_keys_without_motion(open_page: OpenPage) -> None:
    """Pieces are found by their names, what keys do is said, and nothing moves by itself."""
    place, view, missing = almost_full(2)
    page = open_pack(open_page, place, reduced_motion="reduce")
    left(page, "1")
    voice = page.locator("p.puzzlery-voice[aria-live]").last
    for option in missing:
        name = view.pieces[option[0]].id
        page.get_by_role("group", name="Pieces").get_by_role("button", name=name).press("Enter")
        page.get_by_role("application", name="Board").focus()
        for _ in range(option[1]):
            page.keyboard.press("t")
        for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
            for _ in range(20):
                if page.locator(".pack-room").get_attribute("data-hand") == cells(option):
                    break
                page.keyboard.press(key)
        assert voice.inner_text().startswith(f"{name} at ")
        still(page)
        page.keyboard.press("Enter")
        wait_until(page, "placed", "noted.includes(asked)", cells(option))
    page.locator(".pack-verdict[aria-live]").filter(has_text="Solved.").wait_for()
    still(page)


def test_a_puzzle_is_cut_glued_kept_and_played_by_fingers_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("design/c f 0.4", viewport=PHONE, has_touch=True, is_mobile=True)
    page.wait_for_selector(".figure")
    slider = page.get_by_label("Distance of cut 1")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box["height"] >= 22
    # The left end of the slider: planes through the middle, as on a 2x2x2.
    page.touchscreen.tap(box["x"] + 2, box["y"] + box["height"] / 2)
    page.wait_for_function("() => document.querySelector('.figure b').textContent === '24'")
    fits(page)
    seen = scene_of("2x2x2")
    lens = lens_of(page, "2x2x2")
    front = [place for place in range(24) if seen.face_names[seen.faces[place]] == "F"]
    for place in front[:2]:
        page.touchscreen.tap(*lens.pixel(middle(seen, place)))
    pieces(page, 7)
    name = page.get_by_label("Name", exact=True)
    name.tap()
    name.fill("in my pocket")
    page.get_by_role("button", name="Save", exact=True).tap()
    page.wait_for_function("() => location.hash.startsWith('#/design/my')")
    fits(page)
    page.get_by_role("button", name="Play", exact=True).tap()
    page.wait_for_selector(".keys .key")
    fits(page)
    page.locator(".keys .key").first.tap()
    page.wait_for_function(
        "() => document.querySelector('.count').textContent === '1'"
        " || document.querySelector('.toast').textContent.includes('blocked')"
    )
