"""Orbits and blocks: sets of points that elements carry as a whole."""

from collections.abc import Iterable, Sequence

import numpy as np

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.errors import InvalidPuzzle

Blocks = list[frozenset[int]]


def orbits(degree: int, generators: Sequence[Permutation]) -> Blocks:
    """The sets of points that can be carried into one another, in order of smallest points."""
    return _classes(_core.orbit_labels(degree, _data(generators)), range(degree))


def finest_blocks(degree: int, generators: Sequence[Permutation], a: int, b: int) -> Blocks:
    """The smallest blocks of the orbit of a in which a and b lie together."""
    labels = _core.block_labels(degree, _data(generators), a, b)
    orbit = next(orbit for orbit in orbits(degree, generators) if a in orbit)
    return _classes(labels, sorted(orbit))


def minimal_blocks(
    degree: int, generators: Sequence[Permutation], orbit: frozenset[int]
) -> list[Blocks]:
    """All block systems of an orbit that no finer one refines, but for single points.

    M. Atkinson, An algorithm for finding the blocks of a permutation group, 1975.
    """
    first, *others = sorted(orbit)
    systems: dict[frozenset[int], Blocks] = {}
    for other in others:
        blocks = finest_blocks(degree, generators, first, other)
        home = next(block for block in blocks if first in block)
        if len(home) < len(orbit):
            systems[home] = blocks
    return [
        systems[home]
        for home in sorted(systems, key=sorted)
        if not any(other < home for other in systems)
    ]


def on_blocks(generator: Permutation, blocks: Sequence[Iterable[int]]) -> Permutation:
    """How an element permutes the blocks; an error if it tears one apart."""
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
