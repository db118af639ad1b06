"""Coordinates from functions: what a coordinate needs, as arguments of one call."""

from collections.abc import Callable, Sequence

import numpy as np

from puzzlery.core.permutation import Points
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.coordinate import Coordinate, Ints
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State


class FunctionCoordinate(Coordinate):
    """A coordinate whose `index` and `state` are given as functions; see `coordinate`."""

    def __init__(
        self,
        puzzle: Puzzle,
        label: str,
        size: int,
        index: Callable[[State], int],
        state: Callable[[int], State],
        moves: MoveSet | None,
        many: Callable[[Points], Ints] | None,
        goals: Sequence[int] | None,
    ) -> None:
        super().__init__(puzzle, moves, label)
        self._size, self._index, self._state, self._many = size, index, state, many
        self._goals = goals

    @property
    def size(self) -> int:
        return self._size

    def index(self, state: State) -> int:
        return self._index(state)

    def state(self, i: int) -> State:
        return self._state(i)

    @property
    def goals(self) -> Sequence[int]:
        return super().goals if self._goals is None else self._goals

    def indices(self, images: Points) -> Ints:
        if self._many is None:
            return super().indices(images)
        return np.asarray(self._many(images), dtype=np.int64)


def coordinate(
    puzzle: Puzzle,
    label: str,
    size: int,
    index: Callable[[State], int],
    state: Callable[[int], State],
    *,
    moves: MoveSet | None = None,
    many: Callable[[Points], Ints] | None = None,
    goals: Sequence[int] | None = None,
) -> Coordinate:
    """A coordinate from its size and two functions, with its own name.

    `index` gives the value of a state, `state` some state of a value. `many` is `index` for many
    states at once, given as rows of images; it makes tables faster, and can be left out. `goals`
    are the values that count as solved, if there are more than that of the solved state.

    >>> from puzzlery.twisty.geometry import cube
    >>> top = cube(3)
    >>> corner = coordinate(  # where the first sticker is: one of the 24 of the corners
    ...     top, "first", 24, lambda state: places.index(state.permutation[0]),
    ...     lambda i: top.apply(ways[i]))
    >>> ways = ["", *(f"{a} {b}".strip() for a in MoveSet.of(top).names
    ...               for b in ["", *MoveSet.of(top).names])]
    >>> ways = list({top.permutation(way)[0]: way for way in reversed(ways)}.values())
    >>> places = [top.permutation(way)[0] for way in ways]
    >>> print(corner.check())
    None
    >>> corner.transitions.shape
    (24, 18)
    """
    for name, function in {"index": index, "state": state, "many": many}.items():
        if not callable(function) and not (name == "many" and function is None):
            raise PuzzleryError(f"{name} of {label} must be a function, not {function!r}")
    return FunctionCoordinate(puzzle, label, size, index, state, moves, many, goals)
