"""Cells in the plane: the outline of a cell, of many cells together, and where layers lie."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from puzzlery.errors import NotExpressible
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import Cell, Lattice, Spot

Corner = tuple[int, int]
Point = tuple[float, float]
Vector = tuple[float, float, float]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Tile:
    """How the cells of a flat lattice are drawn: corners on a fine grid, and its two scales.

    Whole corners make equal corners equal, so that the edge between two cells is found.

    >>> TILES["square"].corners((0, 2))
    [(2, 0), (3, 0), (3, 1), (2, 1)]
    >>> len(TILES["hexagonal"].corners((0, 0)))
    6
    """

    corners: Callable[[Cell], Sequence[Corner]]
    across: float
    down: float

    def point(self, corner: Corner) -> Point:
        return (corner[0] * self.across, corner[1] * self.down)

    def center(self, cell: Cell) -> Point:
        corners = [self.point(corner) for corner in self.corners(cell)]
        return fmean(x for x, _ in corners), fmean(y for _, y in corners)


def _square(cell: Cell) -> list[Corner]:
    row, column = cell[-2:]
    return [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]


def _hexagon(cell: Cell) -> list[Corner]:
    x, y = 2 * cell[0] + cell[1], 3 * cell[1]
    steps = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
    return [(x + dx, y + dy) for dx, dy in steps]


def _triangle(cell: Cell) -> list[Corner]:
    a, b = cell[0] // 3, cell[1] // 3
    one = cell[0] % 3 == 1
    points = [(a, b), (a + 1, b), (a, b + 1)] if one else [(a + 1, b), (a + 1, b + 1), (a, b + 1)]
    return [(2 * p + q, q) for p, q in points]


TILES: Mapping[str, Tile] = {
    "square": Tile(_square, 1, 1),
    "cubic": Tile(_square, 1, 1),
    "hexagonal": Tile(_hexagon, 0.5, 0.5 / sqrt(3)),
    "triangular": Tile(_triangle, 0.5, sqrt(3) / 2),
}


def tile_of(lattice: Lattice) -> Tile:
    """How the cells of a lattice are drawn; an error for solids that are neither cubes nor balls.

    >>> from puzzlery.packings.model.lattice import RHOMBIC
    >>> tile_of(RHOMBIC)
    Traceback (most recent call last):
    puzzlery.errors.NotExpressible: cells of the rhombic lattice cannot be drawn
    """
    if lattice.name not in TILES:
        raise NotExpressible(f"cells of the {lattice.name} lattice cannot be drawn")
    return TILES[lattice.name]


def outline(tile: Tile, cells: Iterable[Cell]) -> list[list[Point]]:
    """The closed lines around cells taken together: edges between two of them are left out.

    >>> outline(TILES["square"], [(0, 0), (0, 1)])
    [[(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)]]
    """
    edges: dict[Corner, list[Corner]] = {}
    for start, end in outer_edges(tile, cells):
        edges.setdefault(start, []).append(end)
    loops = []
    while edges:
        loops.append([tile.point(corner) for corner in _loop(edges)])
    return loops


def outer_edges(tile: Tile, cells: Iterable[Cell]) -> list[tuple[Corner, Corner]]:
    """The edges of cells that no other of them shares, each from one corner to the next.

    >>> len(outer_edges(TILES["square"], [(0, 0), (0, 1)]))
    6
    """
    rings = [list(tile.corners(cell)) for cell in cells]
    edges = [edge for ring in rings for edge in zip(ring, ring[1:] + ring[:1], strict=True)]
    known = set(edges)
    return [(start, end) for start, end in edges if (end, start) not in known]


def _loop(edges: dict[Corner, list[Corner]]) -> list[Corner]:
    """Follow edges from one corner until it comes again, and take them away."""
    start = next(iter(edges))
    loop, corner = [start], start
    while True:
        ends = edges[corner]
        corner = ends.pop()
        if not ends:
            del edges[loop[-1]]
        if corner == start:
            return loop
        loop.append(corner)


def path(loops: Iterable[Sequence[Point]]) -> str:
    """Closed lines as the text of an SVG path, without corners on straight stretches.

    >>> path(outline(TILES["square"], [(0, 0), (0, 1)]))
    'M0.00 0.00L2.00 0.00L2.00 1.00L0.00 1.00Z'
    """
    return "".join(
        "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in _bends(loop)) + "Z" for loop in loops
    )


def _bends(loop: Sequence[Point]) -> list[Point]:
    count = len(loop)
    return [
        point
        for number, point in enumerate(loop)
        if not _is_straight(loop[number - 1], point, loop[(number + 1) % count])
    ]


def _is_straight(before: Point, point: Point, after: Point) -> bool:
    (ax, ay), (bx, by), (cx, cy) = before, point, after
    return abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) < 1e-9


def ball_places(board: Board) -> dict[Cell, Point]:
    """The centers of the balls of a board, seen from above; neighbors in a layer are 1 apart.

    >>> from puzzlery.packings import board
    >>> places = ball_places(board("pyramid2")).values()
    >>> sorted((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in places)
    [(0.0, 0.0), (0.0, 1.0), (0.5, 0.5), (1.0, 0.0), (1.0, 1.0)]
    """
    return {cell: (x, y) for cell, (x, y, _) in places_in_space(board).items()}


def places_in_space(board: Board) -> dict[Cell, Vector]:
    """Where cells really stand: columns to the right, rows to the front, layers up.

    The middles of neighbors are one apart, those of triangles a little less.

    >>> from puzzlery.packings import board
    >>> [round(part, 3) for part in places_in_space(board("pyramid2"))[2, 0, 0]]
    [1.0, 1.0, 0.0]
    """
    if board.lattice.name != "fcc":
        tile = tile_of(board.lattice)
        flat = {cell: tile.center(cell) for cell in board.cells}
        return {cell: (x, y, float(board.spots[cell][0])) for cell, (x, y) in flat.items()}
    start = min(board.cells, key=board.spots.__getitem__)
    steps = (np.array(board.cells) - start) / sqrt(2)
    return dict(zip(board.cells, map(tuple, (steps @ _ball_axes(board).T).tolist()), strict=True))


def _ball_axes(board: Board) -> Floats:
    """The directions of columns, rows and layers among balls, at right angles, of length one."""
    at = {spot: np.array(cell, dtype=float) for cell, spot in board.spots.items()}
    column, row, rise = (_step(at, step) for step in ((0, 0, 1), (0, 1, 0), (1, 0, 0)))
    if column is None or row is None:
        return np.eye(3)
    right = column / np.linalg.norm(column)
    front = row - (row @ right) * right
    front /= np.linalg.norm(front)
    up = np.cross(right, front)
    return np.array([right, front, -up if rise is not None and rise @ up < 0 else up])


def _step(at: Mapping[Spot, Floats], step: Spot) -> Floats | None:
    """The way from a ball to the one that is written next to it, if they touch."""
    for (z, y, x), cell in at.items():
        other = at.get((z + step[0], y + step[1], x + step[2]))
        if other is not None:
            way: Floats = other - cell
            return way if np.linalg.norm(way) < 1.5 else None
    return None
