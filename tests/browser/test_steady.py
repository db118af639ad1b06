"""Pages that stay where they are: no button moves, clocks run for hands only, servers come back."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import OpenPage
from tests.browser.test_pack_page import carry, cell, piece
from tests.web.server import Server

PLACES = """
() => [...document.querySelectorAll('button, select, input, summary, .pack-board')]
  .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.closest('[hidden]'))
  .map(e => [e.title || e.getAttribute('aria-label') || e.textContent,
             ...['x', 'y', 'width', 'height'].map(k => Math.round(e.getBoundingClientRect()[k]))])
"""
SHIFTS = """
window.shifts = [];
new PerformanceObserver(list => {
  for (const entry of list.getEntries())
    window.shifts.push(...entry.sources.map(({ node }) => node?.className || node?.nodeName));
}).observe({ type: 'layout-shift', buffered: true });
"""


def settled(page: Any) -> None:
    """Wait until the page says what it knows of the board."""
    page.wait_for_function(
        "() => /^[0-9]/.test(document.querySelector('.pack-left').textContent)"
        " && !/Counting|Finding/.test(document.querySelector('.pack-verdict').textContent)"
    )


def places(page: Any) -> dict[str, list[int]]:
    return {name: place for name, *place in page.evaluate(PLACES)}


@pytest.mark.parametrize("size", [(1440, 900), pytest.param((390, 844), marks=pytest.mark.slow)])
def test_placing_and_turning_pieces_moves_no_button(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(
        "pack/pentominoes 3x20",
        shows=".pack-choice",
        viewport={"width": size[0], "height": size[1]},
        script=SHIFTS,
    )
    settled(page)
    page.wait_for_timeout(300)
    before = places(page)
    page.evaluate("window.shifts.length = 0")
    carry(page, piece(page, "X"), cell(page, 2))
    settled(page)
    page.locator('.pack-choice[aria-label^="I"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    page.keyboard.press("Escape")
    page.wait_for_timeout(300)
    after = places(page)
    moved = {
        name: (before[name], place)
        for name, place in after.items()
        if name in before and before[name] != place
    }
    assert moved == {}
    assert page.evaluate("window.shifts") == []


def test_a_board_that_cannot_be_completed_moves_no_button_either(open_page: OpenPage) -> None:
    page = open_page("pack/pentominoes 3x20", shows=".pack-choice")
    settled(page)
    before = places(page)
    carry(page, piece(page, "X"), cell(page, 3))
    page.wait_for_selector('.pack-verdict[data-state="bad"]')
    after = places(page)
    assert {name for name in before if name in after and before[name] != after[name]} == set()
    page.get_by_role("button", name="Back to solvable").click()
    page.wait_for_selector('.pack-verdict[data-state="good"]')


def test_the_clock_of_a_board_runs_for_pieces_placed_by_hand_only(open_page: OpenPage) -> None:
    page = open_page("pack/pentominoes 3x20", shows=".pack-choice")
    settled(page)
    clock = page.locator(".clock")
    assert clock.get_attribute("data-state") == "armed"
    page.get_by_role("button", name="Hint").click()
    page.wait_for_timeout(400)
    assert clock.get_attribute("data-state") == "armed"
    page.get_by_role("button", name="Complete my board").click()
    page.wait_for_function(
        "() => document.querySelector('.pack-verdict').textContent === 'Solved.'"
    )
    assert clock.inner_text() == "0.00"
    page.get_by_role("button", name="Take all pieces off").click()
    settled(page)
    carry(page, piece(page, "X"), cell(page, 2))
    page.wait_for_selector('.clock[data-state="running"]')
    page.get_by_role("button", name="Complete my board").click()
    page.wait_for_function(
        "() => document.querySelector('.pack-verdict').textContent === 'Solved.'"
    )
    # The server placed the rest: that is no time of a person.
    assert clock.get_attribute("data-state") == "idle"


def test_the_clock_of_a_puzzle_does_not_run_for_written_or_played_moves(
    open_page: OpenPage,
) -> None:
    page = open_page("play/2x2x2", reduced_motion="reduce")
    page.get_by_role("button", name="Scramble").click()
    page.wait_for_selector('.clock[data-state="armed"]')
    page.fill(".notation textarea", "R U R'")
    page.wait_for_function("() => document.querySelector('.count').textContent === '3'")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Step forward").click()
    page.wait_for_timeout(300)
    assert page.locator(".clock").get_attribute("data-state") == "armed"
    page.locator(".puzzlery-canvas").focus()
    page.keyboard.press("r")
    page.wait_for_selector('.clock[data-state="running"]')


@pytest.fixture
def mortal(tmp_path: Path, browser: Any) -> Iterator[Server]:
    """A server that may be killed; it is started again at the same port."""
    server = Server(tmp_path)
    yield server
    if server.process.poll() is None:
        server.stop()


def restarted(server: Server) -> Server:
    port = server.address.rstrip("/").rsplit(":", 1)[1]
    return Server(server.folder, "--port", port)


def wait_for_loss(page: Any) -> float:
    """Seconds until the page says that the server does not answer."""
    start = time.monotonic()
    page.wait_for_selector(".lost:not([hidden])", timeout=10_000)
    return time.monotonic() - start


def test_a_lost_server_is_told_within_three_seconds_and_a_board_goes_on_when_it_is_back(
    browser: Any, mortal: Server
) -> None:
    page = browser.new_page(viewport={"width": 1000, "height": 700})
    page.goto(f"{mortal.address}#/pack/pentominoes 3x20")
    page.wait_for_selector(".pack-choice")
    settled(page)
    mortal.kill()
    assert wait_for_loss(page) < 3
    # Pieces can still be placed; what is known of the board comes later.
    carry(page, piece(page, "X"), cell(page, 2))
    page.wait_for_function("() => location.hash.includes('placed=X')")
    again = restarted(mortal)
    try:
        page.wait_for_selector(".lost", state="hidden")
        page.wait_for_function("() => document.querySelector('.pack-left').textContent === '4'")
    finally:
        page.close()
        again.stop()


def test_a_job_is_followed_to_its_end_over_a_restart(browser: Any, mortal: Server) -> None:
    page = browser.new_page(viewport={"width": 1000, "height": 700})
    scramble = "R U F' L2 D B' R2 U' F L D2 B R' U2 F2 L' D' B2"
    page.goto(f"{mortal.address}#/solve/3x3x3?setup={scramble.replace(' ', '+')}")
    page.wait_for_selector(".ask")
    page.get_by_text("Goal and limits").click()
    page.get_by_label("Seconds at most").fill("8")
    page.get_by_label("Method").select_option("general")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector('.job[data-status="running"]')
    mortal.kill()
    assert wait_for_loss(page) < 3
    again = restarted(mortal)
    try:
        page.wait_for_selector('.job[data-status="done"]', timeout=120_000)
        page.wait_for_selector(".solutions b")
    finally:
        page.close()
        again.stop()


def test_a_page_that_could_not_be_opened_opens_when_the_server_is_back(
    browser: Any, mortal: Server
) -> None:
    page = browser.new_page(viewport={"width": 1000, "height": 700})
    page.goto(f"{mortal.address}#/play/2x2x2")
    page.wait_for_selector(".puzzlery-canvas")
    mortal.kill()
    wait_for_loss(page)
    page.evaluate("location.hash = '#/play/skewb'")
    page.wait_for_selector(".fault")
    again = restarted(mortal)
    try:
        page.wait_for_selector(".puzzlery-canvas")
        page.wait_for_function(
            "() => document.querySelector('.puzzle-name').textContent === 'skewb'"
        )
    finally:
        page.close()
        again.stop()
