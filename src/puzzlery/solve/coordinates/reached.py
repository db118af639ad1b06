"""Reached values: a coordinate without the values that its moves never lead to."""

from collections.abc import Sequence
from functools import cached_property
from typing import Self

import numpy as np

from puzzlery.core.permutation import Points
from puzzlery.errors import Unsolvable
from puzzlery.solve.coordinates.based import Based
from puzzlery.solve.coordinates.coordinate import Coordinate, Ints, Table
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.state import State


class Reached(Based):
    """The values of a coordinate that moves reach from the solved one, numbered anew.

    After earlier phases few moves are left, and few values: half turns arrange the eight corners
    of a cube in 96 ways only.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> half = MoveSet.of(cube(3), only=["U2", "D2", "R2", "L2", "F2", "B2"])
    >>> Reached(named_coordinate(cube(3), "cp", half)).size
    96
    """

    def __init__(self, base: Coordinate) -> None:
        super().__init__(base.puzzle, base.moves, f"{base.label}, reached")
        self.base = base

    def _on(self, moves: MoveSet) -> Self:
        return type(self)(self.base.on(moves))

    @cached_property
    def _values(self) -> Ints:
        """The values of the base, in the order of their distance."""
        table, seen = self.base.transitions, np.zeros(self.base.size, dtype=bool)
        layers = [np.array([self.base.solved])]
        while layers[-1].size:
            seen[layers[-1]] = True
            after = np.zeros_like(seen)
            after[table[layers[-1]]] = True
            layers.append(np.flatnonzero(after & ~seen))
        return np.concatenate(layers)

    @cached_property
    def _numbers(self) -> Ints:
        numbers = np.full(self.base.size, -1, dtype=np.int64)
        numbers[self._values] = np.arange(len(self._values))
        return numbers

    @property
    def size(self) -> int:
        return len(self._values)

    def index(self, state: State) -> int:
        found = int(self._numbers[self.base.index(state)])
        if found < 0:
            raise Unsolvable(f"these moves never lead from here to a solved {self.base.label}")
        return found

    def indices(self, images: Points) -> Ints:
        values = self.base.indices(images)
        return np.where(values < 0, -1, self._numbers[values])

    def state(self, i: int) -> State:
        self._check(i)
        return self.base.state(int(self._values[i]))

    def imposed(self, i: int, images: Ints) -> Ints:
        return self.base.imposed(int(self._values[i]), images)

    @cached_property
    def transitions(self) -> Table:
        return self._numbers[self.base.rows(self._values)].astype(np.uint32)

    @property
    def goals(self) -> Sequence[int]:
        found: list[int] = self._numbers[list(self.base.goals)].tolist()
        return [number for number in found if number >= 0]

    @property
    def labels(self) -> Ints | None:
        return self.base.labels


def reached(coordinate: Coordinate) -> Coordinate:
    """The coordinate without what its moves never reach; itself if they reach all values.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> co, half = named_coordinate(cube(3), "co-ud"), MoveSet.of(cube(3), only=["R2", "F2"])
    >>> reached(co) is co, reached(co.on(half)).size
    (True, 1)
    """
    found = Reached(coordinate)
    return found if found.size < coordinate.size else coordinate
