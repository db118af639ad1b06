"""The numbered 3x3x3: pieces, slots and face turns in the order that its kernels count."""

from functools import cache

from puzzlery.solve.cube3.recognition import FACES, cube3
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg, Move

CORNERS = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB")
EDGES = ("UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR")
AMOUNTS = (1, 2, -1)


def pieces(state: State) -> bytes:
    """Which piece is in each slot of the catalogue's cube, and how it is turned there.

    The eight corners come first, then their twists, the twelve edges and their flips. A twist or
    flip says on which face of its slot's name a piece has the first face of its own name.

    >>> list(pieces(cube3().apply("R")))[:16]
    [4, 1, 2, 0, 7, 5, 6, 3, 2, 0, 0, 1, 1, 0, 0, 2]
    """
    came_from = state.permutation.inverse.images
    found = []
    for slots in (CORNERS, EDGES):
        home = {place: (slots.index(slot), k) for (slot, k), place in _places(slots).items()}
        for slot in slots:
            now = [home[came_from[_places(slots)[slot, k]]] for k in range(len(slot))]
            turned = next(k for k, (_, side) in enumerate(now) if side == 0)
            found.append((now[turned][0], turned))
    corners, edges = found[: len(CORNERS)], found[len(CORNERS) :]
    return b"".join(bytes(part) for each in (corners, edges) for part in zip(*each, strict=True))


@cache
def _places(slots: tuple[str, ...]) -> dict[tuple[str, int], int]:
    """The place of the catalogue's cube on each face of each slot."""
    names = {frozenset(slot): slot for slot in slots}
    found = {}
    for sticker in cube3().stickers:
        place = sticker.index
        slot = names.get(frozenset(f for f in FACES if cube3().moves[f][place] != place))
        if slot is not None:
            found[slot, slot.index(sticker.face)] = place
    return found


def alg_of(turns: bytes) -> Alg:
    """The alg of numbered face turns: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'.

    >>> print(alg_of(bytes([3, 0, 5, 2])))
    R U R' U'
    """
    return Alg(tuple(Move(FACES[turn // 3], AMOUNTS[turn % 3]) for turn in turns))
