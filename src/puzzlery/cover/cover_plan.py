"""Cover plans: the order in which engines are attempted, and the roots below which they search."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from puzzlery.cover import engine_choice
from puzzlery.cover.cover_symmetry import Roots, best_roots, root_candidates
from puzzlery.cover.cover_table import Ints, Residual
from puzzlery.cover.engine_choice import Attempt
from puzzlery.cover.saved_count import SavedCount
from puzzlery.cover.walks import best_depth, walk_of

# Random descents for each candidate of roots, and nodes counted below each of them. Together
# they take about 10 ms a candidate, little beside a search of a quarter of a second.
ROOT_PROBES = 100
NODES_BELOW_PROBE = 100


@dataclass(frozen=True)
class CoverPlan:
    """How to search for all solutions of a problem, given the symmetries of its options.

    >>> import numpy as np
    >>> from puzzlery.cover.cover_table import read, residual
    >>> rooks = residual(read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None), ())
    >>> plan = CoverPlan(rooks, np.array([[0, 1, 2, 3], [1, 0, 3, 2]]))
    >>> plan.roots.options.tolist(), plan.roots.weights.tolist()
    ([0], [2])
    """

    rest: Residual
    group: Ints

    @cached_property
    def roots(self) -> Roots | None:
        """The roots that promise the smallest search at first sight."""
        return best_roots(self.rest, self.group)

    @cached_property
    def probed_roots(self) -> Roots | None:
        """The roots with the smallest tree, judged by probes where the search is long.

        They are the same in every run, because a saved search goes on only below its own roots.
        """
        if self.roots is None or self._masks_seconds <= engine_choice.SHORT_SEARCH_SECONDS:
            return self.roots
        others = islice(root_candidates(self.rest, self.roots.group), 1, None)
        starts = [self.roots, *others]
        walks = [walk_of(self.rest, "masks", start) for start in starts]
        depth = best_depth(walks[0], 1, NODES_BELOW_PROBE)
        nodes = [walk.probe(depth, ROOT_PROBES, 1)[2] for walk in walks]
        return starts[nodes.index(min(nodes))]

    @cached_property
    def _masks_seconds(self) -> float:
        return self._probed_seconds("masks")

    def _seconds(self, engine: str) -> float:
        return self._masks_seconds if engine == "masks" else self._probed_seconds(engine)

    def _probed_seconds(self, engine: str) -> float:
        return engine_choice.tree_seconds(walk_of(self.rest, engine, self.roots), engine)

    def attempts(self, engine: str | None = None) -> Iterator[Attempt]:
        """The engines to attempt: short trials, then those that probes recommend.

        >>> import numpy as np
        >>> from puzzlery.cover.cover_table import read, residual
        >>> rooks = residual(read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None), ())
        >>> plan = CoverPlan(rooks, np.array([[0, 1, 2, 3], [1, 0, 3, 2]]))
        >>> [(attempt.engine, attempt.is_trial) for attempt in plan.attempts()]
        [('sweep', True), ('masks', True), ('sweep', False), ('masks', False)]
        """
        if engine is not None:
            yield self._rooted(Attempt(engine))
            return
        for attempt in engine_choice.trials(self.rest.problem):
            yield replace(attempt, roots=self.roots)
        yield from map(self._rooted, self._judged())

    def attempts_from(self, engine: str | None, saved: SavedCount | None) -> Iterator[Attempt]:
        """The engines to attempt, from that one on by which a saved count was begun."""
        begun = None if saved is None else saved.begun(engine)
        if begun is None:
            yield from self.attempts(engine)
            return
        judged = () if engine else self._judged()
        yield from map(self._rooted, engine_choice.attempts_from(judged, begun))

    def _judged(self) -> tuple[Attempt, ...]:
        return engine_choice.judged_attempts(self.rest.problem, self._seconds)

    def _rooted(self, attempt: Attempt) -> Attempt:
        """The attempt with its roots; a graph needs none."""
        if attempt.engine == "graph":
            return attempt
        return replace(
            attempt, roots=self.probed_roots if attempt.engine == "masks" else self.roots
        )
