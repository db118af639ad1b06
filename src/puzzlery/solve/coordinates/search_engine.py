"""Engines: coordinates, pruning tables and moves put together, ready to search.

There is one engine for every search by coordinates: `coordinates.solver`, the method `search`, and
the steps of fewest-moves solving. It carries the *parts* of all coordinates along: one number for
each. A pruning table is looked up at the parts of its coordinate together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from math import prod

import numpy as np
from numpy.typing import NDArray

from puzzlery._core import SearchJob, SearchSpace
from puzzlery.core.permutation import Permutation, Points
from puzzlery.core.progress import Clock, Forecast, Reporter, drive
from puzzlery.core.time_left import Deepening
from puzzlery.errors import PuzzleryError
from puzzlery.solve.coordinates.composite import Composite, parts_of
from puzzlery.solve.coordinates.coordinate import Coordinate
from puzzlery.solve.coordinates.coordinate_check import walk_of
from puzzlery.solve.coordinates.inverse_reading import (
    MOST_VALUES,
    CarriedStickers,
    InverseTree,
)
from puzzlery.solve.coordinates.pruning_table import Bits, Distances, pruning_table
from puzzlery.solve.coordinates.symmetric import SymComposite, Symmetric
from puzzlery.solve.moves.canonical import word_counts
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.symmetry import Symmetry

MOST_TABLES = 6
HIGHEST = 250
NIBBLES_FROM = 1 << 23
MOST_READ = 64  # parts whose inverse is read: the kernel's MOST_INVERTED
# Cheapest moves by which a look at the inverse must raise the bound on average. With 13 moves at a
# node a fifth of a move saves 40 % of the nodes, more than the look costs.
LEAST_GAIN = 0.2
GAIN_STATES = 512
WORK_TO_KEEP = 60_000_000  # entries × moves: about a second

Position = NDArray[np.uint32]
Ids = tuple[int, ...]


@dataclass(frozen=True)
class SearchLimits:
    """How far a search goes.

    It looks at weights from `low` to `high`, and no further than `beyond` past the first solution
    (None: to the end); it stops after `limit` solutions (None: never). Unless `passing`, a
    solution may not go through the goal before its end.
    """

    low: int = 0
    high: int = HIGHEST
    beyond: int | None = 0
    limit: int | None = None
    keep: int = 1_000_000
    threads: int = 1
    passing: bool = True


@dataclass(frozen=True, eq=False)
class View:
    """A coordinate of states that are seen through a symmetry; None means as they are.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> ud, rl = (named_coordinate(cube(3), name) for name in ("slice-ud", "slice-rl"))
    >>> turned = next(t for t in cube(3).symmetries() if rl.carries_to(ud, t))
    >>> View(ud, turned).indices(cube(3).permutation("R").array[None]).tolist() == [ud.solved]
    True
    """

    coordinate: Coordinate
    symmetry: Symmetry | None = None

    def indices(self, images: Points) -> NDArray[np.int64]:
        """The values of many states."""
        if self.symmetry is None:
            return self.coordinate.indices(images)
        by, back = self.symmetry.stickers.array, self.symmetry.stickers.inverse.array
        return self.coordinate.indices(by[images[:, back]])

    @property
    def transitions(self) -> NDArray[np.uint32]:
        """The values after each move: seen through a symmetry, the move is another one."""
        table = self.coordinate.transitions
        if self.symmetry is None:
            return np.ascontiguousarray(table)
        under = self.coordinate.moves.under(self.symmetry.stickers)
        if under is None:
            raise PuzzleryError("a symmetry turns the moves into others that are not allowed")
        return np.ascontiguousarray(table[:, list(under)])


@dataclass(frozen=True, eq=False)
class EngineTable:
    """A coordinate with its pruning table, and the views in which a search looks it up.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> eo = named_coordinate(cube(3), "eo-fb")
    >>> EngineTable(eo, pruning_table(eo)).bound(cube(3).permutation("F"))
    1
    """

    coordinate: Coordinate
    distances: Distances
    views: tuple[Symmetry | None, ...] = (None,)

    def bound(self, permutation: Permutation) -> int:
        """The largest distance in all views."""
        images = permutation.array[None]
        values = (View(self.coordinate, view).indices(images)[0] for view in self.views)
        return max(self.distances[int(value)] for value in values)


@dataclass(frozen=True, eq=False)
class Engine:
    """Everything that a search needs: moves, parts of coordinates, and tables in a kernel.

    >>> from puzzlery.solve.coordinates.basic import permutation
    >>> from puzzlery.twisty.geometry import cube
    >>> moves = MoveSet.of(cube(2), only=["R2", "U2"])
    >>> engine = Engine.of(moves, [permutation(cube(2), 0, moves)])
    >>> job = engine.search(engine.position(cube(2).permutation("R2 U2")), SearchLimits())
    >>> job.best
    2
    """

    moves: MoveSet
    parts: tuple[View, ...]
    space: SearchSpace
    tables: tuple[EngineTable, ...]
    carried: CarriedStickers | None = None

    @classmethod
    def of(
        cls,
        moves: MoveSet,
        coordinates: Iterable[Coordinate],
        *,
        views: Iterable[Sequence[Symmetry | None]] | None = None,
        both_sides: bool = False,
        threads: int = 1,
        progress: Reporter | None = None,
        timeout: Clock | None = None,
    ) -> "Engine":
        """Fill a pruning table for each coordinate; the strongest one is looked up first.

        `views` gives for each coordinate the symmetries through which its table is looked up too.
        `both_sides` promises that only the solved state has all coordinates solved. Then tables are
        looked up for the inverse of a state as well, wherever that can be read off its stickers.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> names = ("co-ud", "eo-fb")
        >>> coordinates = [named_coordinate(cube(3), name) for name in names]
        >>> Engine.of(coordinates[0].moves, coordinates).sizes
        [2048, 2187]
        """
        given = list(coordinates)
        seen = [(None,)] * len(given) if views is None else [tuple(few) for few in views]
        tables = [
            EngineTable(one, _table(one, threads, progress, timeout), few)
            for one, few in zip(given, seen, strict=True)
        ]
        tables.sort(key=lambda table: -table.distances.mean)
        parts = _Parts()
        placed = [
            (table, [parts.ids_of(part, view) for part in _carried(table.coordinate)])
            for table in tables
            for view in table.views
        ]
        space = SearchSpace(moves.cost_bytes, moves.follow)
        for view in parts.views:
            goals = view.coordinate.goals if view.symmetry is None else []
            space.add_coordinate(view.transitions, list(goals))
        inverted = [False] * len(placed)
        if both_sides and moves.is_reversible:
            inverted = _worth_inverting(moves, tables)
        carried = _carry(space, moves, parts.views, [i for _, i in compress(placed, inverted)])
        for (table, ids), twice in zip(placed, inverted, strict=True):
            _add(space, table, ids, twice and carried is not None)
        return cls(moves, tuple(parts.views), space, tuple(tables), carried)

    @property
    def sizes(self) -> list[int]:
        """The number of values of each part.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> corners = named_coordinate(cube(3), "co-ud*slice-ud")
        >>> Engine.of(corners.moves, [corners]).sizes
        [2187, 495]
        """
        return [view.coordinate.size for view in self.parts]

    def position(self, permutation: Permutation) -> Position:
        """The values of the parts for a state, as an array with one row.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> parity = named_coordinate(cube(3), "parity-0")
        >>> Engine.of(parity.moves, [parity]).position(cube(3).permutation("R")).tolist()
        [[1]]
        """
        _, rows = self.positions(permutation.array[None])
        if not len(rows):
            for view in self.parts:
                view.coordinate.index(State(self.moves.puzzle, permutation))
        return rows

    def positions(self, images: Points) -> tuple[NDArray[np.bool_], Position]:
        """Which of many states have a position, and the positions of these, one row each."""
        rows = np.empty((len(images), len(self.parts)), dtype=np.uint32)
        has_all = np.ones(len(images), dtype=bool)
        for k, view in enumerate(self.parts):
            values = view.indices(images)
            has_all &= values >= 0
            rows[:, k] = values
        if self.carried is not None:
            rows = np.hstack([rows, self.carried.rows(images)])
        return has_all, rows if has_all.all() else rows[has_all]

    def bound(self, permutation: Permutation) -> int:
        """The largest distance in all tables: no solution costs less.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> eo = named_coordinate(cube(3), "eo-fb")
        >>> Engine.of(eo.moves, [eo]).bound(cube(3).permutation("F R F"))
        3
        """
        return max(table.bound(permutation) for table in self.tables)

    def search(
        self,
        roots: Position,
        limits: SearchLimits,
        *,
        progress: Reporter | None = None,
        timeout: float | Clock | None = None,
    ) -> SearchJob:
        """Search from these positions until the limits are reached.

        >>> from puzzlery.solve.coordinates.basic import permutation
        >>> from puzzlery.twisty.geometry import cube
        >>> moves = MoveSet.of(cube(2), only=["R2", "U2"])
        >>> engine = Engine.of(moves, [permutation(cube(2), 0, moves)])
        >>> job = engine.search(engine.position(cube(2).permutation("R2 U2")), SearchLimits())
        >>> [[moves.names[m] for m in word_of(word)] for _, word in job.words()]
        [['U2', 'R2']]
        """
        job, forecast = self.job(roots, limits), self._forecast(limits)
        return drive(job, progress=progress, timeout=timeout, forecast=forecast)

    def _forecast(self, limits: SearchLimits) -> Forecast[SearchJob]:
        """The time left; the parts tell how many states there are to be told apart."""
        sizes = {id(view.coordinate): view.coordinate.size for view in self.parts}
        states = float(prod(sizes.values()))
        deepening = Deepening(
            lambda: word_counts(self.moves.follow, self.moves.costs, 100 * states),
            states,
            longest=limits.high,
        )
        if limits.beyond is None:
            deepening.go_on_to(limits.high)

        def forecast(job: SearchJob, seconds: float) -> float | None:
            if job.best >= 0 and limits.beyond is not None:
                deepening.go_on_to(min(limits.high, job.best + limits.beyond))
            done, total, _ = job.progress()
            # The total is foretold, and may be too small.
            part = min(done / total, 0.99) if total else 0.0
            return deepening.left(job.depth, part, job.nodes, seconds)

        return forecast

    def job(self, roots: Position, limits: SearchLimits) -> SearchJob:
        """The search as a job that has not started yet.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> eo = named_coordinate(cube(3), "eo-fb")
        >>> engine = Engine.of(eo.moves, [eo])
        >>> engine.job(engine.position(cube(3).permutation("F")), SearchLimits()).nodes
        0
        """
        return SearchJob(
            self.space, np.ascontiguousarray(roots), limits.low, limits.high,
            -1 if limits.beyond is None else limits.beyond, limits.limit or 0,
            limits.keep, limits.threads, limits.passing,
        )  # fmt: skip


class _Parts:
    """The parts that a search carries along, each once for every view."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self._numbers: dict[tuple[str, bytes], int] = {}

    def ids_of(self, coordinates: Sequence[Coordinate], symmetry: Symmetry | None) -> list[int]:
        return [self._id_of(one, symmetry) for one in coordinates]

    def _id_of(self, one: Coordinate, symmetry: Symmetry | None) -> int:
        key = (one.fingerprint, b"" if symmetry is None else symmetry.stickers.data)
        if key not in self._numbers:
            self._numbers[key] = len(self.views)
            self.views.append(View(one, symmetry))
        return self._numbers[key]


def _carried(coordinate: Coordinate) -> list[tuple[Coordinate, ...]]:
    """The parts of a coordinate; those of the base of a symmetric one come last, apart."""
    if isinstance(coordinate, SymComposite):
        return [parts_of(coordinate.other), parts_of(coordinate.symmetric.base)]
    return [parts_of(coordinate.base if isinstance(coordinate, Symmetric) else coordinate)]


def _worth_inverting(moves: MoveSet, tables: Sequence[EngineTable]) -> list[bool]:
    """Which tables, in which views, are to be looked up for the inverse as well.

    Fixed random states tell by how much this raises the largest distance. If a table tells all of
    an orbit, the inverse is equally far in it, and nothing is gained.
    """
    readable = [_is_readable(table.coordinate) for table in tables for _ in table.views]
    if not any(readable):
        return readable
    states = walk_of(moves, GAIN_STATES)
    undone = np.argsort(states, axis=1).astype(np.uint16)
    views = [(table, View(table.coordinate, view)) for table in tables for view in table.views]
    known = np.max([_bounds(table, view, states) for table, view in views], axis=0)
    chosen = []
    for (table, view), can_be in zip(views, readable, strict=True):
        raised = np.maximum(known, _bounds(table, view, undone)) if can_be else known
        gain = float(np.mean(raised - known))
        chosen.append(can_be and gain >= LEAST_GAIN * min(moves.costs))
        known = raised if chosen[-1] else known
    return chosen


def _is_readable(coordinate: Coordinate) -> bool:
    parts = [part for few in _carried(coordinate) for part in few]
    return all(part.labels is not None and part.size <= MOST_VALUES for part in parts)


def _bounds(table: EngineTable, view: View, states: Points) -> NDArray[np.int64]:
    values = view.indices(states).tolist()
    return np.array([table.distances[value] if value >= 0 else 0 for value in values])


def _carry(
    space: SearchSpace,
    moves: MoveSet,
    views: Sequence[View],
    ids: Iterable[Sequence[Sequence[int]]],
) -> CarriedStickers | None:
    """Let a search read these parts of the inverse of its states, if all of them have trees."""
    wanted = sorted({number for several in ids for few in several for number in few})
    own = {views[number].coordinate for number in wanted}
    trees = {one: InverseTree.of(one) for one in own}
    seen = {
        number: tree.seen_through(views[number].symmetry)
        for number in wanted
        if (tree := trees[views[number].coordinate]) is not None and number < MOST_READ
    }
    carried = CarriedStickers.by(moves, list(seen.values()))
    if carried is None or len(seen) < len(wanted):
        return None
    carried.give_to(space, seen)
    return carried


def _add(
    space: SearchSpace, table: EngineTable, ids: Sequence[Sequence[int]], both_sides: bool
) -> None:
    """Give a table to the kernel."""
    coordinate, distances = table.coordinate, table.distances
    if isinstance(coordinate, SymComposite):
        symmetric = coordinate.symmetric
        space.add_reduced_pruning(
            distances.entries, ids[0], ids[1], symmetric.class_of, symmetric.to_representative,
            np.ascontiguousarray(coordinate.other_transforms), distances.bits, both_sides,
        )  # fmt: skip
    elif isinstance(coordinate, Symmetric):
        # So few values that each may have its class's distance.
        space.add_pruning(distances.entries[coordinate.class_of], ids[0], 8, both_sides)
    else:
        space.add_pruning(distances.entries, ids[0], distances.bits, both_sides)


def _table(
    coordinate: Coordinate, threads: int, progress: Reporter | None, timeout: Clock | None
) -> Distances:
    """The pruning table; a large one takes half the memory, one that takes long is stored."""
    size = coordinate.size
    halved = size >= NIBBLES_FROM and not isinstance(coordinate, Symmetric)
    bits: Bits = 4 if halved else 8
    keep = size * len(coordinate.moves) >= WORK_TO_KEEP
    return pruning_table(
        coordinate, bits=bits, threads=threads, keep=keep, progress=progress, timeout=timeout
    )


def word_of(moves: bytes) -> list[int]:
    """The move numbers of a word from the kernel.

    >>> word_of(np.array([3, 500], dtype=np.uint16).tobytes())
    [3, 500]
    """
    return [int(move) for move in np.frombuffer(moves, dtype=np.uint16)]


def grouped(coordinates: Sequence[Coordinate], memory: int) -> list[Coordinate]:
    """Composites of the coordinates whose pruning tables together take at most so many bytes.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> three = [named_coordinate(cube(3), name) for name in ("co-ud", "eo-fb", "slice-ud")]
    >>> [one.size for one in grouped(three, 14_000_000)]
    [4478976, 1082565, 1013760]
    """
    groups = choose_tables([one.size for one in coordinates], memory)
    return [Composite(*(coordinates[i] for i in ids)) for ids in groups]


def choose_tables(sizes: Sequence[int], memory: int) -> list[Ids]:
    """Which coordinates share a pruning table: all if they fit, else as many as fit a third.

    A table begins with a coordinate that is in the fewest tables so far, the largest of these,
    and takes in others in the same order while there is room.

    >>> choose_tables([729, 5040], 10**7)
    [(0, 1)]
    >>> choose_tables([2187, 2048, 495], 14 * 10**6)
    [(0, 1), (0, 2), (1, 2)]
    """
    if prod(sizes) <= memory:
        return [tuple(range(len(sizes)))]
    uses = [0] * len(sizes)
    chosen: list[Ids] = []
    most = memory // 3
    while min(uses) == 0 or (memory >= most and len(chosen) < MOST_TABLES):
        ids = _filled_up(sizes, uses, most)
        if ids in chosen:
            break
        chosen.append(ids)
        memory -= prod(sizes[i] for i in ids)
        for i in ids:
            uses[i] += 1
    return chosen


def _filled_up(sizes: Sequence[int], uses: Sequence[int], most: int) -> Ids:
    ids: list[int] = []
    size = 1
    for i in sorted(range(len(sizes)), key=lambda i: (uses[i], -sizes[i])):
        if not ids or size * sizes[i] <= most:
            ids.append(i)
            size *= sizes[i]
    return tuple(sorted(ids))
