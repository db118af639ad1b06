"""BurrTools files (.xmpuzzle): shapes of cubes or balls, and the problems made of them.

A file is XML, usually packed by gzip. A shape is a box of voxels written as characters, x running
fastest, then y, then z: `#` filled, `+` may be filled, `_` empty, each followed by the number of
its color, if any. Grid type 0 is cubes, type 2 is balls, which stand where x + y + z is even. A
problem names the shape to be filled, the pieces with their counts, and in its bitmap the pairs of
colors, of a piece and of the result, that go together; a voxel without a color goes everywhere.
Voxels number the colors from 1, the bitmap numbers the same colors from 0. In a file that defines
no colors, every voxel goes everywhere.

A square lattice is written as one layer of cubes, and is read back as such.
"""

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from gzip import compress
from itertools import product
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from puzzlery.errors import FileFault, NotExpressible, PuzzleryError
from puzzlery.formats.text_files import MAX_BYTES, cleaned, decoded, faults_in
from puzzlery.formats.xml_text import parse_xml
from puzzlery.packings.model.board import MAX_CELLS, Board
from puzzlery.packings.model.lattice import CUBIC, FCC, SQUARE, Cell, Lattice
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.shape import Shape

GRIDS = {"0": CUBIC, "2": FCC}
_GRID_NAMES = {"1": "triangular prisms", "3": "tetrahedra", "4": "tetrahedra and octahedra"}
_VOXEL = re.compile(r"([#+_])(\d{0,4})")
# BurrTools stores the box around a shape, which may be mostly empty.
_MOST_VOXELS = 50 * MAX_CELLS
_GZIP = b"\x1f\x8b"


def loads(data: bytes | str, source: str = "", *, problem: int = 0) -> Packing:
    """A problem of a BurrTools file as a packing; problems are numbered from 0.

    >>> from puzzlery.packings import packing
    >>> print(loads(dumps(packing({"a": "X", "b": "XX"}, "3x1"))).board.lattice)
    cubic
    """
    root = _root(data, source)
    with faults_in(source):
        return _packing(root, problem)


def problems(data: bytes | str, source: str = "") -> list[str]:
    """The names of the problems in a BurrTools file.

    >>> problems('<puzzle><problems><problem name="Cube"/><problem/></problems></puzzle>')
    ['Cube', 'problem 2']
    """
    return [
        each.get("name") or f"problem {number}"
        for number, each in enumerate(_root(data, source).findall("problems/problem"), 1)
    ]


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


def _packing(root: Element, number: int) -> Packing:
    grid = _grid(root)
    voxels = root.findall("shapes/voxel")
    found = root.findall("problems/problem")
    if not 0 <= number < len(found):
        raise PuzzleryError(f"has {len(found)} problems; there is no number {number}")
    problem = found[number]
    results = [_whole(each, "id") for each in problem.findall("result")]
    if not results or results[-1] >= len(voxels):
        raise PuzzleryError("the problem names no shape to be filled")
    names = _names(voxels)
    colored = root.find("colors/color") is not None
    shapes = {index: _voxels(voxels[index], grid, names[index]) for index in _used(problem, voxels)}
    result = _voxels(voxels[results[-1]], grid, names[results[-1]])
    board = _board(grid, result, names[results[-1]])
    _check_holes(problem, board)
    pieces = tuple(_pieces(problem, shapes, names, grid))
    name = problem.get("name") or board.name
    allows = _allows(problem) if colored else _all_pairs(pieces, board)
    return Packing(pieces, board, name=name, allows=allows)


def _grid(root: Element) -> Lattice:
    found = root.find("gridType")
    kind = "0" if found is None else found.get("type", "0")
    if kind not in GRIDS:
        name = _GRID_NAMES.get(kind, "unknown")
        raise PuzzleryError(
            f"has grid type {kind} ({name}); only 0 (cubes) and 2 (balls) can be read"
        )
    return GRIDS[kind]


def _whole(element: Element, key: str) -> int:
    text = element.get(key, "")
    if not re.fullmatch(r"\d{1,10}", text):
        raise PuzzleryError(f'<{element.tag}> has {key}="{text}"; expected a whole number')
    return int(text)


def _names(voxels: Sequence[Element]) -> list[str]:
    """What the shapes are called: by their names where these differ, else S1, S2 and so on."""
    given = [(each.get("name") or "").strip() for each in voxels]
    return [
        name if name and given.count(name) == 1 else f"S{number + 1}"
        for number, name in enumerate(given)
    ]


def _used(problem: Element, voxels: Sequence[Element]) -> list[int]:
    found = [_whole(each, "id") for each in problem.findall("shapes/shape")]
    wrong = next((index for index in found if index >= len(voxels)), None)
    if wrong is not None:
        raise PuzzleryError(f"the problem uses shape {wrong}; there are {len(voxels)} shapes")
    return found


Voxels = Mapping[Cell, tuple[str, str]]


def _voxels(element: Element, grid: Lattice, name: str) -> Voxels:
    """The cells of a shape, each with its mark and the number of its color, "" for none."""
    width, height, depth = (_whole(element, axis) for axis in "xyz")
    if not 0 < width * height * depth <= _MOST_VOXELS:
        raise PuzzleryError(f"shape {name} is {width} × {height} × {depth} voxels large")
    text = "".join((element.text or "").split())
    found = list(_VOXEL.finditer(text))
    if sum(len(each[0]) for each in found) < len(text):
        wrong = _VOXEL.sub("", text)[:1]
        raise PuzzleryError(f'shape {name} has the voxel "{wrong}"; expected #, + or _')
    if len(found) != width * height * depth:
        raise PuzzleryError(
            f"shape {name} has {len(found)} voxels; expected {width * height * depth}"
        )
    cells: dict[Cell, tuple[str, str]] = {}
    for index, each in enumerate(found):
        rest, x = divmod(index, width)
        z, y = divmod(rest, height)
        if each[1] != "_":
            cells[(x, y, z) if grid is FCC else (z, y, x)] = (each[1], each[2].lstrip("0"))
    return cells


def _board(grid: Lattice, cells: Voxels, name: str) -> Board:
    if not cells:
        raise PuzzleryError(f"the shape to be filled, {name}, is empty")
    return Board(
        grid,
        tuple(cells),
        name,
        frozenset(cell for cell, (mark, _) in cells.items() if mark == "+"),
        {cell: color for cell, (_, color) in cells.items() if color},
    )


def _check_holes(problem: Element, board: Board) -> None:
    """A limit on empty cells is refused, unless it allows as many as there can be."""
    if "maxHoles" in problem.attrib and _whole(problem, "maxHoles") < len(board.optional):
        raise PuzzleryError("the problem limits the number of holes, which has no equal here")


def _pieces(
    problem: Element, shapes: Mapping[int, Voxels], names: Sequence[str], grid: Lattice
) -> Iterator[Piece]:
    seen: set[int] = set()
    for element in problem.findall("shapes/shape"):
        index = _whole(element, "id")
        if index in seen:
            raise PuzzleryError(f"the problem lists shape {names[index]} twice")
        seen.add(index)
        if element.get("group", "0") != "0" or element.find("group") is not None:
            raise PuzzleryError(f"shape {names[index]} is in a group, which has no equal here")
        low, high = _counts(element, names[index])
        if high:
            yield Piece(names[index], _shape(shapes[index], names[index], grid), low, high)


def _counts(element: Element, name: str) -> tuple[int, int]:
    if "count" in element.attrib:
        return _whole(element, "count"), _whole(element, "count")
    if "min" not in element.attrib and "max" not in element.attrib:
        return 1, 1
    low, high = _whole(element, "min"), _whole(element, "max")
    if low > high:
        raise PuzzleryError(f"shape {name} is used at least {low} and at most {high} times")
    return low, high


def _shape(cells: Voxels, name: str, grid: Lattice) -> Shape:
    if not cells:
        raise PuzzleryError(f"shape {name} is empty, and cannot be a piece")
    if any(mark == "+" for mark, _ in cells.values()):
        raise PuzzleryError(f"shape {name} has voxels that may be left out, and cannot be a piece")
    return Shape(grid, tuple(cells), tuple(color for _, color in cells.values()))


def _allows(problem: Element) -> frozenset[tuple[str, str]]:
    pairs = problem.findall("bitmap/pair")
    return frozenset((str(_whole(p, "piece") + 1), str(_whole(p, "result") + 1)) for p in pairs)


def _all_pairs(pieces: Sequence[Piece], board: Board) -> frozenset[tuple[str, str]]:
    shades = {shade for piece in pieces for shade in piece.shape.colors}
    return frozenset(product(shades, board.colors.values()))


def dumps(puzzle: Packing) -> str:
    """The packing as the XML of a BurrTools file with one problem.

    >>> from puzzlery.packings import packing
    >>> text = dumps(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
    >>> print(next(line for line in text.splitlines() if 'name="b"' in line))
      <voxel x="2" y="2" z="1" name="b" type="0">#_##</voxel>
    """
    _refuse(puzzle)
    lattice = puzzle.board.lattice
    kind = "2" if lattice is FCC else "0"
    colors = _color_numbers(puzzle)
    shapes = [_piece_voxels(piece, colors, kind) for piece in puzzle.pieces]
    lines = ['<?xml version="1.0"?>', '<puzzle version="2">', f' <gridType type="{kind}"/>']
    lines += [" <colors>", *(_color_element(number) for number in colors.values()), " </colors>"]
    lines += [" <shapes>", *shapes, _board_voxels(puzzle.board, colors, kind), " </shapes>"]
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


def _refuse(puzzle: Packing) -> None:
    lattice = puzzle.board.lattice
    if lattice not in (SQUARE, CUBIC, FCC):
        raise NotExpressible(f"BurrTools files know cubes and balls, but no {lattice} lattice")
    if puzzle.fixed:
        raise NotExpressible("BurrTools files cannot say that pieces are fixed")
    for piece in puzzle.pieces:
        free = piece.shape.is_flat if piece.mirrors is None else piece.mirrors
        if piece.shape.is_chiral and free != piece.shape.is_flat:
            turned = "turned over" if free else "kept from being turned over"
            raise NotExpressible(f"in BurrTools files piece {piece.id} cannot be {turned}")


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


def _piece_voxels(piece: Piece, colors: Mapping[str, int], kind: str) -> str:
    marks = {
        cell: f"#{colors.get(color, '')}"
        for cell, color in zip(piece.shape.cells, piece.shape.shades, strict=True)
    }
    return _voxel_element(marks, piece.id, kind)


def _board_voxels(board: Board, colors: Mapping[str, int], kind: str) -> str:
    marks = {
        cell: ("+" if cell in board.optional else "#")
        + str(colors.get(board.colors.get(cell, ""), ""))
        for cell in board.cells
    }
    return _voxel_element(marks, board.name or "board", kind)


def _voxel_element(marks: Mapping[Cell, str], name: str, kind: str) -> str:
    """A shape in its smallest box; balls are moved only so that the sum stays even."""
    placed = {_xyz(cell, kind): mark for cell, mark in marks.items()}
    low = [min(cell[axis] for cell in placed) for axis in range(3)]
    if kind == "2":
        low[0] -= sum(low) % 2
    moved = {(x - low[0], y - low[1], z - low[2]): mark for (x, y, z), mark in placed.items()}
    width, height, depth = (max(cell[axis] for cell in moved) + 1 for axis in range(3))
    if width * height * depth > _MOST_VOXELS:
        raise NotExpressible(f"{name} is too scattered for a box of voxels")
    text = "".join(
        moved.get((x, y, z), "_") for z in range(depth) for y in range(height) for x in range(width)
    )
    size = f'x="{width}" y="{height}" z="{depth}"'
    return f'  <voxel {size} name={quoteattr(name)} type="0">{text}</voxel>'


def _xyz(cell: Cell, kind: str) -> tuple[int, int, int]:
    if len(cell) == 2:
        return (cell[1], cell[0], 0)
    a, b, c = cell
    return (a, b, c) if kind == "2" else (c, b, a)


def _problem_lines(puzzle: Packing, colors: Mapping[str, int]) -> Iterator[str]:
    yield f'  <problem name={quoteattr(puzzle.name)} state="0">'
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
