"""Pruning tables: for each value of a coordinate the least number of moves that solves it.

Filled breadth first from the solved value: forward while few values are new, backward (each
value that is still open looks for a neighbor of the last depth) when most are reached. Kept in
the store as distances in 8, 4 or 2 bits, followed by the number of states at each distance.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.progress import Reporter
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.coordinate import Composite, Coordinate
from puzzlery.solve.coordinates.symmetric import SymComposite
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.tables.store import Store
from puzzlery.tables.table_file import Bytes
from puzzlery.tables.table_job import ConvertedTable, TableJob
from puzzlery.tables.table_key import TableKey
from puzzlery.twisty.model.state import State

Bits = Literal[8, 4, 2]
Numbers = NDArray[np.uint32]
VERSION = 1
TAIL = 256 * 8
OPEN = 255
# Inner values of one row; their table of moves should stay in the cache of a core.
LARGEST_INNER = 6000
LARGEST_ACTIONS = 1 << 26

_NO_ROWS = np.zeros((0, 0), dtype=np.uint32)
_NOTHING = np.zeros(0, dtype=np.uint32)


@dataclass(frozen=True, eq=False)
class Graph:
    """States s · inner + c, as the kernel takes them; see cpp/graph.hpp."""

    outer: Numbers
    actions: Numbers
    costs: Sequence[int]
    by: Numbers = field(default_factory=lambda: _NO_ROWS)
    self_start: Numbers = field(default_factory=lambda: _NOTHING)
    self_list: Numbers = field(default_factory=lambda: _NOTHING)
    self_actions: Numbers = field(default_factory=lambda: _NO_ROWS)
    weight: Numbers = field(default_factory=lambda: _NOTHING)

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.outer) * int(self.actions.shape[1])

    def job(
        self, start: Sequence[int], bits: int, threads: int, expected: float | None = None
    ) -> _core.PruningJob:
        """The computation of all distances from these states."""
        return _core.pruning_job(
            self.outer, self.by, self.actions, self.self_start, self.self_list,
            self.self_actions, self.weight, list(self.costs), list(start), bits, threads,
            float(expected or self.states),
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Distances:
    """A table of distances, and how many states have each."""

    data: Bytes
    bits: Bits
    size: int

    @cached_property
    def counts(self) -> list[int]:
        """How many states there are at each distance; symmetric ones are counted apart."""
        tail: list[int] = self.data[-TAIL:].view(np.uint64).tolist()
        last = max((k for k, count in enumerate(tail) if count), default=0)
        return tail[: last + 1]

    @property
    def deepest(self) -> int:
        """The largest distance."""
        return len(self.counts) - 1

    def __getitem__(self, i: int) -> int:
        """The distance of a value: with 4 bits at most 15, with 2 bits modulo 3.

        A value that cannot be reached has 255, 15 or 3.
        """
        if not 0 <= i < self.size:
            raise PuzzleryError(f"the table has no value {i}; expected 0 … {self.size - 1}")
        per_byte = 8 // self.bits
        byte = int(self.data[i // per_byte])
        return byte >> self.bits * (i % per_byte) & (1 << self.bits) - 1


def _packed(whole: Bytes) -> Bytes:
    """Distances in 4 bits each, and what follows them as it is."""
    return np.concatenate([_core.pack_nibbles(whole[:-TAIL]), whole[-TAIL:]])


def pruning_table(
    coordinate: Coordinate,
    *,
    bits: Bits = 8,
    threads: int = 1,
    store: Store | None = None,
    progress: Reporter | None = None,
) -> Distances:
    """The distance of every value of a coordinate from the solved one.

    With 4 bits, distances above 15 are kept as 15; with 2 bits they are kept modulo 3.

    >>> from puzzlery.solve.coordinates.named_coordinates import named
    >>> from puzzlery.twisty.geometry import cube
    >>> pruning_table(named(cube(3), "eo-fb")).counts
    [1, 2, 25, 202, 620, 900, 285, 13]
    """
    key = TableKey.of(
        coordinate.puzzle, "pruning", VERSION,
        coordinate=coordinate.label, bits=bits, moves=moves_text(coordinate.moves),
    )  # fmt: skip

    def make() -> TableJob:
        graph = graph_of(coordinate)
        job = graph.job([coordinate.solved], 8 if bits == 4 else bits, threads)
        return ConvertedTable(job, lambda: _packed(job.data())) if bits == 4 else job

    table = (store or Store.usual()).open(key, make, progress=progress)
    return Distances(table.data, bits, coordinate.size)


def moves_text(moves: MoveSet) -> str:
    """The moves and what they cost, as part of a key."""
    return " ".join(f"{name}:{cost}" for name, cost in zip(moves.names, moves.costs, strict=True))


def lower_bound(coordinate: Coordinate, table: Distances, state: State) -> int:
    """The better of what the coordinate says of a state and of its inverse.

    Whatever solves a state, made backwards, solves its inverse: both are as far from solved.
    """
    return max(table[coordinate.index(state)], table[coordinate.index(state.inverse)])


def graph_of(coordinate: Coordinate) -> Graph:
    """A coordinate's values and moves as rows and inner values."""
    _ = coordinate.moves.inverses
    if isinstance(coordinate, SymComposite):
        return _symmetric_graph(coordinate)
    if isinstance(coordinate, Composite):
        return _composite_graph(coordinate)
    alone = np.zeros((1, len(coordinate.moves)), dtype=np.uint32)
    return Graph(alone, _columns(coordinate.transitions), coordinate.moves.costs)


def _composite_graph(composite: Composite) -> Graph:
    """The first parts vary fastest: as many of them as fit are the inner values."""
    count, size = 1, composite.parts[0].size
    while count < len(composite.parts) - 1 and size * composite.parts[count].size <= LARGEST_INNER:
        size *= composite.parts[count].size
        count += 1
    inner = Composite(*composite.parts[:count]).transitions
    costs = composite.moves.costs
    if count == len(composite.parts):
        return Graph(np.zeros((1, len(costs)), dtype=np.uint32), _columns(inner), costs)
    outer = Composite(*composite.parts[count:]).transitions
    return Graph(np.ascontiguousarray(outer), _columns(inner), costs)


def _symmetric_graph(coordinate: SymComposite) -> Graph:
    symmetric, other = coordinate.symmetric, coordinate.other
    transforms = coordinate.other_transforms
    count = len(symmetric.used)
    if other.size * count * len(other.moves) > LARGEST_ACTIONS:
        raise PuzzleryError(f"{other!r} is too large for the second part of a symcomposite")
    # Action m · count + t: first the move, then the symmetry.
    actions = np.concatenate([_columns(transforms[column]) for column in other.transitions.T])
    by = symmetric.offsets.astype(np.uint32)
    by += np.arange(len(other.moves), dtype=np.uint32) * np.uint32(count)
    own = symmetric.is_self.copy()
    own[:, 0] = False
    start = np.concatenate([[0], np.cumsum(own.sum(axis=1))]).astype(np.uint32)
    return Graph(
        np.ascontiguousarray(symmetric.transitions),
        actions,
        other.moves.costs,
        by,
        start,
        np.nonzero(own)[1].astype(np.uint32),
        _columns(transforms),
        (count // symmetric.is_self.sum(axis=1)).astype(np.uint32),
    )


def _columns(table: Numbers) -> Numbers:
    """A table with one row a move."""
    return np.ascontiguousarray(table.T)
