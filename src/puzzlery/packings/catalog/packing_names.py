"""The catalogue: packing puzzles by the names of their pieces and of their board."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache

from puzzlery.errors import InvalidPuzzle, UnknownName
from puzzlery.packings.catalog.burr_sticks import (
    burr_board,
    burr_numbers,
    burr_sticks,
    solid_burr_board,
)
from puzzlery.packings.catalog.calendar_board import calendar
from puzzlery.packings.catalog.piece_sets import SETS, one_sided
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.boards import (
    board_drawn,
    box,
    hexagon,
    pyramid,
    rectangle,
    tetrahedron,
    triangle,
)
from puzzlery.packings.model.fixed import FixedLike
from puzzlery.packings.model.lattice import HEXAGONAL, SQUARE, Lattice
from puzzlery.packings.model.lattice import lattice as lattice_named
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.piece import Piece, PiecesLike, pieces_from

ONE_SIDED = "one-sided "
BOARD_NAMES = (
    "5x11", "6x10", "5x12", "4x15", "3x20", "8x8-hole", "pyramid5", "3x3x3", "tetrahedron6",
    "burr", "solid-burr", "calendar", "triangle6", "hexagon3",
)  # fmt: skip
_SIZES = re.compile(r"\d{1,9}(?:x\d{1,9}){1,2}")
_SIDED = re.compile(r"([a-z]+)(\d{1,9})")


def sets() -> dict[str, str]:
    """The names of the sets of pieces, with a few words on each.

    >>> sets()["soma"]
    "Piet Hein's seven pieces of cubes"
    """
    return {name: words for name, (words, _) in SETS.items()}


@cache
def pieces(name: str) -> tuple[Piece, ...]:
    """The pieces of a set; "one-sided" before its name forbids turning over.

    The word "burr" and Kaenel numbers name sticks of a six-piece burr.

    >>> len(pieces("pentacubes")), len(pieces("one-sided pentominoes"))
    (29, 18)
    >>> [stick.id for stick in pieces("burr 1 52 256 1024")]
    ['1', '52', '256', '1024']
    >>> pieces("pentomino")
    Traceback (most recent call last):
    puzzlery.errors.UnknownName: unknown set of pieces "pentomino"; did you mean pentominoes...?
    """
    plain = name.strip().lower()
    if plain.startswith(ONE_SIDED):
        return one_sided(pieces(plain.removeprefix(ONE_SIDED)))
    sticks = burr_numbers(plain)
    if sticks is not None:
        return burr_sticks(sticks)
    if plain not in SETS:
        raise UnknownName.near(f'unknown set of pieces "{name}"', plain, SETS)
    return SETS[plain][1]()


def board(name: str, lattice: Lattice = SQUARE) -> Board:
    """A board by name: 5x11, 3x3x3, 8x8-hole, pyramid5, tetrahedron6, calendar:3-14, triangle6.

    In a flat lattice other than the square one, 6x6 is a parallelogram. A text of several lines
    is a drawing.

    >>> len(board("8x8-hole")), len(board("pyramid5"))
    (60, 55)
    """
    if "\n" in name:
        return board_drawn(name, lattice)
    plain = name.strip().lower().replace("×", "x")
    if _SIZES.fullmatch(plain):
        return _sized([int(side) for side in plain.split("x")], lattice)
    if plain.endswith("-hole") and _SIZES.fullmatch(plain.removesuffix("-hole")):
        return _with_hole(board(plain.removesuffix("-hole"), lattice), plain)
    if plain == "calendar" or plain.startswith("calendar:"):
        return calendar(plain.partition(":")[2])
    if plain in ("burr", "solid-burr"):
        return burr_board() if plain == "burr" else solid_burr_board()
    return _sided(plain, name, lattice)


def _sized(sides: list[int], lattice: Lattice) -> Board:
    if len(sides) == 3:
        return box(sides[0], sides[1], sides[2])
    return rectangle(sides[0], sides[1], lattice if lattice.dimension == 2 else SQUARE)


def _with_hole(full: Board, name: str) -> Board:
    """A rectangle without the one, two or four cells in its middle."""
    if full.lattice is not SQUARE:
        raise InvalidPuzzle(f'"{name}": only a rectangle of squares has a hole in its middle')
    rows, columns = (max(cell[axis] for cell in full.cells) + 1 for axis in (0, 1))
    middle = [
        cell
        for cell in full.cells
        if abs(2 * cell[0] + 1 - rows) <= 1 and abs(2 * cell[1] + 1 - columns) <= 1
    ]
    return full.without(middle, name)


def _sided(plain: str, name: str, lattice: Lattice) -> Board:
    flat = lattice if lattice.dimension == 2 and lattice is not SQUARE else HEXAGONAL
    kinds: dict[str, Callable[[int], Board]] = {
        "pyramid": pyramid,
        "tetrahedron": tetrahedron,
        "triangle": lambda side: triangle(side, flat),
        "hexagon": lambda side: hexagon(side, flat),
    }
    match = _SIDED.fullmatch(plain)
    if match is None or match[1] not in kinds:
        known = [
            "AxB",
            "AxBxC",
            "8x8-hole",
            "burr",
            "solid-burr",
            "calendar",
            *(f"{kind}N" for kind in kinds),
        ]
        message = f'unknown board "{name}"; expected a drawing or one of {", ".join(known)}'
        raise UnknownName.near(message, plain, BOARD_NAMES)
    return kinds[match[1]](int(match[2]))


def packing(
    pieces_or_set: str | PiecesLike,
    board_or_name: str | Board,
    *,
    fixed: FixedLike | None = None,
    mirrors: bool | None = None,
    lattice: str = "square",
) -> Packing:
    """The puzzle of filling a board with pieces, ready to be solved.

    Pieces are the name of a set, or drawings; a board is a name, a drawing or a `Board`. `fixed`
    gives placements in advance, as a drawing in letters, as rows of names, or by name. `mirrors`
    forbids or allows all pieces to be turned over. `lattice` tells how drawings of pieces are
    read.

    >>> len(packing("pentominoes", "6x10").options())
    2056
    >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
    >>> puzzle.count(), puzzle.count(distinct=True)
    (4, 1)
    >>> print(packing("iq", "5x5", fixed="DDD..\\n.D...").name)
    iq 5x5
    """
    if isinstance(pieces_or_set, str) and isinstance(board_or_name, str):
        puzzle = _by_names(pieces_or_set, board_or_name, mirrors).copy()
    else:
        name = pieces_or_set if isinstance(pieces_or_set, str) else ""
        chosen = _chosen(pieces_or_set, mirrors, lattice)
        puzzle = _made(chosen, board_or_name, name)
    return puzzle if fixed is None else puzzle.with_fixed(fixed)


@lru_cache(maxsize=32)
def _by_names(name: str, board_name: str, mirrors: bool | None) -> Packing:
    """A puzzle by names; its placements are found once for all its copies."""
    return _made(_chosen(name, mirrors), board_name, name)


def _chosen(
    given: str | PiecesLike, mirrors: bool | None, lattice: str = "square"
) -> tuple[Piece, ...]:
    drawn_on = lattice_named(lattice)
    chosen = pieces(given) if isinstance(given, str) else pieces_from(given, drawn_on)
    if mirrors is None:
        return chosen
    return tuple(replace(piece, mirrors=mirrors) for piece in chosen)


def _made(chosen: tuple[Piece, ...], given: str | Board, name: str) -> Packing:
    lattice = chosen[0].shape.lattice if chosen else SQUARE
    where = board(given, lattice) if isinstance(given, str) else given
    return Packing((*chosen, *where.markers), where, name=f"{name} {where.name}".strip())
