"""Square-1: short solutions at once, and solutions that are proven to be shortest.

`docs/blocked.md` explains the search from zero.
"""

import time

from puzzlery import _core
from puzzlery.core.progress import Clock, advance
from puzzlery.errors import NotFound, PuzzleryError, TimedOut
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.blocked.square_slots import SquareSlots, square_slots
from puzzlery.solve.blocked.square_tables import level_within, square_tables
from puzzlery.twisty.model.puzzle import Puzzle

# The metrics by the numbers that the kernel gives them.
METRICS = {"slash": 0, "WCA": 1, "OBTM": 2}
# Seconds of a search without a time limit.
USUAL_SECONDS = 1.0
FIRST_SLICE_MS = 5.0
FAST_LEVEL, OPTIMAL_LEVEL = 0, 1


def unfit(puzzle: Puzzle) -> str | None:
    """The reason why the puzzle is not solved as a Square-1; None if it is.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> unfit(puzzle("square-1")) is None, unfit(puzzle("square-2"))
    (True, 'it is not Square-1')
    """
    return None if square_slots(puzzle) else "it is not Square-1"


def solve(request: Request) -> list[Solution]:
    """Short solutions, improved until the time is used up, or for a second.

    The first goes to a cube by as few slashes as that takes, and keeps the cube's shape from then
    on. Later ones are searched with bounds from tables; the last may be proven to be shortest.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> square = puzzle("square-1")
    >>> scramble = "(1, 0) / (3, 0) / (-1, 2) / (0, -3) /"
    >>> found = square.solve(scramble, "square1", timeout=60)
    >>> found.length, square.apply(scramble).apply(found.alg).is_solved
    (4, True)
    """
    clock = request.search_clock()
    job, began = _begun(request, FAST_LEVEL)
    if clock.granted is None:
        clock = Clock(USUAL_SECONDS)
    return _searched(job, request, clock, began, "square1")


def solve_optimally(request: Request) -> list[Solution]:
    """The shortest solutions, proven; the best known with its bounds when the time is over.

    In the metric of competitions, too, a shortest solution has the fewest slashes: the middle
    layer decides whether their number is odd, and two more slashes cost more than both ends save.
    """
    clock = request.search_clock()
    job, began = _begun(request, level_within(request.memory, OPTIMAL_LEVEL))
    return _searched(job, request, clock, began, "square1-optimal")


def _begun(request: Request, level: int) -> tuple[_core.SquareSearch, float]:
    if request.metric not in METRICS:
        raise PuzzleryError(
            f"Square-1 is not solved in the metric {request.metric}; "
            f"expected one of {', '.join(METRICS)}"
        )
    if request.beyond:
        raise PuzzleryError("Square-1 is solved without longer solutions; leave out beyond")
    began = time.perf_counter()
    content = _slots(request).content(request.state)
    tables = square_tables(
        level, threads=request.threads, progress=request.progress, timeout=request.clock
    )
    return (
        tables.search(
            content, METRICS[request.metric], count=request.count, threads=request.threads
        ),
        began,
    )


def _slots(request: Request) -> SquareSlots:
    slots = square_slots(request.puzzle)
    if slots is None:
        raise PuzzleryError(f"{request.puzzle.name} is not Square-1")
    return slots


def _searched(
    job: _core.SquareSearch, request: Request, clock: Clock, began: float, method: str
) -> list[Solution]:
    history: list[tuple[float, int]] = []

    def look(job: _core.SquareSearch) -> bool:
        if job.words:
            length = _length(request, job.words[0])
            if not history or length < history[-1][1]:
                history.append((time.perf_counter() - began, length))
        return (
            request.max_length is not None
            and len(job.words) == request.count
            and (method == "square1" and _length(request, job.words[-1]) <= request.max_length)
        )

    advance(job, until=lambda job: look(job) or bool(job.words), seconds=clock,
            progress=request.progress, slice_ms=FIRST_SLICE_MS)  # fmt: skip
    advance(job, until=look, seconds=clock, progress=request.progress)
    look(job)
    if not job.words:
        raise TimedOut(f"no solution of {request.puzzle.name} within {clock.granted:g} s")
    return _solutions(job, request, tuple(history), method, time.perf_counter() - began)


def _solutions(
    job: _core.SquareSearch,
    request: Request,
    history: tuple[tuple[float, int], ...],
    method: str,
    seconds: float,
) -> list[Solution]:
    slots, best = _slots(request), _length(request, job.words[0])
    _check_length(job, request, best)
    return [
        Solution(
            slots.alg(word), length, request.metric, job.is_proven and length == best, method,
            nodes=job.nodes, seconds=seconds, history=history, note=_note(job, request),
        )
        for word in job.words
        if (length := _length(request, word)) == best
        and (request.max_length is None or length <= request.max_length)
    ]  # fmt: skip


def _note(job: _core.SquareSearch, request: Request) -> str:
    if job.is_proven:
        return "no shorter one exists"
    slashes = len(job.words[0]) - 1
    if slashes <= job.bound:
        return f"no solution has fewer than {slashes} slashes; one with fewer turns may exist"
    return f"a shorter one may exist: all take at least {job.bound} slashes"


def _check_length(job: _core.SquareSearch, request: Request, best: int) -> None:
    if request.max_length is None or best <= request.max_length:
        return
    message = f"no solution has at most {request.max_length} moves"
    if job.is_proven:
        raise NotFound(f"{message}; the shortest has {best}")
    raise TimedOut(f"{message} among those found in time; the best has {best}")


def _length(request: Request, word: list[list[int]]) -> int:
    return _slots(request).alg(word).length(request.metric, request.puzzle)
