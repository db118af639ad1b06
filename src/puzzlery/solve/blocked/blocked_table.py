"""Complete tables of puzzles with glued pieces: every state with its distance from solved.

There are two kinds. Where the shapes can be listed, states have numbers, and take two bits each.
Else the states themselves are listed, 8 or 16 bytes each. The latter also serves where pieces look
alike: it takes states that look the same for one.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter
from puzzlery.errors import PuzzleryError, TimedOut
from puzzlery.solve.blocked.blocked_bodies import BlockedBodies, TooManyStates
from puzzlery.solve.blocked.numbered_states import (
    NumberedTable,
    needed_bytes,
    numbered_states,
)
from puzzlery.solve.blocked.shape_loops import ShapeLoops, shape_loops
from puzzlery.solve.coordinates.pruning_table import Distances
from puzzlery.tables.store import Store
from puzzlery.tables.table_job import TableJob
from puzzlery.tables.table_key import TableKey

VERSION = 1
# Bytes of a state while a list of states is made: its words, and its share of the index. Wider
# states are not listed.
BYTES_A_WORD, BYTES_OF_INDEX, MOST_WORDS = 8, 8, 2
USUAL_MEMORY = 512 << 20
# Distances of a complete table are bounded by this only.
ANY_DEPTH = 1 << 20


@dataclass(frozen=True, eq=False)
class ListedTable:
    """All states, those of each distance in order.

    >>> from puzzlery import Puzzle
    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> moves = {"a": [[0, 1, 2]], "b": [[2, 3]]}
    >>> row = Puzzle.from_cycles(moves, ["red"] * 3 + ["blue"], glued=[[0, 1]], name="row")
    >>> table = blocked_table(blocked_bodies(row))
    >>> table.counts, table.ways(row.permutation("a"), 9)
    ([3, 1, 2], [[]])
    """

    bodies: BlockedBodies
    kernel: _core.BlockedTable

    @property
    def counts(self) -> list[int]:
        """The number of states at each distance."""
        return self.kernel.counts

    def ways(self, state: Permutation, most: int) -> list[list[int]]:
        """Shortest ways from a state to solved, as numbers of moves."""
        return self.kernel.ways(self.bodies.poses(state), most)

    def farthest(self, count: int) -> list[list[int]]:
        """Shortest ways to solved from a few of the farthest states."""
        last = len(self.counts) - 1
        states = (self.kernel.state(last, k) for k in range(min(count, self.counts[last])))
        return [self.kernel.ways(state, 1)[0] for state in states]


BlockedTable = NumberedTable | ListedTable


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


@dataclass(frozen=True)
class _Making:
    """What a table is made with."""

    bodies: BlockedBodies
    threads: int
    store: Store
    progress: Reporter | None
    clock: Clock

    def open(self, kind: str, job: Callable[[], TableJob]) -> np.ndarray:
        """The bytes of a table: from the store, or made now."""
        key = _key(self.bodies, kind)
        return self.store.open(key, job, progress=self.progress, timeout=self.clock).data

    def numbered(self, loops: ShapeLoops) -> NumberedTable:
        states = numbered_states(self.bodies, loops, progress=self.progress, clock=self.clock)
        data = self.open(
            f"blocked numbers, base {loops.puzzle.group.base}",
            lambda: states.graph.job(states.starts(self.clock), 2, self.threads),
        )
        return NumberedTable(states, Distances(data, 2, states.graph.states))

    def listed(self, most: int) -> ListedTable:
        kernel, name = self.bodies.kernel, self.bodies.puzzle.name
        data = self.open(
            "blocked states",
            lambda: _BoundedJob(
                _core.BlockedTableJob(kernel, self.bodies.goals, ANY_DEPTH, most), name, most
            ),
        )
        return ListedTable(self.bodies, _core.BlockedTable(kernel, data.view("<u8")))


_opened: dict[TableKey, BlockedTable] = {}
MOST_OPEN = 4


def blocked_table(
    bodies: BlockedBodies,
    *,
    memory: int | None = None,
    threads: int = 1,
    store: Store | None = None,
    progress: Reporter | None = None,
    timeout: float | Clock | None = None,
) -> BlockedTable:
    """The complete table: already open, read from the store, or built now.

    `memory` bounds the bytes that building it may take; `TooManyStates` if they do not suffice.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.twisty.catalog import puzzle
    >>> sum(blocked_table(blocked_bodies(puzzle("bicube"))).counts)
    1108800
    """
    key = _key(bodies, "blocked")
    if key not in _opened or store is not None:
        making = _Making(bodies, threads, store or Store.usual(), progress, Clock.of(timeout))
        table = _made(making, USUAL_MEMORY if memory is None else memory, memory is None)
        for oldest in list(_opened)[: 1 + len(_opened) - MOST_OPEN]:
            del _opened[oldest]
        _opened[key] = table
    return _opened[key]


def _made(making: _Making, memory: int, is_usual: bool) -> BlockedTable:
    """The table of the kind that fits, numbers first; unless pieces look alike."""
    bodies, loops = making.bodies, listed_loops(making.bodies, making.clock)
    most = most_states(bodies, memory)
    if loops is None:
        if is_usual:
            raise TooManyStates("its states are too many to count")
        return making.listed(most)
    numbered = needed_bytes(loops)
    if numbered <= memory and (bodies.is_faithful or loops.states > most):
        return making.numbered(loops)
    if loops.states <= most:
        return making.listed(most)
    name = bodies.puzzle.name
    raise TooManyStates(
        f"{name} has {loops.states:,} states; their table takes {numbered:,} bytes while it is "
        f"made, and {memory:,} are allowed"
    )


def listed_loops(bodies: BlockedBodies, clock: Clock | None = None) -> ShapeLoops | None:
    """The shapes and loops of a puzzle; None if there are too many to list.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.twisty.catalog import puzzle
    >>> listed_loops(blocked_bodies(puzzle("bicube"))).states
    1108800
    """
    try:
        return shape_loops(bodies, clock)
    except TimedOut:
        raise
    except (PuzzleryError, ValueError):
        return None


def most_states(bodies: BlockedBodies, memory: int | None) -> int:
    """How many states a list of them may have that is made within so many bytes.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.twisty.catalog import puzzle
    >>> most_states(blocked_bodies(puzzle("bicube")), 16_000_000_000)
    1000000000
    """
    words = bodies.kernel.words
    if words > MOST_WORDS:
        return 0
    return (USUAL_MEMORY if memory is None else memory) // (BYTES_A_WORD * words + BYTES_OF_INDEX)


def _key(bodies: BlockedBodies, kind: str) -> TableKey:
    return TableKey.of(
        bodies.puzzle, kind, VERSION,
        moves=" ".join(one.name for one in bodies.moves),
        goal="stickers" if bodies.colors == tuple(range(bodies.puzzle.degree)) else "colors",
    )  # fmt: skip
