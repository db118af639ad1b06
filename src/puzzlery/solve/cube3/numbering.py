"""The pieces of a 3x3x3, numbered as the two-phase search numbers them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from puzzlery.core.permutation import Permutation
from puzzlery.solve.cube3.recognition import FACES, cube3
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg, Move

CORNERS = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB")
EDGES = ("UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR")
AMOUNTS = (1, 2, -1)

Side = tuple[str, int]
"""A slot by name, and which of its sides: 0 is the first letter's."""


@dataclass(frozen=True)
class Sides:
    """Which side of which slot each sticker of a cube is on when it is solved."""

    of: Mapping[int, Side]

    def pieces(self, permutation: Permutation) -> bytes:
        """Which piece is in each slot and how it is turned there: corners, then edges."""
        return b"".join(
            bytes(part)
            for slots in (CORNERS, EDGES)
            for part in zip(*self.seats(slots, permutation), strict=True)
        )

    def seats(self, slots: tuple[str, ...], permutation: Permutation) -> list[tuple[int, int]]:
        """The number of the piece in each of these slots, and how it is turned there."""
        at = {self.of[permutation[i]]: side for i, side in self.of.items()}
        return list(_in_slots(slots, at))

    def named(self, slots: tuple[str, ...]) -> "Sides":
        """The same sides, where the slots have other names of the same letters."""
        names = {frozenset(slot): slot for slot in slots}
        other = {old: names[frozenset(old)] for old in CORNERS + EDGES}
        return Sides({i: (other[old], other[old].index(old[k])) for i, (old, k) in self.of.items()})


def _in_slots(slots: tuple[str, ...], at: Mapping[Side, Side]) -> Iterator[tuple[int, int]]:
    """The number of the piece in each slot, and the side on which its first side is."""
    for slot in slots:
        turned = next(k for k in range(len(slot)) if at[slot, k][1] == 0)
        yield slots.index(at[slot, turned][0]), turned


@cache
def sides() -> Sides:
    """The sides of the catalogue's 3x3x3."""
    cube, names = cube3(), {frozenset(slot): slot for slot in CORNERS + EDGES}
    found: dict[int, Side] = {}
    for sticker in cube.stickers:
        moving = frozenset(
            face for face in FACES if cube.moves[face][sticker.index] != sticker.index
        )
        if moving:
            slot = names[moving]
            found[sticker.index] = (slot, slot.index(sticker.face))
    return Sides(found)


def pieces(state: State) -> bytes:
    """Which piece is in each slot of the catalogue's 3x3x3, and how it is turned there."""
    return sides().pieces(state.permutation)


def alg_of(turns: bytes) -> Alg:
    """The alg of numbered face turns."""
    return Alg(tuple(Move(FACES[turn // 3], AMOUNTS[turn % 3]) for turn in turns))
