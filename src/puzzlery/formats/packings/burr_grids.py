"""Grids of BurrTools files: where their voxels stand in our lattices, and how turns are numbered.

A file names places by whole coordinates x, y, z in one of five grids. A stored solution says how a
piece is turned by a number; each grid counts its turns in an order of its own.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from puzzlery.errors import PuzzleryError
from puzzlery.packings.model.lattice import (
    CUBIC,
    FCC,
    PRISMATIC,
    RHOMBIC,
    SQUARE,
    TETRAHEDRAL,
    Cell,
    Lattice,
    Matrix,
    added,
    determinant,
    turned,
)

Turn = Callable[[Cell], Cell | None]
"""Where a turn about the origin carries a voxel; None if that is no place of the grid."""


@dataclass(frozen=True, slots=True, eq=False)
class BurrGrid:
    """A grid of a BurrTools file: its number, name, lattice, and the maps to it and back.

    >>> grid = grid_of_kind("0")
    >>> grid.name, grid.to_cell((1, 2, 3)), grid.to_voxel((3, 2, 1)), len(grid.turns)
    ('bricks', (3, 2, 1), (1, 2, 3), 24)
    """

    kind: str
    name: str
    lattice: Lattice
    to_cell: Callable[[Cell], Cell] = field(repr=False)
    to_voxel: Callable[[Cell], Cell] = field(repr=False)
    make_turns: Callable[[], tuple[Turn, ...]] = field(repr=False)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns without a mirror, by their numbers in files."""
        return self.make_turns()

    def placed(
        self, voxels: Iterable[Cell], anchor: Cell, place: Cell, turn: int
    ) -> tuple[Cell, ...]:
        """The cells of a shape that is turned and moved so that its anchor comes to a place.

        >>> grid_of_kind("0").placed([(0, 0, 0), (1, 0, 0)], (0, 0, 0), (5, 5, 5), 16)
        ((5, 5, 5), (5, 6, 5))
        """
        if not 0 <= turn < len(self.turns):
            raise PuzzleryError(f"turn {turn} of the grid of {self.name}; it has {len(self.turns)}")
        return tuple(self.to_cell(each) for each in self._moved(voxels, anchor, place, turn))

    def _moved(
        self, voxels: Iterable[Cell], anchor: Cell, place: Cell, turn: int
    ) -> Iterator[Cell]:
        carry = self.turns[turn]
        start = carry(anchor)
        for voxel in voxels:
            image = carry(voxel)
            if start is None or image is None:
                raise PuzzleryError(f"turn {turn} carries a piece between the places of the grid")
            yield tuple(p + a - b for p, a, b in zip(place, image, start, strict=True))

    def turn_number(
        self, voxels: Iterable[Cell], anchor: Cell, cells: Iterable[Cell]
    ) -> tuple[Cell, int] | None:
        """The place of the anchor and the least number of a turn that lay a shape on cells.

        >>> grid_of_kind("0").turn_number([(0, 0, 0), (1, 0, 0)], (0, 0, 0), [(5, 5, 5), (5, 6, 5)])
        ((5, 5, 5), 16)
        """
        shape, wanted = list(voxels), sorted(self.to_voxel(cell) for cell in cells)
        for number, carry in enumerate(self.turns):
            images = [carry(voxel) for voxel in (*shape, anchor)]
            found = [each for each in images if each is not None]
            if len(found) < len(images):
                continue
            *moved, start = found
            shift = tuple(a - b for a, b in zip(wanted[0], min(moved), strict=True))
            if sorted(added(each, shift) for each in moved) == wanted:
                return added(start, shift), number
        return None


def _linear(matrices: Iterable[Matrix]) -> tuple[Turn, ...]:
    return tuple(lambda voxel, matrix=matrix: turned(matrix, voxel) for matrix in matrices)


def _product(*matrices: Matrix) -> Matrix:
    found = np.eye(3, dtype=int)
    for matrix in matrices:
        found = found @ np.array(matrix)
    return tuple(map(tuple, found.tolist()))


# The quarter turns of which the numbered turns of bricks are made.
_ABOUT_X: Matrix = ((1, 0, 0), (0, 0, -1), (0, 1, 0))
_ABOUT_Y: Matrix = ((0, 0, -1), (0, 1, 0), (1, 0, 0))
_ABOUT_Z: Matrix = ((0, -1, 0), (1, 0, 0), (0, 0, 1))


@cache
def _brick_turns() -> tuple[Turn, ...]:
    """Number 4q + r is r quarter turns about x, then the q-th way to lead the x axis elsewhere."""
    ways = [
        (),
        (_ABOUT_Y,),
        (_ABOUT_Y, _ABOUT_Y),
        (_ABOUT_Y,) * 3,
        (_ABOUT_Z,),
        (_ABOUT_Z,) * 3,
    ]
    return _linear(_product(*way, *(_ABOUT_X,) * r) for way in ways for r in range(4))


def _prism_cell(voxel: Cell) -> Cell:
    x, y, z = voxel
    points = (x + y) % 2 + 1
    return (z, 3 * ((x - y) // 2) + points, 3 * y + points)


def _prism_voxel(cell: Cell) -> Cell:
    layer, a, b = cell
    y = b // 3
    return (y + 2 * (a // 3) + a % 3 - 1, y, layer)


@cache
def _prism_turns() -> tuple[Turn, ...]:
    """Sixths of a turn, then the same after the prism is turned over."""
    return tuple(_prism_turn(number % 6, over=number >= 6) for number in range(12))


def _prism_turn(sixths: int, *, over: bool) -> Turn:
    def carry(voxel: Cell) -> Cell:
        layer, a, b = _prism_cell(voxel)
        if over:
            layer, a = -layer, -a - b
        for _ in range(sixths):
            a, b = -b, a + b
        return _prism_voxel((layer, a, b))

    return carry


# Balls can be turned in 120 ways so that some shapes stay on the grid: the 24 turns of a cube, and
# these with a plane of touching balls turned by a sixth. Files number them in this order, here
# told by the place of each among the matrices in order.
_BALL_ORDER = (
    119, 61, 55, 66, 0, 58, 64, 53, 63, 118, 2, 59, 56, 1, 117, 60, 62, 116, 54, 67, 57, 3, 65, 52,
    80, 91, 74, 112, 43, 77, 45, 75, 70, 108, 76, 87, 49, 71, 39, 81, 106, 79, 102, 83, 97, 69, 93,
    73, 11, 20, 22, 99, 48, 9, 109, 68, 110, 10, 51, 8, 50, 96, 21, 111, 23, 98, 33, 13, 86, 42,
    104, 35, 12, 15, 84, 32, 107, 34, 105, 41, 85, 14, 78, 40, 19, 28, 17, 100, 90, 82, 38, 30, 29,
    37, 89, 88, 103, 18, 31, 36, 16, 101, 26, 95, 7, 24, 114, 6, 47, 44, 5, 113, 72, 115, 27, 94,
    4, 46, 92, 25,
)  # fmt: skip


@cache
def _ball_turns() -> tuple[Turn, ...]:
    """Turns by matrices of thirds; a ball that they carry between the places has no image."""
    thirds: set[Matrix] = {tuple(tuple(3 * e for e in row) for row in m) for m in FCC.rotations}
    mirrors = [matrix for matrix in FCC.turns if determinant(matrix) < 0]
    for diagonal in ((1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1)):
        reflected = 3 * np.eye(3, dtype=int) - 2 * np.outer(diagonal, diagonal)
        reflection: Matrix = tuple(map(tuple, reflected.tolist()))
        thirds |= {_product(reflection, mirror) for mirror in mirrors}
    ordered = sorted(thirds)
    return tuple(_turn_in_thirds(ordered[place]) for place in _BALL_ORDER)


def _turn_in_thirds(matrix: Matrix) -> Turn:
    def carry(voxel: Cell) -> Cell | None:
        image = turned(matrix, voxel)
        if any(part % 3 for part in image):
            return None
        place = tuple(part // 3 for part in image)
        return place if FCC.holds(place) else None

    return carry


def _reversed(cell: Cell) -> Cell:
    return cell[::-1]


def _same(cell: Cell) -> Cell:
    return cell


GRIDS = {
    each.kind: each
    for each in (
        BurrGrid("0", "bricks", CUBIC, _reversed, _reversed, _brick_turns),
        BurrGrid("1", "triangular prisms", PRISMATIC, _prism_cell, _prism_voxel, _prism_turns),
        BurrGrid("2", "spheres", FCC, _same, _same, _ball_turns),
        BurrGrid(
            "3",
            "rhombic tetrahedra",
            RHOMBIC,
            lambda voxel: tuple(part - 2 for part in voxel),
            lambda cell: tuple(part + 2 for part in cell),
            _brick_turns,
        ),
        BurrGrid(
            "4",
            "tetrahedra and octahedra",
            TETRAHEDRAL,
            lambda voxel: tuple(2 * part + 1 for part in voxel),
            lambda cell: tuple(part // 2 for part in cell),
            _brick_turns,
        ),
    )
}
# Squares are written as one layer of bricks.
_SQUARES = BurrGrid(
    "0", "bricks", SQUARE, lambda v: (v[1], v[0]), lambda c: (c[1], c[0], 0), _brick_turns
)


def grid_of_kind(kind: str) -> BurrGrid:
    """The grid of a number in a file.

    >>> [grid_of_kind(kind).lattice.name for kind in "01234"]
    ['cubic', 'prismatic', 'fcc', 'rhombic', 'tetrahedral']
    """
    if kind not in GRIDS:
        raise PuzzleryError(f'has grid type "{kind}"; expected 0 to {len(GRIDS) - 1}')
    return GRIDS[kind]


def grid_of_lattice(lattice: Lattice) -> BurrGrid | None:
    """The grid in which a lattice is written; None if files have none.

    >>> from puzzlery.packings.model.lattice import HEXAGONAL
    >>> grid_of_lattice(SQUARE).kind, grid_of_lattice(FCC).kind, grid_of_lattice(HEXAGONAL)
    ('0', '2', None)
    """
    if lattice is SQUARE:
        return _SQUARES
    return next((grid for grid in GRIDS.values() if grid.lattice is lattice), None)
