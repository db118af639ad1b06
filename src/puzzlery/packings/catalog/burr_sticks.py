"""Burr sticks: the pieces of six-piece burrs by Kaenel number, and the shape that they fill.

A stick is 2 × 2 × 6 cubes. Twelve of them can be cut out without cutting into what all standard
burrs need: on top two rows of four, and below these the two middle cubes of each row. Kaenel
numbers them 1, 2, 4, 8 along the first row on top, 16 to 128 along the second, 256 and 512 below
the first row, 1024 and 2048 below the second. The number of a stick is one more than the sum of
those that are cut out: 1 is the whole stick, 256 lacks its top, and 1024 has only a thin bridge.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import product

from puzzlery.errors import InvalidPuzzle
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import CUBIC, Cell
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.shape import Shape

STICK_NUMBERS = range(1, 4097)
_LENGTH = 6
_CUT: tuple[Cell, ...] = (
    *((1, 0, x) for x in range(1, 5)),
    *((1, 1, x) for x in range(1, 5)),
    *((0, 0, x) for x in (2, 3)),
    *((0, 1, x) for x in (2, 3)),
)
_WHOLE = frozenset((z, y, x) for z in (0, 1) for y in (0, 1) for x in range(_LENGTH))


@cache
def burr_stick(number: int) -> Shape:
    """The stick of a Kaenel number; an error if it falls into parts.

    >>> [len(burr_stick(number)) for number in (1, 256, 1024)]
    [24, 16, 14]
    >>> burr_stick(4096)
    Traceback (most recent call last):
    puzzlery.errors.InvalidPuzzle: burr stick 4096 falls into 2 parts
    """
    if number not in STICK_NUMBERS:
        raise InvalidPuzzle(f"{number} is no Kaenel number; expected 1 to 4096")
    cut = {cell for bit, cell in enumerate(_CUT) if (number - 1) >> bit & 1}
    cells = sorted(_WHOLE - cut)
    parts = len(CUBIC.parts(cells))
    if parts > 1:
        raise InvalidPuzzle(f"burr stick {number} falls into {parts} parts")
    return Shape(CUBIC, tuple(cells))


def burr_sticks(numbers: Iterable[int]) -> tuple[Piece, ...]:
    """Sticks as pieces; equal numbers become one piece that is used several times.

    >>> [(stick.id, stick.high) for stick in burr_sticks([1, 52, 1024, 1024])]
    [('1', 1), ('52', 1), ('1024', 2)]
    """
    given = list(numbers)
    return tuple(
        Piece(str(number), burr_stick(number), given.count(number), given.count(number))
        for number in dict.fromkeys(given)
    )


@cache
def notchable_sticks() -> tuple[Piece, ...]:
    """The sticks that straight saw cuts across them can make, each by its least number.

    A cut takes a row of two cubes away: across the top, the bottom or a side. There are 59 (W. H.
    Cutler, The Six-Piece Burr, Journal of Recreational Mathematics 10, 1978).

    >>> len(notchable_sticks()), [stick.id for stick in notchable_sticks()[:4]]
    (59, ['1', '18', '35', '52'])
    """
    found: dict[Shape, int] = {}
    for cut in product(*(_notches(x) for x in range(1, 5))):
        gone = frozenset[Cell]().union(*cut)
        cells = tuple(sorted(_WHOLE - gone))
        if len(CUBIC.parts(cells)) == 1:
            number = 1 + sum(1 << bit for bit, cell in enumerate(_CUT) if cell in gone)
            shape = Shape(CUBIC, cells).canonical()
            found[shape] = min(number, found.get(shape, number))
    return tuple(Piece(str(number), burr_stick(number)) for number in sorted(found.values()))


def _notches(x: int) -> set[frozenset[Cell]]:
    """What straight cuts can take from the four cubes at one place along a stick."""
    top, bottom = {(1, 0, x), (1, 1, x)}, {(0, 0, x), (0, 1, x)}
    sides = [{(0, y, x), (1, y, x)} for y in (0, 1)]
    found = {frozenset[Cell]()}
    for cut in (top, bottom, *sides):
        if cut <= set(_CUT):
            found |= {before | cut for before in found}
    return found


def burr_numbers(name: str) -> list[int] | None:
    """The numbers in a name such as "burr 1 52 256 1024 1024 2000"; None for another name.

    >>> burr_numbers("burr 1, 18"), burr_numbers("soma")
    ([1, 18], None)
    """
    match = re.fullmatch(r"burr((?:[\s,]+\d{1,9})+)", name.strip().lower())
    return None if match is None else [int(word) for word in re.findall(r"\d+", match[1])]


@cache
def solid_burr_board() -> Board:
    """The shape of a six-piece burr without holes.

    >>> len(solid_burr_board().required)
    104
    """
    return replace(burr_board(), name="solid-burr", optional=frozenset())


@cache
def burr_board() -> Board:
    """What six sticks make: three crossed pairs. The cubes that can be cut out may stay empty.

    >>> len(burr_board()), len(burr_board().optional)
    (104, 32)
    """
    shifts = range(-3, 3)
    pair = {(z, y, x) for x in shifts for y in range(-2, 2) for z in (-1, 0)}
    turned = ({(c[i], c[(i + 1) % 3], c[(i + 2) % 3]) for c in pair} for i in range(3))
    cells = sorted(set().union(*turned))
    inner = [cell for cell in cells if all(-2 <= part < 2 for part in cell)]
    crossing = [c for c in inner if sum(-1 <= part < 1 for part in c) >= 2]
    return Board(CUBIC, tuple(cells), "burr", frozenset(crossing))
