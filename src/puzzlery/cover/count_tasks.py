"""Counting in parts: the tree is cut into tasks that any executor can take, here or elsewhere."""

import pickle
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass

from puzzlery import _core
from puzzlery.core.progress import Clock, Report, Reporter, drive
from puzzlery.cover.cover_symmetry import Roots
from puzzlery.cover.cover_table import Residual
from puzzlery.cover.engine_choice import Step
from puzzlery.cover.walks import walk_of
from puzzlery.errors import Stopped, TimedOut

ENOUGH = 128
SECONDS_BETWEEN = 0.2

Counted = tuple[int, int]
"""Solutions found, and nodes visited."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a tree as plain bytes, so that it can be sent to another process or machine."""

    problem: bytes
    engine: str
    roots: bytes
    weights: bytes
    snapshot: bytes
    seconds: float | None


def count_part(part: Part) -> Counted:
    """Count the solutions in one part of a tree."""
    problem = _core.CoverProblem(*pickle.loads(zlib.decompress(part.problem)))
    job = _core.cover_walk(problem, part.engine, part.roots, part.weights)
    job.restore(part.snapshot)
    drive(job, timeout=part.seconds)
    return job.count, job.nodes


def parts_of(
    rest: Residual, engine: str, through: Roots | None, seconds: float | None
) -> list[Part]:
    """The whole tree in parts, enough of them for many processes."""
    packed = zlib.compress(pickle.dumps(rest.arguments()))
    roots, weights = through.within(rest) if through else (b"", b"")
    fresh = walk_of(rest, engine, through)
    return [
        Part(packed, engine, roots, weights, snapshot, seconds) for snapshot in fresh.parts(ENOUGH)
    ]


def count_in_parts(
    executor: Executor,
    step: Step,
    rest: Residual,
    clock: Clock,
    progress: Reporter | None,
) -> int:
    """The number of solutions, added up from what the tasks of an executor count.

    When it ends early, tasks that have not begun are cancelled.
    """
    parts = parts_of(rest, step.engine, step.through, clock.left())
    tasks = [executor.submit(count_part, part) for part in parts]
    start, total, nodes = time.monotonic(), 0, 0
    try:
        for done, (found, visited) in enumerate(_finished(tasks, clock), 1):
            total, nodes = total + found, nodes + visited
            if progress is not None:
                note = f"{total} solutions"
                progress(Report(done, len(tasks), note, time.monotonic() - start))
            if step.limit is not None and nodes > step.limit:
                raise Stopped(f"more than {step.limit:,} nodes")
    finally:
        for task in tasks:
            task.cancel()
    return total


def _finished(tasks: "list[Future[Counted]]", clock: Clock) -> Iterator[Counted]:
    """What the tasks tell, as they finish."""
    open_tasks = set(tasks)
    while open_tasks:
        done, open_tasks = wait(open_tasks, SECONDS_BETWEEN, return_when=FIRST_COMPLETED)
        left = f"{len(open_tasks)} of {len(tasks)} parts left"
        try:
            yield from [task.result() for task in done]
        except TimedOut:
            raise clock.timed_out(left) from None
        if open_tasks and clock.left() == 0:
            raise clock.timed_out(left)
