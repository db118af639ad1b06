"""Checking coordinates: random states that show what is wrong with one, in a sentence."""

import random
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from puzzlery.core.permutation import Permutation, Points
from puzzlery.core.progress import Clock, Report, Reporter
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.state import State

if TYPE_CHECKING:
    from puzzlery.solve.coordinates.coordinate import Coordinate

LONGEST_WORD = 25
# The fixed states of a fingerprint, and the moves between two of them.
WALK_STATES, WALK_STEPS = 64, 3


def walk_of(moves: MoveSet, count: int = WALK_STATES) -> Points:
    """Fixed states, as for fingerprints, as rows of images: those of a walk by random moves.

    >>> from puzzlery.twisty.geometry import cube
    >>> walk_of(MoveSet.of(cube(3))).shape
    (64, 54)
    """
    rng = random.Random(1)
    now = np.arange(moves.puzzle.degree, dtype=np.uint16)
    rows = []
    for _ in range(count):
        for _ in range(WALK_STEPS):
            now = moves.permutations[rng.randrange(len(moves))].array[now]
        rows.append(now)
    return np.array(rows, dtype=np.uint16)


def fault_of(
    coordinate: "Coordinate",
    tries: int,
    *,
    progress: Reporter | None = None,
    timeout: Clock | None = None,
) -> str | None:
    """The first fault that random states show; None if they show none.

    Values must be in range, `state` must be a section of `index`, and two states of one value
    must have one value after every move. A remainder of a coordinate breaks the last law:

    >>> from puzzlery.solve.coordinates.coordinate_function import coordinate
    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> co = named_coordinate(cube(3), "co-ud")
    >>> nine = coordinate(cube(3), "nine", 9, lambda state: co.index(state) % 9, co.state)
    >>> print(fault_of(nine, 100))
    nine of 3x3x3 is no coordinate: state(5) and the state after B' have the value 5, but after \
the move B they have the values 3 and 0
    """
    clock, faults = timeout or Clock(None), _faults(coordinate, random.Random(2), tries)
    start, done = time.monotonic(), 0
    while True:
        try:
            fault = next(faults)
        except StopIteration:
            return None
        except _FunctionFailed as failed:
            fault = str(failed)
        if fault is not None:
            return told_of(coordinate, fault)
        done += 1
        note = f"checking {coordinate.label}"
        if progress is not None:
            progress(Report(done, None, note, time.monotonic() - start))
        if clock.is_over:
            raise clock.timed_out(note)


def definition_fault_of(coordinate: "Coordinate") -> str | None:
    """What is wrong with a coordinate whatever its functions say; None if nothing is.

    Its size must be a whole number, and its moves must never be blocked.

    >>> from puzzlery.solve.coordinates.coordinate_function import coordinate
    >>> from puzzlery.twisty.catalog import puzzle
    >>> stiff = puzzle("bicube")
    >>> one = coordinate(stiff, "one", 1, lambda state: 0, lambda i: stiff.solved)
    >>> print(definition_fault_of(one))
    joined pieces block some moves of bicube
    """
    size = coordinate.size
    if not _is_number(size) or isinstance(size, bool):
        return f"its size is {size!r}; expected a whole number"
    if size < 1:
        return f"it has {size} values; expected at least 1"
    if coordinate.puzzle.glued:
        return f"joined pieces block some moves of {coordinate.puzzle.name}"
    return None


class _FunctionFailed(Exception):
    """A function of the user raised an error; says for which state."""


def _asked(told: str, function: Callable[..., Any], *given: Any) -> Any:
    try:
        return function(*given)
    except Exception as fault:
        raise _FunctionFailed(f"{told} raises {type(fault).__name__}: {fault}") from fault


def table_fault_of(coordinate: "Coordinate") -> str | None:
    """A fault that the whole transition table shows; None if it shows none.

    A move can be undone, so it carries different values to different values. This finds what is
    wrong with few values only, which random states hardly ever meet.

    >>> from puzzlery.solve.coordinates.coordinate_function import coordinate
    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> co = named_coordinate(cube(3), "co-ud")
    >>> most = coordinate(cube(3), "most", 2186, lambda state: co.index(state) % 2186, co.state)
    >>> print(table_fault_of(most))
    most of 3x3x3 is no coordinate: state(0) and state(1943) have two values, but after the move \
D both have the value 0
    """
    for name, column in zip(coordinate.moves.names, coordinate.transitions.T, strict=True):
        order = np.argsort(column, kind="stable")
        twice = np.flatnonzero(np.diff(column[order].astype(np.int64)) == 0)
        if twice.size:
            one, two = sorted(order[twice[0] : twice[0] + 2].tolist())
            return told_of(
                coordinate,
                f"state({one}) and state({two}) have two values, but after the move {name} both "
                f"have the value {column[one]}",
            )
    return None


def told_of(coordinate: "Coordinate", fault: str | None) -> str | None:
    """The sentence about a fault.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> told_of(named_coordinate(cube(3), "parity-0"), "it is odd")
    'parity 0 of 3x3x3 is no coordinate: it is odd'
    """
    return fault and f"{coordinate.label} of {coordinate.puzzle.name} is no coordinate: {fault}"


def _faults(coordinate: "Coordinate", rng: random.Random, tries: int) -> Iterator[str | None]:
    """The faults; None after each state that was tried."""
    fault = definition_fault_of(coordinate)
    if fault is not None:
        yield fault
    for i in _sample(coordinate.size, rng, tries):
        yield from _section_faults(coordinate, i)
        yield None
    for word in _words(coordinate.moves, rng, tries):
        yield from _move_faults(coordinate, word)
        yield None
    yield from _goal_faults(coordinate)


def _sample(size: int, rng: random.Random, tries: int) -> list[int]:
    """Some values, the first and the last among them."""
    if size <= tries:
        return list(range(size))
    return [0, size - 1, *(rng.randrange(size) for _ in range(tries))]


def _words(moves: MoveSet, rng: random.Random, tries: int) -> Iterator[list[int]]:
    """Random sequences of moves, the short ones first: those are the easiest to follow."""
    yield []
    for k in range(tries):
        length = 1 + k * LONGEST_WORD // tries
        yield [rng.randrange(len(moves)) for _ in range(length)]


def _section_faults(coordinate: "Coordinate", i: int) -> Iterator[str]:
    state = _asked(f"state({i})", coordinate.state, i)
    if not isinstance(state, State) or state.puzzle != coordinate.puzzle:
        yield f"state({i}) is {state!r}; expected a State of {coordinate.puzzle.name}"
        return
    found = _asked(f"index(state({i}))", coordinate.index, state)
    if not _is_number(found) or found != i:
        yield f"index(state({i})) is {found!r}; expected {i}"


def _move_faults(coordinate: "Coordinate", word: list[int]) -> Iterator[str]:
    moves = coordinate.moves
    reached = Permutation.product([moves.permutations[m] for m in word], moves.puzzle.degree)
    told = f"the state after {' '.join(moves.names[m] for m in word)}" if word else "solved"
    value = _asked(f"index of {told}", coordinate.index, State(coordinate.puzzle, reached))
    if not _is_number(value) or not 0 <= value < coordinate.size:
        yield f"{told} has the value {value!r}; expected 0 … {coordinate.size - 1}"
        return
    own = _asked(f"state({value})", coordinate.state, int(value)).permutation
    pairs = np.array([own.array, reached.array], dtype=np.uint16)
    for name, move in zip(moves.names, moves.permutations, strict=True):
        after = f"state({value}) and {told}, each after {name},"
        values = _asked(f"indices of {after}", coordinate.indices, move.array[pairs])
        if values.shape != (2,):
            yield f"indices gives {values.size} values for 2 states: {after}"
            return
        one, two = values.tolist()
        if not all(0 <= v < coordinate.size for v in (one, two)):
            yield f"{after} have the values {one} and {two}; expected 0 … {coordinate.size - 1}"
            return
        if one != two:
            yield (
                f"state({value}) and {told} have the value {value}, but after the move {name} "
                f"they have the values {one} and {two}"
            )


def _goal_faults(coordinate: "Coordinate") -> Iterator[str]:
    goals = _asked("goals", lambda: list(coordinate.goals))
    if not goals:
        yield "it has no goals; expected at least one value that counts as solved"
    for goal in goals:
        if not _is_number(goal) or not 0 <= goal < coordinate.size:
            yield f"a goal is {goal!r}; expected 0 … {coordinate.size - 1}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | np.integer)
