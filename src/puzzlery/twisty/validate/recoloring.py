"""Recoloring: new colors for as few stickers as possible, so that all pieces are there.

A piece that is missing is painted onto some slot. If that slot held a piece which is not there too
often, this one is missing then, and is painted onto the next. So all ways are chains of slots, and
as each step costs something, those of small cost are few.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors, OrbitLook
from puzzlery.twisty.validate.decision_plan import DecisionPlan
from puzzlery.twisty.validate.pieces_seen import SeenPieces
from puzzlery.twisty.validate.verdict import Change

# Ways to recolor that are kept, the cheapest first, when the ways of several orbits are combined:
# without a bound their number is the product over the orbits.
MOST_WAYS = 200
# Steps of the search in one orbit; then a greedy choice takes over, which is not proven smallest.
MOST_STEPS = 4_000
# A cost that no repair has: it exceeds the number of stickers of any puzzle.
NEVER = 1 << 30


@dataclass(frozen=True, slots=True)
class SlotRecoloring:
    """New colors for the stickers of one slot; `seen` is the kind of piece then, and its turn.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> paint = Painter(plan.orbits[1], plan.solved).paint(kind=0, slot=1, number=0)
    >>> paint.stickers, paint.colors, paint.cost
    ((5, 10), (0, 5), 1)
    """

    stickers: tuple[int, ...]
    colors: tuple[int, ...]
    cost: int
    kind: Literal["recolor", "reorder", "both"]
    slot: int
    seen: tuple[int, int]

    def parts(self, colors: Colors) -> "list[SlotRecoloring]":
        """The changes one by one: where both are cheaper, new colors first and their order then.

        >>> both = SlotRecoloring((0, 1, 2), (5, 6, 7), 2, "both", 0, (0, 0))
        >>> [(part.kind, part.colors) for part in both.parts(np.array([6, 7, 8]))]
        [('recolor', (6, 7, 5)), ('reorder', (5, 6, 7))]
        """
        if self.kind != "both":
            return [self]
        painted = colors[list(self.stickers)].tolist()
        missing = Counter(self.colors) - Counter(painted)
        surplus = Counter(painted) - Counter(self.colors)
        for color in missing.elements():
            spare = [at for at, now in enumerate(painted) if surplus[now]]
            at = next((at for at in spare if self.colors[at] == color), spare[0])
            surplus[painted[at]] -= 1
            painted[at] = color
        recolored = replace(self, colors=tuple(painted), cost=missing.total(), kind="recolor")
        return [recolored, replace(self, cost=1, kind="reorder")]

    def applied(self, colors: Colors) -> Colors:
        """The coloring after the change.

        >>> paint = SlotRecoloring((0, 2), (7, 8), 2, "recolor", 0, (0, 0))
        >>> paint.applied(np.array([1, 2, 3])).tolist()
        [7, 2, 8]
        """
        changed = colors.copy()
        changed[list(self.stickers)] = self.colors
        return changed

    def described(self, pieces: SeenPieces, colors: Colors) -> Change:
        """The change in words.

        >>> import puzzlery
        >>> checker = puzzlery.puzzle("3x3x3").checker
        >>> paint = SlotRecoloring((7, 19), (0, 1), 1, "recolor", 0, (0, 0))
        >>> paint.described(checker.pieces, checker.plan.solved).text
        'color sticker 19 red'
        """
        pairs = zip(self.stickers, self.colors, strict=True)
        changed = [(sticker, color) for sticker, color in pairs if colors[sticker] != color]
        spots = pieces.spots(sticker for sticker, _ in changed)
        new = ", ".join(
            f"sticker {spot} {pieces.colors([color])}"
            for spot, (_, color) in zip(spots, changed, strict=True)
        )
        if self.kind == "reorder":
            name = pieces.seen_at(self.stickers, colors)
            return Change("reorder", f"put the colors of the {name} in order: {new}", spots)
        return Change("recolor", f"color {new}", spots)


class Assembly(NamedTuple):
    """Recolorings that give every orbit its own pieces, their cost, and the coloring after them.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> painted = plan.solved.copy()
    >>> painted[7] = painted[19]
    >>> best = assembled(plan, painted)[0][0]
    >>> best.cost, np.array_equal(best.colors, plan.solved)
    (1, True)
    """

    cost: int
    paints: tuple[SlotRecoloring, ...]
    colors: Colors


class Ways(NamedTuple):
    """Ways to recolor one orbit, the cheapest first; all ways not listed cost more than `sure`.

    >>> Ways([()], sure=1).least  # nothing to recolor
    0
    """

    found: list[tuple[SlotRecoloring, ...]]
    sure: int

    @property
    def least(self) -> int:
        """A lower bound on the cost of any way.

        >>> paint = SlotRecoloring((0,), (1,), 1, "recolor", 0, (0, 0))
        >>> Ways([(paint, paint)], sure=5).least, Ways([(paint, paint)], sure=0).least
        (2, 1)
        """
        return min(cost_of(self.found[0]), self.sure + 1)


def cost_of(paints: Iterable[SlotRecoloring]) -> int:
    """The total cost of some recolorings.

    >>> paint = SlotRecoloring((0, 1), (1, 0), 2, "recolor", 0, (0, 0))
    >>> cost_of([paint, paint])
    4
    """
    return sum(paint.cost for paint in paints)


def assembled(plan: DecisionPlan, colors: Colors, slack: int = 0) -> tuple[list[Assembly], int]:
    """Ways to give every orbit its own pieces, the cheapest first; all others cost more than that.

    Ways that differ only in what a free orbit shows, with equal coordinates, count as one. With
    some slack, ways that cost a little more than the cheapest are listed; so are, where all
    pieces are there, those that paint two of them as one another.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> painted = plan.solved.copy()
    >>> painted[[7, 8]] = 1
    >>> ways, _ = assembled(plan, painted)
    >>> [way.cost for way in ways]
    [2, 2]
    """
    options = [_ways(orbit, colors, orbit in plan.free, slack) for orbit in plan.orbits]
    total = sum(ways.least for ways in options)
    sure = min((total - ways.least + ways.sure for ways in options), default=NEVER)
    joint: list[tuple[SlotRecoloring, ...]] = [()]
    for ways in options:
        if len(ways.found) == 1:
            joint = [paints + ways.found[0] for paints in joint]
            continue
        both = sorted((p + q for p, q in product(joint, ways.found)), key=cost_of)
        if len(both) > MOST_WAYS:
            sure = min(sure, cost_of(both[MOST_WAYS]) - 1)
        joint = both[:MOST_WAYS]
    return [Assembly(cost_of(paints), paints, _painted(paints, colors)) for paints in joint], sure


def _painted(paints: Iterable[SlotRecoloring], colors: Colors) -> Colors:
    for paint in paints:
        colors = paint.applied(colors)
    return colors


def restored(orbits: Iterable[ColoredOrbit], colors: Colors) -> tuple[list[SlotRecoloring], Colors]:
    """Recolorings that give all slots of some orbits their solved colors, and the result.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("3x3x3")
    >>> plan = cube.checker.plan
    >>> turned = np.array(cube.apply("R").coloring.picks, dtype=np.uint16)
    >>> paints, colors = restored(plan.orbits, turned)
    >>> len(paints), np.array_equal(colors, plan.solved)  # four corners, four edges
    (8, True)
    """
    paints = []
    for orbit in orbits:
        painter = Painter(orbit, colors)
        homes = [painter.home(slot, orbit) for slot in range(orbit.size)]
        paints += [paint for paint in homes if paint.cost]
    return paints, _painted(paints, colors)


def _ways(orbit: ColoredOrbit, colors: Colors, is_free: bool, slack: int) -> Ways:
    """Ways to paint one orbit, up to a little more than the cheapest cost."""
    look = orbit.look(colors)
    is_whole = look.fits(orbit)
    if is_whole and not slack:
        return Ways([()], 1)  # one paint alone puts a piece out of number
    search = _Search(orbit, look, colors)
    found: list[tuple[SlotRecoloring, ...]] = [()] if is_whole else []
    cost = search.least
    while not found or cost <= cost_of(found[0]) + (1 + slack if is_whole else slack):
        found += search.ways(cost)
        if search.is_spent:
            break
        cost += 1
    if not found:
        found = [search.greedy()]
    if is_free:
        found = _different(orbit, look, found)
    return Ways(found, cost - 1)


def _different(
    orbit: ColoredOrbit, look: OrbitLook, found: list[tuple[SlotRecoloring, ...]]
) -> list[tuple[SlotRecoloring, ...]]:
    """The cheapest ways for each value of the coordinates that can be seen."""
    first: dict[tuple[int, ...], tuple[SlotRecoloring, ...]] = {}
    for paints in found:
        kinds, turns = look.kinds.copy(), look.orientations.copy()
        for paint in paints:
            kinds[paint.slot], turns[paint.slot] = paint.seen
        first.setdefault(orbit.seen_coordinates(OrbitLook(kinds, turns)), paints)
    return list(first.values())


class _Search:
    """All ways to paint the slots of one orbit, by their cost, within a number of steps."""

    def __init__(self, orbit: ColoredOrbit, look: OrbitLook, colors: Colors) -> None:
        self.kinds, self.painter = look.kinds, Painter(orbit, colors)
        seen = Counter(look.kinds)
        self.missing = tuple((orbit.counts - seen).elements())
        self.surplus = seen - orbit.counts
        self.steps = 0
        self._paints: dict[tuple[int, int], list[SlotRecoloring]] = {}
        self._least: dict[int, int] = {}

    @property
    def is_spent(self) -> bool:
        """Whether it was stopped before the end."""
        return self.steps > MOST_STEPS

    @property
    def least(self) -> int:
        """What any way costs at least."""
        return max(1, sum(self._cheapest(kind) for kind in self.missing))

    def ways(self, cost: int) -> list[tuple[SlotRecoloring, ...]]:
        """The ways of just this cost."""
        found: dict[frozenset[SlotRecoloring], tuple[SlotRecoloring, ...]] = {}
        for paints in self._filled(self.missing, self.surplus, cost, ()):
            found.setdefault(frozenset(paints), paints)
        if not self.missing:
            for first in self._any_paint(cost):
                was = self.kinds[first.slot]
                rest = self._filled((was,), Counter([first.seen[0]]), cost - first.cost, (first,))
                for paints in rest:
                    found.setdefault(frozenset(paints), paints)
        return list(found.values())

    def _any_paint(self, most: int) -> Iterator[SlotRecoloring]:
        for kind in self.painter.looks:
            yield from self._onto(kind, most - 1)

    def _filled(
        self,
        missing: tuple[int | None, ...],
        surplus: Counter[int | None],
        left: int,
        done: tuple[SlotRecoloring, ...],
    ) -> Iterator[tuple[SlotRecoloring, ...]]:
        """Paint the first missing kind onto each slot in turn, then the others."""
        self.steps += 1
        if self.is_spent:
            return
        if not missing:
            if not left and done:
                yield done
            return
        kind, *others = missing
        most = left - sum(self._cheapest(other) for other in others)
        used = {paint.slot for paint in done}
        for paint in self._onto(kind, most):
            if paint.slot in used:
                continue
            was = self.kinds[paint.slot]
            spare = was is None or surplus[was] > 0
            then = surplus - Counter([was]) if spare else surplus
            needed = tuple(others) if spare else (*others, was)
            yield from self._filled(needed, then, left - paint.cost, (*done, paint))

    def _onto(self, kind: int | None, most: int) -> list[SlotRecoloring]:
        """The paints of a kind onto slots that do not show it, up to some cost."""
        assert kind is not None
        if (kind, most) not in self._paints:
            costs = self.painter.costs(kind)
            cheap = np.argwhere(self._shows_other(kind)[:, None] & (costs <= most)).tolist()
            self._paints[kind, most] = [self.painter.paint(kind, *at) for at in cheap]
        return self._paints[kind, most]

    def _cheapest(self, kind: int | None) -> int:
        assert kind is not None
        if kind not in self._least:
            self._least[kind] = int(self.painter.costs(kind)[self._shows_other(kind)].min())
        return self._least[kind]

    def _shows_other(self, kind: int) -> NDArray[np.bool_]:
        return np.array([shown != kind for shown in self.kinds])

    def greedy(self) -> tuple[SlotRecoloring, ...]:
        """One way for many wrong slots: again and again the slot and piece that differ least."""
        spare = Counter(self.surplus)
        slots = []
        for slot, kind in enumerate(self.kinds):
            if kind is None or spare[kind] > 0:
                slots.append(slot)
                spare[kind] -= 1
        kinds = [kind for kind in self.missing if kind is not None]
        costs = np.array([self.painter.costs(kind)[slots].min(axis=1) for kind in kinds])
        paints = []
        for _ in kinds:
            at, slot = divmod(int(np.argmin(costs)), len(slots))
            look = int(np.argmin(self.painter.costs(kinds[at])[slots[slot]]))
            paints.append(self.painter.paint(kinds[at], slots[slot], look))
            costs[at, :] = costs[:, slot] = NEVER
        return tuple(paints)


class Painter:
    """The cost of recoloring each slot of one orbit to look like other pieces.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> [len(Painter(orbit, plan.solved).looks) for orbit in plan.orbits]
    [8, 12, 1]
    """

    def __init__(self, orbit: ColoredOrbit, colors: Colors) -> None:
        self.slots = orbit.slots
        self.now = colors[self.slots]
        # The stickers that never move are together in one slot, but no piece.
        self.is_piece = not orbit.is_fixed
        self.looks: dict[int, list[tuple[int, Colors]]] = {}
        for data, (kind, turn) in orbit.shown.items():
            look = np.frombuffer(data, dtype=np.uint16)
            self.looks.setdefault(kind, []).append((turn, look))
        self._costs: dict[int, NDArray[np.int64]] = {}

    def costs(self, kind: int) -> NDArray[np.int64]:
        """For each slot and each look of a kind, the cost of that look there.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("3x3x3").checker.plan
        >>> Painter(plan.orbits[1], plan.solved).costs(0)[:3].tolist()
        [[0, 1], [1, 2], [1, 2]]
        """
        if kind not in self._costs:
            looks = np.array([look for _, look in self.looks[kind]])
            changed = (looks[None, :, :] != self.now[:, None, :]).sum(axis=2)
            if self.is_piece:
                # The fewest new colors, and then all of them in order.
                changed = np.minimum(changed, self._missing(looks[0])[:, None] + 1)
            self._costs[kind] = changed
        return self._costs[kind]

    def _missing(self, look: Colors) -> NDArray[np.int64]:
        """For each slot how many colors of a look are not on it."""
        counts = Counter(look.tolist())
        return np.array(
            [(counts - Counter(row)).total() for row in self.now.tolist()], dtype=np.int64
        )

    def paint(self, kind: int, slot: int, number: int) -> SlotRecoloring:
        """The recoloring that gives a slot one look of a kind.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("3x3x3").checker.plan
        >>> Painter(plan.orbits[1], plan.solved).paint(kind=0, slot=0, number=1).kind
        'reorder'
        """
        turn, look = self.looks[kind][number]
        cost = int(self.costs(kind)[slot, number])
        kind_of_change: Literal["recolor", "reorder", "both"] = "recolor"
        if cost < int((look != self.now[slot]).sum()):
            kind_of_change = "reorder" if cost == 1 else "both"
        return SlotRecoloring(
            tuple(self.slots[slot].tolist()),
            tuple(look.tolist()),
            cost,
            kind_of_change,
            slot,
            (kind, turn),
        )

    def home(self, slot: int, orbit: ColoredOrbit) -> SlotRecoloring:
        """The recoloring that gives a slot its solved look.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("3x3x3").checker.plan
        >>> Painter(plan.orbits[1], plan.solved).home(0, plan.orbits[1]).cost
        0
        """
        kind, turn = orbit.home.kinds[slot], orbit.home.orientations[slot]
        assert kind is not None
        turns = [its for its, _ in self.looks[kind]]
        return self.paint(kind, slot, turns.index(turn))
