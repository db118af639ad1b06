"""Play: a board that is being filled, with live numbers, hints and a way back."""

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from puzzlery.cover.cover_table import Item
from puzzlery.errors import PuzzleryError
from puzzlery.packings.model.fixed import FixedLike
from puzzlery.packings.model.impossibility import place_in_words
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.placement import Placement
from puzzlery.packings.solve.deduction import Deduction, Position, bits


@dataclass(frozen=True, slots=True)
class Hint:
    """A placement to make next, and why."""

    placement: Placement
    reason: str
    forced: bool

    def __str__(self) -> str:
        return f"{self.placement.piece}: {self.reason}"


@dataclass(frozen=True)
class Play:
    """A puzzle and the options that were chosen so far, in order.

    >>> from puzzlery.packings.catalog import packing
    >>> game = Play(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
    >>> game.solutions_left()
    4
    >>> print(game.place({"a": [(0, 0)]}).hint().reason)
    only b fits at row 1, column 2
    """

    puzzle: Packing
    chosen: tuple[int, ...] = ()

    @cached_property
    def _deduction(self) -> Deduction:
        return Deduction(self.puzzle.cover)

    @cached_property
    def _position(self) -> Position:
        position = self._deduction.start()
        for option in self._all_chosen:
            position = self._deduction.choose(position, option)
        return position

    @cached_property
    def _all_chosen(self) -> tuple[int, ...]:
        """The options on the board: those that the puzzle fixes, then the chosen ones."""
        number = {option: index for index, option in enumerate(self.puzzle.options())}
        return (*(number[placement] for placement in self.puzzle.fixed), *self.chosen)

    def place(self, given: FixedLike) -> "Play":
        """The board after more placements, given in any of the ways that fixed ones are.

        A placement that does not fit is refused with every reason.
        """
        before = {self.puzzle.options()[number] for number in self.chosen}
        start = self.puzzle.with_fixed(sorted(before - set(self.puzzle.fixed)))
        after = start.with_fixed(given)
        number = {option: index for index, option in enumerate(self.puzzle.options())}
        new = [number[p] for p in after.fixed if p not in before and p not in self.puzzle.fixed]
        return self._after((*self.chosen, *new))

    def fitting(self) -> list[int]:
        """The numbers of the options that still fit beside what lies on the board."""
        return list(bits(self._position.possible))

    def choose(self, option: int) -> "Play":
        """The board after the option of that number; one that does not fit is refused."""
        options = self.puzzle.options()
        if not 0 <= option < len(options):
            raise PuzzleryError(f"no option {option}; they are numbered 0 … {len(options) - 1}")
        if not self._position.possible >> option & 1:
            raise PuzzleryError(f"{options[option]} does not fit beside what was placed before")
        return self._after((*self.chosen, option))

    def undo(self) -> "Play":
        """The board before the last placement."""
        return self._after(self.chosen[:-1])

    def _after(self, chosen: tuple[int, ...]) -> "Play":
        other = replace(self, chosen=chosen)
        object.__setattr__(other, "_deduction", self._deduction)
        return other

    @property
    def board(self) -> PackingSolution:
        """What lies on the board now."""
        placed = [self.puzzle.options()[number] for number in self.chosen]
        return PackingSolution(self.puzzle, tuple(dict.fromkeys((*self.puzzle.fixed, *placed))))

    @property
    def is_done(self) -> bool:
        return self._deduction.is_solved(self._position)

    def solutions_left(self) -> int:
        """How many solutions go on from here."""
        if self.puzzle.why_not():
            return 0
        return self.puzzle.cover.count(fixed=self.chosen)

    @cached_property
    def is_solvable(self) -> bool:
        """Whether the board can still be completed."""
        if self.puzzle.why_not():
            return False
        return self.puzzle.cover.first(fixed=self.chosen) is not None

    def undo_to_solvable(self) -> "Play":
        """The latest board, this one or an earlier one, that can still be completed.

        Taking pieces away never makes a board unsolvable, so the place is found by halving.
        """
        sizes = range(1, len(self.chosen) + 1)
        size = bisect(
            sizes, False, key=lambda size: not self._after(self.chosen[:size]).is_solvable
        )
        return self._after(self.chosen[:size])

    def counts(self) -> dict[Placement, int]:
        """For every placement that still fits, in how many solutions from here it is."""
        if self.puzzle.why_not():
            counts = [0] * len(self.puzzle.options())
        else:
            counts = self.puzzle.cover.placement_counts(fixed=self.chosen)
        return {self.puzzle.options()[n]: counts[n] for n in self.fitting()}

    def dead(self) -> list[Placement]:
        """The placements that still fit, but after which there is no solution."""
        return [placement for placement, count in self.counts().items() if count == 0]

    def hint(self) -> Hint | None:
        """The next placement: a forced one if there is any, else one of a verified solution.

        None if the board is full or cannot be completed.
        """
        if self.is_done or not self.is_solvable:
            return None
        return self.hint_toward(self.puzzle.cover.first(fixed=self.chosen) or [])

    def hint_toward(self, solution: Sequence[int]) -> Hint | None:
        """The next placement if a solution from here is known: a forced one, or one of its own."""
        return self.forced() or self._from_solution(solution)

    def forced(self) -> Hint | None:
        """A placement that must be made, because one place or one piece has no other."""
        tightest = self._deduction.tightest(self._position)
        if tightest is None or not self._deduction.is_forced(self._position, tightest):
            return None
        placement = self.puzzle.options()[tightest.options[0]]
        return Hint(placement, self._why_forced(placement, tightest.item), forced=True)

    def _why_forced(self, placement: Placement, item: Item) -> str:
        name = self.puzzle.label(placement)
        if isinstance(item, tuple):
            return f"only {name} fits at {place_in_words(self.puzzle, item)}"
        return f"{name} fits nowhere else"

    def _from_solution(self, solution: Sequence[int]) -> Hint | None:
        """The placement of a solution at the place with the fewest ways to go on."""
        tightest = self._deduction.tightest(self._position)
        fitting = [number for number in solution if tightest and number in tightest.options]
        if tightest is None or not fitting:
            return None
        place = f"for {tightest.item}"
        if isinstance(tightest.item, tuple):
            place = f"at {place_in_words(self.puzzle, tightest.item)}"
        reason = f"one of {len(tightest.options)} ways {place}, taken from a solution"
        return Hint(self.puzzle.options()[fitting[0]], reason, forced=False)

    def hints(self) -> Iterator[Hint]:
        """Hints one after the other, until the board is full."""
        game: Play = self
        while (found := game.hint()) is not None:
            yield found
            number = game.puzzle.options().index(found.placement)
            game = game._after((*game.chosen, number))

    def dead_end(self) -> str | None:
        """Why the board cannot be completed, if one look at it tells."""
        tightest = self._deduction.tightest(self._position)
        if tightest is None or not self._deduction.is_stuck(self._position, tightest):
            return None
        if isinstance(tightest.item, tuple):
            return f"nothing fits at {place_in_words(self.puzzle, tightest.item)} any more"
        return f"{tightest.item} fits nowhere any more"
