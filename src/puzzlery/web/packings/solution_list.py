"""All solutions of a packing in a list, where they are few: it answers what a graph would."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.progress import Reporter
from puzzlery.cover.exact_cover import ExactCover
from puzzlery.errors import TimedOut

# More solutions than these are kept in a graph; the list takes some 10 MB.
MOST_LISTED = 100_000
COUNT_SECONDS = 8.0
Ints = NDArray[np.int64]


class Solutions(Protocol):
    """What is asked of all solutions, however they are kept."""

    def given(self, options: Sequence[int]) -> "Solutions":
        """Those that use all of these options."""

    def count(self) -> int:
        """How many there are."""

    def placement_counts(self) -> list[int]:
        """For every option the number of solutions that use it."""

    def kth(self, k: int) -> list[int]:
        """Solution number k, from 0."""


@dataclass(frozen=True)
class SolutionList:
    """Solutions one a row, as numbers of options; shorter ones begin with -1.

    >>> found = SolutionList(np.array([[0, 3], [1, 3], [-1, 2]]), options=4)
    >>> found.count(), found.kth(2), found.placement_counts()
    (3, [2], [1, 1, 1, 2])
    """

    rows: Ints
    options: int

    def given(self, options: Sequence[int]) -> "SolutionList":
        """Those that use all of these options.

        >>> SolutionList(np.array([[0, 3], [1, 3], [-1, 2]]), options=4).given([3]).count()
        2
        """
        rows = self.rows
        for option in options:
            rows = rows[(rows == option).any(axis=1)]
        return SolutionList(rows, self.options)

    def count(self) -> int:
        """How many there are.

        >>> SolutionList(np.array([[0, 3], [1, 3]]), options=4).count()
        2
        """
        return len(self.rows)

    def placement_counts(self) -> list[int]:
        """For every option the number of solutions that use it.

        >>> SolutionList(np.array([[0, 3], [1, 3]]), options=4).placement_counts()
        [1, 1, 0, 2]
        """
        counted = np.bincount(self.rows.ravel() + 1, minlength=self.options + 1)
        return [int(count) for count in counted[1:]]

    def kth(self, k: int) -> list[int]:
        """Solution number k, from 0.

        >>> SolutionList(np.array([[0, 3], [-1, 2]]), options=4).kth(1)
        [2]
        """
        return [int(option) for option in self.rows[k] if option >= 0]


def listed(cover: ExactCover, progress: Reporter | None = None) -> SolutionList | None:
    """All solutions, if they are few and soon found."""
    try:
        count = cover.count(timeout=COUNT_SECONDS, progress=progress)
    except TimedOut:
        return None
    if not 0 < count <= MOST_LISTED:
        return None
    blocks = [np.asarray(block, dtype=np.int64) for block in cover.arrays()]
    wide = max(block.shape[1] for block in blocks)
    rows = [
        np.pad(each, ((0, 0), (wide - each.shape[1], 0)), constant_values=-1) for each in blocks
    ]
    return SolutionList(np.concatenate(rows), len(cover))
