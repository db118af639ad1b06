"""Words on the 3x3x3 by plain enumeration: every way to solve a state, cheapest first."""

from collections.abc import Callable, Iterator
from itertools import product

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.model.puzzle import Puzzle

AXES = ("UD", "RL", "FB")
# What turning the two faces of an axis by (a, b) quarters costs.
COSTS: dict[str, Callable[[int, int], int]] = {
    "OBTM": lambda a, b: bool(a) + bool(b),
    "OBQTM": lambda a, b: min(a, 4 - a) + min(b, 4 - b),
    "RBTM": lambda a, b: bool(a) + bool(b) - ((a + b) % 4 == 0 and a > 0),
}


def count_solutions(cube: Puzzle, state: Permutation, metric: str, most: int) -> dict[int, int]:
    """How many solutions there are of each cost up to the most; turns of one axis in one way.

    A solution does not pass the solved state before its end.
    """
    turns = [list(_turns(cube, axis, metric)) for axis in AXES]
    counts: dict[int, int] = {}

    def search(now: Permutation, last: int, spent: int) -> None:
        if now.is_identity:
            counts[spent] = counts.get(spent, 0) + 1
            return
        for axis in range(3):
            if axis == last:
                continue
            for turn, cost in turns[axis]:
                if spent + cost <= most:
                    search(now * turn, axis, spent + cost)

    search(state, -1, 0)
    return counts


def _turns(cube: Puzzle, axis: str, metric: str) -> Iterator[tuple[Permutation, int]]:
    first, second = (cube.moves[face] for face in axis)
    for a, b in product(range(4), repeat=2):
        if a or b:
            yield first**a * second**b, COSTS[metric](a, b)
