"""Subgroup pairs: which subgroup of moves lies within which other, up to symmetry."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock
from puzzlery.solve.phases.move_subgroups import MoveLattice, MoveSubgroup, Steps


@dataclass(frozen=True, slots=True)
class SubgroupPair:
    """A smaller subgroup within a larger one.

    `smaller` is the number of its class, `image` the steps of a symmetric image that lies within
    the larger one, and `index` the number of its cosets there.
    """

    smaller: int
    image: Steps
    index: int


class SubgroupPairs:
    """All pairs of subgroups of moves; each class of symmetric subgroups occurs once.

    >>> from puzzlery.twisty.geometry import cube
    >>> pairs = SubgroupPairs(MoveLattice(cube(2)))
    >>> [(str(pairs.classes[pair.smaller]), pair.index) for pair in pairs.from_class(0)][:2]
    [('F R', 126), ('U2 F2 R', 729)]
    """

    def __init__(self, lattice: MoveLattice, timeout: Clock | None = None) -> None:
        self.lattice = lattice
        self.classes = lattice.classes(timeout)
        self.orders = [one.order for one in self.classes]
        self._found: dict[int, list[SubgroupPair]] = {}
        self._symmetries: dict[tuple[Steps, Steps], int] = {}

    @cached_property
    def _images(self) -> list[list[Steps]]:
        return [self.lattice.images(one.steps) for one in self.classes]

    @cached_property
    def _all_images(self) -> tuple[np.ndarray, np.ndarray]:
        """The steps of all images of all classes, and the class of each."""
        steps = np.array([image for images in self._images for image in images], dtype=np.uint16)
        return steps, np.repeat(np.arange(len(self.classes)), [len(i) for i in self._images])

    def from_class(self, number: int) -> list[SubgroupPair]:
        """The pairs whose larger subgroup is the one of this class, the larger goals first."""
        if number not in self._found:
            self._found[number] = self._pairs(number)
        return self._found[number]

    def _pairs(self, number: int) -> list[SubgroupPair]:
        images, class_of = self._all_images
        larger = np.array(self.classes[number].steps, dtype=np.uint16)
        within = np.flatnonzero((images % larger == 0).all(axis=1) & (class_of > number))
        first = within[np.unique(class_of[within], return_index=True)[1]]
        order = self.orders[number]
        return [
            SubgroupPair(k, tuple(image), order // self.orders[k])
            for k, image in zip(class_of[first].tolist(), images[first].tolist(), strict=True)
            if self.orders[k] < order
        ]

    def symmetries_of(self, one: MoveSubgroup, pair: SubgroupPair) -> int:
        """How many symmetries keep both subgroups of a pair."""
        key = (one.steps, pair.image)
        if key not in self._symmetries:
            self._symmetries[key] = len(keeping(self.lattice, one, pair.image))
        return self._symmetries[key]


def keeping(
    lattice: MoveLattice, one: MoveSubgroup, steps: Steps | None, kept: Sequence[int] = ()
) -> list[Permutation]:
    """The symmetries that keep a subgroup and its goal; the identity comes first.

    >>> from puzzlery.twisty.geometry import cube
    >>> lattice = MoveLattice(cube(3))
    >>> len(keeping(lattice, lattice.whole, (1, 1, 2, 2, 2, 2)))
    16
    """
    if kept:
        return lattice.symmetries[:1]
    return [
        s
        for s in lattice.symmetries
        if lattice.keeps(s, one.steps) and (steps is None or lattice.keeps(s, steps))
    ]
