"""The viewer under real pointers, keys and fingers."""

import pytest
from tests.browser.conftest import OpenPage
from tests.browser.hands import (
    COUNT_DRAWS,
    drag,
    drags,
    lens_of,
    middle,
    noted,
    scene_of,
    wait_for_alg,
    wait_until,
)

from puzzlery.render.sticker_names import sticker_names
from puzzlery.twisty.catalog import puzzle


@pytest.mark.parametrize(
    ("name", "most"), [("3x3x3", 0.9), ("megaminx", 0.9), ("FTO", 0.85), ("gear cube", 0.75)]
)
def test_a_drag_turns_the_layer_that_follows_it(
    open_page: OpenPage, name: str, most: float
) -> None:
    page = open_page(f"play/{name}", reduced_motion="reduce")
    chosen = {one.move.name: one for one in drags(page, name, most)}
    assert len(chosen) >= 3
    for move, one in list(chosen.items())[:3]:
        drag(page, one.path)
        wait_for_alg(page, move)
        page.get_by_role("button", name="Reset", exact=True).click()
        wait_for_alg(page, "")


def test_a_drag_of_the_background_looks_around(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3")
    lens = lens_of(page, "3x3x3")
    x, y = lens.left + 12, lens.top + lens.height / 2
    drag(page, ((x, y), (x + 40, y), (x + 80, y + 20)))
    # The address may be written between two moves of a slow pointer.
    view = wait_until(page, "view", "Number(noted.split(',')[1]) > 28")
    azimuth, _, zoom = map(float, view.split(","))
    assert azimuth < 32
    page.mouse.wheel(0, -300)
    wait_until(page, "view", "Number(noted.split(',')[2]) > asked", zoom)
    assert noted(page, "alg") == ""


def test_a_finger_turns_and_two_fingers_zoom(open_page: OpenPage) -> None:
    page = open_page(
        "play/3x3x3", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        listed = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": listed})

    one = next(iter(drags(page, "3x3x3", 0.9)))
    touch("touchStart", one.path[0])
    for point in one.path[1:]:
        touch("touchMove", point)
    page.wait_for_timeout(120)
    touch("touchEnd")
    wait_for_alg(page, one.move.name)
    lens = lens_of(page, "3x3x3")
    x, y = lens.left + 20, lens.top + 20
    touch("touchStart", (x, y), (x + 40, y))
    touch("touchMove", (x, y), (x + 80, y))
    touch("touchEnd")
    wait_until(page, "view", "Number(noted.split(',')[2]) > 1.5")


def test_keys_make_moves_take_them_back_and_look_around(open_page: OpenPage) -> None:
    page = open_page("play/4x4x4")
    page.locator(".puzzlery-canvas").focus()
    for keys in ("r", "Shift+u", "2", "f"):
        page.keyboard.press(keys)
        page.wait_for_timeout(60)
    wait_for_alg(page, "R U' 2F")
    assert page.locator(".puzzlery-voice").inner_text().startswith("2F; ")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => document.querySelector('.place').textContent === '2 / 3'")
    page.keyboard.press("ArrowRight")
    wait_until(page, "view", "noted.startsWith('42,')")


def test_letters_in_haste_are_one_name_and_after_a_pause_two(open_page: OpenPage) -> None:
    page = open_page("play/skewb", reduced_motion="reduce")
    page.locator(".puzzlery-canvas").focus()
    page.keyboard.type("ur")
    wait_for_alg(page, "UR")
    page.keyboard.type("u ")
    wait_for_alg(page, "UR U")
    page.keyboard.press("r")
    wait_for_alg(page, "UR U R")
    page.keyboard.press("u")
    wait_for_alg(page, "UR U R U")


def test_undoing_in_haste_loses_no_move(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3?alg=F")
    wait_for_alg(page, "F")
    page.locator(".puzzlery-canvas").focus()
    page.keyboard.press("r")
    page.keyboard.press("Control+z")
    page.keyboard.press("u")
    wait_for_alg(page, "F U")
    page.get_by_role("button", name="Undo (Ctrl Z)").click()
    page.get_by_role("button", name="Undo (Ctrl Z)").click()
    page.wait_for_function("() => document.querySelector('.place').textContent === '0 / 2'")
    page.locator(".puzzlery-canvas").focus()
    page.keyboard.press("b")
    page.wait_for_function("() => document.querySelector('.puzzlery-voice').textContent[0] === 'B'")
    # A quarter turn of one face moves twelve stickers to other faces, and nothing else is turned.
    assert "42 of 54" in page.locator(".puzzlery-voice").inner_text()


def test_a_blocked_slice_says_so(open_page: OpenPage) -> None:
    page = open_page("play/Square-1?alg=(2,0)")
    page.locator(".puzzlery-canvas").focus()
    page.keyboard.press("/")
    page.wait_for_selector(".toast:not([hidden])")
    assert "blocked" in page.locator(".toast").inner_text()


@pytest.mark.parametrize("name", ["teraminx", pytest.param("20x20x20", marks=pytest.mark.slow)])
def test_many_pieces_take_three_draw_calls_at_most(open_page: OpenPage, name: str) -> None:
    page = open_page(f"play/{name}", script=COUNT_DRAWS)
    page.wait_for_timeout(300)
    calls = page.evaluate(
        "new Promise(done => { window.draws = 0;"
        "const canvas = document.querySelector('.puzzlery-canvas');"
        "canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));"
        "requestAnimationFrame(() => requestAnimationFrame(() => done(window.draws))); })"
    )
    assert 1 <= calls <= 3


def test_with_reduced_motion_a_move_is_made_at_once(open_page: OpenPage) -> None:
    page = open_page("play/3x3x3", reduced_motion="reduce")
    page.locator(".puzzlery-canvas").focus()
    page.keyboard.press("r")
    page.wait_for_function(
        "() => document.querySelector('.count').textContent === '1'", timeout=5000
    )


def test_a_click_picks_the_sticker_under_it(open_page: OpenPage) -> None:
    page = open_page("check/3x3x3")
    page.wait_for_selector(".verdict.good")
    seen, lens = scene_of("3x3x3"), lens_of(page, "3x3x3")
    place = next(p for p in range(54) if seen.face_names[seen.faces[p]] == "F")
    page.mouse.click(*lens.pixel(middle(seen, place)))
    page.wait_for_selector(".verdict.bad")
    name = sticker_names(puzzle("3x3x3"))[place]
    assert f"color the sticker “{name}” green" in page.locator(".repair").inner_text()
