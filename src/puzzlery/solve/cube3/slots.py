"""The 3x3x3 as its kernels see it: pieces in slots, and moves as turns of the faces of an axis."""

from functools import cache

from puzzlery.solve.cube3.numbering import Sides, sides
from puzzlery.twisty.model.state import State

FACES = "UDRLFB"
# Going round a face clockwise one meets these four.
AROUND = {"U": "FLBR", "D": "FRBL", "R": "UBDF", "L": "UFDB", "F": "URDL", "B": "ULDR"}
EDGES = tuple(
    FACES[2 * ((axis + 1) % 3) + i % 2] + FACES[2 * ((axis + 2) % 3) + i // 2]
    for axis in range(3)
    for i in range(4)
)
CORNERS = tuple(cap + AROUND[cap][i] + AROUND[cap][(i + 1) % 4] for cap in "UD" for i in range(4))

Pieces = tuple[list[int], list[int], list[int], list[int]]


def pieces(state: State) -> Pieces:
    """The pieces in all slots and how they sit there: edges, flips, corners, twists.

    An edge is flipped if the first face of its name is not on the first face of its slot; the
    twist of a corner tells where its face U or D has gone, counted clockwise.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> edges, flips, corners, twists = pieces(puzzle("3x3x3").apply("R"))
    >>> sum(flips), sum(twists)
    (4, 6)
    """
    seats = (_sides().seats(slots, state.permutation) for slots in (EDGES, CORNERS))
    (edges, flips), (corners, twists) = (zip(*pairs, strict=True) for pairs in seats)
    return list(edges), list(flips), list(corners), list(twists)


@cache
def _sides() -> Sides:
    """The sides of the 3x3x3 by the names of these slots."""
    return sides().named(EDGES + CORNERS)
