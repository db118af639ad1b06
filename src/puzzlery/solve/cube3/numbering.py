"""The pieces of a 3x3x3, numbered as the two-phase search numbers them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move

FACES = "URFDLB"
CORNERS = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB")
EDGES = ("UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR")
AMOUNTS = (1, 2, -1)

Side = tuple[str, int]
"""A slot by name, and which of its sides: 0 is the first letter's."""


@dataclass(frozen=True)
class Sides:
    """Which side of which slot each sticker of a puzzle is on when it is solved."""

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


@lru_cache(maxsize=16)
def sides_of(puzzle: Puzzle) -> Sides | None:
    """The sides of a puzzle that has the pieces and the six face turns of a 3x3x3, else None."""
    if puzzle.glued or not set(FACES) <= set(puzzle.turns):
        return None
    sides = Sides(dict(_sides(puzzle)))
    if sorted(sides.of.values()) != sorted(
        (slot, k) for slot in CORNERS + EDGES for k in range(len(slot))
    ):
        return None
    return sides if _turns_alike(puzzle, sides) else None


def _sides(puzzle: Puzzle) -> Iterator[tuple[int, Side]]:
    names = {frozenset(slot): slot for slot in CORNERS + EDGES}
    face_of = _faces_of_colors(puzzle)
    for sticker in range(puzzle.degree):
        slot = names.get(frozenset(f for f in FACES if sticker in puzzle.turns[f].moving))
        face = face_of.get(puzzle.solved_colors[sticker], "")
        if slot is not None and face and face in slot:
            yield sticker, (slot, slot.index(face))


def _faces_of_colors(puzzle: Puzzle) -> dict[int, str]:
    """The face that each color covers: all stickers of the color turn with it."""
    found = {}
    for color in set(puzzle.solved_colors):
        stickers = {i for i, one in enumerate(puzzle.solved_colors) if one == color}
        faces = [face for face in FACES if stickers <= puzzle.turns[face].moving]
        if len(faces) == 1:
            found[color] = faces[0]
    return found


def _turns_alike(puzzle: Puzzle, sides: Sides) -> bool:
    """Do the face turns move the sides as a 3x3x3 does, and no other sticker?"""
    for number, face in enumerate(FACES):
        turn = puzzle.moves[face]
        if not set(turn.support.tolist()) <= sides.of.keys():
            return False
        if sides.pieces(turn) != _core.two_phase_turn(3 * number):
            return False
    return True


def alg_of(turns: bytes) -> Alg:
    """The alg of numbered face turns."""
    return Alg(tuple(Move(FACES[turn // 3], AMOUNTS[turn % 3]) for turn in turns))
