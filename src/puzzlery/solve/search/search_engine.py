"""Engines: coordinates, pruning tables and moves put together, ready to search."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import prod

import numpy as np
from numpy.typing import NDArray

from puzzlery._core import BoundsJob, SearchJob, SearchSpace, pack_nibbles
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter, drive
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.search.patterns import Looks, Pattern
from puzzlery.tables.store import Store
from puzzlery.tables.table_key import TableKey

MOST_TABLES = 6
HIGHEST = 250
NIBBLES_FROM = 1 << 23
WORK_TO_KEEP = 60_000_000  # entries × moves: about a second
VERSION = 1

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
class Engine:
    """Everything that a search needs: moves, coordinates, and tables loaded into a kernel.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
    >>> engine = Engine.of(moves, [Pattern("colors", cube.solved_colors)], memory=10**6)
    >>> job = engine.search(engine.position(cube.permutation("R2 U2")), SearchLimits())
    >>> job.best
    2
    """

    moves: MoveSet
    looks: tuple[Looks, ...]
    space: SearchSpace
    tables: tuple[Ids, ...]

    @classmethod
    def of(
        cls,
        moves: MoveSet,
        patterns: Iterable[Pattern],
        *,
        memory: int,
        tables: Sequence[Ids] | None = None,
        progress: Reporter | None = None,
        timeout: Clock | None = None,
    ) -> "Engine":
        """Count out the looks of the patterns and fill pruning tables of at most so many bytes.

        `tables` names the coordinates that share a table, unless it is to be chosen here.

        >>> from puzzlery.solve.search.pattern_split import parts
        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube)
        >>> engine = Engine.of(moves, parts(cube, cube.solved_colors, moves, 10_000), memory=10**7)
        >>> engine.sizes, engine.tables
        ([729, 5040], ((0, 1),))
        """
        looks = tuple(
            Looks.of(pattern, moves, progress=progress, timeout=timeout) for pattern in patterns
        )
        space = SearchSpace(moves.cost_bytes, moves.follow)
        for look in looks:
            space.add_coordinate(look.transitions, look.size, look.goals)
        chosen = tuple(tables or choose_tables([look.size for look in looks], memory))
        filled = [
            (ids, _distances(moves, [looks[i] for i in ids], progress, timeout)) for ids in chosen
        ]
        for ids, distances in sorted(filled, key=lambda table: -_strength(table[1])):
            _add(space, ids, distances)
        return cls(moves, looks, space, chosen)

    @property
    def sizes(self) -> list[int]:
        """The number of values of each coordinate.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> engine = Engine.of(moves, [Pattern("colors", cube.solved_colors)], memory=10**6)
        >>> engine.sizes
        [6]
        """
        return [look.size for look in self.looks]

    def position(self, permutation: Permutation) -> Position:
        """The coordinates of a state, as an array with one row.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> engine = Engine.of(moves, [Pattern("colors", cube.solved_colors)], memory=10**6)
        >>> engine.position(cube.permutation("R2 R2")).tolist()
        [[0]]
        """
        return np.array([[look.index(permutation) for look in self.looks]], dtype=np.uint32)

    def search(
        self,
        roots: Position,
        limits: SearchLimits,
        *,
        progress: Reporter | None = None,
        timeout: float | Clock | None = None,
    ) -> SearchJob:
        """Search from these positions until the limits are reached.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> engine = Engine.of(moves, [Pattern("colors", cube.solved_colors)], memory=10**6)
        >>> job = engine.search(engine.position(cube.permutation("R2 U2")), SearchLimits())
        >>> [[moves.names[m] for m in word_of(word)] for _, word in job.words()]
        [['U2', 'R2']]
        """
        return drive(self.job(roots, limits), progress=progress, timeout=timeout)

    def job(self, roots: Position, limits: SearchLimits) -> SearchJob:
        """The search as a job that has not started yet.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> engine = Engine.of(moves, [Pattern("colors", cube.solved_colors)], memory=10**6)
        >>> engine.job(engine.position(cube.permutation("R2 U2")), SearchLimits()).nodes
        0
        """
        return SearchJob(
            self.space, np.ascontiguousarray(roots), limits.low, limits.high,
            -1 if limits.beyond is None else limits.beyond, limits.limit or 0,
            limits.keep, limits.threads, limits.passing,
        )  # fmt: skip


def word_of(moves: bytes) -> list[int]:
    """The move numbers of a word from the kernel.

    >>> word_of(np.array([3, 500], dtype=np.uint16).tobytes())
    [3, 500]
    """
    return [int(move) for move in np.frombuffer(moves, dtype=np.uint16)]


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


def _distances(
    moves: MoveSet, looks: Sequence[Looks], progress: Reporter | None, timeout: Clock | None
) -> NDArray[np.uint8]:
    """The table of some coordinates; one that takes long to fill is kept in the store."""

    def make() -> BoundsJob:
        tables, goals = [look.transitions for look in looks], [look.goals for look in looks]
        return BoundsJob(moves.cost_bytes, tables, goals, moves.is_reversible)

    work = prod(look.size for look in looks) * len(moves)
    if work < WORK_TO_KEEP:
        return drive(make(), progress=progress, timeout=timeout).data()
    store, key = Store.usual(), _key(moves, looks)
    return store.open(key, make, progress=progress, timeout=timeout).data


def _key(moves: MoveSet, looks: Sequence[Looks]) -> TableKey:
    """What the table depends on: the moves, their weights, and what is looked at."""
    made = moves.cost_bytes + b"".join(moves.permutation_bytes)
    names = " × ".join(look.pattern.name for look in looks)
    seen = [
        (look.pattern.codes, sorted(look.pattern.fixed or ()), sorted(look.pattern.closed))
        for look in looks
    ]
    return TableKey.of(
        moves.puzzle, f"bounds {names}", VERSION,
        moves=sha256(made).hexdigest(), looks=sha256(repr(seen).encode()).hexdigest(),
    )  # fmt: skip


def _strength(distances: NDArray[np.uint8]) -> float:
    """The mean bound over all that can be reached."""
    counts = np.bincount(distances, minlength=256)[:255]
    return float((counts * np.arange(255)).sum() / counts.sum())


def _add(space: SearchSpace, ids: Ids, distances: NDArray[np.uint8]) -> None:
    """Give a table to the kernel, a large one in half the memory."""
    if len(distances) < NIBBLES_FROM:
        space.add_pruning(distances, ids, 8)
    else:
        space.add_pruning(pack_nibbles(distances), ids, 4)
