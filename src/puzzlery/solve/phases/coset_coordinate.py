"""Coset coordinates: the right cosets of any subgroup, numbered, moved by tables."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import prod

import numpy as np
from numpy.typing import NDArray

from puzzlery._core import CosetSpace
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock
from puzzlery.errors import PuzzleryError
from puzzlery.groups import PermGroup
from puzzlery.solve.phases.coset_parts import (
    MOST_POINTS,
    CosetPart,
    GroupSample,
    action,
    action_part,
    coloring_parts,
    narrowed,
    split_coloring,
    unions,
)

# Parts with so few values are tried first: they are numbered at once, and combine well.
FEW_VALUES = 20_000
# Numbers for each coset: parts of more values are tried if there are more of them.
MOST_WASTE = 4
# A value of an action takes far longer to number than a coloring.
MOST_ACTION_VALUES = 20_000
# Values of one part: its transition table takes 4 bytes for each of them and each move.
MOST_VALUES = 400_000

Numbers = NDArray[np.uint32]


class NotNumbered(PuzzleryError):
    """The cosets are too many to number them by tables of a reasonable size."""


@dataclass(frozen=True, eq=False)
class CosetCoordinate:
    """The number of a permutation's coset: 0 for the subgroup itself.

    A coset H g holds all h * g. The moves carry it to H g m, so that moves act on its number.
    The number is composed of the values of `parts`. All values of all parts together are `size`
    numbers; `cosets` of them occur, exactly one for each coset.

    >>> from puzzlery.twisty.geometry import cube
    >>> moves, group = cube(3).moves, cube(3).group
    >>> turns = [moves[face] for face in "UD"] + [moves[face] ** 2 for face in "LRFB"]
    >>> domino = coset_coordinate(group, PermGroup(turns), group.generators)
    >>> sorted(space.size for space in domino.spaces), domino.size == domino.cosets
    ([495, 2048, 2187], True)
    >>> domino.index(moves["U"]), domino.index(moves["R"]) == 0
    (0, False)
    """

    parts: tuple[CosetPart, ...]
    spaces: tuple[CosetSpace, ...]
    cosets: int

    @property
    def size(self) -> int:
        """How many numbers there are: the product over the parts."""
        return prod(space.size for space in self.spaces)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of values of each part."""
        return tuple(space.size for space in self.spaces)

    def values(self, permutation: Permutation) -> list[int]:
        """The values of the parts."""
        return [space.index(permutation.data) for space in self.spaces]

    def index(self, permutation: Permutation) -> int:
        """The number of a permutation's coset; the first part varies fastest."""
        number = 0
        for value, size in zip(
            reversed(self.values(permutation)), reversed(self.sizes), strict=True
        ):
            if value < 0:
                raise PuzzleryError("this permutation is not in the group whose cosets these are")
            number = number * size + value
        return number

    def transitions(self, part: int) -> Numbers:
        """For each value of a part and each move the value after it."""
        return self.spaces[part].transitions()


def coset_coordinate(
    group: PermGroup,
    subgroup: PermGroup,
    moves: Sequence[Permutation],
    most: int = MOST_VALUES,
    timeout: Clock | None = None,
) -> CosetCoordinate:
    """Number the cosets of a subgroup, by parts of at most `most` values.

    Parts are added as long as elements outside of the subgroup look like those inside. First come
    colorings by the orbits of the subgroup: corner twists, edge flips, where the middle layer is.
    Where these do not suffice, the subgroup's action on a few orbits is numbered by a stabilizer
    chain. That nothing is missing is proven by orders.

    >>> turn, flip = Permutation([1, 2, 3, 0]), Permutation([0, 3, 2, 1])
    >>> square = PermGroup([turn, flip])
    >>> found = coset_coordinate(square, PermGroup([turn**2]), [turn, flip])
    >>> found.cosets, sorted({found.index(element) for element in square.elements()})
    (4, [0, 1, 2, 3])
    """
    clock = timeout or Clock(None)
    wasteful = _Choice(group, subgroup, min(FEW_VALUES, most), clock).coordinate(moves)
    if wasteful is None or wasteful.size > MOST_WASTE * wasteful.cosets:
        other = _Choice(group, subgroup, most, clock).coordinate(moves)
        known = [one for one in (wasteful, other) if one is not None]
        wasteful = min(known, key=lambda one: one.size, default=None)
    if wasteful is None:
        raise NotNumbered(
            f"the {group.order // subgroup.order} cosets of a subgroup are not told apart by parts "
            f"of at most {most} values"
        )
    return wasteful


class _Choice:
    """The choice of parts of at most `most` values that together tell all cosets apart."""

    def __init__(self, group: PermGroup, subgroup: PermGroup, most: int, clock: Clock) -> None:
        self.group, self.subgroup, self.most, self.clock = group, subgroup, most, clock
        self.sample = GroupSample(group)
        # Several orders of the candidates ask the same questions. The groups are kept as well, so
        # that no other group gets the number of one of them.
        self._sizes: dict[CosetPart, int | None] = {}
        self._known_actions: dict[tuple[int, ...], CosetPart | None] = {}
        self._narrowed: dict[tuple[int, CosetPart], tuple[PermGroup, PermGroup | None]] = {}
        self.orbits = [sorted(o) for o in group.orbits() if 1 < len(o) <= MOST_POINTS]

    def coordinate(self, moves: Sequence[Permutation]) -> CosetCoordinate | None:
        """The coordinate of the fewest numbers among three orders of the candidates."""
        colorings = self._colorings()
        found: list[CosetCoordinate] = []
        for ordered in (
            chain(colorings[::-1], self._splits(), self._actions()),
            chain(colorings, self._splits(), self._actions()),
            chain(self._actions(), colorings, self._splits()),
        ):
            chosen = self._chosen(ordered)
            if chosen is not None:
                found.append(self._numbered(chosen, moves))
                if found[-1].size == found[-1].cosets or self.most > FEW_VALUES:
                    break
        return min(found, key=lambda one: one.size, default=None)

    def _numbered(
        self, parts: Sequence[CosetPart], moves: Sequence[Permutation]
    ) -> CosetCoordinate:
        spaces = [part.space(moves, self.most, self.clock) for part in parts]
        known = tuple(space for space in spaces if space is not None)
        assert len(known) == len(parts)
        return CosetCoordinate(tuple(parts), known, self.group.order // self.subgroup.order)

    def _chosen(self, candidates: Iterable[CosetPart]) -> list[CosetPart] | None:
        """Parts that no element outside of the subgroup keeps; None if there are too few."""
        alike, chosen = self.group, list[CosetPart]()
        for part in candidates:
            if alike.order == self.subgroup.order:
                break
            closer = self._closer(alike, part)
            if closer is not None and closer.order < alike.order:
                chosen.append(part)
                alike = closer
        if alike.order != self.subgroup.order:
            return None
        for part in chosen[:-1]:
            others = [other for other in chosen if other is not part]
            if self._keeping(others).order == self.subgroup.order:
                chosen = others
        return chosen

    def _size(self, part: CosetPart) -> int | None:
        """How many values a part has; None if there are too many."""
        if part not in self._sizes:
            space = None
            if not self.sample.shows_more(part, self.most):
                space = part.space(self.group.generators, self.most, self.clock)
            self._sizes[part] = None if space is None else space.size
        return self._sizes[part]

    def _closer(self, group: PermGroup, part: CosetPart) -> PermGroup | None:
        """The elements of a group that keep a part; None if the part has too many values."""
        key = (id(group), part)
        if key not in self._narrowed:
            small = self._size(part) is not None
            found = narrowed(group, part, self.most, self.clock) if small else None
            self._narrowed[key] = (group, found)
        return self._narrowed[key][1]

    def _keeping(self, parts: Sequence[CosetPart]) -> PermGroup:
        """The elements that keep the value 0 of all parts."""
        group = self.group
        for part in parts:
            group = self._closer(group, part) or group
        return group

    def _colorings(self) -> list[CosetPart]:
        """Colorings that the subgroup keeps, those with few values first."""
        found = []
        for orbit in self.orbits:
            for part in coloring_parts(self.group, self.subgroup, orbit):
                size = self._size(part)
                if size is not None:
                    found.append((size, part))
        return [part for _, part in sorted(found, key=lambda pair: pair[0])]

    def _splits(self) -> Iterator[CosetPart]:
        """Colorings that tell a few sets of stickers at a time from the others."""
        for orbit in self.orbits:
            yield from split_coloring(self.group, self.subgroup, orbit, self.most)

    def _actions(self) -> Iterator[CosetPart]:
        """The subgroup's actions on orbits, where these have few cosets."""
        for points in unions(self.orbits):
            part = self._action(tuple(points))
            if part is not None:
                yield part

    def _action(self, points: tuple[int, ...]) -> CosetPart | None:
        if points not in self._known_actions:
            whole, part = action(self.group, points), action(self.subgroup, points)
            few = 1 < whole.order // part.order <= min(self.most, MOST_ACTION_VALUES)
            self._known_actions[points] = action_part(part, points) if few else None
        return self._known_actions[points]
