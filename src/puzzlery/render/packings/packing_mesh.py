"""Meshes: pieces and assemblies of packings as STL files, to be printed in three dimensions.

Cubes and squares become blocks, whose outer walls are moved inward by half the gap, so that
printed pieces slide past one another; the surface is closed. Balls become spheres joined by
bars, and hexagons and triangles become prisms.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import cos, hypot, pi, sin

from puzzlery.errors import PuzzleryError
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import Cell, Lattice
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.piece import Piece
from puzzlery.render.packings.packing_cells import TILES, places_in_space

Vector = tuple[float, float, float]
Triangle = tuple[Vector, Vector, Vector]
# The radius of the bars between balls, in cells, and the corners of a circle.
_BAR_RADIUS, _CIRCLE_CORNERS = 0.28, 24


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
    middle = _middle(board, board.cells, unit)
    triangles: list[Triangle] = []
    for placement in solution:
        own = _middle(board, placement.cells, unit)
        x, y, z = (apart * (a - b) for a, b in zip(own, middle, strict=True))
        for each in _solid(board, placement.cells, unit, gap):
            a, b, c = ((p[0] + x, p[1] + y, p[2] + z) for p in each)
            triangles.append((a, b, c))
    return binary(triangles, solution.packing.name)


def _middle(board: Board, cells: Iterable[Cell], unit: float) -> Vector:
    places = places_in_space(board)
    points = [places[cell] for cell in cells]
    x, y, z = (unit * sum(point[axis] for point in points) / len(points) for axis in range(3))
    return (x, y, z)


def _solid(board: Board, cells: Sequence[Cell], unit: float, gap: float) -> list[Triangle]:
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
    return [_scaled(triangle, unit) for triangle in made]


def _scaled(triangle: Triangle, unit: float) -> Triangle:
    a, b, c = ((unit * x, unit * y, unit * z) for x, y, z in triangle)
    return (a, b, c)


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
        point = [0.0, 0.0, 0.0]
        point[axis] = high[axis] if sign > 0 else low[axis]
        point[one] = high[one] if a else low[one]
        point[two] = high[two] if b else low[two]
        corners.append((point[0], point[1], point[2]))
    if sign < 0:
        corners.reverse()
    yield (corners[0], corners[1], corners[2])
    yield (corners[0], corners[2], corners[3])


def _prisms(lattice: Lattice, cells: Sequence[Cell]) -> Iterator[Triangle]:
    """Flat cells of height one; there is no wall between cells of the same piece."""
    tile = TILES[lattice.name]
    edges = [edge for cell in cells for edge in _around(list(tile.corners(cell)))]
    known = set(edges)
    for cell in cells:
        # The corners go around clockwise on paper, where y points down: up, seen from above.
        ring = [tile.point(corner) for corner in tile.corners(cell)]
        for (ax, ay), (bx, by) in pairwise(ring[1:]):
            yield ((*ring[0], 1.0), (ax, ay, 1.0), (bx, by, 1.0))
            yield ((*ring[0], 0.0), (bx, by, 0.0), (ax, ay, 0.0))
    for one, other in edges:
        if (other, one) not in known:
            (ax, ay), (bx, by) = tile.point(one), tile.point(other)
            yield ((ax, ay, 0.0), (bx, by, 0.0), (bx, by, 1.0))
            yield ((ax, ay, 0.0), (bx, by, 1.0), (ax, ay, 1.0))


def _around(corners: list[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _balls(board: Board, cells: Sequence[Cell], radius: float) -> Iterator[Triangle]:
    """Spheres, and bars between those that touch; where they overlap, they are one solid."""
    places = places_in_space(board)
    for cell in cells:
        yield from _sphere(places[cell], radius)
        for near in board.lattice.neighbors(cell):
            if near in cells and near > cell:
                yield from _bar(places[cell], places[near])


def _sphere(middle: Vector, radius: float) -> Iterator[Triangle]:
    """A ball as rings of quadrilaterals, closed at both poles."""
    rings = _CIRCLE_CORNERS // 2

    def point(ring: int, step: int) -> Vector:
        down, turn = pi * ring / rings, 2 * pi * (step % _CIRCLE_CORNERS) / _CIRCLE_CORNERS
        wide = radius * sin(down) if 0 < ring < rings else 0.0
        return (
            middle[0] + wide * cos(turn),
            middle[1] + wide * sin(turn),
            middle[2] + radius * cos(down),
        )

    for ring, step in product(range(rings), range(_CIRCLE_CORNERS)):
        a, b = point(ring, step), point(ring, step + 1)
        c, d = point(ring + 1, step), point(ring + 1, step + 1)
        if ring < rings - 1:
            yield (a, c, d)
        if ring > 0:
            yield (a, d, b)


def _bar(one: Vector, other: Vector) -> Iterator[Triangle]:
    """A round bar from one point to another, closed at both ends."""
    axis = _unit([b - a for a, b in zip(one, other, strict=True)])
    least = min(range(3), key=lambda k: abs(axis[k]))
    side = _unit(_cross(axis, [float(k == least) for k in range(3)]))
    up = _cross(axis, side)

    def rim(middle: Vector, step: int) -> Vector:
        turn = 2 * pi * (step % _CIRCLE_CORNERS) / _CIRCLE_CORNERS
        x, y, z = (m + _BAR_RADIUS * (cos(turn) * s + sin(turn) * u)
                   for m, s, u in zip(middle, side, up, strict=True))  # fmt: skip
        return (x, y, z)

    for step in range(_CIRCLE_CORNERS):
        a, b = rim(one, step), rim(one, step + 1)
        c, d = rim(other, step), rim(other, step + 1)
        yield from ((a, b, d), (a, d, c), (one, b, a), (other, c, d))


def _unit(vector: Sequence[float]) -> Vector:
    length = hypot(*vector)
    return (vector[0] / length, vector[1] / length, vector[2] / length)


def _cross(a: Sequence[float], b: Sequence[float]) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def binary(triangles: Sequence[Triangle], name: str = "") -> bytes:
    """Triangles as a binary STL file: 80 bytes of header, their number, 50 bytes each.

    >>> stl = binary([((0, 0, 0), (1, 0, 0), (0, 1, 0))], "triangle")
    >>> stl[:17], len(stl)
    (b'puzzlery triangle', 134)
    """
    heading = f"puzzlery {name}".encode("ascii", "replace")[:80].ljust(80, b" ")
    upright = [_right_handed(triangle) for triangle in triangles]
    body = [struct.pack("<12fH", *_normal(t), *t[0], *t[1], *t[2], 0) for t in upright]
    return heading + struct.pack("<I", len(triangles)) + b"".join(body)


def _right_handed(triangle: Triangle) -> Triangle:
    """A triangle in the axes of STL: there y points to the back, here rows come to the front."""
    (a, b, c), (d, e, f), (g, h, i) = triangle
    return ((a, -b, c), (g, -h, i), (d, -e, f))


def _normal(triangle: Triangle) -> Vector:
    a, b, c = triangle
    along = [q - p for p, q in zip(a, b, strict=True)]
    other = [q - p for p, q in zip(a, c, strict=True)]
    normal = _cross(along, other)
    return _unit(normal) if hypot(*normal) > 0 else (0.0, 0.0, 0.0)
