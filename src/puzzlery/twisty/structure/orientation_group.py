"""Orientation groups: the ways in which one piece can sit in its slot, all of them listed."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Images = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class OrientationGroup:
    """A permutation group given by all of its elements, the identity first.

    >>> thirds = OrientationGroup.generated([(1, 2, 0)], 3, limit=10)
    >>> thirds.order, thirds.times(1, 1) == thirds.inverse(1)
    (3, True)
    """

    elements: tuple[Images, ...]
    generators: tuple[Images, ...]

    @classmethod
    def generated(
        cls, generators: Collection[Images], degree: int, limit: int
    ) -> "OrientationGroup | None":
        """All products of some permutations; None if there are more than the limit.

        >>> flip, turn = (1, 0, 2), (1, 2, 0)
        >>> OrientationGroup.generated([flip, turn], 3, limit=10).order
        6
        >>> OrientationGroup.generated([flip, turn], 3, limit=5) is None
        True
        """
        elements = _closure(generators, degree, limit)
        return None if elements is None else cls(elements, tuple(sorted(generators)))

    @classmethod
    def trivial(cls, degree: int) -> "OrientationGroup":
        """The group that has only the identity.

        >>> OrientationGroup.trivial(3).elements
        ((0, 1, 2),)
        """
        return cls((tuple(range(degree)),), ())

    @classmethod
    def rotations(cls, count: int) -> "OrientationGroup":
        """The cyclic group that shifts `count` stickers around a circle.

        >>> OrientationGroup.rotations(3).elements
        ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        """
        shifts = [tuple((j + k) % count for j in range(count)) for k in range(count)]
        return cls(tuple(shifts), tuple(shifts[1:2]))

    @property
    def order(self) -> int:
        """The number of elements.

        >>> OrientationGroup.generated([(1, 0, 2, 3), (1, 2, 3, 0)], 4, limit=100).order
        24
        """
        return len(self.elements)

    @cached_property
    def number(self) -> dict[Images, int]:
        """The number of each element.

        >>> OrientationGroup.rotations(3).number[(2, 0, 1)]
        2
        """
        return {element: k for k, element in enumerate(self.elements)}

    @cached_property
    def array(self) -> NDArray[np.int64]:
        """The elements as rows.

        >>> OrientationGroup.rotations(2).array.tolist()
        [[0, 1], [1, 0]]
        """
        return np.array(self.elements, dtype=np.int64).reshape(self.order, -1)

    @cached_property
    def base(self) -> int:
        """How many leading images tell the elements apart: one if that is enough, else all.

        >>> mirrored = OrientationGroup.generated([(0, 2, 1)], 3, limit=10)
        >>> OrientationGroup.rotations(3).base, mirrored.base
        (1, 3)
        """
        return 1 if self._by_first_image is not None else len(self.elements[0])

    def numbers(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The numbers of elements, each given by a row of its first images, `base` or more.

        >>> OrientationGroup.rotations(3).numbers(np.array([[2], [0], [1]])).tolist()
        [2, 0, 1]
        """
        if self._by_first_image is not None:
            return self._by_first_image[rows[:, 0]]
        return np.array([self.number[tuple(row)] for row in rows.tolist()], dtype=np.int64)

    @cached_property
    def _by_first_image(self) -> NDArray[np.int64] | None:
        """The number of the element that carries 0 to each point; None if several do so."""
        images = self.array[:, 0]
        if len(np.unique(images)) < self.order:
            return None
        numbers = np.full(self.array.shape[1], -1)
        numbers[images] = np.arange(self.order)
        return numbers

    def cyclic(self, preferred: Sequence[Images] = ()) -> "OrientationGroup | None":
        """The same group with the powers z⁰, z¹, z² … of one element z in this order.

        Then the product of elements a and b is element a + b modulo the order. The first of the
        preferred elements that generates the group becomes z; None if no element generates it.

        >>> OrientationGroup.generated([(2, 0, 1)], 3, limit=10).cyclic([(1, 2, 0)]).elements
        ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        """
        for z in (*preferred, *sorted(self.elements)):
            powers = [self.elements[0]]
            while (power := tuple(z[j] for j in powers[-1])) != powers[0]:
                powers.append(power)
            if len(powers) == self.order:
                return OrientationGroup(tuple(powers), (z,))
        return None

    def times(self, a: int, b: int) -> int:
        """The number of the product: first a, then b.

        >>> OrientationGroup.rotations(3).times(2, 2)
        1
        """
        then = self.elements[b]
        return self.number[tuple(then[i] for i in self.elements[a])]

    @cached_property
    def products(self) -> NDArray[np.int64]:
        """The number of each product of two elements: first the row's, then the column's.

        >>> OrientationGroup.rotations(3).products.tolist()
        [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
        """
        return np.array([self.numbers(self.array[:, row]) for row in self.array])

    def inverse(self, a: int) -> int:
        """The number of the inverse.

        >>> [OrientationGroup.rotations(5).inverse(k) for k in range(5)]
        [0, 4, 3, 2, 1]
        """
        images = [0] * len(self.elements[a])
        for i, image in enumerate(self.elements[a]):
            images[image] = i
        return self.number[tuple(images)]

    def sums(self, ignored: Iterable[int] = ()) -> "Sums":
        """The part of an orientation that adds up in any order of turns, as a map to numbers.

        This is the quotient by all commutators and by the `ignored` elements. Twists of a corner
        add up modulo 3. Of all six permutations of three stickers only the parity adds up:

        >>> OrientationGroup.rotations(3).sums().moduli
        (3,)
        >>> OrientationGroup.generated([(1, 0, 2), (1, 2, 0)], 3, limit=10).sums().moduli
        (2,)
        """
        kernel = self._normal_closure([*self.commutators(), *ignored])
        return _decomposed(self, kernel)

    def commutators(self) -> list[int]:
        numbers = [self.number[g] for g in self.generators]
        return [
            self.times(self.inverse(self.times(b, a)), self.times(a, b))
            for a in numbers
            for b in numbers
            if a < b
        ]

    def _normal_closure(self, wanted: Sequence[int]) -> frozenset[int]:
        """The smallest subgroup that holds some elements and all that is conjugate to them."""
        held = {self.elements[k] for k in wanted}
        degree = len(self.elements[0])
        while True:
            closure = _closure(sorted(held), degree, self.order)
            assert closure is not None
            subgroup = {self.number[element] for element in closure}
            conjugates = {
                self.times(self.times(self.inverse(g), k), g)
                for g in map(self.number.__getitem__, self.generators)
                for k in subgroup
            }
            if conjugates <= subgroup:
                return frozenset(subgroup)
            held |= {self.elements[k] for k in conjugates}


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """A map of a group onto an abelian one: for each element a row of numbers to be added.

    The j-th numbers are added modulo `moduli[j]`.

    >>> OrientationGroup.rotations(3).sums().rows.tolist()
    [[0], [1], [2]]
    """

    moduli: tuple[int, ...]
    rows: NDArray[np.int64]


def _closure(generators: Collection[Images], degree: int, limit: int) -> tuple[Images, ...] | None:
    identity = tuple(range(degree))
    found = {identity: None}
    queue = [identity]
    for element in queue:
        for then in generators:
            product = tuple(then[i] for i in element)
            if product not in found:
                if len(found) >= limit:
                    return None
                found[product] = None
                queue.append(product)
    return tuple(found)


def _decomposed(group: OrientationGroup, kernel: frozenset[int]) -> Sums:
    """The quotient by a normal subgroup with abelian quotient, as a product of cyclic groups.

    Of the elements whose powers meet what is covered so far in the identity only, one of the
    largest order splits off a cyclic factor.
    """
    coset = _cosets(group, kernel)
    covered: dict[int, tuple[int, ...]] = {coset[0]: ()}
    cycles = sorted(_power_cosets(group, coset), key=len, reverse=True)
    moduli = []
    while len(covered) < len(set(coset)):
        cycle = next(
            cycle
            for cycle in cycles
            if len(cycle) > 1 and not covered.keys() & _cosets_of(cycle, coset)
        )
        covered = {
            coset[group.times(at, step)]: (*row, amount)
            for at, row in covered.items()
            for amount, step in enumerate(cycle)
        }
        moduli.append(len(cycle))
    rows = np.array([covered[c] for c in coset], dtype=np.int64).reshape(group.order, len(moduli))
    return Sums(tuple(moduli), rows)


def _cosets_of(cycle: list[int], coset: list[int]) -> set[int]:
    return {coset[k] for k in cycle[1:]}


def _cosets(group: OrientationGroup, kernel: frozenset[int]) -> list[int]:
    """For each element the first element of its coset."""
    coset = [-1] * group.order
    for k in range(group.order):
        if coset[k] < 0:
            for inner in kernel:
                coset[group.times(k, inner)] = k
    return coset


def _power_cosets(group: OrientationGroup, coset: list[int]) -> list[list[int]]:
    """For each coset the powers of its first element, until they come back to the kernel."""
    all_powers = []
    for k in sorted(set(coset)):
        powers, at = [0], k
        while coset[at] != coset[0]:
            powers.append(at)
            at = group.times(at, k)
        all_powers.append(powers)
    return all_powers
