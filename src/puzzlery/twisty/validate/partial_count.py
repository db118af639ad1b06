"""Partial counts: how many reachable colorings agree with what is partly seen, and one of them.

The free orbits are filled independently of each other; only their coordinates must come from an
element of the group. The tied orbits are small, so all that they can show is listed: for each of
these colorings one value of the coordinates, and, once for all, the values that elements have which
keep the tied orbits as they are. So a filling counts if some invariants have the right value, and
the values of these are added up orbit by orbit.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.model.partial_coloring import OPEN
from puzzlery.twisty.structure.colored_orbit import Colors
from puzzlery.twisty.structure.slots import Ints
from puzzlery.twisty.validate.decision_plan import DecisionPlan
from puzzlery.twisty.validate.invariants import Invariant, invariants
from puzzlery.twisty.validate.orbit_fillings import (
    Coordinate,
    FillableOrbit,
    Fillings,
    TooManyFillings,
)

# Colorings of tied orbits that are listed. The gear cube has 165,888, the most of the catalogue.
MOST_TIED = 400_000
# Values of all invariants together that are told apart while orbits are combined.
MOST_VALUES = 50_000
Value = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TiedColorings:
    """All that the tied stickers can show, with a value of the free orbits' coordinates for each.

    `rules` are the invariants of the elements that keep what the tied stickers show.

    >>> import puzzlery
    >>> tied = tied_colorings(puzzlery.puzzle("Jing pyraminx").checker.plan)
    >>> tied.rows.shape, [rule.modulus for rule in tied.rules]
    ((12, 4), [2, 2, 2, 3])
    """

    stickers: Ints
    rows: Colors
    coordinates: Ints
    rules: list[Invariant]


def tied_colorings(plan: DecisionPlan) -> TiedColorings:
    """List what the tied stickers can show; TooManyFillings if that is too much.

    >>> import puzzlery
    >>> len(tied_colorings(puzzlery.puzzle("3x3x3").checker.plan).rows)  # nothing is tied
    1
    """
    stickers = plan.search.stickers
    moduli = [modulus for orbit in plan.free for modulus in orbit.seen_moduli]
    modes = np.array(moduli, dtype=np.int64)
    moves = [_tied_move(plan, move) for move in plan.group.generators]
    frontier, coordinates = plan.solved[stickers][None], np.zeros((1, len(moduli)), np.int64)
    number = {frontier.tobytes(): 0}
    rows, found = [], [frontier]
    loops: set[Value] = set()
    while found:
        frontier = np.concatenate(found)
        amounts = coordinates[len(coordinates) - len(frontier) :]
        rows.append(frontier)
        found = []
        for back, step in moves:
            moved, total = frontier[:, back], (amounts + step) % modes
            there = _numbered(moved, number)
            _, firsts = np.unique(there, return_index=True)
            new = firsts[there[firsts] >= len(coordinates)]
            if len(new):
                found.append(moved[new])
                coordinates = np.concatenate([coordinates, total[new]])
            if len(coordinates) > MOST_TIED:
                raise TooManyFillings("too many arrangements of tied orbits to list them")
            around = np.unique((total - coordinates[there]) % modes, axis=0) if moduli else ()
            loops.update(map(tuple, np.array(around).tolist()))
    rules = invariants(moduli, sorted(loops)) if moduli else []
    return TiedColorings(stickers, np.concatenate(rows), coordinates, rules)


def _tied_move(plan: DecisionPlan, move: Permutation) -> tuple[Ints, Ints]:
    """Where the colors of the tied stickers come from in a move, and what coordinates it adds."""
    stickers = plan.search.stickers
    back = np.searchsorted(stickers, move.inverse.array[stickers])
    amounts = [x for orbit in plan.free for x in orbit.coordinates(move)[1]]
    return back, np.array(amounts, dtype=np.int64)


def _numbered(rows: Colors, number: dict[bytes, int]) -> Ints:
    """The number of each row; new rows get the next numbers."""
    data, width = rows.tobytes(), rows.itemsize * rows.shape[1]
    keys = (data[at * width : (at + 1) * width] for at in range(len(rows)))
    return np.array([number.setdefault(key, len(number)) for key in keys], dtype=np.int64)


class PartialCounter:
    """Counts the reachable colorings that agree with what is seen; prepared once for a plan.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> seen = plan.solved.astype(np.int64)
    >>> seen[[7, 19, 5, 10]] = OPEN  # two edges: neither may be flipped alone, nor both swapped
    >>> PartialCounter(plan).view(seen).count
    2
    """

    def __init__(self, plan: DecisionPlan) -> None:
        self.plan = plan
        self.fillable = [FillableOrbit(orbit) for orbit in plan.free]

    @cached_property
    def tied(self) -> TiedColorings:
        """What the tied stickers can show.

        >>> import puzzlery
        >>> len(PartialCounter(puzzlery.puzzle("Jing pyraminx").checker.plan).tied.rows)
        12
        """
        return tied_colorings(self.plan)

    @cached_property
    def starts(self) -> list[int]:
        """The number of the first coordinate of each free orbit, and the number of all.

        >>> import puzzlery
        >>> PartialCounter(puzzlery.puzzle("3x3x3").checker.plan).starts
        [0, 2, 4, 4]
        """
        found = [0]
        for orbit in self.plan.free:
            found.append(found[-1] + len(orbit.seen_moduli))
        return found

    def value(self, number: int, coordinate: Coordinate) -> Value:
        """What the coordinates of one orbit add to the invariants.

        >>> import puzzlery
        >>> PartialCounter(puzzlery.puzzle("3x3x3").checker.plan).value(0, (1, 1))
        (1, 0, 1)
        """
        start, end = self.starts[number], self.starts[number + 1]
        return tuple(
            sum(w * x for w, x in zip(rule.weights[start:end], coordinate, strict=True))
            % rule.modulus
            for rule in self.tied.rules
        )

    def added(self, a: Value, b: Value) -> Value:
        """The sum of two values.

        >>> import puzzlery
        >>> PartialCounter(puzzlery.puzzle("3x3x3").checker.plan).added((1, 1, 2), (1, 0, 2))
        (0, 1, 1)
        """
        rules = self.tied.rules
        return tuple((x + y) % rule.modulus for x, y, rule in zip(a, b, rules, strict=True))

    def negative(self, a: Value) -> Value:
        """Minus a value.

        >>> import puzzlery
        >>> PartialCounter(puzzlery.puzzle("3x3x3").checker.plan).negative((1, 1, 2))
        (1, 1, 1)
        """
        return tuple(-x % rule.modulus for x, rule in zip(a, self.tied.rules, strict=True))

    def view(self, seen: Ints) -> "PartialView":
        """What is certain and what is possible, given what is seen.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("2x2x2").checker.plan
        >>> PartialCounter(plan).view(np.full(24, OPEN)).count == plan.order
        True
        """
        return PartialView(self, seen)


class PartialView:
    """The reachable colorings that agree with what is seen of one puzzle, held as usual.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("pyraminx").checker.plan
    >>> PartialCounter(plan).view(np.full(36, OPEN)).count == plan.order
    True
    """

    def __init__(self, counter: PartialCounter, seen: Ints) -> None:
        self.counter, self.seen = counter, seen

    @cached_property
    def fillings(self) -> list[Fillings]:
        """The ways to fill each free orbit.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("3x3x3").checker.plan
        >>> [filling.total for filling in PartialCounter(plan).view(plan.solved).fillings]
        [1, 1, 1]
        """
        return [fillable.fillings(self.seen) for fillable in self.counter.fillable]

    @cached_property
    def tied_rows(self) -> Ints:
        """The numbers of the colorings of the tied stickers that agree with what is seen.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("Jing pyraminx").checker.plan
        >>> len(PartialCounter(plan).view(plan.solved).tied_rows)
        1
        """
        tied = self.counter.tied
        shown = self.seen[tied.stickers]
        known = shown != OPEN
        agree = (tied.rows[:, known] == shown[known]).all(axis=1)
        return np.flatnonzero(agree)

    @cached_property
    def tables(self) -> list[Counter[Value]]:
        """For each free orbit the number of fillings by what they add to the invariants.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("3x3x3").checker.plan
        >>> PartialCounter(plan).view(plan.solved).tables[0]
        Counter({(0, 0, 0): 1})
        """
        found = []
        for number, filling in enumerate(self.fillings):
            table: Counter[Value] = Counter()
            for coordinate, count in filling.counts.items():
                table[self.counter.value(number, coordinate)] += count
            found.append(table)
        return found

    @cached_property
    def layers(self) -> list[Counter[Value]]:
        """The number of fillings of the first orbits, by their value; for 0, 1, 2 … orbits.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("3x3x3").checker.plan
        >>> PartialCounter(plan).view(plan.solved).layers[-1]
        Counter({(0, 0, 0): 1})
        """
        found: list[Counter[Value]] = [Counter({(0,) * len(self.counter.tied.rules): 1})]
        for table in self.tables:
            after: Counter[Value] = Counter()
            for value, count in found[-1].items():
                for more, ways in table.items():
                    after[self.counter.added(value, more)] += count * ways
            if len(after) > MOST_VALUES:
                raise TooManyFillings("too many values of the invariants to count them")
            found.append(after)
        return found

    @cached_property
    def wanted(self) -> list[Value]:
        """The value that fillings must have, for each coloring of the tied stickers that agrees.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("3x3x3").checker.plan
        >>> PartialCounter(plan).view(plan.solved).wanted
        [(0, 0, 0)]
        """
        tied = self.counter.tied
        rows: Sequence[Sequence[int]] = tied.coordinates[self.tied_rows].tolist()
        return [tuple(rule.value(row) for rule in tied.rules) for row in rows]

    @cached_property
    def count(self) -> int:
        """The number of reachable colorings that agree with what is seen.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("3x3x3").checker.plan
        >>> PartialCounter(plan).view(plan.solved).count
        1
        """
        if not all(fillable.options(self.seen).any(axis=1).all() for fillable in self._fillable):
            return 0
        final = self.layers[-1]
        return sum(final[value] for value in self.wanted)

    @property
    def _fillable(self) -> list[FillableOrbit]:
        return self.counter.fillable

    def example(self) -> Colors:
        """One reachable coloring that agrees with what is seen.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> view = PartialCounter(cube.checker.plan).view(np.full(54, OPEN))
        >>> cube.validate(view.example()).reachable
        True
        """
        pairs = zip(self.tied_rows.tolist(), self.wanted, strict=True)
        row, value = next((row, value) for row, value in pairs if self.layers[-1][value])
        tied, colors = self.counter.tied, self.seen.astype(np.uint16)
        colors[tied.stickers] = tied.rows[row]
        for number in reversed(range(len(self.fillings))):
            value = self._fill(number, value, colors)
        return colors

    def _fill(self, number: int, value: Value, colors: Colors) -> Value:
        """Fill one orbit so that the first ones have a value together; give what is left of it."""
        counter, filling = self.counter, self.fillings[number]
        for coordinate in filling.counts:
            rest = counter.added(value, counter.negative(counter.value(number, coordinate)))
            if self.layers[number][rest]:
                fillable = counter.fillable[number]
                for slot, look in filling.example(coordinate).items():
                    colors[fillable.orbit.slots[slot]] = fillable.looks[look]
                return rest
        raise AssertionError("a coloring that was counted cannot be built")
