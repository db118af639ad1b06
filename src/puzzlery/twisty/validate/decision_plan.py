"""Decision plans: a puzzle's group taken apart, once, so that colorings are decided quickly.

Each orbit of slots could by itself do all of a wreath product W: arrange the pieces in any way and
turn each. Its *even* elements, those whose turns add up to nothing and whose arrangement is even,
make up a normal subgroup N. If N lies in the puzzle's group, the orbit is *free*: it speaks to the
rest only through its coordinates, the sum of turns and the parity. The other orbits are *tied*.
So the group divided by all N acts faithfully on the stickers of the tied orbits and on the
coordinates of the free ones, and that small group is searched.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.groups import PermGroup
from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors
from puzzlery.twisty.structure.slots import (
    Ints,
    SlotOrbit,
    joined_orbits,
    stabilizer_orbits,
)
from puzzlery.twisty.validate.coloring_search import SmallGroupSearch
from puzzlery.twisty.validate.invariants import Invariant, invariants

MOST_TURNS = 1_000


@dataclass(frozen=True, eq=False)
class DecisionPlan:
    """All that is needed to decide colorings: orbits, invariants, and a small group to search."""

    group: PermGroup
    solved: Colors
    free: tuple[ColoredOrbit, ...]
    tied: tuple[ColoredOrbit, ...]
    search: SmallGroupSearch

    @property
    def orbits(self) -> tuple[ColoredOrbit, ...]:
        """All orbits; the coordinates of the rules go through them in this order."""
        return self.free + self.tied

    @cached_property
    def order(self) -> int:
        """The order of the group."""
        return self.group.order

    @cached_property
    def fixed(self) -> Ints:
        """The stickers that no move carries away or turns."""
        still = [orbit.slots.ravel() for orbit in self.orbits if orbit.is_fixed]
        return np.concatenate([*still, np.empty(0, dtype=np.int64)])

    def misplaced(self, colors: Colors) -> int:
        """How many of the pieces that never leave their slot are not there."""
        fixed = self.fixed
        return int((colors[fixed] != self.solved[fixed]).sum()) + sum(
            orbit.look(colors).kinds[0] is None for orbit in self._turning_in_place
        )

    @cached_property
    def _turning_in_place(self) -> list[ColoredOrbit]:
        return [orbit for orbit in self.orbits if orbit.size == 1 < orbit.orientations.order]

    def alone(self, orbit: ColoredOrbit) -> "DecisionPlan":
        """The plan for the pieces of one orbit, as if there were no others."""
        if orbit not in self._alone:
            stickers = np.array(sorted(orbit.stickers))
            moves = [np.searchsorted(stickers, g.array[stickers]) for g in self.group.generators]
            group = PermGroup([Permutation(images) for images in moves], degree=len(stickers))
            self._alone[orbit] = prepare(group, self.solved[stickers].tolist())
        return self._alone[orbit]

    @cached_property
    def _alone(self) -> "dict[ColoredOrbit, DecisionPlan]":
        return {}

    @cached_property
    def rules(self) -> list[Invariant]:
        """The invariants of the moves that can be seen in a coloring."""
        moduli = [modulus for orbit in self.orbits for modulus in orbit.seen_moduli]
        if not moduli:
            return []
        moves = self.group.generators
        rows = [[x for orbit in self.orbits for x in orbit.coordinates(move)[1]] for move in moves]
        return invariants(moduli, rows)

    @cached_property
    def explanations(self) -> int | None:
        """The number of elements that show one reachable coloring: for all of them the same.

        An element that looks solved is: one of the small group that does, lifted in all ways to
        the coordinates that cannot be seen, times the lookalikes of each free orbit that have
        these coordinates. None if it is too much to count.
        """
        shown = self.search.lookalikes
        if shown is None:
            return None
        even = prod(orbit.arrangements // prod(orbit.moduli) for orbit in self.free)
        lifts = self.order // even // self.search.order
        hidden = prod(
            orbit.lookalikes * prod(orbit.seen_moduli) // prod(orbit.moduli) for orbit in self.free
        )
        return shown * lifts * hidden


def prepare(group: PermGroup, solved: Sequence[int]) -> DecisionPlan:
    """Take apart a group that acts on colored stickers."""
    colors = np.array(solved, dtype=np.uint16)
    moves = [move.array for move in group.generators]
    orbits = stabilizer_orbits(moves, group.degree)
    free = [orbit for orbit in orbits if is_free(orbit, group)]
    tied = [orbit for orbit in orbits if orbit not in free]
    joined = [orbit for orbit in joined_orbits(tied, moves, MOST_TURNS) if is_free(orbit, group)]
    done = frozenset(sticker for orbit in joined for sticker in orbit.stickers)
    tied = [orbit for orbit in tied if not orbit.stickers <= done]
    return _plan(group, colors, [*free, *joined], tied)


def _plan(
    group: PermGroup, colors: Colors, free: Sequence[SlotOrbit], tied: Sequence[SlotOrbit]
) -> DecisionPlan:
    stickers = sorted(sticker for orbit in tied for sticker in orbit.stickers)
    loose, bound = (
        tuple(ColoredOrbit.colored(orbit, colors) for orbit in kind) for kind in (free, tied)
    )
    return DecisionPlan(
        group, colors, loose, bound, SmallGroupSearch(group, loose, stickers, colors)
    )


def is_free(orbit: SlotOrbit, group: PermGroup) -> bool:
    """Whether all even elements of the orbit's wreath product lie in the group."""
    return all(group.contains(element) for element in _even_generators(orbit, group.degree))


def _even_generators(orbit: SlotOrbit, degree: int) -> Iterator[Permutation]:
    """Elements that generate the even ones: three pieces cycled, two turned against each other."""
    slots, turns = orbit.slots, orbit.orientations
    generators = [turns.number[g] for g in turns.generators if turns.number[g]]
    for third in range(2, orbit.size):
        yield _moved(slots[[0, 1, third]], slots[[1, third, 0]], degree)
    for other in range(1, orbit.size):
        for turn in generators:
            pair = slots[[0, other]]
            forth, back = turns.array[turn], turns.array[turns.inverse(turn)]
            yield _moved(pair, np.stack([pair[0][forth], pair[1][back]]), degree)
    for turn in turns.commutators():
        yield _moved(slots[0], slots[0][turns.array[turn]], degree)


def _moved(sources: Ints, targets: Ints, degree: int) -> Permutation:
    images = np.arange(degree, dtype=np.uint16)
    images[sources] = targets
    return Permutation._from_bytes(images.tobytes())
