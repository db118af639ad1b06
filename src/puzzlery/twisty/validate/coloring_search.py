"""Coloring search: the part of a group that coordinates do not describe, by backtracking."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from puzzlery._core import Matcher
from puzzlery.core.permutation import Permutation
from puzzlery.groups import PermGroup
from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors, coordinate_rows

# Nodes of a search before its answer is "undecided". Scrambles of the catalogue need 20 at most
# (starminx), so the bound concerns only puzzles that are made to be hard. The 499 + 1 points of
# PSL(2, 499) in two colors need some 100,000.
NODES = 2_000_000
# Random elements that the chain is grown by before its order is compared with the known one again.
GROWTH = 16
Coordinates = list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class MatchedElement:
    """An element of the small group: where tied stickers go, and each free orbit's coordinates.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> plan.search.find(plan.solved, [0, 1, 0, 1])[0]
    MatchedElement(images=[], coordinates=[(0, 1), (0, 1), ()])
    """

    images: list[int]
    coordinates: Coordinates


class SmallGroupSearch:
    """A group divided by the even elements of its free orbits.

    It acts on the stickers of the tied orbits, and on rings: a coordinate modulo k is a ring of k
    points. The rings of coordinates that can be seen are matched; those of all coordinates ride
    along, and tell what an element does.

    >>> import puzzlery
    >>> search = puzzlery.puzzle("3x3x3").checker.plan.search
    >>> search.full, search.order  # only the common parity of corners and edges is left
    ([3, 2, 2, 2], 2)
    """

    def __init__(
        self,
        group: PermGroup,
        free: Sequence[ColoredOrbit],
        stickers: Sequence[int],
        solved: Colors,
    ) -> None:
        self.group, self.free, self.solved = group, free, solved
        self.stickers = np.array(stickers, dtype=np.int64)
        self.seen = [modulus for orbit in free for modulus in orbit.seen_moduli]
        self.full = [modulus for orbit in free for modulus in orbit.moduli]
        self._place = {sticker: at for at, sticker in enumerate(stickers)}
        self.visible = len(stickers) + sum(self.seen)
        self.degree = self.visible + sum(self.full)
        rows = coordinate_rows(free, group.generators)
        elements = {
            self._element(move, row).tobytes(): None
            for move, row in zip(group.generators, rows, strict=True)
        }
        self.order = self._visible_order(elements)
        # Points that all searches so far have looked at: nodes times the degree.
        self.work = 0
        self._matcher = Matcher(self.degree, list(elements), self._base(), 0)
        while prod(self._matcher.orbit_sizes()) != self.order:
            self._matcher.grow(GROWTH)

    def find(self, colors: Colors, seen: Iterable[int]) -> tuple[MatchedElement | None, bool]:
        """An element that shows these colors and coordinates, and whether the search was complete.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("3x3x3").checker.plan
        >>> plan.search.find(plan.solved, [0, 1, 0, 0])  # corners odd, edges even
        (None, True)
        """
        before = self._colors(self.solved, [0] * len(self.seen))
        after = self._colors(colors, list(seen))
        answer, data, nodes = self._matcher.search(before, after, NODES)
        self.work += (nodes + 1) * self.degree
        if answer != 1:
            return None, answer == 0
        images = np.frombuffer(data, dtype=np.uint16)
        tied = self.stickers[images[: len(self.stickers)]].tolist() if len(self.stickers) else []
        return MatchedElement(tied, self._read(images)), True

    @cached_property
    def lookalikes(self) -> int | None:
        """How many of its elements look solved; None if that is too much to count.

        >>> from puzzlery.twisty.validate.decision_plan import prepare
        >>> pentagon = PermGroup([Permutation([1, 2, 3, 4, 0]), Permutation([0, 4, 3, 2, 1])])
        >>> prepare(pentagon, [0, 1, 1, 1, 1]).search.lookalikes  # the identity and a reflection
        2
        """
        shown = self._colors(self.solved, [0] * len(self.seen))
        images = self._matcher.symmetries(shown, NODES)
        return None if images is None else prod(images)

    def _visible_order(self, elements: Iterable[bytes]) -> int:
        shown = {element[: 2 * self.visible] for element in elements}
        if not self.visible or not shown:
            return 1
        return PermGroup([Permutation._from_bytes(data) for data in shown]).order

    def _element(
        self, move: Permutation, both: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]
    ) -> NDArray[np.uint16]:
        images = [self._place[move[sticker]] for sticker in self.stickers.tolist()]
        full = [x for row, _ in both for x in row]
        seen = [x for _, row in both for x in row]
        for amount, modulus in zip(seen + full, self.seen + self.full, strict=True):
            start = len(images)
            images += [start + (k + amount) % modulus for k in range(modulus)]
        return np.array(images, dtype=np.uint16)

    def _base(self) -> list[int]:
        """The visible rings, then the stickers of the rarest colors first."""
        shown = self.solved[self.stickers].tolist()
        rarity = {color: shown.count(color) for color in set(shown)}
        rarest = sorted(range(len(shown)), key=lambda i: (rarity[shown[i]], shown[i], i))
        return [*range(len(shown), self.visible), *rarest]

    def _colors(self, colors: Colors, amounts: Sequence[int]) -> bytes:
        """The points of the chain with their colors, each point of a visible ring with its own."""
        shown = np.zeros(self.degree, dtype=np.uint16)
        shown[: len(self.stickers)] = colors[self.stickers]
        at, fresh = len(self.stickers), int(self.solved.max(initial=0)) + 1
        for amount, modulus in zip(amounts, self.seen, strict=True):
            ring = np.arange(modulus)
            shown[at + (ring + amount) % modulus] = fresh + ring
            at, fresh = at + modulus, fresh + modulus
        return shown.tobytes()

    def _read(self, images: NDArray[np.uint16]) -> Coordinates:
        """The coordinates of each free orbit, read off the rings that ride along."""
        at, rows = self.visible, []
        for orbit in self.free:
            row = []
            for modulus in orbit.moduli:
                row.append(int(images[at]) - at)
                at += modulus
            rows.append(tuple(row))
        return rows
