"""Addresses with missing or wrong parts: a sentence, and a way on."""

from typing import Any

import pytest

FINE = ".stage-host:not(.loading) :is(.puzzlery-canvas, .pack-board, .door)"


@pytest.fixture
def visit(browser: Any, address: str) -> Any:
    """Opens an address; answers with a status of 4xx are what these tests are about."""
    contexts: list[Any] = []
    faults: list[str] = []

    def opened(place: str) -> Any:
        context = browser.new_context(viewport={"width": 880, "height": 520})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.goto(f"{address}#{place}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.mark.parametrize(
    ("place", "leads"),
    [
        ("", "#/home"),
        pytest.param("/", "#/home", marks=pytest.mark.slow),
        ("/play", "#/play/3x3x3"),
        pytest.param("/check/", "#/check/3x3x3", marks=pytest.mark.slow),
        pytest.param("/solve", "#/solve/3x3x3", marks=pytest.mark.slow),
        pytest.param("/pieces", "#/pieces/3x3x3", marks=pytest.mark.slow),
        ("/design", "#/design/c%20f%200.4"),
        ("/pack", "#/pack/pentominoes%206x10"),
        pytest.param("/pack/", "#/pack/pentominoes%206x10", marks=pytest.mark.slow),
        ("/pack/soma", "#/pack/soma%203x3x3"),
        ("/nowhere/3x3x3", "#/home"),
    ],
)
def test_what_is_missing_is_filled_in(visit: Any, place: str, leads: str) -> None:
    page = visit(place)
    page.wait_for_selector(FINE)
    assert page.locator(".fault").count() == 0
    if place:
        page.wait_for_function(
            "leads => location.hash.startsWith(leads) || location.hash === '#/'", arg=leads
        )
    if "nowhere" in place:
        assert "nowhere" in page.locator(".toast").inner_text()


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("/play/nonsense", "nonsense"),
        ("/play/99x99x99", "stickers"),
        ("/design/my:none", "none"),
        ("/pack/nonsense", "Choose a set of pieces and a board"),
        pytest.param("/pack/pentominoes 0x0", "", marks=pytest.mark.slow),
        ("/pack/nonsense 6x10", "nonsense"),
    ],
)
def test_what_is_wrong_is_said_with_a_way_on(visit: Any, place: str, says: str) -> None:
    page = visit(place)
    page.wait_for_selector(".fault")
    told = page.locator(".fault p").inner_text()
    assert says in told
    assert len(told) > 10
    assert "String should" not in told
    page.get_by_role("link", name=" with ").click()
    page.wait_for_selector(FINE)
    assert page.locator(".fault").count() == 0


@pytest.mark.parametrize(
    "place",
    [
        "/play/3x3x3?setup=Q&alg=R",
        pytest.param("/play/3x3x3?alg=R%20Q", marks=pytest.mark.slow),
        "/play/3x3x3?view=a,b,c",
        "/check/3x3x3?colors=zz",
        "/solve/3x3x3?job=none",
        pytest.param("/solve/3x3x3?colors=01", marks=pytest.mark.slow),
        pytest.param("/pieces/3x3x3?explode=far", marks=pytest.mark.slow),
        "/pack/pentominoes 6x10?placed=zz_9999&given=-1",
    ],
)
def test_a_wrong_query_does_not_keep_the_page_from_opening(visit: Any, place: str) -> None:
    page = visit(place)
    page.wait_for_selector(FINE)
    page.wait_for_timeout(400)
    assert page.locator(".fault").count() == 0
