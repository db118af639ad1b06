"""Running walks: with a time limit, up to a number of nodes, or along random ways."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from puzzlery import _core
from puzzlery.core.progress import Report, Reporter
from puzzlery.cover import engine_choice
from puzzlery.cover.cover_symmetry import Roots
from puzzlery.cover.cover_table import Ints, Residual
from puzzlery.cover.solution_graph import BLOCK, with_fixed
from puzzlery.errors import InvalidPuzzle, Stopped


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number judged by sampling, with its standard error."""

    mean: float
    stderr: float

    def __str__(self) -> str:
        return f"{self.mean:.4g} ± {self.stderr:.2g}"


def finishes(job: _core.CoverJob, nodes: int) -> bool:
    """Does the walk come to its end before so many nodes and a full buffer?"""
    while job.nodes <= nodes and job.found < BLOCK:
        if job.run(1.0):
            return True
    return False


def stop_after(job: _core.CoverJob, nodes: int, progress: Reporter | None) -> Reporter:
    """A reporter that ends a walk which has visited more nodes than it was expected to."""

    def look(report: Report) -> None:
        if progress is not None:
            progress(report)
        if job.nodes > nodes:
            raise Stopped(f"more than {nodes:,} nodes")

    return look


def stop_if_hopeless(job: _core.GraphJob, progress: Reporter | None) -> Reporter:
    """A reporter that ends a graph which will hardly be smaller than the tree."""
    early = True

    def look(report: Report) -> None:
        nonlocal early
        if progress is not None:
            progress(report)
        if early and job.states > engine_choice.EARLY_STATES:
            early = False
            if engine_choice.is_hopeless(job):
                raise Stopped("a solution graph would hardly be smaller than the tree")

    return look


def walk_of(
    rest: Residual,
    engine: str,
    through: Roots | None = None,
    *,
    threads: int = 1,
    limit: int = 0,
    buffer: int = 0,
    hashed: bool = False,
) -> _core.CoverJob:
    """A walk of this engine, only through the representatives where there are any."""
    options, weights = through.within(rest) if through else (b"", b"")
    try:
        return _core.cover_walk(
            rest.problem, engine, options, weights, threads, limit, buffer, hashed
        )
    except ValueError as reason:
        raise InvalidPuzzle(str(reason)) from None


def solutions_in(flat: Ints, rest: Residual) -> Iterator[list[int]]:
    at = 0
    while at < len(flat):
        size = int(flat[at])
        row = flat[at + 1 : at + 1 + size].reshape(1, size)
        yield with_fixed(row, rest)[0].tolist()
        at += size + 1


def sampled(job: _core.CoverJob, probes: int, seed: int, nodes: int) -> Estimate:
    """Probe as deep as gives the smallest error, with the rest counted exactly."""
    depth = best_depth(job, seed, nodes / probes)
    mean, squares, _, _ = job.probe(depth, probes, seed)
    return Estimate(mean, math.sqrt(squares / max(1, probes - 1) / probes))


def best_depth(job: _core.CoverJob, seed: int, nodes: float) -> int:
    """The least depth from which the rest of the tree takes about so many nodes to count."""
    depth = engine_choice.TO_THE_END
    for shallower in range(32, -1, -1):
        *_, work = job.probe(shallower, 16, seed)
        if work > nodes:
            break
        depth = shallower
    return depth
