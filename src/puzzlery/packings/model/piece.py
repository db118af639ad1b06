"""Pieces of a packing puzzle: a shape with a name, and how often it must or may be used."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from puzzlery.errors import InvalidPuzzle
from puzzlery.packings.model.lattice import SQUARE, Lattice
from puzzlery.packings.model.shape import Shape, shape_drawn

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True, slots=True)
class Piece:
    """A named shape that is used at least `low` and at most `high` times.

    `high=None` sets no limit. `mirrors` says whether it may be turned over; None lets a flat
    shape be turned over and a solid one not. `title` and `shade` (#rrggbb) are for people.

    >>> from puzzlery.packings.model.lattice import SQUARE
    >>> domino = Piece("D", Shape(SQUARE, ((0, 0), (0, 1))), low=0, high=None)
    >>> len(domino), domino.most(9), domino.is_single
    (2, 4, False)
    """

    id: str
    shape: Shape
    low: int = 1
    high: int | None = 1
    mirrors: bool | None = None
    title: str = field(default="", compare=False)
    shade: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not self.id or not isinstance(self.id, str) or self.id != self.id.strip():
            raise InvalidPuzzle(f"a piece is named {self.id!r}; expected a text without blank ends")
        if self.low < 0 or (self.high is not None and self.high < max(self.low, 1)):
            raise InvalidPuzzle(f'piece "{self.id}" is used {self.low} … {self.high} times')

    def __len__(self) -> int:
        return len(self.shape)

    @property
    def is_single(self) -> bool:
        """Whether it is used exactly once.

        >>> pieces = pieces_from({"I": "XX"})
        >>> pieces[0].is_single, replace(pieces[0], high=2).is_single
        (True, False)
        """
        return self.low == self.high == 1

    def most(self, cells: int) -> int:
        """The largest number of copies that so many cells have room for.

        >>> domino = Piece("D", shape_drawn("XX", SQUARE), high=None)
        >>> domino.most(9), replace(domino, high=3).most(9)
        (4, 3)
        """
        room = cells // len(self)
        return room if self.high is None else min(self.high, room)

    @property
    def times(self) -> str:
        """How often it is used, in words.

        >>> from puzzlery.packings.model.lattice import SQUARE
        >>> domino = Piece("D", Shape(SQUARE, ((0, 0), (0, 1))), 2, None)
        >>> domino.times
        'at least 2'
        """
        if self.high == self.low:
            return f"exactly {self.low}"
        if self.high is None:
            return f"at least {self.low}" if self.low else "any number"
        return f"{self.low} to {self.high}" if self.low else f"at most {self.high}"

    def kind(self) -> tuple[Shape, int, int | None, bool | None]:
        """What two pieces have in common if they are interchangeable.

        >>> one, other = pieces_from(["XXX\\nX..", "X.\\nX.\\nXX"])
        >>> one.kind() == other.kind()
        True
        """
        return (self.shape.canonical(self.mirrors), self.low, self.high, self.mirrors)

    def on(self, lattice: Lattice) -> "Piece":
        """The piece laid into another lattice.

        >>> from puzzlery.packings.model.lattice import CUBIC
        >>> Piece("D", shape_drawn("XX", SQUARE)).on(CUBIC).shape.cells
        ((0, 0, 0), (0, 0, 1))
        """
        return (
            self if self.shape.lattice is lattice else replace(self, shape=self.shape.on(lattice))
        )


PiecesLike = Mapping[str, "str | Sequence[str] | Shape | Piece"] | Iterable["Shape | Piece | str"]


def pieces_from(given: PiecesLike, lattice: Lattice = SQUARE) -> tuple[Piece, ...]:
    """Pieces from what a person writes: drawings by name, or shapes, named A, B, C and so on.

    >>> [piece.id for piece in pieces_from(["XX", "XXX"])]
    ['A', 'B']
    >>> pieces_from({"ell": ["X.", "XX"]})[0].shape.cells
    ((0, 0), (1, 0), (1, 1))
    """
    if isinstance(given, Mapping):
        return tuple(_piece(str(name), each, lattice) for name, each in given.items())
    return tuple(
        each if isinstance(each, Piece) else _piece(letter_id(number), each, lattice)
        for number, each in enumerate(given)
    )


def _piece(name: str, given: "str | Sequence[str] | Shape | Piece", lattice: Lattice) -> Piece:
    if isinstance(given, Piece):
        return replace(given, id=name)
    shape = given if isinstance(given, Shape) else shape_drawn(given, lattice)
    return Piece(name, shape)


def letter_id(number: int) -> str:
    """The name of the piece of that number: a letter or a digit, then longer ones.

    >>> letter_id(0), letter_id(61), letter_id(62)
    ('A', '9', 'K2')
    """
    if number < len(LETTERS):
        return LETTERS[number]
    return f"{LETTERS[number % 26]}{number // 26}"


def distinct_characters(names: list[str]) -> dict[str, str]:
    """One character for each name: its own if it is one long, else one that is free.

    >>> distinct_characters(["A", "Blue", "B"])
    {'A': 'A', 'Blue': 'C', 'B': 'B'}
    """
    unique = list(dict.fromkeys(names))
    taken = {name for name in unique if len(name) == 1}
    free = (each for each in LETTERS if each not in taken)
    return {name: name if len(name) == 1 else next(free, "?") for name in unique}
