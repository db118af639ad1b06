"""Slots: which stickers move together, and how a piece can sit where it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.permutation import Points
from puzzlery.twisty.structure.orientation_group import OrientationGroup

Ints = NDArray[np.int64]
SMALLEST_JOINED = 3


@dataclass(frozen=True, eq=False)
class SlotOrbit:
    """Slots that moves carry into one another, with the stickers of each in one common order.

    `slots[i, j]` is the j-th sticker of slot i. Whatever the moves do, the piece from slot i comes
    to a slot π(i), its j-th sticker to the sticker numbered h(j) there, with h in the group
    `turns`: the ways to sit in a slot. So the moves act as a subgroup of the wreath product of
    `turns` with all arrangements.
    """

    slots: Ints
    turns: OrientationGroup

    @property
    def size(self) -> int:
        """The number of slots."""
        return len(self.slots)

    @property
    def width(self) -> int:
        """The number of stickers of a slot."""
        return int(self.slots.shape[1])

    @cached_property
    def stickers(self) -> frozenset[int]:
        """All stickers of all slots."""
        return frozenset(self.slots.ravel().tolist())

    @cached_property
    def _column(self) -> dict[int, int]:
        return {sticker: j for row in self.slots.tolist() for j, sticker in enumerate(row)}

    @cached_property
    def slot_of(self) -> dict[int, int]:
        """The slot of each sticker."""
        return {sticker: i for i, row in enumerate(self.slots.tolist()) for sticker in row}

    def action(self, images: Points | Ints) -> tuple[list[int], list[int]]:
        """What a permutation does: for each slot the slot that it goes to, and the turn made."""
        moved = images[self.slots].tolist()
        places = [self.slot_of[row[0]] for row in moved]
        column = self._column
        turns = [self.turns.number[tuple(column[sticker] for sticker in row)] for row in moved]
        return places, turns


def equal_stabilizers(moves: Sequence[Points], degree: int) -> Ints:
    """Number the stickers so that two have one number iff the same elements fix them.

    Such stickers move together and turn together: what is known of one is known of the other.
    """
    together = np.zeros(degree, dtype=np.uint16).tobytes()
    return _labels(_core.equal_stabilizers(together, _as_bytes(moves)))


def slot_orbits(labels: Ints, moves: Sequence[Points], limit: int) -> list[SlotOrbit] | None:
    """The orbits of the slots that labels describe; None if some can turn in too many ways.

    Moves must carry stickers with one label to stickers with one label.
    """
    degree = len(labels)
    done = np.zeros(degree, dtype=bool)
    column = np.zeros(degree, dtype=np.int64)
    active = _Active(moves, degree)
    found = []
    for start in range(degree):
        if done[start]:
            continue
        first = np.flatnonzero(labels == labels[start])
        movers = active.on(first)
        slots = _carried_slots(movers, first, labels)
        done[slots] = True
        column[slots] = np.arange(len(first))
        made = [column[move[slots]] for move in movers]
        turned = np.unique(np.concatenate(made), axis=0).tolist() if made else []
        turns = OrientationGroup.generated(set(map(tuple, turned)), len(first), limit)
        if turns is None:
            return None
        found.append(SlotOrbit(slots, turns))
    return found


class _Active:
    """Which moves matter to the orbits of some stickers: on a large puzzle, few of many."""

    def __init__(self, moves: Sequence[Points], degree: int) -> None:
        self.moves = moves
        self.orbit = _labels(_core.orbit_labels(degree, _as_bytes(moves)))
        here = np.arange(degree)
        self.moved: list[set[int]] = [
            set(np.unique(self.orbit[move != here]).tolist()) for move in moves
        ]

    def on(self, stickers: Ints) -> list[Points]:
        """The moves that carry some sticker of these orbits to another place."""
        orbits = set(self.orbit[stickers].tolist())
        pairs = zip(self.moves, self.moved, strict=True)
        return [move for move, moved in pairs if not orbits.isdisjoint(moved)]


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
    found = slot_orbits(labels, within, limit) or []
    joined = [SlotOrbit(stickers[orbit.slots], orbit.turns) for orbit in found]
    known = {orbit.stickers for orbit in several}
    return [orbit for orbit in joined if orbit.stickers not in known]


def _as_bytes(moves: Sequence[Points]) -> list[bytes]:
    return [np.ascontiguousarray(move, dtype=np.uint16).tobytes() for move in moves]


def _labels(data: bytes) -> Ints:
    return np.frombuffer(data, dtype=np.uint16).astype(np.int64)


def _carried_slots(moves: Sequence[Points], first: Ints, labels: Ints) -> Ints:
    """The slots that one slot reaches, the stickers of each in the order carried along."""
    seen = {int(labels[first[0]])}
    queue = [first]
    for row in queue:
        for move in moves:
            label = int(labels[move[row[0]]])
            if label not in seen:
                seen.add(label)
                queue.append(move[row].astype(np.int64))
    return np.array(queue)
