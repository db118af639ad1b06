"""Nothing is lost on the page Design: sliders, undo and redo, drafts, saved puzzles."""

from typing import Any

import pytest
from tests.browser.conftest import OpenPage
from tests.browser.hands import lens_of, middle, scene_of


def pieces(page: Any, count: int) -> None:
    """Wait until the figures tell so many pieces."""
    page.wait_for_function(
        "count => document.querySelectorAll('.figure b')[1]?.textContent === String(count)",
        arg=count,
    )


def glue_two(page: Any) -> None:
    """Click two stickers of the front of a 2x2x2."""
    seen, lens = scene_of("2x2x2"), lens_of(page, "2x2x2")
    front = [place for place in range(24) if seen.face_names[seen.faces[place]] == "F"]
    for place in front[:2]:
        page.mouse.click(*lens.pixel(middle(seen, place)))


@pytest.mark.parametrize(
    "value",
    [
        "0.21",
        pytest.param("0.5", marks=pytest.mark.slow),
        pytest.param("0.77", marks=pytest.mark.slow),
    ],
)
def test_a_moved_slider_survives_another_cut(open_page: OpenPage, value: str) -> None:
    page = open_page("design/c f 0.4")
    page.wait_for_selector(".figure")
    page.get_by_label("Distance of cut 1").fill(value)
    page.get_by_role("button", name="+ Cut").click()
    page.get_by_label("Distance of cut 2").wait_for()
    assert page.get_by_label("Distance of cut 1").input_value() == value
    page.wait_for_function(
        "value => decodeURIComponent(location.hash).includes(`c f ${value} v 0.6`)", arg=value
    )


@pytest.mark.parametrize(
    "place",
    [
        pytest.param("design/3x3x3", marks=pytest.mark.slow),
        pytest.param("design/c f 0.4", marks=pytest.mark.slow),
        "design/megaminx",
    ],
)
def test_every_value_fits_its_card(open_page: OpenPage, place: str) -> None:
    page = open_page(place)
    page.wait_for_selector(".figure")
    for output in page.locator(".cut .distance").all():
        box = output.evaluate("e => [e.scrollWidth, e.clientWidth]")
        assert box[0] <= box[1], output.inner_text()
        assert len(output.inner_text()) <= 5
    inside = page.locator(".panel").evaluate("panel => panel.scrollWidth <= panel.clientWidth")
    assert inside


def test_every_change_can_be_taken_back_and_made_again(open_page: OpenPage) -> None:
    page = open_page("design/c f 0.4")
    page.wait_for_selector(".figure")
    undo = page.get_by_role("button", name="Undo")
    redo = page.get_by_role("button", name="Redo")
    assert undo.is_disabled()
    slider = page.get_by_label("Distance of cut 1")
    slider.fill("0.5")
    slider.fill("0")
    pieces(page, 8)
    page.get_by_label("Solid").select_option("d")
    page.wait_for_function("() => document.querySelector('.figure b').textContent === '72'")
    undo.click()
    pieces(page, 8)
    page.locator(".panel h2").first.click()
    page.keyboard.press("Control+z")
    pieces(page, 26)
    assert slider.input_value() == "0.4"
    assert undo.is_disabled()
    redo.click()
    redo.click()
    page.wait_for_function("() => document.querySelector('.figure b').textContent === '72'")
    assert redo.is_disabled()


def test_bandages_and_their_undo_hold_to_the_end(open_page: OpenPage) -> None:
    page = open_page("design/2x2x2")
    page.wait_for_selector(".figure")
    glue_two(page)
    pieces(page, 7)
    page.get_by_role("button", name="Undo").click()
    pieces(page, 8)
    page.get_by_role("button", name="Redo").click()
    pieces(page, 7)
    page.get_by_label("Name", exact=True).fill("stuck")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_function("() => location.hash.startsWith('#/design/my')")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".movepad, .keys")
    assert page.locator(".puzzle-name").inner_text() == "stuck"
    page.go_back()
    page.wait_for_selector(".figure")
    pieces(page, 7)
    assert page.get_by_label("Name", exact=True).input_value() == "stuck"
    page.get_by_role("button", name="Delete stuck").click()
    page.wait_for_function("() => !document.querySelector('.panel').innerText.includes('stuck')")


def test_a_draft_that_was_not_saved_survives_a_reload(open_page: OpenPage) -> None:
    page = open_page("design/2x2x2")
    page.wait_for_selector(".figure")
    glue_two(page)
    pieces(page, 7)
    page.get_by_label("Name", exact=True).fill("half done")
    page.wait_for_timeout(400)
    page.reload()
    page.wait_for_selector(".figure")
    pieces(page, 7)
    assert page.get_by_label("Name", exact=True).input_value() == "half done"
    page.get_by_role("button", name="Begin anew").click()
    pieces(page, 8)
    page.reload()
    page.wait_for_selector(".figure")
    pieces(page, 8)


def test_a_change_that_the_server_has_not_answered_survives_a_reload(open_page: OpenPage) -> None:
    page = open_page("design/c f 0.4")
    page.wait_for_selector(".figure")
    page.route("**/api/designs/scene", lambda route: None)
    slider = page.get_by_label("Distance of cut 1")
    slider.fill("0.3")
    page.wait_for_timeout(300)
    assert "0.4" in page.url
    page.reload()
    page.get_by_text("Your changes are back").wait_for()
    assert slider.input_value() == "0.3"
    page.unroute_all()
    slider.fill("0.5")
    page.wait_for_function("() => decodeURI(location.hash).endsWith('c f 0.5')")
    # What was shown on the way is no draft of what was opened.
    page.goto(page.url.replace("0.5", "0.4"))
    page.wait_for_function("() => document.querySelector('.puzzle-name').textContent === 'c f 0.4'")
    page.wait_for_selector(".figure")
    assert slider.input_value() == "0.4"


def test_drawn_points_survive_a_reload_and_their_undo(open_page: OpenPage) -> None:
    page = open_page("design/c f 0.4")
    page.wait_for_selector(".figure")
    page.get_by_role("radio", name="Draw").click()
    box = page.locator(".sheet").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for dx in (-100, 0, 100):
        page.mouse.click(x + dx, y)
    page.get_by_role("radio", name="Cycle").click()
    for dx in (-100, 0, 100, -100):
        page.mouse.click(x + dx, y)
    page.wait_for_function("() => document.querySelector('.figure b')?.textContent === '3'")
    page.wait_for_timeout(400)
    page.reload()
    page.wait_for_function("() => document.querySelector('.figure b')?.textContent === '3'")
    page.get_by_role("radio", name="Draw").click()
    assert page.locator(".sheet-dot").count() == 3
