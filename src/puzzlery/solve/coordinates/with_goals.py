"""Coordinates with other goals: the same values, of which others count as solved."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Self

from puzzlery.core.permutation import Points
from puzzlery.solve.coordinates.based import Based
from puzzlery.solve.coordinates.coordinate import Coordinate, Ints, Table
from puzzlery.solve.coordinates.reached import Reached
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.state import State

Goals = Callable[[Coordinate], Sequence[int]]


class WithGoals(Based):
    """The values of `base`; those that `chosen` gives for it count as solved.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> co = named_coordinate(cube(3), "co-ud")
    >>> either = WithGoals(co, "sune or not", lambda base: [0, base.index(cube(3).apply("R"))])
    >>> either.index(cube(3).apply("R")) in either.goals
    True
    """

    def __init__(self, base: Coordinate, meaning: str, chosen: Goals) -> None:
        super().__init__(base.puzzle, base.moves, f"{base.label}, {meaning}")
        self.base, self.meaning, self.chosen = base, meaning, chosen

    def _on(self, moves: MoveSet) -> Self:
        return type(self)(self.base.on(moves), self.meaning, self.chosen)

    @property
    def size(self) -> int:
        return self.base.size

    def index(self, state: State) -> int:
        return self.base.index(state)

    def indices(self, images: Points) -> Ints:
        return self.base.indices(images)

    def state(self, i: int) -> State:
        return self.base.state(i)

    @cached_property
    def transitions(self) -> Table:
        return self.base.transitions

    @cached_property
    def _goals(self) -> Sequence[int]:
        return list(self.chosen(self.base))

    @property
    def goals(self) -> Sequence[int]:
        return self._goals


def reached_by(*names: str) -> Goals:
    """As goals all values to which these moves lead from the solved one.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> len(reached_by("R", "L", "U2", "D2")(named_coordinate(cube(3), "slice-ud")))
    70
    """

    def chosen(base: Coordinate) -> Sequence[int]:
        few = Reached(base.on(MoveSet.of(base.puzzle, only=names)))
        return [base.index(few.state(i)) for i in range(few.size)]

    return chosen
