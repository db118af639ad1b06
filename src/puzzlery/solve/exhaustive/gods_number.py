"""God's numbers: how many states are how far from solved, and which are the farthest."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Report, Reporter, drive
from puzzlery.core.time_left import Steady
from puzzlery.errors import PuzzleryError
from puzzlery.solve.blocked.blocked_bodies import BlockedBodies, TooManyStates, blocked_bodies
from puzzlery.solve.blocked.blocked_table import BlockedTable, blocked_table
from puzzlery.solve.blocked.numbered_states import NumberedTable
from puzzlery.solve.blocked.square_slots import square_slots
from puzzlery.solve.exhaustive.full_table import FullTable
from puzzlery.solve.exhaustive.group_numbering import (
    GroupNumbering,
    as_points,
    distances,
    group_numbering,
)
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.tables.store import Store
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg
from puzzlery.twisty.notation.metrics import metric as find_metric
from puzzlery.twisty.structure.bandage_turns import bandage_turns
from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations

MOST_KEPT = 20_000_000
MOST_CLASSES = 60_000_000
ROWS_AT_ONCE = 1 << 14
# Seven slashes lead to 452 million states more, which would take 8 GB.
MOST_SLASHES = 6
# What the complete table of a puzzle with glued pieces may take while it is built: some 10⁹ states
# of two bits, or 134 million of 8 bytes.
USUAL_BLOCKED_BYTES = 2 << 30


@dataclass(frozen=True)
class Census:
    """The number of states at each distance from solved.

    A state and the same one held otherwise are counted once. `classes` counts states once that one
    of the `symmetries` turns into one another; it is empty if they were not asked for. `antipodes`
    are algs that lead to states that are as far from solved as any. If the count was stopped at a
    depth, `whole` is False.

    >>> Census("two coins", "OBTM", (1, 2, 1)).gods_number
    2
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
        """The number of states that were counted.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> census(puzzle("3x3x1")).states
        192
        """
        return sum(self.counts)

    @property
    def gods_number(self) -> int | None:
        """The largest distance; None if not all states were counted.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> census(puzzle("3x3x1")).gods_number
        8
        >>> census(puzzle("3x3x1"), depth=3).gods_number is None
        True
        """
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
    memory: int | None = None,
    store: Store | None = None,
    progress: Reporter | None = None,
) -> Census:
    """Count the states of a puzzle by their distance from solved.

    Every state is a place of all stickers; where moves can turn the puzzle as a whole, as those of
    a dino cube can, it is solved however it is held. With `depth` only the states up to that
    distance are counted, of puzzles of any size; bandages that block moves are asked. Square-1 is
    counted in slashes: its states up to that depth, layer turns being free, or all of its shapes.
    `memory` bounds the bytes for all states of a puzzle with glued pieces; 2 GiB are enough for
    10⁹ of them, where the shapes can be listed.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> census(puzzle("3x3x1")).counts
    (1, 4, 10, 24, 53, 64, 31, 4, 1)
    """
    chosen = MoveSet.of(puzzle, metric, moves)
    name = find_metric(metric or puzzle.metric).name
    held = _held(puzzle, chosen)
    if memory is not None and (not puzzle.glued or depth is not None):
        raise PuzzleryError("memory bounds the list of all states of a puzzle with glued pieces")
    if symmetry and puzzle.glued:
        raise PuzzleryError(
            f"states of {puzzle.name} are not counted up to symmetry: it has bandages"
        )
    if puzzle.glued and find_metric(name).name == "slash":
        return _in_slashes(puzzle, depth, progress)
    if moves is None:
        _refuse_blocks(puzzle)
    if puzzle.glued and depth is None and moves is None:
        bytes_ = USUAL_BLOCKED_BYTES if memory is None else memory
        return _in_poses(chosen, name, bytes_, antipodes, threads, store, progress)
    if depth is not None and len(held) == 1 and not puzzle.glued:
        return _in_classes(chosen, name, depth, symmetry, progress)
    if depth is not None or puzzle.glued:
        return _in_layers(chosen, name, held, depth, progress)
    if 0 in chosen.costs:
        raise PuzzleryError(f"some moves of {puzzle.name} cost nothing in {name}; expected 1 … 16")
    states = group_numbering(puzzle, chosen, progress=progress)
    table = FullTable(
        states,
        distances(
            states, start=[states.index(rotation) for rotation in held],
            threads=threads, store=store, progress=progress,
        ),
    )  # fmt: skip
    counts = tuple(count // len(held) for count in table.distances.counts)
    symmetries, classes = _classes(table, counts, len(held), threads) if symmetry else (1, ())
    farthest = _antipodes(table, held, antipodes, threads, progress)
    return Census(puzzle.name, name, counts, True, symmetries, classes, tuple(farthest))


def _held(puzzle: Puzzle, moves: MoveSet) -> list[Permutation]:
    """The rotations of the whole that moves can make, and that leave moves what they are.

    Whatever is a number of moves from one of them, held otherwise, is as many from another.
    """
    if puzzle.glued:
        return [Permutation.identity(puzzle.degree)]
    known = set(moves.permutations)
    return [
        orientation.rotation
        for orientation in puzzle_orientations(puzzle)
        if puzzle.group.contains(orientation.rotation)
        and {m.conjugate(orientation.rotation) for m in known} == known
    ]


def _in_classes(
    moves: MoveSet, metric: str, depth: int, symmetry: bool, progress: Reporter | None
) -> Census:
    """Count by keeping one state of all those that symmetries carry into one another."""
    puzzle, _ = moves.puzzle, moves.inverses
    _refuse_costs(moves, metric)
    symmetries = [s.stickers.data for s in puzzle.symmetries() if moves.under(s.stickers)]
    job = _core.ClassLayerJob(
        puzzle.degree, [p.data for p in moves.permutations], symmetries, depth, MOST_CLASSES
    )
    try:
        drive(job, progress=progress)
    except ValueError as fault:
        raise PuzzleryError(
            f"{puzzle.name} has more than {MOST_CLASSES} states up to symmetry at "
            f"{len(job.counts)} moves; give a smaller depth"
        ) from fault
    classes = (len(symmetries), tuple(job.classes)) if symmetry else (1, ())
    return Census(puzzle.name, metric, tuple(job.counts), job.is_whole, *classes)


def _refuse_blocks(puzzle: Puzzle) -> None:
    names = " ".join(str(one.written) for one in bandage_turns(puzzle))
    if names:
        raise PuzzleryError(
            f"states of {puzzle.name} are not counted: its bandages leave {names} free where the "
            "layers beside are blocked"
        )


def _refuse_costs(moves: MoveSet, metric: str) -> None:
    if set(moves.costs) != {1}:
        raise PuzzleryError(f"states are counted by depth where all moves cost 1, not in {metric}")


def _in_layers(
    moves: MoveSet,
    metric: str,
    held: list[Permutation],
    depth: int | None,
    progress: Reporter | None,
) -> Census:
    """Count by keeping every state; a bandage is asked before each move."""
    puzzle = moves.puzzle
    _refuse_costs(moves, metric)
    job = _core.StateLayerJob(
        puzzle.degree,
        [p.data for p in moves.permutations],
        [as_points(sorted(puzzle.turn(one.written).moving)) for one in moves.moves],
        [as_points(sorted(group)) for group in puzzle.glued],
        [rotation.data for rotation in held],
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
    return Census(
        puzzle.name, metric, tuple(count // len(held) for count in job.counts), job.is_whole
    )


def _in_slashes(puzzle: Puzzle, depth: int | None, progress: Reporter | None) -> Census:
    """Shapes of Square-1, or its states up to a depth; layers that are turned are not told apart.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> census(puzzle("square-1")).counts
    (1, 1, 3, 13, 44, 74, 32, 2)
    """
    if square_slots(puzzle) is None:
        raise PuzzleryError(f"{puzzle.name} is not counted in slashes; choose another metric")
    if depth is None:
        far = Counter(distance for _, _, distance in _core.square_shapes())
        counts = tuple(far[distance] for distance in sorted(far))
        return Census(f"{puzzle.name}, shapes", "slash", counts)
    if depth > MOST_SLASHES:
        raise PuzzleryError(
            f"states of {puzzle.name} are counted up to {MOST_SLASHES} slashes, not {depth}"
        )
    job = drive(_core.SquareLayerJob(depth), progress=progress)
    return Census(puzzle.name, "slash", tuple(job.counts), whole=False)


def _in_poses(
    moves: MoveSet,
    metric: str,
    memory: int,
    antipodes: int,
    threads: int,
    store: Store | None,
    progress: Reporter | None,
) -> Census:
    """Count by the complete table of a puzzle with glued pieces."""
    bodies = blocked_bodies(moves.puzzle, metric, "stickers")
    if not bodies.moves:
        return Census(moves.puzzle.name, metric, (1,))
    _refuse_unlike_costs(moves, metric)
    if not bodies.is_uniform:
        raise PuzzleryError(
            f"{moves.puzzle.name} has moves that count more than one in {metric}; its states are "
            "not counted"
        )
    try:
        table = blocked_table(
            bodies, memory=memory, threads=threads, store=store, progress=progress
        )
    except TooManyStates as fault:
        raise PuzzleryError(f"{fault}. Allow more memory, or give a depth") from None
    farthest = _farthest_poses(bodies, table, antipodes, threads, progress)
    return Census(moves.puzzle.name, metric, tuple(table.counts), antipodes=tuple(farthest))


def _farthest_poses(
    bodies: BlockedBodies,
    table: BlockedTable,
    count: int,
    threads: int,
    progress: Reporter | None,
) -> Iterator[Alg]:
    """Algs from solved to a few of the farthest states of a puzzle with glued pieces."""
    if isinstance(table, NumberedTable):
        numbers = islice(_farthest(table, threads, progress), count) if count else ()
        ways = [table.descent.way(i) for i in numbers]
    else:
        ways = table.farthest(count)
    for way in ways:
        yield bodies.alg(way).inverse


def _refuse_unlike_costs(moves: MoveSet, metric: str) -> None:
    if metric not in ("OBTM", "OBQTM"):
        raise PuzzleryError(
            f"states of {moves.puzzle.name} are counted in OBTM and OBQTM, not in {metric}"
        )


def _antipodes(
    table: FullTable, held: list[Permutation], count: int, threads: int, progress: Reporter | None
) -> list[Alg]:
    """Algs from solved to a few of the farthest states, each in one holding only."""
    found: dict[bytes, Alg] = {}
    farthest = _farthest(table, threads, progress) if count else iter(())
    for i in farthest:
        alg = table.way_to(i)
        reached = table.states.puzzle.permutation(alg)
        found.setdefault(min((reached * rotation).data for rotation in held), alg)
        if len(found) == count:
            break
    return list(found.values())


def _farthest(
    table: FullTable | NumberedTable, threads: int, progress: Reporter | None
) -> Iterator[int]:
    """The numbers of the farthest states."""
    deepest = table.distances.deepest
    if table.distances.bits != 2:
        whole = table.distances.data[: table.distances.size]
        yield from np.flatnonzero(whole == deepest).tolist()
        return
    rows, began, pace = table.descent.rows, time.monotonic(), Steady()
    for start in range(0, rows, ROWS_AT_ONCE):
        stop = min(rows, start + ROWS_AT_ONCE)
        yield from table.descent.tops(deepest, start, stop, threads)
        if progress is not None:
            spent = time.monotonic() - began
            left = pace.left(stop, rows, spent)
            progress(Report(stop, rows, "farthest states", spent, left))


def _classes(
    table: FullTable, counts: tuple[int, ...], held: int, threads: int
) -> tuple[int, tuple[int, ...]]:
    """How many symmetries there are, and how many classes they leave at each distance.

    By Burnside's lemma that is the mean number of states that a symmetry leaves as they are;
    it is the same for symmetries that are conjugate.
    """
    symmetries, rotations = _symmetries(table.states)
    totals = np.zeros(len(counts), dtype=object)
    for members in _conjugate(symmetries):
        if members[0].is_identity:
            totals += np.array(counts, dtype=object)
            continue
        same = table.states.kernel.self_images(
            members[0].data, [r.data for r in rotations], threads
        )
        fixed = np.bincount(_distances(table, same), minlength=len(counts)) // held
        totals += fixed.astype(object) * len(members)
    return len(symmetries), tuple(int(total) // len(symmetries) for total in totals)


def _distances(table: FullTable, states: list[int]) -> NDArray[np.uint8]:
    if table.distances.bits == 2:
        return np.array(table.descent.heights(states), dtype=np.uint8)
    found: NDArray[np.uint8] = table.distances.data[np.array(states, dtype=np.uint64)]
    return found


def _symmetries(states: GroupNumbering) -> tuple[list[Permutation], list[Permutation]]:
    """The symmetries that turn moves into moves, and the rotations that may follow.

    A puzzle of which one piece is held still has few symmetries that keep it; but if it is seen
    through another one, a rotation of the whole brings that piece back.
    """
    puzzle, moves = states.puzzle, set(states.moves.permutations)
    rotations = [orientation.rotation for orientation in puzzle_orientations(puzzle)]
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
