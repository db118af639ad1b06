"""Pieces and orbits: stickers that never move apart, and the slots that one piece can reach."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from puzzlery.twisty.puzzle import Puzzle

Labels = NDArray[np.int64]
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


def pieces(puzzle: "Puzzle") -> list[frozenset[int]]:
    """The pieces, in the order of their smallest sticker; glued pieces count as one.

    A *piece* is one physical object: a set of stickers that never move apart. A cut solid knows
    its pieces; elsewhere they follow from the moves.
    """
    labels = piece_labels(puzzle)
    for group in puzzle.glued:
        members = np.unique(labels[sorted(group)])
        labels[np.isin(labels, members)] = members[0]
    return _classes(labels)


def orbits(puzzle: "Puzzle") -> list[Orbit]:
    """The orbits, those of the largest pieces first; a second one of a name gets a number.

    A bandage is looked through: the orbits are those of the pieces before they were glued.
    """
    labels = piece_labels(puzzle)
    permutations = [turn.permutation.array.astype(np.int64) for turn in puzzle.turns.values()]
    reach = _components(labels, permutations)
    sticker_orbits = _components(np.arange(puzzle.degree), permutations)
    found: dict[int, list[frozenset[int]]] = {}
    for slot in _classes(labels):
        found.setdefault(int(reach[min(slot)]), []).append(slot)
    groups = sorted(found.values(), key=lambda slots: (-len(slots[0]), min(slots[0])))
    sizes = Counter(sticker_orbits.tolist())
    return _named(
        (slots, sizes[int(sticker_orbits[min(slots[0])])] // len(slots)) for slots in groups
    )


def piece_labels(puzzle: "Puzzle") -> Labels:
    """For each sticker a number that it shares with the stickers of its piece."""
    if puzzle.cells is not None:
        return np.array(puzzle.cells, dtype=np.int64)
    return refine(
        np.stack([_signature(turn.permutation.cycle_lengths, turn.moving) for turn in turns])
        if (turns := list(puzzle.turns.values()))
        else np.zeros((1, puzzle.degree), dtype=np.int64),
        [turn.permutation.array for turn in turns],
    )


def refine(signatures: NDArray[np.int64], moves: list[NDArray[np.uint16]]) -> Labels:
    """The coarsest partition that tells signatures apart and that every move respects.

    Each round parts stickers of one class whose images under some move lie in different
    classes; it ends when a round parts nothing. This is the minimization of an automaton whose
    letters are the moves, so no sequence of moves need be searched.
    """
    labels = _relabel(signatures)
    while True:
        finer = _relabel(np.stack([labels, *(labels[move] for move in moves)]))
        if finer.max(initial=0) == labels.max(initial=0):
            return finer
        labels = finer


def _signature(lengths: NDArray[np.uint16], moving: frozenset[int]) -> NDArray[np.int64]:
    """How a move acts on each point: its cycle's length, 1 if it turns in place, 0 if it rests."""
    signature = np.zeros(lengths.size, dtype=np.int64)
    inside = sorted(moving)
    signature[inside] = lengths[inside]
    return signature


def _relabel(rows: NDArray[np.int64]) -> Labels:
    """Number the different columns."""
    return np.unique(rows, axis=1, return_inverse=True)[1].reshape(-1).astype(np.int64)


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


def _classes(labels: Labels) -> list[frozenset[int]]:
    """The stickers of each label, in the order of their smallest."""
    members: dict[int, list[int]] = {}
    for sticker, label in enumerate(labels.tolist()):
        members.setdefault(label, []).append(sticker)
    return [frozenset(group) for group in members.values()]


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
