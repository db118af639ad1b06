"""Shapes: cells that hang together, up to motion, with the orientations they can be turned to."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlery.errors import InvalidPuzzle
from puzzlery.packings.model.cell_drawing import cells_of, drawn, spots_from_zero
from puzzlery.packings.model.lattice import FCC, Cell, Lattice, Matrix, added, lift, turned

Oriented = tuple[tuple[Cell, ...], tuple[str, ...]]
"""Cells in order, and the color of each."""
Cells = NDArray[np.int64]


@dataclass(frozen=True)
class Shape:
    """Cells of a lattice, moved home; each may have a color, and "" fits everywhere.

    >>> from puzzlery.packings.model.lattice import SQUARE
    >>> ell = Shape(SQUARE, ((7, 3), (8, 3), (8, 4)))
    >>> ell.cells, len(ell.orientations()), ell.is_chiral
    (((0, 0), (1, 0), (1, 1)), 4, False)
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    colors: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        cells = [tuple(cell) for cell in self.cells]
        if not cells:
            raise InvalidPuzzle("a shape has no cells; expected at least one")
        self.lattice.check(cells)
        if len(set(cells)) < len(cells):
            raise InvalidPuzzle("a shape names a cell twice")
        colors = self.colors or ("",) * len(cells)
        if len(colors) != len(cells):
            raise InvalidPuzzle(f"a shape of {len(cells)} cells has {len(colors)} colors")
        home, shades = _home(self.lattice, cells, colors)
        object.__setattr__(self, "cells", home)
        object.__setattr__(self, "colors", shades if any(shades) else ())

    def __len__(self) -> int:
        return len(self.cells)

    def __str__(self) -> str:
        return drawn_shape(self)

    @property
    def shades(self) -> tuple[str, ...]:
        """The color of every cell, "" for none.

        >>> from puzzlery.packings.model.lattice import SQUARE
        >>> shape_drawn("Xr", SQUARE).shades, shape_drawn("XX", SQUARE).shades
        (('', 'r'), ('', ''))
        """
        return self.colors or ("",) * len(self.cells)

    def orientations(self, mirrors: bool | None = None) -> list[Oriented]:
        """All different orientations of the shape.

        `mirrors` lets it be turned over. By default a flat shape may be, since in space a
        turn does it; a solid one may not.

        >>> from puzzlery.packings.model.lattice import SQUARE
        >>> ell = Shape(SQUARE, ((0, 0), (1, 0), (2, 0), (2, 1)))
        >>> len(ell.orientations()), len(ell.orientations(mirrors=False))
        (8, 4)
        """
        cells, order = self.turned_cells(mirrors)
        shades = self.shades
        return [
            (tuple(map(tuple, each)), tuple([shades[part] for part in parts]))
            for each, parts in zip(cells.tolist(), order.tolist(), strict=True)
        ]

    def turned_cells(self, mirrors: bool | None = None) -> tuple[Cells, Cells]:
        """All orientations as arrays: their cells in order, and which cell of the shape each is.

        >>> from puzzlery.packings.model.lattice import SQUARE
        >>> cells, parts = shape_drawn("rX", SQUARE).turned_cells()
        >>> cells.tolist()[0], parts.tolist()
        ([[0, 0], [0, 1]], [[0, 1], [1, 0], [0, 1], [1, 0]])
        """
        turns = np.array(self.allowed_turns(mirrors), dtype=np.int64)
        images = np.array(self.cells, dtype=np.int64) @ turns.transpose(0, 2, 1)
        number = {shade: index for index, shade in enumerate(dict.fromkeys(self.shades))}
        shades = np.array([number[shade] for shade in self.shades])
        found: dict[bytes, tuple[Cells, Cells]] = {}
        for image in images:
            order = np.lexsort(image.T[::-1])
            home = image[order]
            home += self.lattice.shift_home(tuple(home[0].tolist()))
            found.setdefault(home.tobytes() + shades[order].tobytes(), (home, order))
        cells, parts = zip(*found.values(), strict=True)
        return np.array(cells), np.array(parts)

    def allowed_turns(self, mirrors: bool | None = None) -> tuple[Matrix, ...]:
        """The turns of the lattice that may be applied to the shape.

        >>> from puzzlery.packings.model.lattice import CUBIC, SQUARE
        >>> bar = Shape(CUBIC, ((0, 0, 0), (0, 0, 1)))
        >>> len(shape_drawn("XX", SQUARE).allowed_turns()), len(bar.allowed_turns())
        (8, 24)
        >>> len(bar.allowed_turns(mirrors=True))
        48
        """
        free = self.turns_over if mirrors is None else mirrors
        return self.lattice.turns if free else self.lattice.rotations

    @property
    def turns_over(self) -> bool:
        """Whether it may be turned over: in space, that makes its mirror image.

        So it is with shapes of a flat lattice, and with balls that lie in one plane.

        >>> from puzzlery.packings.model.lattice import CUBIC, FCC
        >>> line = ((0, 0, 0), (0, 1, 1))
        >>> Shape(FCC, line).turns_over, Shape(CUBIC, line).turns_over
        (True, False)
        """
        return self.lattice.dimension == 2 or (self.lattice is FCC and self.is_flat)

    def symmetries(self, mirrors: bool | None = None) -> int:
        """The number of allowed turns that leave the shape as it is.

        >>> from puzzlery.packings.model.lattice import SQUARE
        >>> [shape_drawn(rows, SQUARE).symmetries() for rows in ("XX\\nXX", "XX", "XXX\\nX..")]
        [8, 4, 1]
        """
        mine = (self.cells, self.shades)
        return sum(self._turned(turn) == mine for turn in self.allowed_turns(mirrors))

    def canonical(self, mirrors: bool | None = None) -> "Shape":
        """The same shape in the orientation that comes first: equal for equal shapes.

        >>> from puzzlery.packings.model.lattice import SQUARE
        >>> left, right = Shape(SQUARE, ((0, 0), (0, 1), (0, 2), (1, 0))), Shape(
        ...     SQUARE, ((0, 0), (0, 1), (0, 2), (1, 2)))
        >>> left.canonical() == right.canonical(), left.canonical(False) == right.canonical(False)
        (True, False)
        """
        return _canonical(self, mirrors)

    def mirrored(self) -> "Shape":
        """The mirror image.

        >>> from puzzlery.packings.model.lattice import SQUARE
        >>> print(Shape(SQUARE, ((0, 0), (0, 1), (0, 2), (1, 0))).mirrored())
        .X
        .X
        XX
        """
        return Shape(self.lattice, *self._turned(self.lattice.turns[-1]))

    @cached_property
    def is_chiral(self) -> bool:
        """Whether no rotation of the lattice carries the shape to its mirror image.

        >>> from puzzlery.packings.model.lattice import SQUARE
        >>> [shape_drawn(rows, SQUARE).is_chiral for rows in (".XX\\nXX.", "XXX\\n.X.")]
        [True, False]
        """
        return self.canonical(False) != self.mirrored().canonical(False)

    @cached_property
    def is_connected(self) -> bool:
        return len(self.lattice.parts(self.cells)) == 1

    @cached_property
    def is_flat(self) -> bool:
        """Whether all cells lie in one plane.

        >>> from puzzlery.packings.model.lattice import CUBIC
        >>> corner = ((0, 0, 0), (0, 0, 1), (0, 1, 0))
        >>> Shape(CUBIC, corner).is_flat, Shape(CUBIC, (*corner, (1, 0, 0))).is_flat
        (True, False)
        """
        return bool(np.linalg.matrix_rank(np.array(self.cells) - self.cells[0]) < 3)

    def on(self, lattice: Lattice) -> "Shape":
        """The shape laid into another lattice, as squares become cubes or balls.

        >>> from puzzlery.packings.model.lattice import FCC, SQUARE
        >>> shape_drawn("XX", SQUARE).on(FCC).cells
        ((0, 0, 0), (1, -1, 0))
        """
        put = lift(self.lattice, lattice)
        return Shape(lattice, tuple(put(cell) for cell in self.cells), self.colors)

    def _turned(self, matrix: Matrix) -> Oriented:
        images = [turned(matrix, cell) for cell in self.cells]
        return _home(self.lattice, images, self.shades)


@lru_cache(maxsize=4096)
def _canonical(shape: Shape, mirrors: bool | None) -> Shape:
    cells, colors = min(shape.orientations(mirrors))
    return Shape(shape.lattice, cells, colors)


def _home(lattice: Lattice, cells: Sequence[Cell], colors: Sequence[str]) -> Oriented:
    ordered = sorted(zip(cells, colors, strict=True))
    shift = lattice.shift_home(ordered[0][0])
    return tuple(added(cell, shift) for cell, _ in ordered), tuple(color for _, color in ordered)


def drawn_shape(shape: Shape, mark: str = "X") -> str:
    """A shape as a drawing; a cell's color is shown by its first letter.

    >>> from puzzlery.packings.model.lattice import HEXAGONAL
    >>> print(drawn_shape(Shape(HEXAGONAL, ((0, 0), (1, 0), (0, 1))), "#"))
    # #
     #
    """
    spots = spots_from_zero(shape.lattice, shape.cells)
    colors = zip(shape.cells, shape.shades, strict=True)
    blank = "." if shape.lattice.name in ("square", "cubic") else " "
    return drawn({spots[cell]: color[:1] or mark for cell, color in colors}, blank)


def shape_drawn(rows: str | Sequence[str], lattice: Lattice) -> Shape:
    """The shape that a drawing shows; a lower-case letter is the color of its cell.

    >>> from puzzlery.packings.model.lattice import SQUARE
    >>> shape_drawn(["XXX", ".X."], SQUARE).cells
    ((0, 0), (0, 1), (0, 2), (1, 1))
    """
    text = rows if isinstance(rows, str) else "\n".join(rows)
    found = cells_of(text, lattice)
    colors = tuple(each if each.islower() else "" for each in found.values())
    return Shape(lattice, tuple(found), colors)
