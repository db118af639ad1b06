"""A puzzle as the general solver sees it: oriented slots, and layers that permute them.

An *oriented slot* is a slot together with an orientation of the piece in it. The model knows
nothing but permutations and labels of stickers; the shape of the puzzle plays no part.
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
# Of a move with more powers, the solver uses the first ones and those that turn one cycle alone: a
# move made of many cycles can have millions of powers, and every power is a turn to try.
MOST_POWERS = 64
FIRST_POWERS, MOST_SINGLE_CYCLE_POWERS = (1, 2, 3), 8
# Larger models go to the fallback. The first bound limits the time of tables, which combine turns
# to words; oriented slots must fit into 16 bits.
MOST_MOVES = 1_500
MOST_ORIENTED_SLOTS = 60_000


@dataclass(frozen=True, eq=False)
class TipOrbit:
    """An orbit that is solved last: layers of its own turn each slot and nothing else.

    The tips of a pyraminx are one. Each piece always moves together with a piece of another
    orbit. `layers` lists the layers of each slot.
    """

    orbit: ColoredOrbit
    layers: tuple[tuple[int, ...], ...]

    def steps(self, layers: Sequence[Permutation], state: Permutation) -> list[Step]:
        """The fewest turns of its own layers after which each slot looks solved."""
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
        """Whether the kind of piece that belongs in a slot looks solved when turned so."""
        turns, home = self.orbit.orientations, self.orbit.home
        off = turns.times(turn, turns.inverse(home.orientations[slot]))
        return off in self.orbit.still[home.kinds[slot] or 0]


@dataclass(frozen=True, eq=False)
class GeneralModel:
    """The input of the kernel: orbits of slots with labels of their stickers, and the layers.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> tetra = puzzle("pyraminx")
    >>> model = GeneralModel.of(tetra.moves, np.array(tetra.solved_colors))
    >>> len(model.orbits), len(model.tips)
    (2, 1)
    """

    names: tuple[str, ...]
    layers: tuple[Permutation, ...]
    orbits: tuple[ColoredOrbit, ...]
    tips: tuple[TipOrbit, ...]
    colors: Ints
    prices: tuple[tuple[int, ...], ...]  # of the powers of each layer

    @classmethod
    def of(
        cls,
        moves: Mapping[str, Permutation],
        colors: Ints,
        prices: Mapping[str, tuple[int, ...]] | None = None,
    ) -> "GeneralModel":
        """The model of layers that permute labeled stickers.

        `prices` are those of the powers of each layer, see `turn_powers`; else each turn costs 1.

        >>> swaps = {"a": Permutation([1, 0, 2]), "b": Permutation([0, 2, 1])}
        >>> [orbit.size for orbit in GeneralModel.of(swaps, np.arange(3)).orbits]
        [3]
        """
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
        costs = [
            prices[name] if prices else (1,) * len(turn_powers(layer))
            for name, layer in layers.items()
        ]
        return cls(tuple(layers), tuple(layers.values()), kept, tuple(tips), colors, tuple(costs))

    @cached_property
    def kernel_layers(self) -> tuple[int, ...]:
        """The layers that the kernel turns: all but those of tips.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> tetra = puzzle("pyraminx")
        >>> model = GeneralModel.of(tetra.moves, np.arange(tetra.degree))
        >>> " ".join(model.names[k] for k in range(8) if k not in model.kernel_layers)
        'u b r l'
        """
        own = {layer for tips in self.tips for row in tips.layers for layer in row}
        return tuple(k for k in range(len(self.layers)) if k not in own)

    @cached_property
    def turns(self) -> tuple[Step, ...]:
        """All moves of the kernel as (layer, power), in the order of their numbers.

        >>> layers = {"a": Permutation([1, 2, 0, 3]), "b": Permutation([0, 1, 3, 2])}
        >>> GeneralModel.of(layers, np.arange(4)).turns
        ((0, 1), (0, 2), (1, 1))
        """
        return tuple(
            (k, power) for k in self.kernel_layers for power in turn_powers(self.layers[k])
        )

    @property
    def is_priced_alike(self) -> bool:
        """Whether every turn costs 1.

        >>> GeneralModel.of({"a": Permutation([1, 2, 0])}, np.arange(3)).is_priced_alike
        True
        """
        return all(price == 1 for row in self.prices for price in row)

    @property
    def refusal(self) -> str | None:
        """The reason why the kernel cannot take the model; None if it can.

        >>> GeneralModel.of({"a": Permutation([1, 2, 3, 0])}, np.arange(4)).refusal is None
        True
        """
        if len(self.turns) > MOST_MOVES:
            return f"there are {len(self.turns)} turns to choose from"
        if (
            sum(orbit.size * orbit.orientations.order for orbit in self.orbits)
            > MOST_ORIENTED_SLOTS
        ):
            return "its pieces have too many orientations and slots"
        return None

    def tables(self) -> GeneralTables:
        """The job that builds the tables.

        >>> from puzzlery.core.progress import drive
        >>> from puzzlery.twisty.catalog import puzzle
        >>> model = GeneralModel.of(puzzle("2x2x2").moves, np.arange(24))
        >>> drive(model.tables()).costs()[0][0]  # moves of the shortest 3-cycle of corners
        8
        """
        return GeneralTables(
            slots=[orbit.size for orbit in self.orbits],
            orientations=[orbit.orientations.order for orbit in self.orbits],
            layers=[self._images(self.layers[k]).tolist() for k in self.kernel_layers],
            orders=[self.layers[k].order for k in self.kernel_layers],
            powers=[turn_powers(self.layers[k]) for k in self.kernel_layers],
            prices=[list(self.prices[k]) for k in self.kernel_layers],
            fits=[_fits(orbit, self.colors).tobytes() for orbit in self.orbits],
            coordinates=[
                (number, modulus, values)
                for number, orbit in enumerate(self.orbits)
                if orbit.seen_moduli
                for modulus, *values in zip(orbit.seen_moduli, *self._rows(orbit), strict=True)
            ],
        )

    def _rows(self, orbit: ColoredOrbit) -> list[tuple[int, ...]]:
        return [orbit.coordinates(self.layers[k])[1] for k in self.kernel_layers]

    def _images(self, move: Permutation) -> Ints:
        """The image of each oriented slot under a permutation of the stickers."""
        made, begin = [], 0
        for orbit in self.orbits:
            turns = orbit.orientations
            slots, gained = orbit.action(move.array)
            rows = begin + slots[:, None] * turns.order + turns.products[:, gained].T
            made.append(rows.ravel())
            begin += rows.size
        return np.concatenate([*made, np.empty(0, dtype=np.int64)])

    def start(self, state: Permutation) -> tuple[list[int], list[int]]:
        """The piece in each oriented slot, and the coordinates.

        >>> layers = {"a": Permutation([1, 2, 0, 3]), "b": Permutation([0, 1, 3, 2])}
        >>> GeneralModel.of(layers, np.arange(4)).start(Permutation([1, 2, 0, 3]))[0]
        [2, 0, 1, 3]
        """
        to = self._images(state)
        at = np.empty_like(to)
        at[to] = np.arange(len(to))
        return at.tolist(), [x for orbit in self.orbits for x in orbit.coordinates(state)[1]]

    def orbit_note(self, number: int) -> str:
        """A description of the pieces of an orbit.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> GeneralModel.of(puzzle("2x2x2").moves, np.arange(24)).orbit_note(0)
        '8 pieces of 3 stickers each'
        """
        orbit = self.orbits[number]
        stickers = f"{orbit.width} sticker{'s' * (orbit.width > 1)} each"
        return f"{orbit.size} pieces of {stickers}"

    def tip_steps(self, state: Permutation) -> list[Step]:
        """The turns that solve the tips.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> tetra = puzzle("pyraminx")
        >>> model = GeneralModel.of(tetra.moves, np.arange(tetra.degree))
        >>> [(model.names[k], power) for k, power in model.tip_steps(tetra.permutation("u"))]
        [('u', 2)]
        """
        return [step for tip in self.tips for step in tip.steps(self.layers, state)]

    def effect(self, steps: Sequence[Step]) -> Permutation:
        """The permutation of the stickers by steps one after the other.

        >>> turn = Permutation([1, 2, 3, 0])
        >>> GeneralModel.of({"a": turn}, np.arange(4)).effect([(0, 1), (0, 2)]) == turn**3
        True
        """
        factors = [self.layers[k] ** power for k, power in steps]
        return Permutation.product(factors, len(self.colors))


def turn_powers(move: Permutation) -> list[int]:
    """The powers of a move that the solver uses: all, or a few if there are many.

    >>> two_and_three = Permutation.parse("(0 1)(2 3 4)", 5)
    >>> turn_powers(two_and_three)
    [1, 2, 3, 4, 5]
    >>> len(turn_powers(Permutation.parse("(0 1 2 3 4 5 6)(7 8 9 10 11 12 13 14 15 16 17)", 18)))
    10
    """
    order = move.order
    if order <= MOST_POWERS:
        return list(range(1, order))
    lengths = sorted({len(cycle) for cycle in move.cycles()})
    alone = [lcm(*(other for other in lengths if other != length)) for length in lengths]
    steps = [*FIRST_POWERS, *(power for power in alone[:MOST_SINGLE_CYCLE_POWERS] if power % order)]
    return sorted({power % order for step in steps for power in (step, -step)})


def _tips(orbits: Sequence[ColoredOrbit], layers: Sequence[Points]) -> list[TipOrbit]:
    """The tip orbits: each of their pieces always moves together with one of another orbit."""
    moved = [frozenset(np.flatnonzero(move != np.arange(len(move))).tolist()) for move in layers]
    found = [tips for orbit in orbits if (tips := _own_layers(orbit, layers, moved))]
    waiting = {tips.orbit for tips in found}
    others = _actions([orbit for orbit in orbits if orbit not in waiting], layers)
    return [
        tips
        for tips in found
        if tips.orbit.size == 1 or _moves_with_others(tips.orbit, others, layers)
    ]


def _own_layers(
    orbit: ColoredOrbit, layers: Sequence[Points], moved: Sequence[frozenset[int]]
) -> TipOrbit | None:
    """The orbit with its own layers, if these turn each slot in all ways and touch nothing else."""
    rows = []
    for slot, stickers in enumerate(orbit.slots.tolist()):
        own = [k for k, places in enumerate(moved) if places <= set(stickers)]
        made = {int(orbit.action(layers[k])[1][slot]) for k in own}
        if len(_generated(orbit, made)) < orbit.orientations.order:
            return None
        rows.append(tuple(own))
    return TipOrbit(orbit, tuple(rows))


def _generated(orbit: ColoredOrbit, steps: set[int]) -> set[int]:
    reached, queue = {0}, [0]
    for turn in queue:
        fresh = {orbit.orientations.times(turn, step) for step in steps} - reached
        reached |= fresh
        queue += fresh
    return reached


def _actions(orbits: Sequence[ColoredOrbit], layers: Sequence[Points]) -> list[Ints]:
    """For each layer where it carries the slots of all orbits, numbered one after the other."""
    begins = np.cumsum([0, *(orbit.size for orbit in orbits)])
    none = np.empty(0, dtype=np.int64)
    return [
        np.concatenate([
            none,
            *(begin + orbit.action(move)[0] for begin, orbit in zip(begins, orbits, strict=False)),
        ])
        for move in layers
    ]  # fmt: skip


def _moves_with_others(
    orbit: ColoredOrbit, others: Sequence[Ints], layers: Sequence[Points]
) -> bool:
    """Whether each slot of an orbit goes always with a slot of some other orbit.

    `others` tells for each layer where it carries the slots of the other orbits.
    """
    actions = [
        np.concatenate([own, orbit.size + other]).astype(np.uint16)
        for own, other in zip(_actions([orbit], layers), others, strict=True)
    ]
    labels = equal_stabilizers(actions, len(actions[0]))
    return set(labels[: orbit.size].tolist()) <= set(labels[orbit.size :].tolist())


def _fits(orbit: SlotOrbit, colors: Ints) -> NDArray[np.uint8]:
    """For each place and piece, both oriented slots, whether the piece looks solved there."""
    shown = colors[orbit.oriented_slots].reshape(-1, orbit.width)
    _, looks = np.unique(shown, axis=0, return_inverse=True)
    looks = looks.reshape(-1)
    same: NDArray[np.bool_] = looks[:, None] == looks[None, :]
    return same.astype(np.uint8)
