"""Exact cover: choose options so that every primary item is covered just as often as it must be."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import cached_property
from pathlib import Path

import numpy as np

from puzzlery import _core
from puzzlery.core.progress import Clock, Reporter, drive
from puzzlery.cover import cover_symmetry, engine_choice
from puzzlery.cover.counting import CountResources, count_by
from puzzlery.cover.cover_plan import CoverPlan
from puzzlery.cover.cover_table import (
    Colored,
    CoverTable,
    Ints,
    Item,
    Option,
    Residual,
    primary_items,
    read,
    residual,
)
from puzzlery.cover.engine_choice import Attempt
from puzzlery.cover.kept_graph import KeptGraph
from puzzlery.cover.saved_count import SavedCount
from puzzlery.cover.solution_graph import BLOCK, SolutionGraph, blocks, limited, lists
from puzzlery.cover.walks import Estimate, estimated, is_short, solutions_in, walk_of
from puzzlery.errors import InvalidPuzzle

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
        given: tuple[Option, ...] = tuple(map(tuple, options))
        second = tuple(dict.fromkeys(secondary))
        first, bounds = primary_items(given, second, primary), dict(multiplicity or {})
        table = read(given, first, second, bounds, grid)
        self._set(table, lambda: given, (first, second), bounds, symmetries, grid)

    def _set(
        self,
        table: CoverTable,
        options: Callable[[], tuple[Option, ...]],
        items: tuple[tuple[Item, ...], tuple[Item, ...]],
        multiplicity: dict[Item, tuple[int, int]],
        symmetries: Iterable[Sequence[int] | Ints],
        grid: tuple[Sequence[Item], Sequence[Item]] | None,
        *,
        check: bool = True,
    ) -> None:
        self.primary, self.secondary = items
        self.multiplicity = multiplicity
        self.grid = grid and (tuple(grid[0]), tuple(grid[1]))
        self._table, self._read_options = table, options
        self._symmetries = tuple(np.array(each, dtype=np.int32) for each in symmetries)
        self._group = cover_symmetry.closure(table, self._symmetries, check=check)
        self._graph = KeptGraph()
        self._last: tuple[tuple[object, ...], int, str | None] | None = None
        self.chosen_engine: str | None = None

    @classmethod
    def of_table(
        cls,
        table: CoverTable,
        options: Callable[[], tuple[Option, ...]],
        primary: tuple[Item, ...],
        secondary: tuple[Item, ...],
        *,
        multiplicity: dict[Item, tuple[int, int]],
        symmetries: Iterable[Sequence[int] | Ints],
        grid: tuple[Sequence[Item], Sequence[Item]],
    ) -> "ExactCover":
        """The cover of a table that is known already; `options` names its items when asked.

        The symmetries are not checked again.
        """
        cover = cls.__new__(cls)
        items = (primary, secondary)
        cover._set(table, options, items, multiplicity, symmetries, grid, check=False)
        return cover

    def under(self, symmetries: Iterable[Sequence[int]]) -> "ExactCover":
        """The same cover with other symmetries, and so with other classes of solutions.

        >>> swap = [1, 0]
        >>> cover = ExactCover([["a"], ["a"]], symmetries=[swap])
        >>> cover.count(distinct=True), cover.under([]).count(distinct=True)
        (1, 2)
        """
        other = type(self).__new__(type(self))
        items = (self.primary, self.secondary)
        other._set(self._table, self._read_options, items, self.multiplicity, symmetries, self.grid)
        return other

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The items of each option."""
        return self._read_options()

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The permutations of the options that carry solutions to solutions, as they were given."""
        return tuple(tuple(each.tolist()) for each in self._symmetries)

    def __repr__(self) -> str:
        return f"<ExactCover: {len(self)} options, {self._table.items} items>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExactCover) and self._definition() == other._definition()

    def __hash__(self) -> int:
        return hash((self.options, self.primary, self.secondary))

    def _definition(self) -> tuple[object, ...]:
        items = (self.primary, self.secondary, self.multiplicity)
        return (self.options, *items, self.symmetries, self.grid)

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
        """One solution, or None if there is none.

        >>> cover = ExactCover([["a", "b"], ["c"], ["a"], ["b", "c"]])
        >>> cover.first() in ([0, 1], [2, 3]), ExactCover([["a"]], primary="ab").first()
        (True, None)
        """
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
        """Is there exactly one solution?

        >>> cover = ExactCover([["a", "b"], ["c"], ["a"], ["b", "c"]])
        >>> cover.unique(), cover.unique(fixed=[0])
        (False, True)
        """
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
        self.chosen_engine = engine or engine_choice.engine_for_one(rest.problem)
        if self.chosen_engine == "graph":
            graph = self._graph.built(rest, timeout, progress)
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

        >>> cover = ExactCover([["a", "b"], ["c"], ["a"], ["b", "c"]])
        >>> cover.count(), cover.count(engine="links"), cover.count(fixed=[2])
        (2, 2, 1)
        """
        engine_choice.check_name(engine)
        rest = residual(self._table, fixed)
        if rest is None:
            return 0
        saved = None if resume is None else SavedCount(Path(resume))
        resources = CountResources(Clock(timeout), threads, progress, executor, saved)
        if distinct:
            return self._count_classes(rest, engine, resources)
        return self._count(rest, engine, resources)

    def _count(self, rest: Residual, engine: str | None, resources: CountResources) -> int:
        """The number of solutions; the last one is kept, for classes are asked for after it."""
        asked = (rest.fixed, engine, resources.threads, resources.executor)
        last = self._last
        if last is None or last[0] != asked:
            last = self._last = (asked, self._counted(rest, engine, resources), self.chosen_engine)
        _, total, self.chosen_engine = last
        return total

    def _counted(self, rest: Residual, engine: str | None, resources: CountResources) -> int:
        graph = self._graph.found(rest) if engine in (None, "graph") else None
        if graph is not None:
            self.chosen_engine = "graph"
            return graph.count()
        for attempt in CoverPlan(rest, self._group).attempts_from(engine, resources.saved):
            self.chosen_engine = attempt.engine
            count = self._count_by(attempt, rest, resources)
            if count is not None:
                return count
        raise AssertionError("the last attempt has no limit")

    def _count_by(self, attempt: Attempt, rest: Residual, resources: CountResources) -> int | None:
        """The number of solutions; None if the attempt gave up."""
        if attempt.engine != "graph":
            return count_by(attempt, rest, resources)
        graph = self._graph.attempted(attempt, rest, resources.clock, resources.progress)
        return None if graph is None else graph.count()

    def _count_classes(self, rest: Residual, engine: str | None, resources: CountResources) -> int:
        """Burnside: the mean, over all symmetries, of how many solutions each of them keeps."""
        group = cover_symmetry.stabilizer(self._group, rest.fixed)
        total = 0
        for number, problem in cover_symmetry.invariant_problems(rest, group):
            if problem is None:
                kept = self._count(rest, engine, resources)
            else:
                inner = _core.cover_walk(
                    problem, engine_choice.engine_for_one(problem), threads=resources.threads
                )
                kept = drive(inner, timeout=resources.clock, progress=resources.progress).count
            total += number * kept
        return total // len(group)

    def all(
        self,
        *,
        engine: str | None = None,
        limit: int | None = None,
        fixed: Iterable[int] = (),
    ) -> Iterator[list[int]]:
        """All solutions, one after the other; the memory does not grow with their number.

        >>> sorted(ExactCover([["a"], ["a"], ["b"]]).all())
        [[0, 2], [1, 2]]
        """
        for block in self.arrays(engine=engine, limit=limit, fixed=fixed):
            yield from lists(block)

    def arrays(
        self,
        *,
        engine: str | None = None,
        limit: int | None = None,
        fixed: Iterable[int] = (),
        spread: bool = True,
        timeout: float | Clock | None = None,
    ) -> Iterator[Ints]:
        """All solutions as rows of arrays, thousands at a time; shorter ones begin with -1.

        Without `spread`, at least one of each class of solutions under symmetry is there, but
        maybe not all.

        >>> [block.tolist() for block in ExactCover([["a"], ["b"]]).arrays()]
        [[[0, 1]]]
        """
        engine_choice.check_name(engine)
        rest = residual(self._table, fixed)
        if rest is None:
            return
        found = self._blocks(rest, engine, spread, Clock.of(timeout))
        yield from limited(found, limit)

    def _blocks(
        self, rest: Residual, engine: str | None, spread: bool, clock: Clock
    ) -> Iterator[Ints]:
        trials: dict[tuple[str, cover_symmetry.Roots | None], _core.CoverJob] = {}
        for attempt in CoverPlan(rest, self._group).attempts(engine):
            self.chosen_engine = attempt.engine
            found = self._blocks_by(attempt, rest, trials, spread, clock)
            if found is not None:
                yield from found
                return

    def _blocks_by(
        self,
        attempt: Attempt,
        rest: Residual,
        trials: dict[tuple[str, cover_symmetry.Roots | None], _core.CoverJob],
        spread: bool,
        clock: Clock,
    ) -> Iterator[Ints] | None:
        """The solutions in blocks; None if the attempt gave up."""
        engine, roots = attempt.engine, attempt.roots
        if engine == "graph":
            graph = self._graph.attempted(attempt, rest, clock)
            return None if graph is None else graph.arrays()
        job = trials.get((engine, roots)) or walk_of(rest, engine, roots, buffer=BLOCK)
        if attempt.is_trial and not is_short(job, attempt.limit or 0):
            trials[engine, roots] = job
            return None
        found = blocks(job, rest, clock)
        return cover_symmetry.spread(found, roots) if roots and spread else found

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

        >>> ExactCover([["a"], ["a"], ["b"]]).estimate().mean
        2.0
        """
        rest = residual(self._table, fixed)
        if rest is None:
            return Estimate(0.0, 0.0)
        self.chosen_engine = engine_choice.engine_for_one(rest.problem)
        job = walk_of(rest, self.chosen_engine, cover_symmetry.best_roots(rest, self._group))
        return estimated(job, probes, seed, nodes)

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

        >>> ExactCover([["a"], ["a"], ["b"]], grid=("ab", ())).graph().count()
        2
        """
        rest = residual(self._table, fixed)
        if rest is None:
            return SolutionGraph.empty(self._table)
        return self._graph.built(rest, timeout, progress, most_states)

    def kth(self, k: int, *, fixed: Iterable[int] = ()) -> list[int]:
        """Solution number k, from 0, in an order that stays the same.

        >>> sorted(ExactCover([["a"], ["a"], ["b"]]).kth(k) for k in range(2))
        [[0, 2], [1, 2]]
        """
        rest = residual(self._table, fixed)
        graph = self._worthwhile_graph(rest) if rest is not None else None
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

        >>> ExactCover([["a"], ["b"]]).random(seed=1)
        [0, 1]
        """
        fixed = tuple(fixed)
        rest = residual(self._table, fixed)
        graph = self._worthwhile_graph(rest) if rest is not None else None
        if graph is not None:
            return graph.random(seed)
        total = self.count(fixed=fixed)
        return self.kth(random.Random(seed).randrange(total), fixed=fixed) if total else None

    def placement_counts(self, *, fixed: Iterable[int] = ()) -> list[int]:
        """For every option the number of solutions that use it.

        >>> ExactCover([["a"], ["a"], ["b"]]).placement_counts()
        [1, 1, 2]
        """
        rest = residual(self._table, fixed)
        if rest is None:
            return [0] * len(self)
        graph = self._worthwhile_graph(rest)
        if graph is not None:
            return graph.placement_counts()
        *_, last = CoverPlan(rest, self._group).attempts()
        roots = last.roots
        found = blocks(walk_of(rest, last.engine, roots, buffer=BLOCK), rest)
        counts = cover_symmetry.option_counts(found, len(self), roots)
        return cover_symmetry.averaged(counts, roots.group if roots else self._group[:1])

    def _worthwhile_graph(self, rest: Residual) -> SolutionGraph | None:
        """The solution graph, if it is there or worth building."""
        graph = self._graph.found(rest)
        if graph is not None:
            return graph
        *attempts, last = CoverPlan(rest, self._group).attempts()
        self.chosen_engine = last.engine
        if not engine_choice.is_supported(rest.problem, "graph"):
            return None
        limits = (each.limit for each in attempts if each.engine == "graph")
        most = next(limits, None) or engine_choice.MIN_STATE_LIMIT
        graph = self._graph.within(rest, most, if_it_pays=True)
        if graph is not None:
            self.chosen_engine = "graph"
        return graph

    def fingerprint(
        self, *, engine: str | None = None, threads: int = 1, fixed: Iterable[int] = ()
    ) -> tuple[int, int]:
        """The number of solutions and a hash of their set, the same for every engine.

        >>> cover = ExactCover([["a", "b"], ["c"], ["a"], ["b", "c"]])
        >>> cover.fingerprint(engine="cells") == cover.fingerprint(engine="links")
        True
        """
        rest = residual(self._table, fixed)
        if rest is None:
            return 0, 0
        if engine == "graph":
            job = self._graph.built(rest).walk(hashed=True)
        else:
            job = walk_of(
                rest,
                engine or engine_choice.engine_for_one(rest.problem),
                threads=threads,
                hashed=True,
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

        >>> drive(ExactCover([["a"], ["a"]]).job()).count
        2
        """
        rest = residual(self._table, fixed)
        if rest is None:
            raise InvalidPuzzle("the fixed options contradict each other")
        if kind == "graph":
            return _core.cover_graph(rest.problem, engine_choice.MAX_STATE_LIMIT)
        if kind != "count":
            raise InvalidPuzzle(f"unknown kind of job {kind!r}; kinds are count, graph")
        *_, last = CoverPlan(rest, self._group).attempts(engine)
        self.chosen_engine = last.engine
        return walk_of(rest, last.engine, last.roots, threads=threads)
