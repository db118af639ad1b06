"""God's numbers: how many states are how far from solved, and which are the farthest."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from puzzlery import _core
from puzzlery.errors import PuzzleryError
from puzzlery.permutation import Permutation
from puzzlery.progress import Reporter, drive
from puzzlery.solve.full import FullTable
from puzzlery.solve.moveset import MoveSet
from puzzlery.solve.store import Store
from puzzlery.solve.whole import Whole, distances, whole
from puzzlery.twisty.alg import Alg
from puzzlery.twisty.metrics import metric as find_metric
from puzzlery.twisty.puzzle import Puzzle
from puzzlery.twisty.validate.holding import holdings

MOST_KEPT = 20_000_000
# Above this, asking every state for its symmetries takes minutes.
MOST_FOR_CLASSES = 10**8


@dataclass(frozen=True)
class Census:
    """How many states there are at each distance from solved.

    `classes` counts states once that one of the `symmetries` turns into one another; it is empty
    if they were not asked for. `antipodes` are algs that lead to states that are as far from
    solved as any. If the count was stopped at a depth, `whole` is False.
    """

    puzzle: str
    metric: str
    counts: tuple[int, ...]
    whole: bool = True
    symmetries: int = 1
    classes: tuple[int, ...] = ()
    antipodes: tuple[Alg, ...] = ()

    @property
    def states(self) -> int:
        """How many states were counted."""
        return sum(self.counts)

    @property
    def gods_number(self) -> int | None:
        """The largest distance; None if not all states were counted."""
        return len(self.counts) - 1 if self.whole else None


def census(
    puzzle: Puzzle,
    metric: str | None = None,
    *,
    moves: Sequence[str] | None = None,
    depth: int | None = None,
    symmetry: bool = False,
    antipodes: int = 0,
    threads: int = 1,
    store: Store | None = None,
    progress: Reporter | None = None,
) -> Census:
    """Count the states of a puzzle by their distance from solved.

    Every state is a place of all stickers. With `depth` only the states up to that distance are
    counted, of puzzles of any size; so are those of puzzles whose bandages block moves.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> census(puzzle("3x3x1")).counts
    (1, 4, 10, 24, 53, 64, 31, 4, 1)
    """
    chosen = MoveSet.of(puzzle, metric, moves)
    name = find_metric(metric or puzzle.metric).name
    if depth is not None or puzzle.glued:
        return _in_layers(chosen, name, depth, progress)
    if 0 in chosen.costs:
        raise PuzzleryError(f"some moves of {puzzle.name} cost nothing in {name}; expected 1 … 16")
    states = whole(puzzle, chosen, progress=progress)
    table = FullTable(
        states,
        distances(
            states, start=[states.index(Permutation.identity(puzzle.degree))],
            threads=threads, store=store, progress=progress,
        ),
    )  # fmt: skip
    symmetries, classes = _classes(table, threads) if symmetry else (1, ())
    return Census(
        puzzle.name, name, tuple(table.distances.counts), True, symmetries, classes,
        tuple(_antipodes(table, antipodes)),
    )  # fmt: skip


def _in_layers(moves: MoveSet, metric: str, depth: int | None, progress: Reporter | None) -> Census:
    """Count by keeping every state; a bandage is asked before each move."""
    puzzle = moves.puzzle
    if set(moves.costs) != {1}:
        raise PuzzleryError(f"states are counted by depth where all moves cost 1, not in {metric}")
    job = _core.LayerJob(
        puzzle.degree,
        [p.data for p in moves.permutations],
        [_points(sorted(puzzle.turn(move).moving)) for move in moves.moves],
        [_points(sorted(group)) for group in puzzle.glued],
        1 << 20 if depth is None else depth,
        MOST_KEPT,
    )
    try:
        drive(job, progress=progress)
    except ValueError as fault:
        raise PuzzleryError(
            f"{puzzle.name} has more than {MOST_KEPT} states at {len(job.counts)} moves or fewer; "
            "give a smaller depth"
        ) from fault
    return Census(puzzle.name, metric, tuple(job.counts), job.is_whole)


def _antipodes(table: FullTable, count: int) -> list[Alg]:
    """Algs from solved to the first few of the farthest states."""
    if not count:
        return []
    if table.distances.bits != 8:
        raise PuzzleryError("farthest states are known only where a byte is kept for each state")
    size = table.distances.size
    found = np.flatnonzero(table.distances.data[:size] == table.distances.deepest)[:count]
    return [table.way_to(int(i)) for i in found]


def _classes(table: FullTable, threads: int) -> tuple[int, tuple[int, ...]]:
    """How many symmetries there are, and how many classes they leave at each distance.

    By Burnside's lemma that is the mean number of states that a symmetry leaves as they are;
    it is the same for symmetries that are conjugate.
    """
    if table.distances.bits != 8 or table.distances.size > MOST_FOR_CLASSES:
        raise PuzzleryError("this puzzle has too many states to count them up to symmetry")
    states = table.states
    symmetries, rotations = _symmetries(states)
    totals = np.zeros(256, dtype=object)
    for members in _conjugate(symmetries):
        fixed = states.kernel.self_images(
            table.distances.data, members[0].data, [r.data for r in rotations], threads
        )
        totals += np.array(fixed, dtype=object) * len(members)
    counted = len(table.distances.counts)
    return len(symmetries), tuple(int(total) // len(symmetries) for total in totals[:counted])


def _symmetries(states: Whole) -> tuple[list[Permutation], list[Permutation]]:
    """The symmetries that turn moves into moves, and the rotations that may follow.

    A puzzle of which one piece is held still has few symmetries that keep it; but if it is seen
    through another one, a rotation of the whole brings that piece back.
    """
    puzzle, moves = states.puzzle, set(states.moves.permutations)
    identity = Permutation.identity(puzzle.degree)
    rotations = [way.turned for way in holdings(puzzle)]
    if any(puzzle.group.contains(r) for r in rotations if not r.is_identity):
        rotations = [identity]
    found = [
        symmetry.stickers
        for symmetry in puzzle.symmetries()
        if all(
            any(move.conjugate(symmetry.stickers) * r in moves for r in rotations) for move in moves
        )
    ]
    return found, rotations


def _conjugate(elements: list[Permutation]) -> list[list[Permutation]]:
    """The classes of elements that are conjugate in their group."""
    left, classes = dict.fromkeys(elements), []
    while left:
        first = next(iter(left))
        members = list(dict.fromkeys(first.conjugate(by) for by in elements))
        classes.append(members)
        for member in members:
            left.pop(member, None)
    return classes


def _points(points: Sequence[int]) -> bytes:
    return np.array(points, dtype=np.uint16).tobytes()
