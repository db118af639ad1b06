"""Orbit fillings: in how many ways the pieces of one orbit fit what is partly seen of it.

A *filling* says what each slot of the orbit shows, and uses each piece once. Slots of which the
same is known are of one *type*. Pieces are dealt out kind by kind; what counts is only how many
slots of each type are still empty, so the fillings are counted by dynamic programming. They are
counted for each value of the coordinates, since only these matter to the other orbits.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import comb

import numpy as np
from numpy.typing import NDArray

from puzzlery.errors import PuzzleryError
from puzzlery.twisty.model.partial_coloring import OPEN
from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, parity
from puzzlery.twisty.structure.slots import Ints

# States of the dynamic programming. A 4x4x4 of which half is seen needs about a thousand.
MOST_STATES = 100_000
Coordinate = tuple[int, ...]
# Codes of coordinates with the number of ways to get each.
Codes = Counter[int]
Key = tuple[int, int, int]


class TooManyFillings(PuzzleryError):
    """The fillings of an orbit would take too long to count.

    >>> issubclass(TooManyFillings, PuzzleryError)
    True
    """


class FillableOrbit:
    """An orbit, with all that its slots can show: the looks of its pieces.

    >>> import puzzlery
    >>> corners = FillableOrbit(puzzlery.puzzle("2x2x2").checker.plan.orbits[0])
    >>> len(corners.looks), corners.moduli  # seven corners, three ways round; their twists
    (21, (3,))
    """

    def __init__(self, orbit: ColoredOrbit, *, counts_only: bool = False) -> None:
        self.orbit = orbit
        shown = list(orbit.shown.items())
        self.looks = np.array([np.frombuffer(data, np.uint16) for data, _ in shown], np.int64)
        self.kinds = [kind for _, (kind, _) in shown]
        self.moduli = () if counts_only else orbit.seen_sums.moduli
        self.shows_parity = not counts_only and orbit.shows_parity
        rows = orbit.seen_sums.rows
        self.codes = [0 if counts_only else self.code(rows[turn]) for _, (_, turn) in shown]
        home = [] if counts_only else rows[orbit.home.orientations].sum(axis=0).tolist()
        self.home = self.code(home)

    def code(self, amounts: Sequence[int]) -> int:
        """The number of a sum of turns.

        >>> import puzzlery
        >>> FillableOrbit(puzzlery.puzzle("2x2x2").checker.plan.orbits[0]).code((2,))
        2
        """
        number = 0
        for amount, modulus in zip(amounts, self.moduli, strict=True):
            number = number * modulus + int(amount) % modulus
        return number

    @cached_property
    def sums(self) -> list[Coordinate]:
        """The sums of turns, in the order of their codes.

        >>> import puzzlery
        >>> FillableOrbit(puzzlery.puzzle("2x2x2").checker.plan.orbits[0]).sums
        [(0,), (1,), (2,)]
        """
        return list(product(*(range(modulus) for modulus in self.moduli)))

    @cached_property
    def add(self) -> list[list[int]]:
        """The code of the sum of two codes.

        >>> import puzzlery
        >>> FillableOrbit(puzzlery.puzzle("2x2x2").checker.plan.orbits[0]).add[2]
        [2, 0, 1]
        """
        return [
            [self.code([x + y for x, y in zip(a, b, strict=True)]) for b in self.sums]
            for a in self.sums
        ]

    @cached_property
    def negative(self) -> list[int]:
        """The code of minus a code.

        >>> import puzzlery
        >>> FillableOrbit(puzzlery.puzzle("2x2x2").checker.plan.orbits[0]).negative
        [0, 2, 1]
        """
        return [self.code([-x for x in amounts]) for amounts in self.sums]

    def options(self, seen: Ints) -> NDArray[np.bool_]:
        """For each slot and look whether the one may show the other.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("2x2x2").checker.plan
        >>> nothing = np.full(24, OPEN)
        >>> FillableOrbit(plan.orbits[0]).options(nothing).all()
        np.True_
        """
        now = seen[self.orbit.slots][:, None, :]
        fits: NDArray[np.bool_] = ((now == OPEN) | (now == self.looks[None])).all(axis=2)
        return fits

    def fillings(self, seen: Ints) -> "Fillings":
        """The ways to fill the orbit that agree with what is seen.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("2x2x2").checker.plan
        >>> FillableOrbit(plan.orbits[0]).fillings(np.full(24, OPEN)).total  # 7! · 3⁷
        11022480
        """
        return Fillings(self, self.options(seen))

    def times(self, a: Codes, b: Codes) -> Codes:
        """The codes of sums of two, with the numbers of ways.

        >>> import puzzlery
        >>> corners = FillableOrbit(puzzlery.puzzle("2x2x2").checker.plan.orbits[0])
        >>> corners.times(Counter({1: 1, 2: 1}), Counter({2: 3}))
        Counter({0: 3, 1: 3})
        """
        found: Codes = Counter()
        for (x, many), (y, more) in product(a.items(), b.items()):
            found[self.add[x][y]] += many * more
        return found


@dataclass(slots=True)
class _SlotType:
    """Slots of which the same is known, up to a turn: what they may show, and the slots."""

    looks: dict[int, Codes]
    slots: list[tuple[int, int]] = field(default_factory=list)  # with the turn of each, as a code
    powers: dict[tuple[int, int], Codes] = field(default_factory=dict)


@dataclass(slots=True)
class _Dealing:
    """One step: pieces of one kind are dealt to slots of one type."""

    kind: int
    type: int
    before: dict[Key, int]


class Fillings:
    """All ways to fill one orbit.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("3x3x3")
    >>> edges = FillableOrbit(cube.checker.plan.orbits[1])
    >>> seen = np.array(cube.solved_colors)
    >>> seen[[7, 19]] = OPEN  # one edge cannot be seen: it may be flipped
    >>> edges.fillings(seen).counts
    {(0, 0): 1, (1, 0): 1}
    """

    def __init__(self, fillable: FillableOrbit, fits: NDArray[np.bool_]) -> None:
        self.fillable, self.fits = fillable, fits
        self.left = Counter(fillable.orbit.counts)
        self.sure: list[tuple[int, int]] = []  # slots whose kind is certain, with the kind
        self.types: list[_SlotType] = []
        self.order: list[int] = []
        self.steps: list[_Dealing] = []
        self.bases: list[Codes] = [Counter({0: 1})]
        self.final: dict[int, int] = self._counted()

    @property
    def total(self) -> int:
        """The number of fillings.

        >>> import puzzlery
        >>> edges = FillableOrbit(puzzlery.puzzle("3x3x3").checker.plan.orbits[1])
        >>> edges.fillings(np.full(54, OPEN)).total == 479001600 * 2**12
        True
        """
        return sum(self.final.values())

    @cached_property
    def counts(self) -> dict[Coordinate, int]:
        """The number of fillings for each value of the coordinates that can be seen.

        >>> import puzzlery
        >>> corners = FillableOrbit(puzzlery.puzzle("2x2x2").checker.plan.orbits[0])
        >>> counts = corners.fillings(np.full(24, OPEN)).counts  # the twist, the parity
        >>> counts[0, 1], len(counts), len(set(counts.values()))
        (1837080, 6, 1)
        """
        found: Counter[Coordinate] = Counter()
        for code, count in self.final.items():
            for coordinate in self._coordinates(code):
                found[coordinate] += count // 2 if self._is_balanced else count
        return dict(sorted(found.items()))

    def _coordinates(self, code: int) -> Iterator[Coordinate]:
        fillable = self.fillable
        turns, odd = divmod(code, 2)
        sums = fillable.sums[fillable.add[turns][fillable.negative[fillable.home]]]
        if not fillable.shows_parity:
            yield sums
        elif self._is_balanced:
            yield (*sums, 0)
            yield (*sums, 1)
        else:
            yield (*sums, odd ^ self._home_parity)

    @cached_property
    def _is_balanced(self) -> bool:
        """Whether half of the fillings are odd, as two slots can exchange what they show."""
        return self.fillable.shows_parity and any(len(one.slots) > 1 for one in self.types)

    @cached_property
    def _home_parity(self) -> int:
        """The parity that is counted for the solved filling: slots and kinds are in any order."""
        slots = [slot for slot, _ in self.sure] + [one.slots[0][0] for one in self.types]
        kinds = [kind for _, kind in self.sure] + self.order
        place = {kind: at for at, kind in enumerate(kinds)}
        home = self.fillable.orbit.home.kinds
        return parity([place[home[slot]] for slot in slots])  # type: ignore[index]

    # Counting

    def _counted(self) -> dict[int, int]:
        """For each code, twice the sum of turns plus the parity, the number of fillings."""
        rows = self._settle()
        if rows is None:
            return {}
        self._group(rows)
        base = self.fillable.times(self.bases[-1], Counter({self._shift: 1}))
        layer = {(self._full, code * 2): count for code, count in base.items()}
        open_kinds = {at: set(one.looks) for at, one in enumerate(self.types)}
        while open_kinds:
            at = min(open_kinds, key=lambda t: len(open_kinds[t]))
            for kind in sorted(open_kinds[at]):
                layer = self._deal(kind, layer)
                self.order.append(kind)
                for kinds in open_kinds.values():
                    kinds.discard(kind)
                closed = [t for t, kinds in open_kinds.items() if not kinds]
                for t in closed:
                    del open_kinds[t]
                mask = sum(self._mask(t) for t in closed)
                layer = {key: count for key, count in layer.items() if not key[0] & mask}
                if len(layer) > MOST_STATES:
                    raise TooManyFillings("too many fillings of an orbit to count them")
            if not layer:
                return {}
        if any(self.left[kind] for kind in self.left if kind not in self.order):
            return {}
        final: Counter[int] = Counter()
        for (_, code), count in layer.items():
            final[code] += count
        return dict(final)

    def _settle(self) -> dict[int, list[int]] | None:
        """The looks that are left for each slot whose kind is not certain; None if there are none.

        A slot that only one kind fits gets it, and then others may have only one kind left.
        """
        kinds = self.fillable.kinds
        rows = {slot: np.flatnonzero(row).tolist() for slot, row in enumerate(self.fits)}
        changed = True
        while changed:
            changed = False
            for slot, looks in list(rows.items()):
                possible = [look for look in looks if self.left[kinds[look]]]
                rows[slot] = possible
                different = {kinds[look] for look in possible}
                if not different:
                    return None
                if len(different) == 1:
                    kind = different.pop()
                    self.left[kind] -= 1
                    self.sure.append((slot, kind))
                    codes = Counter(self.fillable.codes[look] for look in possible)
                    self.bases.append(self.fillable.times(self.bases[-1], codes))
                    del rows[slot]
                    changed = True
        return rows

    def _group(self, rows: dict[int, list[int]]) -> None:
        """Sort slots into types; slots whose looks differ by a common turn are of one type."""
        fillable, types = self.fillable, dict[tuple[tuple[int, int], ...], _SlotType]()
        shift_of: dict[tuple[int, ...], tuple[tuple[tuple[int, int], ...], int]] = {}
        base = 0
        for slot, looks in rows.items():
            if tuple(looks) not in shift_of:
                pairs = [(fillable.kinds[look], fillable.codes[look]) for look in looks]
                shift_of[tuple(looks)] = min(
                    (tuple(sorted((k, fillable.add[c][fillable.negative[s]]) for k, c in pairs)), s)
                    for s in range(len(fillable.sums))
                )
            form, shift = shift_of[tuple(looks)]
            if form not in types:
                kinds: dict[int, Codes] = {}
                for kind, code in form:
                    kinds.setdefault(kind, Counter())[code] += 1
                types[form] = _SlotType(kinds)
            types[form].slots.append((slot, shift))
            base = fillable.add[base][shift]
        self._shift = base
        self.types = list(types.values())
        widths = [len(one.slots).bit_length() for one in self.types]
        self._starts = [sum(widths[:at]) for at in range(len(widths))]
        self._full = sum(
            len(one.slots) << start for one, start in zip(self.types, self._starts, strict=True)
        )

    def _mask(self, t: int) -> int:
        return ((1 << len(self.types[t].slots).bit_length()) - 1) << self._starts[t]

    def _deal(self, kind: int, layer: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
        """Deal all pieces of a kind to the types that may show it."""
        open_types = [t for t, one in enumerate(self.types) if kind in one.looks]
        work = {(state, self.left[kind], code): n for (state, code), n in layer.items()}
        for t in open_types:
            self.steps.append(_Dealing(kind, t, work))
            after: dict[Key, int] = {}
            is_last = t == open_types[-1]
            for key, count in work.items():
                for then, ways in self._dealt(kind, t, key, is_last):
                    after[then] = after.get(then, 0) + count * ways
            work = after
            if len(work) > MOST_STATES:
                raise TooManyFillings("too many fillings of an orbit to count them")
        return {(state, code): count for (state, left, code), count in work.items() if not left}

    def _dealt(self, kind: int, t: int, key: Key, is_last: bool) -> Iterator[tuple[Key, int]]:
        """What a state becomes when some pieces of a kind go to slots of a type."""
        state, left, code = key
        start = self._starts[t]
        room = (state & self._mask(t)) >> start
        if is_last and left > room:
            return
        add = self.fillable.add
        for number in range(left if is_last else 0, min(left, room) + 1):
            if not number:
                yield key, 1
                continue
            flip = self._flips(state, t)
            for step, ways in self._power(t, kind, number).items():
                then = add[code >> 1][step] * 2 + ((code & 1) ^ flip)
                yield (state - (number << start), left - number, then), ways * comb(room, number)

    def _flips(self, state: int, t: int) -> int:
        """1 if an odd number of later types are filled already: then the filling gets odder.

        Only where each type has one slot does the parity depend on the filling.
        """
        if not self.fillable.shows_parity or self._is_balanced:
            return 0
        return (len(self.types) - 1 - t - (state >> (t + 1)).bit_count()) & 1

    def _power(self, t: int, kind: int, number: int) -> Codes:
        """The sums of turns when so many slots of a type show a kind."""
        one = self.types[t]
        if (kind, number) not in one.powers:
            power: Codes = Counter({0: 1})
            for _ in range(number):
                power = self.fillable.times(power, one.looks[kind])
            one.powers[kind, number] = power
        return one.powers[kind, number]

    # One of them

    def example(self, wanted: Coordinate) -> dict[int, int]:
        """For each slot the number of the look that it shows in one filling with a coordinate.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> edges = FillableOrbit(cube.checker.plan.orbits[1])
        >>> seen = np.array(cube.solved_colors)
        >>> seen[[7, 19]] = OPEN
        >>> slot, look = max(edges.fillings(seen).example((1, 0)).items())
        >>> len(edges.fillings(seen).example((1, 0)))
        12
        """
        code = next(code for code in self.final if wanted in self._coordinates(code))
        chosen: dict[int, int] = {}
        waiting = [list(one.slots) for one in self.types]
        key: Key = (0, 0, code)
        for at in reversed(range(len(self.steps))):
            step = self.steps[at]
            key = self._undone(step, key, waiting, chosen)
            if at and self.steps[at - 1].kind != step.kind:
                key = (key[0], 0, key[2])
        self._choose_sure(key[2] >> 1, chosen)
        if self._is_balanced and self._parity(chosen) != wanted[-1]:
            self._exchange(chosen)
        return chosen

    def _undone(
        self, step: _Dealing, key: Key, waiting: list[list[tuple[int, int]]], chosen: dict[int, int]
    ) -> Key:
        """A state before a step that the step can bring to the given one."""
        state, left, code = key
        add, negative = self.fillable.add, self.fillable.negative
        for number in range(len(self.types[step.type].slots) + 1):
            earlier = state + (number << self._starts[step.type])
            flip = self._flips(earlier, step.type) if number else 0
            for amount in self._power(step.type, step.kind, number):
                before = add[code >> 1][negative[amount]] * 2 + ((code & 1) ^ flip)
                if (earlier, left + number, before) in step.before:
                    self._choose(step, number, amount, waiting[step.type], chosen)
                    return (earlier, left + number, before)
        raise AssertionError("a filling that was counted cannot be built")

    def _choose(
        self,
        step: _Dealing,
        number: int,
        amount: int,
        waiting: list[tuple[int, int]],
        chosen: dict[int, int],
    ) -> None:
        """Give some slots of a type looks of a kind whose turns add up to an amount."""
        add, negative = self.fillable.add, self.fillable.negative
        for left in reversed(range(number)):
            slot, shift = waiting.pop()
            rest = self._power(step.type, step.kind, left)
            turn = next(
                turn
                for turn in self.types[step.type].looks[step.kind]
                if add[amount][negative[turn]] in rest
            )
            amount = add[amount][negative[turn]]
            chosen[slot] = self._look(slot, step.kind, add[turn][shift])

    def _look(self, slot: int, kind: int, code: int) -> int:
        fillable = self.fillable
        return next(
            int(look)
            for look in np.flatnonzero(self.fits[slot])
            if fillable.kinds[look] == kind and fillable.codes[look] == code
        )

    def _choose_sure(self, amount: int, chosen: dict[int, int]) -> None:
        """Give the slots whose kind is certain looks whose turns add up to an amount."""
        fillable = self.fillable
        add, negative = fillable.add, fillable.negative
        amount = add[amount][negative[self._shift]]
        for at in reversed(range(len(self.sure))):
            slot, kind = self.sure[at]
            look = next(
                int(look)
                for look in np.flatnonzero(self.fits[slot])
                if fillable.kinds[look] == kind
                and add[amount][negative[fillable.codes[look]]] in self.bases[at]
            )
            amount = add[amount][negative[fillable.codes[look]]]
            chosen[slot] = look

    def _parity(self, chosen: dict[int, int]) -> int:
        home = self.fillable.orbit.home.kinds
        place = {kind: slot for slot, kind in enumerate(home)}
        return parity([place[self.fillable.kinds[chosen[slot]]] for slot in range(len(home))])

    def _exchange(self, chosen: dict[int, int]) -> None:
        """Let two slots of one type exchange what they show; the turns add up as before."""
        fillable = self.fillable
        add, negative = fillable.add, fillable.negative
        (a, shift_a), (b, shift_b) = next(one.slots for one in self.types if len(one.slots) > 1)[:2]
        look_a, look_b = chosen[a], chosen[b]
        for slot, shift, look, old in (
            (a, shift_a, look_b, shift_b), (b, shift_b, look_a, shift_a),
        ):  # fmt: skip
            turn = add[add[fillable.codes[look]][negative[old]]][shift]
            chosen[slot] = self._look(slot, fillable.kinds[look], turn)


def number_of_looks(orbit: ColoredOrbit) -> int:
    """In how many ways an orbit of assembled pieces can look.

    >>> import puzzlery
    >>> [number_of_looks(orbit) for orbit in puzzlery.puzzle("2x2x2").checker.plan.orbits]
    [11022480, 1]
    """
    return orbit.arrangements // orbit.lookalikes
