"""Partial colorings: what one sees of a puzzle, where some stickers are open."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from puzzlery.twisty.model.state import Coloring, check_picks, color_numbers

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

# The number of a color that is not known.
OPEN = -1
# How a text marks an open sticker.
OPEN_SIGNS = ("?", ".")


@dataclass(frozen=True, slots=True)
class PartialColoring(Sequence[str | None]):
    """What one sees of a puzzle: for each place a color as a number in the palette, or `OPEN`.

    It is also a sequence of color names, with None for what is open.

    >>> import puzzlery
    >>> pair = puzzlery.Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"])
    >>> seen = seen_colors(pair, ["red", None])
    >>> seen, list(seen), seen.open
    (<PartialColoring of my puzzle: red ?>, ['red', None], (1,))
    """

    puzzle: "Puzzle"
    picks: tuple[int, ...]

    def __post_init__(self) -> None:
        check_picks(self.puzzle, self.picks)

    @property
    def open(self) -> tuple[int, ...]:
        """The places whose color is not known.

        >>> import puzzlery
        >>> pair = puzzlery.Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"])
        >>> seen_colors(pair, ["?", "red"]).open
        (0,)
        """
        return tuple(place for place, pick in enumerate(self.picks) if pick == OPEN)

    def __len__(self) -> int:
        return len(self.picks)

    @overload
    def __getitem__(self, index: int) -> str | None: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str | None, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str | None, ...] | None:
        if isinstance(index, slice):
            return tuple(self._name(pick) for pick in self.picks[index])
        return self._name(self.picks[index])

    def __iter__(self) -> Iterator[str | None]:
        return (self._name(pick) for pick in self.picks)

    def _name(self, pick: int) -> str | None:
        return None if pick == OPEN else self.puzzle.palette[pick].name

    def __repr__(self) -> str:
        more = " …" if len(self) > 12 else ""
        return f"<PartialColoring of {self.puzzle.name}: {_shown(self[:12])}{more}>"


def _shown(names: Iterable[str | None]) -> str:
    return " ".join(name or OPEN_SIGNS[0] for name in names)


def view(puzzle: "Puzzle", picks: Iterable[int]) -> Coloring | PartialColoring:
    """A coloring if every sticker has a color, else a partial one.

    >>> import puzzlery
    >>> pair = puzzlery.Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"])
    >>> view(pair, [1, 0]), view(pair, [1, OPEN])
    (<Coloring of my puzzle: blue red>, <PartialColoring of my puzzle: blue ?>)
    """
    listed = tuple(picks)
    return (PartialColoring if OPEN in listed else Coloring)(puzzle, listed)


def seen_colors(puzzle: "Puzzle", colors: Iterable[object]) -> Coloring | PartialColoring:
    """What one sees, from names or labels of colors; None, "?", "." and NaN are open stickers.

    >>> import puzzlery
    >>> pair = puzzlery.Puzzle.from_cycles({"a": [[0, 1]]}, [3, 4])
    >>> seen_colors(pair, [4, None]), seen_colors(pair, [4, 3])
    (<PartialColoring of my puzzle: 4 ?>, <Coloring of my puzzle: 4 3>)
    """
    names = {color.name for color in puzzle.palette}
    given = list(colors)
    known = [place for place, color in enumerate(given) if not is_open(color, names)]
    picks = [OPEN] * len(given)
    numbers = color_numbers(puzzle, {place: given[place] for place in known})
    for place, number in zip(known, numbers, strict=True):
        picks[place] = number
    return view(puzzle, picks)


def is_open(color: object, names: set[str]) -> bool:
    """Whether a value stands for a color that is not known.

    >>> [is_open(value, {"red"}) for value in (None, "?", ".", float("nan"), "red", 0)]
    [True, True, True, True, False, False]
    """
    if color is None or (isinstance(color, float) and color != color):
        return True
    return isinstance(color, str) and color in OPEN_SIGNS and color not in names
