"""Parts: an orbit of slots with its solved colors, so that what a slot shows can be looked up."""

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
class Look:
    """What the slots of a part show: for each the kind of piece and its turn, None if no piece."""

    kinds: list[int | None]
    turns: list[int]

    def fits(self, part: "Part") -> bool:
        """Whether each kind of piece is there as often as it should."""
        # Compared as plain dictionaries: none of the counts is 0, and Counter's way is slow.
        return dict.__eq__(Counter(self.kinds), part.counts)


@dataclass(frozen=True, eq=False)
class Part:
    """An orbit of slots and the pieces that fill it.

    Pieces are of one *kind* if they look alike, turned or not. A turn is counted from the first
    piece of the kind, as it sits when solved.
    """

    orbit: SlotOrbit
    shown: dict[bytes, tuple[int, int]]
    home: Look
    still: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, orbit: SlotOrbit, solved: Colors) -> "Part":
        """The part that an orbit of slots makes up in the solved coloring."""
        shown: dict[bytes, tuple[int, int]] = {}
        still: list[tuple[int, ...]] = []
        turns = orbit.turns.array
        for row in solved[orbit.slots]:
            if row.tobytes() in shown:
                continue
            turned = np.empty((len(turns), len(row)), dtype=np.uint16)
            turned[np.arange(len(turns))[:, None], turns] = row
            for number, look in enumerate(turned):
                shown.setdefault(look.tobytes(), (len(still), number))
            still.append(tuple(np.flatnonzero((turned == row).all(axis=1)).tolist()))
        return cls(orbit, shown, _look(orbit.slots, shown, solved), tuple(still))

    def look(self, colors: Colors) -> Look:
        """What the slots show in a coloring."""
        return _look(self.orbit.slots, self.shown, colors)

    @cached_property
    def counts(self) -> Counter[int | None]:
        """How many pieces of each kind there are."""
        return Counter(self.home.kinds)

    @cached_property
    def has_twins(self) -> bool:
        """Whether two pieces look alike."""
        return len(self.counts) < self.orbit.size

    @cached_property
    def sums(self) -> Sums:
        """What of all turns adds up."""
        return self.orbit.turns.sums()

    @cached_property
    def seen_sums(self) -> Sums:
        """What of it can be seen: a turn that some piece hides counts as nothing."""
        hidden = {turn for turns in self.still for turn in turns}
        return self.orbit.turns.sums(hidden) if len(hidden) > 1 else self.sums

    @property
    def moduli(self) -> tuple[int, ...]:
        """The moduli of the coordinates: sums of turns, then the parity of the arrangement."""
        return self.sums.moduli + ((2,) if self.orbit.size > 1 else ())

    @property
    def seen_moduli(self) -> tuple[int, ...]:
        """Those of the coordinates that can be seen: twins hide the parity."""
        return self.seen_sums.moduli + ((2,) if self.shows_parity else ())

    @property
    def shows_parity(self) -> bool:
        """Whether the parity of the arrangement can be seen."""
        return self.orbit.size > 1 and not self.has_twins

    def coordinates(self, move: Permutation) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """All coordinates of a move, and those that can be seen."""
        if np.array_equal(move.array[self.orbit.slots], self.orbit.slots):
            return (0,) * len(self.moduli), (0,) * len(self.seen_moduli)
        places, turns = self.orbit.action(move.array)
        odd = (parity(places),)
        full, seen = (_total(sums, turns) for sums in (self.sums, self.seen_sums))
        return (
            full + (odd if self.orbit.size > 1 else ()),
            seen + (odd if self.shows_parity else ()),
        )

    def seen_coordinates(self, look: Look) -> tuple[int, ...]:
        """The coordinates that can be seen, of any arrangement that looks so."""
        total = _difference(self.seen_sums, look.turns, self.home.turns)
        return (*total, parity(self.pairing(look))) if self.shows_parity else total

    def pairing(self, look: Look) -> list[int]:
        """For each slot where its piece may have gone: equal kinds are paired in order."""
        waiting: dict[int | None, list[int]] = {}
        for slot, kind in enumerate(look.kinds):
            waiting.setdefault(kind, []).append(slot)
        order = {kind: iter(slots) for kind, slots in waiting.items()}
        return [next(order[kind]) for kind in self.home.kinds]

    @cached_property
    def lookalikes(self) -> int:
        """The number of arrangements of this part alone that look solved."""
        return prod(
            factorial(count) * len(self.still[kind]) ** count
            for kind, count in self.counts.items()
            if kind is not None
        )

    @property
    def arrangements(self) -> int:
        """The number of ways to put the pieces into the slots, turned in any way."""
        return factorial(self.orbit.size) * int(self.orbit.turns.order**self.orbit.size)


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


def _look(slots: Ints, shown: dict[bytes, tuple[int, int]], colors: Colors) -> Look:
    data = colors[slots].tobytes()
    width = 2 * slots.shape[1]
    kinds: list[int | None] = []
    turns = []
    for at in range(0, len(data), width):
        kind, turn = shown.get(data[at : at + width], (None, 0))
        kinds.append(kind)
        turns.append(turn)
    return Look(kinds, turns)


def _total(sums: Sums, turns: Sequence[int]) -> tuple[int, ...]:
    total = sums.rows[list(turns)].sum(axis=0).tolist()
    return tuple(x % modulus for x, modulus in zip(total, sums.moduli, strict=True))


def _difference(sums: Sums, turns: Sequence[int], less: Sequence[int]) -> tuple[int, ...]:
    if not sums.moduli:
        return ()
    total = (sums.rows[turns].sum(axis=0) - sums.rows[list(less)].sum(axis=0)).tolist()
    return tuple(x % modulus for x, modulus in zip(total, sums.moduli, strict=True))
