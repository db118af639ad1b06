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

    >>> from puzzlery.twisty.geometry import cube
    >>> moves = [move.array for move in cube(2).moves.values()]
    >>> (corners,) = stabilizer_orbits(moves, 24)
    >>> corners.size, corners.width, corners.orientations.order
    (8, 3, 3)
    """

    slots: Ints
    orientations: OrientationGroup
    slot_of: Ints
    column_of: Ints

    @classmethod
    def of(cls, slots: Ints, orientations: OrientationGroup, degree: int) -> "SlotOrbit":
        """The orbit of these slots on a puzzle with `degree` stickers; −1 marks other stickers.

        >>> edges = SlotOrbit.of(np.array([[0, 1], [2, 3]]), OrientationGroup.rotations(2), 5)
        >>> edges.slot_of.tolist(), edges.column_of.tolist()
        ([0, 0, 1, 1, -1], [0, 1, 0, 1, -1])
        """
        slot_of, column_of = np.full((2, degree), -1)
        slot_of[slots] = np.arange(len(slots))[:, None]
        column_of[slots] = np.arange(slots.shape[1])
        return cls(slots, orientations, slot_of, column_of)

    @property
    def size(self) -> int:
        """The number of slots.

        >>> from puzzlery.twisty.geometry import cube
        >>> moves = [move.array for move in cube(2).moves.values()]
        >>> [orbit.size for orbit in stabilizer_orbits(moves, 24)]
        [8]
        """
        return len(self.slots)

    @property
    def width(self) -> int:
        """The number of stickers of a slot.

        >>> from puzzlery.twisty.geometry import cube
        >>> moves = [move.array for move in cube(2).moves.values()]
        >>> [orbit.width for orbit in stabilizer_orbits(moves, 24)]
        [3]
        """
        return int(self.slots.shape[1])

    @property
    def is_fixed(self) -> bool:
        """Whether the orbit is a single slot that no move turns.

        >>> swap = np.array([1, 0, 2])
        >>> [orbit.is_fixed for orbit in stabilizer_orbits([swap], 3)]
        [False, True]
        """
        return self.size == self.orientations.order == 1

    @cached_property
    def stickers(self) -> frozenset[int]:
        """All stickers of all slots.

        >>> edges = SlotOrbit.of(np.array([[0, 1], [3, 4]]), OrientationGroup.rotations(2), 5)
        >>> sorted(edges.stickers)
        [0, 1, 3, 4]
        """
        return frozenset(self.slots.ravel().tolist())

    @property
    def oriented_slots(self) -> Ints:
        """The stickers that the first slot's stickers cover, by slot and orientation of the piece.

        An *oriented slot* is a slot together with an orientation of the piece in it.

        >>> edges = SlotOrbit.of(np.array([[0, 1], [2, 3]]), OrientationGroup.rotations(2), 4)
        >>> edges.oriented_slots.tolist()
        [[[0, 1], [1, 0]], [[2, 3], [3, 2]]]
        """
        return self.slots[:, self.orientations.array]

    def action(self, images: Points | Ints) -> tuple[Ints, Ints]:
        """For each slot the slot that a permutation carries it to, and the orientation it gains.

        >>> edges = SlotOrbit.of(np.array([[0, 1], [2, 3]]), OrientationGroup.rotations(2), 4)
        >>> to, gained = edges.action(np.array([3, 2, 0, 1]))
        >>> to.tolist(), gained.tolist()
        ([1, 0], [1, 0])
        """
        moved = images[self.slots[:, : self.orientations.base]]
        return self.slot_of[moved[:, 0]], self.orientations.numbers(self.column_of[moved])

    def read(self, images: Points | Ints) -> tuple[Ints, Ints]:
        """For each slot the piece that is there after a permutation, and its orientation.

        Slot 0 goes to slot 1 and is flipped, so slot 1 holds piece 0 in orientation 1:

        >>> edges = SlotOrbit.of(np.array([[0, 1], [2, 3]]), OrientationGroup.rotations(2), 4)
        >>> pieces, orientations = edges.read(np.array([3, 2, 0, 1]))
        >>> pieces.tolist(), orientations.tolist()
        ([1, 0], [0, 1])
        """
        to, gained = self.action(images)
        pieces, orientations = np.empty_like(to), np.empty_like(gained)
        pieces[to] = np.arange(self.size)
        orientations[to] = gained
        return pieces, orientations

    def write(self, images: Ints, pieces: Ints, orientations: Ints) -> None:
        """Change a list of images so that the slots hold these pieces in these orientations.

        This is the inverse of `read`:

        >>> edges = SlotOrbit.of(np.array([[0, 1], [2, 3]]), OrientationGroup.rotations(2), 4)
        >>> images = np.arange(4)
        >>> edges.write(images, np.array([1, 0]), np.array([0, 1]))
        >>> images.tolist()
        [3, 2, 0, 1]
        """
        images[self.slots[pieces]] = np.take_along_axis(
            self.slots, self.orientations.array[orientations], axis=1
        )

    def cyclic(self, preferred: Sequence[Images] = ()) -> "SlotOrbit | None":
        """The orbit with its orientations numbered so that they add up; None if they cannot.

        See `OrientationGroup.cyclic`. The three orientations of a corner can be added modulo 3:

        >>> from puzzlery.twisty.geometry import cube
        >>> moves = [move.array for move in cube(2).moves.values()]
        >>> stabilizer_orbits(moves, 24)[0].cyclic().orientations.products.tolist()
        [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
        """
        powers = self.orientations.cyclic(preferred)
        return None if powers is None else replace(self, orientations=powers)

    def single_stickers(self) -> "SlotOrbit":
        """The same stickers, each as a slot of its own.

        >>> edges = SlotOrbit.of(np.array([[0, 1], [2, 3]]), OrientationGroup.rotations(2), 4)
        >>> edges.single_stickers().slots.tolist()
        [[0], [1], [2], [3]]
        """
        slots = np.sort(self.slots, axis=None)[:, None]
        return SlotOrbit.of(slots, OrientationGroup.trivial(1), len(self.slot_of))


def equal_stabilizers(moves: Sequence[Points], degree: int) -> Ints:
    """Number the stickers so that two share a number iff the same elements fix them.

    Such stickers move together and turn together: what is known of one is known of the other.

    >>> swap, other = np.array([2, 3, 0, 1, 4, 5]), np.array([0, 1, 4, 5, 2, 3])
    >>> equal_stabilizers([swap, other], 6).tolist()
    [0, 0, 1, 1, 2, 2]
    """
    together = np.zeros(degree, dtype=np.uint16).tobytes()
    return _labels(_core.equal_stabilizers(together, _as_bytes(moves)))


def keep_slots(moves: Sequence[Points], labels: Ints) -> bool:
    """Whether moves carry stickers that share a label to stickers that share a label.

    >>> swap = np.array([2, 3, 0, 1])
    >>> keep_slots([swap], np.array([0, 0, 1, 1])), keep_slots([swap], np.array([0, 0, 0, 1]))
    (True, False)
    """
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

    >>> swap_and_flip = np.array([2, 3, 1, 0, 4])
    >>> for orbit in slot_orbits(np.array([0, 0, 1, 1, 2]), [swap_and_flip], limit=10):
    ...     print(orbit.slots.tolist(), orbit.orientations.order)
    [[0, 1], [2, 3]] 2
    [[4]] 1
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
    """The smallest sticker of all slots that moves connect with the slot of each sticker.

    >>> swap = np.array([0, 2, 1, 3, 4])
    >>> connected_slots(np.array([0, 0, 1, 1, 2]), [swap]).tolist()
    [0, 0, 0, 0, 4]
    """
    orbits = _labels(_core.orbit_labels(len(labels), _as_bytes(moves)))
    return merged(np.unique(labels, return_inverse=True)[1].reshape(-1), orbits)


def piece_orbits(labels: Ints, moves: Sequence[Points], limit: int) -> list[SlotOrbit]:
    """The orbits of the slots that pieces fill, for labels that need not fit the moves.

    Stickers are slots of their own where a piece has more than `limit` orientations, and all of
    them are where moves tear a piece.

    >>> torn = np.array([0, 2, 1, 3])
    >>> [orbit.slots.tolist() for orbit in piece_orbits(np.array([0, 0, 1, 1]), [torn], limit=10)]
    [[[0]], [[1], [2]], [[3]]]
    """
    kept = labels if keep_slots(moves, labels) else np.arange(len(labels))
    return slot_orbits(kept, moves, limit, split=True) or []


def stabilizer_orbits(
    moves: Sequence[Points], degree: int, upright: Sequence[Points] = ()
) -> list[SlotOrbit]:
    """The orbits of slots whose stickers have equal stabilizers; see `slot_orbits` for `upright`.

    A slot then has at most as many orientations as stickers: each is known by where it carries
    any one of them.

    On a 3x3x3 with slice turns, opposite centers share a slot:

    >>> from puzzlery.twisty.geometry import cube
    >>> moves = [move.array for move in cube(3).moves.values()]
    >>> [(orbit.size, orbit.width) for orbit in stabilizer_orbits(moves, 54)]
    [(8, 3), (12, 2), (3, 2)]
    """
    orbits = slot_orbits(equal_stabilizers(moves, degree), moves, degree, upright=upright)
    assert orbits is not None
    return orbits


class _ActiveMoves:
    """Which moves matter to the orbits of some stickers: on a large puzzle, few of many."""

    def __init__(self, moves: Sequence[Points], degree: int) -> None:
        self.moves = np.array(moves, dtype=np.uint16).reshape(-1, degree)
        self.orbit = _labels(_core.orbit_labels(degree, _as_bytes(moves)))
        self.active = np.zeros((len(self.moves), degree), dtype=bool)
        for row, move in zip(self.active, self.moves, strict=True):
            row[self.orbit[np.flatnonzero(move != np.arange(degree))]] = True

    def on(self, stickers: Ints) -> Points:
        """The moves that carry some sticker of these orbits to another place."""
        return np.asarray(self.moves[self.active[:, self.orbit[stickers]].any(axis=1)])


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
    """Larger slots made of slots of different orbits that always move together.

    Only orbits joined from several are given; none if their slots would have more than `limit`
    orientations.

    >>> moves = [np.array([1, 0, 2, 4, 3, 5]), np.array([0, 2, 1, 3, 5, 4])]
    >>> orbits = slot_orbits(np.arange(6), moves, limit=10)
    >>> len(orbits), [orbit.slots.tolist() for orbit in joined_orbits(orbits, moves, limit=10)]
    (2, [[[0, 3], [1, 4], [2, 5]]])
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
