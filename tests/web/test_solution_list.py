"""All solutions in a list tell the same as the graph of all solutions."""

import random

import pytest

from puzzlery.cover.exact_cover import ExactCover
from puzzlery.errors import TimedOut
from puzzlery.web.packings.live_packing import LivePacking
from puzzlery.web.packings.packing_view import bounded_packing
from puzzlery.web.packings.solution_list import SolutionList, listed


@pytest.fixture(scope="module")
def soma() -> SolutionList:
    found = listed(bounded_packing("soma", "3x3x3").exact_cover())
    assert found is not None
    return found


def test_the_list_agrees_with_the_graph_on_every_board(soma: SolutionList) -> None:
    graph = bounded_packing("soma", "3x3x3").exact_cover(symmetries=False).graph()
    chance = random.Random(5)
    for size in (0, 1, 1, 2, 3, 7):
        given = chance.sample(soma.kth(chance.randrange(soma.count())), size)
        few, all_ways = soma.given(given), graph.given(given)
        assert few.count() == all_ways.count() > 0
        assert few.placement_counts() == all_ways.placement_counts()
    # 240 assemblies, each turned and mirrored in 48 ways.
    assert soma.count() == 240 * 48


def test_no_solution_is_listed_twice_and_each_fills_the_board(soma: SolutionList) -> None:
    options = bounded_packing("soma", "3x3x3").options()
    assert len({tuple(sorted(soma.kth(k))) for k in range(soma.count())}) == soma.count()
    for k in (0, 77, soma.count() - 1):
        cells = [cell for option in soma.kth(k) for cell in options[option].cells]
        assert len(cells) == len(set(cells)) == 27


def test_a_pyramid_is_counted_live() -> None:
    # The published number of ways to fill the pyramid, each in its 8 positions.
    live = LivePacking(bounded_packing("iq", "pyramid5"))
    live._build()
    assert live.is_settled
    found = live.solution_count(())
    assert (found.count, found.exact) == (8 * 3340, True)
    option = live.solution(())[0]  # type: ignore[index]
    assert live.solution_count((option,)).count == found.counts[option]  # type: ignore[index]


def test_what_cannot_be_counted_in_time_is_judged_by_sampling(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def out_of_time(*_: object, **__: object) -> None:
        raise TimedOut("as on a slow machine")

    monkeypatch.setattr(ExactCover, "graph", out_of_time)
    monkeypatch.setattr(ExactCover, "count", out_of_time)
    monkeypatch.setattr("puzzlery.web.packings.live_packing.STATUS_SECONDS", 60.0)
    live = LivePacking(bounded_packing("iq", "5x11"))
    found = live.solution_count(())
    assert not found.exact
    assert found.about is not None
    # The published count, within the error of a small sample.
    assert 4_331_140 / 6 < found.about < 4_331_140 * 6
