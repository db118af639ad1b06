"""Disassemblies as pictures: a sheet with a picture for each move, and an animation."""

from collections.abc import Mapping

from puzzlery.errors import NotExpressible
from puzzlery.packings.apart.axes import Vector
from puzzlery.packings.apart.disassembly import Disassembly, Slide
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import CUBIC, FCC, SQUARE
from puzzlery.packings.model.placement import Placement
from puzzlery.render.packings.packing_colors import shades
from puzzlery.render.packings.packing_picture import LINE, PackingPicture, SvgSheet, framed, text
from puzzlery.render.packings.packing_solid import draw_solid
from puzzlery.render.palette import mixed

Palette = str | Mapping[str, str]
# How much white is mixed into the pieces that rest.
_FADED = 0.62
_GAP, _CAPTION = 0.8, 0.42
# Seconds that the animation shows each picture.
_SECONDS = 1.2


def apart_sheet(
    found: Disassembly, *, columns: int = 4, size: float = 1400, palette: Palette = "standard"
) -> str:
    """A page with a numbered picture for each move: what moved is in full color.

    >>> from puzzlery.packings import packing
    >>> puzzle = packing("soma", "3x3x3")
    >>> page = apart_sheet(puzzle.disassemble(puzzle.first()))
    >>> "6. Take" in page, page.count("<g ")
    (True, 7)
    """
    pictures = _pictures(found, palette)
    width = max(sheet.high[0] - sheet.low[0] for _, sheet in pictures)
    width = max(width, max(len(words) for words, _ in pictures) * _CAPTION * 0.56) + _GAP
    page, top = SvgSheet(), 0.0
    page.parts.append(text((0.0, 0.0), _title(found), LINE, 0.8, "start"))
    page.reach(0.0, -0.8)
    top = 1.4
    for start in range(0, len(pictures), columns):
        row = pictures[start : start + columns]
        height = max(sheet.high[1] - sheet.low[1] for _, sheet in row)
        for column, (words, sheet) in enumerate(row):
            left = column * width
            page.parts.append(text((left, top), words, LINE, _CAPTION, "start"))
            shift = (left - sheet.low[0], top + 0.6 - sheet.low[1])
            page.parts.append(f'<g transform="translate({shift[0]:.3f} {shift[1]:.3f})">')
            page.parts += [*sheet.parts, "</g>"]
            page.definitions += [d for d in sheet.definitions if d not in page.definitions]
            page.reach(left + width - _GAP, top + height + 0.6)
        top += height + 0.6 + 2 * _GAP
    return framed(page, size, _title(found), "#ffffff")


def apart_animation(found: Disassembly, *, size: float = 700, palette: Palette = "standard") -> str:
    """An SVG file that shows the moves one after the other, again and again.

    >>> from puzzlery.packings import packing
    >>> puzzle = packing("soma", "3x3x3")
    >>> apart_animation(puzzle.disassemble(puzzle.first())).count("<animate")
    7
    """
    pictures = _pictures(found, palette)
    film = SvgSheet()
    for _, sheet in pictures:
        film.reach(*sheet.low)
        film.reach(*sheet.high)
        film.definitions += [d for d in sheet.definitions if d not in film.definitions]
    film.reach(film.low[0], film.low[1] - 1.2)
    count = len(pictures)
    for number, (words, sheet) in enumerate(pictures):
        times = f"0;{number / count:.4f};{(number + 1) / count:.4f};1"
        hidden = "none" if number else "inline"
        film.parts.append(f'<g display="{hidden}">')
        film.parts.append(
            f'<animate attributeName="display" values="none;inline;none;none" keyTimes="{times}" '
            f'calcMode="discrete" dur="{count * _SECONDS:.1f}s" repeatCount="indefinite"/>'
        )
        at = (film.low[0], film.low[1] + 0.5)
        film.parts += [text(at, words, LINE, _CAPTION, "start"), *sheet.parts, "</g>"]
    return framed(film, size, _title(found), "#ffffff")


def _title(found: Disassembly) -> str:
    return f"{found.solution.packing.name}: level {found.level}, {found.moves} moves".strip()


def _pictures(found: Disassembly, palette: Palette) -> list[tuple[str, SvgSheet]]:
    """The assembly and the pieces after each move, with the words for it."""
    lattice = found.solution.packing.board.lattice
    if lattice not in (SQUARE, CUBIC, FCC):
        raise NotExpressible(f"no pictures of pieces that come apart on the {lattice} lattice yet")
    if not found.comes_apart:
        raise NotExpressible("only an assembly that comes apart can be shown coming apart")
    names = shades(found.solution.packing, palette)
    colors = [names[each.piece] for each in found.solution.placements]
    start = dict.fromkeys(range(len(colors)), (0, 0, 0))
    drawn = [("The assembly.", _drawn(found, start, colors, None))]
    steps = zip(found.instructions(), found.stages(), strict=True)
    for number, (words, (slide, shifts)) in enumerate(steps, 1):
        drawn.append((f"{number}. {words}", _drawn(found, shifts, colors, slide)))
    return drawn


def _drawn(
    found: Disassembly, shifts: Mapping[int, Vector], colors: list[str], slide: Slide | None
) -> SvgSheet:
    placements = {n: Placement(str(n), found.cells(n, shift)) for n, shift in shifts.items()}
    moves = placements if slide is None else slide.pieces
    shade = {
        placed: colors[n] if n in moves else mixed(colors[n], "#ffffff", _FADED)
        for n, placed in placements.items()
    }
    cells = tuple(cell for placed in placements.values() for cell in placed.cells)
    lattice = found.solution.packing.board.lattice
    board = Board(FCC if lattice is FCC else CUBIC, cells)
    return draw_solid(PackingPicture(board, tuple(placements.values()), shade))
