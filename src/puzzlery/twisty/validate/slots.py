"""Slots: which stickers move together, and how a piece can sit where it is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.permutation import Points
from puzzlery.twisty.validate.small_group import SmallGroup

Ints = NDArray[np.int64]
PROBES = 6
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
    turns: SmallGroup

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
    labels = _guess(moves, degree)
    exact = np.full(degree, -1, dtype=np.int64)
    reach = _orbit_sizes(moves, degree)
    for start in range(degree):
        if exact[start] >= 0:
            continue
        candidates = np.flatnonzero(labels == labels[start])
        orbit, images = _carried(moves, start, candidates)
        fixed = np.ones(len(candidates), dtype=bool)
        rows = images[orbit]
        for move in moves:
            fixed &= (move[rows] == images[move[orbit]]).all(axis=0)
        fixed &= reach[candidates] == reach[start]
        together = rows[:, fixed]
        exact[together] = together.min(axis=1, keepdims=True)
    return exact


def slot_orbits(labels: Ints, moves: Sequence[Points], limit: int) -> list[SlotOrbit] | None:
    """The orbits of the slots that labels describe; None if some can turn in too many ways.

    Moves must carry stickers with one label to stickers with one label.
    """
    degree = len(labels)
    slot = np.full(degree, -1, dtype=np.int64)
    found = []
    for start in range(degree):
        if slot[start] >= 0:
            continue
        first = np.flatnonzero(labels == labels[start])
        _, slots = _carried_slots(moves, first, labels)
        column = np.zeros(degree, dtype=np.int64)
        column[slots] = np.arange(len(first))
        slot[slots] = 0
        generators = {
            row
            for move in moves
            for row in map(tuple, np.unique(column[move[slots]], axis=0).tolist())
        }
        turns = SmallGroup.generated(generators, len(first), limit)
        if turns is None:
            return None
        found.append(SlotOrbit(slots, turns))
    return found


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


def _guess(moves: Sequence[Points], degree: int) -> Ints:
    """A partition that is stable under moves and at least as coarse as the one wanted.

    An element fixes two stickers with equal stabilizers after equally many repetitions, so the
    lengths of its cycles through them agree; a few random elements tell most stickers apart.
    """
    if not moves:
        return np.zeros(degree, dtype=np.int64)
    probes = [*moves, *_random_words(moves)]
    lengths = np.stack([_cycle_lengths(probe) for probe in probes])
    _, start = np.unique(lengths, axis=1, return_inverse=True)
    labels = start.reshape(-1).astype(np.uint16).tobytes()
    stable = _core.refine(labels, [move.astype(np.uint16).tobytes() for move in moves])
    return np.frombuffer(stable, dtype=np.uint16).astype(np.int64)


def _random_words(moves: Sequence[Points]) -> Iterator[Points]:
    rng = np.random.default_rng(0)
    for _ in range(PROBES):
        word = moves[0]
        for number in rng.integers(len(moves), size=3 * len(moves) + 10):
            word = moves[number][word]
        yield word


def _cycle_lengths(images: Points) -> Ints:
    from puzzlery.permutation import Permutation

    return Permutation(images).cycle_lengths.astype(np.int64)


def _orbit_sizes(moves: Sequence[Points], degree: int) -> Ints:
    """For each sticker the number of places that it can reach."""
    sizes = np.zeros(degree, dtype=np.int64)
    for start in range(degree):
        if not sizes[start]:
            orbit, _ = _carried(moves, start, np.array([start]))
            sizes[orbit] = len(orbit)
    return sizes


def _carried(moves: Sequence[Points], start: int, points: Ints) -> tuple[Ints, Ints]:
    """The orbit of a point, and where an element that leads it there carries other points."""
    degree = len(moves[0]) if moves else start + 1
    images = np.full((max(degree, start + 1), len(points)), -1, dtype=np.int64)
    images[start] = points
    reached = [np.array([start])]
    for frontier in reached:
        for move in moves:
            there = move[frontier].astype(np.int64)
            new = images[there, 0] < 0
            if new.any():
                images[there[new]] = move[images[frontier[new]]]
                reached.append(there[new])
    return np.concatenate(reached), images


def _carried_slots(moves: Sequence[Points], first: Ints, labels: Ints) -> tuple[Ints, Ints]:
    """The labels of the slots that one slot reaches, and their stickers in carried order."""
    rows = {int(labels[first[0]]): first}
    queue = [first]
    for row in queue:
        for move in moves:
            there = move[row].astype(np.int64)
            label = int(labels[there[0]])
            if label not in rows:
                rows[label] = there
                queue.append(there)
    return np.array(list(rows)), np.array(queue)
