"""Orders of large groups from their orbits alone, without a stabilizer chain.

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
That takes time in proportion to the number of points; a chain takes its square.
"""

from collections.abc import Callable, Sequence
from math import factorial, isqrt, prod
from random import Random

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
OrderOf = Callable[[list[Permutation]], int]


def giant_order(
    permutations: Sequence[Permutation], order_of: OrderOf, seed: int = 0
) -> int | None:
    """The order of the group of some moves; None if its orbits do not tell it.

    `order_of` gives the order of the quotient, a much smaller group.

    >>> import puzzlery
    >>> from puzzlery.groups import PermGroup
    >>> cube = puzzlery.puzzle("5x5x5")
    >>> moves = [cube.moves[name] for name in cube.basis]
    >>> giant_order(moves, lambda some: PermGroup(some).order) == cube.group.order
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
    classes = _untied(moves, giants, lengths)
    rest = np.setdiff1d(np.arange(degree), np.concatenate(giants)).astype(np.int64)
    if classes is None or not _is_free_of_rest(moves, rest, classes, order_of):
        return None
    quotient = _quotient(moves, rest, classes)
    return order_of(quotient) * prod(factorial(len(orbit)) // 2 for orbit in classes)


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


def _untied(moves: Sequence[Points], giants: list[Ints], lengths: Ints) -> list[Ints] | None:
    """One giant of each class of tied ones; None if two look tied and cannot be paired."""
    classes: dict[bytes, Ints] = {}
    for orbit in giants:
        seen = np.sort(lengths[:, orbit], axis=1).tobytes() + len(orbit).to_bytes(4, "big")
        other = classes.setdefault(seen, orbit)
        if other is not orbit and not _are_tied(moves, other, orbit):
            return None
    return list(classes.values())


def _are_tied(moves: Sequence[Points], one: Ints, other: Ints) -> bool:
    """Whether the points of two orbits can be paired so that all moves carry pairs to pairs."""
    return any(_pairs(moves, int(one[0]), int(partner), len(one)) for partner in other)


def _pairs(moves: Sequence[Points], first: int, partner: int, size: int) -> bool:
    paired, queue = {first: partner}, [first]
    for point in queue:
        for move in moves:
            to, beside = int(move[point]), int(move[paired[point]])
            if to not in paired:
                paired[to] = beside
                queue.append(to)
            elif paired[to] != beside:
                return False
    return len(set(paired.values())) == size


def _is_free_of_rest(
    moves: Sequence[Points], rest: Ints, classes: list[Ints], order_of: OrderOf
) -> bool:
    if not rest.size:
        return True
    order = order_of([Permutation(np.searchsorted(rest, move[rest])) for move in moves])
    sizes = {len(orbit) for orbit in classes}
    return all(order % max(filter(_is_prime, range(size + 1))) for size in sizes)


def _quotient(moves: Sequence[Points], rest: Ints, classes: list[Ints]) -> list[Permutation]:
    """The moves as they act on the rest, and on two points for each independent parity."""
    labels = np.full(len(moves[0]), -1)
    for number, orbit in enumerate(classes):
        labels[orbit] = number
    signs = np.array([_signs(move, labels, len(classes)) for move in moves])
    columns = signs[:, _independent(signs)]
    images = []
    for move, odd in zip(moves, columns, strict=True):
        swaps = np.arange(2 * odd.size).reshape(-1, 2)
        swaps[odd] = swaps[odd][:, ::-1]
        carried = np.searchsorted(rest, move[rest])
        images.append(Permutation(np.concatenate([carried, rest.size + swaps.ravel()])))
    return images


def _signs(move: Points, labels: Ints, count: int) -> NDArray[np.bool_]:
    """For each class whether a move arranges its points oddly: points minus cycles."""
    moved = np.flatnonzero((move != np.arange(move.size)) & (labels >= 0))
    where, lengths = labels[moved], _cycle_lengths(move.astype(np.int64), moved)[moved]
    points = np.bincount(where, minlength=count)
    cycles = np.rint(np.bincount(where, weights=1 / lengths, minlength=count)).astype(np.int64)
    odd: NDArray[np.bool_] = (points - cycles) % 2 == 1
    return odd


def _independent(signs: NDArray[np.bool_]) -> list[int]:
    """Columns of which all others are sums modulo 2.

    >>> _independent(np.array([[1, 0, 1], [0, 1, 1]], dtype=bool))
    [0, 1]
    """
    kept: list[int] = []
    reduced: dict[int, int] = {}
    for number, column in enumerate(signs.T):
        value = int.from_bytes(np.packbits(column).tobytes(), "big")
        while value and value.bit_length() in reduced:
            value ^= reduced[value.bit_length()]
        if value:
            reduced[value.bit_length()] = value
            kept.append(number)
    return kept
