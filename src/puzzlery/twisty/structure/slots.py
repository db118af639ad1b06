"""Slots and their orbits: where pieces can be, and how they can sit there.

Validation, coordinates, the solvers and the file formats all read this one model:

- A *slot* is a set of stickers that one piece fills. Labels say which stickers share a slot: the
  pieces of a puzzle, or the stickers that no sequence of moves tells apart.
- An *orbit* holds all slots that moves carry into one another.
- In its *reference orientation* a slot lists its stickers in the order in which moves carry them
  there from the first slot of the orbit.
- A sequence of moves carries slot i to slot π(i), and the j-th sticker of the one to the h(j)-th
  sticker of the other. All such h form the *orientation group* of the orbit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.permutation import Points
from puzzlery.twisty.structure.orientation_group import Images, OrientationGroup
from puzzlery.twisty.structure.partition import merged

Ints = NDArray[np.int64]
SMALLEST_JOINED = 3


@dataclass(frozen=True, eq=False)
class SlotOrbit:
    """An orbit of slots.

    `slots[i, j]` is the j-th sticker of slot i, and `orientations` is the orientation group. So the
    moves act as a subgroup of the wreath product of `orientations` with all arrangements of slots.
    For each sticker of the orbit `slot_of` and `column_of` tell its i and j; orbits of one puzzle
    share these arrays, so what they hold for other stickers does not count.
    """

    slots: Ints
    orientations: OrientationGroup
    slot_of: Ints
    column_of: Ints

    @classmethod
    def of(cls, slots: Ints, orientations: OrientationGroup, degree: int) -> "SlotOrbit":
        """The orbit of these slots on a puzzle of so many stickers; −1 marks other stickers."""
        slot_of, column_of = np.full((2, degree), -1)
        slot_of[slots] = np.arange(len(slots))[:, None]
        column_of[slots] = np.arange(slots.shape[1])
        return cls(slots, orientations, slot_of, column_of)

    @property
    def size(self) -> int:
        """The number of slots."""
        return len(self.slots)

    @property
    def width(self) -> int:
        """The number of stickers of a slot."""
        return int(self.slots.shape[1])

    @property
    def is_fixed(self) -> bool:
        """Whether it is a single slot that no move turns."""
        return self.size == self.orientations.order == 1

    @cached_property
    def stickers(self) -> frozenset[int]:
        """All stickers of all slots."""
        return frozenset(self.slots.ravel().tolist())

    @property
    def poses(self) -> Ints:
        """For each slot and each orientation where the stickers of the first slot are then."""
        return self.slots[:, self.orientations.array]

    def action(self, images: Points | Ints) -> tuple[Ints, Ints]:
        """For each slot the slot that a permutation carries it to, and the orientation it gains."""
        moved = images[self.slots[:, : self.orientations.base]]
        return self.slot_of[moved[:, 0]], self.orientations.numbers(self.column_of[moved])

    def read(self, images: Points | Ints) -> tuple[Ints, Ints]:
        """For each slot the piece that is there after a permutation, and its orientation."""
        to, gained = self.action(images)
        pieces, orientations = np.empty_like(to), np.empty_like(gained)
        pieces[to] = np.arange(self.size)
        orientations[to] = gained
        return pieces, orientations

    def write(self, images: Ints, pieces: Ints, orientations: Ints) -> None:
        """Change a list of images so that the slots hold these pieces in these orientations."""
        images[self.slots[pieces]] = np.take_along_axis(
            self.slots, self.orientations.array[orientations], axis=1
        )

    def cyclic(self, preferred: Sequence[Images] = ()) -> "SlotOrbit | None":
        """The orbit with its orientations numbered so that they add up; None if they cannot.

        See `OrientationGroup.cyclic`.
        """
        powers = self.orientations.cyclic(preferred)
        return None if powers is None else replace(self, orientations=powers)

    def single_stickers(self) -> "SlotOrbit":
        """The same stickers, each as a slot of its own."""
        slots = np.sort(self.slots, axis=None)[:, None]
        return SlotOrbit.of(slots, OrientationGroup.trivial(1), len(self.slot_of))


def equal_stabilizers(moves: Sequence[Points], degree: int) -> Ints:
    """Number the stickers so that two have one number iff the same elements fix them.

    Such stickers move together and turn together: what is known of one is known of the other.
    """
    together = np.zeros(degree, dtype=np.uint16).tobytes()
    return _labels(_core.equal_stabilizers(together, _as_bytes(moves)))


def keep_slots(moves: Sequence[Points], labels: Ints) -> bool:
    """Whether moves carry stickers with one label to stickers with one label."""
    _, numbers = np.unique(labels, return_inverse=True)
    first = np.zeros(numbers.max(initial=0) + 1, dtype=np.int64)
    first[numbers] = np.arange(len(numbers))
    return all(bool((numbers[move] == numbers[move[first[numbers]]]).all()) for move in moves)


def slot_orbits(
    labels: Ints,
    moves: Sequence[Points],
    limit: int,
    *,
    upright: Sequence[Points] = (),
    split: bool = False,
) -> list[SlotOrbit] | None:
    """The orbits of the slots that labels describe, in the order of their smallest stickers.

    Moves must carry stickers with one label to stickers with one label. The answer is None if an
    orbit has more than `limit` orientations; with `split`, each sticker of such an orbit becomes a
    slot of its own. Slots that moves of `upright` reach from the first get their reference
    orientation from these alone.
    """
    slot_of, column_of = np.full((2, len(labels)), -1)
    active = _ActiveMoves(moves, len(labels))
    found = []
    for start in range(len(labels)):
        if slot_of[start] >= 0:
            continue
        first = np.flatnonzero(labels == labels[start])
        own = active.on(first)
        slots = _carried(first, labels, upright, own)
        slot_of[slots] = np.arange(len(slots))[:, None]
        column_of[slots] = np.arange(len(first))
        gained = set(map(tuple, column_of[own[:, slots]].reshape(-1, len(first)).tolist()))
        group = OrientationGroup.generated(gained, len(first), limit)
        orbit = SlotOrbit(slots, group or OrientationGroup.trivial(1), slot_of, column_of)
        if group is None and not split:
            return None
        found.append(orbit if group else orbit.single_stickers())
    return found


def connected_slots(labels: Ints, moves: Sequence[Points]) -> Ints:
    """The smallest sticker of all slots that moves connect with the slot of each sticker."""
    orbits = _labels(_core.orbit_labels(len(labels), _as_bytes(moves)))
    return merged(np.unique(labels, return_inverse=True)[1].reshape(-1), orbits)


def piece_orbits(labels: Ints, moves: Sequence[Points], limit: int) -> list[SlotOrbit]:
    """The orbits of the slots that pieces fill, for labels that need not fit the moves.

    Stickers are slots of their own where a piece has more than `limit` orientations, and all of
    them are where moves tear a piece.
    """
    kept = labels if keep_slots(moves, labels) else np.arange(len(labels))
    return slot_orbits(kept, moves, limit, split=True) or []


def stabilizer_orbits(
    moves: Sequence[Points], degree: int, upright: Sequence[Points] = ()
) -> list[SlotOrbit]:
    """The orbits of slots whose stickers have equal stabilizers; see `slot_orbits` for `upright`.

    A slot then has at most as many orientations as stickers: each is known by where it carries
    any one of them.
    """
    orbits = slot_orbits(equal_stabilizers(moves, degree), moves, degree, upright=upright)
    assert orbits is not None
    return orbits


class _ActiveMoves:
    """Which moves matter to the orbits of some stickers: on a large puzzle, few of many."""

    def __init__(self, moves: Sequence[Points], degree: int) -> None:
        self.moves = np.array(moves, dtype=np.uint16).reshape(-1, degree)
        self.orbit = _labels(_core.orbit_labels(degree, _as_bytes(moves)))
        self.moved = self.moves != np.arange(degree)

    def on(self, stickers: Ints) -> Points:
        """The moves that carry some sticker of these orbits to another place."""
        wanted = np.zeros(len(self.orbit), dtype=bool)
        wanted[self.orbit[stickers]] = True
        own: Points = self.moves[self.moved[:, wanted[self.orbit]].any(axis=1)]
        return own


def _carried(first: Ints, labels: Ints, upright: Sequence[Points], moves: Points) -> Ints:
    """The slots that one slot reaches, the stickers of each in the order carried along."""
    rows = {int(labels[first[0]]): first}
    turning = np.array(upright, dtype=np.uint16).reshape(-1, len(labels))
    for steps in (turning, np.concatenate([turning, moves])):
        queue = list(rows.values())
        for row in queue:
            for step, label in enumerate(labels[steps[:, row[0]]].tolist()):
                if label not in rows:
                    rows[label] = steps[step, row].astype(np.int64)
                    queue.append(rows[label])
    return np.array(list(rows.values()))


def joined_orbits(
    orbits: Sequence[SlotOrbit], moves: Sequence[Points], limit: int
) -> list[SlotOrbit]:
    """Orbits whose slots always go together, taken as one: their slots become one larger slot.

    Only those are given that were several; none if their slots would turn in too many ways.
    """
    several = [orbit for orbit in orbits if orbit.size >= SMALLEST_JOINED]
    if len(several) < 2:
        return []
    rows = [row for orbit in several for row in orbit.slots]
    stickers = np.sort(np.concatenate(rows))
    slot = np.zeros(len(stickers), dtype=np.int64)
    for number, row in enumerate(rows):
        slot[np.searchsorted(stickers, row)] = number
    within = [np.searchsorted(stickers, move[stickers]).astype(np.uint16) for move in moves]
    first = np.array([np.searchsorted(stickers, row[0]) for row in rows])
    on_slots = [slot[move[first]].astype(np.uint16) for move in within]
    labels = equal_stabilizers(on_slots, len(rows))[slot]
    degree = len(several[0].slot_of)
    joined = [
        SlotOrbit.of(stickers[orbit.slots], orbit.orientations, degree)
        for orbit in slot_orbits(labels, within, limit) or []
    ]
    known = {orbit.stickers for orbit in several}
    return [orbit for orbit in joined if orbit.stickers not in known]


def _as_bytes(moves: Sequence[Points]) -> list[bytes]:
    return [np.ascontiguousarray(move, dtype=np.uint16).tobytes() for move in moves]


def _labels(data: bytes) -> Ints:
    return np.frombuffer(data, dtype=np.uint16).astype(np.int64)
