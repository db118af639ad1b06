"""Tables of Square-1: what they hold, how large they are, and where they come from.

Three tables are in use at once: one for the corners, one for the edges, and one of all cubes. In
the first two the other kind of pieces is known by color only: not at all (level 0), by layer
(level 1), or by layer and, above, in two pairs (level 2).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.progress import Clock, Reporter
from puzzlery.errors import PuzzleryError
from puzzlery.tables.store import Store
from puzzlery.tables.table_key import TableKey

Bytes = NDArray[np.uint8]
# Bytes of the two pruning tables of each level together, and of the table of cubes.
LEVEL_BYTES = (856_800, 59_976_000, 359_856_000)
CUBE_BYTES = 13_870_080
VERSION = 1


@dataclass(frozen=True, eq=False)
class SquareTables:
    """The tables of a search: pruning tables of a level, and the table of cubes.

    >>> LEVEL_BYTES[2] // LEVEL_BYTES[1]
    6
    """

    level: int
    corners: Bytes
    edges: Bytes
    cubes: Bytes

    def search(
        self, content: bytes, metric: int, *, count: int = 1, threads: int = 1
    ) -> _core.SquareSearch:
        """The search for solutions of a state, not started yet."""
        return _core.SquareSearch(
            content, metric, self.level, self.corners, self.edges, self.cubes, count, threads
        )


_opened: dict[int, SquareTables] = {}


def square_tables(
    level: int,
    *,
    threads: int = 1,
    progress: Reporter | None = None,
    timeout: float | Clock | None = None,
) -> SquareTables:
    """The tables of a level: already open, read from the store, or built now.

    >>> tables = square_tables(0)
    >>> len(tables.corners) + len(tables.edges), len(tables.cubes)
    (856800, 13870080)
    """
    if level not in _opened:
        store, clock = Store.usual(), Clock.of(timeout)
        cubes = store.open(
            TableKey("square-1 cubes", version=VERSION, title="Square-1"),
            lambda: _core.SquareCubeJob(threads),
            progress=progress,
            timeout=clock,
        )
        corners, edges = (
            _pattern_table(store, kind, level, threads, progress, clock)
            for kind in ("corners", "edges")
        )
        _opened[level] = SquareTables(level, corners, edges, cubes.data)
    return _opened[level]


def _pattern_table(
    store: Store, kind: str, level: int, threads: int, progress: Reporter | None, clock: Clock
) -> Bytes:
    found = store.open(
        TableKey(f"square-1 {kind}", "", {"level": level}, VERSION, "Square-1"),
        lambda: _core.SquarePatternJob(kind == "corners", level, threads),
        progress=progress,
        timeout=clock,
    )
    return found.data


def level_within(memory: int | None, usual: int) -> int:
    """The level to use: the usual one, or the largest whose tables fit into the memory given.

    >>> level_within(None, usual=1), level_within(1 << 30, usual=1), level_within(1 << 25, usual=1)
    (1, 2, 0)
    """
    if memory is None:
        return usual
    fitting = [level for level, size in enumerate(LEVEL_BYTES) if size + CUBE_BYTES <= memory]
    if not fitting:
        raise PuzzleryError(
            f"the tables of Square-1 take at least {LEVEL_BYTES[0] + CUBE_BYTES} bytes, "
            f"not {memory}"
        )
    return fitting[-1]
