"""States and colorings: which sticker is where, and what one sees of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from puzzlery.core.facade import provided
from puzzlery.core.permutation import Permutation
from puzzlery.errors import DegreeMismatch, IllegalMove, UnknownName
from puzzlery.twisty.model.turn import Turn
from puzzlery.twisty.notation.alg import Alg, Move

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import AlgLike, Puzzle
    from puzzlery.widget import PuzzleView


@dataclass(frozen=True, slots=True)
class State:
    """Which sticker is where: sticker i stands at place `permutation[i]`."""

    puzzle: "Puzzle"
    permutation: Permutation

    def __post_init__(self) -> None:
        if len(self.permutation) != self.puzzle.degree:
            raise DegreeMismatch(
                f"a state of {self.puzzle.name} permutes {self.puzzle.degree} stickers, "
                f"not {len(self.permutation)}"
            )

    def apply(self, alg: "AlgLike") -> "State":
        """The state after an alg; a move that a bandage blocks is an error."""
        puzzle = self.puzzle
        if not puzzle.glued:
            return State(puzzle, self.permutation * puzzle.permutation(alg))
        now = self
        for move in puzzle.alg(alg).moves():
            turn = puzzle.turn(move)
            if not now.allows(turn):
                raise IllegalMove(
                    f"{Alg((move,))} is blocked here: it would cut through pieces of "
                    f"{puzzle.name} that are joined"
                )
            now = State(puzzle, now.permutation * turn.permutation)
        return now

    def allows(self, turn: Turn | Move | str) -> bool:
        """Whether no bandage blocks the turn in this state."""
        return not self.torn_by(turn)

    def torn_by(self, turn: Turn | Move | str) -> list[frozenset[int]]:
        """The places of the glued stickers that the turn would tear apart."""
        made = turn if isinstance(turn, Turn) else self.puzzle.turn(turn)
        if made.is_rotation or made.permutation.is_identity:
            return []
        places = self.permutation.images
        joined = (frozenset(places[sticker] for sticker in group) for group in self.puzzle.glued)
        return [spots for spots in joined if 0 < len(spots & made.moving) < len(spots)]

    @property
    def inverse(self) -> "State":
        """The state that the same moves made backwards lead to."""
        return State(self.puzzle, self.permutation.inverse)

    @property
    def coloring(self) -> "Coloring":
        """What one sees."""
        shown = np.empty(self.puzzle.degree, dtype=np.int64)
        shown[self.permutation.array] = self.puzzle.solved_colors
        return Coloring(self.puzzle, tuple(shown.tolist()))

    @property
    def is_solved(self) -> bool:
        """Whether it looks solved, whichever way the puzzle is held."""
        return self.coloring.picks in self.puzzle.solved_looks

    def __repr__(self) -> str:
        return f"<State of {self.puzzle.name}: {self.permutation}>"

    def widget(self, **looks: Any) -> "PuzzleView":
        """The state in a notebook, to be turned there; see `puzzlery.widget.PuzzleView`."""
        view: PuzzleView = provided("state.widget")(self, **looks)
        return view

    def _repr_svg_(self) -> str:
        picture: str = provided("state.svg")(self)
        return picture


@dataclass(frozen=True, slots=True)
class Coloring(Sequence[str]):
    """What one sees: for each place the color that is there, as a number in the palette.

    It is also a sequence of color names, and equal to a list of them.
    """

    puzzle: "Puzzle"
    picks: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.picks) != self.puzzle.degree:
            raise DegreeMismatch(
                f"a coloring of {self.puzzle.name} has {self.puzzle.degree} stickers, "
                f"not {len(self.picks)}"
            )

    @classmethod
    def of(cls, puzzle: "Puzzle", names: Sequence[str]) -> "Coloring":
        """A coloring from color names."""
        numbers = {color.name: number for number, color in enumerate(puzzle.palette)}
        picks = []
        for place, name in enumerate(names):
            if name not in numbers:
                raise UnknownName.near(
                    f'unknown color "{name}" at sticker {place} of {puzzle.name}; '
                    f"its colors are {', '.join(numbers)}",
                    name,
                    numbers,
                )
            picks.append(numbers[name])
        return cls(puzzle, tuple(picks))

    def __len__(self) -> int:
        return len(self.picks)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        palette = self.puzzle.palette
        if isinstance(index, slice):
            return tuple(palette[pick].name for pick in self.picks[index])
        return palette[self.picks[index]].name

    def __iter__(self) -> Iterator[str]:
        palette = self.puzzle.palette
        return (palette[pick].name for pick in self.picks)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Coloring):
            return self.picks == other.picks and self.puzzle.palette == other.puzzle.palette
        if isinstance(other, list | tuple):
            return list(self) == list(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.picks)

    def __repr__(self) -> str:
        more = " …" if len(self) > 12 else ""
        return f"<Coloring of {self.puzzle.name}: {' '.join(self[:12])}{more}>"
