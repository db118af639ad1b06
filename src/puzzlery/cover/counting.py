"""Counting covers by one engine: in this process, in threads, or in the tasks of an executor."""

from concurrent.futures import Executor
from dataclasses import dataclass, field

from puzzlery import _core
from puzzlery.core.progress import SLICE_MS, Clock, Reporter, SnapshotKeeper, advance
from puzzlery.cover.count_tasks import count_in_tasks
from puzzlery.cover.cover_symmetry import Roots
from puzzlery.cover.cover_table import Residual
from puzzlery.cover.engine_choice import Attempt
from puzzlery.cover.saved_count import SavedCount
from puzzlery.cover.walks import TRIAL_SLICE_MS, walk_of


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
