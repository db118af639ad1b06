"""Scenes of packings: what a viewer needs to show cells and pieces in space, as plain data."""

from dataclasses import asdict, dataclass
from typing import Any

from puzzlery.packings.model.board import Board
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.render.packings.packing_cells import places_in_space, tile_of
from puzzlery.render.packings.packing_picture import PackingPicture

KINDS = {"square": "square", "cubic": "cube", "fcc": "ball", "hexagonal": "hexagon",
         "triangular": "triangle"}  # fmt: skip
# Decimals of a coordinate: a millionth of a cell is finer than any screen.
_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class ScenePiece:
    """A piece on the board: its name, letter and shade, and the numbers of its cells.

    >>> from puzzlery.packings import packing
    >>> start = packing({"a": "X", "b": "XX"}, "3x1").with_fixed({"b": [(1, 0), (2, 0)]})
    >>> [(piece.name, piece.cells) for piece in packing_scene(start).pieces]
    [('b', (1, 2))]
    """

    name: str
    letter: str
    shade: str
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PackingScene:
    """A board and the pieces on it, as a viewer shows them.

    `kind` is what a cell looks like: square, hexagon, triangle, cube or ball. `positions` are
    the middles of the cells: x to the right, y up, z to the viewer; neighbors are one apart, and
    columns run to the right, rows to the viewer, layers up. `outlines` are the corners of flat
    cells, as columns and rows; `spots` are the layer, row and column of each cell.

    >>> from puzzlery.packings import board
    >>> scene = packing_scene(board("2x1"))
    >>> scene.kind, scene.positions
    ('square', ((0.5, 0.0, 0.5), (0.5, 0.0, 1.5)))
    """

    name: str
    kind: str
    positions: tuple[tuple[float, ...], ...]
    outlines: tuple[tuple[tuple[float, ...], ...], ...]
    spots: tuple[tuple[int, int, int], ...]
    labels: tuple[str, ...]
    optional: tuple[bool, ...]
    pieces: tuple[ScenePiece, ...]

    def to_json(self) -> dict[str, Any]:
        """The scene as plain data for JSON.

        >>> from puzzlery.packings import board
        >>> packing_scene(board("2x1")).to_json()["spots"]
        ((0, 0, 0), (0, 1, 0))
        """
        return asdict(self)


def packing_scene(
    drawn: PackingSolution | Packing | Board, palette: str = "standard"
) -> PackingScene:
    """The scene of a solution, of a packing with its fixed pieces, or of an empty board.

    >>> from puzzlery.packings import board
    >>> scene = packing_scene(board("pyramid2"))
    >>> scene.kind, len(scene.positions), scene.pieces
    ('ball', 5, ())
    """
    picture = PackingPicture.of(drawn, palette, letters=True)
    board = picture.board
    number = {cell: index for index, cell in enumerate(board.cells)}
    places = places_in_space(board)
    return PackingScene(
        picture.name,
        KINDS[board.lattice.name],
        tuple(_rounded((x, up, front)) for x, front, up in map(places.__getitem__, board.cells)),
        _outlines(board),
        tuple(board.spots[cell] for cell in board.cells),
        tuple(board.labels.get(cell, "") for cell in board.cells),
        tuple(cell in board.optional for cell in board.cells),
        tuple(
            ScenePiece(
                picture.names[placement],
                picture.letter[placement],
                picture.shade[placement],
                tuple(number[cell] for cell in placement.cells),
            )
            for placement in picture.placements
        ),
    )


def _outlines(board: Board) -> tuple[tuple[tuple[float, ...], ...], ...]:
    if board.lattice.dimension == 3:
        return ()
    tile = tile_of(board.lattice)
    return tuple(
        tuple(_rounded(tile.point(corner)) for corner in tile.corners(cell)) for cell in board.cells
    )


def _rounded(point: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(part, _DECIMALS) + 0.0 for part in point)
