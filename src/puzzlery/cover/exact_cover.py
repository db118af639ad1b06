"""Exact cover: choose options so that every primary item is covered just as often as it must be."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path

import numpy as np

from puzzlery import _core
from puzzlery.core.progress import Clock, Reporter, drive
from puzzlery.cover import engine_choice
from puzzlery.cover.counting import Means, count_by
from puzzlery.cover.cover_plan import Plan
from puzzlery.cover.cover_symmetry import (
    closure,
    even_out,
    invariant_problems,
    keeping,
    option_counts,
    roots,
    spread,
)
from puzzlery.cover.cover_table import (
    Colored,
    Ints,
    Item,
    Option,
    Residual,
    primary_items,
    read,
    residual,
)
from puzzlery.cover.saved_count import SavedCount
from puzzlery.cover.solution_graph import BLOCK, SolutionGraph, blocks, limited, lists
from puzzlery.cover.walks import (
    Estimate,
    finishes,
    sampled,
    solutions_in,
    stop_if_hopeless,
    walk_of,
)
from puzzlery.errors import InvalidPuzzle, Stopped, TimedOut

__all__ = ["Colored", "Estimate", "ExactCover", "SolutionGraph"]


class ExactCover:
    """A set of options, each a set of items; which of them cover every item exactly once?

    *Primary* items must be covered once, or as often as `multiplicity` says (low, high).
    *Secondary* items may be covered at most once, or several times by options that give them
    the same color. Options without a primary item are never used. An answer is a sorted list of
    option numbers.

    >>> cover = ExactCover([["a", "b"], ["c"], ["a"], ["b", "c"]])
    >>> cover.count()
    2
    >>> sorted(cover.all())
    [[0, 1], [2, 3]]
    >>> cover == ExactCover([["a", "b"], ["c"], ["a"], ["b", "c"]], primary="abc")
    True

    `symmetries` are permutations of the options that carry solutions to solutions. `grid` names
    the cells, in the order of a sweep along the longest axis, and the pieces, of which each option
    has one: with it, the engines for packings apply.
    """

    def __init__(
        self,
        options: Sequence[Sequence[Item]],
        primary: Iterable[Item] | None = None,
        secondary: Iterable[Item] = (),
        *,
        multiplicity: Mapping[Item, tuple[int, int]] | None = None,
        symmetries: Iterable[Sequence[int]] = (),
        grid: tuple[Sequence[Item], Sequence[Item]] | None = None,
    ) -> None:
        self.options: tuple[Option, ...] = tuple(map(tuple, options))
        self.secondary = tuple(dict.fromkeys(secondary))
        self.primary = primary_items(self.options, self.secondary, primary)
        self.multiplicity = dict(multiplicity or {})
        self.symmetries = tuple(map(tuple, symmetries))
        self.grid = grid and (tuple(grid[0]), tuple(grid[1]))
        self._table = read(self.options, self.primary, self.secondary, self.multiplicity, self.grid)
        self._group = closure(self._table, self.symmetries)
        self._graph: SolutionGraph | None = None
        self._last: tuple[tuple[object, ...], int, str | None] | None = None
        self.chosen_engine: str | None = None

    def __repr__(self) -> str:
        return f"<ExactCover: {len(self)} options, {self._table.items} items>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExactCover) and self._definition() == other._definition()

    def __hash__(self) -> int:
        return hash((self.options, self.primary, self.secondary))

    def _definition(self) -> tuple[object, ...]:
        return (self.options, self.primary, self.secondary, self.multiplicity, self.symmetries,
                self.grid)  # fmt: skip

    def __len__(self) -> int:
        return self._table.options

    def first(
        self,
        *,
        engine: str | None = None,
        timeout: float | None = None,
        progress: Reporter | None = None,
        fixed: Iterable[int] = (),
    ) -> list[int] | None:
        """One solution, or None if there is none."""
        found = self._some(1, engine, timeout, progress, fixed)
        return found[0] if found else None

    def unique(
        self,
        *,
        engine: str | None = None,
        timeout: float | None = None,
        progress: Reporter | None = None,
        fixed: Iterable[int] = (),
    ) -> bool:
        """Is there exactly one solution?"""
        return len(self._some(2, engine, timeout, progress, fixed)) == 1

    def _some(
        self,
        limit: int,
        engine: str | None,
        timeout: float | None,
        progress: Reporter | None,
        fixed: Iterable[int],
    ) -> list[list[int]]:
        engine_choice.check_name(engine)
        rest = residual(self._table, fixed)
        if rest is None:
            return []
        self.chosen_engine = engine or engine_choice.for_one(rest.problem)
        if self.chosen_engine == "graph":
            graph = self._built(rest, None, timeout, progress)
            return [graph.kth(k) for k in range(min(limit, graph.count()))]
        job = walk_of(rest, self.chosen_engine, limit=limit, buffer=limit)
        drive(job, timeout=timeout, progress=progress)
        flat = np.frombuffer(job.take(), dtype=np.int32)
        return list(solutions_in(flat, rest))

    def count(
        self,
        *,
        distinct: bool = False,
        engine: str | None = None,
        threads: int = 1,
        timeout: float | None = None,
        progress: Reporter | None = None,
        fixed: Iterable[int] = (),
        executor: Executor | None = None,
        resume: str | Path | None = None,
    ) -> int:
        """The number of solutions; with `distinct`, of classes of solutions under symmetry.

        An `executor` takes the search in many small tasks: a `ProcessPoolExecutor`, or that of a
        cluster. `resume` names a file in which a long search is saved every few seconds; if the
        file is there, the search goes on from it, and when all is counted it is removed.
        """
        engine_choice.check_name(engine)
        rest = residual(self._table, fixed)
        if rest is None:
            return 0
        saved = None if resume is None else SavedCount(Path(resume))
        means = Means(Clock(timeout), threads, progress, executor, saved)
        if distinct:
            return self._count_classes(rest, engine, means)
        return self._count(rest, engine, means)

    def _count(self, rest: Residual, engine: str | None, means: Means) -> int:
        """The number of solutions; the last one is kept, for classes are asked for after it."""
        asked = (rest.fixed, engine, means.threads, means.executor)
        if self._last is None or self._last[0] != asked:
            total = self._counted(rest, engine, means)
            self._last = (asked, total, self.chosen_engine)
        self.chosen_engine = self._last[2]
        return self._last[1]

    def _counted(self, rest: Residual, engine: str | None, means: Means) -> int:
        if self._graph is not None and engine in (None, "graph"):
            self.chosen_engine = "graph"
            return self._graph.given(rest.fixed).count()
        for step in Plan(rest, self._group).steps_from(engine, means.saved):
            self.chosen_engine = step.engine
            try:
                if step.engine == "graph":
                    return self._built(rest, step.limit, means.clock, means.progress).count()
                return count_by(step, rest, means)
            except TimedOut:
                raise
            except Stopped:
                if step.limit is None:
                    raise
        raise AssertionError("the last step has no limit of its own")

    def _count_classes(self, rest: Residual, engine: str | None, means: Means) -> int:
        """Burnside: the mean, over all symmetries, of how many solutions each of them keeps."""
        group = keeping(self._group, rest.fixed)
        total = 0
        for number, problem in invariant_problems(rest, group):
            if problem is None:
                kept = self._count(rest, engine, means)
            else:
                inner = _core.cover_walk(
                    problem, engine_choice.for_one(problem), threads=means.threads
                )
                kept = drive(inner, timeout=means.clock, progress=means.progress).count
            total += number * kept
        return total // len(group)

    def all(
        self,
        *,
        engine: str | None = None,
        limit: int | None = None,
        fixed: Iterable[int] = (),
    ) -> Iterator[list[int]]:
        """All solutions, one after the other; the memory does not grow with their number."""
        for block in self.arrays(engine=engine, limit=limit, fixed=fixed):
            yield from lists(block)

    def arrays(
        self,
        *,
        engine: str | None = None,
        limit: int | None = None,
        fixed: Iterable[int] = (),
    ) -> Iterator[Ints]:
        """All solutions as rows of arrays, thousands at a time; shorter ones begin with -1."""
        engine_choice.check_name(engine)
        rest = residual(self._table, fixed)
        if rest is None:
            return
        yield from limited(self._blocks(rest, engine), limit)

    def _blocks(self, rest: Residual, engine: str | None) -> Iterator[Ints]:
        tried: dict[object, _core.CoverJob] = {}
        for step in Plan(rest, self._group).steps(engine):
            self.chosen_engine = step.engine
            if step.engine == "graph":
                graph = self._graph_within(rest, step.limit)
                if graph is not None:
                    yield from graph.arrays()
                    return
                continue
            through = step.through
            job = tried.get((step.engine, through))
            job = job or walk_of(rest, step.engine, through, buffer=BLOCK)
            if step.is_try and not finishes(job, step.limit or 0):
                tried[step.engine, through] = job
                continue
            for block in blocks(job, rest):
                yield from spread(block, through) if through else (block,)
            return

    def estimate(
        self,
        *,
        probes: int = 1000,
        seed: int = 1,
        nodes: int = 2_000_000,
        fixed: Iterable[int] = (),
    ) -> Estimate:
        """The number of solutions, judged by random ways down the tree (Knuth 1975).

        A way down is weighted by the number of branches that it passed, so that the mean is right
        on average. To make it steady, the last levels are not sampled but counted, as many of
        them as about so many nodes allow.
        """
        rest = residual(self._table, fixed)
        if rest is None:
            return Estimate(0.0, 0.0)
        self.chosen_engine = engine_choice.for_one(rest.problem)
        job = walk_of(rest, self.chosen_engine, roots(rest, self._group))
        return sampled(job, probes, seed, nodes)

    def graph(
        self,
        *,
        timeout: float | None = None,
        progress: Reporter | None = None,
        fixed: Iterable[int] = (),
        most_states: int | None = None,
    ) -> SolutionGraph:
        """All solutions as a graph, which then answers without searching.

        A graph with more states than `most_states` is given up.
        """
        rest = residual(self._table, fixed)
        if rest is None:
            return SolutionGraph.empty(self._table)
        return self._built(rest, None, timeout, progress, most_states)

    def _built(
        self,
        rest: Residual,
        limit: int | None = None,
        timeout: float | Clock | None = None,
        progress: Reporter | None = None,
        most_states: int | None = None,
    ) -> SolutionGraph:
        """The solution graph; with a limit, only as long as it looks worth its while."""
        if self._graph is not None:
            return self._graph.given(rest.fixed)
        try:
            most = limit or most_states or engine_choice.MOST_STATES
            job = _core.cover_graph(rest.problem, most)
        except ValueError as reason:
            raise InvalidPuzzle(str(reason)) from None
        watch = progress if limit is None else stop_if_hopeless(job, progress)
        drive(job, timeout=timeout, progress=watch, slice_ms=20)
        if job.gave_up:
            raise Stopped(f"the solution graph has more than {most:,} states")
        graph = SolutionGraph(job.graph(), rest)
        if not rest.fixed:
            self._graph = graph
        return graph

    def _graph_within(self, rest: Residual, limit: int | None) -> SolutionGraph | None:
        try:
            return self._built(rest, limit)
        except Stopped:
            if limit is None:
                raise
            return None

    def kth(self, k: int, *, fixed: Iterable[int] = ()) -> list[int]:
        """Solution number k, from 0, in an order that stays the same."""
        rest = residual(self._table, fixed)
        graph = self._quick_graph(rest) if rest is not None else None
        if graph is not None:
            return graph.kth(k)
        if k >= 0:
            for block in self.arrays(engine=self.chosen_engine, fixed=fixed):
                if k < len(block):
                    return next(lists(block[k : k + 1]))
                k -= len(block)
        raise InvalidPuzzle(f"there are fewer solutions than {k + 1}; they are numbered from 0")

    def random(self, seed: int | None = None, *, fixed: Iterable[int] = ()) -> list[int] | None:
        """A solution at random, each with the same chance; None if there is none.

        Where no solution graph can be had, all solutions are counted first.
        """
        fixed = tuple(fixed)
        rest = residual(self._table, fixed)
        graph = self._quick_graph(rest) if rest is not None else None
        if graph is not None:
            return graph.random(seed)
        total = self.count(fixed=fixed)
        return self.kth(random.Random(seed).randrange(total), fixed=fixed) if total else None

    def placement_counts(self, *, fixed: Iterable[int] = ()) -> list[int]:
        """For every option the number of solutions that use it."""
        rest = residual(self._table, fixed)
        if rest is None:
            return [0] * len(self)
        graph = self._quick_graph(rest)
        if graph is not None:
            return graph.placement_counts()
        *_, last = Plan(rest, self._group).steps()
        through = last.through
        counts = option_counts(blocks(walk_of(rest, last.engine, through, buffer=BLOCK), rest),
                               len(self), through)  # fmt: skip
        return even_out(counts, through.group if through else self._group[:1])

    def _quick_graph(self, rest: Residual) -> SolutionGraph | None:
        """The solution graph, if it is there or soon will be."""
        if self._graph is not None:
            return self._graph.given(rest.fixed)
        *steps, last = Plan(rest, self._group).steps()
        self.chosen_engine = last.engine
        if not engine_choice.fits(rest.problem, "graph"):
            return None
        limits = (step.limit for step in steps if step.engine == "graph")
        graph = self._graph_within(rest, next(limits, engine_choice.LEAST_STATES))
        if graph is not None:
            self.chosen_engine = "graph"
        return graph

    def fingerprint(
        self, *, engine: str | None = None, threads: int = 1, fixed: Iterable[int] = ()
    ) -> tuple[int, int]:
        """The number of solutions and a hash of their set, the same for every engine."""
        rest = residual(self._table, fixed)
        if rest is None:
            return 0, 0
        if engine == "graph":
            job = self._built(rest).walk(hashed=True)
        else:
            job = walk_of(
                rest, engine or engine_choice.for_one(rest.problem), threads=threads, hashed=True
            )
        return drive(job).count, job.hash

    def job(
        self,
        kind: str = "count",
        *,
        engine: str | None = None,
        threads: int = 1,
        fixed: Iterable[int] = (),
    ) -> _core.CoverJob | _core.GraphJob:
        """A computation to be run in slices, saved and resumed: `count` or `graph`.

        A snapshot can be taken up by the job of the same problem, kind and engine, with any
        number of threads.
        """
        rest = residual(self._table, fixed)
        if rest is None:
            raise InvalidPuzzle("the fixed options contradict each other")
        if kind == "graph":
            return _core.cover_graph(rest.problem, engine_choice.MOST_STATES)
        if kind != "count":
            raise InvalidPuzzle(f"unknown kind of job {kind!r}; kinds are count, graph")
        *_, last = Plan(rest, self._group).steps(engine)
        self.chosen_engine = last.engine
        return walk_of(rest, last.engine, last.through, threads=threads)
