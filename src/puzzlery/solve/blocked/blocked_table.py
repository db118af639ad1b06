"""Complete tables of puzzles with glued pieces: every state with its distance from solved."""

from dataclasses import dataclass

import numpy as np

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter
from puzzlery.errors import PuzzleryError
from puzzlery.solve.blocked.blocked_bodies import BlockedBodies
from puzzlery.tables.store import Store
from puzzlery.tables.table_key import TableKey

VERSION = 1
# Bytes of a state while a table is built: the state itself, and its share of the index.
BYTES_A_STATE, BYTES_A_WIDE_STATE = 16, 24
USUAL_MEMORY = 512 << 20
# Distances of a complete table are bounded by this only.
ANY_DEPTH = 1 << 20


class TooManyStates(PuzzleryError):
    """A puzzle has more states than its table may hold.

    >>> print(TooManyStates("more than 100 states"))
    more than 100 states
    """


@dataclass(frozen=True, eq=False)
class BlockedTable:
    """The distance of every state of a puzzle with glued pieces.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.twisty.catalog import puzzle
    >>> table = blocked_table(blocked_bodies(puzzle("bicube")))
    >>> sum(table.kernel.counts)
    1108800
    """

    bodies: BlockedBodies
    kernel: _core.BlockedTable

    def ways(self, state: Permutation, most: int) -> list[list[int]]:
        """Shortest ways from a state to solved, as numbers of moves.

        >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
        >>> from puzzlery.twisty.catalog import puzzle
        >>> bicube = puzzle("bicube")
        >>> table = blocked_table(blocked_bodies(bicube))
        >>> [str(table.bodies.alg(way)) for way in table.ways(bicube.permutation("U F"), 9)]
        ["F' U'"]
        """
        return self.kernel.ways(self.bodies.poses(state), most)


class _BoundedJob:
    """A table job that refuses a puzzle with too many states."""

    def __init__(self, job: _core.BlockedTableJob, name: str, most: int) -> None:
        self._job, self._name, self._most = job, name, most

    def run(self, milliseconds: float) -> bool:
        finished = self._job.run(milliseconds)
        if self._job.is_full:
            raise TooManyStates(
                f"{self._name} has more than {self._most} states, too many for a table in memory"
            )
        return finished

    def progress(self) -> tuple[float, float | None, str]:
        return self._job.progress()

    def snapshot(self) -> bytes:
        return self._job.snapshot()

    def restore(self, snapshot: bytes) -> None:
        self._job.restore(snapshot)

    def data(self) -> np.ndarray:
        return self._job.data()


_opened: dict[TableKey, BlockedTable] = {}
MOST_OPEN = 4


def blocked_table(
    bodies: BlockedBodies,
    *,
    memory: int | None = None,
    store: Store | None = None,
    progress: Reporter | None = None,
    timeout: float | Clock | None = None,
) -> BlockedTable:
    """The complete table: already open, read from the store, or built now.

    `memory` bounds the bytes that building it may take; `TooManyStates` if they do not suffice.
    """
    key = _key(bodies)
    if key not in _opened or store is not None:
        most = most_states(bodies, memory)
        found = (store or Store.usual()).open(
            key,
            lambda: _BoundedJob(
                _core.BlockedTableJob(bodies.kernel, bodies.goals, ANY_DEPTH, most),
                bodies.puzzle.name, most,
            ),
            progress=progress, timeout=timeout,
        )  # fmt: skip
        table = BlockedTable(bodies, _core.BlockedTable(bodies.kernel, found.array("<u8")))
        for oldest in list(_opened)[: 1 + len(_opened) - MOST_OPEN]:
            del _opened[oldest]
        _opened[key] = table
    return _opened[key]


def most_states(bodies: BlockedBodies, memory: int | None) -> int:
    """How many states a table may have that is built within so many bytes.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.twisty.catalog import puzzle
    >>> most_states(blocked_bodies(puzzle("bicube")), 16_000_000_000)
    1000000000
    """
    each = BYTES_A_WIDE_STATE if bodies.kernel.is_wide else BYTES_A_STATE
    return (USUAL_MEMORY if memory is None else memory) // each


def _key(bodies: BlockedBodies) -> TableKey:
    return TableKey.of(
        bodies.puzzle, "blocked states", VERSION,
        moves=" ".join(one.name for one in bodies.moves),
        goal="stickers" if bodies.colors == tuple(range(bodies.puzzle.degree)) else "colors",
    )  # fmt: skip
