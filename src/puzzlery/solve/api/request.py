"""Requests: which state to solve, how, and within which limits."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter
from puzzlery.errors import PuzzleryError
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.metrics import metric as find_metric

Goal = Literal["colors", "stickers"]


@dataclass(frozen=True)
class Request:
    """The input of a solver.

    `state` is an element of the puzzle's group: rotations of the whole puzzle are already undone.
    With the goal "colors" it must look solved, with "stickers" every sticker must be in its own
    place; only the places in `mask` count, if given. The solver looks for `count` solutions of at
    most `max_length` and at most `beyond` longer than the shortest, with `moves` alone if given.
    `memory` bounds the bytes of tables. `timeout` limits all phases together, `search_seconds`
    the search once its tables are there. `options` are those that only some solvers support.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> Request(cube, cube.apply("R"), cube.metric, max_length=11).goal
    'colors'
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
    search_seconds: float | None = None
    progress: Reporter | None = None
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def clock(self) -> Clock:
        """The time limit of all phases together; it starts at the first access.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> request = Request(cube, cube.solved, cube.metric, timeout=60)
        >>> request.clock is request.clock, request.clock.is_over
        (True, False)
        """
        return Clock(self.timeout)

    def search_clock(self) -> Clock:
        """The time that is left for the search, from now on.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> request = Request(cube, cube.solved, cube.metric, timeout=60, search_seconds=2)
        >>> request.search_clock().granted
        2
        """
        left = self.clock.left()
        if self.search_seconds is None or (left is not None and left < self.search_seconds):
            return self.clock
        return Clock(self.search_seconds)

    @property
    def special_options(self) -> list[str]:
        """The names of the given options that not every solver supports.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> request = Request(cube, cube.solved, cube.metric, moves=("R",), options={"seed": 1})
        >>> request.special_options
        ['moves', 'seed']
        """
        usual = find_metric(self.puzzle.metric).name
        asked = {"mask": self.mask, "moves": self.moves, **self.options}
        given = [name for name, value in asked.items() if value is not None]
        return given if self.metric == usual else [*given, "metric"]

    @property
    def wildcards(self) -> int:
        """How many stickers may be wrong in the end: an option of some solvers.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> Request(cube, cube.solved, cube.metric).wildcards
        0
        """
        given = self.options.get("wildcards") or 0
        if not isinstance(given, int) or given < 0:
            raise PuzzleryError(f"wildcards: expected a number of stickers, got {given!r}")
        return given

    def is_reached_by(self, permutation: Permutation) -> bool:
        """Whether a permutation of the stickers reaches the goal.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("3x3x3")
        >>> turn = cube.permutation("R")
        >>> others = frozenset(range(cube.degree)).difference(turn.support)
        >>> Request(cube, cube.solved, cube.metric).is_reached_by(turn)
        False
        >>> Request(cube, cube.solved, cube.metric, mask=others).is_reached_by(turn)
        True
        """
        places = range(self.puzzle.degree) if self.mask is None else self.mask
        origin = permutation.inverse.images
        colors = range(self.puzzle.degree) if self.goal == "stickers" else self.puzzle.solved_colors
        wrong = sum(colors[origin[place]] != colors[place] for place in places)
        return wrong <= self.wildcards
