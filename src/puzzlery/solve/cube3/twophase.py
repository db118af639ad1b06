"""Two-phase: nearly shortest solutions of the 3x3x3 at once, and shorter ones while you wait."""

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.progress import Clock, Reporter, advance
from puzzlery.errors import NotFound, TimedOut
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.cube3.numbering import alg_of, pieces
from puzzlery.solve.cube3.recognition import solves_cube3, unfit
from puzzlery.tables.store import Store
from puzzlery.tables.table_key import TableKey

__all__ = ["search", "solve", "table", "unfit"]

METRIC = "OBTM"
# Distances to H up to this are kept: more would take twice as long to build and save nothing.
REACH = 9
SECONDS_AFTER_FIRST = 0.1
SECONDS_FOR_LENGTH = 10.0
# Short, because the time that is left without a `timeout` begins at the first answer.
FIRST_SLICE_MS = 5.0
KEY = TableKey("twophase", parameters={"reach": REACH}, version=1, title="3x3x3")


@solves_cube3
def solve(request: Request) -> list[Solution]:
    """Up to `count` solutions, the shortest first, improved until the time is used up.

    Building the tables counts as well, where there are none. Without a `timeout`, the search ends
    a tenth of a second after the first answer. It ends early when `count` answers of at most
    `max_length` are found, and when no shorter one exists.
    """
    job = search(request, request.clock)
    _run(job, request)
    return _solutions(job, request)


def search(request: Request, timeout: Clock) -> _core.TwoPhase:
    """The search for a request, not started yet; builds the tables if there are none."""
    enough = -1 if request.max_length is None else request.max_length
    return _core.TwoPhase(
        table(request.progress, timeout), REACH, pieces(request.state),
        request.count, enough, request.threads,
    )  # fmt: skip


def table(progress: Reporter | None = None, timeout: Clock | None = None) -> NDArray[np.uint8]:
    """The tables of the search, loaded once; built if the store has none."""
    if not _loaded:
        found = Store.usual().open(
            KEY,
            lambda: _core.TwoPhaseTable(REACH),
            progress=progress,
            timeout=timeout,
            placing="huge",
        )
        _loaded.append(found.data)
    return _loaded[0]


def is_ready() -> bool:
    """Whether the tables are there, so that a search starts at once."""
    return bool(_loaded) or Store.usual().find(KEY) is not None


_loaded: list[NDArray[np.uint8]] = []


def _run(job: _core.TwoPhase, request: Request) -> None:
    """Search until all is seen, the answers are good enough, or the time is over."""
    clock = request.clock
    if request.timeout is None and request.max_length is not None:
        clock = Clock(SECONDS_FOR_LENGTH)
    # It looks for shorter solutions until its time is over.
    finished = advance(
        job,
        until=_is_answered,
        seconds=clock,
        progress=request.progress,
        forecast=lambda *_: clock.left(),
        slice_ms=FIRST_SLICE_MS,
    )
    if finished or not job.answers:
        return
    if clock.granted is None:
        clock = Clock(job.history[0][0] + SECONDS_AFTER_FIRST - job.seconds)
    advance(job, seconds=clock, progress=request.progress, forecast=lambda *_: clock.left())


def _is_answered(job: _core.TwoPhase) -> bool:
    return bool(job.answers)


def _solutions(job: _core.TwoPhase, request: Request) -> list[Solution]:
    answers, history = job.answers, tuple(job.history)
    if not answers:
        raise TimedOut(f"no solution within {job.seconds:.3g} s")
    _check_length(job, request, len(answers[0]))
    note = "no shorter one exists" if job.proven else "a shorter one may exist"
    return [
        Solution(
            alg_of(turns), len(turns), METRIC, job.proven and len(turns) == len(answers[0]),
            "twophase", nodes=job.nodes, seconds=job.seconds, history=history, note=note,
        )
        for turns in answers
        if request.max_length is None or len(turns) <= request.max_length
    ]  # fmt: skip


def _check_length(job: _core.TwoPhase, request: Request, best: int) -> None:
    if request.max_length is None or best <= request.max_length:
        return
    if job.proven:
        raise NotFound(
            f"no solution has at most {request.max_length} moves; the shortest has {best}"
        )
    raise TimedOut(
        f"no solution of at most {request.max_length} moves within {job.seconds:.3g} s; "
        f"the best so far has {best}"
    )
