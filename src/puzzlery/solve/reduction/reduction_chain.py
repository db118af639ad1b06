"""Chains of a reduction: through which restricted moves a puzzle comes to its core moves.

Each axis of layers may keep its core layers and its other layers free, or turn them by half turns
only. The fewer moves are left, the smaller are the orbits of stickers. A phase leads from one
restriction to the next: it brings each sticker into the orbit in which the next moves can solve it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb, factorial, inf, log

from puzzlery.core.permutation import Permutation
from puzzlery.groups.blocks import orbits
from puzzlery.solve.general.general_model import turn_powers
from puzzlery.solve.general.priced_layers import PricedLayer
from puzzlery.solve.phases.growth import growth
from puzzlery.solve.reduction.reduced_form import Orbit, ReducedForm
from puzzlery.twisty.structure.puzzle_orientation import PuzzleOrientation, puzzle_orientations

# Values of a phase: a byte for each is kept in memory.
MOST_VALUES = 20_000_000
# Places of a split, as the kernel reads them.
MOST_PLACES = 24
# Pairs that a table of pairings holds.
PAIRS = range(6, 13)


@dataclass(frozen=True, eq=False)
class Restriction:
    """Layers with the turns that they may make, and the orbits of areas and pairs under them.

    >>> from puzzlery.solve.general.priced_layers import priced_layers
    >>> from puzzlery.solve.reduction.reduced_form import reduced_forms
    >>> from puzzlery.twisty.geometry import cube
    >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
    >>> chain = best_chain(form)
    >>> [len(restriction.moves) for restriction in chain.restrictions]
    [27, 23, 17]
    """

    form: ReducedForm
    turns: tuple[tuple[PricedLayer, tuple[int, ...]], ...]

    @cached_property
    def moves(self) -> tuple[Permutation, ...]:
        """All turns that are allowed.

        >>> from puzzlery.solve.general.priced_layers import priced_layers
        >>> from puzzlery.solve.reduction.reduced_form import reduced_forms
        >>> from puzzlery.twisty.geometry import cube
        >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
        >>> len(best_chain(form).restrictions[-1].moves)
        17
        """
        return tuple(layer.permutation**power for layer, power in self.names)

    @cached_property
    def names(self) -> tuple[tuple[PricedLayer, int], ...]:
        """The layer and the power of each move.

        >>> from puzzlery.solve.general.priced_layers import priced_layers
        >>> from puzzlery.solve.reduction.reduced_form import reduced_forms
        >>> from puzzlery.twisty.geometry import cube
        >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
        >>> layer, power = best_chain(form).restrictions[0].names[1]
        >>> print(layer.written, power)
        U 2
        """
        return tuple((layer, power) for layer, powers in self.turns for power in powers)

    @cached_property
    def _orbits(self) -> list[frozenset[int]]:
        return orbits(self.form.puzzle.degree, self.moves)

    @cached_property
    def area_orbits(self) -> tuple[Orbit, ...]:
        """The orbits that areas are parts of."""
        areas = {i for area in self.form.areas for i in area}
        return tuple(tuple(sorted(orbit)) for orbit in self._orbits if orbit & areas)

    @cached_property
    def pair_orbits(self) -> tuple[Orbit, ...]:
        """The orbits of the slots of paired pieces, each slot by one place."""
        slots = set(self.form.slots.values())
        return tuple(tuple(sorted(orbit & slots)) for orbit in self._orbits if orbit & slots)

    @cached_property
    def parts(self) -> bool:
        """Whether partners stand in two sets of slots that these moves do not mix."""
        sets = self.pair_orbits
        return (
            len(sets) == 2
            and len(sets[0]) == len(sets[1])
            and len(sets[0]) in PAIRS
            and {self.form.partner_of(place) for place in sets[0]} == set(sets[1])
        )

    @cached_property
    def growth(self) -> float:
        """By what factor each further move multiplies the number of words."""
        return growth([(layer.permutation, len(powers)) for layer, powers in self.turns])


@dataclass(frozen=True, eq=False)
class ReductionChain:
    """Restrictions from all moves to those that leave pairing to do, and the expected length.

    >>> from puzzlery.solve.general.priced_layers import priced_layers
    >>> from puzzlery.solve.reduction.reduced_form import reduced_forms
    >>> from puzzlery.twisty.geometry import cube
    >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
    >>> chain = best_chain(form)
    >>> len(chain.restrictions), [len(chain.splits(phase)) for phase in range(3)]
    (3, [1, 2, 4])
    """

    form: ReducedForm
    restrictions: tuple[Restriction, ...]

    @property
    def last(self) -> Restriction:
        """The moves of the last phase."""
        return self.restrictions[-1]

    def splits(self, phase: int) -> list[tuple[Orbit, tuple[bool, ...]]]:
        """What a phase sees of the areas: places, and for each sticker whether it is marked.

        >>> from puzzlery.solve.general.priced_layers import priced_layers
        >>> from puzzlery.solve.reduction.reduced_form import reduced_forms
        >>> from puzzlery.twisty.geometry import cube
        >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
        >>> [len(places) for places, _ in best_chain(form).splits(2)]
        [8, 4, 4, 8]
        """
        found = []
        for places, classes in self._classes(phase):
            if len(classes) == 2:
                kinds = tuple(color in classes[0] for color in self.form.puzzle.solved_colors)
                found.append((places, kinds))
        return found

    def _classes(self, phase: int) -> Iterator[tuple[Orbit, list[set[int]]]]:
        """The orbits of a phase, each with the classes of colors that it tells apart.

        Colors are in one class if the next moves mix them; where they mix all, each is a class.
        """
        colors = self.form.puzzle.solved_colors
        after = self.restrictions[phase + 1 :]
        mixed = after[0].area_orbits if after else ()
        for places in self.restrictions[phase].area_orbits:
            alone = [{color} for color in sorted({colors[place] for place in places})]
            joined = alone
            for orbit in mixed:
                here = {colors[place] for place in set(orbit) & set(places)}
                apart = [one for one in joined if not one & here]
                together = [one for one in joined if one & here]
                joined = [*apart, *([set().union(*together)] if together else [])]
            yield places, joined if len(joined) > 1 else alone

    @cached_property
    def fits(self) -> bool:
        """Whether the kernel can number what the phases see."""
        return (
            self.last.parts
            and all(
                len(classes) <= 2 and len(places) <= MOST_PLACES
                for phase in range(len(self.restrictions))
                for places, classes in self._classes(phase)
            )
            and all(self._values(phase) <= MOST_VALUES for phase in range(len(self.restrictions)))
        )

    def _values(self, phase: int) -> float:
        """How many values a phase sees; the sign doubles them."""
        values = 2.0
        for places, kinds in self.splits(phase):
            values *= comb(len(places), sum(kinds[place] for place in places))
        return values

    @cached_property
    def expected(self) -> float:
        """The expected number of moves, if words are spread evenly over what phases see."""
        if not self.fits:
            return inf
        total = 0.0
        pairs = len(self.last.pair_orbits[0])
        for phase, restriction in enumerate(self.restrictions):
            values = self._values(phase)
            if phase == len(self.restrictions) - 2:
                # Partners must come to different sets, and with the right sign.
                values *= comb(2 * pairs, pairs) / 2**pairs
            if phase == len(self.restrictions) - 1:
                values *= factorial(pairs) / 2
            total += log(values) / log(restriction.growth)
        return total

    @cached_property
    def goals(self) -> list[PuzzleOrientation]:
        """The orientations of the puzzle that leave the orbits of the last phase where they are."""
        return [one for one in self.rotations if self._keeps(one.rotation)]

    def _keeps(self, rotation: Permutation) -> bool:
        return all(
            {rotation[place] for place in orbit} == set(orbit) for orbit in self.last.area_orbits
        )

    @cached_property
    def starts(self) -> list[PuzzleOrientation]:
        """Orientations that make different beginnings: one for each way to lay the chain."""
        found: dict[tuple[frozenset[int], ...], PuzzleOrientation] = {}
        for one in self.rotations:
            orbits_now = tuple(
                frozenset(one.rotation.inverse[place] for place in orbit)
                for orbit in self.last.area_orbits
            )
            found.setdefault(orbits_now, one)
        return list(found.values())

    @cached_property
    def rotations(self) -> list[PuzzleOrientation]:
        """The orientations of the puzzle that moves can make."""
        puzzle = self.form.puzzle
        return [one for one in puzzle_orientations(puzzle) if puzzle.group.contains(one.rotation)]


def best_chain(form: ReducedForm) -> ReductionChain | None:
    """The chain of three phases with the least expected length; None if none fits.

    >>> from puzzlery.solve.general.priced_layers import priced_layers
    >>> from puzzlery.solve.reduction.reduced_form import reduced_forms
    >>> from puzzlery.twisty.geometry import cube
    >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
    >>> round(best_chain(form).expected, 1) < 30
    True
    """
    layers = distinct_up_to_rotation(form)
    whole, *restricted = _restrictions(form, layers)
    last = [one for one in restricted if one.parts]
    chains = [
        ReductionChain(form, (whole, middle, end))
        for end in last
        for middle in restricted
        if middle is not end and set(end.moves) < set(middle.moves)
    ]
    return min(chains, key=lambda chain: chain.expected, default=None)


def distinct_up_to_rotation(form: ReducedForm) -> tuple[PricedLayer, ...]:
    """The layers without those that do what another one does, and rotate the whole puzzle.

    >>> from puzzlery.solve.general.priced_layers import priced_layers
    >>> from puzzlery.solve.reduction.reduced_form import reduced_forms
    >>> from puzzlery.twisty.geometry import cube
    >>> form = next(reduced_forms(cube(4), priced_layers(cube(4), "OBTM")))
    >>> print(*(layer.written for layer in distinct_up_to_rotation(form)))
    U D F B R L Uw Rw Fw
    """
    rotations = {one.rotation for one in puzzle_orientations(form.puzzle)}
    kept: list[PricedLayer] = []
    for layer in form.layers:
        turn = layer.permutation
        same = (
            one
            for one in kept
            if {one.permutation * turn, one.permutation * turn.inverse} & rotations
        )
        if next(same, None) is None:
            kept.append(layer)
    return tuple(kept)


def _restrictions(form: ReducedForm, layers: Sequence[PricedLayer]) -> list[Restriction]:
    """All restrictions: core and other layers of each axis free, or by half turns; free first."""
    parts = [
        part
        for axis in _axes(layers)
        for core in (True, False)
        if (part := [layer for layer in axis if (layer in form.core_layers) is core])
    ]
    return [
        Restriction(
            form,
            tuple(
                (layer, _powers(layer, half=half))
                for part, half in zip(parts, chosen, strict=True)
                for layer in part
                if _powers(layer, half=half)
            ),
        )
        for chosen in product((False, True), repeat=len(parts))
    ]


def _powers(layer: PricedLayer, *, half: bool) -> tuple[int, ...]:
    order = layer.permutation.order
    powers = turn_powers(layer.permutation)
    return tuple(p for p in powers if 2 * p == order) if half else tuple(powers)


def _axes(layers: Sequence[PricedLayer]) -> list[list[PricedLayer]]:
    """The layers in sets: in one set are those that commute with each other."""
    axes = [[layer] for layer in layers]
    for one, two in combinations(layers, 2):
        if one.permutation * two.permutation == two.permutation * one.permutation:
            first = next(axis for axis in axes if one in axis)
            second = next(axis for axis in axes if two in axis)
            if first is not second:
                first += second
                axes.remove(second)
    return axes
