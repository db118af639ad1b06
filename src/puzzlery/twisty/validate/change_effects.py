"""Effects of changes: what a turn of one piece or a swap of two adds to the invariants."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial

from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors
from puzzlery.twisty.validate.decision_plan import DecisionPlan
from puzzlery.twisty.validate.piece_changes import PieceChange, swaps, turns
from puzzlery.twisty.validate.unreachable_reasons import coordinates

# Sums of effects that a search visits or remembers. The gear cube can have 4,096, the most of the
# catalogue; beyond the bound a greedy search takes over.
MOST_SUMS = 20_000
Value = tuple[int, ...]
Choices = Callable[[Colors], list[PieceChange]]


class ChangeEffects:
    """The values of a plan's invariants, and what each change by hand adds to them.

    >>> import puzzlery
    >>> effects = puzzlery.puzzle("3x3x3").checker.effects
    >>> [rule.modulus for rule in effects.rules]  # parity, flips of edges, twists of corners
    [2, 2, 3]
    """

    def __init__(self, plan: DecisionPlan) -> None:
        self.plan, self.rules = plan, plan.rules
        self._start: dict[ColoredOrbit, int] = {}
        width = 0
        for orbit in plan.orbits:
            self._start[orbit] = width
            width += len(orbit.seen_moduli)
        self._width = width
        self._added: dict[tuple[ColoredOrbit, tuple[int, ...]], Value] = {}
        self._known: dict[Value, tuple[list[Choices] | None, bool]] = {}

    def of(self, colors: Colors) -> Value:
        """How far off the invariants of a coloring are; all 0 if they hold.

        >>> import puzzlery
        >>> effects = puzzlery.puzzle("3x3x3").checker.effects
        >>> twisted = effects.plan.solved.copy()
        >>> twisted[[8, 9, 20]] = twisted[[9, 20, 8]]
        >>> effects.of(effects.plan.solved), effects.of(twisted)
        ((0, 0, 0), (0, 0, 1))
        """
        values, _ = coordinates(self.plan, colors)
        known = [value or 0 for value in values]
        return tuple(rule.value(known) for rule in self.rules)

    def of_swap(self, orbit: ColoredOrbit) -> Value:
        """What a swap of two pieces adds.

        >>> import puzzlery
        >>> effects = puzzlery.puzzle("3x3x3").checker.effects
        >>> corners, edges, _ = effects.plan.orbits
        >>> effects.of_swap(corners) == effects.of_swap(edges), effects.of_swap(corners)
        (True, (1, 0, 0))
        """
        return self._of(orbit, (0,) * len(orbit.seen_sums.moduli) + (1,) * orbit.shows_parity)

    def of_turn(self, orbit: ColoredOrbit, turn: int) -> Value:
        """What a turn of one piece adds.

        >>> import puzzlery
        >>> effects = puzzlery.puzzle("3x3x3").checker.effects
        >>> corners, edges, _ = effects.plan.orbits
        >>> effects.of_turn(edges, 1), effects.of_turn(corners, 1), effects.of_turn(corners, 2)
        ((0, 1, 0), (0, 0, 1), (0, 0, 2))
        """
        return self._of(orbit, tuple(orbit.seen_sums.rows[turn].tolist()))

    def _of(self, orbit: ColoredOrbit, added: tuple[int, ...]) -> Value:
        if (orbit, added) not in self._added:
            row = [0] * self._width
            start = self._start[orbit]
            row[start : start + len(added)] = added
            self._added[orbit, added] = tuple(rule.value(row) for rule in self.rules)
        return self._added[orbit, added]

    def total(self, values: Iterable[Value]) -> Value:
        """The sum of some values, each component modulo its invariant.

        >>> import puzzlery
        >>> effects = puzzlery.puzzle("3x3x3").checker.effects
        >>> effects.total([(1, 0, 2), (1, 1, 2)])
        (0, 1, 1)
        """
        columns = zip(*values, strict=True)
        return tuple(sum(xs) % rule.modulus for xs, rule in zip(columns, self.rules, strict=True))

    def undoing(self, value: Value) -> Value:
        """The value that adds up to 0 with a given one.

        >>> import puzzlery
        >>> puzzlery.puzzle("3x3x3").checker.effects.undoing((1, 0, 1))
        (1, 0, 2)
        """
        return tuple(-x % rule.modulus for x, rule in zip(value, self.rules, strict=True))

    def fewest(self, start: Value) -> tuple[list[Choices] | None, bool]:
        """The fewest effects that mend a value, each with the changes that have it.

        Also whether they are the fewest: where too many sums would have to be looked at, the
        largest steps are taken instead.

        >>> import puzzlery
        >>> choices, is_fewest = puzzlery.puzzle("3x3x3").checker.effects.fewest((1, 1, 2))
        >>> len(choices), is_fewest  # a swap, a flip and a twist
        (3, True)
        """
        if len(self._known) > MOST_SUMS:
            self._known.clear()
        if start not in self._known:
            found = self._searched(start)
            self._known[start] = (
                (found, True) if found is not None else (self._greedy(start), False)
            )
        return self._known[start]

    def _searched(self, start: Value) -> list[Choices] | None:
        ways: dict[Value, list[Choices]] = {start: []}
        queue = [start]
        for at in queue:
            if not any(at):
                return ways[at]
            for effect, choices in self._different:
                there = self.total([at, effect])
                if there not in ways and len(ways) < MOST_SUMS:
                    ways[there] = [*ways[at], choices]
                    queue.append(there)
                    if not any(there):
                        return ways[there]
        return None

    def _greedy(self, start: Value) -> list[Choices] | None:
        way = []
        while any(start):
            effect, choices = min(
                self._different, key=lambda pair: _wrong(self.total([start, pair[0]]))
            )
            after = self.total([start, effect])
            if _wrong(after) >= _wrong(start):
                return None
            way.append(choices)
            start = after
        return way

    @cached_property
    def _different(self) -> list[tuple[Value, Choices]]:
        """The different effects that one change has, with the changes that have them."""
        first: dict[Value, Choices] = {}
        for effect, choices in self._all():
            if any(effect):
                first.setdefault(effect, choices)
        return list(first.items())

    def _all(self) -> Iterator[tuple[Value, Choices]]:
        for orbit in self.plan.orbits:
            if orbit.shows_parity:
                yield self.of_swap(orbit), partial(swaps, orbit, self.plan.solved, most=1)
            if orbit.seen_sums.moduli:
                for turn in range(1, orbit.orientations.order):
                    yield self.of_turn(orbit, turn), partial(turns, orbit, self.plan.solved, turn)


def _wrong(value: Value) -> int:
    return sum(x != 0 for x in value)
