"""Packing puzzles as text, boards and pieces drawn in letters.

    packing: four in a row          the name (may be left out)
    lattice: square                 square, cubic, triangular, hexagonal or fcc (square if left out)
    board:                          a drawing, or a name such as 5x11 after the colon
    XXXX
    XX?.
    piece A:                        a drawing for each piece
    XX
    piece B 1..3 one-sided:         how often it is used: 2, 1..3, 1.. (exactly once if left out)
    X
    fixed:                          what lies on the board already
    AA..

In a board and in a piece a capital letter or # is a cell, ? a cell that may stay empty, a small
letter a cell of that color, and a dot or a space nothing. An empty line begins the next layer.
Lines that begin with a semicolon are left out.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from puzzlery.errors import FileFault, NotExpressible, PuzzleryError
from puzzlery.formats.text_files import cleaned, faults_in
from puzzlery.packings.catalog import board as board_named
from puzzlery.packings.model.board import OPTIONAL_CELL, Board
from puzzlery.packings.model.boards import board_drawn
from puzzlery.packings.model.cell_drawing import drawn, spots_from_zero
from puzzlery.packings.model.lattice import SQUARE, Cell, Lattice, lattice
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.shape import drawn_shape, shape_drawn

_HEADER = re.compile(r"(packing|lattice|board|piece|fixed)\b([^:]*):(.*)")
_COUNT = re.compile(r"(\d{1,6})(?:(\.\.)(\d{1,6})?)?")
G = TypeVar("G")
T = TypeVar("T")
_FREE, _ONE_SIDED = "free", "one-sided"


@dataclass(frozen=True, slots=True)
class _Section:
    """A heading, what stands beside it, and the lines under it."""

    word: str
    between: str
    after: str
    lines: tuple[str, ...]
    number: int


def loads(text: str, source: str = "") -> Packing:
    """The puzzle that a text describes.

    >>> puzzle = loads("board: 2x2\\npiece A:\\nX\\npiece B:\\nXX\\nX.\\n")
    >>> len(puzzle.options())
    8
    """
    sections = _sections(cleaned(text, source), source)
    grid = _lattice(sections, source)
    pieces = [_told(_piece, each, grid, source) for each in _every(sections, "piece")]
    where = _told(_board, _one(sections, "board", source), grid, source)
    names = [each.after for each in _every(sections, "packing")]
    with faults_in(source):
        puzzle = Packing((*pieces, *where.markers), where, name=" ".join(names) or where.name)
    for section in _every(sections, "fixed"):
        puzzle = _told(_fixed, section, puzzle, source)
    return puzzle


def _sections(text: str, source: str) -> list[_Section]:
    found: list[_Section] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(";"):
            continue
        header = _HEADER.fullmatch(line.strip())
        if header is not None:
            word, between, after = (part.strip() for part in header.groups())
            found.append(_Section(word, between, after, (), number))
        elif found:
            found[-1] = replace(found[-1], lines=(*found[-1].lines, line))
        elif line.strip():
            reason = f'"{line.strip()[:40]}" stands before any heading; expected board: or piece'
            raise FileFault(reason, source=source, line=number)
    return found


def _every(sections: list[_Section], word: str) -> list[_Section]:
    return [section for section in sections if section.word == word]


def _one(sections: list[_Section], word: str, source: str) -> _Section:
    found = _every(sections, word)
    if len(found) != 1:
        line = found[1].number if found else None
        raise FileFault(f'has {len(found)} times "{word}:"; expected one', source=source, line=line)
    return found[0]


def _told(make: Callable[[_Section, G], T], section: _Section, given: G, source: str) -> T:
    """What a section describes; a fault names its line."""
    try:
        return make(section, given)
    except PuzzleryError as fault:
        raise FileFault(f"{section.word}: {fault}", source=source, line=section.number) from fault


def _lattice(sections: list[_Section], source: str) -> Lattice:
    found = _every(sections, "lattice")
    if not found:
        return SQUARE
    return _told(lambda section, _: lattice(section.after), found[0], None, source)


def _board(section: _Section, grid: Lattice) -> Board:
    drawing = "\n".join(section.lines)
    if section.after and drawing.strip():
        raise PuzzleryError(f'has both the name "{section.after}" and a drawing; expected one')
    return board_named(section.after, grid) if section.after else board_drawn(drawing, grid)


def _piece(section: _Section, grid: Lattice) -> Piece:
    words = section.between.split()
    name = words[0] if words else ""
    counts: tuple[int, int | None] = (1, 1)
    mirrors: bool | None = None
    for word in words[1:]:
        if word in (_FREE, _ONE_SIDED):
            mirrors = word == _FREE
        else:
            counts = _count(word)
    return Piece(name, shape_drawn(list(section.lines), grid), *counts, mirrors)


def _count(word: str) -> tuple[int, int | None]:
    """How often a piece is used.

    >>> _count("2"), _count("1.."), _count("0..3")
    ((2, 2), (1, None), (0, 3))
    """
    match = _COUNT.fullmatch(word)
    if match is None:
        raise PuzzleryError(
            f'"{word}" tells no number of times; expected 2, 1..3, 1.. or one-sided'
        )
    low = int(match[1])
    if match[2] is None:
        return low, low
    return low, None if match[3] is None else int(match[3])


def _fixed(section: _Section, puzzle: Packing) -> Packing:
    return puzzle.with_fixed("\n".join(section.lines))


def dumps(puzzle: Packing) -> str:
    """The packing as text; an error if it cannot be drawn.

    >>> from puzzlery.packings import packing
    >>> print(dumps(packing({"a": "X", "b": "X.\\nXX"}, "2x2")), end="")
    packing: 2x2
    lattice: square
    board: 2x2
    piece a:
    X
    piece b:
    X.
    XX
    """
    board = puzzle.board
    if puzzle.allows is not None:
        raise NotExpressible("the text format cannot say which colors go together; JSON can")
    parts = [f"packing: {' '.join(puzzle.name.split())}"] if puzzle.name else []
    parts += [f"lattice: {board.lattice}", *_board_lines(board)]
    markers = {marker.id for marker in board.markers}
    for piece in puzzle.pieces:
        if piece.id not in markers:
            parts += [_piece_line(piece), _shape_drawing(piece)]
    parts += _fixed_lines(puzzle)
    return "\n".join(parts) + "\n"


def _board_lines(board: Board) -> Iterator[str]:
    if _is_known(board):
        yield f"board: {board.name}"
        return
    yield "board:"
    marks = {cell: OPTIONAL_CELL if cell in board.optional else "X" for cell in board.cells}
    for cell, color in board.colors.items():
        if color and (marks[cell] == OPTIONAL_CELL or not _is_small_letter(color)):
            raise NotExpressible(f'the text format cannot draw a cell of color "{color}"; JSON can')
        marks[cell] = color or marks[cell]
    yield _drawing(board, marks)


def _drawing(board: Board, marks: dict[Cell, str]) -> str:
    """A drawing that is read back as the same cells, moved home; joined boards one by one."""
    if board.lattice.dimension == 3:
        spots = spots_from_zero(board.lattice, board.cells)
        return drawn({spots[cell]: mark for cell, mark in marks.items()})
    return board.drawn(marks, ".")


def _is_known(board: Board) -> bool:
    try:
        return (
            bool(board.name)
            and "\n" not in board.name
            and board == board_named(board.name, board.lattice)
        )
    except PuzzleryError:
        return False


def _is_small_letter(color: str) -> bool:
    return len(color) == 1 and color.isascii() and color.islower()


def _piece_line(piece: Piece) -> str:
    if re.search(r"[\s:]", piece.id):
        raise NotExpressible(f'the text format cannot name a piece "{piece.id}"; JSON can')
    high = "" if piece.high is None else piece.high
    times = (
        ""
        if piece.is_single
        else str(piece.low)
        if piece.low == piece.high
        else f"{piece.low}..{high}"
    )
    sided = "" if piece.mirrors is None else _FREE if piece.mirrors else _ONE_SIDED
    return " ".join(word for word in ("piece", piece.id, times, sided) if word) + ":"


def _shape_drawing(piece: Piece) -> str:
    wrong = next((c for c in piece.shape.colors if c and not _is_small_letter(c)), None)
    if wrong is not None:
        raise NotExpressible(f'the text format cannot draw a cell of color "{wrong}"; JSON can')
    return drawn_shape(piece.shape).replace(" ", ".")


def _fixed_lines(puzzle: Packing) -> list[str]:
    """What is fixed, drawn; refused if the drawing could be read otherwise."""
    if not puzzle.fixed:
        return []
    marks = dict.fromkeys(puzzle.board.cells, ".")
    for placement in puzzle.fixed:
        marks |= dict.fromkeys(placement.cells, puzzle.character(placement))
    drawing = puzzle.board.drawn(marks, ".")
    try:
        again = replace(puzzle, fixed=(), labels={}).with_fixed(drawing)
    except PuzzleryError:
        again = None
    if again is None or set(again.fixed) != set(puzzle.fixed):
        raise NotExpressible("these fixed placements cannot be told apart in a drawing; JSON can")
    return ["fixed:", drawing]
