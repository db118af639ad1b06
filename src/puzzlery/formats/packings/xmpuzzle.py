"""BurrTools files (.xmpuzzle): shapes in one of five grids, and the problems made of them.

A file is XML, usually packed by gzip. A shape is a box of voxels written as characters, x running
fastest, then y, then z: `#` filled, `+` may be filled, `_` empty, each followed by the number of
its color, if any. A problem names the shape to be filled, the pieces with their counts, and in its
bitmap the pairs of colors, of a piece and of the result, that go together; a voxel without a color
goes everywhere. Voxels number the colors from 1, the bitmap numbers the same colors from 0. In a
file that defines no colors, every voxel goes everywhere.

A square lattice is written as one layer of cubes, and is read back as such. The module
`burr_file` reads what a file holds besides: stored solutions, groups, weights and comments.
"""

import zlib
from collections.abc import Iterator, Mapping
from gzip import compress
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from puzzlery.errors import FileFault, NotExpressible
from puzzlery.formats.packings.burr_file import BurrFile
from puzzlery.formats.packings.burr_grids import BurrGrid, grid_of_lattice
from puzzlery.formats.packings.burr_voxels import MOST_VOXELS
from puzzlery.formats.text_files import MAX_BYTES, cleaned, decoded
from puzzlery.formats.xml_text import parse_xml
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import SQUARE, Cell
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.piece import Piece

_GZIP = b"\x1f\x8b"


def loads(data: bytes | str, source: str = "", *, problem: int = 0) -> Packing:
    """A problem of a BurrTools file as a packing; problems are numbered from 0.

    >>> from puzzlery.packings import packing
    >>> print(loads(dumps(packing({"a": "X", "b": "XX"}, "3x1"))).board.lattice)
    cubic
    """
    return read_burr(data, source).problem(problem).packing


def read_burr(data: bytes | str, source: str = "") -> BurrFile:
    """A whole BurrTools file: its problems with their stored solutions, groups and comments.

    >>> read_burr('<puzzle><problems><problem name="Cube"/><problem/></problems></puzzle>').names
    ['Cube', 'problem 2']
    """
    return BurrFile(_root(data, source), source)


def problems(data: bytes | str, source: str = "") -> list[str]:
    """The names of the problems in a BurrTools file.

    >>> problems('<puzzle><problems><problem name="Cube"/><problem/></problems></puzzle>')
    ['Cube', 'problem 2']
    """
    return read_burr(data, source).names


def _root(data: bytes | str, source: str) -> Element:
    return parse_xml(_unpacked(data, source).strip(), source, "puzzle")


def _unpacked(data: bytes | str, source: str) -> str:
    """The text of a file, unpacked if need be, but never to more than 64 MB."""
    if isinstance(data, str):
        return data
    if data.startswith(_GZIP):
        stream = zlib.decompressobj(wbits=31)
        try:
            data = stream.decompress(data, MAX_BYTES + 1)
        except zlib.error as fault:
            raise FileFault(f"is not packed as gzip does it: {fault}", source=source) from fault
        if len(data) > MAX_BYTES:
            raise FileFault(f"unpacks to more than {MAX_BYTES:,} bytes", source=source)
        if not stream.eof:
            raise FileFault("is cut off: the packed data has no end", source=source)
    try:
        return decoded(data, source)
    except FileFault:
        # Old versions of BurrTools wrote comments in the character set of Western Windows.
        return cleaned(data.decode("cp1252", "replace"), source)


def dumps(puzzle: Packing) -> str:
    """The packing as the XML of a BurrTools file with one problem.

    >>> from puzzlery.packings import packing
    >>> text = dumps(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
    >>> print(next(line for line in text.splitlines() if 'name="b"' in line))
      <voxel x="2" y="2" z="1" name="b" type="0">#_##</voxel>
    """
    grid = _checked_grid(puzzle)
    colors = _color_numbers(puzzle)
    shapes = [_piece_voxels(piece, colors, grid) for piece in puzzle.pieces]
    lines = ['<?xml version="1.0"?>', '<puzzle version="2">', f' <gridType type="{grid.kind}"/>']
    lines += [" <colors>", *(_color_element(number) for number in colors.values()), " </colors>"]
    lines += [" <shapes>", *shapes, _board_voxels(puzzle.board, colors, grid), " </shapes>"]
    lines += [" <problems>", *_problem_lines(puzzle, colors), " </problems>"]
    lines += [f" <comment>{escape(puzzle.name)}</comment>", "</puzzle>"]
    return "\n".join(lines) + "\n"


def packed(puzzle: Packing) -> bytes:
    """The packing as the bytes of a BurrTools file, compressed by gzip as BurrTools does.

    >>> from puzzlery.packings import packing
    >>> problems(packed(packing("soma", "3x3x3")))
    ['soma 3x3x3']
    """
    return compress(dumps(puzzle).encode(), mtime=0)


def _checked_grid(puzzle: Packing) -> BurrGrid:
    """The grid in which a packing is written; an error if BurrTools files cannot say all of it."""
    grid = grid_of_lattice(puzzle.board.lattice)
    if grid is None:
        raise NotExpressible(f"BurrTools files have no {puzzle.board.lattice} lattice")
    if puzzle.fixed:
        raise NotExpressible("BurrTools files cannot say that pieces are fixed")
    for piece in puzzle.pieces:
        free = piece.shape.turns_over if piece.mirrors is None else piece.mirrors
        if piece.shape.is_chiral and free != _turns_over_in_space(piece):
            turned = "turned over" if free else "kept from being turned over"
            raise NotExpressible(f"in BurrTools files piece {piece.id} cannot be {turned}")
    return grid


def _turns_over_in_space(piece: Piece) -> bool:
    return piece.shape.lattice is SQUARE or piece.shape.turns_over


def _color_numbers(puzzle: Packing) -> dict[str, int]:
    """A number for every color of the pieces and of the board."""
    used = {color for piece in puzzle.pieces for color in piece.shape.colors}
    used |= set(puzzle.board.colors.values())
    return {color: number for number, color in enumerate(sorted(used - {""}, key=_natural), 1)}


def _natural(color: str) -> tuple[int, str]:
    """Numbers by their size, before words: colors read from a file keep their numbers."""
    return (int(color), "") if color.isdecimal() and len(color) < 10 else (10**9, color)


def _color_element(number: int) -> str:
    red, green, blue = (number * 97 % 256, number * 53 % 256, number * 193 % 256)
    return f'  <color red="{red}" green="{green}" blue="{blue}"/>'


def _piece_voxels(piece: Piece, colors: Mapping[str, int], grid: BurrGrid) -> str:
    marks = {
        cell: f"#{colors.get(color, '')}"
        for cell, color in zip(piece.shape.cells, piece.shape.shades, strict=True)
    }
    return _voxel_element(marks, piece.id, grid)


def _board_voxels(board: Board, colors: Mapping[str, int], grid: BurrGrid) -> str:
    marks = {
        cell: ("+" if cell in board.optional else "#")
        + str(colors.get(board.colors.get(cell, ""), ""))
        for cell in board.cells
    }
    return _voxel_element(marks, board.name or "board", grid)


def _voxel_element(marks: Mapping[Cell, str], name: str, grid: BurrGrid) -> str:
    """A shape in its smallest box, moved to the origin as the grid allows."""
    placed = {grid.to_voxel(cell): mark for cell, mark in marks.items()}
    low = _corner(grid, *(min(cell[axis] for cell in placed) for axis in range(3)))
    moved = {(x - low[0], y - low[1], z - low[2]): mark for (x, y, z), mark in placed.items()}
    width, height, depth = (max(cell[axis] for cell in moved) + 1 for axis in range(3))
    if width * height * depth > MOST_VOXELS:
        raise NotExpressible(f"{name} is too scattered for a box of voxels")
    text = "".join(
        moved.get((x, y, z), "_") for z in range(depth) for y in range(height) for x in range(width)
    )
    size = f'x="{width}" y="{height}" z="{depth}"'
    return f'  <voxel {size} name={quoteattr(name)} type="0">{text}</voxel>'


# The side, in voxels, of the cubes that these grids cut into parts.
_CUBE_SIDES = {"3": 5, "4": 3}


def _corner(grid: BurrGrid, x: int, y: int, z: int) -> tuple[int, int, int]:
    """The nearest voxel at or before a place that a translation of the grid leads to."""
    side = _CUBE_SIDES.get(grid.kind, 1)
    a, b, c = x // side, y // side, z // side
    if grid.kind in ("2", "4"):
        a -= (a + b + c) % 2
    if grid.kind == "1":
        a -= (a + b) % 2
    return (a * side, b * side, c * side)


def _problem_lines(puzzle: Packing, colors: Mapping[str, int]) -> Iterator[str]:
    holes = "" if puzzle.most_holes is None else f' maxHoles="{puzzle.most_holes}"'
    yield f'  <problem name={quoteattr(puzzle.name)} state="0"{holes}>'
    yield "   <shapes>"
    for number, piece in enumerate(puzzle.pieces):
        most = piece.high or max(piece.low, piece.most(len(puzzle.board)), 1)
        count = f'count="{most}"' if piece.low == most else f'min="{piece.low}" max="{most}"'
        yield f'    <shape id="{number}" {count}/>'
    yield "   </shapes>"
    yield f'   <result id="{len(puzzle.pieces)}"/>'
    yield "   <bitmap>"
    for shade, color in sorted(_pairs(puzzle, colors)):
        yield f'    <pair piece="{colors[shade] - 1}" result="{colors[color] - 1}"/>'
    yield "   </bitmap>"
    yield "  </problem>"


def _pairs(puzzle: Packing, colors: Mapping[str, int]) -> set[tuple[str, str]]:
    if puzzle.allows is None:
        return {(color, color) for color in colors}
    return {(a, b) for a, b in puzzle.allows if a in colors and b in colors}
