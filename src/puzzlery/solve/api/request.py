"""Requests: which state is to be solved, how, and within which limits."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.metrics import metric as find_metric

Goal = Literal["colors", "stickers"]


@dataclass(frozen=True)
class Request:
    """What a solver is asked.

    `state` is an element of the puzzle's group: rotations of the whole puzzle are already undone.
    With the goal "colors" it must look solved, with "stickers" every sticker must be at home;
    `mask` are the places that matter, all unless given. `count` solutions are wanted, of at most
    `max_length` and no longer than the shortest plus `beyond`, made of `moves` alone if given.
    `memory` is how many bytes tables may take. `timeout` is for all phases together, `patience` for
    the search once its tables are there. What only some solvers understand is in `options`.
    """

    puzzle: Puzzle
    state: State
    metric: str
    count: int = 1
    max_length: int | None = None
    beyond: int = 0
    moves: tuple[str, ...] | None = None
    goal: Goal = "colors"
    mask: frozenset[int] | None = None
    threads: int = 1
    memory: int | None = None
    timeout: float | None = None
    patience: float | None = None
    progress: Reporter | None = None
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def clock(self) -> Clock:
        """The time limit of all phases together; it starts when it is first asked for."""
        return Clock(self.timeout)

    def search_clock(self) -> Clock:
        """What is left for the search, from now on."""
        left = self.clock.left()
        if self.patience is None or (left is not None and left < self.patience):
            return self.clock
        return Clock(self.patience)

    @property
    def wishes(self) -> list[str]:
        """What is asked beyond the usual, and not every solver can heed."""
        usual = find_metric(self.puzzle.metric).name
        asked = {"mask": self.mask, "moves": self.moves, **self.options}
        wishes = [name for name, value in asked.items() if value is not None]
        return wishes if self.metric == usual else [*wishes, "metric"]

    def is_reached_by(self, permutation: Permutation) -> bool:
        """Whether the goal is reached when the stickers stand like this."""
        places = range(self.puzzle.degree) if self.mask is None else self.mask
        origin = permutation.inverse.images
        if self.goal == "stickers":
            return all(origin[place] == place for place in places)
        colors = self.puzzle.solved_colors
        return all(colors[origin[place]] == colors[place] for place in places)
