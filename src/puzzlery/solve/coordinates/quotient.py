"""Quotients: values of a coordinate that differ by a subgroup of moves count as one."""

from collections.abc import Sequence
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation, Points
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.basic import Basic
from puzzlery.solve.coordinates.coordinate import Coordinate, Ints, Table
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.state import State


class Quotient(Coordinate):
    """The cosets of a subgroup, as far as the permutation of one orbit distinguishes them.

    The states x and h · x have the same value for every h of the subgroup. A state has the value
    of the solved one if the moves of the subgroup can solve the orbit.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> named_coordinate(cube(3), "htr-cp").size
    420
    """

    built_in = True

    def __init__(self, base: Basic, generators: Sequence[str]) -> None:
        if base.kind != "places" or base.oriented or 0 in base.classes:
            raise PuzzleryError("a quotient needs the permutation of an orbit as its base")
        super().__init__(base.puzzle, base.moves, f"{base.label} modulo {' '.join(generators)}")
        self.base, self.names = base, tuple(generators)
        self.generators = [base.puzzle.turn(name).permutation for name in generators]

    def _on(self, moves: MoveSet) -> Self:
        return type(self)(self.base.on(moves), self.names)

    def _definition(self) -> bytes:
        return self.label.encode()

    @cached_property
    def _classes(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Each class's smallest value, and each value's class."""
        smallest = np.arange(self.base.size)
        images = [self._renamed(generator) for generator in self.generators]
        while True:
            before = smallest
            for image in images:
                smallest = np.minimum(smallest, smallest[image])
                np.minimum.at(smallest, image, smallest.copy())
            if np.array_equal(before, smallest):
                break
        found, numbers = np.unique(smallest, return_inverse=True)
        return found.astype(np.uint32), numbers.reshape(-1).astype(np.uint32)

    def _renamed(self, generator: Permutation) -> NDArray[np.uint32]:
        """The values of h · x: each piece is renamed to the one that h carries to it."""
        to, _ = self.base.slots.action(generator.array)
        return self.base.relabeled(np.argsort(to))

    @property
    def size(self) -> int:
        return len(self._classes[0])

    def index(self, state: State) -> int:
        return int(self._classes[1][self.base.index(state)])

    def indices(self, images: Points) -> Ints:
        return self._classes[1][self.base.indices(images)].astype(np.int64)

    def state(self, i: int) -> State:
        self._check(i)
        return self.base.state(int(self._classes[0][i]))

    @cached_property
    def transitions(self) -> Table:
        first, numbers = self._classes
        return numbers[self.base.transitions[first]]
