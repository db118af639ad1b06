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
    """A placement to make next, and the reason for it.

    >>> from puzzlery.packings.catalog import packing
    >>> hint = Play(packing({"a": "X", "b": "XXX"}, "4x1")).place({"a": [(0, 0)]}).hint()
    >>> print(hint)
    b: only b fits at row 2, column 1
    >>> hint.forced
    True
    """

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
        """The board after more placements, given in any form that `Packing.with_fixed` accepts.

        A placement that does not fit is refused with every reason.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
        >>> print(game.place({"b": [(0, 0), (0, 1), (1, 0)]}).board)
        bb
        b.
        """
        before = {self.puzzle.options()[number] for number in self.chosen}
        start = self.puzzle.with_fixed(sorted(before - set(self.puzzle.fixed)))
        after = start.with_fixed(given)
        number = {option: index for index, option in enumerate(self.puzzle.options())}
        new = [number[p] for p in after.fixed if p not in before and p not in self.puzzle.fixed]
        return self._after((*self.chosen, *new))

    def fitting(self) -> list[int]:
        """The numbers of the options that still fit beside the pieces on the board.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
        >>> game.fitting(), game.place({"a": [(0, 0)]}).fitting()
        ([0, 1, 2, 3, 4, 5, 6, 7], [7])
        """
        return list(bits(self._position.possible))

    def choose(self, option: int) -> "Play":
        """The board after the option with this number; an error if it does not fit.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
        >>> print(game.choose(3).board)
        ..
        .a
        """
        options = self.puzzle.options()
        if not 0 <= option < len(options):
            raise PuzzleryError(f"no option {option}; they are numbered 0 … {len(options) - 1}")
        if not self._position.possible >> option & 1:
            raise PuzzleryError(f"{options[option]} does not fit beside what was placed before")
        return self._after((*self.chosen, option))

    def undo(self) -> "Play":
        """The board before the last placement.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
        >>> game.choose(3).undo() == game
        True
        """
        return self._after(self.chosen[:-1])

    def _after(self, chosen: tuple[int, ...]) -> "Play":
        other = replace(self, chosen=chosen)
        object.__setattr__(other, "_deduction", self._deduction)
        return other

    @property
    def board(self) -> PackingSolution:
        """The pieces on the board now, as a solution that may be incomplete.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "X.\\nXX"}, "2x2")).choose(0)
        >>> len(game.board), game.board.is_complete
        (1, False)
        """
        placed = [self.puzzle.options()[number] for number in self.chosen]
        return PackingSolution(self.puzzle, tuple(dict.fromkeys((*self.puzzle.fixed, *placed))))

    @property
    def is_done(self) -> bool:
        return self._deduction.is_solved(self._position)

    def solutions_left(self) -> int:
        """The number of solutions that contain all placements made so far.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
        >>> game.solutions_left(), game.choose(0).solutions_left()
        (4, 1)
        """
        if self.puzzle.why_not():
            return 0
        return self.puzzle.cover.count(fixed=self.chosen)

    @cached_property
    def is_solvable(self) -> bool:
        """Whether the board can still be completed.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "XX"}, "3x1"))
        >>> game.place({"a": [(1, 0)]}).is_solvable
        False
        """
        if self.puzzle.why_not():
            return False
        return self.puzzle.cover.first(fixed=self.chosen) is not None

    def undo_to_solvable(self) -> "Play":
        """The latest board, this one or an earlier one, that can still be completed.

        Taking pieces away never makes a board unsolvable, so the place is found by halving.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "XX", "c": "X"}, "4x1"))
        >>> wrong = game.place({"a": [(0, 0)]}).place({"c": [(2, 0)]})
        >>> wrong.is_solvable, len(wrong.undo_to_solvable().chosen)
        (False, 1)
        """
        sizes = range(1, len(self.chosen) + 1)
        size = bisect(
            sizes, False, key=lambda size: not self._after(self.chosen[:size]).is_solvable
        )
        return self._after(self.chosen[:size])

    def counts(self) -> dict[Placement, int]:
        """For every placement that still fits, the number of solutions from here that contain it.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "XX"}, "3x1"))
        >>> [(option.piece, count) for option, count in game.counts().items()]
        [('a', 1), ('a', 0), ('a', 1), ('b', 1), ('b', 1)]
        """
        if self.puzzle.why_not():
            counts = [0] * len(self.puzzle.options())
        else:
            counts = self.puzzle.cover.placement_counts(fixed=self.chosen)
        return {self.puzzle.options()[n]: counts[n] for n in self.fitting()}

    def dead(self) -> list[Placement]:
        """The placements that fit on the board but occur in no solution from here.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "XX"}, "3x1"))
        >>> [option.cells for option in game.dead()]
        [((1, 0),)]
        """
        return [placement for placement, count in self.counts().items() if count == 0]

    def hint(self) -> Hint | None:
        """The next placement: a forced one if there is any, else one of a verified solution.

        None if the board is full or cannot be completed.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
        >>> print(game.choose(0).hint())
        b: only b fits at row 1, column 2
        """
        if self.is_done or not self.is_solvable:
            return None
        return self.hint_toward(self.puzzle.cover.first(fixed=self.chosen) or [])

    def hint_toward(self, solution: Sequence[int]) -> Hint | None:
        """The next placement towards a known solution: a forced one, else one of the solution.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
        >>> print(game.hint_toward(game.puzzle.cover.first()).reason)
        one of 4 ways at row 1, column 1, taken from a solution
        """
        return self.forced() or self._from_solution(solution)

    def forced(self) -> Hint | None:
        """The only placement left for some cell or some piece; None if each has several.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
        >>> print(game.forced(), "/", game.choose(0).forced())
        None / b: only b fits at row 1, column 2
        """
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
        """Hints in sequence until the board is full.

        >>> from puzzlery.packings.catalog import packing
        >>> [hint.forced for hint in Play(packing({"a": "X", "b": "X.\\nXX"}, "2x2")).hints()]
        [False, True]
        """
        game: Play = self
        while (found := game.hint()) is not None:
            yield found
            number = game.puzzle.options().index(found.placement)
            game = game._after((*game.chosen, number))

    def dead_end(self) -> str | None:
        """The reason why the board cannot be completed, if some cell or piece has no option left.

        >>> from puzzlery.packings.catalog import packing
        >>> game = Play(packing({"a": "X", "b": "XX"}, "3x1"))
        >>> print(game.place({"a": [(1, 0)]}).dead_end())
        nothing fits at row 1, column 1 any more
        """
        tightest = self._deduction.tightest(self._position)
        if tightest is None or not self._deduction.is_stuck(self._position, tightest):
            return None
        if isinstance(tightest.item, tuple):
            return f"nothing fits at {place_in_words(self.puzzle, tightest.item)} any more"
        return f"{tightest.item} fits nowhere any more"
