"""The time left: replayed from real searches, watched in a live one, and fed with nonsense."""

import json
from itertools import pairwise
from math import inf, isfinite
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlery.core.progress import Report
from puzzlery.core.time_left import ENOUGH, MOST_CHANGE, Calm, Deepening, Steady
from puzzlery.errors import Stopped
from puzzlery.solve.cube3.optimal import STATES
from puzzlery.solve.cube3.optimal_moves import alphabet
from puzzlery.solve.moves.canonical import word_counts
from puzzlery.twisty.catalog import puzzle

RUNS = json.loads((Path(__file__).parents[1] / "data/search_runs.json").read_text())
Rows = list[tuple[float, int, int, float]]
WHICH = range(len(RUNS))
# Those that tried a length for several seconds and then went on to the next.
LONG = (1, 2, 3)


def words_of(metric: str) -> list[float]:
    moves = alphabet(metric).moves
    return word_counts(moves.follow, moves.costs, 100 * STATES)


def replayed(rows: Rows, metric: str, longest: float = inf) -> list[float | None]:
    step = 2 if metric == "OBQTM" else 1
    search = Deepening(lambda: words_of(metric), STATES, longest=longest, step=step)
    return [search.left(length, part, nodes, at) for at, length, nodes, part in rows]


def told(lefts: list[float | None]) -> list[float]:
    return [left for left in lefts if left is not None]


def assert_no_leap(lefts: list[float | None]) -> None:
    """Between two reports nothing changes by an order of magnitude."""
    seen = told(lefts)
    for one, other in pairwise(seen):
        assert max(one, other, 1) / max(min(one, other), 1) < 10


@pytest.mark.parametrize("which", WHICH)
def test_a_recorded_search_is_foretold_without_leaps(which: int):
    run = RUNS[which]
    lefts = replayed(run["rows"], run["metric"])
    assert len(told(lefts)) > len(lefts) / 2
    assert_no_leap(lefts)


@pytest.mark.parametrize("which", LONG)
def test_a_recorded_search_of_known_lengths_is_foretold_within_a_factor(which: int):
    """Up to the last length that was tried as a whole, the recording knows the true time left."""
    rows, metric = RUNS[which]["rows"], RUNS[which]["metric"]
    step = 2 if metric == "OBQTM" else 1
    # A search that has found a solution stands at the next length already.
    last = max(length for _, length, _, _ in rows) - (step if RUNS[which]["solved"] else 0)
    end = next(at for at, length, _, _ in rows if length == last)
    before = [row for row in rows if row[1] < last]
    lefts = replayed(before, metric, longest=last - step)
    judged = [
        left / (end - at)
        for (at, length, _, part), left in zip(before, lefts, strict=True)
        if left is not None and end - at > 2 and (length < last - step or part > ENOUGH)
    ]
    assert judged
    assert 1 / 3 < sorted(judged)[len(judged) // 2] < 3
    assert all(1 / 6 < ratio < 6 for ratio in judged)


def test_the_former_estimate_leapt():
    """The test for leaps can fail: seconds so far by the part of a length does leap."""
    rows = RUNS[0]["rows"]
    former = [at * (1 - part) / part if part else None for at, _, _, part in rows]
    with pytest.raises(AssertionError):
        assert_no_leap(former)


def watched(state: str, method: str, word: str) -> list[float | None]:
    """The seconds left as a live search on the 3x3x3 tells them, stopped after some."""
    lefts: list[float | None] = []

    def heard(report: Report) -> None:
        if word in report.note:
            lefts.append(report.seconds_left)
        if len(told(lefts)) >= 60:
            raise Stopped("seen enough")

    with pytest.raises(Stopped, match="seen enough"):
        puzzle("3x3x3").solve(state, method=method, memory=170 << 20, progress=heard)
    return lefts


def test_a_live_search_is_foretold_without_leaps():
    # All pieces in place and all edges flipped: 20 moves, and long work for any machine.
    superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
    assert_no_leap(watched(superflip, "optimal", "length "))


def test_a_search_of_any_puzzle_tells_its_time_too():
    assert_no_leap(watched("R2 F2 D2 B U2 F' L2 B U2 L2 F2 R' D' B' L", "search", "nodes"))


reports = st.lists(
    st.tuples(
        st.floats(0, 1e4), st.integers(0, 60), st.integers(0, 10**15), st.floats(0, 1)
    ),
    min_size=2,
)  # fmt: skip


@given(reports, st.sampled_from([inf, 17, 3]), st.booleans())
def test_no_series_of_reports_makes_it_leap(rows: Rows, longest: float, sort: bool):
    """Clocks that stand still, parts that fall, lengths that repeat, nodes that vanish."""
    lefts = told(replayed(sorted(rows) if sort else rows, "OBTM", longest))
    assert all(isfinite(left) and left > 0 for left in lefts)
    for one, later in pairwise(max(left, 1.0) for left in lefts):
        assert 1 / MOST_CHANGE < later / one * (1 + 1e-9) < MOST_CHANGE * (1 + 1e-6)


@given(st.lists(st.tuples(st.floats(0, 1e9), st.floats(0, 1e6)), min_size=1))
def test_no_series_makes_steady_work_leap(rows: list[tuple[float, float]]):
    steady = Steady()
    lefts = [steady.left(done, 1e9, at) for done, at in rows]
    assert all(left is None or left >= 0 for left in lefts)
    for one, later in pairwise(told(lefts)):
        assert not later or 1 / 5.01 < max(later, 1) / max(one, 1) < 5.01


@given(st.floats(0.5, 1e6), st.floats(0, 0.9))
def test_steady_work_is_foretold_exactly(takes: float, before: float):
    """Also where a part was done before: a job that is resumed."""
    steady = Steady()
    lefts = []
    for tick in range(1, 101):
        spent = takes * tick / 100
        done = before + (1 - before) * tick / 100
        left = steady.left(done, 1.0, spent)
        if left is not None:
            lefts.append(abs(left - (takes - spent)) / takes)
    assert all(off < 0.05 for off in lefts[1:])


def test_nothing_is_made_up_of_the_first_moments():
    steady = Steady()
    assert steady.left(5, None, 10) is None
    assert steady.left(5, 1000, 0.1) is None
    search = Deepening(lambda: words_of("OBTM"), STATES)
    assert search.left(12, 0.5, 10_000, 0.5) is None
    assert search.left(12, 0.01, 10_000, 5.0) is None


def test_calm_follows_what_stays():
    calm = Calm()
    estimates = [10_000] * 5 + [100 - tick * 0.1 for tick in range(5, 400)]
    lefts = [calm.told(left, tick * 0.1) for tick, left in enumerate(estimates)]
    assert lefts[0] == 10_000
    assert lefts[200] == pytest.approx(80)


def test_words_are_as_many_as_published():
    """Rokicki's counts of canonical sequences, in half and in quarter turns (cube20.org)."""
    assert words_of("OBTM")[:6] == [1, 18, 243, 3240, 43254, 577368]
    assert words_of("OBQTM")[:4] == [1, 12, 114, 1068]
    assert words_of("OBTM")[18] / words_of("OBTM")[17] == pytest.approx(13.348, abs=0.001)
