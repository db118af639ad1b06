"""Coordinate orbits: the orbits of slots that coordinates number, with orientations that add up.

A move carries slot q to slot `to[q]` and adds `gained[q]` to the orientation of whatever is there,
modulo the number of orientations. Where orientations do not add up (a piece that turns about
several axes), every oriented slot of a piece counts as a slot of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from puzzlery.core.permutation import Permutation, Points
from puzzlery.errors import PuzzleryError
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.structure.orientation_group import Images, OrientationGroup
from puzzlery.twisty.structure.slots import Ints, SlotOrbit, stabilizer_orbits


@dataclass(frozen=True, eq=False)
class CoordinateOrbit(SlotOrbit):
    """An orbit, its slots in the order of their stickers and its orientations adding up.

    Every sticker of it has an `orientation_of`: that of a piece whose reference sticker is there.
    It is −1 for other stickers, as is their `slot_of`.
    """

    number: int
    orientation_of: Ints

    @property
    def places(self) -> Ints:
        """For each slot the places of its reference sticker, in the order of the orientations."""
        return self.slots[:, self.orientations.array[:, 0]]


def slots_of(puzzle: Puzzle, upright: Sequence[Permutation] = ()) -> list[CoordinateOrbit]:
    """The orbits of pieces that the basis moves, the largest pieces first.

    The orientations are numbered such that the permutations `upright`, if given, change none,
    where that can be.
    """
    return list(_slots_of(puzzle, tuple(upright)))


@lru_cache(maxsize=256)
def _slots_of(puzzle: Puzzle, upright: tuple[Permutation, ...]) -> tuple[CoordinateOrbit, ...]:
    if puzzle.glued:
        raise PuzzleryError(f"{puzzle.name} has joined pieces; its states have no coordinates")
    moves = [puzzle.moves[name].array for name in puzzle.basis]
    orbits = stabilizer_orbits(moves, puzzle.degree, [one.array for one in upright])
    adding = [_adding_up(orbit, moves) for orbit in orbits if not orbit.is_fixed]
    adding.sort(key=lambda orbit: (-orbit.width, int(orbit.slots.min())))
    return tuple(_numbered(number, orbit) for number, orbit in enumerate(adding))


def _adding_up(orbit: SlotOrbit, moves: Sequence[Points]) -> SlotOrbit:
    """The orbit with orientations that add up, or with a slot for each oriented slot."""
    preferred = _gained(orbit, moves) if orbit.orientations.order > 2 else []
    cyclic = orbit.cyclic(preferred)
    if cyclic is not None:
        return cyclic
    oriented = orbit.oriented_slots[:, :, _references(orbit.orientations)]
    slots = oriented.reshape(-1, oriented.shape[2])
    return SlotOrbit.of(slots, OrientationGroup.trivial(slots.shape[1]), len(orbit.slot_of))


def _gained(orbit: SlotOrbit, moves: Sequence[Points]) -> list[Images]:
    """The orientations that pieces gain by moves, in the order of slots and moves."""
    images = np.array(moves)[:, orbit.slots].swapaxes(0, 1)
    rows = orbit.column_of[images].reshape(-1, orbit.width).tolist()
    return list(dict.fromkeys(map(tuple, rows)))


def _references(orientations: OrientationGroup) -> Ints:
    """One sticker of a slot, the first, of each set that the orientations carry around."""
    return np.unique(orientations.array.min(axis=0))


def _numbered(number: int, orbit: SlotOrbit) -> CoordinateOrbit:
    """The orbit with its number, its slots in the order of the places of the reference sticker."""
    powers = orbit.orientations
    places = orbit.slots[:, powers.array[:, 0]]
    slots = orbit.slots[np.argsort(places.min(axis=1))]
    turned = np.empty(orbit.width, dtype=np.int64)
    turned[powers.array[:, _references(powers)]] = np.arange(powers.order)[:, None]
    orientation_of = np.full(len(orbit.slot_of), -1)
    orientation_of[slots] = turned
    own = SlotOrbit.of(slots, powers, len(orbit.slot_of))
    return CoordinateOrbit(slots, powers, own.slot_of, own.column_of, number, orientation_of)
