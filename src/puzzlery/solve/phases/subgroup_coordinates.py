"""Coordinates that are solved exactly in a subgroup: the cosets of any subgroup, for searches."""

from collections.abc import Sequence
from functools import cached_property
from typing import Self

import numpy as np

from puzzlery._core import CosetSpace
from puzzlery.core.permutation import Permutation
from puzzlery.errors import Unsolvable
from puzzlery.groups import PermGroup
from puzzlery.solve.coordinates.coordinate import Coordinate, Table
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.phases.coset_coordinate import coset_coordinate
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State


class CosetValues(Coordinate):
    """One part of a `CosetCoordinate`, for the moves whose group it was numbered in."""

    built_in = True

    def __init__(self, puzzle: Puzzle, label: str, space: CosetSpace, moves: MoveSet) -> None:
        super().__init__(puzzle, moves, label)
        self.space = space

    def _on(self, moves: MoveSet) -> Self:
        raise NotImplementedError("cosets are numbered for the moves that they were made with")

    @property
    def size(self) -> int:
        return self.space.size

    def index(self, state: State) -> int:
        found = self.space.index(state.permutation.data)
        if found < 0:
            raise Unsolvable(f"these moves never lead from here to a solved {self.label}")
        return found

    def state(self, i: int) -> State:
        self._check(i)
        return State(self.puzzle, self._states[i])

    @cached_property
    def _states(self) -> list[Permutation]:
        """A state of each value, made of that of an earlier one by a move."""
        found = {self.solved: Permutation.identity(self.puzzle.degree)}
        for value in (order := [self.solved]):
            for move, after in zip(self.moves.permutations, self.transitions[value], strict=True):
                if int(after) not in found:
                    found[int(after)] = found[value] * move
                    order.append(int(after))
        return [found[value] for value in range(self.size)]

    @cached_property
    def transitions(self) -> Table:
        return np.asarray(self.space.transitions(), dtype=np.uint32).reshape(self.size, -1)


def subgroup_coordinates(
    puzzle: Puzzle, name: str, generators: Sequence[Permutation], moves: MoveSet
) -> list[Coordinate]:
    """Coordinates that are all solved exactly in the states which the generators make.

    The moves must lead to all of these states.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> half = MoveSet.of(cube, only=["U2", "D2", "R2", "L2", "F2", "B2"])
    >>> floppy = [cube.permutation(name) for name in ("R2", "L2", "F2", "B2")]
    >>> found = subgroup_coordinates(cube, "floppy", floppy, half)
    >>> [one.size for one in found]
    [6, 6, 4, 24]
    >>> for alg in ("R2 F2", "U2"):
    ...     print(all(one.index(cube.apply(alg)) == one.solved for one in found))
    True
    False
    """
    group, subgroup = PermGroup(list(moves.permutations)), PermGroup(list(generators))
    cosets = coset_coordinate(group, subgroup, moves.permutations)
    return [
        CosetValues(puzzle, f"{name} {number}", space, moves)
        for number, space in enumerate(cosets.spaces)
    ]
