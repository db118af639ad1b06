"""Tables of coordinates that are functions in Python: limits hold, cancel works, work is kept."""

import time
from collections.abc import Callable

import numpy as np
import pytest

import puzzlery
from puzzlery.core.progress import Report
from puzzlery.errors import Stopped, TimedOut
from puzzlery.solve import coordinates
from puzzlery.solve.coordinates.coordinate import Coordinate
from puzzlery.solve.coordinates.transition_filling import TransitionFilling
from puzzlery.twisty.model.state import State

CUBE = puzzlery.puzzle("3x3x3")
TWISTS = coordinates.named_coordinate(CUBE, "co-ud")


def slow_twists(seconds: float) -> Coordinate:
    """Corner twists by a function that takes so long for each state."""

    def index(state: State) -> int:
        time.sleep(seconds)
        return TWISTS.index(state)

    return coordinates.coordinate(CUBE, "slow", TWISTS.size, index, TWISTS.state)


VERBS: dict[str, Callable[[Coordinate], object]] = {
    "prepare": lambda slow: slow.prepare(timeout=0.3),
    "pruning_table": lambda slow: coordinates.pruning_table(slow, timeout=0.3, keep=False),
    "solver": lambda slow: coordinates.solver(CUBE, [slow], timeout=0.3),
    "composite": lambda slow: coordinates.solver(
        CUBE, [coordinates.Composite(coordinates.Parity(CUBE, 0), slow)], timeout=0.3
    ),
}


@pytest.mark.parametrize("verb", list(VERBS))
def test_the_time_limit_holds_while_a_function_is_asked_for_its_values(verb: str) -> None:
    slow = slow_twists(0.002)
    start = time.monotonic()
    with pytest.raises(TimedOut):
        VERBS[verb](slow)
    # All values would take 2187 · 6 · 2 ms = 26 s.
    assert time.monotonic() - start < 6


def test_what_was_found_before_the_limit_is_not_asked_again() -> None:
    asked: list[int] = []

    def index(state: State) -> int:
        asked.append(1)
        return TWISTS.index(state)

    own = coordinates.coordinate(CUBE, "counted", TWISTS.size, index, TWISTS.state)
    filling = TransitionFilling(own)
    stops = 0
    while not filling.run(2):
        stops += 1
    assert stops
    assert len(asked) == 6 * TWISTS.size
    resumed = TransitionFilling(own)
    resumed.restore(filling.snapshot())
    assert resumed.run(0)
    assert np.array_equal(resumed.table(), TWISTS.transitions)


def test_after_a_time_limit_the_coordinate_goes_on() -> None:
    asked: list[int] = []

    def index(state: State) -> int:
        asked.append(1)
        return TWISTS.index(state)

    def stop(report: Report) -> None:
        if report.note.startswith("moving"):
            raise Stopped(report.note)

    own = coordinates.coordinate(CUBE, "resumed", TWISTS.size, index, TWISTS.state)
    with pytest.raises(Stopped):
        own.prepare(progress=stop)
    checks_and_first_slice, stops = len(asked), 0
    while stops < 10_000:
        try:
            own.prepare(timeout=0.005)
            break
        except TimedOut:
            stops += 1
    assert stops
    assert len(asked) - checks_and_first_slice < 6 * TWISTS.size
    assert np.array_equal(own.transitions, TWISTS.transitions)


@pytest.mark.parametrize("work", ["checking", "moving the values"])
def test_cancel_stops_the_check_and_the_filling(work: str) -> None:
    reports: list[Report] = []

    def cancel(report: Report) -> None:
        if report.note.startswith(work):
            reports.append(report)
            raise Stopped("enough")

    with pytest.raises(Stopped):
        coordinates.solver(CUBE, [slow_twists(0.0001)], progress=cancel)
    assert len(reports) == 1
    assert reports[0].done < TWISTS.size
