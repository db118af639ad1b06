"""A puzzle as the general solver sees it: poses of pieces, layers that permute them, looks.

A *pose* is a slot together with an orientation; the kernel calls it a frame. Nothing but
permutations is known here: the shape of the puzzle plays no part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm

import numpy as np
from numpy.typing import NDArray

from puzzlery._core import GeneralTables
from puzzlery.core.permutation import Permutation, Points
from puzzlery.twisty.structure.colored_orbit import ColoredOrbit
from puzzlery.twisty.structure.slots import SlotOrbit, equal_stabilizers, stabilizer_orbits

Ints = NDArray[np.int64]
Step = tuple[int, int]
# A move with more powers than this gives its first ones, and those that turn one cycle alone.
MOST_POWERS = 64
FIRST_POWERS, MOST_ALONE = (1, 2, 3), 8
MOST_MOVES = 1_500
MOST_POSES = 60_000


@dataclass(frozen=True, eq=False)
class Tips:
    """An orbit that can wait until the end: layers of its own turn each slot and nothing else.

    Its slots always move together with slots of other orbits; `layers` are those of each slot.
    """

    orbit: ColoredOrbit
    layers: tuple[tuple[int, ...], ...]

    def steps(self, layers: Sequence[Permutation], state: Permutation) -> list[Step]:
        """The fewest turns of its own layers after which each slot looks right."""
        pieces, orientations = (row.tolist() for row in self.orbit.read(state.array))
        return [
            step
            for slot, (piece, start) in enumerate(zip(pieces, orientations, strict=True))
            for step in self._turned(slot, piece, start, layers)
        ]

    def _turned(
        self, slot: int, piece: int, start: int, layers: Sequence[Permutation]
    ) -> list[Step]:
        orbit, home = self.orbit, self.orbit.home
        made = {k: int(orbit.action(layers[k].array)[1][slot]) for k in self.layers[slot]}
        ways: dict[int, list[Step]] = {start: []}
        queue = [start]
        for turn in queue:
            look = orbit.orientations.times(home.orientations[piece], turn)
            if home.kinds[piece] == home.kinds[slot] and self._alike(slot, look):
                return ways[turn]
            for k, step in made.items():
                after = turn
                for power in range(1, layers[k].order):
                    after = orbit.orientations.times(after, step)
                    if after not in ways:
                        ways[after] = [*ways[turn], (k, power)]
                        queue.append(after)
        raise AssertionError("a slot that turns by itself cannot be turned home")

    def _alike(self, slot: int, turn: int) -> bool:
        """Whether the kind of piece that belongs in a slot looks right when turned so."""
        turns, home = self.orbit.orientations, self.orbit.home
        off = turns.times(turn, turns.inverse(home.orientations[slot]))
        return off in self.orbit.still[home.kinds[slot] or 0]


@dataclass(frozen=True, eq=False)
class Blueprint:
    """All that the kernel needs: orbits of slots with their looks, and the layers."""

    names: tuple[str, ...]
    layers: tuple[Permutation, ...]
    orbits: tuple[ColoredOrbit, ...]
    tips: tuple[Tips, ...]
    colors: Ints

    @classmethod
    def of(cls, moves: Mapping[str, Permutation], colors: Ints) -> "Blueprint":
        """The blueprint of layers that permute colored stickers."""
        layers = {name: move for name, move in moves.items() if not move.is_identity}
        arrays = [move.array for move in layers.values()]
        looks = colors.astype(np.uint16)
        orbits = [
            ColoredOrbit.colored(orbit, looks)
            for orbit in stabilizer_orbits(arrays, len(colors))
            if not orbit.is_fixed
        ]
        tips = _tips(orbits, arrays)
        waiting = {tip.orbit for tip in tips}
        kept = tuple(orbit for orbit in orbits if orbit not in waiting)
        return cls(tuple(layers), tuple(layers.values()), kept, tuple(tips), colors)

    @cached_property
    def turning(self) -> tuple[int, ...]:
        """The layers that turn more than a tip."""
        own = {layer for tips in self.tips for row in tips.layers for layer in row}
        return tuple(k for k in range(len(self.layers)) if k not in own)

    @cached_property
    def turns(self) -> tuple[Step, ...]:
        """All turns that the kernel makes, in the order in which it numbers them."""
        return tuple((k, power) for k in self.turning for power in _powers(self.layers[k]))

    @property
    def refusal(self) -> str | None:
        """Why the kernel cannot be asked; None if it can."""
        if len(self.turns) > MOST_MOVES:
            return f"there are {len(self.turns)} turns to choose from"
        if sum(orbit.size * orbit.orientations.order for orbit in self.orbits) > MOST_POSES:
            return "there are too many ways for pieces to sit in slots"
        return None

    def tables(self) -> GeneralTables:
        """The job that makes the tables."""
        return GeneralTables(
            slots=[orbit.size for orbit in self.orbits],
            turns=[orbit.orientations.order for orbit in self.orbits],
            layers=[self._carried(self.layers[k]).tolist() for k in self.turning],
            orders=[self.layers[k].order for k in self.turning],
            powers=[_powers(self.layers[k]) for k in self.turning],
            fits=[_fits(orbit, self.colors).tobytes() for orbit in self.orbits],
            coordinates=[
                (number, modulus, values)
                for number, orbit in enumerate(self.orbits)
                for modulus, *values in zip(orbit.seen_moduli, *self._rows(orbit), strict=True)
            ],
        )

    def _rows(self, orbit: ColoredOrbit) -> list[tuple[int, ...]]:
        return [orbit.coordinates(self.layers[k])[1] for k in self.turning]

    def _carried(self, move: Permutation) -> Ints:
        """Where a permutation of the stickers carries each pose."""
        made, begin = [], 0
        for orbit in self.orbits:
            turns = orbit.orientations
            slots, gained = orbit.action(move.array)
            rows = begin + slots[:, None] * turns.order + turns.products[:, gained].T
            made.append(rows.ravel())
            begin += rows.size
        return np.concatenate([*made, np.empty(0, dtype=np.int64)])

    def start(self, state: Permutation) -> tuple[list[int], list[int]]:
        """For each pose the solved pose of the piece that is there, and the coordinates."""
        to = self._carried(state)
        at = np.empty_like(to)
        at[to] = np.arange(len(to))
        return at.tolist(), [x for orbit in self.orbits for x in orbit.coordinates(state)[1]]

    def orbit_note(self, number: int) -> str:
        """What the pieces of an orbit are like, in words."""
        orbit = self.orbits[number]
        stickers = f"{orbit.width} sticker{'s' * (orbit.width > 1)} each"
        return f"{orbit.size} pieces of {stickers}"

    def last(self, state: Permutation) -> list[Step]:
        """The turns that bring the tips home."""
        return [step for tip in self.tips for step in tip.steps(self.layers, state)]

    def made(self, steps: Sequence[Step]) -> Permutation:
        """What steps do to the stickers."""
        factors = [self.layers[k] ** power for k, power in steps]
        return Permutation.product(factors, len(self.colors))


def _powers(move: Permutation) -> list[int]:
    """The powers of a move that are used: all, or if it has many a few that differ most.

    >>> two_and_three = Permutation.parse("(0 1)(2 3 4)", 5)
    >>> _powers(two_and_three)
    [1, 2, 3, 4, 5]
    >>> len(_powers(Permutation.parse("(0 1 2 3 4 5 6)(7 8 9 10 11 12 13 14 15 16 17)", 18)))
    10
    """
    order = move.order
    if order <= MOST_POWERS:
        return list(range(1, order))
    lengths = sorted({len(cycle) for cycle in move.cycles()})
    alone = [lcm(*(other for other in lengths if other != length)) for length in lengths]
    steps = [*FIRST_POWERS, *(power for power in alone[:MOST_ALONE] if power % order)]
    return sorted({power % order for step in steps for power in (step, -step)})


def _tips(orbits: Sequence[ColoredOrbit], layers: Sequence[Points]) -> list[Tips]:
    """The orbits that can wait, each of which follows one that cannot."""
    moved = [frozenset(np.flatnonzero(move != np.arange(len(move))).tolist()) for move in layers]
    found = [tips for orbit in orbits if (tips := _own_layers(orbit, layers, moved))]
    kept = [orbit for orbit in orbits if all(orbit is not tips.orbit for tips in found)]
    return [tips for tips in found if tips.orbit.size == 1 or _follows(tips.orbit, kept, layers)]


def _own_layers(
    orbit: ColoredOrbit, layers: Sequence[Points], moved: Sequence[frozenset[int]]
) -> Tips | None:
    """The orbit with its own layers, if these turn each slot in all ways and touch nothing else."""
    rows = []
    for slot, stickers in enumerate(orbit.slots.tolist()):
        own = [k for k, places in enumerate(moved) if places <= set(stickers)]
        made = {int(orbit.action(layers[k])[1][slot]) for k in own}
        if len(_generated(orbit, made)) < orbit.orientations.order:
            return None
        rows.append(tuple(own))
    return Tips(orbit, tuple(rows))


def _generated(orbit: ColoredOrbit, steps: set[int]) -> set[int]:
    reached, queue = {0}, [0]
    for turn in queue:
        fresh = {orbit.orientations.times(turn, step) for step in steps} - reached
        reached |= fresh
        queue += fresh
    return reached


def _follows(orbit: ColoredOrbit, others: Sequence[ColoredOrbit], layers: Sequence[Points]) -> bool:
    """Whether each slot of an orbit goes always with a slot of some other orbit."""
    orbits = [orbit, *others]
    begins = np.cumsum([0, *(orbit.size for orbit in orbits)])
    actions = [
        np.concatenate([
            begin + orbit.action(move)[0]
            for begin, orbit in zip(begins[:-1], orbits, strict=True)
        ]).astype(np.uint16)
        for move in layers
    ]  # fmt: skip
    labels = equal_stabilizers(actions, int(begins[-1]))
    return set(labels[: orbit.size].tolist()) <= set(labels[orbit.size :].tolist())


def _fits(orbit: SlotOrbit, colors: Ints) -> NDArray[np.uint8]:
    """For each pose as a place and each pose as a piece whether it looks right there."""
    shown = colors[orbit.poses].reshape(-1, orbit.width)
    _, looks = np.unique(shown, axis=0, return_inverse=True)
    looks = looks.reshape(-1)
    same: NDArray[np.bool_] = looks[:, None] == looks[None, :]
    return same.astype(np.uint8)
