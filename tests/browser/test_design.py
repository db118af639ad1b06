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


def test_two_clicks_glue_two_pieces_and_the_glue_holds_at_once(open_page: OpenPage) -> None:
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
    # Eight corners, two of which are one piece now.
    page.wait_for_function("() => document.querySelectorAll('.figure b')[1]?.textContent === '7'")
    page.get_by_role("radio", name="Turn").click()
    page.locator(".puzzlery-canvas").focus()
    blocked = next(
        move.name for move in scene_of("2x2x2").moves
        if move.layers and len(set(front[:2]) & {p for s in move.spins for p in s.places}) == 1
    )  # fmt: skip
    page.keyboard.press(blocked.lower())
    page.wait_for_selector(".toast:not([hidden])")
    assert "blocked" in page.locator(".toast").inner_text()
    page.get_by_role("button", name="No bandages").click()
    page.wait_for_function("() => document.querySelectorAll('.figure b')[1]?.textContent === '8'")


def test_points_and_cycles_are_drawn_by_clicks(open_page: OpenPage) -> None:
    page = open_page("design/c f 0.4")
    page.wait_for_selector(".figure")
    page.get_by_role("radio", name="Draw").click()
    box = page.locator(".sheet").bounding_box()
    unit = min(box["width"], box["height"]) / 8
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    spots = [
        (x + dx * unit, y + dy * unit) for dx, dy in ((-2, 0), (-1, -1), (0, 0), (1, 1), (2, 0))
    ]
    for k, spot in enumerate(spots):
        page.get_by_role("radio", name="red" if k < 3 else "blue").click()
        page.mouse.click(*spot)
    page.get_by_role("radio", name="Cycle").click()
    for cycle in ((0, 1, 2, 0), (2, 3, 4, 2)):
        for number in cycle:
            page.mouse.click(*spots[number])
        page.get_by_role("button", name="+ Move").click()
    page.wait_for_function("() => document.querySelector('.figure b')?.textContent === '5'")
    page.get_by_text("Definition: cuts").click()
    made = loads(page.get_by_label("Definition").input_value(), "toml")
    assert made.apply("a a a").is_solved
    # Two rings of three with one point in common make every even permutation of five.
    assert made.group.order == 60
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => location.hash.startsWith('#/play/my')")
    page.wait_for_selector(".puzzlery-canvas")


@pytest.mark.slow
def test_points_are_drawn_by_keys_alone(open_page: OpenPage) -> None:
    page = open_page("design/c f 0.4")
    page.wait_for_selector(".figure")
    page.get_by_role("radio", name="Draw").press("Enter")
    for _ in range(3):
        page.get_by_role("button", name="+ Point").press("Enter")
    page.get_by_role("radio", name="Cycle").press("Enter")
    for number in (0, 1, 2, 0):
        page.locator(f'[data-dot="{number}"]').press("Enter")
    page.wait_for_function("() => document.querySelector('.figure b')?.textContent === '3'")


@pytest.mark.slow
def test_points_and_cycles_are_kept(open_page: OpenPage) -> None:
    page = open_page("design/c f 0.4")
    page.wait_for_selector(".figure")
    page.get_by_text("Definition: cuts").click()
    page.get_by_role("button", name="Example").click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_function("() => document.querySelector('.figure b').textContent === '5'")
