"""Packings as a page shows them: cells with outlines, pieces with orientations, all options."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlery.errors import PuzzleryError
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import Cell, Lattice, Matrix, turned
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.placement import Placement
from puzzlery.render.packings.packing_cells import TILES, places_in_space
from puzzlery.render.packings.packing_colors import PALETTES, shades
from puzzlery.web.request_names import named_packing

MOST_CELLS = 400
MOST_TRIES = 120_000
Floats = NDArray[np.float64]
Table = dict[tuple[Cell, ...], int]
"""The orientations of a piece: its cells moved home, and the number of each."""
Corners = list[tuple[float, float]]
"""The outline of a cell about its middle; empty for a ball."""


@dataclass(frozen=True, slots=True)
class ShapeCell:
    """A cell of a piece in one orientation; `layer` counts upwards."""

    x: float
    y: float
    corners: Corners
    layer: float


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A cell of the board; `z` is its height, `spot` its layer, row and column.

    >>> view = packing_view(bounded_packing("pentominoes", "3x20"))
    >>> view.cells[21].spot, len(view.cells[21].corners)
    ((0, 1, 1), 4)
    """

    x: float
    y: float
    corners: Corners
    z: float
    spot: tuple[int, int, int]
    label: str
    optional: bool


@dataclass(frozen=True, slots=True)
class PieceOrientation:
    """How a piece may lie, and which orientation follows when it is turned or turned over.

    >>> view = packing_view(bounded_packing("pentominoes", "3x20"))
    >>> [len(piece.orientations[0].cells) for piece in view.pieces[:3]]
    [5, 5, 5]
    """

    cells: list[ShapeCell]
    turn: int
    flip: int


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece: its shade in each palette, how often it is used, and how it may lie.

    >>> view = packing_view(bounded_packing("pentominoes", "3x20"))
    >>> {piece.id: len(piece.orientations) for piece in view.pieces}["X"]
    1
    """

    id: str
    title: str
    shades: dict[str, str]
    low: int
    most: int
    orientations: list[PieceOrientation]


@dataclass(frozen=True, slots=True)
class PackingView:
    """All that a page needs to show a packing and to let pieces be placed.

    An option is a way to place a piece: its number, that of the orientation, then the cells.

    >>> view = packing_view(bounded_packing("pentominoes", "3x20"))
    >>> view.lattice, view.layers, len(view.options[0])
    ('square', 1, 7)
    """

    name: str
    lattice: str
    layers: int
    cells: list[BoardCell]
    pieces: list[PieceView]
    options: list[list[int]]


@lru_cache(maxsize=16)
def bounded_packing(pieces: str, board: str) -> Packing:
    """The packing of a set and a board, if a page can show it.

    >>> bounded_packing("pentominoes", "30x30")
    Traceback (most recent call last):
        ...
    puzzlery.errors.PuzzleryError: the board has 900 cells; the app shows at most 400
    """
    puzzle = named_packing(pieces, board)
    cells = len(puzzle.board)
    if cells > MOST_CELLS:
        raise PuzzleryError(f"the board has {cells:,} cells; the app shows at most {MOST_CELLS}")
    ways = sum(len(piece.shape.orientations(piece.mirrors)) for piece in puzzle.pieces)
    if ways * cells > MOST_TRIES:
        raise PuzzleryError(
            f"{len(puzzle.pieces)} pieces can be turned in {ways:,} ways, which is too many for a "
            f"board of {cells} cells; expected at most {MOST_TRIES // cells:,}"
        )
    return puzzle


def packing_view(model: Packing) -> PackingView:
    """The view of a packing.

    >>> view = packing_view(bounded_packing("pentominoes", "3x20"))
    >>> len(view.cells), len(view.pieces), len(view.options)
    (60, 12, 1236)
    """
    tables = {piece.id: _orientations(model, piece) for piece in model.pieces}
    number = {piece.id: index for index, piece in enumerate(model.pieces)}
    places = {cell: index for index, cell in enumerate(model.board.cells)}
    return PackingView(
        name=model.name,
        lattice=model.board.lattice.name,
        layers=model.board.depth,
        cells=_cells(model.board),
        pieces=_pieces(model, tables),
        options=[
            [number[option.piece], tables[option.piece][_home(model, option)],
             *(places[cell] for cell in option.cells)]
            for option in model.options()
        ],
    )  # fmt: skip


def _home(model: Packing, option: Placement) -> tuple[Cell, ...]:
    return model.board.lattice.normalized(option.cells)


def _orientations(model: Packing, piece: Piece) -> Table:
    """The orientations in which a piece fits somewhere, in the order of its options."""
    found = (_home(model, option) for option in model.placements_of(piece))
    return {cells: index for index, cells in enumerate(dict.fromkeys(found))}


def _cells(board: Board) -> list[BoardCell]:
    return [
        BoardCell(
            x=round(x, 4),
            y=round(y, 4),
            corners=_corners(board.lattice, cell),
            z=round(z, 4),
            spot=board.spots[cell],
            label=board.labels.get(cell, ""),
            optional=cell in board.optional,
        )
        for cell, (x, y, z) in places_in_space(board).items()
    ]


def _corners(lattice: Lattice, cell: Cell) -> Corners:
    """The outline of a cell about its middle; of a ball, nothing."""
    tile = TILES.get(lattice.name)
    if tile is None:
        return []
    x, y = tile.center(cell)
    points = (tile.point(corner) for corner in tile.corners(cell))
    return [(round(a - x, 4), round(b - y, 4)) for a, b in points]


def _pieces(model: Packing, tables: dict[str, Table]) -> list[PieceView]:
    axes = seen_axes(model.board)
    turn, flip = _hand_turns(model.board.lattice, axes)
    inks = {palette: shades(model, palette) for palette in PALETTES}
    return [
        PieceView(
            id=piece.id,
            title=piece.title,
            shades={palette: inks[palette][piece.id] for palette in PALETTES},
            low=piece.low,
            most=piece.most(len(model.board)),
            orientations=[
                PieceOrientation(
                    cells=[_shape_cell(model.board.lattice, axes, cell) for cell in cells],
                    turn=_after(model.board.lattice, cells, turn, tables[piece.id]),
                    flip=_after(model.board.lattice, cells, flip, tables[piece.id]),
                )
                for cells in tables[piece.id]
            ],
        )
        for piece in model.pieces
    ]


def _shape_cell(lattice: Lattice, axes: Floats, cell: Cell) -> ShapeCell:
    x, y, layer = (axes @ cell).tolist()
    return ShapeCell(round(x, 4), round(y, 4), _corners(lattice, cell), round(layer, 4))


def seen_axes(board: Board) -> Floats:
    """The linear part of the map from a cell to where it stands: right, to the front, up.

    >>> seen_axes(bounded_packing("soma", "3x3x3").board).round().astype(int).tolist()
    [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    """
    places = places_in_space(board)
    cells = np.array([(*cell, 1) for cell in places], dtype=np.float64)
    found, *_ = np.linalg.lstsq(cells, np.array(list(places.values())), rcond=None)
    return np.asarray(found[:-1].T)


def _after(lattice: Lattice, cells: tuple[Cell, ...], matrix: Matrix, table: Table) -> int:
    """The next orientation that fits somewhere when a shape is turned again and again."""
    start, now = table[cells], cells
    for _ in lattice.turns:
        now = lattice.normalized(turned(matrix, cell) for cell in now)
        if now in table:
            return table[now]
    return start


def _hand_turns(lattice: Lattice, axes: Floats) -> tuple[Matrix, Matrix]:
    """The two turns that a hand makes: clockwise as seen, and over (in space: a tilt)."""
    back = np.linalg.pinv(axes)
    seen = {matrix: axes @ np.array(matrix) @ back for matrix in lattice.turns}
    upright = [each for each in lattice.rotations if _is_upright(seen[each])]
    # A board of one cell or one row shows no turn; then the first one, which is none, must do.
    stay = lattice.rotations[0]
    turn = min(upright, key=lambda each: _angle(seen[each]), default=stay)
    if lattice.dimension == 2:
        mirrors = lattice.turns[len(lattice.rotations) :]
        return turn, min(mirrors, key=lambda each: float(seen[each][0, 0]), default=stay)
    tilts = [each for each in lattice.rotations if seen[each][2, 2] < 0.9]
    return turn, min(tilts, key=lambda each: _clumsiness(seen[each]), default=stay)


def _is_upright(seen: Floats) -> bool:
    """Whether a rotation, no trivial one, keeps what is up."""
    flat = float(np.linalg.det(seen[:2, :2]))
    return flat > 0.99 and seen[2, 2] > -0.5 and seen[0, 0] + seen[1, 1] < 1.99


def _angle(seen: Floats) -> float:
    """How far a rotation turns clockwise, on a screen whose second axis points down."""
    return math.atan2(seen[1, 0], seen[0, 0]) % (2 * math.pi)


def _clumsiness(seen: Floats) -> list[float]:
    """Tilts by small angles about axes that lie flat, left to right, come first."""
    axis = (seen[2, 1] - seen[1, 2], seen[0, 2] - seen[2, 0], seen[1, 0] - seen[0, 1])
    return [round(float(part), 6) for part in (-np.trace(seen), abs(axis[2]), -axis[0], axis[1])]
