"""Walks: searches of one engine, run up to a number of nodes or probed at random."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from puzzlery import _core
from puzzlery.core.progress import advance
from puzzlery.cover import engine_choice
from puzzlery.cover.cover_symmetry import Roots
from puzzlery.cover.cover_table import Ints, Residual
from puzzlery.cover.solution_graph import BLOCK, with_fixed
from puzzlery.errors import InvalidPuzzle

# Short slices, so that a trial stops close to its number of nodes.
TRIAL_SLICE_MS = 1.0
# Probes that judge one depth: enough to tell depths of very different work apart.
DEPTH_PROBES = 16
# Deeper cuts are not judged: the levels below are then too small to matter.
DEEPEST_CUT = 32


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number estimated by sampling, with its standard error.

    >>> print(Estimate(1234.5, 67.8))
    1234 ± 68
    """

    mean: float
    stderr: float

    def __str__(self) -> str:
        return f"{self.mean:.4g} ± {self.stderr:.2g}"


def is_short(job: _core.CoverJob, nodes: int) -> bool:
    """Run a walk up to a number of nodes or a full buffer; does it finish before that?

    >>> from puzzlery.cover.examples import queens
    >>> is_short(queens(6).job(), nodes=100_000)
    True
    """
    return advance(
        job,
        until=lambda job: job.nodes > nodes or job.found >= BLOCK,
        slice_ms=TRIAL_SLICE_MS,
    )


def walk_of(
    rest: Residual,
    engine: str,
    roots: Roots | None = None,
    *,
    threads: int = 1,
    limit: int = 0,
    buffer: int = 0,
    hashed: bool = False,
) -> _core.CoverJob:
    """A walk of this engine, only below the roots where there are any.

    >>> from puzzlery.core.progress import drive
    >>> from puzzlery.cover.cover_table import read, residual
    >>> rooks = residual(read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None), ())
    >>> [drive(walk_of(rooks, engine)).count for engine in ("links", "cells", "masks")]
    [2, 2, 2]
    """
    options, weights = roots.within(rest) if roots else (b"", b"")
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


def estimated(job: _core.CoverJob, probes: int, seed: int, nodes: int) -> Estimate:
    """Estimate the number of solutions by probes; the levels below them are counted exactly.

    A tree of at most `nodes / probes` nodes is counted as a whole, so the error is 0.

    >>> from puzzlery.cover.examples import queens
    >>> print(estimated(queens(6).job(engine="cells"), probes=10, seed=1, nodes=100_000))
    4 ± 0
    """
    depth = best_depth(job, seed, nodes / probes)
    mean, squares, _, _ = job.probe(depth, probes, seed)
    return Estimate(mean, math.sqrt(squares / max(1, probes - 1) / probes))


def best_depth(job: _core.CoverJob, seed: int, nodes: float) -> int:
    """The smallest depth below which a subtree takes at most about `nodes` nodes to count.

    >>> from puzzlery.cover.examples import queens
    >>> walk = queens(6).job(engine="cells")
    >>> best_depth(walk, seed=1, nodes=100_000), best_depth(walk, seed=1, nodes=0) > 0
    (0, True)
    """
    depth = engine_choice.LEAF_DEPTH
    for shallower in range(DEEPEST_CUT, -1, -1):
        *_, work = job.probe(shallower, DEPTH_PROBES, seed)
        if work > nodes:
            break
        depth = shallower
    return depth
