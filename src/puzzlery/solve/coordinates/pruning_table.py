"""Pruning tables: for each value of a coordinate the least number of moves that solves it.

They are filled breadth first from the values that count as solved: forward while few values are
new; backward when most are reached, so that each unreached value looks for a neighbor of the last
depth. The store keeps the distances in 8, 4 or 2 bits, followed by the number of states at each
distance.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.progress import Clock, Reporter, drive
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.composite import Composite, parts_of
from puzzlery.solve.coordinates.coordinate import Coordinate
from puzzlery.solve.coordinates.symmetric import SymComposite, Symmetric
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.tables.store import Store
from puzzlery.tables.table_file import Bytes
from puzzlery.tables.table_job import ConvertedTable, TableJob
from puzzlery.tables.table_key import TableKey
from puzzlery.twisty.model.state import State

Bits = Literal[8, 4, 2]
Numbers = NDArray[np.uint32]
VERSION = 2
# The end of the data: the number of states at each of 256 distances, 8 bytes each.
COUNTS_BYTES = 256 * 8
# The distance of a value that no moves reach, in 8 bits.
UNREACHED = 255
# Inner values of one row; their table of moves should fit into the cache of a core.
LARGEST_INNER = 6000
# Entries of the table of actions on inner values: 256 MiB.
LARGEST_ACTIONS = 1 << 26

_NO_ROWS = np.zeros((0, 0), dtype=np.uint32)
_NOTHING = np.zeros(0, dtype=np.uint32)


@dataclass(frozen=True, eq=False)
class CoordinateGraph:
    """The states s · inner + c and their moves; see cpp/coordinates/coordinate_graph.hpp.

    >>> from puzzlery.core.progress import drive
    >>> cycle = np.array([[1, 2, 3, 0], [3, 0, 1, 2]], dtype=np.uint32)  # two inverse moves
    >>> graph = CoordinateGraph(np.zeros((1, 2), dtype=np.uint32), cycle, [1, 1])
    >>> drive(graph.job([0], 8, 1)).counts
    [1, 2, 1]
    """

    outer: Numbers
    actions: Numbers
    costs: Sequence[int]
    by: Numbers = field(default_factory=lambda: _NO_ROWS)
    self_start: Numbers = field(default_factory=lambda: _NOTHING)
    self_list: Numbers = field(default_factory=lambda: _NOTHING)
    self_actions: Numbers = field(default_factory=lambda: _NO_ROWS)
    weight: Numbers = field(default_factory=lambda: _NOTHING)
    reversible: bool = True

    @property
    def states(self) -> int:
        """The number of states.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> graph_of(named_coordinate(cube(3), "slice-ud")).states
        495
        """
        return len(self.outer) * int(self.actions.shape[1])

    def job(
        self, start: Sequence[int], bits: int, threads: int, expected: float | None = None
    ) -> _core.PruningJob:
        """The job that computes the distance of every state from the start states."""
        return _core.pruning_job(
            self.outer, self.by, self.actions, self.self_start, self.self_list,
            self.self_actions, self.weight, list(self.costs), list(start), self.reversible, bits,
            threads, float(expected or self.states),
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Distances:
    """A table of distances, and the number of states at each distance.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> co = named_coordinate(cube(3), "co-ud")
    >>> table = pruning_table(co)
    >>> table[co.index(cube(3).apply("R U"))], table.deepest
    (2, 6)
    """

    data: Bytes
    bits: Bits
    size: int

    @cached_property
    def counts(self) -> list[int]:
        """The number of states at each distance; a class counts with all its states."""
        tail: list[int] = self.data[-COUNTS_BYTES:].view(np.uint64).tolist()
        last = max((k for k, count in enumerate(tail) if count), default=0)
        return tail[: last + 1]

    @property
    def entries(self) -> Bytes:
        """The distances alone, as kernels read them."""
        return self.data[: -(-self.size * self.bits // 8)]

    @property
    def mean(self) -> float:
        """The mean distance of a state.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> round(pruning_table(named_coordinate(cube(3), "eo-fb")).mean, 2)
        4.61
        """
        return float(np.average(np.arange(len(self.counts)), weights=self.counts))

    @property
    def deepest(self) -> int:
        """The largest distance.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> pruning_table(named_coordinate(cube(3), "eo-fb")).deepest
        7
        """
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
    """Distances in 4 bits each, followed by the unchanged counts."""
    return np.concatenate([_core.pack_nibbles(whole[:-COUNTS_BYTES]), whole[-COUNTS_BYTES:]])


def pruning_table(
    coordinate: Coordinate,
    *,
    bits: Bits = 8,
    threads: int = 1,
    store: Store | None = None,
    keep: bool = True,
    progress: Reporter | None = None,
    timeout: float | Clock | None = None,
) -> Distances:
    """The distance of every value of a coordinate from those that count as solved.

    With 4 bits, distances above 15 are kept as 15; with 2 bits they are kept modulo 3. The
    coordinate is checked first. Unless `keep`, the table does not go to the store.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> pruning_table(named_coordinate(cube(3), "eo-fb")).counts
    [1, 2, 25, 202, 620, 900, 285, 13]
    """
    clock = Clock.of(timeout)
    coordinate.prepare(progress=progress, timeout=clock)

    def make() -> TableJob:
        graph = graph_of(coordinate)
        job = graph.job(coordinate.goals, 8 if bits == 4 else bits, threads)
        return ConvertedTable(job, lambda: _packed(job.data())) if bits == 4 else job

    if not keep:
        data = drive(make(), progress=progress, timeout=clock).data()
        return Distances(data, bits, coordinate.size)
    key = table_key(coordinate, bits)
    table = (store or Store.usual()).open(key, make, progress=progress, timeout=clock)
    return Distances(table.data, bits, coordinate.size)


def table_key(coordinate: Coordinate, bits: Bits) -> TableKey:
    """What the table of a coordinate depends on: its size and values, the moves and their costs.

    Two coordinates never share a table, whatever their labels: the fingerprint tells them apart.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> sorted(table_key(named_coordinate(cube(3), "eo-fb"), 8).parameters)
    ['bits', 'coordinate', 'fingerprint', 'moves', 'size']
    """
    moves = coordinate.moves
    made = sha256(moves.cost_bytes + b"".join(moves.permutation_bytes)).hexdigest()[:16]
    return TableKey.of(
        coordinate.puzzle, "pruning", VERSION, coordinate=coordinate.label, bits=bits,
        size=int(coordinate.size), fingerprint=coordinate.fingerprint,
        moves=f"{moves_text(moves)} {made}",
    )  # fmt: skip


def moves_text(moves: MoveSet) -> str:
    """The moves and their costs, as part of a key.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> moves_text(MoveSet.of(puzzle("pyraminx")))[:12]
    "u:1 u':1 b:1"
    """
    return " ".join(f"{name}:{cost}" for name, cost in zip(moves.names, moves.costs, strict=True))


def lower_bound(coordinate: Coordinate, table: Distances, state: State) -> int:
    """The larger of the distances of a state and of its inverse.

    The inverse of a solution solves the inverse state, so both are equally far from solved.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> eo = named_coordinate(cube(3), "eo-fb")
    >>> table, state = pruning_table(eo), cube(3).apply("R U F")
    >>> table[eo.index(state)], lower_bound(eo, table, state)
    (1, 3)
    """
    return max(table[coordinate.index(state)], table[coordinate.index(state.inverse)])


def check_sizes(coordinate: Coordinate) -> None:
    """Refuse a coordinate whose parts have too many values, before any table is filled.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> check_sizes(named_coordinate(cube(3), "corners"))
    """
    if not isinstance(coordinate, SymComposite):
        for part in parts_of(coordinate):
            part.check_size()


def graph_of(coordinate: Coordinate) -> CoordinateGraph:
    """The values and moves of a coordinate as a graph of rows and inner values.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> graph = graph_of(named_coordinate(cube(3), "eo-fb"))
    >>> graph.outer.shape, graph.actions.shape  # one row, eighteen moves of 2048 values
    ((1, 18), (18, 2048))
    """
    if isinstance(coordinate, SymComposite):
        return _symmetric_graph(coordinate)
    if isinstance(coordinate, Symmetric):
        return _class_graph(coordinate)
    parts = list(parts_of(coordinate))
    count, size = 1, parts[0].size
    # The first parts vary fastest: as many of them as fit are the inner values.
    while count < len(parts) and size * parts[count].size <= LARGEST_INNER:
        size *= parts[count].size
        count += 1
    return _plain_graph(coordinate.moves, parts[:count], parts[count:])


def _plain_graph(
    moves: MoveSet, inner: Sequence[Coordinate], outer: Sequence[Coordinate]
) -> CoordinateGraph:
    alone = np.zeros((1, len(moves)), dtype=np.uint32)
    rows = np.ascontiguousarray(_together(outer).transitions) if outer else alone
    actions = _columns(_together(inner).transitions)
    return CoordinateGraph(rows, actions, moves.costs, reversible=moves.is_reversible)


def _together(parts: Sequence[Coordinate]) -> Coordinate:
    return parts[0] if len(parts) == 1 else Composite(*parts)


def _class_graph(coordinate: Symmetric) -> CoordinateGraph:
    """Each class is a row of one value, and counts for all its values."""
    moves = coordinate.moves
    return CoordinateGraph(
        np.ascontiguousarray(coordinate.transitions),
        np.zeros((len(moves), 1), dtype=np.uint32),
        moves.costs,
        weight=coordinate.class_sizes,
        reversible=moves.is_reversible,
    )


def _symmetric_graph(coordinate: SymComposite) -> CoordinateGraph:
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
    return CoordinateGraph(
        np.ascontiguousarray(symmetric.transitions),
        actions,
        other.moves.costs,
        by,
        start,
        np.nonzero(own)[1].astype(np.uint32),
        _columns(transforms),
        symmetric.class_sizes,
        other.moves.is_reversible,
    )


def _columns(table: Numbers) -> Numbers:
    """A table with one row for each move."""
    return np.ascontiguousarray(table.T)
