"""Solution graphs: all solutions at once, so that questions about them need no search."""

import random
from collections.abc import Iterable, Iterator

import numpy as np

from puzzlery import _core
from puzzlery.core.progress import Clock, advance
from puzzlery.cover.cover_table import CoverTable, Ints, Residual, residual
from puzzlery.errors import InvalidPuzzle

# Solutions in a block: some megabytes, so that a list of any length fits into memory.
BLOCK = 1 << 15


def blocks(
    job: _core.CoverJob, rest: Residual, timeout: float | Clock | None = None
) -> Iterator[Ints]:
    """The solutions that a walk finds, a few thousand at a time, one row each, sorted.

    Shorter rows begin with -1.

    >>> from puzzlery.cover.cover_table import read
    >>> from puzzlery.cover.walks import walk_of
    >>> rest = residual(read(["a", "a", "b"], "ab", "", {}, None), ())
    >>> [sorted(block.tolist()) for block in blocks(walk_of(rest, "cells", buffer=BLOCK), rest)]
    [[[0, 2], [1, 2]]]
    """
    finished, taken, clock = False, 0, Clock.of(timeout)
    while not finished:
        finished = advance(job, until=lambda job, taken=taken: job.found > taken, timeout=clock)  # type: ignore[misc]
        taken = job.found
        flat = np.frombuffer(job.take(), dtype=np.int32)
        if len(flat):
            yield with_fixed(_rows(flat), rest)


def _rows(flat: Ints) -> Ints:
    width = int(flat[0]) + 1
    if len(flat) % width == 0:
        rows = flat.reshape(-1, width)
        if (rows[:, 0] == width - 1).all():
            return rows[:, 1:]
    starts = []
    at = 0
    while at < len(flat):
        starts.append(at)
        at += int(flat[at]) + 1
    sizes = flat[starts]
    padded = np.full((len(starts), int(sizes.max())), -1, dtype=np.int32)
    for row, at, size in zip(padded, starts, sizes, strict=True):
        row[len(row) - size :] = flat[at + 1 : at + 1 + size]
    return padded


def with_fixed(rows: Ints, rest: Residual) -> Ints:
    """Translate rows of the residual problem to rows of the whole one.

    >>> from puzzlery.cover.cover_table import read
    >>> rest = residual(read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None), [0])
    >>> with_fixed(np.array([[0]]), rest).tolist()
    [[0, 3]]
    """
    named = rows if rest.numbers.size == 0 else np.where(rows >= 0, rest.numbers[rows], -1)
    named = named.astype(np.int32)
    if not rest.fixed:
        return named
    fixed = np.broadcast_to(np.array(rest.fixed, dtype=np.int32), (len(rows), len(rest.fixed)))
    return np.sort(np.hstack([named, fixed]), axis=1)


def limited(found: Iterator[Ints], limit: int | None) -> Iterator[Ints]:
    """The same blocks, cut off after `limit` rows in all.

    >>> [len(block) for block in limited(iter([np.zeros((3, 2)), np.zeros((3, 2))]), 4)]
    [3, 1]
    """
    for block in found:
        block = block if limit is None else block[:limit]
        yield block
        if limit is not None:
            limit -= len(block)
            if limit == 0:
                return


def lists(block: Ints) -> Iterator[list[int]]:
    """The rows of a block as lists, without the -1 that pad shorter rows.

    >>> list(lists(np.array([[0, 3], [-1, 2]])))
    [[0, 3], [2]]
    """
    rows = block.tolist()
    if block.size and block.min() < 0:
        return ([option for option in row if option >= 0] for row in rows)
    return iter(rows)


class SolutionGraph:
    """All solutions as paths through a graph whose arcs are options.

    It is as large as the number of different partial solutions, not of solutions, and answers at
    once: how many there are, how many with each option, which is the k-th, one at random; and
    all that again when some options are given.

    >>> from puzzlery.cover.exact_cover import ExactCover
    >>> graph = ExactCover([["a"], ["a"], ["b"]], grid=("ab", ())).graph()
    >>> graph.count(), graph.placement_counts(), sorted(graph)
    (2, [1, 1, 2], [[0, 2], [1, 2]])
    """

    def __init__(self, graph: _core.SolutionGraph, rest: Residual) -> None:
        self._graph, self._rest = graph, rest

    @classmethod
    def empty(cls, table: CoverTable) -> "SolutionGraph":
        """The graph without solutions.

        >>> from puzzlery.cover.cover_table import read
        >>> SolutionGraph.empty(read(["a"], "a", "", {}, None))
        <SolutionGraph: 0 solutions in 0 arcs>
        """
        rest = residual(table, ())
        assert rest is not None, "nothing is fixed, so nothing contradicts"
        return cls(_core.empty_graph(len(rest.numbers)), rest)

    def __repr__(self) -> str:
        return f"<SolutionGraph: {self.count():,} solutions in {self.arcs:,} arcs>"

    @property
    def states(self) -> int:
        """The number of different partial solutions that lead to a solution.

        >>> from puzzlery.cover.exact_cover import ExactCover
        >>> graph = ExactCover([[i] for i in 2 * [*range(10)]], grid=(range(10), ())).graph()
        >>> graph.count(), graph.states
        (1024, 11)
        """
        return self._graph.states

    @property
    def arcs(self) -> int:
        """The number of arcs between states; each arc is an option.

        >>> from puzzlery.cover.exact_cover import ExactCover
        >>> graph = ExactCover([[i] for i in 2 * [*range(10)]], grid=(range(10), ())).graph()
        >>> graph.count(), graph.arcs
        (1024, 20)
        """
        return self._graph.arcs

    def count(self) -> int:
        """The number of solutions, exactly, however large.

        >>> from puzzlery.cover.exact_cover import ExactCover
        >>> cover = ExactCover([[i] for i in 2 * [*range(100)]], grid=(range(100), ()))
        >>> cover.graph().count() == 2**100
        True
        """
        return int.from_bytes(self._graph.count(), "little")

    def placement_counts(self) -> list[int]:
        """For every option the number of solutions that use it.

        >>> from puzzlery.cover.exact_cover import ExactCover
        >>> ExactCover([["a"], ["a"], ["b"]], grid=("ab", ())).graph().placement_counts()
        [1, 1, 2]
        """
        size = 8 * self._graph.limbs
        data = self._graph.placement_counts()
        counts = [0] * self._rest.whole.options
        for i, option in enumerate(self._rest.numbers.tolist()):
            counts[option] = int.from_bytes(data[i * size : (i + 1) * size], "little")
        total = self.count()
        for option in self._rest.fixed:
            counts[option] = total
        return counts

    def kth(self, k: int) -> list[int]:
        """Solution number k, from 0, in the order of the graph.

        >>> from puzzlery.cover.exact_cover import ExactCover
        >>> graph = ExactCover([["a"], ["a"], ["b"]], grid=("ab", ())).graph()
        >>> sorted(graph.kth(k) for k in range(2))
        [[0, 2], [1, 2]]
        """
        if not 0 <= k < self.count():
            raise InvalidPuzzle(f"solution {k} of {self.count()}; they are numbered from 0")
        limbs = k.to_bytes(8 * self._graph.limbs, "little")
        taken = np.frombuffer(self._graph.kth(limbs), dtype=np.int32)
        return sorted([*self._rest.numbers[taken].tolist(), *self._rest.fixed])

    def random(self, seed: int | None = None) -> list[int] | None:
        """A random solution, each equally likely; None if there is none.

        >>> from puzzlery.cover.exact_cover import ExactCover
        >>> graph = ExactCover([["a"], ["a"], ["b"]], grid=("ab", ())).graph()
        >>> {tuple(graph.random(seed)) for seed in range(20)} == {(0, 2), (1, 2)}
        True
        """
        total = self.count()
        return self.kth(random.Random(seed).randrange(total)) if total else None

    def given(self, fixed: Iterable[int]) -> "SolutionGraph":
        """The graph of those solutions that use these options too.

        >>> from puzzlery.cover.exact_cover import ExactCover
        >>> graph = ExactCover([["a"], ["a"], ["b"]], grid=("ab", ())).graph()
        >>> graph.given([1]).count(), graph.given([0, 1]).count()
        (1, 0)
        """
        both = (*self._rest.fixed, *fixed)
        less = residual(self._rest.whole, both)
        if less is None:
            return SolutionGraph.empty(self._rest.whole)
        allowed = np.zeros(self._rest.whole.options, dtype=np.uint8)
        allowed[less.numbers] = 1
        allowed[list(less.fixed)] = 1
        graph = self._graph.restricted(allowed[self._rest.numbers].tobytes())
        return SolutionGraph(graph, self._rest)

    def walk(self, *, hashed: bool = False) -> _core.CoverJob:
        """A walk over all solutions, to be run in slices.

        >>> from puzzlery.core.progress import drive
        >>> from puzzlery.cover.exact_cover import ExactCover
        >>> drive(ExactCover([["a"], ["a"], ["b"]], grid=("ab", ())).graph().walk()).count
        2
        """
        return self._graph.walk(hashed=hashed)

    def arrays(self) -> Iterator[Ints]:
        """All solutions, a few thousand rows at a time.

        >>> from puzzlery.cover.exact_cover import ExactCover
        >>> graph = ExactCover([["a"], ["a"], ["b"]], grid=("ab", ())).graph()
        >>> [block.shape for block in graph.arrays()]
        [(2, 2)]
        """
        yield from blocks(self._graph.walk(buffer=BLOCK), self._rest)

    def __iter__(self) -> Iterator[list[int]]:
        for block in self.arrays():
            yield from lists(block)
