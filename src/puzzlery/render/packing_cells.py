"""Cells in the plane: the outline of a cell, of many cells together, and where layers lie."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt

from puzzlery.packings.board import Board
from puzzlery.packings.lattice import Cell, Spot

Corner = tuple[int, int]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tile:
    """How the cells of a flat lattice are drawn: corners on a fine grid, and its two scales.

    Whole corners make equal corners equal, so that the edge between two cells is found.
    """

    corners: Callable[[Cell], Sequence[Corner]]
    across: float
    down: float

    def point(self, corner: Corner) -> Point:
        return (corner[0] * self.across, corner[1] * self.down)

    def center(self, cell: Cell) -> Point:
        corners = [self.point(corner) for corner in self.corners(cell)]
        return (_mean(x for x, _ in corners), _mean(y for _, y in corners))


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


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


def outline(tile: Tile, cells: Iterable[Cell]) -> list[list[Point]]:
    """The closed lines around cells taken together: edges between two of them are left out.

    >>> outline(TILES["square"], [(0, 0), (0, 1)])
    [[(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)]]
    """
    edges: dict[Corner, list[Corner]] = {}
    directed = [edge for cell in cells for edge in _edges(tile.corners(cell))]
    known = set(directed)
    for start, end in directed:
        if (end, start) not in known:
            edges.setdefault(start, []).append(end)
    loops = []
    while edges:
        loops.append([tile.point(corner) for corner in _loop(edges)])
    return loops


def _edges(corners: Sequence[Corner]) -> list[tuple[Corner, Corner]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


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
    """Closed lines as the text of an SVG path, without corners on straight stretches."""
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
    """Where the balls of a board stand in the drawing of their layer, one apart."""
    right, down = _layer_steps(board)
    return {
        cell: (column * right[0] + row * down[0], column * right[1] + row * down[1])
        for cell, (_, row, column) in board.spots.items()
    }


def _layer_steps(board: Board) -> tuple[Point, Point]:
    """One column and one row of a layer as vectors, at the angle that they really have."""
    at = {spot: cell for cell, spot in board.spots.items()}
    column, row = _step(at, (0, 0, 1)), _step(at, (0, 1, 0))
    if column is None or row is None:
        return (1 / sqrt(2), 0.0), (0.0, 1 / sqrt(2))
    angle = sum(a * b for a, b in zip(column, row, strict=True)) / 2
    return (1.0, 0.0), (angle, sqrt(1 - angle * angle))


def _step(at: Mapping[Spot, Cell], step: Spot) -> Cell | None:
    for (z, y, x), cell in at.items():
        other = at.get((z + step[0], y + step[1], x + step[2]))
        if other is not None:
            difference = tuple(b - a for a, b in zip(cell, other, strict=True))
            return difference if hypot(*difference) < 1.5 else None
    return None
