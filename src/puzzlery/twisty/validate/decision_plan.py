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
from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors, coordinate_rows
from puzzlery.twisty.structure.slots import (
    Ints,
    SlotOrbit,
    joined_orbits,
    stabilizer_orbits,
)
from puzzlery.twisty.validate.coloring_search import SmallGroupSearch
from puzzlery.twisty.validate.invariants import Invariant, invariants

# Orientations of joined slots. A group of orientations is listed element by element; the clock has
# the most of the catalogue, 12.
MOST_TURNS = 1_000


@dataclass(frozen=True, eq=False)
class DecisionPlan:
    """All that is needed to decide colorings: orbits, invariants, and a small group to search.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("skewb").checker.plan
    >>> [orbit.size for orbit in plan.free], [orbit.size for orbit in plan.tied]
    ([6, 1], [3, 4])
    """

    group: PermGroup
    solved: Colors
    free: tuple[ColoredOrbit, ...]
    tied: tuple[ColoredOrbit, ...]
    search: SmallGroupSearch

    @property
    def orbits(self) -> tuple[ColoredOrbit, ...]:
        """All orbits; the coordinates of the rules go through them in this order.

        >>> import puzzlery
        >>> [orbit.size for orbit in puzzlery.puzzle("3x3x3").checker.plan.orbits]
        [8, 12, 1]
        """
        return self.free + self.tied

    @cached_property
    def order(self) -> int:
        """The order of the group: the number of its elements.

        >>> import puzzlery
        >>> f"{puzzlery.puzzle('3x3x3').checker.plan.order:,}"
        '43,252,003,274,489,856,000'
        """
        return self.group.order

    @cached_property
    def fixed(self) -> Ints:
        """The stickers that no basis move carries away or turns.

        >>> import puzzlery
        >>> puzzlery.puzzle("3x3x3").checker.plan.fixed.tolist()  # the centers
        [4, 13, 22, 31, 40, 49]
        """
        still = [orbit.slots.ravel() for orbit in self.orbits if orbit.is_fixed]
        return np.concatenate([*still, np.empty(0, dtype=np.int64)])

    def misplaced(self, colors: Colors) -> int:
        """How many stickers and pieces that never leave their place are missing there.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> turned = np.array(cube.apply("M").coloring.picks, dtype=np.uint16)
        >>> cube.checker.plan.misplaced(turned)  # M carries four centers away
        4
        """
        fixed = self.fixed
        return int((colors[fixed] != self.solved[fixed]).sum()) + sum(
            orbit.look(colors).kinds[0] is None for orbit in self._turning_in_place
        )

    @cached_property
    def _turning_in_place(self) -> list[ColoredOrbit]:
        return [orbit for orbit in self.orbits if orbit.size == 1 < orbit.orientations.order]

    def alone(self, orbit: ColoredOrbit) -> "DecisionPlan":
        """The plan for the pieces of one orbit, as if there were no others.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("3x3x3").checker.plan
        >>> plan.alone(plan.orbits[0]).order  # corners: 8! arrangements, 3^7 twists
        88179840
        """
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
        """The invariants of the moves that can be seen in a coloring.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("2x2x2").checker.plan
        >>> [rule.modulus for rule in plan.rules]  # the twists of all corners add up to 0 modulo 3
        [3]
        """
        moduli = [modulus for orbit in self.orbits for modulus in orbit.seen_moduli]
        if not moduli:
            return []
        moves = self.group.generators
        rows = [[x for _, seen in row for x in seen] for row in coordinate_rows(self.orbits, moves)]
        return invariants(moduli, rows)

    @cached_property
    def explanations(self) -> int | None:
        """The number of elements that show one reachable coloring: for all of them the same.

        An element that looks solved is: one of the small group that does, lifted in all ways to
        the coordinates that cannot be seen, times the lookalikes of each free orbit that have
        these coordinates. None if it is too much to count.

        >>> import puzzlery
        >>> [puzzlery.puzzle(name).checker.plan.explanations for name in ("3x3x3", "4x4x4")]
        [1, 95551488]
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
    """Analyse a group that acts on colored stickers.

    >>> rings = PermGroup([Permutation([1, 2, 0, 3]), Permutation([0, 2, 3, 1])])
    >>> plan = prepare(rings, [0, 1, 2, 3])
    >>> plan.order, plan.rules  # even permutations only
    (12, [Invariant(weights=(1,), modulus=2)])
    """
    colors = np.array(solved, dtype=np.uint16)
    moves = [move.array for move in group.generators]
    orbits = stabilizer_orbits(moves, group.degree)
    known = group.freely_arranged()
    free: list[SlotOrbit] = []
    tied: list[SlotOrbit] = []
    for orbit in orbits:
        arranged = orbit.orientations.order == 1 and known[orbit.slots[:, 0]].all()
        (free if arranged or is_free(orbit, group) else tied).append(orbit)
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
    """Whether all even elements of the orbit's wreath product lie in the group.

    >>> import puzzlery
    >>> group = puzzlery.puzzle("skewb").group
    >>> orbits = stabilizer_orbits([move.array for move in group.generators], group.degree)
    >>> [(orbit.size, is_free(orbit, group)) for orbit in orbits]
    [(3, False), (4, False), (6, True), (1, True)]
    """
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
