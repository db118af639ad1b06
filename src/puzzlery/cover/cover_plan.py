"""Plans: which engines are tried on a cover, one after the other, and where their search begins."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from puzzlery.cover import engine_choice
from puzzlery.cover.cover_symmetry import Roots, candidates, roots
from puzzlery.cover.cover_table import Ints, Residual
from puzzlery.cover.engine_choice import Step
from puzzlery.cover.saved_count import SavedCount
from puzzlery.cover.walks import best_depth, walk_of

# What judging one item's representatives costs: random ways down, and nodes counted below each.
PROBES, NODES = 100, 100


@dataclass(frozen=True)
class Plan:
    """How all solutions are searched for: a problem, and the symmetries of its options."""

    rest: Residual
    group: Ints

    @cached_property
    def through(self) -> Roots | None:
        """The representatives that promise the smallest search at first sight."""
        return roots(self.rest, self.group)

    @cached_property
    def narrow(self) -> Roots | None:
        """The representatives whose tree is smallest, judged by probing where it is worth that.

        They are the same in every run, for a saved search goes on only below its own ones.
        """
        if self.through is None or self._masks_seconds <= engine_choice.SHORT:
            return self.through
        others = islice(candidates(self.rest, self.through.group), 1, None)
        starts = [self.through, *others]
        walks = [walk_of(self.rest, "masks", start) for start in starts]
        depth = best_depth(walks[0], 1, NODES)
        nodes = [walk.probe(depth, PROBES, 1)[2] for walk in walks]
        return starts[nodes.index(min(nodes))]

    @cached_property
    def _masks_seconds(self) -> float:
        return self._probed("masks")

    def _seconds(self, engine: str) -> float:
        return self._masks_seconds if engine == "masks" else self._probed(engine)

    def _probed(self, engine: str) -> float:
        return engine_choice.seconds_for(walk_of(self.rest, engine, self.through), engine)

    def steps(self, engine: str | None = None) -> Iterator[Step]:
        """The engines to try: a short first one, then those that probing recommends."""
        if engine is not None:
            yield self._placed(Step(engine))
            return
        for step in engine_choice.first_tries(self.rest.problem):
            yield replace(step, through=self.through)
        yield from map(self._placed, engine_choice.for_all(self.rest.problem, self._seconds))

    def steps_from(self, engine: str | None, saved: SavedCount | None) -> Iterator[Step]:
        """The engines to try, from that one on by which a saved count was begun."""
        begun = None if saved is None else saved.begun(engine)
        if begun is None:
            yield from self.steps(engine)
            return
        steps = () if engine else engine_choice.for_all(self.rest.problem, self._seconds)
        yield from map(self._placed, engine_choice.going_on(steps, begun))

    def _placed(self, step: Step) -> Step:
        """The step with its representatives; a graph needs none."""
        if step.engine == "graph":
            return step
        return replace(step, through=self.narrow if step.engine == "masks" else self.through)
