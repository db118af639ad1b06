"""The 3x3x3 as its kernels see it: pieces in slots, and moves as turns of the faces of an axis."""

from functools import cache

from puzzlery.twisty.catalog import puzzle as find_puzzle
from puzzlery.twisty.puzzle import Puzzle
from puzzlery.twisty.state import State

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


def unfit(puzzle: Puzzle) -> str | None:
    """Why a puzzle is not the 3x3x3; None if it is."""
    is_cube = puzzle.fingerprint == find_puzzle("3x3x3").fingerprint
    return None if is_cube else "it is not the 3x3x3"


def pieces(state: State) -> Pieces:
    """The pieces in all slots and how they sit there: edges, flips, corners, twists.

    An edge is flipped if the first face of its name is not on the first face of its slot; the
    twist of a corner tells where its face U or D has gone, counted clockwise.

    >>> edges, flips, corners, twists = pieces(find_puzzle("3x3x3").apply("R"))
    >>> sum(flips), sum(twists)
    (4, 6)
    """
    origin = state.permutation.inverse.images
    edges, flips = _seated(EDGES, origin)
    corners, twists = _seated(CORNERS, origin)
    return edges, flips, corners, twists


def _seated(slots: tuple[str, ...], origin: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Which piece each slot holds, and on which of its faces the first face of the piece is."""
    places, names = _stickers()
    seats = []
    for slot in slots:
        homes = [names[origin[places[frozenset(slot), face]]] for face in slot]
        piece = next(i for i, name in enumerate(slots) if frozenset(name) == homes[0][0])
        seats.append((piece, [face for _, face in homes].index(slots[piece][0])))
    return [piece for piece, _ in seats], [seat for _, seat in seats]


Place = tuple[frozenset[str], str]


@cache
def _stickers() -> tuple[dict[Place, int], dict[int, Place]]:
    """The stickers by the faces of their piece and their own, and back."""
    cube = find_puzzle("3x3x3")
    assert cube.cells is not None
    faces: dict[int, set[str]] = {}
    for sticker, cell in zip(cube.stickers, cube.cells, strict=True):
        faces.setdefault(cell, set()).add(sticker.face)
    names = {
        sticker.index: (frozenset(faces[cell]), sticker.face)
        for sticker, cell in zip(cube.stickers, cube.cells, strict=True)
    }
    return {place: index for index, place in names.items()}, names
