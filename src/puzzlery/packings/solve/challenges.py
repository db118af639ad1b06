"""Challenges: starts with a single completion, graded by how hard that is to find."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.placement import Placement
from puzzlery.packings.solve.deduction import (
    EXPERT_EFFORT,
    HARD_EFFORT,
    MEDIUM_EFFORT,
    Grade,
    grade,
)
from puzzlery.packings.solve.play import Hint, Play

Level = Literal["easy", "medium", "hard", "expert"]
# What each level means, from the easiest on; `Grade.level` decides. Pieces that are laid in vain
# and taken back count as well.
LEVEL_WORDS: dict[Level, str] = {
    "easy": f"Someone who reasons lays fewer than {MEDIUM_EFFORT} pieces until it is solved.",
    "medium": f"Someone who reasons lays {MEDIUM_EFFORT} to {HARD_EFFORT - 1} pieces.",
    "hard": f"Someone who reasons lays {HARD_EFFORT} to {EXPERT_EFFORT - 1} pieces.",
    "expert": f"Someone who reasons lays {EXPERT_EFFORT} pieces or more, most of them in vain.",
}
LEVELS: tuple[str, ...] = tuple(LEVEL_WORDS)
# Starts that are made before a level counts as not to be had.
_MAX_ATTEMPTS = 40
# A solution is varied in so many rounds: some pieces are lifted, and laid anew in one of the first
# ways found. Fewer pieces than six mostly fit in one way; more than nine take long to lay.
_ROUNDS = 12
_LIFTED_PIECES, _MAX_LIFTED_PIECES = 6, 9
_MAX_REFILLS = 40
_ENGINE = "cells"


@dataclass(frozen=True)
class Challenge:
    """A puzzle with fixed pieces, its only solution, and its difficulty.

    >>> from puzzlery.packings.catalog import packing
    >>> start = challenge(packing({"a": "X", "b": "X.\\nXX"}, "2x2"), seed=3)
    >>> start.level, start.seed, start.solution.is_complete
    ('easy', 3, True)
    """

    puzzle: Packing
    solution: PackingSolution
    grade: Grade
    seed: int

    @property
    def level(self) -> str:
        return self.grade.level

    @property
    def given(self) -> tuple[Placement, ...]:
        """The placements that are on the board from the start.

        >>> from puzzlery.packings.catalog import packing
        >>> start = challenge(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
        >>> len(start.given), start.level
        (1, 'easy')
        """
        return self.puzzle.fixed

    @cached_property
    def to_place(self) -> tuple[Piece, ...]:
        """The pieces that the player has to place.

        >>> from puzzlery.packings.catalog import packing
        >>> start = challenge(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
        >>> [placement.piece for placement in start.given], [piece.id for piece in start.to_place]
        (['b'], ['a'])
        """
        given = {placement.piece for placement in self.given}
        return tuple(piece for piece in self.puzzle.pieces if piece.id not in given)

    def hints(self) -> Iterator[Hint]:
        """Hints that lead to the solution one piece at a time, each with its reason.

        >>> from puzzlery.packings.catalog import packing
        >>> for hint in challenge(packing({"a": "X", "b": "X.\\nXX"}, "2x2")).hints():
        ...     print(hint)
        a: only a fits at row 2, column 1
        """
        return Play(self.puzzle).hints()


def challenge(
    puzzle: Packing, seed: int = 0, *, level: str | None = None, given: int | None = None
) -> Challenge:
    """A start of a puzzle with a single completion; the same seed gives the same one.

    Without a level, so few pieces are given that none of them could be left out. `given` asks for
    at least that many.

    >>> from puzzlery.packings.catalog import packing
    >>> start = challenge(packing("pentominoes", "3x20"), seed=1)
    >>> start.puzzle.unique(), start.grade.solutions
    (True, 1)
    """
    if level is not None and level not in LEVELS:
        raise UnknownName.among("level", level, LEVELS)
    best: Challenge | None = None
    for attempt in range(_MAX_ATTEMPTS):
        found = _attempt(puzzle, seed + 1_000_003 * attempt, seed, level, given or 0)
        if level is None or found.level == level:
            return found
        if best is None or LEVELS.index(found.level) > LEVELS.index(best.level):
            best = found
    raise PuzzleryError(
        f"no {level} challenge of {puzzle.name} was found in {_MAX_ATTEMPTS} attempts"
        + (f"; the hardest was {best.level}" if best else "")
    )


def challenges(
    puzzle: Packing,
    count: int,
    seed: int = 0,
    *,
    level: str | None = None,
    given: int | None = None,
) -> list[Challenge]:
    """A list of `count` challenges, from easy to hard; `given` as in `challenge`.

    >>> from puzzlery.packings.catalog import packing
    >>> tiny = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
    >>> [each.level for each in challenges(tiny, 3)]
    ['easy', 'easy', 'easy']
    """
    made = [challenge(puzzle, seed + number, level=level, given=given) for number in range(count)]
    return sorted(made, key=lambda each: each.grade.effort or 0)


def _attempt(puzzle: Packing, seed: int, name: int, level: str | None, least: int) -> Challenge:
    """Begin with a full board, and take pieces away while the completion stays the only one."""
    picked = random.Random(seed)
    solution = _some_solution(puzzle, picked)
    numbers = {option: number for number, option in enumerate(puzzle.options())}
    given = [numbers[placement] for placement in solution if placement not in puzzle.fixed]
    always = [numbers[placement] for placement in puzzle.fixed]
    for option in picked.sample(given, len(given)):
        rest = [other for other in given if other != option]
        if len(rest) < least or not puzzle.cover.unique(fixed=[*always, *rest]):
            continue
        if level is not None and _is_above(grade(puzzle.cover, [*always, *rest]), level):
            continue
        given = rest
    start = puzzle.with_fixed([puzzle.options()[number] for number in given])
    return Challenge(
        start,
        PackingSolution(start, solution.placements),
        grade(puzzle.cover, [*always, *given]),
        name,
    )


def _some_solution(puzzle: Packing, picked: random.Random) -> PackingSolution:
    """A solution far from the first: again and again some pieces are lifted and laid anew.

    Where they fit in one way only, more are lifted the next time.
    One engine is named, so that the same seed gives the same solution everywhere.
    """
    found = None if puzzle.why_not() else puzzle.cover.first(engine=_ENGINE)
    if found is None:
        raise PuzzleryError(f"{puzzle.name} has no solution, so no challenge can be made of it")
    lifted = _LIFTED_PIECES
    for _ in range(_ROUNDS):
        kept = picked.sample(found, max(0, len(found) - lifted))
        ways = list(puzzle.cover.all(engine=_ENGINE, fixed=kept, limit=_MAX_REFILLS))
        lifted = min(_MAX_LIFTED_PIECES, lifted + (len(ways) == 1))
        found = picked.choice(ways)
    return puzzle.solution(found)


def _is_above(found: Grade, level: str) -> bool:
    return LEVELS.index(found.level) > LEVELS.index(level)
