"""Phase tables: lower bounds of a phase's length, for as many cosets as the memory allows."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import prod

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter
from puzzlery.solve.coordinates.pruning_table import CoordinateGraph
from puzzlery.solve.phases.carried_values import Numbers, ValueTree, combined
from puzzlery.solve.phases.coset_coordinate import CosetCoordinate
from puzzlery.solve.phases.move_subgroups import MoveLattice, phase_moves
from puzzlery.solve.phases.phase_chain import Phase, PhaseChain
from puzzlery.tables.store import Store
from puzzlery.tables.table_job import ConvertedTable, TableJob
from puzzlery.tables.table_key import TableKey
from puzzlery.twisty.model.puzzle import Puzzle

VERSION = 3
# Values of the columns of a table: the action of each move and symmetry on them is a list.
MOST_INNER = 60_000
# Entries of these lists.
MOST_ACTIONS = 40_000_000
# Rows before symmetries are used: each takes 4 bytes for each move while the table is filled.
MOST_ROWS = 1_100_000
# Entries of a part's transition table up to which it is reduced by symmetries.
MOST_CARRIED = 2_000_000
ENTRIES_PER_BYTE = 2
# More tables cost more reads at every position than they save positions.
MOST_TABLES = 3
# The numbers of cosets at each distance follow the distances in the table of the kernel.
COUNTS_BYTES = 8 * 256
# What the kernel says of cosets that moves do not reach.
UNREACHED = 255
MOST_IN_NIBBLE = 15

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class TableLayout:
    """Which parts of a coordinate are the rows and which the columns of a table."""

    outer: tuple[int, ...]
    inner: tuple[int, ...]

    @property
    def parts(self) -> frozenset[int]:
        """All parts that the table looks at."""
        return frozenset(self.outer + self.inner)


@dataclass(frozen=True, eq=False)
class TableParts:
    """The parts of a phase's coordinate with the symmetries that act on them.

    `moves` are the moves of the phase, `costs` how often each of them counts; `symmetries` keep the
    phase.
    """

    puzzle: Puzzle
    coordinate: CosetCoordinate
    moves: Sequence[Permutation]
    costs: Sequence[int]
    symmetries: Sequence[Permutation]
    title: str

    @cached_property
    def _becomes(self) -> list[list[int]]:
        """For each symmetry what the moves of the phase become; -1 for none of the same cost."""
        pairs = list(zip(self.moves, self.costs, strict=True))
        number = {pair: k for k, pair in enumerate(pairs)}
        return [
            [number.get((move.conjugate(s), cost), -1) for move, cost in pairs]
            for s in self.symmetries
        ]

    @cached_property
    def carried(self) -> list[list[Numbers | None]]:
        """For each part and each symmetry the carried values."""
        return [self._carried(k) for k in range(len(self.coordinate.spaces))]

    def _carried(self, part: int) -> list[Numbers | None]:
        """Large parts are not carried: finding out would take longer than it saves."""
        transitions = self.coordinate.transitions(part)
        kept = np.arange(len(transitions), dtype=np.uint32)
        if transitions.size > MOST_CARRIED:
            return [kept, *[None] * (len(self.symmetries) - 1)]
        tree = ValueTree(transitions)
        return [kept, *(None if -1 in m else tree.carried(m) for m in self._becomes[1:])]

    def keeping(self, parts: frozenset[int]) -> list[int]:
        """The symmetries that act on all these parts; the identity is the first."""
        return [
            s for s in range(len(self.symmetries))
            if all(self.carried[k][s] is not None for k in parts)
        ]  # fmt: skip

    def size(self, parts: Sequence[int]) -> int:
        """The number of values of some parts together."""
        return prod(self.coordinate.sizes[k] for k in parts)

    def carried_together(self, parts: Sequence[int], symmetry: int) -> Numbers:
        """Where a symmetry carries the values of some parts together."""
        columns = [self.carried[k][symmetry] for k in parts]
        kept = [column[:, None] for column in columns if column is not None]
        return combined(kept).reshape(-1)

    def entries(self, layout: TableLayout) -> int:
        """About how many entries a table has: rows that symmetries carry to others are left out."""
        symmetries = len(self.keeping(layout.parts)) if layout.outer else 1
        return self.size(layout.outer) * self.size(layout.inner) // symmetries

    def bytes(self, layouts: Sequence[TableLayout]) -> int:
        """About how many bytes some tables take."""
        return sum(self.entries(layout) // ENTRIES_PER_BYTE for layout in layouts)

    def layouts(self, memory: int) -> list[TableLayout]:
        """The tables of the phase: one of all cosets if it fits the memory, else several."""
        fitting = [
            one
            for one in self._candidates()
            if len(one.parts) == 1
            or self.entries(one) <= ENTRIES_PER_BYTE * self._share(one, memory)
        ]
        chosen: list[TableLayout] = []
        missing = frozenset(range(self._count))
        while missing:
            more = max(fitting, key=lambda one: (bool(one.parts & missing), self._worth(one)))
            chosen.append(more)
            missing -= more.parts
        while len(chosen) < MOST_TABLES and len(chosen[0].parts) < self._count:
            others = [one for one in fitting if not any(one.parts <= c.parts for c in chosen)]
            if not others:
                break
            chosen.append(max(others, key=self._worth))
        return chosen

    def _share(self, layout: TableLayout, memory: int) -> int:
        """A table of all parts may take all memory; several tables share it."""
        return memory if len(layout.parts) == self._count else memory // MOST_TABLES

    def _worth(self, layout: TableLayout) -> int:
        return self.size(layout.outer) * self.size(layout.inner)

    @property
    def _count(self) -> int:
        return len(self.coordinate.spaces)

    def _candidates(self) -> Iterator[TableLayout]:
        """A layout for each set of parts; single parts are always possible."""
        for count in range(1, self._count + 1):
            for chosen in combinations(range(self._count), count):
                layout = self._layout(chosen)
                if layout is not None:
                    yield layout

    def _layout(self, chosen: Sequence[int]) -> TableLayout | None:
        inner: list[int] = []
        for k in sorted(chosen, key=lambda k: -self.coordinate.sizes[k]):
            if self.size([*inner, k]) <= MOST_INNER and self._actions([*inner, k]) <= MOST_ACTIONS:
                inner.append(k)
        outer = [k for k in chosen if k not in inner]
        if self.size(outer) > MOST_ROWS:
            return None
        return TableLayout(tuple(outer), tuple(inner))

    def _actions(self, inner: Sequence[int]) -> int:
        return self.size(inner) * len(self.moves) * len(self.symmetries)


def table_parts(chain: PhaseChain, number: int) -> TableParts:
    """What the tables of one phase of a chain are made of.

    >>> from puzzlery.solve.phases.chain_finder import phases
    >>> from puzzlery.twisty.geometry import cube
    >>> parts = table_parts(phases(cube(2)), 0)
    >>> [len(layout.parts) for layout in parts.layouts(1 << 26)]
    [1, 1]
    """
    return parts_of_phase(chain.lattice, chain.phases[number])


def parts_of_phase(lattice: MoveLattice, phase: Phase) -> TableParts:
    """What the tables of a phase are made of."""
    moves = phase_moves(lattice, phase.moves)
    costs = dict(zip(lattice.moves.permutations, lattice.moves.costs, strict=True))
    return TableParts(
        lattice.puzzle, phase.coordinate, moves, [costs[move] for move in moves], phase.symmetries,
        str(phase.moves),
    )  # fmt: skip


def table_bytes(chain: PhaseChain) -> list[int]:
    """About how many bytes the tables of each phase take.

    >>> from puzzlery.solve.phases.chain_finder import phases
    >>> from puzzlery.twisty.geometry import cube
    >>> table_bytes(phases(cube(3), cosets=100_000_000))[0]
    1024
    """
    return [parts.bytes(layouts) for parts, layouts in chain_layouts(chain)]


def chain_layouts(chain: PhaseChain) -> list[tuple[TableParts, list[TableLayout]]]:
    """For each phase its parts and its tables, which share the memory of the chain.

    Phases whose tables take little come first. What they leave is shared by the others.

    >>> from puzzlery.solve.phases.chain_finder import phases
    >>> from puzzlery.twisty.geometry import cube
    >>> [len(layouts) for _, layouts in chain_layouts(phases(cube(3), cosets=100_000_000))]
    [1, 1, 1, 1]
    """
    made = [table_parts(chain, number) for number in range(len(chain.phases))]
    layouts: list[list[TableLayout]] = [[] for _ in made]
    left, wanted = chain.memory, [parts.bytes(parts.layouts(chain.memory)) for parts in made]
    for count, k in enumerate(sorted(range(len(made)), key=lambda k: wanted[k])):
        layouts[k] = made[k].layouts(max(0, left) // (len(made) - count))
        left -= made[k].bytes(layouts[k])
    return list(zip(made, layouts, strict=True))


@dataclass(frozen=True, eq=False)
class PhaseTable:
    """A table of bounds, four bits an entry, and how a position finds its entry."""

    layout: TableLayout
    entries: Bytes
    row_of: Numbers
    symmetry_of: Bytes
    carried_inner: Numbers

    def add_to(self, plan: _core.PhasePlan) -> None:
        """Let the last phase of a plan use the table."""
        outer, inner = list(self.layout.outer), list(self.layout.inner)
        if len(self.row_of):
            plan.add_symmetric_table(
                outer, inner, self.entries, self.row_of, self.symmetry_of, self.carried_inner
            )
        else:
            plan.add_table(outer, inner, self.entries)


def phase_table(
    parts: TableParts,
    layout: TableLayout,
    *,
    threads: int = 1,
    progress: Reporter | None = None,
    timeout: Clock | None = None,
    store: Store | None = None,
) -> PhaseTable:
    """A table of bounds from the store; it is built if the store has none."""
    graph = _Graph(parts, layout)
    key = TableKey.of(
        parts.puzzle, "phase", VERSION, moves=parts.title, fingerprint=_fingerprint(parts, layout)
    )

    def make() -> TableJob:
        job = graph.job(threads)
        return ConvertedTable(job, lambda: packed(job.data()[:-COUNTS_BYTES]))

    table = (store or Store.usual()).open(key, make, progress=progress, timeout=timeout)
    return PhaseTable(layout, table.data, graph.row_of, graph.symmetry_of, graph.carried_inner)


def packed(distances: Bytes) -> Bytes:
    """Distances as four bits each, rounded down to a multiple of a unit, which is the last byte.

    >>> packed(np.array([0, 7, 15], dtype=np.uint8)).tolist()  # 0 and 7 share a byte
    [112, 15, 1]
    >>> packed(np.array([0, 7, 31], dtype=np.uint8)).tolist()
    [32, 10, 3]
    """
    reached = distances[distances != UNREACHED]
    unit = max(1, -(-int(reached.max(initial=0)) // MOST_IN_NIBBLE))
    entries = distances if unit == 1 else distances // np.uint8(unit)
    return np.append(_core.pack_nibbles(entries), np.uint8(unit))


def _fingerprint(parts: TableParts, layout: TableLayout) -> str:
    """A hash of all that the entries depend on."""
    digest = hashlib.sha256(repr((layout, list(parts.costs))).encode())
    for move in parts.moves:
        digest.update(move.data)
    for k in layout.outer + layout.inner:
        part = parts.coordinate.parts[k]
        digest.update(repr((part.points, part.labels, part.levels)).encode())
    digest.update(repr(parts.keeping(layout.parts)).encode())
    return digest.hexdigest()[:24]


class _Graph:
    """The graph whose distances a table holds; its rows are classes of symmetric ones."""

    def __init__(self, parts: TableParts, layout: TableLayout) -> None:
        self.parts, self.layout = parts, layout
        self.symmetries = parts.keeping(layout.parts) if layout.outer else [0]
        self.rows = parts.size(layout.outer)
        self.row_of = np.zeros(0, dtype=np.uint32)
        self.symmetry_of = np.zeros(0, dtype=np.uint8)
        self.carried_inner = np.zeros(0, dtype=np.uint32)
        if len(self.symmetries) > 1:
            self._classify()

    def _classify(self) -> None:
        least = np.arange(self.rows, dtype=np.uint32)
        self.symmetry_of = np.zeros(self.rows, dtype=np.uint8)
        for number, s in enumerate(self.symmetries[1:], 1):
            images = self.parts.carried_together(self.layout.outer, s)
            smaller = images < least
            least[smaller] = images[smaller]
            self.symmetry_of[smaller] = number
        self.representatives, numbers = np.unique(least, return_inverse=True)
        self.row_of = numbers.astype(np.uint32)
        self.carried_inner = np.concatenate(
            [self.parts.carried_together(self.layout.inner, s) for s in self.symmetries]
        )

    def _transitions(self, chosen: Sequence[int]) -> Numbers:
        tables = [self.parts.coordinate.transitions(k) for k in chosen]
        if not tables:
            return np.zeros((1, len(self.parts.moves)), dtype=np.uint32)
        return combined(tables)

    def job(self, threads: int) -> _core.PruningJob:
        """The computation of all distances."""
        outer, inner = self._transitions(self.layout.outer), self._transitions(self.layout.inner)
        costs = list(self.parts.costs)
        actions, expected = np.ascontiguousarray(inner.T), self.rows * len(inner)
        if len(self.symmetries) == 1:
            return CoordinateGraph(outer, actions, costs).job([0], 8, threads, expected)
        after = outer[self.representatives]
        carried = self.carried_inner.reshape(len(self.symmetries), -1)
        by = self.symmetry_of[after].astype(np.uint32) * np.uint32(len(costs))
        by += np.arange(len(costs), dtype=np.uint32)
        all_actions = np.concatenate([images[actions] for images in carried])
        is_self = np.stack(
            [self.parts.carried_together(self.layout.outer, s)[self.representatives]
             == self.representatives for s in self.symmetries], axis=1,
        )  # fmt: skip
        is_self[:, 0] = False
        start = np.concatenate([[0], np.cumsum(is_self.sum(axis=1))]).astype(np.uint32)
        weight = np.bincount(self.row_of, minlength=len(after)).astype(np.uint32)
        graph = CoordinateGraph(
            np.ascontiguousarray(self.row_of[after]), all_actions, costs, np.ascontiguousarray(by),
            start, np.nonzero(is_self)[1].astype(np.uint32), np.ascontiguousarray(carried), weight,
        )  # fmt: skip
        return graph.job([0], 8, threads, expected)
