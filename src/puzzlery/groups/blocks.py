"""Orbits and blocks: sets of points that elements carry as a whole."""

from collections.abc import Iterable, Sequence

import numpy as np

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.errors import InvalidPuzzle

Blocks = list[frozenset[int]]


def orbits(degree: int, generators: Sequence[Permutation]) -> Blocks:
    """The orbits: sets of points that the generators carry into one another, smallest points first.

    >>> orbits(5, [Permutation([1, 0, 2, 4, 3])])
    [frozenset({0, 1}), frozenset({2}), frozenset({3, 4})]
    """
    return _classes(_core.orbit_labels(degree, _data(generators)), range(degree))


def _finest_blocks(degree: int, generators: Sequence[Permutation], a: int, b: int) -> Blocks:
    """The smallest blocks of the orbit of a in which a and b lie together."""
    labels = _core.block_labels(degree, _data(generators), a, b)
    orbit = next(orbit for orbit in orbits(degree, generators) if a in orbit)
    return _classes(labels, sorted(orbit))


def minimal_blocks(
    degree: int, generators: Sequence[Permutation], orbit: frozenset[int]
) -> list[Blocks]:
    """All systems of smallest blocks of an orbit, without the blocks of one point.

    A *block* is a set of points that every element maps to itself or to a disjoint set.
    M. Atkinson, An algorithm for finding the blocks of a permutation group, 1975.

    >>> hexagon = Permutation([1, 2, 3, 4, 5, 0])
    >>> for system in minimal_blocks(6, [hexagon], frozenset(range(6))):
    ...     print(*map(sorted, system))
    [0, 2, 4] [1, 3, 5]
    [0, 3] [1, 4] [2, 5]
    """
    first, *others = sorted(orbit)
    systems: dict[frozenset[int], Blocks] = {}
    for other in others:
        blocks = _finest_blocks(degree, generators, first, other)
        smallest = next(block for block in blocks if first in block)
        if len(smallest) < len(orbit):
            systems[smallest] = blocks
    return [
        systems[block]
        for block in sorted(systems, key=sorted)
        if not any(other < block for other in systems)
    ]


def on_blocks(generator: Permutation, blocks: Sequence[Iterable[int]]) -> Permutation:
    """How an element permutes the blocks; an error if it splits one.

    >>> on_blocks(Permutation([1, 2, 3, 0]), [{0, 2}, {1, 3}])
    Permutation('(0 1)', degree=2)
    """
    block_of = {point: k for k, block in enumerate(blocks) for point in block}
    images = []
    for block in blocks:
        reached = {block_of.get(generator[point]) for point in block}
        if len(reached) != 1 or None in reached:
            raise InvalidPuzzle(
                f"{generator!r} carries the points {sorted(block)} to more than one block; "
                "expected blocks that every generator keeps together"
            )
        images.append(reached.pop())
    return Permutation(images)  # type: ignore[arg-type]


def _data(generators: Sequence[Permutation]) -> list[bytes]:
    return [generator.data for generator in generators]


def _classes(labels: bytes, points: Iterable[int]) -> Blocks:
    numbers = np.frombuffer(labels, dtype=np.uint16).tolist()
    members: dict[int, list[int]] = {}
    for point in points:
        members.setdefault(numbers[point], []).append(point)
    return [frozenset(found) for found in members.values()]
