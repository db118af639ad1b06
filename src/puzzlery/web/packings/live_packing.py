"""Live answers about a board that is being filled, each within a bounded time."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache

from puzzlery.core.progress import Report
from puzzlery.cover.exact_cover import ExactCover
from puzzlery.errors import InvalidPuzzle, PuzzleryError, Stopped, TimedOut
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.solve.play import Hint, Play
from puzzlery.web.faults import Busy
from puzzlery.web.packings.packing_view import bounded_packing
from puzzlery.web.packings.solution_list import Solutions, listed

# Seconds for what follows each placement, and for what a user asked for and waits for.
STATUS_SECONDS = 0.35
REQUEST_SECONDS = 4.0
# Bounds of the graph of all solutions; so many states take some hundred megabytes.
PREPARE_SECONDS = 30.0
PREPARE_STATES = 12_000_000
# If a search finds at most so many solutions, they are listed to count the placements in them.
MOST_LISTED_AT_ONCE = 2_000
PROBES, PROBE_NODES = 400, 200_000
# Seconds that a request waits for another one about the same packing.
WAIT_SECONDS = 8.0
# One graph at a time: each takes a core and some hundred megabytes while it grows.
_preparing = threading.Lock()
_ending = threading.Event()


def stop_preparing() -> None:
    """End what is being prepared: no thread may be inside a kernel when the program ends."""
    _ending.set()
    with _preparing:
        pass


def _check_end(_: Report) -> None:
    if _ending.is_set():
        raise Stopped("the server ends")


@dataclass(frozen=True)
class SolutionCount:
    """What is known of the solutions from a board.

    `count` is the least that there are if it is not `exact`, and `about` then says how many there
    may be; `counts` tells of each option in how many solutions it is, where that is known.

    >>> SolutionCount(0, exact=True).solvable, SolutionCount(0, exact=False).solvable
    (False, None)
    """

    count: int
    exact: bool
    counts: list[int] | None = None
    about: float | None = None

    @property
    def solvable(self) -> bool | None:
        return True if self.count else False if self.exact else None


class LivePacking:
    """A packing about which questions are asked again and again.

    All its solutions are listed once, beside the questions, or put into a graph where they are
    many; until that is done, and where it would be too large, each question is answered by a
    short search.
    """

    def __init__(self, puzzle: Packing) -> None:
        self.puzzle = puzzle
        self._all: Solutions | None = None
        self._one_at_a_time = threading.Lock()
        self._begun = threading.Event()
        self.is_settled = False

    def prepare(self) -> None:
        """Begin to find all solutions, unless that was begun before."""
        with self._one_at_a_time:
            if self._begun.is_set():
                return
            self._begun.set()
        threading.Thread(target=self._build, daemon=True).start()

    def _build(self) -> None:
        try:
            if not self.puzzle.why_not():
                with _preparing:
                    self._all = listed(self.puzzle.exact_cover(), _check_end)
                    self._all = self._all or self.puzzle.exact_cover(symmetries=False).graph(
                        timeout=PREPARE_SECONDS, progress=_check_end, most_states=PREPARE_STATES
                    )
        except (Stopped, InvalidPuzzle):
            pass
        finally:
            self.is_settled = True

    @cached_property
    def _start(self) -> Play:
        return Play(self.puzzle)

    def play(self, placed: Sequence[int]) -> Play:
        """The board with these options placed; what does not fit is refused.

        >>> live = live_packing("pentominoes", "3x20")
        >>> live.play(live.solution([])).is_done
        True
        """
        game = self._start
        for option in placed:
            game = game.choose(option)
        return game

    @contextmanager
    def _cover(self) -> Iterator[ExactCover]:
        """The solver, for one question at a time."""
        if not self._one_at_a_time.acquire(timeout=WAIT_SECONDS):
            raise Busy("many questions about this puzzle are waiting; ask again in a moment")
        try:
            yield self.puzzle.cover
        finally:
            self._one_at_a_time.release()

    def solutions(self, placed: Sequence[int], seconds: float) -> Solutions | None:
        """All solutions from a board; None if that takes too long."""
        if self._all is not None:
            return self._all.given(placed)
        try:
            with self._cover() as cover:
                return cover.graph(fixed=placed, timeout=seconds, most_states=PREPARE_STATES)
        except (Stopped, InvalidPuzzle):
            return None

    def solution_count(self, placed: Sequence[int]) -> SolutionCount:
        """How many solutions go on from a board, and which options lead to none.

        >>> live_packing("pentominoes", "3x20").solution_count([]).count
        8
        """
        if self.puzzle.why_not():
            return SolutionCount(0, True, [0] * len(self.puzzle.options()))
        known = self.solutions(placed, STATUS_SECONDS)
        if known is not None:
            return SolutionCount(known.count(), True, known.placement_counts())
        return self._searched(placed)

    def _searched(self, placed: Sequence[int]) -> SolutionCount:
        """What a short search finds; the options only where the solutions are few."""
        with self._cover() as cover:
            try:
                count = cover.count(fixed=placed, timeout=STATUS_SECONDS)
            except TimedOut:
                return _at_least(cover, placed)
            counts = [0] * len(cover)
            if count > MOST_LISTED_AT_ONCE:
                return SolutionCount(count, True)
            for solution in cover.all(fixed=placed):
                for option in solution:
                    counts[option] += 1
            return SolutionCount(count, True, counts)

    def solution(self, placed: Sequence[int], seconds: float = REQUEST_SECONDS) -> list[int] | None:
        """A solution that goes on from a board, or None; too hard a search raises `TimedOut`.

        >>> len(live_packing("pentominoes", "3x20").solution([]))
        12
        """
        if self.puzzle.why_not():
            return None
        if self._all is not None:
            known = self._all.given(placed)
            return known.kth(0) if known.count() else None
        with self._cover() as cover:
            return cover.first(fixed=placed, timeout=seconds)

    def hint(self, placed: Sequence[int]) -> Hint | None:
        """The next placement toward a solution; None if the board is full or leads to none.

        >>> live_packing("tetrominoes", "4x5").hint([]) is None
        True
        """
        game = self.play(placed)
        solution = None if game.is_done else self.solution(placed)
        return None if solution is None else game.hint_toward(solution)

    def solvable_part(self, placed: Sequence[int]) -> int:
        """How many placements may stay so that the board can be completed, found by halving.

        >>> live = live_packing("pentominoes", "3x20")
        >>> live.solvable_part(live.solution([])[:3])
        3
        """
        end = time.monotonic() + REQUEST_SECONDS
        good, bad = 0, len(placed) + 1
        while bad - good > 1:
            middle = (good + bad) // 2
            left = max(0.05, end - time.monotonic())
            solvable = self.solution(placed[:middle], left) is not None
            good, bad = (middle, bad) if solvable else (good, middle)
        return good

    def matching(self, piece: str | None, cell: int | None) -> list[int] | None:
        """The options by which a piece covers a cell; None if nothing is asked for.

        >>> len(live_packing("pentominoes", "3x20").matching("X", 21))
        2
        """
        if piece is None or cell is None:
            return None
        if piece not in {each.id for each in self.puzzle.pieces}:
            raise PuzzleryError(f'no piece is named "{piece}"')
        if cell >= len(self.puzzle.board):
            raise PuzzleryError(f"no cell {cell}; the board has {len(self.puzzle.board)}")
        where = self.puzzle.board.cells[cell]
        return [
            number
            for number, option in enumerate(self.puzzle.options())
            if option.piece == piece and where in option.cells
        ]


def _at_least(cover: ExactCover, placed: Sequence[int]) -> SolutionCount:
    """Whether there is any solution, where there is no time to count them."""
    try:
        solution = cover.first(fixed=placed, timeout=STATUS_SECONDS)
    except TimedOut:
        return SolutionCount(0, False)
    if solution is None:
        return SolutionCount(0, True)
    judged = cover.estimate(probes=PROBES, nodes=PROBE_NODES, fixed=placed)
    return SolutionCount(1, False, about=judged.mean or None)


@dataclass(frozen=True)
class SolutionPages:
    """Solutions in several parts, one after the other, for paging."""

    parts: tuple[Solutions, ...]

    @cached_property
    def counts(self) -> tuple[int, ...]:
        return tuple(part.count() for part in self.parts)

    def page(self, start: int, size: int) -> list[list[int]]:
        """The solutions from that number on.

        >>> import numpy as np
        >>> from puzzlery.web.packings.solution_list import SolutionList
        >>> parts = SolutionList(np.array([[0, 3]]), 4), SolutionList(np.array([[1, 2]]), 4)
        >>> SolutionPages(parts).page(1, 5)
        [[1, 2]]
        """
        end = min(start + size, sum(self.counts))
        return [self._kth(number) for number in range(start, end)]

    def _kth(self, number: int) -> list[int]:
        for part, count in zip(self.parts, self.counts, strict=True):
            if number < count:
                return part.kth(number)
            number -= count
        raise AssertionError("the number is less than the sum of all counts")


def solution_pages(
    live: LivePacking, placed: Sequence[int], among: list[int] | None
) -> SolutionPages | None:
    """The solutions from a board that use one of some options; None if they are too many.

    >>> solution_pages(live_packing("pentominoes", "3x20"), [], None).counts
    (8,)
    """
    if live.puzzle.why_not():
        return SolutionPages(())
    known = live.solutions(placed, REQUEST_SECONDS)
    if known is None or among is None:
        return None if known is None else SolutionPages((known,))
    return SolutionPages(tuple(known.given([option]) for option in among))


@lru_cache(maxsize=6)
def live_packing(pieces: str, board: str) -> LivePacking:
    """The packing of these names, with what was found out about it so far.

    >>> live_packing("soma", "3x3x3") is live_packing("soma", "3x3x3")
    True
    """
    return LivePacking(bounded_packing(pieces, board))
