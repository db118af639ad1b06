"""The page Check: painting by clicks on the net and by keys alone, reasons, and repairs."""

from typing import Any

from tests.browser.conftest import OpenPage
from tests.browser.hands import noted

from puzzlery.render.sticker_names import sticker_names
from puzzlery.twisty.catalog import puzzle

# Over all cells of the cross of a 2x2x2, from the top left cell of the front.
WALK = (
    "Up Up Right Down Left Down Left Left Down " + "Right " * 7 + "Up " + "Left " * 4
    + "Down Down Left Down Right"
)  # fmt: skip


def cell(page: Any, name: str) -> Any:
    return page.locator(f'.net-cell[aria-label^="{name}:"]')


def test_a_click_on_the_net_paints_and_the_repair_is_one_press_away(open_page: OpenPage) -> None:
    page = open_page("check/3x3x3")
    page.wait_for_selector(".verdict.good")
    page.get_by_role("radio", name="white, 9 of 9").click()
    cell(page, "front, top left").click()
    page.wait_for_selector(".verdict.bad")
    assert "color the sticker “front, top left” green" in page.locator(".repair").inner_text()
    # What is wrong is lit in the net, too.
    lit = page.locator(".net-cell.lit")
    assert [one.get_attribute("aria-label") for one in lit.all()] == ["front, top left: white"]
    page.get_by_role("button", name="Repair it").click()
    page.wait_for_selector(".verdict.good")
    assert cell(page, "front, top left").get_attribute("aria-label") == "front, top left: green"
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(".verdict.bad")


def test_gray_stickers_leave_open_what_they_decide(open_page: OpenPage) -> None:
    page = open_page("check/3x3x3")
    page.wait_for_selector(".verdict.good")
    page.get_by_role("radio", name="not seen").click()
    cell(page, "front, top").click()
    page.wait_for_selector(".verdict.good")
    cell(page, "top, front").click()
    page.get_by_role("heading", name="It may be solvable").wait_for()
    told = page.locator(".verdict-card").inner_text()
    assert "that is 1/2" in told
    assert "One more sticker decides it." in told
    page.get_by_role("button", name="Show an example").click()
    page.wait_for_selector(".verdict.good")


def test_a_reason_lights_its_piece(open_page: OpenPage) -> None:
    page = open_page("check/3x3x3")
    page.wait_for_selector(".verdict.good")
    page.get_by_role("radio", name="Swap two").click()
    cell(page, "front, top right").click()
    cell(page, "top, back").click()
    page.wait_for_selector(".verdict.bad")
    reason = page.locator(".reason", has_text="no such piece").first
    assert "sticker" not in reason.inner_text().split("(")[1]
    reason.hover()
    assert page.locator(".net-cell.lit").count() == 3


def test_a_sticker_that_is_focused_otherwise_is_the_one_that_keys_paint(
    open_page: OpenPage,
) -> None:
    """A screen reader moves the focus without arrows."""
    page = open_page("check/2x2x2")
    page.wait_for_selector(".net-cell")
    cell(page, "back, bottom right").focus()
    page.keyboard.press("r")
    page.wait_for_selector('.net-cell[aria-label="back, bottom right: red"]')


def test_a_painting_survives_a_reload_with_what_is_not_painted_yet(open_page: OpenPage) -> None:
    page = open_page("check/2x2x2")
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("radio", name="red").click()
    cell(page, "front, top left").click()
    page.wait_for_function("() => location.hash.includes('colors=')")
    assert noted(page, "colors").count("-") == 23
    page.reload()
    page.wait_for_selector(".net-cell")
    assert "red" in cell(page, "front, top left").get_attribute("aria-label")
    page.get_by_role("heading", name="It may be solvable").wait_for()


def test_a_scrambled_cube_is_painted_checked_and_solved_by_keys_alone(
    open_page: OpenPage,
) -> None:
    """Tab, arrows, letters and Enter are all that is used after the page is open."""
    cube = puzzle("2x2x2")
    page = open_page("check/2x2x2")
    page.wait_for_selector(".net-cell")
    press_until(page, "Tab", "document.activeElement.textContent === 'Clear'")
    page.keyboard.press("Enter")
    press_until(page, "Tab", "document.activeElement.classList.contains('net-cell')")
    wanted = dict(zip(sticker_names(cube), cube.apply("R U' F").coloring, strict=True))
    letter = {"white": "u", "red": "r", "green": "f", "yellow": "d", "orange": "l", "blue": "b"}
    painted: set[str] = set()
    for step in ("", *WALK.split()):
        if step:
            page.keyboard.press(f"Arrow{step}")
        label = page.evaluate("document.activeElement.getAttribute('aria-label')")
        name = label.split(":")[0]
        page.keyboard.press(letter[str(wanted[name])])
        painted.add(name)
    assert painted == set(wanted)
    page.wait_for_selector(".verdict.good")
    heard = page.locator(".net-card [aria-live]").inner_text()
    assert heard.startswith(name)
    press_until(page, "Tab", "document.activeElement.textContent === 'Solve it'")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ask")
    press_until(page, "Tab", "document.activeElement.closest('.ask [type=submit]') !== null")
    page.keyboard.press("Enter")
    page.wait_for_selector('.job[data-status="done"]')
    found = page.locator(".results .alg, .reason .alg").first.inner_text()
    assert cube.apply("R U' F").apply(found).is_solved


def press_until(page: Any, key: str, test: str, most: int = 80) -> None:
    for _ in range(most):
        if page.evaluate(test):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{test} is not reached by {most} times {key}")
