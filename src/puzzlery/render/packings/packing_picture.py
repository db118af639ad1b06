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
    """Parts of a drawing, and how far they reach; the unit is a cell."""

    parts: list[str] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)
    low: Point = (float("inf"), float("inf"))
    high: Point = (float("-inf"), float("-inf"))

    def reach(self, x: float, y: float, margin: float = 0.0) -> None:
        """Make the drawing large enough to hold a point."""
        self.low = (min(self.low[0], x - margin), min(self.low[1], y - margin))
        self.high = (max(self.high[0], x + margin), max(self.high[1], y + margin))


@dataclass(frozen=True)
class PackingPicture:
    """What is drawn: a board and what lies on it, with shades and letters."""

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
        """What a solution, a packing or an empty board looks like."""
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
    """A drawing as an SVG file, scaled to its size in pixels."""
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
    """Words whose middle, or start, is at a point."""
    return (
        f'<text x="{at[0]:.3f}" y="{at[1] + 0.35 * size:.3f}" font-size="{size:.3g}" '
        f'font-family="DejaVu Sans, Arial, sans-serif" text-anchor="{anchor}" fill="{shade}">'
        f"{escape(words)}</text>"
    )
