"""Parity: whether the pieces of an orbit are permuted evenly."""

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.coordinate import Coordinate
from puzzlery.solve.coordinates.coordinate_slots import slots_of
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State


class Parity(Coordinate):
    """The parity of the permutation of an orbit's pieces: 0 if even, 1 if odd.

    >>> from puzzlery.twisty.geometry import cube
    >>> corners, edges = Parity(cube(3), 0), Parity(cube(3), 1)
    >>> state = cube(3).apply("R U F2")
    >>> corners.index(state) == edges.index(state)
    True
    """

    built_in = True
    size = 2

    def __init__(self, puzzle: Puzzle, orbit: int, moves: MoveSet | None = None) -> None:
        super().__init__(puzzle, moves, f"parity {orbit}")
        self.slots = slots_of(puzzle)[orbit]
        if self.slots.size < 2:
            raise PuzzleryError(f"orbit {orbit} of {puzzle.name} has one piece, thus no parity")

    def index(self, state: State) -> int:
        return Permutation(self.slots.action(state.permutation.array)[0]).parity

    def state(self, i: int) -> State:
        self._check(i)
        pieces = np.arange(self.slots.size)
        pieces[:2] = pieces[:2][::-1] if i else pieces[:2]
        images = np.arange(self.puzzle.degree)
        self.slots.write(images, pieces, np.zeros_like(pieces))
        return State(self.puzzle, Permutation(images))
