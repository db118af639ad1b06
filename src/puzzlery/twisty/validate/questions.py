"""Questions: which open stickers to look at, so that what is seen decides whatever they show.

Two assembled colorings that agree with what is seen, one reachable and one not, must differ in one
of the stickers. Going from the one to the other orbit by orbit, and in an orbit cycle by cycle, the
answer changes at one step; so it is enough to tell apart colorings that differ in one *cycle*: a
piece that is turned in its place, two that are swapped, three that are cycled … Each such cycle is
a set of stickers of which one must be asked. The fewest stickers that hit all these sets are
searched; as the sets are many, they are found only as far as the stickers chosen do not hit them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from puzzlery.twisty.model.partial_coloring import OPEN
from puzzlery.twisty.structure.slots import Ints
from puzzlery.twisty.validate.orbit_fillings import FillableOrbit, Fillings, TooManyFillings
from puzzlery.twisty.validate.partial_count import PartialCounter, PartialView, Value
from puzzlery.twisty.validate.pieces_seen import SeenPieces

if TYPE_CHECKING:
    from puzzlery.twisty.validate.partial_verdict import PartialChecker

# Steps of all searches for one question, which take about half a second.
MOST_STEPS = 60_000
# Fillings that are counted to see whether a cycle can occur: a millisecond each.
MOST_FILLINGS = 300
# Steps of one search for the fewest stickers that hit all sets.
MOST_CHOICES = 5_000
# Assembled colorings that are listed one by one where orbits are tied.
MOST_LISTED = 2_000
Stickers = frozenset[int]


@dataclass(frozen=True, slots=True)
class Questions:
    """Stickers that decide a view whatever they show, and whether no fewer do.

    >>> Questions((7,), proven=True).stickers
    (7,)
    """

    stickers: tuple[int, ...]
    proven: bool


def stickers_to_look_at(partial: "PartialChecker", view: PartialView) -> Questions:
    """The fewest open stickers that decide what is seen.

    >>> import puzzlery
    >>> partial = puzzlery.puzzle("3x3x3").checker.partial
    >>> seen = partial.plan.solved.astype(np.int64)
    >>> seen[[7, 19, 5, 10]] = OPEN  # two edges: one sticker tells which is which, another the flip
    >>> stickers_to_look_at(partial, partial.counter.view(seen)).stickers
    (7, 10)
    """
    counter = view.counter
    if len(counter.tied.stickers) or not _same_slots(partial.pieces, counter):
        return stickers_among_all(partial, view.seen)
    return _by_orbits(view)


def stickers_among_all(partial: "PartialChecker", seen: Ints) -> Questions:
    """The same where orbits are tied or the orientation is open: every coloring is listed.

    If there are too many of them, all open stickers are given, which decide it for sure.

    >>> import puzzlery
    >>> partial = puzzlery.puzzle("3x3x3").checker.partial
    >>> seen = np.array(puzzlery.puzzle("3x3x3").solved_colors)
    >>> seen[[4, 13, 22, 31, 40, 49]] = OPEN  # the centers: two of them tell the orientation
    >>> stickers_among_all(partial, seen)
    Questions(stickers=(4, 13), proven=True)
    """
    everything = Questions(tuple(np.flatnonzero(seen == OPEN).tolist()), False)
    try:
        return _fewest(_ListedColorings(partial, seen), _Budget()) or everything
    except TooManyFillings:
        return everything


def _same_slots(pieces: SeenPieces, counter: PartialCounter) -> bool:
    """Whether the pieces as people see them are those of the free orbits."""
    seen, free = (
        {frozenset(slot) for orbit in orbits if not orbit.is_fixed for slot in orbit.slots.tolist()}
        for orbits in (pieces.orbits, counter.plan.free)
    )
    return seen == free


def _by_orbits(view: PartialView) -> Questions:
    counter, chosen, proven = view.counter, set[int](), True
    budget = _Budget()
    for number, fillable in enumerate(counter.fillable):
        if len(view.tables[number]) > 1:
            others = _values_of_others(view, number)
            orbit = _OrbitCycles(
                counter, number, fillable, view.fillings[number], view.seen, others
            )
            all_open = Questions(tuple(sorted(orbit.open)), False)
            found = _fewest(orbit, budget) or all_open
            chosen |= set(found.stickers)
            proven = proven and found.proven
    return Questions(tuple(sorted(chosen)), proven)


def _values_of_others(view: PartialView, number: int) -> set[Value]:
    """What the values of one orbit may be, so that others make the coloring reachable."""
    counter = view.counter
    reached = set(view.layers[number])
    for table in view.tables[number + 1 :]:
        reached = {counter.added(value, more) for value in reached for more in table}
    return {counter.negative(value) for value in reached}


class _Budget:
    """Steps and fillings that are left for one question."""

    def __init__(self) -> None:
        self.steps, self.fillings = MOST_STEPS, MOST_FILLINGS

    @property
    def is_spent(self) -> bool:
        return self.steps <= 0 or self.fillings <= 0


@dataclass(frozen=True, slots=True)
class _Replacement:
    """What a slot shows and what it may show instead, with the kinds and the turn between them."""

    slot: int
    now: int
    then: int
    kinds: tuple[int, int]
    turn: int


class _OrbitCycles:
    """The cycles of pieces of one orbit that make a reachable coloring unreachable."""

    def __init__(
        self,
        counter: PartialCounter,
        number: int,
        fillable: FillableOrbit,
        fillings: Fillings,
        seen: Ints,
        allowed: set[Value],
    ) -> None:
        self.counter, self.number, self.fillable = counter, number, fillable
        self.seen, self.allowed = seen, allowed
        self.slots = fillable.orbit.slots
        sure = dict(fillings.sure)
        self.looks = [
            [
                look
                for look in np.flatnonzero(row).tolist()
                if (fillable.kinds[look] == sure[slot] if slot in sure
                    else fillings.left[fillable.kinds[look]])
            ]
            for slot, row in enumerate(fillings.fits)
        ]  # fmt: skip
        self.open = frozenset(np.flatnonzero(seen == OPEN).tolist()) & fillable.orbit.stickers
        self._can_occur: dict[tuple[tuple[int, int], ...], bool] = {}

    def not_hit(self, asked: Stickers, budget: _Budget) -> Stickers | None:
        """The stickers of a cycle that the asked ones do not show; None if there is no cycle."""
        replacements = self._replacements(asked)
        for length in range(1, len(replacements) + 1):
            for cycle in self._cycles(replacements, length, budget):
                if self._tells(cycle) and self._occurs(cycle, budget):
                    return frozenset(self._stickers(cycle))
                if budget.is_spent:
                    return None
        return None

    def _replacements(self, asked: Stickers) -> dict[int, dict[int, list[_Replacement]]]:
        """What each slot may show instead of what it shows, as far as it is not asked.

        By slot, and by the kind that it shows.
        """
        fillable, found = self.fillable, dict[int, dict[int, list[_Replacement]]]()
        for slot, looks in enumerate(self.looks):
            if len(looks) < 2:
                continue
            columns = [j for j, s in enumerate(self.slots[slot].tolist()) if s in asked]
            views: dict[tuple[int, ...], list[int]] = {}
            for look in looks:
                views.setdefault(tuple(fillable.looks[look, columns].tolist()), []).append(look)
            by_kind: dict[int, list[_Replacement]] = {}
            for alike in views.values():
                for now in alike:
                    for then in alike:
                        if now != then:
                            one = self._replacement(slot, now, then)
                            by_kind.setdefault(one.kinds[0], []).append(one)
            if by_kind:
                found[slot] = by_kind
        return found

    def _replacement(self, slot: int, now: int, then: int) -> _Replacement:
        fillable = self.fillable
        turn = fillable.add[fillable.codes[then]][fillable.negative[fillable.codes[now]]]
        return _Replacement(slot, now, then, (fillable.kinds[now], fillable.kinds[then]), turn)

    def _cycles(
        self,
        replacements: dict[int, dict[int, list[_Replacement]]],
        length: int,
        budget: _Budget,
    ) -> Iterator[list[_Replacement]]:
        """Cycles of so many slots: each shows then what the next one shows now."""

        def extended(path: list[_Replacement]) -> Iterator[list[_Replacement]]:
            budget.steps -= 1
            if budget.is_spent:
                return
            if len(path) == length:
                if path[-1].kinds[1] == path[0].kinds[0]:
                    yield path
                return
            used = {one.slot for one in path}
            for slot, by_kind in replacements.items():
                if slot > path[0].slot and slot not in used:
                    for one in by_kind.get(path[-1].kinds[1], ()):
                        yield from extended([*path, one])

        for by_kind in replacements.values():
            for ones in by_kind.values():
                for one in ones:
                    if length == 1 or one.kinds[0] != one.kinds[1]:
                        yield from extended([one])

    def _tells(self, cycle: Sequence[_Replacement]) -> bool:
        """Whether a cycle changes the value of the invariants."""
        fillable, total = self.fillable, 0
        for one in cycle:
            total = fillable.add[total][one.turn]
        coordinate = fillable.sums[total]
        if fillable.shows_parity:
            coordinate = (*coordinate, (len(cycle) - 1) % 2)
        return any(self.counter.value(self.number, coordinate))

    def _occurs(self, cycle: Sequence[_Replacement], budget: _Budget) -> bool:
        """Whether some reachable coloring that agrees with what is seen shows a cycle's slots."""
        key = tuple(sorted((one.slot, one.now) for one in cycle))
        if key not in self._can_occur:
            budget.fillings -= 1
            shown = self.seen.copy()
            for slot, look in key:
                shown[self.slots[slot]] = self.fillable.looks[look]
            counts = self.fillable.fillings(shown).counts
            self._can_occur[key] = any(
                self.counter.value(self.number, coordinate) in self.allowed for coordinate in counts
            )
        return self._can_occur[key]

    def _stickers(self, cycle: Sequence[_Replacement]) -> Iterator[int]:
        looks = self.fillable.looks
        for one in cycle:
            row = self.slots[one.slot]
            yield from row[looks[one.now] != looks[one.then]].tolist()


class _Cycles(Protocol):
    """What finds sets of stickers of which one must be asked."""

    def not_hit(self, asked: Stickers, budget: "_Budget") -> Stickers | None: ...


def _fewest(cycles: _Cycles, budget: _Budget) -> Questions | None:
    """The fewest stickers that hit all cycles; None if the budget does not even give enough."""
    sets: list[Stickers] = []
    chosen, enough, proven = frozenset[int](), None, True
    while True:
        # Cycles that share no sticker are collected at once; with all of them it is enough.
        asked = chosen
        while (cycle := cycles.not_hit(asked, budget)) is not None:
            sets.append(cycle)
            asked |= cycle
        if budget.is_spent:
            return enough
        if asked == chosen:
            return Questions(tuple(sorted(chosen)), proven)
        if enough is None or len(asked) < len(enough.stickers):
            enough = Questions(tuple(sorted(asked)), False)
        chosen, is_fewest = fewest_hits(sets, len(chosen), budget)
        proven = proven and is_fewest


def fewest_hits(
    sets: Sequence[Stickers], least: int, budget: "_Budget | None" = None
) -> tuple[Stickers, bool]:
    """A smallest set that shares a member with each of some sets, and whether that is proven.

    No set of fewer than `least` members does so.

    >>> fewest_hits([frozenset({1, 2}), frozenset({2, 3}), frozenset({4})], least=0)
    (frozenset({2, 4}), True)
    """
    budget = budget or _Budget()
    masks = _minimal({sum(1 << member for member in one) for one in sets})
    best = _greedy(masks)
    left = MOST_CHOICES

    def search(chosen: int, open_sets: list[int]) -> None:
        nonlocal best, left
        left -= 1
        if not open_sets:
            best = chosen
            return
        if left < 0 or chosen.bit_count() + _apart(open_sets) >= best.bit_count():
            return
        members = [1 << at for at in _members(min(open_sets, key=int.bit_count))]
        for member in sorted(members, key=lambda m: -sum(bool(m & one) for one in open_sets)):
            if best.bit_count() > least:
                search(chosen | member, [one for one in open_sets if not one & member])

    search(0, masks)
    budget.steps -= MOST_CHOICES - left
    return frozenset(_members(best)), left >= 0


def _minimal(masks: set[int]) -> list[int]:
    """The sets that contain no other one; sorted, so that results do not depend on chance."""
    ordered = sorted(masks, key=lambda mask: (mask.bit_count(), mask))
    found: list[int] = []
    for mask in ordered:
        if not any(one & mask == one for one in found):
            found.append(mask)
    return found


def _members(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _greedy(masks: list[int]) -> int:
    """A set that hits all: again and again the member that hits most."""
    chosen = 0
    while masks:
        counts = Counter(member for mask in masks for member in _members(mask))
        member = 1 << max(counts, key=lambda one: (counts[one], -one))
        chosen |= member
        masks = [mask for mask in masks if not mask & member]
    return chosen


def _apart(masks: list[int]) -> int:
    """A number of sets that share no member: each needs a sticker of its own."""
    used = count = 0
    for mask in masks:
        if not mask & used:
            used |= mask
            count += 1
    return count


class _ListedColorings:
    """All assembled colorings that agree with what is seen, some reachable and some not."""

    def __init__(self, partial: "PartialChecker", seen: Ints) -> None:
        rows = list(_assembled_colorings(partial, seen))
        self.open = np.flatnonzero(seen == OPEN)
        self.rows = np.array(rows)[:, self.open]
        self.is_reached = np.array([partial.is_reachable(row) for row in rows])

    def not_hit(self, asked: Stickers, budget: _Budget) -> Stickers | None:
        """Stickers in which two colorings differ that look alike at the asked ones."""
        budget.steps -= len(self.rows) // 10
        columns = np.isin(self.open, sorted(asked))
        groups: dict[bytes, list[int]] = {}
        for at, row in enumerate(self.rows[:, columns]):
            groups.setdefault(row.tobytes(), []).append(at)
        for group in groups.values():
            reached = self.rows[group][self.is_reached[group]]
            others = self.rows[group][~self.is_reached[group]]
            if len(reached) and len(others):
                differ = others != reached[0]
                nearest = differ[differ.sum(axis=1).argmin()]
                return frozenset(self.open[nearest].tolist())
        return None


def _assembled_colorings(partial: "PartialChecker", seen: Ints) -> Iterator[Ints]:
    """All assembled colorings that agree with what is seen; TooManyFillings if they are many."""
    total = partial.assembled(seen)
    if total is None or total > MOST_LISTED:
        raise TooManyFillings("too many assembled colorings to list them")
    listed: set[bytes] = set()
    for orientation in partial.orientations:
        held = seen[orientation.rotation.array]
        if partial.assembled_as_held(held):
            for colors in _completed(partial, held, 0):
                turned = np.empty_like(colors)
                turned[orientation.rotation.array] = colors
                if turned.tobytes() not in listed:
                    listed.add(turned.tobytes())
                    yield turned


def _completed(partial: "PartialChecker", colors: Ints, first: int) -> Iterator[Ints]:
    """All ways to give the slots from the first one on a look, with every piece there."""
    slots = [(orbit, slot) for orbit in partial.assembly for slot in range(orbit.orbit.size)]
    for at in range(first, len(slots)):
        orbit, slot = slots[at]
        row = orbit.orbit.slots[slot]
        if (colors[row] == OPEN).any():
            for look in orbit.looks[orbit.options(colors)[slot]]:
                then = colors.copy()
                then[row] = look
                if orbit.fillings(then).total:
                    yield from _completed(partial, then, at + 1)
            return
    yield colors
