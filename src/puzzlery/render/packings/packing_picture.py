"""The picture of a packing: what is drawn, and the sheet of SVG parts that it is drawn on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.placement import Placement
from puzzlery.render.packings.packing_cells import Point
from puzzlery.render.packings.packing_colors import shades

EMPTY = "#f3f1ec"
LINE = "#2b2b2b"


@dataclass
class SvgSheet:
    """The parts of a drawing and its extent; the unit is one cell.

    >>> sheet = SvgSheet()
    >>> sheet.reach(2, 3, margin=0.5)
    >>> sheet.low, sheet.high
    ((1.5, 2.5), (2.5, 3.5))
    """

    parts: list[str] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)
    low: Point = (float("inf"), float("inf"))
    high: Point = (float("-inf"), float("-inf"))

    def reach(self, x: float, y: float, margin: float = 0.0) -> None:
        """Extend the drawing so that it contains a point with a margin.

        >>> sheet = SvgSheet()
        >>> for corner in [(0, 0), (4, 1)]:
        ...     sheet.reach(*corner)
        >>> sheet.high
        (4.0, 1.0)
        """
        self.low = (min(self.low[0], x - margin), min(self.low[1], y - margin))
        self.high = (max(self.high[0], x + margin), max(self.high[1], y + margin))


@dataclass(frozen=True)
class PackingPicture:
    """What is drawn: a board and the pieces on it, with shades and letters.

    >>> from puzzlery.packings import packing
    >>> start = packing({"a": "X", "b": "XX"}, "3x1").with_fixed({"b": [(1, 0), (2, 0)]})
    >>> [(cell, owner.piece) for cell, owner in PackingPicture.of(start).owners().items()]
    [((1, 0), 'b'), ((2, 0), 'b')]
    """

    board: Board
    placements: tuple[Placement, ...] = ()
    shade: Mapping[Placement, str] = field(default_factory=dict)
    letter: Mapping[Placement, str] = field(default_factory=dict)
    name: str = ""
    names: Mapping[Placement, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        drawn: PackingSolution | Packing | Board,
        palette: str | Mapping[str, str] = "standard",
        letters: bool = False,
    ) -> "PackingPicture":
        """The picture of a solution, a packing or an empty board.

        >>> from puzzlery.packings import packing
        >>> solution = packing({"a": "X", "b": "XX"}, "3x1").first()
        >>> picture = PackingPicture.of(solution, palette={"a": "#ff0000"}, letters=True)
        >>> sorted(picture.letter.values()), "#ff0000" in picture.shade.values()
        (['a', 'b'], True)
        """
        if isinstance(drawn, Board):
            return cls(drawn, name=drawn.name)
        packing = drawn.packing if isinstance(drawn, PackingSolution) else drawn
        placements = drawn.placements if isinstance(drawn, PackingSolution) else drawn.fixed
        colors = shades(packing, palette)
        return cls(
            packing.board,
            placements,
            {each: colors[each.piece] for each in placements},
            {each: packing.character(each) for each in placements} if letters else {},
            packing.name,
            {each: packing.label(each) for each in placements},
        )

    def owners(self) -> dict[Cell, Placement]:
        return {cell: each for each in self.placements for cell in each.cells}


def framed(sheet: SvgSheet, size: float, title: str, background: str | None) -> str:
    """A drawing as the text of an SVG file, scaled to a size in pixels.

    >>> sheet = SvgSheet()
    >>> sheet.reach(0, 0)
    >>> sheet.reach(4, 2)
    >>> print(framed(sheet, 430, "two rows", None), end="")
    <svg xmlns="http://www.w3.org/2000/svg" width="430" height="230" viewBox="...">
    <title>two rows</title>
    </svg>
    """
    margin = 0.15
    left, top = sheet.low[0] - margin, sheet.low[1] - margin
    width, height = sheet.high[0] + margin - left, sheet.high[1] + margin - top
    scale = size / max(width, height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * scale:.0f}" '
        f'height="{height * scale:.0f}" viewBox="{left:.3f} {top:.3f} {width:.3f} {height:.3f}">',
        f"<title>{escape(title)}</title>",
    ]
    if sheet.definitions:
        lines += ["<defs>", *sheet.definitions, "</defs>"]
    if background:
        box = f'x="{left:.3f}" y="{top:.3f}" width="{width:.3f}" height="{height:.3f}"'
        lines.append(f'<rect {box} fill="{escape(background)}"/>')
    return "\n".join([*lines, *sheet.parts, "</svg>"]) + "\n"


def text(at: Point, words: str, shade: str, size: float, anchor: str = "middle") -> str:
    """An SVG text element whose center, or start, is at a point.

    >>> text((1, 2), "R&D", "#000000", 0.5).partition("fill=")[2]
    '"#000000">R&amp;D</text>'
    """
    return (
        f'<text x="{at[0]:.3f}" y="{at[1] + 0.35 * size:.3f}" font-size="{size:.3g}" '
        f'font-family="DejaVu Sans, Arial, sans-serif" text-anchor="{anchor}" fill="{shade}">'
        f"{escape(words)}</text>"
    )
