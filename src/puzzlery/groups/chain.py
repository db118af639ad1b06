"""Stabilizer chains: the order of a group, with the proof that nothing is missing.

The kernel grows a chain from random elements. It holds elements of the group only, so the product
of its orbit sizes is at most the order. The order is proven by one of

- "known order": the caller knows it, and the chain has found as many elements;
- "structure": slots and invariants, or blocks and signs, allow no more than the chain has found
  (see `wreath` and `block_bound`);
- "verified": Schreier's lemma, element by element; what is missing is added on the way.
"""

import threading
from collections.abc import Sequence
from math import prod
from typing import Literal

import numpy as np

from puzzlery._core import StabChain
from puzzlery.core.permutation import Permutation, Points
from puzzlery.core.progress import Clock, Reporter, drive
from puzzlery.errors import InvalidPuzzle
from puzzlery.groups import wreath
from puzzlery.groups.block_bound import block_bound
from puzzlery.groups.giant_order import Giants, giants_of

Proof = Literal["known order", "structure", "verified"]
# A uniformly random element shows with probability 1/2 or more that a chain is incomplete. Ten that
# show nothing leave a chance of 1/1000 that the costly proof starts too early.
QUIET_CHECKS = 10
# Up to this number of levels the proof is cheap enough to start at once.
SHORT_BASE = 12
# Points; with fewer, a chain tells the order as quickly as the orbits do.
MANY_POINTS = 2_000


class Chain:
    """A stabilizer chain that grows until its order is proven; it can be stopped and resumed.

    >>> from puzzlery.core.permutation import Permutation
    >>> swap, cycle = Permutation([1, 0, 2, 3]), Permutation([1, 2, 3, 0])
    >>> chain = Chain(4, [swap.data, cycle.data], seed=0).prove()
    >>> chain.order, chain.proof
    (24, 'structure')
    """

    def __init__(
        self, degree: int, generators: Sequence[bytes], *, seed: int, known_order: int | None = None
    ) -> None:
        self.kernel = StabChain(degree, generators, seed)
        self.proof: Proof | None = None
        self._degree = degree
        self._generators = generators
        self._seed = seed
        self._known = known_order
        self._passed = 0
        self._quotient: Chain | None = None
        self._free: list[bool] = []
        self._last = 1
        self._proving = False
        self._filled = False
        self._lock = threading.RLock()
        self._giants: Giants | None = None
        self._asked_orbits = False

    @property
    def order(self) -> int:
        """The number of elements found so far; the order of the group once there is a proof.

        >>> from puzzlery.core.permutation import Permutation
        >>> chain = Chain(3, [Permutation([1, 2, 0]).data], seed=0)
        >>> chain.order, chain.prove().order
        (1, 3)
        """
        return prod(self.kernel.orbit_sizes())

    def proven_order(self) -> int:
        """The order of the group; of a large one from its orbits alone, if these tell it.

        >>> from puzzlery.core.permutation import Permutation
        >>> Chain(3, [Permutation([1, 2, 0]).data], seed=0).proven_order()
        3
        """
        found = self.giants()
        return self.prove().order if found is None else found.order

    def how_proven(self) -> Proof:
        """What the order is proven by.

        >>> from puzzlery.core.permutation import Permutation
        >>> Chain(3, [Permutation([1, 2, 0]).data], seed=0).how_proven()
        'structure'
        """
        if self.giants() is not None:
            return "structure"
        proof = self.prove().proof
        assert proof is not None
        return proof

    def giants(self) -> Giants | None:
        """A large group by its orbits alone, if these tell it.

        >>> from puzzlery.core.permutation import Permutation
        >>> Chain(3, [Permutation([1, 2, 0]).data], seed=0).giants() is None  # it is small
        True
        """
        if self._degree < MANY_POINTS or self._known is not None or self.proof is not None:
            return None
        with self._lock:
            if not self._asked_orbits:
                self._asked_orbits = True
                moves = [Permutation._from_bytes(data) for data in self._generators]
                self._giants = giants_of(moves, self._group_of) if moves else None
            return self._giants

    def _group_of(self, generators: Sequence[Permutation]) -> "Chain":
        return _chain_of([generator.array for generator in generators], self._seed).prove()

    def contains(self, p: Permutation) -> bool:
        """Whether a permutation of the same degree lies in the group.

        >>> from puzzlery.core.permutation import Permutation
        >>> Chain(3, [Permutation([1, 2, 0]).data], seed=0).contains(Permutation([1, 0, 2]))
        False
        """
        giants = self.giants()
        if giants is not None:
            return giants.contains(p)
        held = self.prove().kernel.holds(p)
        assert held is not None
        return held

    def grow(self) -> "Chain":
        """Add random elements until the chain stops growing; this proves nothing.

        >>> from puzzlery.core.permutation import Permutation
        >>> chain = Chain(3, [Permutation([1, 2, 0]).data], seed=0).grow()
        >>> chain.order, chain.proof
        (3, None)
        """
        drive(self.kernel)
        return self

    def prove(
        self, *, progress: Reporter | None = None, timeout: float | Clock | None = None
    ) -> "Chain":
        """Work until the order is proven; after `TimedOut` a further call resumes the work.

        >>> from puzzlery.core.permutation import Permutation
        >>> Chain(3, [Permutation([1, 2, 0]).data], seed=0, known_order=3).prove().proof
        'known order'
        """
        clock = Clock.of(timeout)
        with self._lock:
            while self.proof is None:
                drive(self.kernel, progress=progress, timeout=clock)
                proof = self._judge(progress, clock)
                if proof is not None:
                    self.kernel.settle(self._filled)
                self.proof = proof
        return self

    def _judge(self, progress: Reporter | None, clock: Clock) -> Proof | None:
        """The proof that holds now, or None after starting the next attempt."""
        order = self.order
        if self._known is not None and order >= self._known:
            return self._compared_with_known(order)
        if order == wreath.bound(self.kernel):
            self._filled = True
            return self._unless_known("structure")
        if self._proving:
            return self._unless_known("verified")
        if self._passed < QUIET_CHECKS and len(self.kernel.base()) > SHORT_BASE:
            self._passed = self._passed + 1 if order == self._last else 0
            self._last = order
            self.kernel.check(1)
            return None
        if self._meets_quotient(order, progress, clock) or self._meets_blocks(order, clock):
            return self._unless_known("structure")
        self._proving = True
        self.kernel.prove()
        return None

    def _meets_quotient(self, order: int, progress: Reporter | None, clock: Clock) -> bool:
        """Whether the free orbits and the proven order of the rest explain the order."""
        if self._quotient is None:
            self._free = wreath.giants(self.kernel)
            if not any(self._free):
                return False
            images = [np.frombuffer(data, dtype=np.uint16) for data in self._generators]
            rest = wreath.quotient(self.kernel, images, self._free)
            self._quotient = _chain_of(rest, self._seed)
        found = self._quotient.prove(progress=progress, timeout=clock).order
        freedom = zip(wreath.wreaths(self.kernel), self._free, strict=True)
        return order == found * prod(w.derived_order for w, is_free in freedom if is_free)

    def _meets_blocks(self, order: int, clock: Clock) -> bool:
        """Whether blocks allow no more elements; asked only where the long proof takes long."""
        if len(self.kernel.base()) <= SHORT_BASE:
            return False

        def order_of(generators: list[Permutation]) -> int:
            found = _chain_of([generator.array for generator in generators], self._seed)
            return found.prove(timeout=clock).order

        moves = [Permutation._from_bytes(data) for data in self._generators]
        return order == block_bound(self._degree, moves, order_of)

    def _compared_with_known(self, order: int) -> Proof:
        if order != self._known:
            raise InvalidPuzzle(
                f"the order was said to be {self._known}, but the generators give at least {order}"
            )
        return "known order"

    def _unless_known(self, proof: Proof) -> Proof:
        if self._known is not None:
            raise InvalidPuzzle(
                f"the order was said to be {self._known}, but it is proven to be {self.order}"
            )
        return proof


def _chain_of(generators: list[Points], seed: int) -> Chain:
    degree = generators[0].size if generators else 0
    return Chain(degree, [images.tobytes() for images in generators], seed=seed)
