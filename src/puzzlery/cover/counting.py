"""Counting covers by one engine: in this process, in threads, or in the tasks of an executor."""

from concurrent.futures import Executor
from dataclasses import dataclass, field

from puzzlery import _core
from puzzlery.core.progress import Clock, Reporter, drive
from puzzlery.cover.count_tasks import count_in_parts
from puzzlery.cover.cover_symmetry import Roots
from puzzlery.cover.cover_table import Residual
from puzzlery.cover.engine_choice import Step
from puzzlery.cover.saved_count import SavedCount
from puzzlery.cover.walks import stop_after, walk_of


@dataclass(frozen=True)
class Means:
    """What a count may use: threads or an executor, time, and a file in which it stands."""

    clock: Clock
    threads: int = 1
    progress: Reporter | None = None
    executor: Executor | None = None
    saved: SavedCount | None = None
    tried: dict[tuple[str, Roots | None], _core.CoverJob] = field(default_factory=dict)


def count_by(step: Step, rest: Residual, means: Means) -> int:
    """The number of solutions, or `Stopped` where the step has a limit that is reached."""
    if step.is_try:
        return _count_shortly(step, rest, means)
    if means.executor is not None:
        return count_in_parts(means.executor, step, rest, means.clock, means.progress)
    job = _job(step, rest, means)
    watch = means.progress if step.limit is None else stop_after(job, step.limit, means.progress)
    if means.saved is None:
        return drive(job, timeout=means.clock, progress=watch).count
    means.saved.take_up(job)
    with means.saved.keeping(step.engine, job, watch) as keeper:
        return drive(job, timeout=means.clock, progress=keeper).count


def _count_shortly(step: Step, rest: Residual, means: Means) -> int:
    job = walk_of(rest, step.engine, step.through)
    means.tried[step.engine, step.through] = job
    watch = stop_after(job, step.limit or 0, means.progress)
    return drive(job, timeout=means.clock, progress=watch, slice_ms=1.0).count


def _job(step: Step, rest: Residual, means: Means) -> _core.CoverJob:
    """The walk that was begun on trial, or a fresh one that several threads can share."""
    begun = means.tried.get((step.engine, step.through))
    if begun is not None and means.threads == 1:
        return begun
    return walk_of(rest, step.engine, step.through, threads=means.threads)
