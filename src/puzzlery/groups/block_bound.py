"""Bounds by blocks: no group with these blocks has more elements.

A *block* is a set of points that every element maps to itself or to a disjoint set. Let G carry
m blocks of one orbit into one another. What the elements that keep a block do to its points is a
group K, and what G does to the blocks is a group T. So G acts on the orbit as a subgroup of the
wreath product K ≀ T, with |K|ᵐ · |T| elements. The sign of the blocks' arrangement, and the product
of the signs inside of all blocks, multiply along with the elements. If the signs of all orbits
together take 2ʳ of 2ˢ values, the group has at most ∏ |K ≀ T| / 2ˢ⁻ʳ elements. The wreath products
of `wreath` are those with the smallest K: here K may be any group, such as the symmetric one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.groups.blocks import minimal_blocks, on_blocks, orbits

Ints = NDArray[np.int64]
# The order of the group that some permutations generate.
OrderOf = Callable[[list[Permutation]], int]
# Blocks of larger orbits are not looked for: that takes the square of the number of points.
MOST_POINTS = 2_000


@dataclass(frozen=True, slots=True)
class BoundedOrbit:
    """One orbit: how many elements could act on it, and the signs of the generators.

    `signs` has a row for each generator and a column for each sign that is not always even.
    """

    order: int
    signs: Ints


def block_bound(degree: int, generators: Sequence[Permutation], order_of: OrderOf) -> int | None:
    """At most so many elements; None if no blocks or orbits split the problem into smaller ones.

    >>> from puzzlery.groups import PermGroup
    >>> swap, turn = Permutation.parse("(0 1)", 8), Permutation.parse("(0 1 2 3)", 8)
    >>> exchange = Permutation.parse("(0 4)(1 5)(2 6)(3 7)", 8)
    >>> block_bound(8, [swap, turn, exchange], lambda moves: PermGroup(moves).order)  # 4!² · 2
    1152
    """
    found = [orbit for orbit in orbits(degree, generators) if len(orbit) > 1]
    if not found or max(map(len, found)) > MOST_POINTS:
        return None
    parts = []
    for orbit in found:
        part = _by_blocks(degree, generators, orbit, order_of)
        if part is None and len(found) == 1:
            return None
        parts.append(part or _whole(generators, sorted(orbit), order_of))
    signs = np.concatenate([part.signs for part in parts], axis=1) % 2
    bound = 1
    for part in parts:
        bound *= part.order
    return bound >> int(signs.shape[1] - _rank(signs))


def _by_blocks(
    degree: int, generators: Sequence[Permutation], orbit: frozenset[int], order_of: OrderOf
) -> BoundedOrbit | None:
    """The bound of an orbit by the smallest blocks that it has."""
    systems = minimal_blocks(degree, generators, orbit)
    if not systems:
        return None
    blocks = [sorted(block) for block in systems[0]]
    above = [on_blocks(generator, blocks) for generator in generators]
    inside = _inside(generators, blocks, above)
    order = order_of(_generating([p for row in inside for p in row])) ** len(blocks)
    outer = [int(_is_odd(g)) for g in above]
    inner = [sum(_is_odd(p) for p in row) for row in inside]
    kept = [column for column in (outer, inner) if any(column)]
    signs = np.array(kept, dtype=np.int64).reshape(len(kept), len(generators)).T
    return BoundedOrbit(order * order_of(_generating(above)), signs)


def _inside(
    generators: Sequence[Permutation], blocks: list[list[int]], above: list[Permutation]
) -> list[list[Permutation]]:
    """What each generator does inside of each block, all blocks being numbered like the first."""
    ways: dict[int, Ints] = {0: np.array(blocks[0])}
    queue = [0]
    arrays = [generator.array.astype(np.int64) for generator in generators]
    for block in queue:
        for images, g in zip(arrays, above, strict=True):
            if g[block] not in ways:
                ways[g[block]] = images[ways[block]]
                queue.append(g[block])
    place = np.zeros(len(arrays[0]), dtype=np.int64)
    for way in ways.values():
        place[way] = np.arange(len(way))
    return [
        [Permutation(place[images[ways[block]]]) for block in range(len(blocks))]
        for images in arrays
    ]


def _whole(generators: Sequence[Permutation], points: list[int], order_of: OrderOf) -> BoundedOrbit:
    """An orbit without blocks: the group as it acts there."""
    here = [Permutation(np.searchsorted(points, g.array[points])) for g in generators]
    signs = np.array([[_is_odd(g)] for g in here], dtype=np.int64)
    return BoundedOrbit(order_of(_generating(here)), signs if signs.any() else signs[:, :0])


def _generating(elements: Sequence[Permutation]) -> list[Permutation]:
    """The elements, each once."""
    return list(dict.fromkeys(elements))


def _is_odd(p: Permutation) -> bool:
    return sum(len(cycle) - 1 for cycle in p.cycles()) % 2 == 1


def _rank(rows: Ints) -> int:
    """The rank of a matrix modulo 2."""
    left, rank = [int("".join(map(str, row)) or "0", 2) for row in rows.tolist()], 0
    while left:
        pivot = left.pop()
        if pivot:
            rank += 1
            low = pivot & -pivot
            left = [row ^ pivot if row & low else row for row in left]
    return rank
