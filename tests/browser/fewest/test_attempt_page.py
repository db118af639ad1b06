"""Fewest: a whole attempt as a person makes it, and that nothing of it is lost."""

import re
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.web.server import Server, running

from puzzlery import puzzle

CUBE = puzzle("3x3x3")
SCRAMBLE = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F"
TREE = ".fewest-tree li"
FOUND = "[aria-label=Candidates] button"


def find(page: Any, step: str, **filters: str) -> list[str]:
    """Ask for candidates of a step, and read them."""
    page.get_by_label("Step", exact=True).select_option(step)
    for name, text in filters.items():
        page.get_by_label(name, exact=True).fill(text)
    page.get_by_role("button", name="Find").click()
    page.wait_for_selector(FOUND, timeout=60_000)
    texts: list[str] = page.locator(FOUND).all_inner_texts()
    return texts


def take(page: Any, number: int) -> None:
    """Continue the open branch by a candidate."""
    before = page.locator(TREE).count()
    page.locator(FOUND).nth(number).click()
    page.wait_for_function(f"() => document.querySelectorAll('{TREE}').length === {before + 1}")


def rows(page: Any) -> list[str]:
    texts: list[str] = page.locator(f"{TREE} code").all_inner_texts()
    return texts


def reached(page: Any, words: str) -> None:
    page.wait_for_selector(f".fewest-reached:has-text('{words}')")


def axis(page: Any, number: int) -> list[str]:
    texts: list[str] = (
        page.locator(".fewest-axes tbody tr").nth(number).locator("td").all_inner_texts()
    )
    return texts


def test_a_whole_attempt(tmp_path: Path, browser: Any) -> None:
    """Steps on both sides, branches compared, filters, undo, a reload, a tab, a killed server."""
    screen = {"width": 1200, "height": 860}
    with running(tmp_path) as server, closing(browser.new_context(viewport=screen)) as context:
        go_through_an_attempt(tmp_path, server, context)


def go_through_an_attempt(folder: Path, server: Server, context: Any) -> None:
    port = re.search(r":(\d+)/", server.address)
    assert port is not None
    page = context.new_page()
    page.goto(f"{server.address}#/fewest")
    page.wait_for_selector(".fewest-net")
    drawn = page.locator(".scramble").inner_text()
    assert drawn.startswith("R' U' F ")
    assert drawn.endswith(" R' U' F")

    page.get_by_text("Name, or a scramble of your own").click()
    page.get_by_label("Your scramble").fill("R U Q")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".toast:has-text('Q')")
    page.get_by_label("Your scramble").fill(SCRAMBLE)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(f'.scramble:text-is("{SCRAMBLE}")')
    reached(page, "Nothing reached yet")

    # What is bad on an axis is lit, and nothing else: two stickers an edge and three a corner.
    assert axis(page, 1)[:3] == ["4", "7", "7c6e"]
    page.get_by_role("radio", name="FB").click()
    page.wait_for_selector(f'.fewest-net[data-lit="{2 * 4 + 3 * 7}"]')
    page.get_by_role("radio", name="All").click()

    # EO on the inverse, two domino reductions after it, and one of them goes on to the end.
    assert any("(L R B)" in text for text in find(page, "EO"))
    take(page, next(k for k, t in enumerate(find(page, "EO")) if t.split("\n")[1] == "(L R B)"))
    reached(page, "eo on fb")
    assert axis(page, 1)[0] == "0"
    few = find(page, "DR", Triggers="R, R U2 R", Subsets="4a1, 4b2")
    assert all("4a1" in text or "4b2" in text for text in few)
    take(page, 0)
    reached(page, "dr on")
    page.locator(TREE).nth(1).locator("button").click()
    reached(page, "eo on fb")
    find(page, "DR")
    take(page, 0)
    assert page.locator("[aria-label=Compared] tr").count() == 2
    find(page, "HTR")
    take(page, 0)
    reached(page, "htr")
    find(page, "FIN")
    take(page, 0)
    solution = page.locator(".fewest-solution code").inner_text()
    assert CUBE.apply(SCRAMBLE).apply(solution).is_solved
    said = page.locator(".fewest-solution").inner_text()
    assert f"with {CUBE.alg(solution).length('HTM')} moves" in said
    assert page.locator(".fewest-handed pre").inner_text().startswith("(L R B)  // eo on fb (3/3)")
    assert "solved" in page.locator("[aria-label=Compared] tr").first.inner_text()
    whole = rows(page)
    assert len(whole) == 6

    # A branch is deleted with all that continues it, and put back.
    page.locator(TREE).nth(1).locator("button").click()
    page.get_by_role("button", name="Delete this branch").click()
    page.wait_for_function(f"() => document.querySelectorAll('{TREE}').length === 1")
    page.get_by_role("button", name="Take back the last change").click()
    page.wait_for_function(f"() => document.querySelectorAll('{TREE}').length === 6")

    # A reload and another tab see the same; what one adds the other shows.
    page.reload()
    page.wait_for_function(f"() => document.querySelectorAll('{TREE}').length === 6")
    assert rows(page) == whole
    other = context.new_page()
    other.goto(f"{server.address}#/fewest")
    other.wait_for_function(f"() => document.querySelectorAll('{TREE}').length === 6")
    other.get_by_label("Your moves").fill("U (R2 D)")
    other.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_selector(f"{TREE} code:text-is('U (R2 D)')")
    other.close()

    # The server dies; a comment is kept by the browser until there is a server again.
    page.locator(TREE).nth(1).locator("button").click()
    server.kill()
    page.get_by_label("Comment on this branch").fill("three moves!")
    page.get_by_label("Comment on this branch").press("Tab")
    page.wait_for_selector("text=1 branch waits in this browser")
    with running(folder, "--port", port[1]) as again:
        page.wait_for_selector("text=1 branch waits in this browser", state="detached")
        [attempt, *_] = again.client.get("/api/attempts").json()
        kept = again.client.get(f"/api/attempts/{attempt['id']}").json()["branches"]
        assert [b["comment"] for b in kept if b["moves"] == "(L R B)"] == ["three moves!"]
        assert len([b for b in kept if not b["deleted"]]) == 6
