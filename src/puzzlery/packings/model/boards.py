"""Kinds of boards: rectangles, boxes, pyramids, triangles, drawings, several boards at once."""

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from puzzlery.errors import InvalidPuzzle, SyntaxFault
from puzzlery.packings.model.board import OPTIONAL_CELL, Board, check_size
from puzzlery.packings.model.cell_drawing import cells_of, layers
from puzzlery.packings.model.lattice import (
    CUBIC,
    FCC,
    HEXAGONAL,
    SQUARE,
    TRIANGULAR,
    Cell,
    Lattice,
    Spot,
)


def _check_sides(kind: str, *sides: int) -> None:
    if min(sides) < 1:
        raise InvalidPuzzle(f"a {kind} of side {min(sides)}; expected at least 1")
    check_size(prod(sides))


def rectangle(rows: int, columns: int, lattice: Lattice = SQUARE) -> Board:
    """Rows and columns of squares; of hexagons or triangles, the parallelogram of that many.

    A row of triangles has two for every column.

    >>> len(rectangle(5, 11)), len(rectangle(6, 6, TRIANGULAR))
    (55, 72)
    """
    _check_sides("rectangle", rows, columns)
    return Board(lattice, _parallelogram(lattice, rows, columns), f"{rows}x{columns}")


def _parallelogram(lattice: Lattice, rows: int, columns: int) -> tuple[Cell, ...]:
    pairs = [(row, column) for row in range(rows) for column in range(columns)]
    if lattice is SQUARE:
        return tuple(pairs)
    if lattice is HEXAGONAL:
        return tuple((column, row) for row, column in pairs)
    if lattice is TRIANGULAR:
        return tuple((3 * c + k, 3 * r + k) for r, c in pairs for k in (1, 2))
    raise InvalidPuzzle(f"a rectangle lies in a flat lattice; {lattice.name} is solid")


def box(layers: int, rows: int, columns: int) -> Board:
    """A box of cubes.

    >>> len(box(3, 4, 5)), len(box(3, 4, 5).symmetries()), len(box(3, 3, 3).symmetries())
    (60, 8, 48)
    """
    _check_sides("box", layers, rows, columns)
    cells = tuple((z, r, c) for z in range(layers) for r in range(rows) for c in range(columns))
    return Board(CUBIC, cells, f"{layers}x{rows}x{columns}")


def pyramid(side: int) -> Board:
    """Balls stacked on a square of so many rows, the base first.

    >>> print(pyramid(2))
    XX
    XX
    <BLANKLINE>
    X
    """
    _check_sides("pyramid", side, side, side)
    spots: dict[Cell, Spot] = {
        (i + j + k, i - j, k): (k, i, j)
        for k in range(side)
        for i in range(side - k)
        for j in range(side - k)
    }
    return Board(FCC, tuple(spots), f"pyramid{side}", spots=spots)


def tetrahedron(side: int) -> Board:
    """Balls stacked on a triangle of so many rows, the base first.

    >>> len(tetrahedron(6))
    56
    """
    _check_sides("tetrahedron", side, side, side)
    spots: dict[Cell, Spot] = {
        (x + y, x + z, y + z): (z, y, x)
        for z in range(side)
        for y in range(side - z)
        for x in range(side - z - y)
    }
    return Board(FCC, tuple(spots), f"tetrahedron{side}", spots=spots)


def triangle(side: int, lattice: Lattice = HEXAGONAL) -> Board:
    """A triangle with sides of so many hexagons or triangles.

    >>> len(triangle(4)), len(triangle(4, TRIANGULAR))
    (10, 16)
    """
    return _cut("triangle", side, side, lattice, range(side))


def hexagon(side: int, lattice: Lattice = HEXAGONAL) -> Board:
    """A hexagon with sides of so many hexagons or triangles.

    >>> len(hexagon(3)), len(hexagon(2, TRIANGULAR))
    (19, 24)
    """
    if lattice is TRIANGULAR:
        return _cut("hexagon", side, 2 * side, lattice, range(side, 3 * side))
    return _cut("hexagon", side, 2 * side - 1, lattice, range(side - 1, 3 * side - 2))


def _cut(kind: str, side: int, size: int, lattice: Lattice, rows: range) -> Board:
    """The cells of a parallelogram that lie in some rows along the third direction."""
    _check_sides(kind, side)
    _check_sides(kind, size, size)
    cells = _parallelogram(lattice, size, size)
    kept = tuple(cell for cell in cells if sum(cell) // lattice.period in rows)
    return Board(lattice, kept, f"{kind}{side}")


def board_drawn(text: str, lattice: Lattice = SQUARE, name: str = "") -> Board:
    """The board that a drawing shows.

    A capital letter or `#` is a cell, `?` a cell that may stay empty, a small letter a cell of
    that color, a dot or a space nothing. In a flat lattice an empty line begins another board.

    >>> len(board_drawn("XX.\\nX?a"))
    5
    """
    flat = lattice.dimension == 2
    drawings = ["\n".join(lines) for lines in layers(text)] if flat else [text]
    if not drawings or not drawings[0]:
        raise SyntaxFault("a board is drawn without cells", text, 0)
    boards = [_one_drawn(drawing, lattice) for drawing in drawings]
    return replace(joined(boards), name=name)


def _one_drawn(text: str, lattice: Lattice) -> Board:
    found = cells_of(text, lattice)
    for character in found.values():
        if not (character.isalpha() or character in f"#{OPTIONAL_CELL}"):
            raise SyntaxFault(
                f'"{character}" stands for no cell; expected a letter, #, ?, a dot or a space',
                text,
                text.index(character),
            )
    optional = frozenset(cell for cell, each in found.items() if each == OPTIONAL_CELL)
    colors = {cell: each for cell, each in found.items() if each.islower()}
    if not found:
        raise SyntaxFault("a board is drawn without cells", text, 0)
    return Board(lattice, tuple(found), optional=optional, colors=colors)


def joined(boards: Sequence[Board]) -> Board:
    """Several boards as one: they lie far apart, and are drawn one after the other.

    >>> print(joined([rectangle(1, 2), rectangle(1, 3)]))
    XX
    <BLANKLINE>
    XXX
    """
    if len({board.lattice for board in boards}) != 1:
        raise InvalidPuzzle("boards of different lattices cannot be joined")
    if len(boards) == 1:
        return boards[0]
    lattice = boards[0].lattice
    # Far enough that no shape of the size of a board spans two of them, and a multiple of six so
    # that the step is a translation of every lattice.
    gap = 6 * max(_extent(board) for board in boards) + 6
    moved = [_moved(board, gap * number) for number, board in enumerate(boards)]
    spots: dict[Cell, Spot] = {}
    depth = 0
    for board in moved:
        spots |= {cell: (z + depth, y, x) for cell, (z, y, x) in board.spots.items()}
        depth += board.depth
    return Board(
        lattice,
        tuple(cell for board in moved for cell in board.cells),
        " + ".join(board.name for board in boards if board.name),
        frozenset().union(*(board.optional for board in moved)),
        {cell: each for board in moved for cell, each in board.colors.items()},
        {cell: each for board in moved for cell, each in board.labels.items()},
        spots,
        tuple(piece for board in boards for piece in board.markers),
    )


def _extent(board: Board) -> int:
    return max(max(c) for c in board.cells) - min(min(c) for c in board.cells)


def _moved(board: Board, distance: int) -> Board:
    def there(cell: Cell) -> Cell:
        return (cell[0] + distance, *cell[1:])

    return replace(
        board,
        cells=tuple(there(cell) for cell in board.cells),
        optional=frozenset(there(cell) for cell in board.optional),
        colors={there(cell): each for cell, each in board.colors.items()},
        labels={there(cell): each for cell, each in board.labels.items()},
        spots={there(cell): spot for cell, spot in board.spots.items()},
    )
