"""Carried values: where symmetries carry the values of a coset part."""

from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.uint32]


class ValueTree:
    """How moves lead to each value of a part for the first time, starting at value 0.

    Values are numbered breadth-first, so that the parents of later values come later.

    >>> turn = np.array([[1, 2], [2, 0], [0, 1]], dtype=np.uint32)  # forward and back
    >>> ValueTree(turn).carried([1, 0]).tolist()
    [0, 2, 1]
    """

    def __init__(self, transitions: Numbers) -> None:
        self.transitions = transitions
        count = transitions.shape[1]
        found, first = np.unique(transitions, return_index=True)
        self.parents = np.zeros(len(transitions), dtype=np.int64)
        self.by = np.zeros(len(transitions), dtype=np.int64)
        self.parents[found], self.by[found] = first // count, first % count
        self.parents[0] = 0

    def carried(self, moves: Sequence[int]) -> Numbers | None:
        """For each value the one that a symmetry carries it to; None if it splits values.

        `moves` says which move each move becomes. Value 0 is kept. If a move leads to a value,
        then the carried move leads to the carried value.
        """
        becomes = np.asarray(moves)
        images = np.zeros(len(self.transitions), dtype=np.uint32)
        for layer in self._layers():
            before = images[self.parents[layer]]
            images[layer] = self.transitions[before, becomes[self.by[layer]]]
        fits = all(
            np.array_equal(self.transitions[images, to], images[self.transitions[:, move]])
            for move, to in enumerate(moves)
        )
        return images if fits else None

    def _layers(self) -> Iterator[slice]:
        """The values by their distance from value 0, without that."""
        end = 1
        while end < len(self.parents):
            start, end = end, int(np.searchsorted(self.parents, end))
            yield slice(start, end)


def combined(tables: Sequence[Numbers]) -> Numbers:
    """The transitions of several parts as one: the first part varies fastest.

    >>> flip, turn = np.array([[1], [0]], np.uint32), np.array([[1], [2], [0]], np.uint32)
    >>> combined([flip, turn]).reshape(-1).tolist()
    [3, 2, 5, 4, 1, 0]
    """
    one = np.zeros((1, tables[0].shape[1] if tables else 1), dtype=np.uint32)
    return np.ascontiguousarray(reduce(_pair, tables, one))


def _pair(fast: Numbers, slow: Numbers) -> Numbers:
    size = np.uint32(len(fast))
    return (slow[:, None, :] * size + fast[None, :, :]).reshape(-1, fast.shape[1])
