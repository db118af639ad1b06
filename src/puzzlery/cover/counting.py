"""Counting covers by one engine: in this process, in threads, or in the tasks of an executor."""

import pickle
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field

from puzzlery import _core
from puzzlery.core.progress import SLICE_MS, Clock, Report, Reporter, SnapshotKeeper, advance
from puzzlery.core.time_left import Steady
from puzzlery.cover.cover_symmetry import Roots
from puzzlery.cover.cover_table import Residual
from puzzlery.cover.engine_choice import Attempt
from puzzlery.cover.saved_count import SavedCount
from puzzlery.cover.walks import TRIAL_SLICE_MS, walk_of

# Enough tasks to keep dozens of processes busy to the end, and few enough that sending them
# costs little: each carries the whole problem.
MIN_TASKS = 128
# How often the time limit is looked at while no task finishes.
SECONDS_BETWEEN_LOOKS = 0.2
TaskResult = tuple[int, int]
"""Solutions found, and nodes visited."""


@dataclass(frozen=True)
class CountResources:
    """What a count may use: time, threads or an executor, a file to save it, unfinished walks."""

    clock: Clock
    threads: int = 1
    progress: Reporter | None = None
    executor: Executor | None = None
    saved: SavedCount | None = None
    trials: dict[tuple[str, Roots | None], _core.CoverJob] = field(default_factory=dict)


def count_by(attempt: Attempt, rest: Residual, resources: CountResources) -> int | None:
    """The number of solutions; None if the attempt reaches its limit first.

    >>> from puzzlery.cover.cover_table import read, residual
    >>> rooks = residual(read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None), ())
    >>> count_by(Attempt("cells"), rooks, CountResources(Clock(None)))
    2
    """
    if attempt.is_trial:
        job = walk_of(rest, attempt.engine, attempt.roots)
        resources.trials[attempt.engine, attempt.roots] = job
        return _counted(job, attempt, resources, slice_ms=TRIAL_SLICE_MS)
    if resources.executor is not None:
        return count_in_tasks(
            resources.executor, attempt, rest, resources.clock, resources.progress
        )
    job = _job(attempt, rest, resources)
    if resources.saved is None:
        return _counted(job, attempt, resources)
    resources.saved.restore(job)
    count = _counted(job, attempt, resources, keep=resources.saved.keeper(attempt.engine))
    resources.saved.remove()
    return count


def _counted(
    job: _core.CoverJob,
    attempt: Attempt,
    resources: CountResources,
    *,
    keep: SnapshotKeeper | None = None,
    slice_ms: float = SLICE_MS,
) -> int | None:
    finished = advance(
        job,
        until=lambda job: attempt.limit is not None and job.nodes > attempt.limit,
        progress=resources.progress,
        timeout=resources.clock,
        keep=keep,
        slice_ms=slice_ms,
    )
    return job.count if finished else None


def _job(attempt: Attempt, rest: Residual, resources: CountResources) -> _core.CoverJob:
    """The walk that a trial has begun, or a fresh one that several threads can share."""
    begun = resources.trials.get((attempt.engine, attempt.roots))
    if begun is not None and resources.threads == 1:
        return begun
    return walk_of(rest, attempt.engine, attempt.roots, threads=resources.threads)


@dataclass(frozen=True, slots=True)
class CountTask:
    """A part of a tree as plain bytes, so that it can be sent to another process or machine."""

    problem: bytes
    engine: str
    roots: bytes
    weights: bytes
    snapshot: bytes
    seconds: float | None


def run_task(task: CountTask) -> TaskResult | None:
    """Count the solutions in one part of a tree; None if its time runs out first.

    >>> from puzzlery.cover.cover_table import read, residual
    >>> rooks = residual(read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None), ())
    >>> sum(run_task(task)[0] for task in count_tasks(rooks, "cells", None, None))
    2
    """
    problem = _core.CoverProblem(*pickle.loads(zlib.decompress(task.problem)))
    job = _core.cover_walk(problem, task.engine, task.roots, task.weights)
    job.restore(task.snapshot)
    return (job.count, job.nodes) if advance(job, seconds=task.seconds) else None


def count_tasks(
    rest: Residual, engine: str, roots: Roots | None, seconds: float | None
) -> list[CountTask]:
    """Split the whole tree into tasks, enough of them for many processes.

    >>> from puzzlery.cover.cover_table import read, residual
    >>> from puzzlery.cover.examples import queens
    >>> board = queens(8)
    >>> rest = residual(read(board.options, board.primary, board.secondary, {}, None), ())
    >>> tasks = count_tasks(rest, "cells", None, None)
    >>> len(tasks) >= MIN_TASKS, sum(run_task(task)[0] for task in tasks)
    (True, 92)
    """
    packed = zlib.compress(pickle.dumps(rest.arguments()))
    options, weights = roots.within(rest) if roots else (b"", b"")
    fresh = walk_of(rest, engine, roots)
    return [
        CountTask(packed, engine, options, weights, snapshot, seconds)
        for snapshot in fresh.parts(MIN_TASKS)
    ]


def count_in_tasks(
    executor: Executor,
    attempt: Attempt,
    rest: Residual,
    clock: Clock,
    progress: Reporter | None,
) -> int | None:
    """The number of solutions, added up over tasks; None if the attempt reaches its limit first.

    When it ends early, tasks that have not begun are cancelled.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from puzzlery.cover.cover_table import read, residual
    >>> rooks = residual(read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None), ())
    >>> with ThreadPoolExecutor() as pool:
    ...     count_in_tasks(pool, Attempt("cells"), rooks, Clock(None), None)
    2
    """
    tasks = count_tasks(rest, attempt.engine, attempt.roots, clock.left())
    futures = [executor.submit(run_task, task) for task in tasks]
    start, total, nodes, pace = time.monotonic(), 0, 0, Steady()
    try:
        for done, (found, visited) in enumerate(_results(futures, clock), 1):
            total, nodes = total + found, nodes + visited
            if progress is not None:
                note = f"{total} solutions"
                spent = time.monotonic() - start
                left = pace.left(done, len(futures), spent)
                progress(Report(done, len(futures), note, spent, left))
            if attempt.limit is not None and nodes > attempt.limit:
                return None
    finally:
        for future in futures:
            future.cancel()
    return total


def _results(futures: "list[Future[TaskResult | None]]", clock: Clock) -> Iterator[TaskResult]:
    """The results of the tasks, as they finish."""
    waiting = set(futures)
    while waiting:
        done, waiting = wait(waiting, SECONDS_BETWEEN_LOOKS, return_when=FIRST_COMPLETED)
        left = f"{len(waiting)} of {len(futures)} parts left"
        for future in done:
            result = future.result()
            if result is None:
                raise clock.timed_out(left)
            yield result
        if waiting and clock.is_over:
            raise clock.timed_out(left)
