"""Colored orbits: orbits of slots with their solved colors, to look up what a slot shows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.structure.orientation_group import Sums
from puzzlery.twisty.structure.slots import Ints, SlotOrbit

Colors = NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class OrbitLook:
    """What the slots of an orbit show: for each the kind of piece and its orientation.

    The kind is None where no piece of the orbit looks like that.
    """

    kinds: list[int | None]
    orientations: list[int]

    def fits(self, orbit: "ColoredOrbit") -> bool:
        """Whether each kind of piece is there as often as it should."""
        # Compared as plain dictionaries: none of the counts is 0, and Counter's way is slow.
        return dict.__eq__(Counter(self.kinds), orbit.counts)


@dataclass(frozen=True, eq=False)
class ColoredOrbit(SlotOrbit):
    """An orbit of slots and the colored pieces that fill it.

    Pieces are of one *kind* if they look alike, turned or not. An orientation is counted from the
    first piece of the kind, as it sits when solved. `shown` gives the kind and orientation of what
    a slot may show, `home` what the slots show when solved, and `still` for each kind the
    orientations in which it looks as in the first.
    """

    shown: dict[bytes, tuple[int, int]]
    home: OrbitLook
    still: tuple[tuple[int, ...], ...]

    @classmethod
    def colored(cls, orbit: SlotOrbit, solved: Colors) -> "ColoredOrbit":
        """An orbit of slots with the pieces that fill it in the solved coloring."""
        shown: dict[bytes, tuple[int, int]] = {}
        still: list[tuple[int, ...]] = []
        turns = orbit.orientations.array
        for row in solved[orbit.slots]:
            if row.tobytes() in shown:
                continue
            turned = np.empty((len(turns), len(row)), dtype=np.uint16)
            turned[np.arange(len(turns))[:, None], turns] = row
            for number, look in enumerate(turned):
                shown.setdefault(look.tobytes(), (len(still), number))
            still.append(tuple(np.flatnonzero((turned == row).all(axis=1)).tolist()))
        return cls(
            orbit.slots,
            orbit.orientations,
            orbit.slot_of,
            orbit.column_of,
            shown,
            _look(orbit.slots, shown, solved),
            tuple(still),
        )

    def look(self, colors: Colors) -> OrbitLook:
        """What the slots show in a coloring."""
        return _look(self.slots, self.shown, colors)

    @cached_property
    def counts(self) -> Counter[int | None]:
        """How many pieces of each kind there are."""
        return Counter(self.home.kinds)

    @cached_property
    def has_twins(self) -> bool:
        """Whether two pieces look alike."""
        return len(self.counts) < self.size

    @cached_property
    def sums(self) -> Sums:
        """What of all orientations adds up."""
        return self.orientations.sums()

    @cached_property
    def seen_sums(self) -> Sums:
        """What of it can be seen: an orientation that some piece hides counts as nothing."""
        hidden = {number for still in self.still for number in still}
        return self.orientations.sums(hidden) if len(hidden) > 1 else self.sums

    @property
    def moduli(self) -> tuple[int, ...]:
        """The moduli of the coordinates: sums of orientations, then the parity of arrangement."""
        return self.sums.moduli + ((2,) if self.size > 1 else ())

    @property
    def seen_moduli(self) -> tuple[int, ...]:
        """Those of the coordinates that can be seen: twins hide the parity."""
        return self.seen_sums.moduli + ((2,) if self.shows_parity else ())

    @property
    def shows_parity(self) -> bool:
        """Whether the parity of the arrangement can be seen."""
        return self.size > 1 and not self.has_twins

    def coordinates(self, move: Permutation) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """All coordinates of a move, and those that can be seen."""
        if np.array_equal(move.array[self.slots], self.slots):
            return (0,) * len(self.moduli), (0,) * len(self.seen_moduli)
        slots, gained = self.action(move.array)
        odd = (parity(slots.tolist()),)
        full, seen = (_total(sums, gained) for sums in (self.sums, self.seen_sums))
        return (
            full + (odd if self.size > 1 else ()),
            seen + (odd if self.shows_parity else ()),
        )

    def seen_coordinates(self, look: OrbitLook) -> tuple[int, ...]:
        """The coordinates that can be seen, of any arrangement that looks so."""
        total = _difference(self.seen_sums, look.orientations, self.home.orientations)
        return (*total, parity(self.pairing(look))) if self.shows_parity else total

    def pairing(self, look: OrbitLook) -> list[int]:
        """For each slot where its piece may have gone: equal kinds are paired in order."""
        waiting: dict[int | None, list[int]] = {}
        for slot, kind in enumerate(look.kinds):
            waiting.setdefault(kind, []).append(slot)
        order = {kind: iter(slots) for kind, slots in waiting.items()}
        return [next(order[kind]) for kind in self.home.kinds]

    @cached_property
    def lookalikes(self) -> int:
        """The number of arrangements of this orbit alone that look solved."""
        return prod(
            factorial(count) * len(self.still[kind]) ** count
            for kind, count in self.counts.items()
            if kind is not None
        )

    @property
    def arrangements(self) -> int:
        """The number of ways to put the pieces into the slots, turned in any way."""
        return factorial(self.size) * int(self.orientations.order**self.size)


def parity(places: Sequence[int]) -> int:
    """0 for an even arrangement, 1 for an odd one.

    >>> parity([1, 0, 2]), parity([1, 2, 0])
    (1, 0)
    """
    seen = [False] * len(places)
    odd = 0
    for start in range(len(places)):
        at, length = start, 0
        while not seen[at]:
            seen[at] = True
            at = places[at]
            length += 1
        odd ^= (length + 1) & 1 if length else 0
    return odd


def _look(slots: Ints, shown: dict[bytes, tuple[int, int]], colors: Colors) -> OrbitLook:
    data = colors[slots].tobytes()
    width = 2 * slots.shape[1]
    kinds: list[int | None] = []
    orientations = []
    for at in range(0, len(data), width):
        kind, orientation = shown.get(data[at : at + width], (None, 0))
        kinds.append(kind)
        orientations.append(orientation)
    return OrbitLook(kinds, orientations)


def _total(sums: Sums, gained: Ints) -> tuple[int, ...]:
    total = sums.rows[gained].sum(axis=0).tolist()
    return tuple(x % modulus for x, modulus in zip(total, sums.moduli, strict=True))


def _difference(sums: Sums, now: Sequence[int], home: Sequence[int]) -> tuple[int, ...]:
    if not sums.moduli:
        return ()
    total = (sums.rows[now].sum(axis=0) - sums.rows[home].sum(axis=0)).tolist()
    return tuple(x % modulus for x, modulus in zip(total, sums.moduli, strict=True))
