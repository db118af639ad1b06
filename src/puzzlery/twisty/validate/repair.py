"""Repair: the least change by hand after which moves lead to a coloring.

First every orbit is given its own pieces, by as few new colors as possible; then pieces are turned
in place or swapped until the invariants hold; then, for the tied orbits, until a search succeeds.
A sticker with a new color costs one, and so does a piece that is turned, a swap of two, and a piece
whose colors are put in order. Whatever would cost less is tried or excluded before a repair is
called proven.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from puzzlery.twisty.structure.colored_orbit import Colors
from puzzlery.twisty.validate.change_effects import ChangeEffects, Value
from puzzlery.twisty.validate.piece_changes import PieceChange, swaps, turns
from puzzlery.twisty.validate.recoloring import Assembly, SlotRecoloring, assembled, restored

# Swaps and turns that are tried together where sums do not tell what is wrong: k of n changes are
# about n^k tries.
MOST_PIECE_CHANGES = 2
# How much more than the cheapest an assembly may cost and still be tried: a dearer one can need
# fewer swaps and turns. Each further step multiplies the number of assemblies.
MOST_SLACK = 1
# Work for the questions of one repair, counted as `SmallGroupSearch.work`: about half a second.
MOST_WORK = 300_000_000
Changes = tuple[SlotRecoloring | PieceChange, ...]


class Budget:
    """A test for reachable colorings that may be called a limited number of times.

    It may do a limited amount of work as well, as `work` counts it: a single question takes long in
    some groups.

    >>> budget = Budget(lambda colors: True, tries=1)
    >>> budget.reachable([]), budget.reachable([]), budget.is_spent
    (True, False, True)
    """

    def __init__(
        self,
        is_reachable: Callable[[Colors], bool],
        tries: int,
        work: Callable[[], int] = lambda: 0,
    ) -> None:
        self._ask, self.left, self._work = is_reachable, tries, work
        self._most_work = work() + MOST_WORK

    def reachable(self, colors: Colors) -> bool:
        """Whether a coloring is reachable; False once the tries are used up.

        >>> budget = Budget(lambda colors: True, tries=2)
        >>> [budget.reachable([]) for _ in range(3)]
        [True, True, False]
        """
        self.left = -1 if self._work() > self._most_work else self.left - 1
        return self.left >= 0 and self._ask(colors)

    @property
    def is_spent(self) -> bool:
        """Whether a question was answered with False because no tries were left.

        >>> budget = Budget(lambda colors: True, tries=1)
        >>> budget.reachable([]), budget.is_spent
        (True, False)
        """
        return self.left < 0


@dataclass(frozen=True, slots=True)
class ProposedRepair:
    """Changes that make a coloring reachable, the coloring then, and whether none are fewer.

    >>> import puzzlery
    >>> checker = puzzlery.puzzle("3x3x3").checker
    >>> flipped = checker.plan.solved.copy()
    >>> flipped[[7, 19]] = flipped[[19, 7]]
    >>> found = repaired(checker.effects, flipped, Budget(lambda colors: True, tries=9))
    >>> found.cost, found.proven
    (1, True)
    """

    changes: Changes
    colors: Colors
    proven: bool = False

    @property
    def cost(self) -> int:
        """The total cost of the changes.

        >>> paint = SlotRecoloring((0, 1), (1, 0), 2, "recolor", 0, (0, 0))
        >>> ProposedRepair((paint, paint), []).cost
        4
        """
        return sum(change.cost for change in self.changes)


def repaired(effects: ChangeEffects, colors: Colors, budget: Budget) -> ProposedRepair | None:
    """The fewest changes found that make a coloring reachable.

    >>> import puzzlery
    >>> checker = puzzlery.puzzle("3x3x3").checker
    >>> twisted = checker.plan.solved.copy()
    >>> twisted[[8, 9, 20]] = twisted[[9, 20, 8]]
    >>> found = repaired(checker.effects, twisted, Budget(lambda colors: True, tries=9))
    >>> len(found.changes), found.colors.tolist() == checker.plan.solved.tolist()
    (1, True)
    """
    mender = _Mender(effects, budget)
    best, is_least = None, False
    for slack in range(MOST_SLACK + 1):
        ways, sure = assembled(effects.plan, colors, slack)
        best = mender.best(ways)
        is_least = best is not None and best.cost <= sure + 1
        if is_least or best is None:
            break
    return best and replace(best, proven=is_least and mender.is_exact)


def replaced(effects: ChangeEffects, colors: Colors, budget: Budget) -> ProposedRepair | None:
    """New colors for the tied orbits, else for all, where no few changes repair the coloring.

    >>> import puzzlery
    >>> checker = puzzlery.puzzle("2x2x2").checker
    >>> white = checker.plan.solved * 0
    >>> found = replaced(checker.effects, white, Budget(lambda colors: True, tries=9))
    >>> found.cost, found.colors.tolist() == checker.plan.solved.tolist()
    (20, True)
    """
    plan, mender = effects.plan, _Mender(effects, budget)
    for orbits in (plan.tied, plan.orbits):
        paints, painted = restored(orbits, colors)
        way = assembled(plan, painted)[0][0]
        both = Assembly(way.cost, (*paints, *way.paints), way.colors)
        found = mender.summed(both)
        if found is not None:
            return found
    return None


class _Mender:
    """Turns and swaps for colorings with the right pieces, fewest first."""

    def __init__(self, effects: ChangeEffects, budget: Budget) -> None:
        self.plan, self.effects, self.budget = effects.plan, effects, budget
        self.is_exact = True

    def best(self, ways: Sequence[Assembly]) -> ProposedRepair | None:
        """The cheapest repair among some ways to assemble, which come cheapest first.

        What the invariants ask for is done first; only where that is not enough are single
        changes tried, and only if they would be cheaper than what is known.
        """
        best: ProposedRepair | None = None
        unsettled = []
        for way in ways:
            if best is None or way.cost < best.cost:
                found = self.summed(way)
                best = _cheaper(best, found)
                if found is None:
                    unsettled.append(way)
        for way in unsettled:
            room = MOST_PIECE_CHANGES if best is None else best.cost - way.cost - 1
            best = _cheaper(best, self._tried(way, room))
        return best

    def summed(self, way: Assembly) -> ProposedRepair | None:
        """The fewest changes that mend all invariants, if that is enough."""
        wanted, is_fewest = self.effects.fewest(self.effects.of(way.colors))
        self.is_exact &= is_fewest
        if wanted is None:
            return None
        done, changes = way.colors, list[PieceChange]()
        for choices in wanted:
            chosen = next(iter(choices(done)), None)
            if chosen is None:
                return None
            changes.append(chosen)
            done = chosen.applied(done)
        if not self.budget.reachable(done):
            self.is_exact &= not self.budget.is_spent
            return None
        return ProposedRepair((*way.paints, *changes), done)

    def _tried(self, way: Assembly, most: int) -> ProposedRepair | None:
        """A few changes, tried one after the other: one, else two."""
        if most > MOST_PIECE_CHANGES:
            self.is_exact, most = False, MOST_PIECE_CHANGES
        singles = sorted(self._singles(way.colors), key=lambda pair: -pair[0].gain)
        wanted = self.effects.undoing(self.effects.of(way.colors))
        for changes in chain(
            *(_summing(singles, k, wanted, self.effects) for k in range(1, most + 1))
        ):
            done = way.colors
            for change in changes:
                done = change.applied(done)
            if self.budget.reachable(done):
                return ProposedRepair((*way.paints, *changes), done)
            if self.budget.is_spent:
                self.is_exact = False
                return None
        return None

    def _singles(self, colors: Colors) -> Iterator[tuple[PieceChange, Value]]:
        """All changes of tied orbits, and one of each effect for a free orbit."""
        solved = self.plan.solved
        for orbit in self.plan.orbits:
            most = 1 if orbit in self.plan.free else None
            for change in swaps(orbit, solved, colors, most):
                yield change, self.effects.of_swap(orbit)
            for turn in range(1, orbit.orientations.order):
                for change in turns(orbit, solved, turn, colors)[:most]:
                    yield change, self.effects.of_turn(orbit, turn)


def _summing(
    singles: Sequence[tuple[PieceChange, Value]], count: int, wanted: Value, effects: ChangeEffects
) -> Iterator[tuple[PieceChange, ...]]:
    """Choices of so many changes whose effects add up to what is wanted."""
    for chosen in combinations(singles, count):
        if effects.total(value for _, value in chosen) == wanted:
            yield tuple(change for change, _ in chosen)


def _cheaper(best: ProposedRepair | None, other: ProposedRepair | None) -> ProposedRepair | None:
    if best is None or (other is not None and other.cost < best.cost):
        return other
    return best
