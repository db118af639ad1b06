"""Placements: shapes turned and put on a board."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from puzzlery.packings.model.lattice import Cell, Lattice
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.shape import Oriented

Allows = frozenset[tuple[str, str]]
"""The pairs of colors, of a piece's cell and of a board's cell, that go together."""


@dataclass(frozen=True, slots=True, order=True)
class Placement:
    """A piece, by its name, on the cells that it covers.

    >>> print(Placement("V", ((1, 0), (0, 0), (1, 1))))
    V on (0, 0) (1, 0) (1, 1)
    """

    piece: str
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))

    def __str__(self) -> str:
        return f"{self.piece} on {' '.join(map(str, self.cells))}"


def placements(
    piece: Piece,
    cells: Collection[Cell],
    colors: Mapping[Cell, str] | None = None,
    allows: Allows | None = None,
) -> list[Placement]:
    """All the ways to put a piece on cells, each once.

    A colored cell of a board takes cells of its own color and cells without a color; `allows`
    lists the pairs that go together instead.

    >>> from puzzlery.packings.model.piece import pieces_from
    >>> domino, = pieces_from(["XX"])
    >>> len(placements(domino, [(0, 0), (0, 1), (1, 0), (1, 1)]))
    4
    """
    lattice = piece.shape.lattice
    grid = _grid(tuple(cells), 2 * max(max(map(abs, cell)) for cell in piece.shape.cells))
    found: dict[tuple[Cell, ...], None] = {}
    for oriented in piece.shape.orientations(piece.mirrors):
        for covered in grid.translates(lattice, oriented):
            if not colors or _fits(covered, oriented[1], colors, allows):
                found[covered] = None
    return [Placement(piece.id, covered) for covered in found]


class _Grid:
    """Cells by number, so that moving a shape is one addition a cell.

    The number of a cell is that of its coordinates as digits; the base leaves room for a
    shape to stick out of the board on either side without being taken for another cell.
    """

    def __init__(self, cells: Collection[Cell], reach: int) -> None:
        widest = max(max(map(abs, cell)) for cell in cells)
        self._base = 4 * (widest + reach) + 1
        self._cells = {self._number(cell): cell for cell in sorted(cells)}
        self._before: dict[int, frozenset[int]] = {}

    def _number(self, cell: Cell) -> int:
        number = 0
        for part in cell:
            number = number * self._base + part
        return number

    def translates(self, lattice: Lattice, oriented: Oriented) -> Iterator[tuple[Cell, ...]]:
        """The oriented shape, moved to everywhere on the board where it fits."""
        first, cells = oriented[0][0], self._cells
        start = self._number(first)
        steps = [self._number(cell) - start for cell in oriented[0]]
        everywhere, kind = lattice.is_everywhere_alike, lattice.residue(first)
        for number in sorted(frozenset.intersection(*map(self._from_which, steps))):
            if everywhere or lattice.residue(cells[number]) == kind:
                yield tuple([cells[number + step] for step in steps])

    def _from_which(self, step: int) -> frozenset[int]:
        """The numbers from which a step leads to a cell; most shapes share their steps."""
        if step not in self._before:
            self._before[step] = frozenset([number - step for number in self._cells])
        return self._before[step]


_grid = lru_cache(maxsize=8)(_Grid)


def _fits(
    cells: tuple[Cell, ...],
    shades: tuple[str, ...],
    colors: Mapping[Cell, str],
    allows: Allows | None,
) -> bool:
    pairs = ((shade, colors.get(cell, "")) for cell, shade in zip(cells, shades, strict=True))
    return all(go_together(*pair, allows) for pair in pairs)


def go_together(shade: str, color: str, allows: Allows | None) -> bool:
    """Whether a piece's cell of color `shade` may cover a board's cell of `color`.

    >>> go_together("red", "blue", None), go_together("red", "", None)
    (False, True)
    >>> go_together("red", "blue", frozenset({("red", "blue")}))
    True
    """
    if not shade or not color:
        return True
    return shade == color if allows is None else (shade, color) in allows
