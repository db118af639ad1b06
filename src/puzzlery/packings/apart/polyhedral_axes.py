"""Axes of lattices whose cells are tetrahedra: what they sweep, computed from their corners.

The cells are parts of cubes. Pieces slide by translations of the lattice: along edges, and along
the diagonals of faces and of space.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from puzzlery.packings.model.lattice import RHOMBIC, Cell, Lattice

Vector = tuple[int, int, int]
# A cell that is swept, relative to the cell that moves, and its kind.
SweptCell = tuple[Vector, int]
Points = NDArray[np.int64]


def corners(lattice: Lattice, cell: Cell) -> Points:
    """Twice the corners of a cell of cubes that are cut into tetrahedra.

    >>> corners(RHOMBIC, (0, 1, 2)).tolist()
    [[0, 0, 0], [0, 0, 5], [5, 5, 5], [-5, 5, 5]]
    """
    at = np.array(cell)
    return _part_of_24(at) if lattice is RHOMBIC else _tetrahedron_or_octant(at)


def _part_of_24(cell: Points) -> Points:
    """The middle of the cube, that of a face, and both ends of an edge of the face."""
    inside = (cell + 2) % 5 - 2
    middle = 2 * (cell - inside)
    face = 5 * np.where(abs(inside) == 2, np.sign(inside), 0)
    edge = face + 5 * np.where(abs(inside) == 1, np.sign(inside), 0)
    along = 5 * np.where(inside == 0, 1, 0)
    ends = [np.zeros(3, dtype=np.int64), face, edge + along, edge - along]
    return np.array([middle + end for end in ends])


def _tetrahedron_or_octant(cell: Points) -> Points:
    cube, inside = cell // 6, cell % 6
    if (inside == 3).all():
        odd = cube.sum() % 2
        ends = [end for end in product((0, 1), repeat=3) if sum(end) % 2 == odd]
        return np.array([12 * (cube + np.array(end)) for end in ends])
    corner = (inside == 5).astype(np.int64)
    near = [corner, *(corner ^ np.eye(3, dtype=np.int64)[axis] for axis in range(3))]
    return np.array([12 * (cube + each) for each in near])


def shifts(lattice: Lattice) -> tuple[Vector, ...]:
    """One step of each axis, in cubes: the shortest along edges and diagonals of the cubes.

    >>> len(shifts(RHOMBIC)), shifts(RHOMBIC)[:3]
    (13, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    """
    parts = (-1, 0, 1)
    ways = [(x, y, z) for x, y, z in product(parts, parts, parts) if (x, y, z) > (0, 0, 0)]
    forward = sorted(ways, key=lambda way: (sum(map(abs, way)), [-abs(part) for part in way]))
    return tuple(_shortest(lattice, way) for way in forward)


def _shortest(lattice: Lattice, way: Vector) -> Vector:
    side = lattice.period
    steps = 1 if lattice.is_shift(tuple(side * part for part in way)) else 2
    return (steps * way[0], steps * way[1], steps * way[2])


def cube_of(lattice: Lattice, cell: Cell) -> Vector:
    """The translation, in cubes, that leads to a cell from the one of its kind at the origin.

    >>> cube_of(RHOMBIC, (5, -1, 12))
    (1, 0, 2)
    """
    x, y, z = ((a - b) // lattice.period for a, b in zip(cell, lattice.residue(cell), strict=True))
    return (x, y, z)


@cache
def kind_numbers(lattice: Lattice) -> dict[Cell, int]:
    """The numbers of the cells that no translation of the lattice carries into one another.

    >>> len(kind_numbers(RHOMBIC))
    24
    """
    reach = range(-3, 12)
    found = {lattice.residue(c) for c in product(reach, repeat=3) if lattice.holds(c)}
    return {kind: number for number, kind in enumerate(sorted(found))}


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """The cells around the origin, and where these can be parted.

    Two convex bodies meet if no normal parts them: neither one of their faces, nor one that is
    perpendicular to an edge of each.
    """

    cells: tuple[Cell, ...]
    normals: Points
    low: Points
    high: Points


@cache
def _surroundings(lattice: Lattice) -> _Surroundings:
    reach = range(-19, 31) if lattice is not RHOMBIC else range(-8, 9)
    near = tuple(cell for cell in product(reach, repeat=3) if lattice.holds(cell))
    bodies = np.array([corners(lattice, cell) for cell in near])
    edges = {_primitive(b - a) for body in bodies for a, b in combinations(body, 2)}
    edges |= {_primitive(np.array(step)) for step in shifts(lattice)}
    crossed = [np.cross(a, b) for a, b in combinations(sorted(edges), 2)]
    normals = np.array(sorted({_primitive(each) for each in crossed if each.any()}))
    along = bodies @ normals.T
    return _Surroundings(near, normals, along.min(axis=1), along.max(axis=1))


def _primitive(vector: Points) -> Vector:
    """The shortest whole vector of the same line that points forward."""
    x, y, z = (vector // np.gcd.reduce(vector)).tolist()
    return max((x, y, z), (-x, -y, -z))


def swept(lattice: Lattice, step: Sequence[int]) -> tuple[tuple[SweptCell, ...], ...]:
    """For each kind of cell, at the origin, the cells that it crosses during a step.

    >>> [len(cells) for cells in swept(RHOMBIC, (1, 0, 0))[:3]]
    [6, 6, 6]
    """
    around, kinds = _surroundings(lattice), kind_numbers(lattice)
    way = 2 * lattice.period * np.array(step) @ around.normals.T
    found = []
    for kind in kinds:
        body = corners(lattice, kind) @ around.normals.T
        low = body.min(axis=0) + np.minimum(way, 0)
        high = body.max(axis=0) + np.maximum(way, 0)
        meets = ((low < around.high) & (around.low < high)).all(axis=1)
        crossed = [around.cells[n] for n in np.flatnonzero(meets).tolist()]
        found.append(
            tuple(
                (cube_of(lattice, cell), kinds[lattice.residue(cell)])
                for cell in crossed
                if cell != kind
            )
        )
    return tuple(found)
