"""Coset parts: colorings and small actions that together tell the cosets of a subgroup apart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import expm1
from random import Random

import numpy as np
from numpy.typing import NDArray

from puzzlery._core import CosetSpace
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, drive
from puzzlery.groups import PermGroup
from puzzlery.groups import blocks as blocks_of
from puzzlery.groups.chain import Chain

# A coloring of more sets of stickers than this is not merged in every way, see `merges`.
MOST_MERGED = 4
MOST_POINTS = 256
# So many random elements on either side; their products are the sample of a group.
SAMPLE_SIDE = 64
# With fewer than this share of the coincidences that are expected, there are too many values.
FEW_COINCIDENCES = 0.4


@dataclass(frozen=True)
class CosetPart:
    """What of a permutation is looked at: labels of some points, or their images up to a subgroup.

    With `labels`, two permutations are alike if they carry equal labels to equal places. Without
    them, `levels` is a stabilizer chain of the subgroup's action on the points, and permutations
    are alike if their actions are in one coset of it.
    """

    points: tuple[int, ...]
    labels: bytes
    levels: tuple[tuple[int, bytes], ...] = ()

    def space(
        self, moves: Sequence[Permutation], most: int, timeout: Clock | None = None
    ) -> CosetSpace | None:
        """All values that moves reach; None if there are more than `most`."""
        points = np.array(self.points, dtype=np.uint16).tobytes()
        data = [move.data for move in moves]
        found = CosetSpace(points, self.labels, list(self.levels), data, most)
        drive(found, timeout=timeout)
        return None if found.gave_up else found


class GroupSample:
    """Some thousand elements of a group, to estimate how many values a part has.

    By the birthday paradox, k random values out of n coincide about k² / 2n times if n is large,
    and k − n · (1 − exp(−k / n)) times in general. To count them
    takes milliseconds. To number too many values, only to give up, takes a hundred times longer.

    >>> symmetric = PermGroup([Permutation([1, 0, *range(2, 12)]), Permutation([*range(1, 12), 0])])
    >>> every_point = CosetPart(tuple(range(12)), bytes(range(12)))  # 479,001,600 values
    >>> GroupSample(symmetric).shows_more(every_point, 1_000_000)
    True
    >>> one_point = CosetPart(tuple(range(12)), bytes([1] + [0] * 11))
    >>> GroupSample(symmetric).shows_more(one_point, 100)
    False
    """

    def __init__(self, group: PermGroup) -> None:
        self.group = group

    @cached_property
    def _elements(self) -> NDArray[np.uint16]:
        """One row an element."""
        rng = Random(0)
        left, right = (
            np.stack([self.group.random(rng).array for _ in range(SAMPLE_SIDE)]) for _ in range(2)
        )
        return np.concatenate([one[left] for one in right])

    def shows_more(self, part: CosetPart, most: int) -> bool:
        """Whether a coloring has more than `most` values, as far as the sample shows it."""
        if not part.labels or part.levels:
            return False
        places = self._elements[:, list(part.points)]
        secrets = np.random.default_rng(0).integers(1 << 63, size=(self.group.degree, 256))
        keys = secrets[places, np.frombuffer(part.labels, dtype=np.uint8)].sum(axis=1)
        count = len(keys)
        coincidences = count - len(np.unique(keys))
        expected = count + most * expm1(-count / most)
        return coincidences < FEW_COINCIDENCES * expected


def coloring_parts(
    group: PermGroup, subgroup: PermGroup, orbit: Sequence[int]
) -> Iterator[CosetPart]:
    """Colorings of an orbit of the group that the subgroup keeps.

    The finest gives each orbit of the subgroup its own label; coarser ones give several the same.
    """
    cells = _cells(subgroup, orbit)
    if len(cells) == 1:
        return
    seen = set()
    for merged in (*_block_merges(group, orbit, cells), *merges(len(cells))):
        if merged not in seen and len(set(merged)) > 1:
            seen.add(merged)
            yield _colored(orbit, cells, merged)


def split_coloring(
    group: PermGroup, subgroup: PermGroup, orbit: Sequence[int], most: int
) -> Iterator[CosetPart]:
    """Colorings that each tell a few cells from all others, as many as `most` values allow."""
    cells = _cells(subgroup, orbit)
    chosen: list[int] = []
    size, fixing = 1, group
    for k, cell in enumerate(cells):
        reached = len(_orbit_of(fixing, cell[0])) if len(cell) == 1 else most
        if reached == 1 and len(cell) == 1:
            continue
        if chosen and size * reached > most:
            yield _told_apart(orbit, cells, chosen)
            chosen, size, fixing = [], 1, group
            reached = len(_orbit_of(fixing, cell[0])) if len(cell) == 1 else most
        chosen.append(k)
        size *= reached
        fixing = fixing.stabilizer(cell) if len(cell) == 1 else fixing
    if chosen:
        yield _told_apart(orbit, cells, chosen)


def _cells(subgroup: PermGroup, orbit: Sequence[int]) -> list[list[int]]:
    """The orbits of the subgroup in an orbit of the group."""
    points = set(orbit)
    return [sorted(cell) for cell in subgroup.orbits() if min(cell) in points]


def _orbit_of(group: PermGroup, point: int) -> frozenset[int]:
    return next((orbit for orbit in group.orbits() if point in orbit), frozenset([point]))


def _told_apart(
    orbit: Sequence[int], cells: Sequence[Sequence[int]], chosen: Sequence[int]
) -> CosetPart:
    return _colored(
        orbit, cells, tuple(chosen.index(k) + 1 if k in chosen else 0 for k in range(len(cells)))
    )


def merges(count: int) -> list[tuple[int, ...]]:
    """All ways to give labels to so many sets, those with few labels first; for many sets one way.

    >>> merges(3)
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2)]
    """
    if count > MOST_MERGED:
        return [tuple(range(count))]
    found: list[tuple[int, ...]] = [()]
    for _ in range(count):
        found = [(*m, label) for m in found for label in range(max(m, default=-1) + 2)]
    return sorted(found, key=lambda m: (len(set(m)), m))


def _block_merges(
    group: PermGroup, orbit: Sequence[int], cells: Sequence[Sequence[int]]
) -> Iterator[tuple[int, ...]]:
    """Cells get one label if they lie in the same blocks: pieces, whatever their orientation."""
    cell_of = {point: k for k, cell in enumerate(cells) for point in cell}
    for system in blocks_of.minimal_blocks(group.degree, group.generators, frozenset(orbit)):
        labels = list(range(len(cells)))
        for block in system:
            joined = {labels[cell_of[point]] for point in block}
            labels = [min(joined) if label in joined else label for label in labels]
        numbers = {label: k for k, label in enumerate(dict.fromkeys(labels))}
        yield tuple(numbers[label] for label in labels)


def _colored(
    orbit: Sequence[int], cells: Sequence[Sequence[int]], merged: Sequence[int]
) -> CosetPart:
    label = {point: merged[k] for k, cell in enumerate(cells) for point in cell}
    points = tuple(sorted(orbit))
    return CosetPart(points, bytes(label[point] for point in points))


def action(group: PermGroup, points: Sequence[int]) -> PermGroup:
    """What a group does to some points that it carries to themselves, numbered in their order.

    >>> action(PermGroup([Permutation([1, 0, 3, 4, 2])]), [2, 3, 4]).order
    3
    """
    chosen = sorted(points)
    number = {point: k for k, point in enumerate(chosen)}
    images = [Permutation([number[g[p]] for p in chosen]) for g in group.generators]
    return PermGroup(images, degree=len(chosen))


def action_part(action: PermGroup, points: Sequence[int]) -> CosetPart:
    """The cosets of a subgroup's action on some points."""
    return CosetPart(tuple(sorted(points)), b"", tuple(_levels(action)))


def _levels(group: PermGroup) -> Iterator[tuple[int, bytes]]:
    """For each base point an element of its stabilizer chain for each point of its orbit."""
    strong = group.strong_generators
    for base in group.base:
        reached = {base: Permutation.identity(group.degree)}
        queue = [base]
        for at in queue:
            for generator in strong:
                if (to := generator[at]) not in reached:
                    reached[to] = reached[at] * generator
                    queue.append(to)
        yield base, b"".join(reached[point].data for point in queue)
        strong = [generator for generator in strong if generator[base] == base]


def unions(orbits: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The orbits, then two of them together, then all."""
    for count in (1, 2, len(orbits)):
        for chosen in combinations(orbits, count):
            points = sorted(point for orbit in chosen for point in orbit)
            if len(points) <= MOST_POINTS:
                yield points


def narrowed(
    group: PermGroup, part: CosetPart, most: int, timeout: Clock | None = None
) -> PermGroup | None:
    """The elements of a group that keep the value 0 of a part; None if there are too many values.

    Random elements are led back to the value 0, until they generate as many as there must be.
    """
    if not group.generators:
        return group
    space = part.space(group.generators, most, timeout)
    if space is None:
        return None
    if space.size == 1:
        return group
    wanted = group.order // space.size
    rng, found = Random(space.size), dict[Permutation, None]()
    while True:
        # One by one: every generator costs time whenever values are numbered again.
        element = group.random(rng)
        word = space.word(space.index(element.data))
        leader = Permutation.product([group.generators[k] for k in word], group.degree)
        found[element * leader.inverse] = None
        kept = [element for element in found if not element.is_identity]
        chain = Chain(group.degree, [element.data for element in kept], seed=0).grow()
        if chain.order == wanted:
            return PermGroup(kept, degree=group.degree, known_order=wanted)
