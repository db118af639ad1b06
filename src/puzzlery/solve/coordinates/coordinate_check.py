"""Checking coordinates: random states that show what is wrong with one, in a sentence."""

import random
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

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
    dice = random.Random(1)
    now = np.arange(moves.puzzle.degree, dtype=np.uint16)
    rows = []
    for _ in range(count):
        for _ in range(WALK_STEPS):
            now = moves.permutations[dice.randrange(len(moves))].array[now]
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
    start = time.monotonic()
    for done, fault in enumerate(faults):
        if fault is not None:
            return _told(coordinate, fault)
        note = f"checking {coordinate.label}"
        if progress is not None:
            progress(Report(done, None, note, time.monotonic() - start))
        if clock.is_over:
            raise clock.timed_out(note)
    return None


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
            return _told(
                coordinate,
                f"state({one}) and state({two}) have two values, but after the move {name} both "
                f"have the value {column[one]}",
            )
    return None


def _told(coordinate: "Coordinate", fault: str | None) -> str | None:
    return fault and f"{coordinate.label} of {coordinate.puzzle.name} is no coordinate: {fault}"


def _faults(coordinate: "Coordinate", dice: random.Random, tries: int) -> Iterator[str | None]:
    """The faults; None after each state that was tried."""
    if coordinate.size < 1:
        yield f"it has {coordinate.size} values; expected at least 1"
    for i in _sample(coordinate.size, dice, tries):
        yield from _section_faults(coordinate, i)
        yield None
    for word in _words(coordinate.moves, dice, tries):
        yield from _move_faults(coordinate, word)
        yield None


def _sample(size: int, dice: random.Random, tries: int) -> list[int]:
    """Some values, the first and the last among them."""
    few = range(size) if size <= tries else [0, size - 1, *dice.sample(range(size), tries)]
    return list(few)


def _words(moves: MoveSet, dice: random.Random, tries: int) -> Iterator[list[int]]:
    """Random sequences of moves, the short ones first: those are the easiest to follow."""
    yield []
    for k in range(tries):
        length = 1 + k * LONGEST_WORD // tries
        yield [dice.randrange(len(moves)) for _ in range(length)]


def _section_faults(coordinate: "Coordinate", i: int) -> Iterator[str]:
    state = coordinate.state(i)
    if not isinstance(state, State) or state.puzzle != coordinate.puzzle:
        yield f"state({i}) is {state!r}; expected a State of {coordinate.puzzle.name}"
        return
    found = coordinate.index(state)
    if found != i:
        yield f"index(state({i})) is {found!r}; expected {i}"


def _move_faults(coordinate: "Coordinate", word: list[int]) -> Iterator[str]:
    moves = coordinate.moves
    reached = Permutation.product([moves.permutations[m] for m in word], moves.puzzle.degree)
    told = f"the state after {' '.join(moves.names[m] for m in word)}" if word else "solved"
    value = coordinate.index(State(coordinate.puzzle, reached))
    if not isinstance(value, int | np.integer) or not 0 <= value < coordinate.size:
        yield f"{told} has the value {value!r}; expected 0 … {coordinate.size - 1}"
        return
    own = coordinate.state(int(value)).permutation
    pairs = np.array([own.array, reached.array], dtype=np.uint16)
    for name, move in zip(moves.names, moves.permutations, strict=True):
        one, two = coordinate.indices(move.array[pairs]).tolist()
        if one != two:
            yield (
                f"state({value}) and {told} have the value {value}, but after the move {name} "
                f"they have the values {one} and {two}"
            )
