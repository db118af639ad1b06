"""Orbits: the slots that one piece can reach."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from puzzlery.twisty.structure.partition import classes
from puzzlery.twisty.structure.pieces import piece_labels
from puzzlery.twisty.structure.slots import connected_slots

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

NAMES = {1: "CENTERS", 2: "EDGES", 3: "CORNERS"}


@dataclass(frozen=True, slots=True)
class Orbit:
    """All slots that one piece can reach.

    `slots` are the sets of stickers that the pieces fill when solved. `orientations` is how
    many stickers a piece has, the number that this field's file formats use; of these ways to
    sit in a slot `reachable` can be reached.

    >>> from puzzlery.twisty.geometry import cube
    >>> [(orbit.name, orbit.pieces, orbit.orientations) for orbit in orbits(cube(3))]
    [('CORNERS', 8, 3), ('EDGES', 12, 2), ('CENTERS', 6, 1)]
    """

    name: str
    slots: tuple[frozenset[int], ...]
    orientations: int
    reachable: int

    @property
    def pieces(self) -> int:
        """The number of pieces, one for each slot.

        >>> from puzzlery.twisty.geometry import cube
        >>> [orbit.pieces for orbit in orbits(cube(2))]
        [8]
        """
        return len(self.slots)


def orbits(puzzle: "Puzzle") -> list[Orbit]:
    """The orbits, those of the largest pieces first; a second one of a name gets a number.

    A bandage is looked through: the orbits are those of the pieces before they were glued.

    The 4x4x4 has 8 corners, 24 wing edges and 24 movable centers:

    >>> from puzzlery.twisty.geometry import cube
    >>> [(orbit.name, orbit.pieces) for orbit in orbits(cube(4))]
    [('CORNERS', 8), ('EDGES', 24), ('CENTERS', 24)]
    """
    labels = piece_labels(puzzle)
    moves = [turn.permutation.array for turn in puzzle.turns.values()]
    orbit_of = connected_slots(labels, moves)
    sticker_orbit = connected_slots(np.arange(puzzle.degree), moves)
    groups: dict[int, list[frozenset[int]]] = {}
    for slot in classes(labels):
        groups.setdefault(int(orbit_of[min(slot)]), []).append(slot)
    by_width = sorted(groups.values(), key=lambda slots: (-len(slots[0]), min(slots[0])))
    names = orbit_names(len(slots[0]) for slots in by_width)
    reached = np.bincount(sticker_orbit)[sticker_orbit].tolist()
    return [
        Orbit(name, tuple(slots), len(slots[0]), reached[min(slots[0])] // len(slots))
        for name, slots in zip(names, by_width, strict=True)
    ]


def orbit_names(widths: Iterable[int]) -> list[str]:
    """A name for each orbit by the stickers of its pieces; a second one of a name gets a number.

    >>> orbit_names([3, 2, 2, 5])
    ['CORNERS', 'EDGES', 'EDGES2', 'C5RNER']
    """
    used: Counter[str] = Counter()
    names = []
    for width in widths:
        kind = NAMES.get(width, f"C{width}RNER")
        used[kind] += 1
        names.append(kind if used[kind] == 1 else f"{kind}{used[kind]}")
    return names
