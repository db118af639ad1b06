"""The first page: doors that lead somewhere, pictures to choose from, a tour that can be left."""

import re

import pytest
from tests.browser.conftest import OpenPage

DOORS = ("Play", "Check my cube", "Solve", "Pack", "Take apart", "Design")


def test_every_door_leads_to_a_page_that_opens(open_page: OpenPage) -> None:
    page = open_page("", shows=".door")
    assert page.locator(".door b").all_inner_texts() == list(DOORS)
    for door in DOORS:
        page.locator(".door b", has_text=re.compile(f"^{door}$")).click()
        page.wait_for_selector(".stage-host:not(.loading) :is(.puzzlery-canvas, .pack-board)")
        assert page.locator(".purpose").inner_text()
        assert page.locator(".fault").count() == 0
        page.locator(".brand").click()
        page.wait_for_selector(".door")


def test_doors_show_pictures_that_live_and_rest_for_who_wants_no_motion(
    open_page: OpenPage,
) -> None:
    shown = "() => [...document.querySelectorAll('.door')].map(door =>"
    shown += " [...door.querySelectorAll('img')].findIndex(i => !i.classList.contains('waiting')))"
    page = open_page("", shows=".door img")
    page.wait_for_function(f"() => ({shown})().every(at => at > 0)")
    quiet = open_page("", shows=".door img", reduced_motion="reduce")
    quiet.wait_for_timeout(1500)
    assert quiet.evaluate(shown) == [0] * 6
    assert quiet.locator(".door img").count() == 6


def test_a_puzzle_is_found_by_letters_and_by_family(open_page: OpenPage) -> None:
    page = open_page("", shows=".picture-tile")
    assert page.locator(".picture-tile").count() > 100
    page.get_by_label("Search all puzzles").fill("gear")
    page.wait_for_function("() => document.querySelectorAll('.picture-tile').length < 10")
    names = page.locator(".picture-tile b").all_inner_texts()
    assert names[0].startswith("gear cube")
    page.get_by_label("Search all puzzles").fill("")
    page.get_by_role("button", name="packings").click()
    page.wait_for_function("() => document.querySelectorAll('.picture-tile').length === 15")
    page.get_by_role("button", name="gears").click()
    tile = page.locator(".picture-tile", has_text="gear cube").first
    tile.locator("img").wait_for()
    page.wait_for_function("() => document.querySelector('.picture-tile img')?.naturalWidth > 0")
    tile.get_by_role("link").click()
    page.wait_for_selector(".puzzlery-canvas")
    assert page.url.endswith("#/play/gear%20cube")


def test_a_name_that_no_puzzle_has_can_be_tried_all_the_same(open_page: OpenPage) -> None:
    page = open_page("", shows=".picture-tile")
    page.get_by_label("Search all puzzles").fill("c f 0.7")
    page.get_by_role("link", name="Try").click()
    page.wait_for_selector(".puzzlery-canvas")
    assert page.url.endswith("#/play/c%20f%200.7")


def test_what_was_opened_and_what_is_liked_is_there_again_tomorrow(open_page: OpenPage) -> None:
    page = open_page("play/skewb")
    page.get_by_role("button", name="Keep as a favorite").click()
    page.goto(page.url.split("#")[0] + "#/pack/soma 3x3x3")
    page.wait_for_selector(".pack-choice")
    page.reload()
    page.wait_for_selector(".pack-choice")
    page.locator(".brand").click()
    row = page.get_by_role("region", name="Opened last")
    row.wait_for()
    assert row.locator("b").all_inner_texts()[:2] == ["soma 3x3x3", "skewb"]
    liked = page.get_by_role("region", name="Favorites")
    assert liked.locator("b").all_inner_texts() == ["skewb"]
    liked.get_by_role("button", name="skewb is a favorite").click()
    page.wait_for_function("() => !document.querySelector('[aria-label=Favorites]')")


def test_the_tour_is_offered_once_and_can_be_left_and_called_back(open_page: OpenPage) -> None:
    page = open_page("", shows=".offer")
    page.get_by_role("button", name="Show me around", exact=True).click()
    tour = page.get_by_role("region", name="Tour")
    assert "door" in tour.inner_text()
    assert page.locator(".tour-part").count() == 1
    page.keyboard.press("Escape")
    assert tour.is_hidden()
    page.reload()
    page.wait_for_selector(".door")
    assert page.locator(".offer").count() == 0
    page.get_by_role("button", name="Show me around this page").click()
    assert tour.is_visible()
    for _ in range(2):
        page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Done").click()
    assert tour.is_hidden()
    assert page.locator(".tour-part").count() == 0


@pytest.mark.parametrize(
    "place", ["play/3x3x3", "check/3x3x3", "solve/3x3x3", "pieces/3x3x3", "design/c f 0.4"]
)
def test_every_stop_of_a_tour_points_at_a_part_of_its_page(open_page: OpenPage, place: str) -> None:
    _walk_the_tour(open_page(place))


def test_every_stop_of_the_tour_of_pack_points_at_a_part(open_page: OpenPage) -> None:
    _walk_the_tour(open_page("pack/pentominoes 6x10", shows=".pack-choice"))


def _walk_the_tour(page) -> None:  # type: ignore[no-untyped-def]
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Show me around this page").click()
    stops = int(page.locator(".tour .quiet").inner_text().split()[-1])
    assert stops >= 3
    for _ in range(stops):
        assert page.locator(".tour-part").count() == 1, page.locator(".tour p").inner_text()
        page.locator(".tour .primary").click()
    assert page.locator(".tour").is_hidden()


def test_the_first_page_goes_at_once_where_the_next_one_takes_long(open_page: OpenPage) -> None:
    page = open_page("", shows=".door", viewport={"width": 390, "height": 844})
    page.route("**/scene*", lambda route: None)
    page.locator(".door", has_text="Play").click()
    page.wait_for_selector(".stage-host.loading:empty")
    assert page.locator(".door").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.unroute_all()
    page.goto(page.url.split("#")[0] + "#/check/2x2x2")
    page.wait_for_selector(".net-cell")
