"""Averages, by the regulations, by published results, and by a slow plain twin."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlery.sessions.averages import (
    average,
    average_row,
    distribution,
    moving_averages,
    next_averages,
    statistics,
    trimmed,
)
from puzzlery.sessions.timed_solve import TimedSolve

RESULTS = st.none() | st.integers(1, 59_000)


def hundredths(*times):
    return [None if time is None else round(100 * time) for time in times]


@pytest.mark.parametrize(
    ("times", "published"),
    [
        # Feliks Zemdegs, Malaysia Cube Open 2017; Yiheng Wang, Mofunland Cruise Open 2023.
        ((5.99, 5.28, 5.25, 6.13, 9.19), 5.80),
        ((4.72, 4.72, 3.99, 3.95, 5.99), 4.48),
    ],
)
def test_published_averages_of_five_come_out(times, published):
    assert average(hundredths(*times)) == round(100 * published)


def test_one_unfinished_solve_is_the_worst_and_two_leave_no_average():
    """Regulations 9f8 and 9f9."""
    assert average(hundredths(10, 11, 12, 13, None)) == 1200
    assert average(hundredths(10, 11, 12, None, None)) is None
    assert average(hundredths(10, None, 12)) is None


def test_times_are_cut_off_and_averages_rounded():
    """Regulation 9f1: 9.999 is 9.99, but the mean of 10.00, 10.01 and 10.01 is 10.01."""
    assert TimedSolve("a", 9_999).result == 999
    assert average([1000, 1001, 1001]) == 1001
    assert average([1000, 1000, 1001]) == 1000


def test_from_ten_minutes_on_seconds_count():
    """Regulation 9f2, with halves upwards."""
    assert TimedSolve("a", 599_999).result == 59_999
    assert TimedSolve("a", 600_499).result == 60_000
    assert TimedSolve("a", 600_500).result == 60_100
    assert average([60_000, 60_000, 60_100]) == 60_000
    assert average([60_000, 60_100, 60_100]) == 60_100


def test_a_penalty_is_added_after_the_time_is_cut_off():
    assert TimedSolve("a", 7_999, penalty="+2").result == 999


def test_an_average_leaves_out_a_twentieth_at_each_end():
    """As csTimer counts: 1 of 5 and of 12, 3 of 50, 5 of 100, where six DNFs are too many."""
    assert [trimmed(size) for size in (5, 12, 50, 100)] == [1, 1, 3, 5]
    assert average([None] * 5 + [1000] * 95) == 1000
    assert average([None] * 6 + [1000] * 94) is None


def slow_average(window):
    """From the definition: sorted with DNFs last, both ends cut off, rounded exactly."""
    cut = 0 if len(window) == 3 else math.ceil(Fraction(len(window), 20))
    ordered = sorted(math.inf if result is None else result for result in window)
    kept = ordered[cut : len(ordered) - cut]
    if math.inf in kept:
        return None
    exact = math.floor(Fraction(sum(kept), len(kept)) + Fraction(1, 2))
    return exact if exact < 60_000 else round(exact / 100) * 100


@given(st.lists(RESULTS, max_size=40), st.sampled_from([3, 5, 12]))
def test_moving_averages_are_the_averages_of_all_windows(results, size):
    windows = [results[k : k + size] for k in range(len(results) - size + 1)]
    expected = [slow_average(window) for window in windows]
    assert list(moving_averages(results, size)) == expected
    assert [average(window) for window in windows] == expected
    row = average_row(results, size)
    if row is None:
        assert expected == []
        return
    finished = [found for found in expected if found is not None]
    assert (row.current, row.best) == (expected[-1], min(finished, default=None))
    if row.best is not None:
        assert expected[row.best_at - size + 1] == row.best


@given(st.lists(RESULTS, min_size=4, max_size=9), RESULTS)
def test_the_next_average_lies_between_what_was_foretold(results, following):
    least, most = (math.inf if bound is None else bound for bound in next_averages(results))
    found = average([*results[-4:], following])
    assert least <= (math.inf if found is None else found) <= most


@given(st.lists(st.none() | st.integers(0, 40_000_000), max_size=60))
def test_bars_hold_each_finished_result_once(results):
    bars = distribution(results)
    for bar, after in pairwise(bars):
        assert bar.end == after.start
    for bar in bars:
        inside = [r for r in results if r is not None and bar.start <= r < bar.end]
        assert len(inside) == bar.count
    assert sum(bar.count for bar in bars) == sum(r is not None for r in results)
    assert len(bars) <= 14


def test_unfinished_solves_do_not_count_for_mean_and_deviation():
    found = statistics([1000, None, 1200])
    assert (found.mean, found.deviation, found.best, found.worst) == (1100, 100.0, 1000, 1200)
    assert (found.count, found.unfinished) == (3, 1)
