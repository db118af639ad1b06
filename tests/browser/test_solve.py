"""The solve page: a state is given, solved, watched, and played."""

from typing import Any

import pytest
from tests.browser.conftest import OpenPage
from tests.browser.hands import noted, wait_until

from puzzlery.twisty.catalog import puzzle


def solve(page: Any, status: str = "done") -> None:
    """Begin a job, and wait until it has come that far."""
    page.get_by_role("button", name="Solve", exact=True).click()
    wait_for(page, status)


def wait_for(page: Any, status: str) -> None:
    page.wait_for_selector(f'.job[data-status="{status}"]', timeout=60_000)


def shown_alg(page: Any) -> str:
    found: str = page.locator('.solutions [aria-pressed="true"] .alg').inner_text()
    return found


def test_a_state_is_solved_played_and_found_again(open_page: OpenPage) -> None:
    page = open_page("solve/2x2x2?setup=R+U", reduced_motion="reduce")
    solve(page)
    alg = shown_alg(page)
    assert puzzle("2x2x2").apply(f"R U {alg}").is_solved
    page.reload()
    wait_for(page, "done")
    page.wait_for_selector('.solutions [aria-pressed="true"]')
    assert shown_alg(page) == alg
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Step back").click()
    page.get_by_role("button", name="Step forward").click()
    page.wait_for_function(
        "() => document.querySelector('.puzzlery-voice').textContent.endsWith('; solved')"
    )


def test_a_job_is_found_after_a_reload_and_cancelled(open_page: OpenPage) -> None:
    # Superflip: nothing shorter than its 20 moves is ruled out within any search_seconds.
    scramble = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
    page = open_page(f"solve/3x3x3?setup={scramble.replace(' ', '+')}")
    page.get_by_text("Goal and limits").click()
    page.get_by_label("Seconds at most").fill("600")
    solve(page, "running")
    key = noted(page, "job")
    page.reload()
    wait_for(page, "running")
    assert noted(page, "job") == key
    assert page.get_by_label("Seconds at most").input_value() == "600"
    page.get_by_role("button", name="Cancel", exact=True).click()
    wait_for(page, "cancelled")
    page.get_by_text("Latest jobs").click()
    assert "cancelled" in page.locator(".jobs").inner_text()


def test_what_cannot_be_solved_is_told_with_the_reason(open_page: OpenPage) -> None:
    cube = puzzle("2x2x2")
    colors = list(cube.solved_colors)
    other = next(place for place in range(24) if colors[place] != colors[0])
    colors[0], colors[other] = colors[other], colors[0]
    page = open_page(f"solve/2x2x2?colors={''.join(map(str, colors))}")
    solve(page, "failed")
    assert "no moves of 2x2x2 lead to this state" in page.locator(".reasons-text").inner_text()


def test_every_method_goal_and_metric_has_a_sentence(open_page: OpenPage) -> None:
    page = open_page("solve/3x3x3")
    page.get_by_text("Goal and limits").click()
    heard = {}
    for number, select in enumerate(page.locator(".ask select").all()):
        for name in select.locator("option").all_inner_texts():
            select.select_option(label=name)
            heard[name] = page.locator(".ask p.quiet").nth(number).inner_text()
    assert {"twophase", "Every sticker at home", "OBTM"} <= heard.keys()
    assert "coordinates" not in heard
    assert len(set(heard.values())) == len(heard)
    assert all(words[0].isupper() and words.endswith(".") for words in heard.values())


def test_solve_waits_for_the_state_of_the_address(open_page: OpenPage) -> None:
    slow_check = """
        const quick = window.fetch;
        window.fetch = async (address, options) => {
            const answer = await quick(address, options);
            if (String(address).endsWith("/check")) await new Promise((go) => setTimeout(go, 1500));
            return answer;
        };
    """
    colors = puzzle("2x2x2").apply("R").coloring.picks
    page = open_page(f"solve/2x2x2?colors={''.join(map(str, colors))}", script=slow_check)
    solve(page)
    assert shown_alg(page) == "R'"


@pytest.mark.slow
def test_play_and_check_hand_their_state_over(open_page: OpenPage) -> None:
    page = open_page("play/2x2x2?setup=R+U&alg=F")
    page.wait_for_function("() => document.querySelector('.count').textContent === '1'")
    page.get_by_role("button", name="Solve", exact=True).click()
    wait_until(page, "setup", "location.hash.startsWith('#/solve/') && noted === 'R U F'")
    page = open_page("check/2x2x2")
    page.get_by_role("button", name="Solve it").click()
    wait_until(page, "colors", "location.hash.startsWith('#/solve/') && noted.length === 24")
    solve(page)
    assert page.locator(".solutions b").first.inner_text().startswith("0 moves")


@pytest.mark.slow
def test_solutions_are_played_by_parts_and_compared(open_page: OpenPage) -> None:
    page = open_page("solve/2x2x2?setup=R+U+F2", reduced_motion="reduce")
    for method in ("commutators", "words"):
        page.get_by_label("Method").select_option(method)
        solve(page)
        page.wait_for_selector(f'.solutions [aria-pressed="true"]:has-text("{method}")')
    assert page.locator(".solutions li").count() == 2
    for box in page.get_by_role("checkbox", name="Compare").all():
        box.check()
    assert {"commutators", "words"} <= set(page.locator(".compared td").all_inner_texts())
    page.locator('.solutions .reason:has-text("commutators")').click()
    page.get_by_role("switch", name="Part by part").check()
    page.locator(".by-part .reason").first.click()
    page.wait_for_function(
        "() => parseInt(document.querySelector('.place').textContent) > 0", timeout=60_000
    )


@pytest.mark.slow
def test_turning_by_hand_leads_to_another_state(open_page: OpenPage) -> None:
    page = open_page("solve/2x2x2?setup=R", reduced_motion="reduce")
    page.wait_for_selector(".ask")
    page.locator(".puzzlery-canvas").focus()
    page.keyboard.press("u")
    page.keyboard.press("Shift+f")
    wait_until(page, "setup", 'noted === "R U F\'"')
