"""Packings as SVG: boards and solutions, flat, in layers side by side, or in space."""

from collections.abc import Mapping

from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.placement import Placement
from puzzlery.render.packings.packing_cells import Point, Tile, ball_places, outline, path, tile_of
from puzzlery.render.packings.packing_picture import (
    EMPTY,
    LINE,
    PackingPicture,
    SvgSheet,
    framed,
    text,
)
from puzzlery.render.packings.packing_solid import draw_solid
from puzzlery.render.palette import contrasting, mixed

VIEWS = ("layers", "solid")
# Between two layers, in cells.
_LAYER_GAP = 0.8


def packing_svg(
    drawn: PackingSolution | Packing | Board,
    *,
    view: str = "layers",
    size: float = 480,
    letters: bool = False,
    palette: str | Mapping[str, str] = "standard",
    background: str | None = None,
    title: str | None = None,
) -> str:
    """A board, a packing with its fixed pieces, or a solution, as the text of an SVG file.

    `view` is "layers" (flat; layers side by side) or "solid" (cubes and balls in space). `size` is
    the longer side in pixels. The palette "colorblind" also writes letters, so that color is
    never the only mark.

    >>> from puzzlery.packings import board
    >>> packing_svg(board("2x3")).splitlines()[1]
    '<title>2x3</title>'
    """
    if view not in VIEWS:
        raise UnknownName.near(f'unknown view "{view}"; expected "layers" or "solid"', view, VIEWS)
    if not 0 < size < 100_000:
        raise PuzzleryError(f"a picture cannot be {size} pixels large; expected 1 … 100000")
    picture = PackingPicture.of(drawn, palette, letters or palette == "colorblind")
    if view == "solid" and picture.board.lattice.dimension == 3:
        sheet = draw_solid(picture)
    else:
        sheet = SvgSheet()
        draw_layers(sheet, picture)
    return framed(sheet, size, title if title is not None else picture.name, background)


def draw_layers(sheet: SvgSheet, picture: PackingPicture, at: Point = (0.0, 0.0)) -> Point:
    """Draw the layers of a board side by side, starting at a point; returns the corner reached.

    >>> from puzzlery.packings import board
    >>> draw_layers(SvgSheet(), PackingPicture.of(board("2x2x2")))
    (4.8, 2.0)
    """
    x, bottom = at[0], at[1]
    for layer in range(picture.board.depth):
        cells = [c for c in picture.board.cells if picture.board.spots[c][0] == layer]
        if cells:
            right, down = _draw_layer(sheet, picture, cells, (x, at[1]))
            x, bottom = right + _LAYER_GAP, max(bottom, down)
    return (x - _LAYER_GAP, bottom)


def _draw_layer(sheet: SvgSheet, picture: PackingPicture, cells: list[Cell], at: Point) -> Point:
    if picture.board.lattice.name == "fcc":
        return _draw_balls(sheet, picture, cells, at)
    return _draw_tiles(sheet, picture, cells, at)


def _draw_tiles(sheet: SvgSheet, picture: PackingPicture, cells: list[Cell], at: Point) -> Point:
    """A layer of squares, hexagons or triangles; no lines inside a piece."""
    tile = tile_of(picture.board.lattice)
    points = [tile.point(corner) for cell in cells for corner in tile.corners(cell)]
    shift = (at[0] - min(x for x, _ in points), at[1] - min(y for _, y in points))
    here, owners = set(cells), picture.owners()
    free = [cell for cell in cells if cell not in owners]
    group = [f'<g transform="translate({shift[0]:.3f} {shift[1]:.3f})">']
    group += _free_tiles(tile, picture.board, free)
    holes = set(picture.board.labels) - set(picture.board.cells)
    group += [text(tile.center(c), picture.board.labels[c], LINE, 0.38) for c in sorted(holes)]
    for placement in picture.placements:
        mine = [cell for cell in placement.cells if cell in here]
        if mine:
            group += _piece_tiles(tile, mine, picture, placement)
    edge = path(outline(tile, cells))
    group += [f'<path d="{edge}" fill="none" stroke="{LINE}" stroke-width="0.06"/>', "</g>"]
    sheet.parts += group
    for x, y in points:
        sheet.reach(x + shift[0], y + shift[1], 0.03)
    return (max(x for x, _ in points) + shift[0], max(y for _, y in points) + shift[1])


def _free_tiles(tile: Tile, board: Board, cells: list[Cell]) -> list[str]:
    """Cells that nothing lies on, with their colors and labels."""
    found = []
    for cell in cells:
        shape = path(outline(tile, [cell]))
        color = board.colors.get(cell, "")
        fill = "#ffffff" if cell in board.optional else mixed(EMPTY, _tint(color), 0.25)
        found.append(f'<path d="{shape}" fill="{fill}" stroke="#c9c4b8" stroke-width="0.03"/>')
        if cell in board.labels:
            found.append(text(tile.center(cell), board.labels[cell], "#555555", 0.32))
    return found


def _tint(color: str) -> str:
    """A shade that stands for a color of a cell, always the same for the same word."""
    if not color:
        return EMPTY
    table = {"black": "#000000", "white": "#ffffff"}
    return table.get(color, f"#{sum(map(ord, color)) * 2654435761 % 0xFFFFFF:06x}")


def _piece_tiles(
    tile: Tile, cells: list[Cell], picture: PackingPicture, placement: Placement
) -> list[str]:
    shade = picture.shade[placement]
    shape = path(outline(tile, cells))
    found = [
        f'<path d="{shape}" fill="{shade}" fill-rule="evenodd" stroke="{LINE}" '
        'stroke-width="0.05" stroke-linejoin="round"/>'
    ]
    letter = picture.letter.get(placement)
    if letter:
        found += [text(tile.center(cell), letter, contrasting(shade), 0.42) for cell in cells]
    return found


def _draw_balls(sheet: SvgSheet, picture: PackingPicture, cells: list[Cell], at: Point) -> Point:
    """A layer of balls from above; balls of one piece that touch are joined."""
    places, owners = ball_places(picture.board), picture.owners()
    left = min(places[cell][0] for cell in cells)
    top = min(places[cell][1] for cell in cells)
    spot = {c: (places[c][0] - left + at[0] + 0.5, places[c][1] - top + at[1] + 0.5) for c in cells}
    for cell in cells:
        owner = owners.get(cell)
        if owner is not None:
            sheet.parts += _bars(picture, cell, spot, owners)
    for cell, (x, y) in spot.items():
        sheet.parts += _disc(picture, owners.get(cell), (x, y))
        sheet.reach(x, y, 0.5)
    right = max(x for x, _ in spot.values()) + 0.5
    return (right, max(y for _, y in spot.values()) + 0.5)


def _bars(
    picture: PackingPicture,
    cell: Cell,
    spot: Mapping[Cell, Point],
    owners: Mapping[Cell, Placement],
) -> list[str]:
    owner, (x, y) = owners[cell], spot[cell]
    near = [n for n in picture.board.lattice.neighbors(cell) if n in spot and n > cell]
    return [
        f'<line x1="{x:.3f}" y1="{y:.3f}" x2="{spot[n][0]:.3f}" y2="{spot[n][1]:.3f}" '
        f'stroke="{mixed(picture.shade[owner], "#000000", 0.2)}" stroke-width="0.4"/>'
        for n in near
        if owners.get(n) == owner
    ]


def _disc(picture: PackingPicture, owner: Placement | None, at: Point) -> list[str]:
    x, y = at
    circle = f'<circle cx="{x:.3f}" cy="{y:.3f}"'
    if owner is None:
        return [f'{circle} r="0.4" fill="{EMPTY}" stroke="#c9c4b8" stroke-width="0.04"/>']
    shade = picture.shade[owner]
    found = [f'{circle} r="0.44" fill="{shade}" stroke="{LINE}" stroke-width="0.04"/>']
    letter = picture.letter.get(owner)
    if letter:
        found.append(text(at, letter, contrasting(shade), 0.45))
    return found
