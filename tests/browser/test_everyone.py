"""Whole jobs by keys, by names read aloud, without motion, on phones and on large screens."""

import json
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from tests.browser.conftest import OpenPage
from tests.browser.test_check import press_until

PHONE = {"width": 390, "height": 844}
LARGE = {"width": 3840, "height": 2160}
# How large things are on a page does not depend on how finely they are drawn, so a large screen is
# drawn with a sixteenth of its pixels: without a graphics processor all of them take minutes.
COARSE = 0.25
# How a person without the cones for medium wavelengths sees linear RGB (Machado, Oliveira and
# Fernandes 2009, severity 1.0).
DEUTERANOPIA = np.array(
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)


def fixed_scramble(page: Any, alg: str) -> None:
    page.route("**/scramble", lambda route: route.fulfill(json={"alg": alg}))


def test_a_scramble_is_solved_by_keys_alone_from_the_first_page_on(open_page: OpenPage) -> None:
    page = open_page("", shows=".door", reduced_motion="reduce")
    fixed_scramble(page, "R U F")
    press_until(page, "Tab", "document.activeElement.textContent.startsWith('Play')"
                " && document.activeElement.classList.contains('door')")  # fmt: skip
    page.keyboard.press("Enter")
    page.wait_for_selector(".puzzlery-canvas")
    press_until(page, "Tab", "document.activeElement.textContent === 'Scramble'")
    page.keyboard.press("Enter")
    page.wait_for_selector('.clock[data-state="armed"]')
    press_until(page, "Shift+Tab", "document.activeElement.matches('.puzzlery-canvas')")
    for key in ("Shift+f", "Shift+u", "Shift+r"):
        page.keyboard.press(key)
        page.wait_for_timeout(80)
    page.wait_for_selector('.clock[data-state="done"]')
    assert "with 3 moves" in page.get_by_role("status").filter(has_text="Solved").inner_text()
    # Every step was said to those who listen.
    assert page.locator(".puzzlery-voice").first.inner_text() == "R back; solved"


def test_names_and_live_words_are_enough_to_repair_and_solve(open_page: OpenPage) -> None:
    """Everything is found by its role and name, and every outcome is read from a live region."""
    page = open_page("check/2x2x2")
    live = page.locator(".verdict-card[aria-live]")
    page.get_by_role("button", name="front, top left: green").wait_for()
    page.get_by_role("radio", name="white, 4 of 4").click()
    page.get_by_role("button", name="front, top left: green").click()
    page.get_by_role("heading", name="It cannot be solved").wait_for()
    assert "front, top left" in live.inner_text()
    said = page.locator(".net-card [aria-live]").inner_text()
    assert said == "front, top left: white"
    page.get_by_role("button", name="Repair it").click()
    page.get_by_role("heading", name="It can be solved").wait_for()
    page.get_by_role("button", name="Scramble").click()
    page.wait_for_function("() => location.hash.includes('colors=')")
    page.get_by_role("button", name="Solve it").click()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("status").filter(has_text="Solved").wait_for(timeout=60_000)
    assert page.get_by_role("button", name="Step forward").is_enabled()


def test_without_motion_nothing_moves_by_itself_through_a_whole_solve(
    open_page: OpenPage,
) -> None:
    page = open_page("solve/2x2x2?setup=R+U", reduced_motion="reduce")
    page.wait_for_selector(".ask")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector(".solutions b")
    for _ in range(2):
        page.get_by_role("button", name="Step forward").click()
        assert page.evaluate("document.getAnimations().length") == 0
    page.wait_for_function("() => document.querySelector('.place').textContent.startsWith('2')")
    page.goto(page.url.split("#")[0] + "#/check/2x2x2")
    page.wait_for_selector(".net-cell")
    page.locator(".net-cell").first.click()
    page.wait_for_selector(".net-cell.lit")
    assert page.evaluate("document.getAnimations().length") == 0


def linear(shade: str) -> Any:
    parts = np.array([int(shade[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def nearest(shades: list[str]) -> float:
    """The least distance of two shades as such a person sees them, in linear RGB."""
    seen = [DEUTERANOPIA @ linear(shade) for shade in shades]
    return min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2))


def test_a_palette_that_all_can_tell_apart_is_painted_with_checked_and_kept(
    open_page: OpenPage,
) -> None:
    page = open_page("check/2x2x2")
    shades = (
        "() => [...document.querySelectorAll('.swatch')]"
        ".map(swatch => swatch.style.getPropertyValue('--ink'))"
    )
    usual = page.evaluate(shades)
    page.get_by_role("button", name="How it looks").click()
    page.get_by_label("Colors").select_option("colorblind")
    page.get_by_label("Letters on stickers").check()
    page.get_by_role("button", name="How it looks").click()
    page.wait_for_function(
        f"usual => JSON.stringify(({shades})()) !== usual",
        arg=json.dumps(usual, separators=(",", ":")),
    )
    safe = page.evaluate(shades)
    assert nearest(safe) > 1.5 * nearest(usual)
    page.get_by_role("radio", name="red").click()
    cell = page.get_by_role("button", name="front, top left: green")
    cell.click()
    page.wait_for_selector(".verdict.bad")
    painted = page.get_by_role("button", name="front, top left: red")
    assert painted.get_attribute("fill") == safe[1]
    page.get_by_role("button", name="Repair it").click()
    page.wait_for_selector(".verdict.good")
    page.reload()
    page.wait_for_selector(".swatch")
    assert page.evaluate(shades) == safe


def fits(page: Any) -> None:
    """Nothing is wider than the screen, and what a finger shall press is large enough."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_a_cube_is_painted_repaired_and_solved_by_fingers_on_a_phone(
    open_page: OpenPage,
) -> None:
    page = open_page("", shows=".door", viewport=PHONE, has_touch=True, is_mobile=True)
    fits(page)
    page.locator(".door", has_text="Check my cube").tap()
    page.wait_for_selector(".net-cell")
    fits(page)
    page.get_by_role("radio", name="white, 9 of 9").tap()
    cell = page.get_by_role("button", name="front, center: green")
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert min(box["width"], box["height"]) >= 22
    cell.tap()
    page.wait_for_selector(".verdict.bad")
    page.get_by_role("button", name="Repair it").tap()
    page.wait_for_selector(".verdict.good")
    repaired = page.evaluate("location.hash")
    page.get_by_role("button", name="Scramble").tap()
    scrambled = "before => location.hash !== before && location.hash.includes('colors=')"
    page.wait_for_function(scrambled, arg=repaired)
    page.wait_for_selector(".verdict.good")
    page.get_by_role("button", name="Solve it").tap()
    page.wait_for_selector(".ask")
    fits(page)
    page.get_by_label("Method").select_option("twophase")
    page.get_by_role("button", name="Solve", exact=True).tap()
    page.wait_for_selector(".solutions b", timeout=120_000)
    found = page.locator(".reason .alg").first.inner_text()
    assert found.split()
    # The list is shown before the solution can be played.
    page.wait_for_function("() => /^0 . [1-9]/.test(document.querySelector('.place').textContent)")
    page.get_by_role("button", name="Step forward").tap()
    page.wait_for_function("() => document.querySelector('.place').textContent.startsWith('1 ')")


@pytest.mark.parametrize("place", ["pack/pentominoes 6x10", "design/c f 0.4", "pieces/megaminx"])
def test_every_page_fits_a_phone(open_page: OpenPage, place: str) -> None:
    shows = ".pack-choice" if place.startswith("pack") else ".puzzlery-canvas"
    page = open_page(place, shows=shows, viewport=PHONE, has_touch=True, is_mobile=True)
    page.wait_for_timeout(600)
    fits(page)
    for name in ("Show me around this page", "Light or dark"):
        box = page.get_by_role("button", name=name).bounding_box()
        assert box["x"] + box["width"] <= PHONE["width"]


def test_a_puzzle_is_found_scrambled_and_solved_on_a_screen_of_4k(open_page: OpenPage) -> None:
    page = open_page("", shows=".picture-tile", viewport=LARGE, device_scale_factor=COARSE)
    page.get_by_label("Search all puzzles").fill("pyraminx")
    page.locator(".picture-tile", has_text="pyraminx").first.get_by_role("link").click()
    page.wait_for_selector(".puzzlery-canvas")
    height = "e => e.getBoundingClientRect().height"
    assert page.get_by_role("button", name="Scramble").evaluate(height) > 50
    page.get_by_role("button", name="Scramble").click()
    page.wait_for_selector('.clock[data-state="armed"]')
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector(".ask")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector(".solutions b", timeout=120_000)
    canvas = page.locator(".puzzlery-canvas").bounding_box()
    # The puzzle has most of the screen, and the words beside it have grown.
    assert canvas["width"] > 0.6 * LARGE["width"]
    assert page.locator(".ask").evaluate(height) > 200
