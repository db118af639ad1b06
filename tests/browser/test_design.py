"""The design page: cuts with sliders, bandages, and puzzles that are kept."""

import pytest
from tests.browser.conftest import OpenPage
from tests.browser.hands import lens_of, middle, scene_of

from puzzlery.formats import loads


def test_a_design_is_cut_saved_and_opened_again(open_page: OpenPage) -> None:
    page = open_page("design/c f 0.4")
    page.wait_for_selector(".figure")
    assert "54" in page.locator(".figures-card").inner_text()
    page.get_by_label("Distance of cut 1").fill("0")
    page.wait_for_function("() => document.querySelector('.figure b').textContent === '24'")
    page.get_by_label("Name", exact=True).fill("my halves")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_function("() => location.hash.startsWith('#/design/my')")
    page.reload()
    page.wait_for_selector(".figure")
    assert page.locator(".puzzle-name").inner_text() == "my halves"
    assert page.get_by_label("Distance of cut 1").input_value() == "0"
    page.get_by_role("button", name="Delete my halves").click()
    page.wait_for_function("() => !document.querySelector('.panel').innerText.includes('halves')")


@pytest.mark.slow
def test_two_clicks_glue_two_pieces(open_page: OpenPage) -> None:
    page = open_page("design/2x2x2")
    page.wait_for_selector(".figure")
    seen, lens = scene_of("2x2x2"), lens_of(page, "2x2x2")
    front = [place for place in range(24) if seen.face_names[seen.faces[place]] == "F"]
    for place in front[:2]:
        page.mouse.click(*lens.pixel(middle(seen, place)))
    page.get_by_text("Definition: cuts").click()
    made = loads(page.get_by_label("Definition").input_value(), "toml")
    assert [len(group) for group in made.glued] == [6]
    assert set(front[:2]) <= next(iter(made.glued))


@pytest.mark.slow
def test_points_and_cycles_are_kept(open_page: OpenPage) -> None:
    page = open_page("design/c f 0.4")
    page.wait_for_selector(".figure")
    page.get_by_text("Definition: cuts").click()
    page.get_by_role("button", name="Example").click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_function("() => document.querySelector('.figure b').textContent === '5'")
