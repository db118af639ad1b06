"""Full tables: where the distance of every state is known, solving is walking down."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter
from puzzlery.errors import NotFound, PuzzleryError
from puzzlery.solve.api.request import Goal, Request
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.coordinates.pruning_table import UNREACHED, Distances
from puzzlery.solve.exhaustive.group_numbering import GroupNumbering, distances, group_numbering
from puzzlery.solve.exhaustive.group_numbering import unfit as not_numbered
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.notation.metrics import metric as find_metric
from puzzlery.twisty.notation.metrics import parts_by_puzzle, turn_amounts
from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations
from puzzlery.twisty.validate import count_in_words

MOST_STATES = 10**8
# The orders of larger groups may take a while, and are too large anyway.
LARGEST_DEGREE = 150


def unfit(puzzle: Puzzle) -> str | None:
    """The reason why a puzzle has no full table; None if it has one.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> unfit(puzzle("pyraminx")) is None
    True
    >>> unfit(puzzle("3x3x3"))
    'it has 43,252,003,274,489,856,000 states, and a full table at most 100,000,000'
    """
    reason = not_numbered(puzzle)
    if reason:
        return reason
    if puzzle.degree > LARGEST_DEGREE:
        return "it has too many states for a table of them all"
    if puzzle.group.order > MOST_STATES:
        states = count_in_words(puzzle.group.order)
        return f"it has {states} states, and a full table at most {count_in_words(MOST_STATES)}"
    return None


@dataclass(frozen=True, eq=False)
class FullTable:
    """The distance of every state of a puzzle from solved, in one metric.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> table = full_table(puzzle("3x3x1"))
    >>> table.distances.size, table.distances.deepest
    (192, 8)
    """

    states: GroupNumbering
    distances: Distances

    @cached_property
    def descent(self) -> _core.Descent:
        """The kernel that walks toward solved where the table has two bits a state.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> table = full_table(puzzle("3x3x1"))
        >>> compact = FullTable(table.states, distances(table.states, bits=2))
        >>> i = table.states.index(puzzle("3x3x1").permutation("U2 R2"))
        >>> len(compact.descent.way(i))
        2
        """
        graph = self.states.graph
        return _core.Descent(
            graph.outer, graph.by, graph.actions, list(graph.costs), self.distances.data
        )

    def distance(self, i: int) -> int:
        """The distance of a state from solved.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> floppy = puzzle("3x3x1")
        >>> table = full_table(floppy)
        >>> table.distance(table.states.index(floppy.permutation("U2 R2 U2")))
        3
        """
        if self.distances.bits == 2:
            return len(self.descent.way(i))
        found = self.distances[i]
        if found == UNREACHED:
            raise NotFound(f"these moves do not solve this state of {self.states.puzzle.name}")
        return found

    def ways(self, i: int, left: int) -> Iterator[tuple[int, ...]]:
        """The sequences of move numbers that solve a state at exactly this cost.

        Of moves that may change places only one order is given, and no move follows itself.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> floppy = puzzle("3x3x1")
        >>> table = full_table(floppy)
        >>> i = table.states.index(floppy.permutation("U2 R2"))
        >>> [str(table.alg(way)) for way in table.ways(i, 2)]
        ['R2 U2']
        """
        yield from self._ways(i, left, ())

    def _ways(self, i: int, left: int, made: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not left and not self.distances[i]:
            yield made
        moves = self.states.moves
        for m, j in enumerate(self.states.neighbors(i)) if left else ():
            rest = left - moves.costs[m]
            if self.distances[j] <= rest and not (made and _is_idle(moves, made[-1], m)):
                yield from self._ways(j, rest, (*made, m))

    def one_way(self, i: int) -> list[int]:
        """The numbers of the moves of one shortest solution.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> floppy = puzzle("3x3x1")
        >>> table = full_table(floppy)
        >>> table.one_way(table.states.index(floppy.permutation("R2 U2")))
        [0, 2]
        """
        if self.distances.bits == 2:
            return self.descent.way(i)
        made: list[int] = []
        while left := self.distance(i):
            following = enumerate(self.states.neighbors(i))
            costs = self.states.moves.costs
            m, i = next((m, j) for m, j in following if self.distances[j] == left - costs[m])
            made.append(m)
        return made

    def way_to(self, i: int) -> Alg:
        """One shortest alg from solved to a state.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> floppy = puzzle("3x3x1")
        >>> table = full_table(floppy)
        >>> print(table.way_to(table.states.index(floppy.permutation("U2 R2 U2 U2"))))
        U2 R2
        """
        back = self.states.moves.inverses
        return self.alg([back[m] for m in reversed(self.one_way(i))])

    def alg(self, moves: "list[int] | tuple[int, ...]") -> Alg:
        """The alg of these move numbers.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> table = full_table(puzzle("3x3x1"))
        >>> print(table.alg([0, 2]))
        U2 R2
        """
        return Alg(tuple(self.states.moves.moves[m].written for m in moves))


_opened: dict[tuple[Puzzle, str, tuple[str, ...] | None, Goal], FullTable] = {}
MOST_OPEN = 4


def full_table(
    puzzle: Puzzle,
    metric: str | None = None,
    *,
    moves: tuple[str, ...] | None = None,
    goal: Goal = "colors",
    threads: int = 1,
    progress: Reporter | None = None,
    timeout: Clock | None = None,
) -> FullTable:
    """The full table of a puzzle in a metric: already open, read from the store, or built now.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> table = full_table(puzzle("3x3x1"))
    >>> list(table.distances.counts)
    [1, 4, 10, 24, 53, 64, 31, 4, 1]
    """
    reason = unfit(puzzle)
    if reason:
        raise PuzzleryError(f"{puzzle.name} has no full table: {reason}")
    key = (puzzle, find_metric(metric or puzzle.metric).name, moves, goal)
    if key not in _opened:
        made = _made(*key, threads, progress, timeout)
        for oldest in list(_opened)[: 1 + len(_opened) - MOST_OPEN]:
            del _opened[oldest]
        _opened[key] = made
    return _opened[key]


def _made(
    puzzle: Puzzle,
    metric: str,
    names: tuple[str, ...] | None,
    goal: Goal,
    threads: int,
    progress: Reporter | None,
    timeout: Clock | None,
) -> FullTable:
    moves = MoveSet.of(puzzle, metric, names)
    if 0 in moves.costs:
        raise PuzzleryError(f"some moves of {puzzle.name} cost nothing in {metric}")
    states = group_numbering(puzzle, moves, timeout=timeout)
    identity = states.index(Permutation.identity(puzzle.degree))
    start = None if goal == "colors" else [identity]
    known = distances(states, start=start, threads=threads, progress=progress, timeout=timeout)
    table = FullTable(states, known)
    if names is None:
        _check_shortcuts(table, metric)
    return table


def solve(request: Request) -> list[Solution]:
    """The shortest solutions, and those up to `beyond` longer if asked.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> floppy = puzzle("3x3x1")
    >>> [found] = solve(Request(floppy, floppy.apply("U2 R2"), floppy.metric))
    >>> print(found.alg, found.optimal)
    R2 U2 True
    """
    began = time.perf_counter()
    table = full_table(
        request.puzzle, request.metric, moves=request.moves, goal=request.goal,
        threads=request.threads, progress=request.progress, timeout=request.clock,
    )  # fmt: skip
    i = table.states.index(request.state.permutation)
    least = table.distance(i)
    longest = least + request.beyond
    if request.max_length is not None:
        longest = min(longest, request.max_length)
    if least > longest:
        raise NotFound(
            f"no solution of at most {request.max_length} moves: the shortest has {least}"
        )
    found = []
    for length, way in _by_length(table, i, least, longest):
        found.append(_solution(table, request, way, length, least, began))
        if len(found) == request.count:
            break
    return found


def _by_length(
    table: FullTable, i: int, least: int, longest: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    for length in range(least, longest + 1):
        for way in table.ways(i, length):
            yield length, way


def _solution(
    table: FullTable, request: Request, way: tuple[int, ...], length: int, least: int, began: float
) -> Solution:
    reads = len(way) * len(table.states.moves)
    return Solution(
        table.alg(way), length, request.metric, optimal=length == least, method="table",
        nodes=len(way), reads=reads, seconds=time.perf_counter() - began,
        note=f"the distance of every state is known: none is solved shorter than in {least}",
    )  # fmt: skip


def _is_idle(moves: MoveSet, before: int, after: int) -> bool:
    """Whether the second move adds to the first, or could as well stand before it."""
    p, q = moves.permutations[before], moves.permutations[after]
    if moves.moves[before].written.family == moves.moves[after].written.family:
        return True
    return after < before and p * q == q * p


def _check_shortcuts(table: FullTable, metric: str) -> None:
    """Refuse a metric in which turns that no basis names would be cheaper, such as slices."""
    puzzle, states = table.states.puzzle, table.states
    counted, part_of = find_metric(metric), parts_by_puzzle(puzzle)
    for move, permutation in _other_turns(puzzle):
        element = next((p for p in permutation if puzzle.group.contains(p)), None)
        cost = counted.count(*part_of(move))
        if element is not None and table.distances[states.index(element)] > cost:
            raise PuzzleryError(
                f"in {metric}, {Alg((move,))} of {puzzle.name} counts {cost}, less than the moves "
                "of the full table that do the same; choose another method or metric"
            )


def _other_turns(puzzle: Puzzle) -> Iterator[tuple[Move, list[Permutation]]]:
    """Turns outside of the basis, with what they do, however the puzzle is held then."""
    assert puzzle.notation is not None
    held = [orientation.rotation.inverse for orientation in puzzle_orientations(puzzle)]
    for name, turn in puzzle.turns.items():
        if name in puzzle.basis or turn.is_rotation:
            continue
        unit, order = puzzle.notation.written(name), turn.permutation.order
        for times in turn_amounts(order):
            move = unit.of_amount(unit.amount * times)
            made = puzzle.turn(move).permutation
            yield move, [made * back for back in held]
