"""Orbits: the slots that one piece can reach."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from puzzlery.twisty.structure.partition import Labels, classes
from puzzlery.twisty.structure.pieces import piece_labels

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

NAMES = {1: "CENTERS", 2: "EDGES", 3: "CORNERS"}


@dataclass(frozen=True, slots=True)
class Orbit:
    """All slots that one piece can reach.

    `slots` are the sets of stickers that the pieces fill when solved. `orientations` is how
    many stickers a piece has, the number that this field's file formats use; of these ways to
    sit in a slot `reachable` can be reached.
    """

    name: str
    slots: tuple[frozenset[int], ...]
    orientations: int
    reachable: int

    @property
    def pieces(self) -> int:
        """How many pieces there are, one for each slot."""
        return len(self.slots)


def orbits(puzzle: "Puzzle") -> list[Orbit]:
    """The orbits, those of the largest pieces first; a second one of a name gets a number.

    A bandage is looked through: the orbits are those of the pieces before they were glued.
    """
    labels = piece_labels(puzzle)
    permutations = [turn.permutation.array.astype(np.int64) for turn in puzzle.turns.values()]
    reach = _components(labels, permutations)
    sticker_orbits = _components(np.arange(puzzle.degree), permutations)
    found: dict[int, list[frozenset[int]]] = {}
    for slot in classes(labels):
        found.setdefault(int(reach[min(slot)]), []).append(slot)
    groups = sorted(found.values(), key=lambda slots: (-len(slots[0]), min(slots[0])))
    sizes = Counter(sticker_orbits.tolist())
    return _named(
        (slots, sizes[int(sticker_orbits[min(slots[0])])] // len(slots)) for slots in groups
    )


def _components(labels: Labels, permutations: Iterable[NDArray[np.int64]]) -> Labels:
    """The classes that the permutations connect, each numbered by its smallest member."""
    _, reach = np.unique(labels, return_inverse=True)
    reach = reach.reshape(-1).astype(np.int64)
    slots, moves = reach.copy(), list(permutations)
    while True:
        before = reach
        smallest = np.arange(slots.max(initial=0) + 1)
        np.minimum.at(smallest, slots, reach)
        for move in moves:
            np.minimum.at(smallest, slots[move], smallest[slots])
            np.minimum.at(smallest, slots, smallest[slots[move]])
        reach = smallest[slots]
        if np.array_equal(reach, before):
            return reach


def _named(groups: Iterable[tuple[list[frozenset[int]], int]]) -> list[Orbit]:
    counts: Counter[str] = Counter()
    named = []
    for slots, reachable in groups:
        stickers = len(slots[0])
        kind = NAMES.get(stickers, f"C{stickers}RNER")
        counts[kind] += 1
        name = kind if counts[kind] == 1 else f"{kind}{counts[kind]}"
        named.append(Orbit(name, tuple(slots), stickers, reachable))
    return named
