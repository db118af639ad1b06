"""Random packings, boards and covers for tests."""

import itertools

from hypothesis import strategies as st

from puzzlery.cover.exact_cover import Colored, ExactCover
from puzzlery.packings import Board, Packing, Piece
from puzzlery.packings.model.boards import _parallelogram, box
from puzzlery.packings.model.lattice import (
    CUBIC,
    FCC,
    HEXAGONAL,
    LATTICES,
    PRISMATIC,
    RHOMBIC,
    SQUARE,
    TETRAHEDRAL,
    TRIANGULAR,
)
from puzzlery.packings.model.shape import Shape
from puzzlery.render.packings.packing_cells import TILES

lattices = st.sampled_from(list(LATTICES.values()))
# Those of which there are pictures: cells of the others are solids between cubes and balls.
drawn_lattices = st.sampled_from(
    [lattice for name, lattice in LATTICES.items() if name in TILES or lattice is FCC]
)
LETTERS = "ABCDEFGHIJ"


def _field(lattice, rows, columns):
    """A patch of cells of any lattice."""
    if lattice is CUBIC:
        return list(box(2, rows, columns).cells)
    if lattice is FCC:
        return [
            (x, y, z)
            for x in range(rows + 1)
            for y in range(columns + 1)
            for z in range(2)
            if (x + y + z) % 2 == 0
        ]
    if lattice.dimension == 3:
        reach = {PRISMATIC: (2, 3 * rows, 3), RHOMBIC: (3, 3, 2 + rows), TETRAHEDRAL: (6, 6, 6)}
        points = itertools.product(*map(range, reach[lattice]))
        return [cell for cell in points if lattice.holds(cell)]
    return list(_parallelogram(lattice, rows, columns))


@st.composite
def shapes(draw, lattice=SQUARE, most=5, colors=("",)):
    """A connected shape of a few cells."""
    start = min(cell for cell in _field(lattice, 1, 1))
    cells = [start]
    for _ in range(draw(st.integers(0, most - 1))):
        near = {n for cell in cells for n in lattice.neighbors(cell)} - set(cells)
        cells.append(draw(st.sampled_from(sorted(near))))
    shades = tuple(draw(st.sampled_from(colors)) for _ in cells)
    return Shape(lattice, tuple(cells), shades)


@st.composite
def boards(draw, lattice=SQUARE, colors=("",), holes=True):
    """A small board with holes, cells that may stay empty, and colors."""
    field = _field(lattice, draw(st.integers(1, 3)), draw(st.integers(1, 4)))
    kept = [cell for cell in field if not holes or draw(st.integers(0, 4))]
    cells = tuple(kept or field[:1])
    optional = frozenset(cell for cell in cells if draw(st.integers(0, 5)) == 0)
    shades = {cell: draw(st.sampled_from(colors)) for cell in cells if cell not in optional}
    return Board(lattice, cells, "", optional, {c: s for c, s in shades.items() if s})


@st.composite
def packings(draw, lattice=None, colors=("", "a", "b"), most_pieces=4):
    """A small packing on any lattice, mostly without a solution."""
    grid = draw(lattices) if lattice is None else lattice
    pieces = []
    for number in range(draw(st.integers(1, most_pieces))):
        low = draw(st.sampled_from([1, 1, 1, 0, 2]))
        high = draw(st.sampled_from([low or 1, low + 1, None]))
        mirrors = draw(st.sampled_from([None, None, True, False]))
        shape = draw(shapes(grid, 4, colors))
        pieces.append(Piece(LETTERS[number], shape, low, high, mirrors))
    return Packing(tuple(pieces), draw(boards(grid, colors)))


@st.composite
def dissections(draw, lattice=None):
    """A packing that surely has a solution: a board cut into pieces."""
    grid = (
        draw(st.sampled_from([SQUARE, HEXAGONAL, TRIANGULAR, CUBIC]))
        if lattice is None
        else lattice
    )
    left = set(_field(grid, draw(st.integers(1, 3)), draw(st.integers(1, 3))))
    board = Board(grid, tuple(sorted(left)))
    parts = []
    while left:
        part = {min(left)}
        for _ in range(draw(st.integers(0, 3))):
            near = sorted({n for c in part for n in grid.neighbors(c)} & (left - part))
            if near:
                part.add(draw(st.sampled_from(near)))
        left -= part
        parts.append(tuple(sorted(part)))
    pieces = tuple(Piece(f"P{n}", Shape(grid, part)) for n, part in enumerate(parts))
    return Packing(pieces, board), parts


@st.composite
def covers(draw, colors=True, bounds=True):
    """A small exact cover with named items."""
    primary = [f"p{n}" for n in range(draw(st.integers(1, 5)))]
    secondary = [f"s{n}" for n in range(draw(st.integers(0, 3)))]
    options = []
    for _ in range(draw(st.integers(0, 9))):
        some = draw(st.lists(st.sampled_from(primary), min_size=1, max_size=3, unique=True))
        more = (
            draw(st.lists(st.sampled_from(secondary), max_size=2, unique=True)) if secondary else []
        )
        shades = [draw(st.sampled_from(["", "x", "y"])) if colors else "" for _ in more]
        entries = [Colored(s, c) if c else s for s, c in zip(more, shades, strict=True)]
        options.append((*some, *entries))
    several = {}
    if bounds:
        for item in draw(st.lists(st.sampled_from(primary), max_size=2, unique=True)):
            low = draw(st.integers(0, 2))
            several[item] = (low, draw(st.integers(max(low, 1), 3)))
    several = {item: bound for item, bound in several.items() if bound != (1, 1)}
    return ExactCover(options, primary, secondary, multiplicity=several)
