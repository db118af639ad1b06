"""Canonical sequences: of all ways to write the same moves, the one that a search keeps.

R L and L R lead to the same state, and R R is R2. A search that made both would do its work many
times over. So a move is banned after others if it could be made earlier (it commutes with all that
came since, and has a smaller number), or if together with an earlier move it is nothing, or another
move that weighs no more. What is banned next depends on few things, so that an automaton knows it.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation

FORBIDDEN = 0xFFFF
MOST_STATES = 20_000
# No search of words of this weight has ever ended.
LONGEST = 250


def automaton(
    effects: Sequence[Permutation], weights: Sequence[int] | None = None
) -> NDArray[np.uint16]:
    """For each state and move the next state, or `FORBIDDEN`; state 0 is the beginning.

    >>> a, b = Permutation([1, 0, 2, 3]), Permutation([0, 1, 3, 2])
    >>> automaton([a, b]).tolist()
    [[1, 2], [65535, 2], [65535, 65535]]
    """
    merged = _merged(effects, weights or [1] * len(effects))
    commuting = _commuting(effects)
    rows = _explored(merged, commuting)
    if len(rows) > MOST_STATES:
        # Only the last move counts then: a state for each move at most.
        rows = _explored(merged, [0] * len(effects))
    return np.array(rows, dtype=np.uint16)


def word_counts(follow: NDArray[np.uint16], weights: Sequence[int], most: float) -> list[float]:
    """How many canonical sequences weigh 0, 1, 2, …; the last entry is the first above `most`.

    Where the sequences end or weights are large, the list ends after `LONGEST` entries.

    >>> from puzzlery.twisty.geometry import cube
    >>> from puzzlery.solve.moves.move_set import MoveSet
    >>> moves = MoveSet.of(cube(3))
    >>> word_counts(moves.follow, moves.costs, most=40_000)
    [1.0, 18.0, 243.0, 3240.0, 43254.0]
    """
    ends = [np.zeros(len(follow)) for _ in range(max(weights) + 1)]
    ends[0][0] = 1.0
    counts: list[float] = []
    while len(counts) < LONGEST and (not counts or counts[-1] <= most):
        here = ends.pop(0)
        ends.append(np.zeros(len(follow)))
        counts.append(float(here.sum()))
        for move, weight in enumerate(weights):
            allowed = follow[:, move] != FORBIDDEN
            np.add.at(ends[weight - 1], follow[allowed, move], here[allowed])
    return counts


def _explored(merged: list[int], commuting: list[int]) -> list[list[int]]:
    """The states, each a set of banned moves, as rows; if there are too many, not all."""
    numbers = {0: 0}
    queue: list[int] = [0]
    rows: list[list[int]] = []
    for banned in queue:
        row = []
        for move in range(len(merged)):
            if banned >> move & 1:
                row.append(FORBIDDEN)
                continue
            below = (1 << move) - 1
            after = commuting[move] & (banned | below) | merged[move]
            if after not in numbers:
                numbers[after] = len(numbers)
                queue.append(after)
            row.append(numbers[after])
        rows.append(row)
        if len(rows) > MOST_STATES + len(merged):
            break
    return rows


def _commuting(effects: Sequence[Permutation]) -> list[int]:
    """For each move the set of those that it may change places with, as bits."""
    return [
        sum(1 << j for j, q in enumerate(effects) if i != j and p * q == q * p)
        for i, p in enumerate(effects)
    ]


def _merged(effects: Sequence[Permutation], weights: Sequence[int]) -> list[int]:
    """For each move the set of those that together with it are no better than one move."""
    weight_of = dict(zip(effects, weights, strict=True))

    def idle(i: int, j: int) -> bool:
        both = effects[i] * effects[j]
        return both.is_identity or weight_of.get(both, 1 << 30) <= weights[i] + weights[j]

    count = range(len(effects))
    return [sum(1 << j for j in count if idle(i, j)) for i in count]
