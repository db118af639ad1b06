"""Polyforms: every shape of so many cells, grown from smaller ones."""

from functools import cache
from itertools import product

from puzzlery.errors import InvalidPuzzle
from puzzlery.packings.model.lattice import Lattice
from puzzlery.packings.model.shape import Shape

# There are 4,655 free polyominoes of ten cells (OEIS A000105); in space far more.
MOST_CELLS = 10


@cache
def polyforms(lattice: Lattice, size: int, *, one_sided: bool = False) -> tuple[Shape, ...]:
    """All connected shapes of so many cells, each once.

    *Free* shapes may be turned over; *one-sided* ones may only be turned. In space the free
    ones count a shape and its mirror image as one.

    >>> from puzzlery.packings.model.lattice import SQUARE
    >>> [len(polyforms(SQUARE, size)) for size in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    >>> len(polyforms(SQUARE, 4, one_sided=True))
    7
    """
    if not 1 <= size <= MOST_CELLS:
        raise InvalidPuzzle(f"shapes of {size} cells; expected 1 … {MOST_CELLS} cells")
    if size == 1:
        return (_single(lattice),)
    grown = {
        Shape(lattice, (*shape.cells, near)).canonical(not one_sided)
        for shape in polyforms(lattice, size - 1, one_sided=one_sided)
        for cell in shape.cells
        for near in lattice.neighbors(cell)
        if near not in shape.cells
    }
    return tuple(sorted(grown, key=lambda shape: shape.cells))


def _single(lattice: Lattice) -> Shape:
    """The shape of one cell: at the origin, or next to it where the origin is a corner."""
    near = product(range(6), repeat=lattice.dimension)
    return Shape(lattice, (next(cell for cell in near if lattice.holds(cell)),)).canonical(True)
