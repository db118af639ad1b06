"""Wreath products: what pieces could do by themselves, as a bound for what the moves do.

Take one orbit of points. Points that are fixed by the same elements share a *slot*; what the
points of a slot undergo when it comes home is a group H. So a group G acts on the orbit as a
subgroup of W = H ≀ S_m: arrange the m slots, turn each by an element of H. The sum of all turns
(in H/H′) and the parity of the slots are *invariants*: they multiply along with the elements. If
the invariants of all orbits together take k values on G, then |G| ≤ k · ∏ |W′|, where W′ holds
the elements of W whose invariants are trivial. For most puzzles that bound is the order.
"""

from dataclasses import dataclass
from itertools import compress
from math import factorial, prod

import numpy as np

from puzzlery._core import StabChain
from puzzlery.core.permutation import Points

# The alternating group is simple from five points on; smaller orbits stay in the quotient.
SMALLEST_GIANT = 5


@dataclass(frozen=True, slots=True)
class Wreath:
    """One orbit: its number of slots, of turns of a slot, and of values that their sum can have.

    >>> corners = Wreath(slots=8, turns=3, modulus=3)
    >>> corners.order == 40320 * 3**8, corners.derived_order == 20160 * 3**7
    (True, True)
    """

    slots: int
    turns: int
    modulus: int

    @property
    def order(self) -> int:
        """The number of ways to arrange and to turn the pieces.

        >>> Wreath(slots=2, turns=3, modulus=3).order
        18
        """
        return factorial(self.slots) * int(self.turns**self.slots)

    @property
    def derived_order(self) -> int:
        """The number of those ways whose invariants are trivial.

        >>> Wreath(slots=12, turns=2, modulus=2).derived_order == 2**11 * factorial(12) // 2
        True
        """
        return self.order // prod(self.invariant_moduli)

    @property
    def invariant_moduli(self) -> tuple[int, ...]:
        """The moduli of the sum of turns and of the parity, without those that are 1.

        >>> Wreath(slots=8, turns=3, modulus=3).invariant_moduli  # twist and parity
        (3, 2)
        """
        turns = (self.modulus,) if self.modulus > 1 else ()
        return (*turns, 2) if self.slots > 1 else turns


def wreaths(kernel: StabChain) -> list[Wreath]:
    """The orbits that a chain passes through.

    >>> from puzzlery import Permutation
    >>> from puzzlery.core.progress import drive
    >>> cycle = StabChain(3, [Permutation([1, 2, 0]).data], 0)
    >>> wreaths(drive(cycle))
    [Wreath(slots=1, turns=3, modulus=3)]
    """
    return [Wreath(*shape) for shape in kernel.shapes()]


def bound(kernel: StabChain) -> int:
    """An upper bound for the order: no group with these slots and invariants has more elements.

    >>> import puzzlery
    >>> from puzzlery.core.progress import drive
    >>> cube = puzzlery.puzzle("2x2x2")
    >>> bound(drive(StabChain(24, [cube.moves[name].data for name in "UFR"], 0)))
    3674160
    """
    return prod(wreath.derived_order for wreath in wreaths(kernel)) * prod(kernel.image_factors())


def giants(kernel: StabChain) -> list[bool]:
    """For each orbit whether it seems to move freely, except for its invariants.

    A *giant* is a group that contains all even permutations. An orbit counts if the chain finds
    all elements with trivial invariants in it while all earlier orbits stay fixed. Where one orbit
    does not, those with as many slots may depend on it and do not count either.

    >>> import puzzlery
    >>> from puzzlery.core.progress import drive
    >>> cube = puzzlery.puzzle("2x2x2")
    >>> giants(drive(StabChain(24, [cube.moves[name].data for name in "UFR"], 0)))
    [True]
    """
    found = wreaths(kernel)
    sizes = iter(kernel.orbit_sizes())
    parts = [prod(next(sizes) for _ in range(levels)) for levels in kernel.levels_of_orbits()]
    free = [
        wreath.slots >= SMALLEST_GIANT and part >= wreath.derived_order
        for wreath, part in zip(found, parts, strict=True)
    ]
    dependent = {wreath.slots for wreath, is_free in zip(found, free, strict=True) if not is_free}
    return [wreath.slots not in dependent for wreath in found]


def quotient(kernel: StabChain, generators: list[Points], free: list[bool]) -> list[Points]:
    """The generators as they act on the other orbits and on the invariants of the free ones.

    |G| ≤ |quotient| · ∏ |W′| over the free orbits: an element that acts trivially here has trivial
    invariants in each of them. On the 2×2×2, a quarter turn keeps the twist of the corners (points
    0 to 2) and flips their parity (3 and 4):

    >>> import puzzlery
    >>> from puzzlery.core.progress import drive
    >>> cube = puzzlery.puzzle("2x2x2")
    >>> chain = drive(StabChain(24, [cube.moves[name].data for name in "UFR"], 0))
    >>> quotient(chain, [cube.moves[name].array for name in "UFR"], [True])[0].tolist()
    [0, 1, 2, 4, 3]
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
    moduli = list(compress(kernel.moduli(), kept))
    kept_turns = [list(compress(row, kept)) for row in kernel.invariants()]
    return [
        _join(
            [np.searchsorted(orbit, images[orbit]) for orbit in points]
            + [(np.arange(k) + turn) % k for k, turn in zip(moduli, turns, strict=True)]
        )
        for images, turns in zip(generators, kept_turns, strict=True)
    ]


def _join(parts: list[np.ndarray[tuple[int, ...], np.dtype[np.intp]]]) -> Points:
    """One permutation that acts on disjoint sets of points as the parts do."""
    images: list[int] = []
    for part in parts:
        images.extend((part + len(images)).tolist())
    return np.array(images, dtype=np.uint16)
