"""States and colorings: which sticker is where, and which colors one sees."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.facade import provided
from puzzlery.core.permutation import Permutation
from puzzlery.errors import DegreeMismatch, IllegalMove, InvalidPuzzle, UnknownName
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.turn import Turn
from puzzlery.twisty.notation.alg import Alg, Move

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import AlgLike, Puzzle
    from puzzlery.widget import PuzzleView


@dataclass(frozen=True, slots=True)
class State:
    """Which sticker is where: sticker i is at place `permutation[i]`.

    >>> import puzzlery
    >>> state = puzzlery.puzzle("3x3x3").apply("R U R' U'")
    >>> state.permutation.order, state.is_solved
    (6, False)
    """

    puzzle: "Puzzle"
    permutation: Permutation

    def __post_init__(self) -> None:
        if len(self.permutation) != self.puzzle.degree:
            raise DegreeMismatch(
                f"a state of {self.puzzle.name} permutes {self.puzzle.degree} stickers, "
                f"not {len(self.permutation)}"
            )

    def apply(self, alg: "AlgLike") -> "State":
        """The state after an alg; a move that a bandage blocks is an error.

        >>> import puzzlery
        >>> state = puzzlery.puzzle("2x2x2").apply("R U")
        >>> state.apply("U' R'").is_solved
        True
        """
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
        """Whether no bandage blocks the turn in this state.

        >>> import puzzlery
        >>> square = puzzlery.puzzle("square-1")
        >>> square.solved.allows("/"), square.apply("(-1, 0)").allows("/")
        (True, False)
        """
        return not self.torn_by(turn)

    def torn_by(self, turn: Turn | Move | str) -> list[frozenset[int]]:
        """The places of each glued set of stickers that the turn would separate.

        >>> from puzzlery import Puzzle
        >>> row = Puzzle.from_cycles({"a": [[0, 1]]}, ["red"] * 3, glued=[[1, 2]])
        >>> [sorted(places) for places in row.solved.torn_by("a")]
        [[1, 2]]
        """
        if not isinstance(turn, Turn):
            turn = self.puzzle.turn(turn)
        if turn.steps:
            return self._torn_on_the_way(turn.steps)
        if turn.is_rotation or turn.permutation.is_identity:
            return []
        places = self.permutation.images
        joined = (frozenset(places[sticker] for sticker in group) for group in self.puzzle.glued)
        return [spots for spots in joined if 0 < len(spots & turn.moving) < len(spots)]

    def _torn_on_the_way(self, steps: Sequence[Turn]) -> list[frozenset[int]]:
        """The places that are torn by the first of some turns that tears any."""
        now = self
        for step in steps:
            torn = now.torn_by(step)
            if torn:
                return torn
            now = State(self.puzzle, now.permutation * step.permutation)
        return []

    @property
    def inverse(self) -> "State":
        """The state of the inverse permutation: if an alg leads here, its inverse leads there.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("2x2x2")
        >>> cube.apply("R U F").inverse == cube.apply("F' U' R'")
        True
        """
        return State(self.puzzle, self.permutation.inverse)

    @property
    def coloring(self) -> "Coloring":
        """The colors that one sees.

        >>> import puzzlery
        >>> puzzlery.puzzle("2x2x2").apply("R").coloring[:4]
        ('white', 'green', 'white', 'green')
        """
        shown = np.empty(self.puzzle.degree, dtype=np.int64)
        shown[self.permutation.array] = self.puzzle.solved_colors
        return Coloring(self.puzzle, tuple(shown.tolist()))

    @property
    def is_solved(self) -> bool:
        """Whether the coloring is the solved one, in any orientation of the puzzle.

        >>> import puzzlery
        >>> puzzlery.puzzle("2x2x2").apply("R L'").is_solved  # the whole cube turned: x
        True
        """
        return self.coloring.picks in self.puzzle.solved_looks

    def __repr__(self) -> str:
        return f"<State of {self.puzzle.name}: {self.permutation}>"

    def widget(self, **looks: Any) -> "PuzzleView":
        """The state as a notebook widget that can be turned; see `puzzlery.widget.PuzzleView`."""
        view: PuzzleView = provided("state.widget")(self, **looks)
        return view

    def _repr_svg_(self) -> str:
        picture: str = provided("state.svg")(self)
        return picture


@dataclass(frozen=True, slots=True)
class Coloring(Sequence[str]):
    """What one sees: for each place the color there, as a number in the palette.

    It is also a sequence of color names, and equal to a list of them.

    >>> import puzzlery
    >>> colors = puzzlery.puzzle("2x2x2").apply("R2").coloring
    >>> colors[:4], colors == list(colors)
    (('white', 'yellow', 'white', 'yellow'), True)
    """

    puzzle: "Puzzle"
    picks: tuple[int, ...]

    def __post_init__(self) -> None:
        check_picks(self.puzzle, self.picks)

    @classmethod
    def of(cls, puzzle: "Puzzle", colors: Iterable[object]) -> "Coloring":
        """A coloring from names of colors, or from the labels that the puzzle was defined with.

        Whole numbers are numbers in the palette, unless the colors themselves are numbers.

        >>> from puzzlery import Puzzle
        >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"])
        >>> Coloring.of(pair, ["blue", "red"]) == pair.apply("a").coloring
        True
        >>> Coloring.of(pair, np.array([1, 0]))
        <Coloring of my puzzle: blue red>
        """
        return cls(puzzle, tuple(color_numbers(puzzle, dict(enumerate(colors)))))

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


def check_picks(puzzle: "Puzzle", picks: Sequence[int]) -> None:
    """Refuse a coloring that has too few or too many stickers.

    >>> from puzzlery import Puzzle
    >>> check_picks(Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"]), [0])
    Traceback (most recent call last):
    puzzlery.errors.DegreeMismatch: a coloring of my puzzle has 2 stickers, not 1
    """
    if len(picks) != puzzle.degree:
        raise DegreeMismatch(
            f"a coloring of {puzzle.name} has {puzzle.degree} stickers, not {len(picks)}"
        )


def color_numbers(puzzle: "Puzzle", colors: Mapping[int, object]) -> list[int]:
    """The numbers in the palette of colors that are given for places, by name, label or number.

    >>> from puzzlery import Puzzle
    >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, [7, 5])
    >>> color_numbers(pair, {0: 5, 1: "7"})
    [1, 0]
    >>> color_numbers(pair, {1: 0})
    Traceback (most recent call last):
    puzzlery.errors.UnknownName: unknown color 0 at sticker 1 of my puzzle; its colors are 7, 5
    """
    named = {color.name: number for number, color in enumerate(puzzle.palette)}
    numbered = dict(named)
    if not any(name.lstrip("-").isdecimal() for name in named):
        numbered |= {str(number): number for number in range(len(puzzle.palette))}
    picks = []
    for place, color in colors.items():
        # The text "1" is a name, which no palette number answers to.
        known = named if isinstance(color, str) else numbered
        name = color if isinstance(color, str) else _name_of(color)
        if name not in known:
            shown = f'"{color}"' if isinstance(color, str) else repr(color)
            raise UnknownName.near(
                f"unknown color {shown} at sticker {place} of {puzzle.name}; "
                f"its colors are {', '.join(named)}",
                name,
                named,
            )
        picks.append(known[name])
    return picks


def _name_of(color: object) -> str:
    try:
        return Color.of(color).name
    except InvalidPuzzle:
        return ""


def unblocked(
    states: NDArray[np.uint16], glued: Sequence[NDArray[np.int64]], turn: Turn
) -> NDArray[np.bool_]:
    """For each state, given as a row of places, whether no bandage blocks the turn.

    `State.allows` for many states at once.

    >>> swap = Turn.plain("a", Permutation([1, 0, 2]))
    >>> unblocked(np.array([[0, 1, 2], [1, 2, 0]], np.uint16), [np.array([0, 1])], swap).tolist()
    [True, False]
    """
    moving = np.zeros(states.shape[1], dtype=bool)
    moving[sorted(turn.moving)] = True
    free = np.ones(len(states), dtype=bool)
    for group in glued:
        inside = moving[states[:, group]]
        free &= inside.all(axis=1) | ~inside.any(axis=1)
    return free


def merged_glue(groups: Iterable[Iterable[int]]) -> tuple[frozenset[int], ...]:
    """The glued groups of more than one sticker; groups that overlap become one.

    What is glued to the same sticker moves together, so this blocks the same moves.

    >>> [sorted(group) for group in merged_glue([[0, 1], [4, 5], [2, 1], [3]])]
    [[4, 5], [0, 1, 2]]
    """
    merged: list[frozenset[int]] = []
    for group in map(frozenset, groups):
        apart = [other for other in merged if not other & group]
        merged = [*apart, group.union(*(other for other in merged if other & group))]
    return tuple(group for group in merged if len(group) > 1)
