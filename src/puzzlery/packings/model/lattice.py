"""Lattices: the grids whose cells shapes and boards are made of, and the turns that keep them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product
from operator import add

import numpy as np

from puzzlery.errors import InvalidPuzzle, UnknownName

Cell = tuple[int, ...]
Matrix = tuple[tuple[int, ...], ...]
# The kernels add coordinates in 64 bits.
FARTHEST = 2**40
Spot = tuple[int, int, int]
"""Where a cell is written: its layer, row and column."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A grid of cells with whole coordinates.

    `turns` are the symmetries about the origin as matrices, those without a mirror first;
    `steps` lead from a cell to its neighbors, where `touches` allows it. A point that `holds`
    refuses is no cell. `residue` tells a cell's class under translations, as the cell of that
    class next to the origin; of a translation it is zero.

    >>> CUBIC
    cubic
    >>> len(CUBIC.rotations), len(CUBIC.turns), len(HEXAGONAL.steps)
    (24, 48, 6)
    """

    name: str
    dimension: int
    turns: tuple[Matrix, ...] = field(repr=False)
    rotations: tuple[Matrix, ...] = field(repr=False)
    steps: tuple[Cell, ...] = field(repr=False)
    holds: Callable[[Cell], bool] = field(repr=False)
    residue: Callable[[Cell], Cell] = field(repr=False)
    period: int = field(default=1, repr=False)
    touches: Callable[[Cell, Cell], bool] | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Callable[[str], "Lattice"], tuple[str]]:
        return lattice, (self.name,)

    def neighbors(self, cell: Cell) -> list[Cell]:
        """The cells that touch a cell: along an edge, a face, or as balls do.

        >>> SQUARE.neighbors((0, 0))
        [(1, 0), (-1, 0), (0, 1), (0, -1)]
        >>> len(TRIANGULAR.neighbors((1, 1))), len(FCC.neighbors((0, 0, 0)))
        (3, 12)
        """
        near = (added(cell, step) for step in self.steps)
        found = [other for other in near if self.holds(other)]
        if self.touches is None:
            return found
        return [other for other in found if self.touches(cell, other)]

    def normalized(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The cells, moved so that the least of them lies at the origin, in order.

        >>> SQUARE.normalized([(4, 7), (4, 6)])
        ((0, 0), (0, 1))
        """
        ordered = sorted(cells)
        shift = self.shift_home(ordered[0])
        return tuple(added(cell, shift) for cell in ordered)

    def shift_home(self, cell: Cell) -> Cell:
        """The translation that brings a cell to the origin, or next to it among triangles.

        >>> SQUARE.shift_home((4, 7)), TRIANGULAR.shift_home((4, 7))
        ((-4, -7), (-3, -6))
        """
        return tuple(a - b for a, b in zip(self.residue(cell), cell, strict=True))

    def is_shift(self, vector: Cell) -> bool:
        """Whether a translation by this vector carries every cell to a cell.

        >>> FCC.is_shift((1, 0, 0)), FCC.is_shift((1, 1, 0))
        (False, True)
        >>> TRIANGULAR.is_shift((1, 1)), TRIANGULAR.is_shift((3, 0))
        (False, True)
        """
        return not any(self.residue(vector))

    @property
    def is_everywhere_alike(self) -> bool:
        """Whether a translation leads from each cell to each other one.

        >>> FCC.is_everywhere_alike, TRIANGULAR.is_everywhere_alike
        (True, False)
        """
        return self.period == 1

    def check(self, cells: Iterable[Cell]) -> None:
        """Raise an error if a point is no cell of the lattice.

        >>> FCC.check([(0, 0, 0), (0, 0, 1)])
        Traceback (most recent call last):
        puzzlery.errors.InvalidPuzzle: (0, 0, 1) is no cell of the fcc lattice
        """
        for cell in cells:
            if len(cell) != self.dimension or not self.holds(cell):
                raise InvalidPuzzle(f"{cell} is no cell of the {self.name} lattice")
            if max(map(abs, cell)) > FARTHEST:
                raise InvalidPuzzle(f"{cell} lies too far out; expected at most {FARTHEST:,}")

    def parts(self, cells: Iterable[Cell]) -> list[set[Cell]]:
        """The cells, split into connected parts, the part of the least cell first.

        >>> [sorted(part) for part in SQUARE.parts([(0, 0), (5, 5), (0, 1)])]
        [[(0, 0), (0, 1)], [(5, 5)]]
        """
        left = set(cells)
        found = []
        for start in sorted(left):
            if start in left:
                left.discard(start)
                found.append(self._flood(start, left))
        return found

    def _flood(self, start: Cell, left: set[Cell]) -> set[Cell]:
        part, waiting = {start}, [start]
        while waiting:
            cell = waiting.pop()
            for step in self.steps:
                near = tuple(map(add, cell, step))
                if near in left and (self.touches is None or self.touches(cell, near)):
                    left.discard(near)
                    part.add(near)
                    waiting.append(near)
        return part


def added(cell: Cell, step: Cell) -> Cell:
    """The sum of two vectors.

    >>> added((1, 2), (0, -2))
    (1, 0)
    """
    return tuple(a + b for a, b in zip(cell, step, strict=True))


def turned(matrix: Matrix, cell: Cell) -> Cell:
    """The image of a cell under a matrix.

    >>> turned(((0, 1), (-1, 0)), (2, 5))
    (5, -2)
    """
    return tuple(sum(a * b for a, b in zip(row, cell, strict=True)) for row in matrix)


def determinant(matrix: Matrix) -> int:
    """The determinant of a matrix of two or three rows: 1 for a rotation, −1 with a mirror.

    >>> quarter_turn, mirror = ((0, -1), (1, 0)), ((0, 1), (1, 0))
    >>> determinant(quarter_turn), determinant(mirror)
    (1, -1)
    """
    return round(float(np.linalg.det(matrix)))


def _times(left: Matrix, right: Matrix) -> Matrix:
    return tuple(map(tuple, (np.array(left) @ np.array(right)).tolist()))


def _signed_permutations(dimension: int) -> list[Matrix]:
    """All matrices with one entry of ±1 in every row and column."""
    return [
        tuple(
            tuple(sign if column == place else 0 for column in range(dimension))
            for place, sign in zip(places, signs, strict=True)
        )
        for places in permutations(range(dimension))
        for signs in product((1, -1), repeat=dimension)
    ]


def _sixfold() -> list[Matrix]:
    """The twelve symmetries of a hexagon, in coordinates along two of its diagonals."""
    sixth: Matrix = ((0, -1), (1, 1))
    powers: list[Matrix] = [((1, 0), (0, 1))]
    for _ in range(5):
        powers.append(_times(sixth, powers[-1]))
    mirror: Matrix = ((0, 1), (1, 0))
    return powers + [_times(mirror, power) for power in powers]


def _make(
    name: str,
    turns: list[Matrix],
    steps: list[Cell],
    holds: Callable[[Cell], bool] = lambda cell: True,
    residue: Callable[[Cell], Cell] | None = None,
    period: int = 1,
    touches: Callable[[Cell, Cell], bool] | None = None,
) -> Lattice:
    rotations = [turn for turn in turns if determinant(turn) == 1]
    mirrors = [turn for turn in turns if determinant(turn) == -1]
    size, origin = len(steps[0]), (0,) * len(steps[0])
    return Lattice(
        name, size, (*rotations, *mirrors), tuple(rotations), tuple(steps), holds,
        residue or (lambda cell: origin), period, touches,
    )  # fmt: skip


def _unit_steps(dimension: int) -> list[Cell]:
    return [
        tuple(sign if place == axis else 0 for place in range(dimension))
        for axis in range(dimension)
        for sign in (1, -1)
    ]


def _is_triangle(cell: Cell) -> bool:
    return cell[-2] % 3 == cell[-1] % 3 != 0


def _triangle_residue(cell: Cell) -> Cell:
    """The cell of the same kind in the unit that has the origin as its first corner."""
    return (*(0 for _ in cell[:-2]), cell[-2] % 3, cell[-1] % 3)


def _is_ball(cell: Cell) -> bool:
    return sum(cell) % 2 == 0


def _ball_residue(cell: Cell) -> Cell:
    return (sum(cell) % 2, 0, 0)


def _upright(flat: list[Matrix]) -> list[Matrix]:
    """The symmetries of layers: those of one layer, with or without top and bottom exchanged."""
    return [((sign, 0, 0), *((0, *row) for row in matrix)) for sign in (1, -1) for matrix in flat]


def _is_cube_part(cell: Cell) -> bool:
    """Whether a point is one of the 24 tetrahedra of a cube of side 5, centered at the origin."""
    return sorted(abs((part + 2) % 5 - 2) for part in cell) == [0, 1, 2]


def _cube_part_residue(cell: Cell) -> Cell:
    return tuple((part + 2) % 5 - 2 for part in cell)


def _is_odd_cube(cell: Cell) -> bool:
    return sum(part // 6 for part in cell) % 2 == 1


def _is_tetrahedron(cell: Cell) -> bool:
    return all(part % 6 == 3 for part in cell)


def _is_tetrahedron_or_octant(cell: Cell) -> bool:
    """A cube of side 6 has a tetrahedron in its middle, and eighths of octahedra at four corners.

    Cubes with an odd sum of places have the other four corners.
    """
    if any(part % 2 == 0 for part in cell):
        return False
    if _is_tetrahedron(cell):
        return True
    low_corners = sum(part % 6 == 1 for part in cell)
    return all(part % 6 != 3 for part in cell) and low_corners % 2 == _is_odd_cube(cell)


def _tetrahedral_residue(cell: Cell) -> Cell:
    first, *rest = (part % 6 for part in cell)
    return (first + 6 * _is_odd_cube(cell), *rest)


def _share_a_triangle(cell: Cell, other: Cell) -> bool:
    """Octants that touch at a point only, in the middle of an octahedron, are no neighbors."""
    apart = sum(a != b for a, b in zip(cell, other, strict=True))
    return apart == 1 or _is_tetrahedron(cell) or _is_tetrahedron(other)


def _steps_of_length(square: int, far: int) -> list[Cell]:
    """The vectors of coordinates up to `far` whose squares add up to a number."""
    reach = range(-far, far + 1)
    return [step for step in product(reach, repeat=3) if sum(a * a for a in step) == square]


SQUARE = _make("square", _signed_permutations(2), _unit_steps(2))
CUBIC = _make("cubic", _signed_permutations(3), _unit_steps(3))
HEXAGONAL = _make("hexagonal", _sixfold(), [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)])
# A triangle stands at three times the center of its corners, so that it has whole coordinates:
# (1, 1) modulo 3 if it points one way, (2, 2) if it points the other.
_TRIANGLE_STEPS = [(1, 1), (1, -2), (-2, 1), (-1, -1), (-1, 2), (2, -1)]
TRIANGULAR = _make(
    "triangular", _sixfold(), [*_TRIANGLE_STEPS], _is_triangle, _triangle_residue, period=3
)
# Triangular prisms: layers of triangles, the layer first.
PRISMATIC = _make(
    "prismatic",
    _upright(_sixfold()),
    [(1, 0, 0), (-1, 0, 0), *((0, *step) for step in _TRIANGLE_STEPS)],
    _is_triangle,
    _triangle_residue,
    period=3,
)
# Balls stacked as densely as can be stand where three whole coordinates have an even sum.
FCC = _make("fcc", _signed_permutations(3), _steps_of_length(2, 1), _is_ball, _ball_residue)
# Cubes of side 5, each cut into 24 tetrahedra: the coordinates, counted from the middle of a
# cube, have the sizes 2 (which face), 1 (which edge of that face) and 0.
RHOMBIC = _make(
    "rhombic",
    _signed_permutations(3),
    [*_steps_of_length(1, 1), *_steps_of_length(2, 1)],
    _is_cube_part,
    _cube_part_residue,
    period=5,
)
# Cubes of side 6, each cut into a tetrahedron and four octants, eighths of an octahedron. The
# origin is a corner of eight tetrahedra.
TETRAHEDRAL = _make(
    "tetrahedral",
    _signed_permutations(3),
    [*_steps_of_length(4, 2), *_steps_of_length(12, 2)],
    _is_tetrahedron_or_octant,
    _tetrahedral_residue,
    period=6,
    touches=_share_a_triangle,
)
LATTICES = {
    each.name: each
    for each in (SQUARE, CUBIC, TRIANGULAR, HEXAGONAL, FCC, PRISMATIC, RHOMBIC, TETRAHEDRAL)
}


def lattice(name: str) -> Lattice:
    """The lattice of that name, such as square, cubic, triangular, hexagonal, or fcc (balls).

    >>> lattice("cubic") is CUBIC, lattice("fcc").dimension
    (True, 3)
    """
    if name not in LATTICES:
        raise UnknownName.among("lattice", name, LATTICES)
    return LATTICES[name]


_LIFTS: dict[tuple[str, str], Callable[[Cell], Cell]] = {
    ("square", "cubic"): lambda cell: (0, *cell),
    ("square", "fcc"): lambda cell: (cell[0] + cell[1], cell[0] - cell[1], 0),
    ("hexagonal", "fcc"): lambda cell: (cell[0] + cell[1], cell[0], cell[1]),
}


@cache
def lift(source: Lattice, target: Lattice) -> Callable[[Cell], Cell]:
    """The map that lays a flat lattice into another: squares among cubes or balls, and so on.

    >>> lift(HEXAGONAL, FCC)((1, 2))
    (3, 1, 2)
    """
    if source is target:
        return lambda cell: cell
    if (source.name, target.name) not in _LIFTS:
        raise InvalidPuzzle(
            f"a {source.name} shape cannot lie on a {target.name} board; "
            f"expected shapes that are {_sources(target)}"
        )
    return _LIFTS[source.name, target.name]


def _sources(target: Lattice) -> str:
    names = [target.name, *(a for a, b in _LIFTS if b == target.name)]
    return " or ".join(names)
