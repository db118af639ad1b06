"""Meshes: pieces and assemblies of packings as STL files, to be printed in three dimensions.

Cubes and squares become blocks, whose outer walls are moved inward by half the gap, so that
printed pieces slide past one another; the surface is closed. Balls become spheres joined by
bars, and hexagons and triangles become prisms.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import pi

import numpy as np
from numpy.typing import NDArray

from puzzlery.errors import PuzzleryError
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import Cell, Lattice
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.piece import Piece
from puzzlery.render.packings.packing_cells import outer_edges, places_in_space, tile_of

Floats = NDArray[np.float64]
Triangle = Sequence[Sequence[float] | Floats]
# The radius of the bars between balls, in cells, and the corners of a circle, once around.
_BAR_RADIUS, _CIRCLE_CORNERS = 0.28, 24
_TURNS = 2 * pi * (np.arange(_CIRCLE_CORNERS + 1) % _CIRCLE_CORNERS) / _CIRCLE_CORNERS
_CIRCLE = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])


def piece_stl(piece: Piece, *, unit: float = 10.0, gap: float = 0.1) -> bytes:
    """A piece as the bytes of an STL file; a cell is `unit` wide, and neighbors are `gap` apart.

    Both are in the unit of the file, which most programs take for millimeters.

    >>> from puzzlery.packings import pieces
    >>> stl = piece_stl(pieces("soma")[0])
    >>> len(stl) == 84 + 50 * int.from_bytes(stl[80:84], "little")
    True
    """
    board = Board(piece.shape.lattice, piece.shape.cells)
    return binary(_solid(board, piece.shape.cells, unit, gap), piece.id)


def assembly_stl(
    solution: PackingSolution, *, unit: float = 10.0, gap: float = 0.1, apart: float = 0.0
) -> bytes:
    """A whole solution as the bytes of an STL file; `apart` moves the pieces away from its center.

    With `apart=0.5` each piece is moved outward by half its distance from the middle.

    >>> from puzzlery.packings import packing
    >>> stl = assembly_stl(packing({"a": "X", "b": "XX"}, "3x1").first(), apart=0.5)
    >>> stl[:20], int.from_bytes(stl[80:84], "little")
    (b'puzzlery 3x1        ', 48)
    """
    board = solution.packing.board
    places = places_in_space(board)
    middle = np.mean(list(places.values()), axis=0)
    parts = []
    for placement in solution:
        own = np.mean([places[cell] for cell in placement.cells], axis=0)
        shift = apart * unit * (own - middle)
        parts.append(_solid(board, placement.cells, unit, gap) + shift)
    return binary(np.concatenate(parts), solution.packing.name)


def _solid(board: Board, cells: Sequence[Cell], unit: float, gap: float) -> Floats:
    if not (unit > 0 and 0 <= gap < unit / 2):
        raise PuzzleryError(
            f"a cell of {unit} with a gap of {gap}; expected a gap under half a cell"
        )
    lattice = board.lattice
    if lattice.name in ("square", "cubic"):
        made = _blocks(cells, gap / unit / 2)
    elif lattice.name == "fcc":
        made = _balls(board, cells, 0.5 - gap / unit / 2)
    else:
        made = _prisms(lattice, cells)
    return unit * np.array(list(made))


def _blocks(cells: Iterable[Cell], inset: float) -> Iterator[Triangle]:
    """Blocks with their outer walls moved inward.

    Each cube is cut into 27 parts by planes near its walls; a part at a wall, an edge or a
    corner belongs to the piece if all the cubes that meet there do.
    """
    solid = {(*cell[::-1], 0)[:3] for cell in cells}
    parts = set()
    for x, y, z in solid:
        for side in product((-1, 0, 1), repeat=3):
            around = product(*({0, step} for step in side))
            if all((x + a, y + b, z + c) in solid for a, b, c in around):
                parts.add((3 * x + side[0] + 1, 3 * y + side[1] + 1, 3 * z + side[2] + 1))

    def wall(number: int) -> float:
        whole, third = divmod(number, 3)
        return whole + (0.0, inset, 1 - inset)[third]

    for part in sorted(parts):
        for axis, sign in product(range(3), (1, -1)):
            beyond = tuple(p + sign * (a == axis) for a, p in enumerate(part))
            if beyond not in parts:
                yield from _face([wall(p) for p in part], [wall(p + 1) for p in part], axis, sign)


def _face(low: Sequence[float], high: Sequence[float], axis: int, sign: int) -> Iterator[Triangle]:
    """One wall of a box as two triangles, counterclockwise as seen from outside."""
    one, two = (axis + 1) % 3, (axis + 2) % 3
    corners = []
    for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)):
        point = list(low)
        point[axis] = high[axis] if sign > 0 else low[axis]
        point[one] = high[one] if a else low[one]
        point[two] = high[two] if b else low[two]
        corners.append(point)
    if sign < 0:
        corners.reverse()
    yield (corners[0], corners[1], corners[2])
    yield (corners[0], corners[2], corners[3])


def _prisms(lattice: Lattice, cells: Sequence[Cell]) -> Iterator[Triangle]:
    """Flat cells of height one; there is no wall between cells of the same piece."""
    tile = tile_of(lattice)
    for cell in cells:
        # The corners go around clockwise on paper, where y points down: up, seen from above.
        ring = [tile.point(corner) for corner in tile.corners(cell)]
        for (ax, ay), (bx, by) in pairwise(ring[1:]):
            yield ((*ring[0], 1.0), (ax, ay, 1.0), (bx, by, 1.0))
            yield ((*ring[0], 0.0), (bx, by, 0.0), (ax, ay, 0.0))
    for one, other in outer_edges(tile, cells):
        (ax, ay), (bx, by) = tile.point(one), tile.point(other)
        yield ((ax, ay, 0.0), (bx, by, 0.0), (bx, by, 1.0))
        yield ((ax, ay, 0.0), (bx, by, 1.0), (ax, ay, 1.0))


def _balls(board: Board, cells: Sequence[Cell], radius: float) -> Iterator[Triangle]:
    """Spheres, and bars between those that touch; where they overlap, they are one solid."""
    places = {cell: np.array(place) for cell, place in places_in_space(board).items()}
    for cell in cells:
        yield from _sphere(places[cell], radius)
        for near in board.lattice.neighbors(cell):
            if near in cells and near > cell:
                yield from _bar(places[cell], places[near])


def _sphere(middle: Floats, radius: float) -> Iterator[Triangle]:
    """A ball as rings of quadrilaterals, closed at both poles."""
    rings = _CIRCLE_CORNERS // 2
    down = np.arange(rings + 1) * pi / rings
    across = np.column_stack([_CIRCLE, np.zeros(len(_CIRCLE))]) * np.sin(down)[:, None, None]
    points = middle + radius * (across + np.cos(down)[:, None, None] * (0.0, 0.0, 1.0))
    points[[0, -1]] = points[[0, -1], :1]
    for ring, step in product(range(rings), range(_CIRCLE_CORNERS)):
        (a, b), (c, d) = points[ring : ring + 2, step : step + 2]
        if ring < rings - 1:
            yield (a, c, d)
        if ring > 0:
            yield (a, d, b)


def _bar(one: Floats, other: Floats) -> Iterator[Triangle]:
    """A round bar from one point to another, closed at both ends."""
    axis = _unit(other - one)
    side = _unit(np.cross(axis, np.eye(3)[np.abs(axis).round(6).argmin()]))
    rim = _BAR_RADIUS * _CIRCLE @ [side, np.cross(axis, side)]
    for (a, b), (c, d) in zip(pairwise(one + rim), pairwise(other + rim), strict=True):
        yield from ((a, b, d), (a, d, c), (one, b, a), (other, c, d))


def _unit(vector: Floats) -> Floats:
    return np.asarray(vector / np.linalg.norm(vector))


def binary(triangles: Sequence[Triangle] | Floats, name: str = "") -> bytes:
    """Triangles as a binary STL file: 80 bytes of header, their number, 50 bytes each.

    >>> stl = binary([((0, 0, 0), (1, 0, 0), (0, 1, 0))], "triangle")
    >>> stl[:17], len(stl)
    (b'puzzlery triangle', 134)
    """
    heading = f"puzzlery {name}".encode("ascii", "replace")[:80].ljust(80, b" ")
    # In the axes of STL y points to the back, here rows come to the front.
    corners = np.asarray(triangles)[:, [0, 2, 1]] * (1.0, -1.0, 1.0)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = normals / np.where(lengths > 0, lengths, 1.0)
    records = np.zeros(len(corners), dtype=[("vectors", "<f4", (4, 3)), ("attributes", "<u2")])
    records["vectors"] = np.concatenate([normals[:, None], corners], axis=1)
    return heading + struct.pack("<I", len(corners)) + records.tobytes()
