"""Large cubes: the same verdicts without a stabilizer chain, and in little time and memory."""

import random
import time

import pytest

from puzzlery.groups import chain
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.geometry import cube
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring
from puzzlery.twisty.validate.decision_plan import DecisionPlan, prepare


def plan_of(name: str, monkeypatch: pytest.MonkeyPatch, many: int) -> DecisionPlan:
    monkeypatch.setattr(chain, "MANY_POINTS", many)
    one = puzzle(name)
    moves = {move: one.moves[move] for move in one.basis}
    return prepare(type(one.group)(moves, degree=one.degree), one.solved_colors)


@pytest.mark.parametrize("name", ["5x5x5", "6x6x6", "7x7x7", "megaminx", "gear cube", "skewb"])
def test_orbits_alone_give_the_same_plan_as_a_chain(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_chain = plan_of(name, monkeypatch, 10**9)
    by_orbits = plan_of(name, monkeypatch, 0)
    for kind in ("free", "tied"):
        ours, theirs = (
            [orbit.slots.tolist() for orbit in getattr(plan, kind)]
            for plan in (by_orbits, by_chain)
        )
        assert ours == theirs
    assert by_orbits.order == by_chain.order
    assert by_orbits.search.order == by_chain.search.order
    assert by_orbits.explanations == by_chain.explanations
    assert by_orbits.rules == by_chain.rules


def test_a_40x40x40_is_judged_in_seconds_and_without_much_memory() -> None:
    forty = cube(40)
    seen = forty.apply("R 2U' 3F2 17D").coloring
    start = time.process_time()
    verdict = forty.validate(seen)
    assert time.process_time() - start < 5
    assert forty.group._chain.proof is None  # a chain takes most of the memory
    assert verdict.reachable
    assert verdict.state is not None
    assert verdict.state.coloring == seen
    assert not forty.validate(flipped_wing(forty, seen)).reachable
    assert forty.validate(swapped_centers(forty, seen)).reachable


def flipped_wing(large: Puzzle, seen: Coloring) -> list[str]:
    """The two stickers of one wing exchanged: no wing looks like this in its place."""
    colors = list(seen)
    wing = next(sorted(piece) for piece in large.pieces() if len(piece) == 2)
    colors[wing[0]], colors[wing[1]] = colors[wing[1]], colors[wing[0]]
    return colors


def swapped_centers(large: Puzzle, seen: Coloring) -> list[str]:
    """Two centers of one orbit exchanged: equal ones hide the parity."""
    colors, rng = list(seen), random.Random(1)
    orbits = [orbit for orbit in large.orbits() if len(orbit.slots) == 24]
    centers = [orbit.slots for orbit in orbits if len(orbit.slots[0]) == 1]
    (one,), (other,) = rng.sample(rng.choice(centers), 2)
    colors[one], colors[other] = colors[other], colors[one]
    return colors


@pytest.mark.slow
@pytest.mark.parametrize(("size", "seconds"), [(60, 10), (104, 40)])
def test_the_largest_cubes_are_judged(size: int, seconds: float) -> None:
    large = cube(size)
    seen = large.apply("R 2U' 3F2 17D").coloring
    start = time.process_time()
    assert large.validate(seen).reachable
    assert not large.validate(flipped_wing(large, seen)).reachable
    assert time.process_time() - start < seconds
