"""Kept graphs: the solution graph of a cover, built once and then asked with any fixed options."""

from functools import partial

from puzzlery import _core
from puzzlery.core.progress import Clock, Reporter, advance
from puzzlery.cover import engine_choice
from puzzlery.cover.cover_table import Residual
from puzzlery.cover.engine_choice import Attempt
from puzzlery.cover.solution_graph import SolutionGraph
from puzzlery.errors import InvalidPuzzle, Stopped

# Short slices, so that a graph that does not pay is noticed early.
SLICE_MS = 20


class KeptGraph:
    """The solution graph of a cover without fixed options, once one was built.

    >>> from puzzlery.cover.cover_table import read, residual
    >>> table = read((("a",), ("a",), ("b",)), ("a", "b"), (), {}, None)
    >>> kept = KeptGraph()
    >>> kept.built(residual(table, ())).count(), kept.found(residual(table, [0])).count()
    (2, 1)
    """

    def __init__(self) -> None:
        self._graph: SolutionGraph | None = None

    def found(self, rest: Residual) -> SolutionGraph | None:
        """The graph that is there already; None if there is none."""
        return None if self._graph is None else self._graph.given(rest.fixed)

    def built(
        self,
        rest: Residual,
        timeout: float | Clock | None = None,
        progress: Reporter | None = None,
        most_states: int | None = None,
    ) -> SolutionGraph:
        """The solution graph; it is an error if it has more states."""
        most = most_states or engine_choice.MAX_STATE_LIMIT
        graph = self.within(rest, most, timeout, progress)
        if graph is None:
            raise Stopped(f"the solution graph has more than {most:,} states")
        return graph

    def attempted(
        self,
        attempt: Attempt,
        rest: Residual,
        timeout: Clock | None = None,
        progress: Reporter | None = None,
    ) -> SolutionGraph | None:
        """The solution graph; None if the attempt has a limit, and the graph does not pay."""
        if attempt.limit is None:
            return self.built(rest, timeout, progress)
        return self.within(rest, attempt.limit, timeout, progress, if_it_pays=True)

    def within(
        self,
        rest: Residual,
        most_states: int,
        timeout: float | Clock | None = None,
        progress: Reporter | None = None,
        *,
        if_it_pays: bool = False,
    ) -> SolutionGraph | None:
        """The solution graph; None if it has more states, or is hardly smaller than the tree."""
        if self._graph is not None:
            return self.found(rest)
        try:
            job = _core.cover_graph(rest.problem, most_states)
        except ValueError as reason:
            raise InvalidPuzzle(str(reason)) from None
        run = partial(advance, job, timeout=Clock.of(timeout), progress=progress, slice_ms=SLICE_MS)
        if if_it_pays:
            run(until=engine_choice.is_past_early_states)
            if engine_choice.is_treelike(job):
                return None
        run()
        if job.gave_up:
            return None
        graph = SolutionGraph(job.graph(), rest)
        if not rest.fixed:
            self._graph = graph
        return graph
