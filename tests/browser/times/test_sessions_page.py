"""Times: a whole session as a person goes through it, and that nothing of it is lost."""

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.browser.conftest import OpenPage
from tests.browser.hands import solve_two_moves, wait_until
from tests.web.server import Server, running

SHOWN = ".times-clock"
# Sets the page's clock to where a test wants it, and lets time pass as it is told.
TIME = """
(() => {
  // It outlives a reload, as time does.
  let shift = Number(sessionStorage.getItem("shift"));
  const now = performance.now.bind(performance);
  performance.now = () => now() + shift;
  window.pass = (milliseconds) => sessionStorage.setItem("shift", shift += milliseconds);
})();
"""


def face(page: Any) -> str:
    text: str = page.locator(SHOWN).inner_text()
    return text


def hold_space(page: Any, milliseconds: int) -> None:
    page.keyboard.down("Space")
    page.evaluate(f"pass({milliseconds})")
    page.keyboard.up("Space")


def time_solve(page: Any, milliseconds: int, *, inspection: int = 3_000) -> None:
    """Scramble, inspect, start, and stop after so long; the page's own time runs on meanwhile."""
    page.wait_for_selector(".times-scramble .scramble")
    hold_space(page, 10)
    page.wait_for_selector(f'{SHOWN}[data-state="inspecting"]')
    page.evaluate(f"pass({inspection})")
    hold_space(page, 400)
    page.wait_for_selector(f'{SHOWN}[data-state="running"]')
    page.evaluate(f"pass({milliseconds})")
    page.keyboard.press("Space")
    page.wait_for_selector(f'{SHOWN}[data-state="done"]')


def listed(page: Any) -> list[str]:
    texts: list[str] = page.locator(".solve b").all_inner_texts()
    return texts


def rows(page: Any) -> dict[str, list[str]]:
    """The table of averages: the current and the best one of each size."""
    found = page.locator(".averages tbody tr").all_inner_texts()
    return {row.split()[0]: row.split()[1:] for row in found}


def kept(server: Any, session: str) -> list[dict[str, Any]]:
    solves: list[dict[str, Any]] = server.get(f"/api/sessions/{session}").json()["solves"]
    return solves


def test_a_whole_session(tmp_path: Path, browser: Any) -> None:
    """Scramble, inspect, solve, +2, average, comment, delete, undo, reload, and a killed server."""
    screen = {"width": 1100, "height": 760}
    with running(tmp_path) as server, closing(browser.new_context(viewport=screen)) as context:
        go_through_a_session(tmp_path, server, context)


def go_through_a_session(folder: Path, server: Server, context: Any) -> None:
    port = re.search(r":(\d+)/", server.address)
    assert port is not None
    page = context.new_page()
    page.add_init_script(TIME)
    page.goto(f"{server.address}#/times/2x2x2")
    page.wait_for_selector(".times-scramble .scramble")
    first = page.locator(".scramble").inner_text()
    assert len(first.split()) == 11
    assert page.locator(".times-drawing img").evaluate("image => image.decode().then(() => 1)") == 1

    for seconds in (10, 11, 12, 13, 14):
        time_solve(page, 1000 * seconds)
    page.wait_for_function("() => document.querySelectorAll('.averages tbody tr').length === 3")
    solves = kept(server.client, "2x2x2")
    assert solves[0]["scramble"] == first
    assert len({solve["scramble"] for solve in solves}) == 5
    assert [solve["milliseconds"] // 1000 for solve in solves] == [10, 11, 12, 13, 14]
    middle = sum(solve["milliseconds"] // 10 for solve in solves[1:4]) / 300
    assert abs(float(rows(page)["ao5"][0]) - middle) < 0.006

    # A penalty changes the last time and the average; another press takes it back.
    before = face(page)
    page.get_by_role("radiogroup", name="Penalty").first.get_by_text("+2").click()
    page.wait_for_function(f"() => document.querySelector('{SHOWN}').textContent.endsWith('+')")
    assert abs(float(face(page)[:-1]) - float(before) - 2) < 0.001
    page.get_by_role("button", name="Take back the last change").click()
    page.wait_for_function(f"() => !document.querySelector('{SHOWN}').textContent.endsWith('+')")

    # A comment, and a solve that is deleted and put back.
    page.locator(".solve").nth(2).click()
    page.get_by_label("Comment").fill("lucky")
    page.get_by_label("Comment").press("Tab")
    page.wait_for_selector(".solve .comment:text('lucky')")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('.solve').length === 4")
    page.get_by_role("button", name="Take back the last change").click()
    page.wait_for_function("() => document.querySelectorAll('.solve').length === 5")
    all_five = listed(page)

    # Another tab sees them, and what it adds is seen here.
    other = context.new_page()
    other.add_init_script(TIME)
    other.goto(f"{server.address}#/times/2x2x2")
    other.wait_for_function("() => document.querySelectorAll('.solve').length === 5")
    assert listed(other) == all_five
    time_solve(other, 9_000)
    page.wait_for_function("() => document.querySelectorAll('.solve').length === 6")
    other.close()

    # The server dies; the next solve is kept by the browser, also through a reload of a new server.
    server.kill()
    time_solve(page, 8_000)
    assert len(listed(page)) == 7
    page.wait_for_selector("text=1 solve waits in this browser")
    with running(folder, "--port", port[1]) as again:
        page.wait_for_selector("text=1 solve waits in this browser", state="detached")
        assert len(kept(again.client, "2x2x2")) == 7


def test_a_reload_in_the_midst_of_a_solve_loses_nothing(open_page: OpenPage) -> None:
    page = open_page("times/skewb", shows=SHOWN, script=TIME)
    page.wait_for_selector(".times-scramble .scramble")
    scramble = page.locator(".scramble").inner_text()
    page.reload()
    page.wait_for_selector(".times-scramble .scramble")
    assert page.locator(".scramble").inner_text() == scramble
    hold_space(page, 10)
    hold_space(page, 400)
    page.wait_for_selector(f'{SHOWN}[data-state="running"]')
    page.reload()
    page.wait_for_selector(f'{SHOWN}[data-state="running"]')
    page.evaluate("pass(5000)")
    page.keyboard.press("Space")
    page.wait_for_selector(".solve")
    assert 5 <= float(listed(page)[0]) < 60
    page.locator(".solve").click()
    assert page.locator(".solve-details .setup").inner_text() == scramble


def test_inspection_calls_and_gives_penalties(open_page: OpenPage) -> None:
    page = open_page("times/pyraminx", shows=SHOWN, script=TIME)
    page.wait_for_selector(".times-scramble .scramble")
    hold_space(page, 10)
    for passed, said in ((8_100, "8 seconds"), (4_000, "12 seconds")):
        page.evaluate(f"pass({passed})")
        page.wait_for_selector(f".puzzlery-voice:text('{said}')", state="attached")
    page.evaluate("pass(3000)")
    wait = f"() => document.querySelector('{SHOWN}').textContent === '+2'"
    page.wait_for_function(wait)
    hold_space(page, 400)
    page.evaluate("pass(7000)")
    page.keyboard.press("Space")
    page.wait_for_selector(".solve b[data-penalty='+2']")


def test_a_finger_starts_and_stops(open_page: OpenPage) -> None:
    page = open_page("times/2x2x2?session=touch", shows=SHOWN, script=TIME)
    page.wait_for_selector(".times-scramble .scramble")
    page.locator(SHOWN).hover()
    page.mouse.down()
    page.mouse.up()
    page.wait_for_selector(f'{SHOWN}[data-state="inspecting"]')
    page.mouse.down()
    page.evaluate("pass(400)")
    page.wait_for_selector(f'{SHOWN}[data-state="ready"]')
    page.mouse.up()
    page.evaluate("pass(6000)")
    page.mouse.down()
    page.wait_for_selector(f'{SHOWN}[data-state="done"]')
    page.mouse.up()
    assert 6 <= float(face(page)) < 60


def test_files_of_timers_are_read_and_written(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("times/megaminx", shows=SHOWN)
    table = tmp_path / "times.csv"
    table.write_text("No.;Time;Comment;Scramble;Date;P.1\n1;59.90;;R++;2026-01-01 10:00:00;59.90\n")
    page.get_by_text("Sessions and files").click()
    page.locator("input[type=file]").set_input_files(table)
    page.wait_for_selector(".solve b:text('59.90')")
    with page.expect_download() as saved:
        page.get_by_role("button", name="csTimer").click()
    content = json.loads(Path(saved.value.path()).read_text())
    written = [
        solve for name, solves in content.items() if name != "properties" for solve in solves
    ]
    assert any(solve[:2] == [[0, 59900], "R++"] for solve in written)


def test_a_puzzle_solved_on_the_screen_is_kept(open_page: OpenPage) -> None:
    page = open_page("play/2x2x2", reduced_motion="reduce")
    solve_two_moves(page)
    assert "kept in Times" in page.locator(".toast").inner_text()
    page.get_by_role("link", name="Times").click()
    page.wait_for_selector(".session-card select option:text('2x2x2 on screen')", state="attached")
    page.get_by_label("Session", exact=True).select_option(label="2x2x2 on screen")
    wait_until(page, "session", "noted === '2x2x2 on screen'")
    page.wait_for_selector(".solve .comment:text('2 moves')")
