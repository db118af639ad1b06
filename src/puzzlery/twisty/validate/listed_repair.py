"""Repairs of puzzles with few states: all reachable colorings are listed, so none is missed.

A change can be undone by a change. So a coloring needs c changes if c − 1 of them lead to one that
is a single change away from a reachable coloring. Colorings are compared by hashes: a sum of one
random number for each place and color, which a change alters only where it changes colors. A hash
that fits by chance is noticed, as the changes are made before they are given.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors
from puzzlery.twisty.validate.bandage_shapes import BandageShapes
from puzzlery.twisty.validate.decision_plan import DecisionPlan
from puzzlery.twisty.validate.piece_changes import PieceChange
from puzzlery.twisty.validate.recoloring import SlotRecoloring
from puzzlery.twisty.validate.repair import ProposedRepair

SingleChange = SlotRecoloring | PieceChange
Hashes = NDArray[np.uint64]
Table = NDArray[np.uint16]
# Colorings that are listed, hashes of those one change away, and colorings around what is seen:
# together some seconds and 100 MB at most.
MOST_STATES, MOST_NEAR, MOST_PASSED = 50_000, 5_000_000, 20_000
# Orders of the colors of one piece; pieces of more than five stickers have too many.
MOST_ORDERS = 120
# Costs beyond this are not looked for.
MOST_COST = 5


@dataclass(frozen=True, slots=True)
class _Shuffle:
    """Colors that change places: of one piece, or of two."""

    orbit: ColoredOrbit
    slots: tuple[int, ...]
    into: tuple[int, ...]
    out_of: tuple[int, ...]

    def as_change(self, colors: Colors) -> SingleChange:
        """The change as one that can be told in words."""
        if len(self.slots) == 2:
            return PieceChange(self.orbit, self.slots)
        after = colors.copy()
        after[list(self.into)] = colors[list(self.out_of)]
        for turn in range(1, self.orbit.orientations.order):
            turned = PieceChange(self.orbit, self.slots, turn)
            if np.array_equal(turned.applied(colors), after):
                return turned
        row = tuple(self.orbit.slots[self.slots[0]].tolist())
        new = tuple(after[list(row)].tolist())
        return SlotRecoloring(row, new, 1, "reorder", self.slots[0], (0, 0))


@dataclass(frozen=True, slots=True)
class _Paint:
    """A new color for one sticker."""

    sticker: int
    color: int

    def as_change(self, colors: Colors) -> SingleChange:
        """The change as one that can be told in words."""
        return SlotRecoloring((self.sticker,), (self.color,), 1, "recolor", 0, (0, 0))


_Step = _Shuffle | _Paint


class ListedStates:
    """All reachable colorings of a bandaged puzzle, and the fewest changes that lead to one.

    >>> import puzzlery
    >>> moves = {"a": [[0, 2]], "b": [[1, 2, 3]]}
    >>> colors = ["red", "green", "red", "red"]
    >>> checker = puzzlery.Puzzle.from_cycles(moves, colors, glued=[[0, 3]]).checker
    >>> listed = ListedStates.of(checker.shapes, checker.plan)
    >>> listed.colorings.tolist()
    [[0, 1, 0, 0]]
    """

    def __init__(self, colorings: Table, orbits: Sequence[ColoredOrbit], home: Colors) -> None:
        self.colorings, self.home = colorings, home
        self._known = {row.tobytes() for row in colorings}
        self._steps = list(_steps(orbits, home))
        # Colors that the puzzle does not have must all be painted over, so one number will do.
        self._strange = int(home.max(initial=0)) + 1
        size = (home.size, self._strange + 1)
        self._signs: Hashes = np.random.default_rng(0).integers(2**63, size=size, dtype=np.uint64)
        changed = [hashes for _, hashes in self._around(colorings)]
        self._near = np.unique(np.concatenate([self._hashed(colorings), *changed]))

    @classmethod
    def of(cls, shapes: BandageShapes, plan: DecisionPlan) -> "ListedStates | None":
        """All reachable colorings; None if they or the changes are too many.

        `plan` is that of the puzzle without bandages: its orbits are those of single pieces.

        >>> import puzzlery
        >>> checker = puzzlery.puzzle("Square-1").checker
        >>> ListedStates.of(checker.shapes, checker.plan) is None
        True
        """
        if len(shapes.ways) * shapes.plan.group.order > MOST_STATES:
            return None
        widths = {orbit.width for orbit in plan.orbits if not orbit.is_fixed}
        if any(factorial(width) > MOST_ORDERS for width in widths):
            return None
        home = plan.solved
        elements = np.array([p.array for p in shapes.plan.group.elements()], dtype=np.int64)
        places = np.concatenate([way.astype(np.int64)[elements] for way in shapes.ways])
        shown = np.empty(places.shape, dtype=np.uint16)
        np.put_along_axis(shown, places, np.broadcast_to(home, places.shape), axis=1)
        colorings = np.unique(shown, axis=0)
        changes = sum(1 for _ in _steps(plan.orbits, home))
        return cls(colorings, plan.orbits, home) if len(colorings) * changes <= MOST_NEAR else None

    def least(self, colors: Colors) -> tuple[ProposedRepair | None, int]:
        """The fewest changes to a reachable coloring, and the cost up to which nothing is enough.

        >>> import puzzlery
        >>> moves = {"a": [[0, 2]], "b": [[1, 2, 3]]}
        >>> colors = ["red", "green", "red", "red"]
        >>> checker = puzzlery.Puzzle.from_cycles(moves, colors, glued=[[0, 3]]).checker
        >>> plan = checker.plan
        >>> found, none_up_to = ListedStates.of(checker.shapes, plan).least(plan.solved * 0)
        >>> found.cost, none_up_to
        (1, 0)
        """
        layer: Table = colors[None]
        ways: list[tuple[_Step, ...]] = [()]
        passed = {colors.tobytes()}
        for cost in range(1, MOST_COST + 1):
            found = self._ended(colors, layer, ways)
            if found is not None:
                return found, cost - 1
            rows: list[Colors] = []
            then: list[tuple[_Step, ...]] = []
            for step in self._steps:
                for way, new in zip(ways, _done(step, layer), strict=True):
                    key = new.tobytes()
                    if key not in passed:
                        passed.add(key)
                        rows.append(new)
                        then.append((*way, step))
                if len(rows) > MOST_PASSED:
                    return None, cost
            if not rows:
                return None, cost
            layer, ways = np.array(rows), then
        return None, MOST_COST

    def _ended(
        self, colors: Colors, layer: Table, ways: Sequence[tuple[_Step, ...]]
    ) -> ProposedRepair | None:
        """A repair that makes one more change than led to the layer; the best one for the eye."""
        fits = np.flatnonzero(np.isin(self._hashed(layer), self._near))
        found: list[tuple[int, tuple[_Step, ...], Colors]] = []
        for number in fits.tolist():
            for step in self._steps:
                (after,) = _done(step, layer[number][None])
                if after.tobytes() in self._known:
                    found.append((int((after == self.home).sum()), (*ways[number], step), after))
        if not found:
            return None
        _, steps, after = max(found, key=lambda one: one[0])
        changes, now = [], colors
        for step in steps:
            changes.append(step.as_change(now))
            (now,) = _done(step, now[None])
        return ProposedRepair(tuple(changes), after, True)

    def _hashed(self, colorings: Table) -> Hashes:
        known = np.minimum(colorings, self._strange)
        hashes: Hashes = self._signs[np.arange(colorings.shape[1]), known].sum(axis=1)
        return hashes

    def _around(self, colorings: Table) -> Iterator[tuple[_Step, Hashes]]:
        """For each change the hashes of the colorings after it."""
        hashes = self._hashed(colorings)
        for step in self._steps:
            if isinstance(step, _Paint):
                place, new = np.array([step.sticker]), np.full((len(colorings), 1), step.color)
            else:
                place, new = np.array(step.into), colorings[:, list(step.out_of)]
            gone = self._signs[place, colorings[:, place]].sum(axis=1)
            yield step, hashes - gone + self._signs[place, new].sum(axis=1)


def _done(step: _Step, colorings: Table) -> Table:
    after = colorings.copy()
    if isinstance(step, _Paint):
        after[:, step.sticker] = step.color
    else:
        after[:, list(step.into)] = colorings[:, list(step.out_of)]
    return after


def _steps(orbits: Sequence[ColoredOrbit], home: Colors) -> Iterator[_Step]:
    """All single changes by hand: two pieces swapped, one put in order, a sticker painted."""
    for orbit in orbits:
        rows = orbit.slots.tolist()
        for slot, row in enumerate(rows):
            for other in range(slot):
                both = (*row, *rows[other])
                yield _Shuffle(orbit, (slot, other), both, (*rows[other], *row))
            if not orbit.is_fixed:
                for order in permutations(row):
                    if order != tuple(row):
                        yield _Shuffle(orbit, (slot,), tuple(row), order)
    for sticker in range(home.size):
        for color in np.unique(home).tolist():
            yield _Paint(sticker, color)
