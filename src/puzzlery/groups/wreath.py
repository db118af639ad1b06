"""Wreath products: what pieces could do by themselves, as a bound for what the moves do.

Take one orbit of points. Points that are fixed by the same elements share a *slot*; what the
points of a slot undergo when it comes home is a group H. So a group G acts on the orbit as a
subgroup of W = H ≀ S_m: arrange the m slots, turn each by an element of H. The sum of all turns
(in H/H′) and the parity of the slots are *invariants*: they multiply along with the elements. If
the invariants of all orbits together take k values on G, then |G| ≤ k · ∏ |W′|, where W′ holds
the elements of W whose invariants are trivial. For most puzzles that bound is the order.
"""

from collections import Counter
from dataclasses import dataclass
from math import factorial, prod

import numpy as np

from puzzlery._core import StabChain
from puzzlery.core.permutation import Points

SMALLEST_GIANT = 5


@dataclass(frozen=True, slots=True)
class Wreath:
    """One orbit: so many slots, so many turns of a slot, so many values of their sum.

    >>> corners = Wreath(slots=8, turns=3, modulus=3)
    >>> corners.order == 40320 * 3**8, corners.derived_order == 20160 * 3**7
    (True, True)
    """

    slots: int
    turns: int
    modulus: int

    @property
    def order(self) -> int:
        """The number of ways to arrange and to turn the pieces."""
        return factorial(self.slots) * int(self.turns**self.slots)

    @property
    def derived_order(self) -> int:
        """The number of those ways whose invariants are trivial."""
        return self.order // prod(self.invariant_moduli)

    @property
    def invariant_moduli(self) -> tuple[int, ...]:
        """The moduli of the sum of turns and of the parity, where these say anything."""
        turns = (self.modulus,) if self.modulus > 1 else ()
        return (*turns, 2) if self.slots > 1 else turns


def wreaths(kernel: StabChain) -> list[Wreath]:
    """The orbits that a chain goes through."""
    return [Wreath(*shape) for shape in kernel.shapes()]


def bound(kernel: StabChain) -> int:
    """What slots and invariants allow: no group with these orbits has more elements."""
    return prod(wreath.derived_order for wreath in wreaths(kernel)) * prod(kernel.image_factors())


def giants(kernel: StabChain) -> list[bool]:
    """For each orbit whether it seems to move freely, but for its invariants.

    It does if the chain finds all elements with trivial invariants in it while all earlier orbits
    are held. Where one does not, those with as many slots may be tied to it and do not count.
    """
    found = wreaths(kernel)
    sizes = iter(kernel.orbit_sizes())
    parts = [prod(next(sizes) for _ in range(levels)) for levels in kernel.levels_of_orbits()]
    free = [
        wreath.slots >= SMALLEST_GIANT and part >= wreath.derived_order
        for wreath, part in zip(found, parts, strict=True)
    ]
    tied = Counter(wreath.slots for wreath, is_free in zip(found, free, strict=True) if not is_free)
    return [is_free and not tied[wreath.slots] for wreath, is_free in zip(found, free, strict=True)]


def quotient(kernel: StabChain, generators: list[Points], free: list[bool]) -> list[Points]:
    """The generators as they act on the other orbits and on the invariants of the free ones.

    |G| ≤ |quotient| · ∏ |W′| over the free orbits: an element that the quotient does not see has
    trivial invariants in each of them.
    """
    points = [
        np.array(sorted(members), dtype=np.intp)
        for members, is_free in zip(kernel.orbit_members(), free, strict=True)
        if not is_free
    ]
    kept = [
        is_free
        for wreath, is_free in zip(wreaths(kernel), free, strict=True)
        for _ in wreath.invariant_moduli
    ]
    moduli = [modulus for modulus, keep in zip(kernel.moduli(), kept, strict=True) if keep]
    return [
        _join(
            [np.searchsorted(orbit, images[orbit]) for orbit in points]
            + [(np.arange(k) + turn) % k for k, turn in zip(moduli, _keep(row, kept), strict=True)]
        )
        for images, row in zip(generators, kernel.invariants(), strict=True)
    ]


def _keep(row: list[int], kept: list[bool]) -> list[int]:
    return [value for value, keep in zip(row, kept, strict=True) if keep]


def _join(parts: list[np.ndarray[tuple[int, ...], np.dtype[np.intp]]]) -> Points:
    """One permutation that acts on disjoint sets of points as the parts do."""
    images: list[int] = []
    for part in parts:
        images.extend((part + len(images)).tolist())
    return np.array(images, dtype=np.uint16)
