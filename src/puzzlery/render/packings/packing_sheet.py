"""Sheets to print: challenges with the pieces that are still to be placed, or their answers."""

from collections.abc import Mapping, Sequence

from puzzlery.packings.model.board import Board
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.placement import Placement
from puzzlery.packings.solve.challenges import Challenge
from puzzlery.render.packings.packing_cells import Point
from puzzlery.render.packings.packing_colors import shades
from puzzlery.render.packings.packing_picture import LINE, PackingPicture, SvgSheet, framed, text
from puzzlery.render.packings.packing_svg import draw_layers
from puzzlery.render.palette import mixed

# Between two rows of challenges, in cells.
_ROW_GAP = 1.6


def sheet_svg(
    challenges: Sequence[Challenge],
    *,
    answers: bool = False,
    columns: int = 2,
    size: float = 1100,
    palette: str | Mapping[str, str] = "standard",
    title: str = "",
) -> str:
    """Challenges as one SVG page, each with its number and level; with `answers`, their solutions.

    >>> from puzzlery.packings import packing
    >>> from puzzlery.packings.solve.challenges import challenges
    >>> page = sheet_svg(challenges(packing({"a": "X", "b": "X.\\nXX"}, "2x2"), 2), title="Tiny")
    >>> "<title>Tiny</title>" in page, "2. easy" in page
    (True, True)
    """
    sheet = SvgSheet()
    name = title or (challenges[0].puzzle.name if challenges else "")
    sheet.parts.append(text((0.0, 0.0), f"{name}: {'answers' if answers else 'challenges'}", LINE,
                            1.0, "start"))  # fmt: skip
    sheet.reach(0.0, -0.7)
    sheet.reach(0.6 * (len(name) + 12), 0.3)
    top = 1.5
    for start in range(0, len(challenges), columns):
        row = challenges[start : start + columns]
        top = _draw_row(sheet, row, start, top, answers, palette) + _ROW_GAP
    return framed(sheet, size, name, "#ffffff")


def _draw_row(
    sheet: SvgSheet,
    row: Sequence[Challenge],
    first: int,
    top: float,
    answers: bool,
    palette: str | Mapping[str, str],
) -> float:
    """A row of challenges side by side; gives how far down it reaches."""
    left, bottom = 0.0, top
    for number, each in enumerate(row, first + 1):
        heading = f"{number}. {each.level}"
        sheet.parts.append(text((left, top), heading, LINE, 0.7, "start"))
        drawn = each.solution if answers else each.puzzle
        right, down = draw_layers(sheet, PackingPicture.of(drawn, palette, True), (left, top + 0.7))
        if not answers:
            right, down = draw_pieces(
                sheet, each.puzzle, each.to_place, (left, down + 0.5), right, palette
            )
        left, bottom = right + _ROW_GAP, max(bottom, down)
    return bottom


def draw_pieces(
    sheet: SvgSheet,
    packing: Packing,
    pieces: Sequence[Piece],
    at: Point,
    limit: float,
    palette: str | Mapping[str, str] = "standard",
) -> Point:
    """Draw pieces in rows no wider than `limit`; returns the corner reached.

    >>> from puzzlery.packings import packing
    >>> tiny = packing({"a": "X", "b": "XX"}, "3x1")
    >>> draw_pieces(SvgSheet(), tiny, tiny.pieces, (0.0, 0.0), limit=4.0)
    (4.0, 1.0)
    >>> draw_pieces(SvgSheet(), tiny, tiny.pieces, (0.0, 0.0), limit=2.0)
    (2.0, 2.4)
    """
    colors = shades(packing, palette)
    (x, y), bottom, reached = at, at[1], limit
    for piece in pieces:
        picture = _picture(packing, piece, colors[piece.id])
        width = _width(picture)
        if x > at[0] and x + width > limit:
            x, y = at[0], bottom + 0.4
        right, down = draw_layers(sheet, picture, (x, y))
        x, bottom, reached = right + 0.5, max(bottom, down), max(reached, right)
    return (reached, bottom)


def _picture(packing: Packing, piece: Piece, shade: str) -> PackingPicture:
    placement = Placement(piece.id, piece.shape.cells)
    board = Board(piece.shape.lattice, piece.shape.cells)
    letter = packing.character(placement)
    return PackingPicture(board, (placement,), {placement: shade}, {placement: letter}, piece.id)


def _width(picture: PackingPicture) -> float:
    """How wide a picture becomes, measured by drawing it."""
    return draw_layers(SvgSheet(), picture)[0]


def heat_svg(
    solution_counts: Mapping[Placement, int],
    packing: Packing,
    *,
    size: float = 900,
    columns: int = 3,
) -> str:
    """For each piece the board, every cell the darker the more solutions put the piece there.

    The counts tell in how many solutions each placement is.

    >>> from puzzlery.packings import packing
    >>> from puzzlery.packings.solve.play import Play
    >>> tiny = packing({"a": "X", "b": "XX"}, "3x1")
    >>> heat_svg(Play(tiny).counts(), tiny).count("#b3261e")  # a at both ends, b in the middle
    3
    """
    sheet = SvgSheet()
    heading = f"{packing.name}: where each piece lies; the darker a cell, the more solutions"
    sheet.parts.append(text((0.0, 0.0), heading, LINE, 0.6, "start"))
    sheet.reach(0.35 * len(heading), -0.7)
    left, top, bottom = 0.0, 1.6, 1.6
    for number, piece in enumerate(packing.pieces):
        if number and number % columns == 0:
            left, top = 0.0, bottom + 1.4
        sheet.parts.append(text((left, top), piece.title or piece.id, LINE, 0.6, "start"))
        right, down = draw_layers(sheet, _heat(solution_counts, packing, piece), (left, top + 0.6))
        left, bottom = right + 1.0, max(bottom, down)
        sheet.reach(left, top - 0.6)
    return framed(sheet, size, f"{packing.name}: where pieces lie", "#ffffff")


def _heat(counts: Mapping[Placement, int], packing: Packing, piece: Piece) -> PackingPicture:
    sums = dict.fromkeys(packing.board.cells, 0)
    for placement, count in counts.items():
        if placement.piece == piece.id:
            for cell in placement.cells:
                sums[cell] += count
    most = max(sums.values()) or 1
    dots = {cell: Placement(f"{piece.id}{cell}", (cell,)) for cell in packing.board.cells}
    shade = {dots[c]: mixed("#ffffff", "#b3261e", total / most) for c, total in sums.items()}
    return PackingPicture(packing.board, tuple(dots.values()), shade, {}, piece.id)
