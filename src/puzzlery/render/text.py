"""Pictures in the terminal: blocks of color, or letters if there are no colors."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from puzzlery.errors import PuzzleryError
from puzzlery.render.drawn_puzzle import drawn_puzzle
from puzzlery.render.net import unfolded_outlines
from puzzlery.render.palette import PaletteLike, channels, contrasting
from puzzlery.render.palette import letters as letters_of
from puzzlery.render.plane import Floats
from puzzlery.render.raster import SquareGrid, bounds, raster, square_grid
from puzzlery.render.surface import Drawable, puzzle_of
from puzzlery.render.svg import draw_picture
from puzzlery.twisty.model.color import shade_of

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text

T = TypeVar("T")
# Characters and lines that fit into a usual terminal.
DEFAULT_WIDTH, DEFAULT_LINES = 72, 26
# Each half block shows the mean color of a square of samples with this many on a side.
SAMPLES_PER_BLOCK = 3
EMPTY_CELL = -2


@dataclass(frozen=True, eq=False)
class _PaintedOutline:
    """An outline with y up, its place (−1 for the body), and its shade."""

    outline: Floats
    place: int
    shade: str


@dataclass(frozen=True, eq=False)
class TextPicture:
    """A picture for the terminal; rich prints it in color, `str` gives it in letters.

    `board` is the grid of the stickers if they form one, as on a cube; else the outlines are
    painted in rows of half blocks, within the `frame` if there is one.

    >>> from puzzlery.twisty.geometry import cube
    >>> text(cube(2)).board.places.shape
    (6, 8)
    """

    outlines: tuple[_PaintedOutline, ...]
    board: SquareGrid | None
    picks: tuple[int, ...]
    shades: tuple[str, ...]
    letters: tuple[str, ...]
    lettered: bool = False
    width: int | None = None
    frame: Floats | None = None

    def __str__(self) -> str:
        return self.in_letters(self.width or DEFAULT_WIDTH)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        width = min(self.width or DEFAULT_WIDTH, options.max_width)
        if console.color_system is None or console.no_color:
            yield self.in_letters(width)
        else:
            yield self.in_color(width)

    def in_letters(self, width: int = DEFAULT_WIDTH) -> str:
        """The picture with a letter or two for each color.

        >>> from puzzlery.twisty.geometry import cube
        >>> text(cube(2)).in_letters().splitlines()[0]
        '     U U'
        """
        if self._fits(width, lettered=True):
            return "\n".join(line.plain.rstrip() for line in self._board_lines(lettered=True))
        marks = _marks(self.letters)
        legend = "  ".join(
            f"{mark} {letter}" for mark, letter in zip(marks, self.letters, strict=True)
        )
        rows = (
            "".join(self._mark(cell, marks) for cell in row) for row in self._raster(width, 2.0)
        )
        drawn = "\n".join(row.rstrip() for row in rows)
        return drawn if list(self.letters) == marks else f"{drawn}\n\n{legend}"

    def in_color(self, width: int = DEFAULT_WIDTH) -> "Text":
        """The picture in blocks of color.

        >>> from puzzlery.twisty.geometry import cube
        >>> len(text(cube(2)).in_color().spans)  # a style for each sticker
        24
        """
        from rich.text import Text

        if self._fits(width, lettered=self.lettered):
            return Text("\n").join(self._board_lines(lettered=self.lettered))
        return Text("\n").join(self._half_block_lines(width))

    def _block_size(self, *, lettered: bool) -> int:
        return max([2, *(len(letter) for letter in self.letters)]) if lettered else 2

    def _fits(self, width: int, *, lettered: bool) -> bool:
        """Whether the stickers form a grid that is narrow enough for blocks."""
        if self.board is None:
            return False
        blocks = len(self.board.places[0]) * self._block_size(lettered=lettered)
        return blocks + len(self.board.columns) <= max(width, DEFAULT_WIDTH)

    def _board_lines(self, *, lettered: bool) -> "Iterator[Text]":
        """The lines of a grid, with a gap between faces."""
        from rich.text import Text

        assert self.board is not None
        size = self._block_size(lettered=lettered)
        for number, row in enumerate(self.board.places.tolist()):
            if number and number in self.board.rows:
                yield Text()
            line = Text()
            for column, place in enumerate(_trimmed(row, -1)):
                if column and column in self.board.columns:
                    line.append(" ")
                line.append_text(self._block(place, size, lettered=lettered))
            yield line

    def _block(self, place: int, size: int, *, lettered: bool) -> "Text":
        from rich.text import Text

        if place < 0:
            return Text(size * " ")
        shade = self.shades[self.picks[place]]
        shown = self.letters[self.picks[place]] if lettered else ""
        return Text(shown.center(size), style=f"{contrasting(shade)} on {shade}")

    def _raster(self, width: int, tall: float) -> list[list[int]]:
        """The places, −1 for the body and −2 for nothing, by row and column."""
        if not self.outlines:
            return [[EMPTY_CELL] * width]
        places = [*(painted.place for painted in self.outlines), EMPTY_CELL]
        cells = raster(self._drawn(), self._box(), self._fitting(width), tall)
        return [[places[number] for number in row] for row in cells.tolist()]

    def _drawn(self) -> list[Floats]:
        return [painted.outline for painted in self.outlines]

    def _box(self) -> Floats:
        return bounds(self._drawn()) if self.frame is None else self.frame

    def _fitting(self, width: int) -> int:
        """The width that keeps the picture within the usual number of lines, if none is set."""
        if self.width is not None:
            return width
        wide, high = map(float, np.ptp(self._box(), axis=0))
        return max(1, min(width, round(2 * DEFAULT_LINES * wide / max(high, 1e-9))))

    def _mark(self, place: int, marks: Sequence[str]) -> str:
        return marks[self.picks[place]] if place >= 0 else " "

    def _half_block_lines(self, width: int) -> "Iterator[Text]":
        """Lines that show two rows of cells each, the upper and the lower half of a character."""
        from rich.text import Text

        rows = self._blended(self._fitting(width)) if self.outlines else []
        for upper, lower in zip(rows[::2], rows[1::2], strict=True):
            line = Text()
            for above, below in _trimmed(list(zip(upper, lower, strict=True)), (None, None)):
                line.append(*_half_block(above, below))
            yield line

    def _blended(self, width: int) -> list[list[str | None]]:
        """The shade of each half block: the mean of finer cells, None where most are empty."""
        cells = raster(self._drawn(), self._box(), width * SAMPLES_PER_BLOCK)
        missing = -len(cells) % (2 * SAMPLES_PER_BLOCK)
        cells = np.pad(cells, ((0, missing), (0, 0)), constant_values=-1)
        colors = np.array([channels(painted.shade) for painted in self.outlines] + [(0, 0, 0)])
        blocks = cells.reshape(
            len(cells) // SAMPLES_PER_BLOCK, SAMPLES_PER_BLOCK, width, SAMPLES_PER_BLOCK
        )
        filled = (blocks >= 0).sum(axis=(1, 3))
        mean = colors[blocks].sum(axis=(1, 3)) / np.maximum(filled, 1)[..., None]
        return [
            [
                shade_of(color) if 2 * count >= SAMPLES_PER_BLOCK**2 else None
                for color, count in zip(*row, strict=True)
            ]
            for row in zip(mean.tolist(), filled.tolist(), strict=True)
        ]


def _trimmed(row: Sequence[T], empty: T) -> Sequence[T]:
    """The row without the empty entries at its end."""
    end = len(row)
    while end and row[end - 1] == empty:
        end -= 1
    return row[:end]


def _half_block(above: str | None, below: str | None) -> tuple[str, str]:
    """The character and the style that show two shades, one above the other."""
    if above is None:
        return (" ", "") if below is None else ("▄", below)
    return ("▀", above) if below is None else ("▀", f"{above} on {below}")


def _marks(names: Sequence[str]) -> list[str]:
    """One character for each name, its own where that is free."""
    taken: list[str] = []
    spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    singles = {name for name in names if len(name) == 1}
    for name in names:
        wished = [name] if len(name) == 1 else [*name.lower(), *spare]
        free = (
            mark for mark in wished if mark not in taken and (mark not in singles or mark == name)
        )
        taken.append(next(free, "?"))
    return taken


def text(
    drawn: Drawable,
    *,
    view: str = "net",
    width: int | None = None,
    palette: PaletteLike = "standard",
    letters: bool = False,
    turn: str | None = None,
    fraction: float = 0.5,
) -> TextPicture:
    """A puzzle, a state or a coloring for the terminal, unfolded or (view "3d") in space.

    Print it with rich for colors; `str` gives letters. `turn` and `fraction` show a move in
    progress, in space.

    >>> from puzzlery.twisty.geometry import cube
    >>> print(text(cube(2).apply("R")))
         U F
         U F
    <BLANKLINE>
    L L  F D  R R  U B
    L L  F D  R R  U B
    <BLANKLINE>
         D B
         D B
    """
    if width is not None and width < 1:
        raise PuzzleryError(f"a picture cannot be {width} characters wide; expected at least 1")
    seen = drawn_puzzle(drawn, colors=palette)
    flat = unfolded_outlines(seen) if view == "net" and turn is None else []
    faces = [face.places for face in seen.body.faces] if seen.body else []
    shades = tuple(ink.shade for ink in seen.inks)
    frame = None
    if flat:
        apart = unfolded_outlines(seen, 0.9)
        painted = tuple(
            _PaintedOutline(line, place, shades[seen.picks[place]]) for place, line in apart
        )
    else:
        made = None if turn is None else puzzle_of(drawn).turn(turn)
        picture = draw_picture(seen, view, turn=made, fraction=fraction)
        painted = tuple(
            _PaintedOutline(patch.path.points * [1, -1], patch.place, patch.shade)
            for patch in picture.patches
        )
        if turn is not None:
            frame = np.array([[0, -picture.height], [picture.width, 0]])
    return TextPicture(
        painted,
        square_grid(flat, faces),
        seen.picks,
        shades,
        letters_of(puzzle_of(drawn)),
        letters,
        width,
        frame,
    )
