"""Large groups known from their orbits alone: orders and members, without a stabilizer chain.

A *giant* is an orbit of m points on which the group does all even arrangements, m ≥ 7. Such a group
is simple, so it is either free of what the other orbits do, or tied to one of them as a whole:

- An element with a cycle of prime length p, m/2 < p < m − 2, shows that a transitive group is a
  giant (Jordan): a power of it is a single cycle of length p.
- Two giants are tied if their points can be paired so that all moves do the same to both. Then
  every element has cycles of equal lengths on both. So a word with other cycles shows that they
  are free, and else the pairing is looked for.
- A giant is free of all points that lie in no giant if the largest prime up to m does not divide
  the order of what the moves do to those points.

A subgroup of a product of simple groups that is onto each, and where no two are tied, is the whole
product. So the order is the product of m!/2 over the giants, tied ones counted once, times the
order of the quotient: what the moves do to the other points, and to the parities of the giants.
And a permutation lies in the group if it keeps the giants and the pairs of tied ones, and does to
the other points and to the parities what an element of the quotient does. All of that takes time in
proportion to the number of points; a chain takes its square.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, isqrt, prod
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation, Points
from puzzlery.groups.blocks import orbits

# A_m is simple from 5 points on; 6 has more automorphisms than arrangements of its points.
# Cycles in longer orbits would take too long to follow.
SMALLEST, LARGEST = 7, 150
# One word in five shows that an orbit of 24 points is a giant. All 380 orbits of a 40×40×40
# need some 40; with too few, the answer is None, never wrong. After the first words that show no
# giant at all, the search ends.
WORDS, FIRST_WORDS = 60, 10
POOL = 10
Ints = NDArray[np.int64]
Signs = NDArray[np.bool_]


class SmallGroup(Protocol):
    """A group that knows its order and its elements; here, one of few points."""

    @property
    def order(self) -> int: ...

    def contains(self, p: Permutation) -> bool: ...


GroupOf = Callable[[list[Permutation]], SmallGroup]


@dataclass(frozen=True, eq=False)
class Giants:
    """A group by its giants: one orbit of each class of tied ones, and the quotient.

    `twin` is for each point of another giant of a class the point of the first that it is paired
    with, and for every other point the point itself. `label` is the number of each point's orbit.
    `own` are the classes whose parities are independent; `sums` tells which of them the parity of
    each class is the sum of.

    >>> import puzzlery
    >>> from puzzlery.groups import PermGroup
    >>> cube = puzzlery.puzzle("5x5x5")
    >>> moves = [cube.moves[name] for name in cube.basis]
    >>> giants = giants_of(moves, PermGroup)
    >>> giants.order == cube.group.order, giants.contains(moves[0] * moves[1])
    (True, True)
    """

    classes: list[Ints]
    rest: Ints
    twin: Ints
    label: Ints
    own: list[int]
    sums: Signs
    quotient: SmallGroup

    @property
    def order(self) -> int:
        """The number of elements of the group."""
        return self.quotient.order * prod(factorial(len(orbit)) // 2 for orbit in self.classes)

    def contains(self, p: Permutation) -> bool:
        """Whether a permutation lies in the group."""
        images = p.array.astype(np.int64)
        if images.size != self.label.size or (self.label[images] != self.label).any():
            return False
        if (self.twin[images] != images[self.twin]).any():
            return False
        signs = _signs(p.array, self._class_of, len(self.classes))
        told = signs[self.own].astype(np.int64)
        if ((self.sums @ told) % 2 != signs).any():
            return False
        return self.quotient.contains(_in_quotient(p.array, self.rest, signs[self.own]))

    @cached_property
    def _class_of(self) -> Ints:
        return class_labels(self.classes, self.label.size)


def giants_of(
    permutations: Sequence[Permutation], group_of: GroupOf, seed: int = 0
) -> Giants | None:
    """The group of some moves by its giants; None if its orbits do not tell it.

    `group_of` makes the quotient, a much smaller group.

    >>> from puzzlery.groups import PermGroup
    >>> giants_of([Permutation([1, 2, 0])], PermGroup) is None  # too few points
    True
    """
    degree = len(permutations[0])
    found = [np.array(sorted(orbit)) for orbit in orbits(degree, permutations)]
    moves = [permutation.array for permutation in permutations]
    likely = [orbit for orbit in found if SMALLEST <= orbit.size <= LARGEST]
    lengths, rng = np.zeros((0, degree), dtype=np.int64), Random(seed)
    giants: list[Ints] = []
    for count in (FIRST_WORDS, WORDS) if likely else ():
        points = np.concatenate(likely)
        lengths = np.vstack([lengths, _cycle_lengths_of_words(moves, points, count, rng)])
        giants = [orbit for orbit in likely if _is_giant(lengths[:, orbit])]
        if not giants:
            break
    if not giants:
        return None
    twin = np.arange(degree)
    classes = _untied(moves, giants, lengths, twin)
    rest = np.setdiff1d(np.arange(degree), np.concatenate(giants)).astype(np.int64)
    if classes is None or not _is_free_of_rest(moves, rest, classes, group_of):
        return None
    labels = class_labels(classes, degree)
    signs = np.array([_signs(move, labels, len(classes)) for move in moves])
    own, sums = _independent(signs)
    quotient = [
        _in_quotient(move, rest, odd) for move, odd in zip(moves, signs[:, own], strict=True)
    ]
    return Giants(classes, rest, twin, class_labels(found, degree), own, sums, group_of(quotient))


def class_labels(classes: Sequence[Ints], degree: int) -> Ints:
    """The number of the class of each point; -1 for points of none.

    >>> class_labels([np.array([0, 2]), np.array([3])], 4).tolist()
    [0, -1, 0, 1]
    """
    labels = np.full(degree, -1)
    for number, orbit in enumerate(classes):
        labels[orbit] = number
    return labels


def _cycle_lengths_of_words(moves: Sequence[Points], points: Ints, count: int, rng: Random) -> Ints:
    """For each of some random words, the length of the cycle through some points."""
    pool = [_subproduct(moves, rng) for _ in range(POOL)]
    lengths = []
    for _ in range(count):
        first, second = rng.sample(range(POOL), 2)
        pool[first] = pool[second][pool[first]]
        lengths.append(_cycle_lengths(pool[first], points))
    return np.array(lengths)


def _subproduct(moves: Sequence[Points], rng: Random) -> Ints:
    """The product of half of the moves, in any order."""
    word = np.arange(len(moves[0]))
    for move in rng.sample(moves, len(moves)):
        if rng.random() < 0.5:
            word = move[word].astype(np.int64)
    return word


def _cycle_lengths(images: Ints, points: Ints) -> Ints:
    """The length of the cycle through some points; 0 for the others, and if it is too long.

    >>> _cycle_lengths(np.array([1, 2, 0, 3]), np.array([0, 3])).tolist()
    [3, 0, 0, 1]
    """
    lengths = np.zeros(images.size, dtype=np.int64)
    open_points, now = points, images[points]
    for length in range(1, LARGEST + 1):
        home = now == open_points
        lengths[open_points[home]] = length
        open_points, now = open_points[~home], images[now[~home]]
        if not open_points.size:
            break
    return lengths


def _is_giant(lengths: Ints) -> bool:
    """Whether some word has a cycle of a prime length that only giants have."""
    points = lengths.shape[1]
    return any(
        _is_prime(length)
        for length in np.unique(lengths).tolist()
        if points < 2 * length and length < points - 2
    )


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % k for k in range(2, isqrt(number) + 1))


def _untied(
    moves: Sequence[Points], giants: list[Ints], lengths: Ints, twin: Ints
) -> list[Ints] | None:
    """One giant of each class of tied ones; None if two look tied and cannot be paired.

    The points of the others get their partners in `twin`.
    """
    classes: dict[bytes, Ints] = {}
    for orbit in giants:
        seen = np.sort(lengths[:, orbit], axis=1).tobytes() + len(orbit).to_bytes(4, "big")
        first = classes.setdefault(seen, orbit)
        if first is not orbit:
            pairs = _tied(moves, orbit, first)
            if pairs is None:
                return None
            twin[list(pairs)] = list(pairs.values())
    return list(classes.values())


def _tied(moves: Sequence[Points], one: Ints, other: Ints) -> dict[int, int] | None:
    """The points of two orbits in pairs, if all moves carry pairs to pairs."""
    found = (_pairs(moves, int(one[0]), int(partner), len(one)) for partner in other)
    return next((pairs for pairs in found if pairs is not None), None)


def _pairs(moves: Sequence[Points], first: int, partner: int, size: int) -> dict[int, int] | None:
    paired, queue = {first: partner}, [first]
    for point in queue:
        for move in moves:
            to, beside = int(move[point]), int(move[paired[point]])
            if to not in paired:
                paired[to] = beside
                queue.append(to)
            elif paired[to] != beside:
                return None
    return paired if len(set(paired.values())) == size else None


def _is_free_of_rest(
    moves: Sequence[Points], rest: Ints, classes: list[Ints], group_of: GroupOf
) -> bool:
    if not rest.size:
        return True
    order = group_of([Permutation(np.searchsorted(rest, move[rest])) for move in moves]).order
    sizes = {len(orbit) for orbit in classes}
    return all(order % max(filter(_is_prime, range(size + 1))) for size in sizes)


def _in_quotient(images: Points, rest: Ints, odd: Signs) -> Permutation:
    """A permutation as it acts on the rest, and on two points for each independent parity."""
    swaps = np.arange(2 * odd.size).reshape(-1, 2)
    swaps[odd] = swaps[odd][:, ::-1]
    carried = np.searchsorted(rest, images[rest])
    return Permutation(np.concatenate([carried, rest.size + swaps.ravel()]))


def _signs(move: Points, labels: Ints, count: int) -> Signs:
    """For each class whether a move arranges its points oddly: points minus cycles."""
    moved = np.flatnonzero((move != np.arange(move.size)) & (labels >= 0))
    where, lengths = labels[moved], _cycle_lengths(move.astype(np.int64), moved)[moved]
    points = np.bincount(where, minlength=count)
    cycles = np.rint(np.bincount(where, weights=1 / lengths, minlength=count)).astype(np.int64)
    odd: Signs = (points - cycles) % 2 == 1
    return odd


def _independent(signs: Signs) -> tuple[list[int], Signs]:
    """Columns of which all others are sums modulo 2, and which of them each column is the sum of.

    >>> own, sums = _independent(np.array([[1, 0, 1], [0, 1, 1]], dtype=bool))
    >>> own, sums.astype(int).tolist()
    ([0, 1], [[1, 0], [0, 1], [1, 1]])
    """
    kept: list[int] = []
    reduced: dict[int, tuple[int, int]] = {}
    told = []
    for number, column in enumerate(signs.T):
        value, parts = int.from_bytes(np.packbits(column).tobytes(), "big"), 0
        while value and value.bit_length() in reduced:
            other, its_parts = reduced[value.bit_length()]
            value, parts = value ^ other, parts ^ its_parts
        if value:
            own = 1 << len(kept)
            reduced[value.bit_length()] = value, parts ^ own
            told.append(own)
            kept.append(number)
        else:
            told.append(parts)
    sums = [[bool(parts >> k & 1) for k in range(len(kept))] for parts in told]
    return kept, np.array(sums, dtype=bool).reshape(len(told), len(kept))
