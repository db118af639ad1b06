"""Turns as cycles, with a point that turns in place as a cycle of its own."""

from collections.abc import Iterable, Sequence

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.model.turn import Turn


def turn_of_cycles(name: str, cycles: Iterable[Sequence[int]], degree: int) -> Turn:
    """The turn with these cycles; every point that is named takes part in it.

    >>> turn = turn_of_cycles("r", [[0, 1, 2], [3]], degree=5)
    >>> turn.permutation, sorted(turn.moving)
    (Permutation('(0 1 2)', degree=5), [0, 1, 2, 3])
    """
    listed = [tuple(cycle) for cycle in cycles]
    permutation = Permutation.from_cycles(listed, degree)
    return Turn(name, permutation, frozenset(point for cycle in listed for point in cycle))


def cycles_of_turn(turn: Turn) -> list[tuple[int, ...]]:
    """The cycles of a turn, followed by the points that turn in place.

    >>> turn = turn_of_cycles("r", [[3], [0, 1, 2]], degree=5)
    >>> cycles_of_turn(turn)
    [(0, 1, 2), (3,)]
    """
    moved = turn.permutation.cycles()
    support = {point for cycle in moved for point in cycle}
    return moved + [(point,) for point in sorted(turn.moving - support)]
