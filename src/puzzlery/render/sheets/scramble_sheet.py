"""Sheets of scrambles: each with number, moves and a picture of its state, on pages of A4."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from puzzlery.render.drawn_puzzle import drawn_puzzle
from puzzlery.render.palette import PaletteLike
from puzzlery.render.picture import Patch, PuzzlePicture
from puzzlery.render.svg import draw_picture
from puzzlery.twisty.model.state import State

# All lengths are points, 72 to the inch, from the upper left corner of a page of A4.
WIDTH, HEIGHT = 595.0, 842.0
MARGIN = 36.0
PICTURE = 110.0
GAP = 10.0
TEXT_SIZE, TITLE_SIZE = 10.0, 14.0
LINE = 1.3 * TEXT_SIZE
# Letters of Courier are 0.6 em wide.
ADVANCE = 0.6 * TEXT_SIZE
NUMBER_WIDTH = 30.0
COLUMNS = int((WIDTH - 2 * MARGIN - NUMBER_WIDTH - PICTURE - GAP) / ADVANCE)


@dataclass(frozen=True, slots=True)
class SheetText:
    """A line of text: where its base line begins, how large it is, and what it says."""

    x: float
    y: float
    size: float
    text: str


@dataclass
class SheetPage:
    """The lines and patches of a page, in points.

    >>> SheetPage().texts
    []
    """

    texts: list[SheetText] = field(default_factory=list)
    patches: list[Patch] = field(default_factory=list)


def scramble_pages(
    scrambles: Iterable[tuple[str, State]], title: str, palette: PaletteLike = "standard"
) -> list[SheetPage]:
    """The pages of a sheet: every scramble whole on one page, its picture beside it.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> pages = scramble_pages([("R U", cube.apply("R U"))] * 12, "2x2x2")
    >>> [len(page.texts) for page in pages]
    [15, 11]
    """
    pages: list[SheetPage] = []
    y = HEIGHT
    for number, (text, state) in enumerate(scrambles, 1):
        lines = wrapped(text)
        picture = draw_picture(drawn_puzzle(state, colors=palette), "net", size=PICTURE)
        high = max(picture.height, len(lines) * LINE + LINE)
        if y + high > HEIGHT - MARGIN:
            pages.append(SheetPage([SheetText(MARGIN, MARGIN + TITLE_SIZE, TITLE_SIZE, title)]))
            y = MARGIN + 2 * TITLE_SIZE
        pages[-1].texts.extend(_lines(number, lines, y))
        pages[-1].patches.extend(_moved(picture, WIDTH - MARGIN - PICTURE, y))
        y += high + GAP
    return pages


def wrapped(text: str) -> list[str]:
    """The lines of a scramble: its own, and each broken between moves where it is too long.

    >>> wrapped("R U\\nF"), max(map(len, wrapped("R2 " * 60))) <= COLUMNS
    (['R U', 'F'], True)
    """
    return [
        line for own in text.splitlines() for line in textwrap.wrap(own.strip(), COLUMNS) or [""]
    ]


def _lines(number: int, lines: Sequence[str], y: float) -> Iterator[SheetText]:
    yield SheetText(MARGIN, y + LINE, TEXT_SIZE, f"{number}.")
    for row, line in enumerate(lines, 1):
        yield SheetText(MARGIN + NUMBER_WIDTH, y + row * LINE, TEXT_SIZE, line)


def _moved(picture: PuzzlePicture, x: float, y: float) -> Iterator[Patch]:
    """The patches of a picture at their place; borders are fractions of a page from here on."""
    span = max(picture.width, picture.height)
    for patch in picture.patches:
        path = patch.path.moved(patch.path.points + np.array([x, y]))
        yield replace(patch, path=path, label=None, border=patch.border * span / HEIGHT)
