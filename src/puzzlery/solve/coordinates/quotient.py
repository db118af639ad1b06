"""Quotients: values of a coordinate that differ by a subgroup of moves count as one."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.basic import Basic
from puzzlery.solve.coordinates.coordinate import Coordinate, Table
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.symmetry import Symmetry


class Quotient(Coordinate):
    """The cosets of a subgroup, as far as a coordinate of one orbit tells them apart.

    Two states x and h · x count as one for every product h of the subgroup's generators: it is 0
    moves away from solved just when the subgroup's moves alone could solve it.

    >>> from puzzlery.solve.coordinates.named_coordinates import named
    >>> from puzzlery.twisty.geometry import cube
    >>> named(cube(3), "htr-cp").size
    420
    """

    def __init__(self, base: Basic, generators: Sequence[str]) -> None:
        if base.kind != "places" or base.oriented or 0 in base.classes:
            raise PuzzleryError("a quotient is one of the permutation of an orbit")
        self.base, self.puzzle, self.moves = base, base.puzzle, base.moves
        self.generators = [base.puzzle.turn(name).permutation for name in generators]
        self.label = f"{base.label} modulo {' '.join(generators)}"

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
        """The values of h · x: each piece is taken for the one that h carries it from."""
        to, _ = self.base.slots.action(generator.array)
        return self.base.relabeled(np.argsort(to))

    @property
    def size(self) -> int:
        return len(self._classes[0])

    def index(self, state: State) -> int:
        return int(self._classes[1][self.base.index(state)])

    def state(self, i: int) -> State:
        self._check(i)
        return self.base.state(int(self._classes[0][i]))

    @cached_property
    def transitions(self) -> Table:
        first, numbers = self._classes
        return numbers[self.base.transitions[first]]

    def carries(self, symmetry: Symmetry) -> bool:
        return self.base.carries(symmetry) and self._column(symmetry) is not None

    def _column(self, symmetry: Symmetry) -> NDArray[np.uint32] | None:
        """The class that each class becomes; None if the symmetry tears one apart."""
        first, numbers = self._classes
        after = numbers[self.base.transforms([symmetry])[:, 0]]
        return after[first] if np.array_equal(after[first][numbers], after) else None

    def transforms(self, symmetries: Sequence[Symmetry]) -> Table:
        columns = [self._column(symmetry) for symmetry in symmetries]
        kept = [column for column in columns if column is not None]
        if len(kept) < len(columns):
            raise PuzzleryError(f"{self.label} does not go along with this symmetry")
        return np.stack(kept, axis=1)
