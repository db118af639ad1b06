"""Placements: shapes turned and put on a board."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.packings.model.lattice import Cell, Lattice
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.shape import Shape

Rows = NDArray[np.int32]
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
    ordered = tuple(sorted(cells))
    return placed(piece, ordered, placement_rows(piece, ordered, colors, allows))


def placed(piece: Piece, cells: Sequence[Cell], rows: Rows) -> list[Placement]:
    """The placements that rows of cell numbers tell.

    >>> from puzzlery.packings.model.piece import pieces_from
    >>> domino, = pieces_from(["XX"])
    >>> print(*placed(domino, [(0, 0), (0, 1)], np.array([[0, 1]])))
    A on (0, 0) (0, 1)
    """
    return [Placement(piece.id, tuple([cells[cell] for cell in row])) for row in rows.tolist()]


def placement_rows(
    piece: Piece,
    cells: tuple[Cell, ...],
    colors: Mapping[Cell, str] | None = None,
    allows: Allows | None = None,
) -> Rows:
    """The placements of a piece on sorted cells, each as the numbers of the cells that it covers.

    >>> from puzzlery.packings.model.piece import pieces_from
    >>> domino, = pieces_from(["XX"])
    >>> placement_rows(domino, ((0, 0), (0, 1), (1, 0))).tolist()
    [[0, 1], [0, 2]]
    """
    lattice = piece.shape.lattice
    # Colors that nothing depends on would make equal placements of different orientations.
    shape = piece.shape if colors else Shape(lattice, piece.shape.cells)
    oriented, parts = shape.turned_cells(piece.mirrors)
    kinds, number = _kinds(lattice, cells)
    firsts = (number.get(_kind(lattice, tuple(first)), -1) for first in oriented[:, 0].tolist())
    flat = _core.shape_placements(
        np.array(cells, dtype=np.int64).tobytes(),
        kinds,
        lattice.dimension,
        np.ascontiguousarray(oriented).tobytes(),
        np.array(list(firsts), dtype=np.int32).tobytes(),
        *_color_arguments(piece, parts, cells, colors, allows),
    )
    return np.frombuffer(flat, dtype=np.int32).reshape(-1, len(piece))


def _kind(lattice: Lattice, cell: Cell) -> Cell:
    return () if lattice.is_everywhere_alike else lattice.residue(cell)


@lru_cache(maxsize=8)
def _kinds(lattice: Lattice, cells: tuple[Cell, ...]) -> tuple[bytes, dict[Cell, int]]:
    """The class of each cell under the translations of the lattice, as a number."""
    number: dict[Cell, int] = {}
    kinds = [number.setdefault(_kind(lattice, cell), len(number)) for cell in cells]
    return np.array(kinds, dtype=np.int32).tobytes(), number


def _color_arguments(
    piece: Piece,
    parts: NDArray[np.int64],
    cells: Sequence[Cell],
    colors: Mapping[Cell, str] | None,
    allows: Allows | None,
) -> tuple[bytes, bytes, bytes, int]:
    """The colors of the shape and of the board by numbers, and which of them go together."""
    if not colors or not piece.shape.colors:
        return b"", b"", b"", 0
    tints = [colors.get(cell, "") for cell in cells]
    shade_names, tint_names = (list(dict.fromkeys(each)) for each in (piece.shape.shades, tints))
    fits = [go_together(shade, tint, allows) for shade in shade_names for tint in tint_names]
    shades = np.array([shade_names.index(shade) for shade in piece.shape.shades], dtype=np.int32)
    by_cell = np.array([tint_names.index(tint) for tint in tints], dtype=np.int32)
    return shades[parts].tobytes(), by_cell.tobytes(), bytes(fits), len(tint_names)


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
