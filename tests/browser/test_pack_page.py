"""The page for packings under a real mouse, keys and fingers."""

import re
from typing import Any

import pytest
from tests.browser.conftest import OpenPage
from tests.browser.hands import drag, noted, wait_until

PHONE = {"width": 390, "height": 844}


def open_pack(open_page: OpenPage, place: str, **options: Any) -> Any:
    return open_page(f"pack/{place}", shows=".pack-choice", **options)


def middle(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cell(page: Any, number: int) -> tuple[float, float]:
    """The middle of a cell on the screen; asked for at once, as the board may be drawn anew."""
    box = (
        "number => document.querySelectorAll('.pack-cell')[number].getBoundingClientRect().toJSON()"
    )
    return middle(page.evaluate(box, number))


def piece(page: Any, name: str) -> tuple[float, float]:
    """The middle of a piece that is not placed yet."""
    found = page.locator(f'.pack-choice[aria-label^="{name}"]')
    found.scroll_into_view_if_needed()
    return middle(found.bounding_box())


def carry(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag from one point to another, with a stop on the way."""
    drag(page, (start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end))


def left(page: Any, count: str) -> None:
    """Wait until so many solutions are said to be left."""
    page.wait_for_function(
        "count => document.querySelector('.pack-left')?.textContent === count", arg=count
    )


def test_pieces_are_dragged_onto_the_board_and_off_again(open_page: OpenPage) -> None:
    page = open_pack(open_page, "pentominoes 3x20")
    left(page, "8")
    carry(page, piece(page, "X"), cell(page, 2))
    # The piece is held by its first cell, the tip: on cell 2 of a board of 3 × 20.
    assert wait_until(page, "placed", "noted !== ''") == "X.2.21.22.23.42"
    left(page, "4")
    assert "only U fits at row 1, column 1" in page.locator(".pack-verdict").inner_text()
    assert page.locator('.pack-choice[aria-label^="X"]').count() == 0
    x, y = cell(page, 22)
    carry(page, (x, y), (x, 8))
    wait_until(page, "placed", "noted === ''")
    left(page, "8")
    assert page.locator('.pack-choice[aria-label^="X"]').count() == 1


def test_keys_alone_place_turn_and_lift(open_page: OpenPage) -> None:
    page = open_pack(open_page, "pentominoes 3x20")
    left(page, "8")
    page.locator('.pack-choice[aria-label^="V"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".pack-piece.ghost")
    for key in ("ArrowLeft",) * 20 + ("ArrowUp", "r", "ArrowLeft"):
        page.keyboard.press(key)
    assert "V at row 1, column 1" in page.locator("p.puzzlery-voice").last.inner_text()
    page.keyboard.press("Enter")
    placed = wait_until(page, "placed", "noted !== ''")
    cells = set(map(int, placed.split(".")[1:]))
    assert placed.startswith("V.")
    assert len(cells) == 5
    assert cells <= {row * 20 + column for row in range(3) for column in range(3)}
    page.keyboard.press("Control+z")
    wait_until(page, "placed", "noted === ''")
    page.keyboard.press("Control+y")
    wait_until(page, "placed", "noted !== ''")


def test_a_hint_says_why_and_a_lost_board_finds_its_way_back(open_page: OpenPage) -> None:
    page = open_pack(open_page, "pentominoes 3x20?placed=X.2.21.22.23.42")
    left(page, "4")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector(".pack-piece.lit")
    assert "U: only U fits at row 1, column 1" in page.locator(".toast").inner_text()
    # No solution has the I there.
    page.evaluate("location.hash += '_I.44.45.46.47.48'")
    left(page, "0")
    page.get_by_role("button", name="Back to solvable").click()
    assert wait_until(page, "placed", "!noted.includes('I')") == "X.2.21.22.23.42"
    page.get_by_role("button", name="Complete my board").click()
    page.wait_for_function(
        "() => document.querySelector('.pack-verdict')?.textContent === 'Solved.'"
    )
    assert noted(page, "placed").count("_") == 11


def test_solutions_are_paged_and_filtered(open_page: OpenPage) -> None:
    page = open_pack(open_page, "pentominoes 3x20")
    left(page, "8")
    status = page.locator(".browse-status")
    page.get_by_role("button", name="Show solutions").click()
    page.wait_for_selector(".pack-piece.found")
    assert status.inner_text() == "Solution 1 of 8"
    page.get_by_role("button", name="Next solution").click()
    page.wait_for_function(
        "() => document.querySelector('.browse-status').textContent === 'Solution 2 of 8'"
    )
    page.get_by_label("Piece", exact=True).select_option("U")
    page.get_by_role("button", name="any cell").click()
    page.mouse.click(*cell(page, 0))
    page.get_by_role("button", name="Show solutions").click()
    page.wait_for_selector(".pack-piece.found")
    total = int(re.search(r"of (\d+)", status.inner_text())[1])  # type: ignore[index]
    assert 0 < total < 8
    page.get_by_role("button", name="Take it").click()
    assert wait_until(page, "placed", "noted !== ''").count("_") == 11


def test_fixed_pieces_stay_until_they_are_freed(open_page: OpenPage) -> None:
    page = open_pack(open_page, "pentominoes 3x20?placed=X.2.21.22.23.42")
    left(page, "4")
    page.get_by_role("button", name="Fix pieces").click()
    assert wait_until(page, "given", "noted !== ''") == "X.2.21.22.23.42"
    x, y = cell(page, 22)
    carry(page, (x, y), (x, 8))
    assert noted(page, "given") == "X.2.21.22.23.42"
    page.get_by_role("button", name="Free pieces").click()
    wait_until(page, "placed", "noted === asked", "X.2.21.22.23.42")
    carry(page, (x, y), (x, 8))
    wait_until(page, "placed", "noted === ''")


@pytest.mark.slow
def test_a_challenge_gives_pieces_that_stay(open_page: OpenPage) -> None:
    page = open_pack(open_page, "pentominoes 3x20")
    left(page, "8")
    page.get_by_role("button", name="New challenge").click()
    given = wait_until(page, "given", "noted !== ''")
    left(page, "1")
    number = int(given.split("_")[0].split(".")[1])
    carry(page, cell(page, number), (cell(page, number)[0], 8))
    assert noted(page, "given") == given


@pytest.mark.slow
def test_too_many_solutions_are_searched_with_a_live_count(open_page: OpenPage) -> None:
    page = open_pack(open_page, "polyhex tetrahedron6")
    page.get_by_role("button", name="Show solutions").click()
    page.wait_for_function(
        "() => /[1-9].* solutions so far/.test("
        "document.querySelector('.browse-status').textContent)",
        timeout=90_000,
    )
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector("button:has-text('Show solutions')")


@pytest.mark.slow
def test_a_finger_drags_a_piece_on_a_phone(open_page: OpenPage) -> None:
    page = open_pack(open_page, "pentominoes 3x20", viewport=PHONE, has_touch=True, is_mobile=True)
    left(page, "8")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        listed = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": listed})

    start, (x, y) = piece(page, "F"), cell(page, 5)
    touch("touchStart", start)
    for part in (0.3, 0.6, 1.0):
        # A piece hangs above the finger, which would hide it.
        end = (x, y + 56)
        touch("touchMove", tuple(a + part * (b - a) for a, b in zip(start, end, strict=True)))
    touch("touchEnd")
    assert wait_until(page, "placed", "noted !== ''").startswith("F.")


@pytest.mark.slow
@pytest.mark.parametrize(
    "place", ["iq pyramid5", "hexiamonds 6x6", "tetrahexes 4x7", "soma 3x3x3", "calendar calendar"]
)
def test_every_lattice_is_played_by_keys(open_page: OpenPage, place: str) -> None:
    page = open_pack(open_page, place)
    page.locator(".pack-board").focus()
    for key in ("n", "r", "f", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    wait_until(page, "placed", "noted !== ''")
    assert page.locator(".pack-piece").count() >= 1
