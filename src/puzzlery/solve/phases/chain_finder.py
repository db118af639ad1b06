"""The chain finder: dynamic programming over subgroups of restricted moves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock
from puzzlery.errors import PuzzleryError
from puzzlery.groups import PermGroup
from puzzlery.solve.phases.alike import color_group
from puzzlery.solve.phases.coset_coordinate import NotNumbered, coset_coordinate
from puzzlery.solve.phases.growth import expected_length
from puzzlery.solve.phases.kept_pieces import kept_pieces
from puzzlery.solve.phases.move_subgroups import (
    MoveLattice,
    MoveSubgroup,
    Steps,
    is_within,
    phase_moves,
)
from puzzlery.solve.phases.phase_chain import Phase, PhaseChain
from puzzlery.twisty.model.puzzle import Puzzle

# Bytes for the tables of all phases together, if nothing else is said.
USUAL_MEMORY = 64 << 20
# A table keeps two cosets in a byte.
COSETS_PER_BYTE = 2
# With a table of a part of the cosets, a search visits about as many positions as there are cosets
# for each entry of the table. So many are visited in no time, or in a few seconds.
POSITIONS_IN_NO_TIME = 64
POSITIONS_IN_SECONDS = 400_000
# What a further phase costs in moves: the end of one and the start of the next do not fit.
HANDING_OVER = 0.5

Path = list[MoveSubgroup]


@dataclass(frozen=True)
class CosetBudget:
    """How many cosets a phase may have: `cosets`, or as many as `memory` makes searchable."""

    memory: int
    cosets: int | None
    positions: int = POSITIONS_IN_NO_TIME

    def allows(self, index: int, symmetries: int) -> bool:
        """Whether a phase of so many cosets fits.

        >>> CosetBudget(memory=1 << 20, cosets=None).allows(3_674_160, 1)
        True
        >>> CosetBudget(memory=1 << 20, cosets=1000).allows(3_674_160, 1)
        False
        """
        if self.cosets is not None:
            return index <= self.cosets
        return index // symmetries <= self.memory * COSETS_PER_BYTE * self.positions


def phases(
    puzzle: Puzzle,
    memory: int | None = None,
    cosets: int | None = None,
    *,
    timeout: float | Clock | None = None,
) -> PhaseChain:
    """The chain of least expected length whose phases fit the memory, in bytes.

    With `cosets`, a phase may have so many cosets whatever the memory. From permutations alone
    this finds Kociemba's domino reduction and Thistlethwaite's four phases. Where no chain fits,
    the last phase keeps as many pieces solved as fit, and the rest is left to the general solver.

    >>> from puzzlery.twisty.geometry import cube
    >>> [str(phase.moves) for phase in phases(cube(3)).phases]
    ['U D F B R L', 'U2 D2 F2 B2 R L']
    """
    check_budget(memory, cosets)
    key = (puzzle.fingerprint, memory, cosets)
    if key not in _chains:
        budget = CosetBudget(memory or USUAL_MEMORY, cosets)
        _chains[key] = _ChainFinder(puzzle, budget, Clock.of(timeout)).chain()
    return _chains[key]


_chains: dict[tuple[str, int | None, int | None], PhaseChain] = {}


def check_budget(memory: int | None, cosets: int | None) -> None:
    """Refuse a budget in which no phase fits.

    >>> check_budget(memory=0, cosets=None)
    Traceback (most recent call last):
    puzzlery.errors.PuzzleryError: memory must be a positive number of bytes, not 0
    """
    if memory is not None and memory <= 0:
        raise PuzzleryError(f"memory must be a positive number of bytes, not {memory}")
    if cosets is not None and cosets < 2:
        raise PuzzleryError(f"a phase needs at least 2 cosets, not {cosets}")


class _ChainFinder:
    """Dynamic programming from the small subgroups to the large ones."""

    def __init__(self, puzzle: Puzzle, budget: CosetBudget, clock: Clock) -> None:
        self.puzzle, self.budget, self.clock = puzzle, budget, clock
        self.lattice = MoveLattice(puzzle)
        self.classes = self.lattice.classes(clock)
        self.images = [self.lattice.images(one.steps) for one in self.classes]
        # Pairs whose cosets cannot be numbered.
        self.refused: set[tuple[MoveSubgroup, MoveSubgroup | None]] = set()
        self.color_groups: dict[MoveSubgroup, PermGroup] = {}

    def chain(self) -> PhaseChain:
        """A whole chain if there is one, for quick searches if possible; else a part of one."""
        usual = self.budget
        for positions in (POSITIONS_IN_NO_TIME, POSITIONS_IN_SECONDS):
            self.budget = CosetBudget(usual.memory, usual.cosets, positions)
            while (path := self._best_path()) is not None:
                found = self._built(path)
                if found is not None:
                    return found
        return self._part_of_a_chain()

    def _check_time(self) -> None:
        if self.clock.is_over:
            raise self.clock.timed_out("looking for a chain of subgroups")

    def _best_path(self) -> Path | None:
        """The subgroups of the best chain, from the whole puzzle on; the last solves it."""
        best: dict[MoveSubgroup, tuple[float, Path]] = {}
        for number in range(len(self.classes) - 1, -1, -1):
            self._check_time()
            one = self.classes[number]
            ways = [*self._final(one), *self._onward(number, best)]
            if ways:
                best[one] = min(ways, key=lambda way: way[0])
        found = best.get(self.classes[0])
        return None if found is None else found[1]

    def _final(self, one: MoveSubgroup) -> Iterator[tuple[float, Path]]:
        """Solve the puzzle within this subgroup."""
        if one.order == 1 or (one, None) in self.refused:
            return
        index = one.order // self._alike(one).order
        if self._allows(one, None, index):
            yield expected_length(index, one.growth), [one]

    def _onward(
        self, number: int, best: dict[MoveSubgroup, tuple[float, Path]]
    ) -> Iterator[tuple[float, Path]]:
        """Go on to a smaller subgroup that has a chain."""
        one = self.classes[number]
        for smaller in range(number + 1, len(self.classes)):
            other = self.classes[smaller]
            if other in best and self._leads(one, smaller):
                length = expected_length(one.order // other.order, one.growth)
                yield length + HANDING_OVER + best[other][0], [one, *best[other][1]]

    def _leads(self, one: MoveSubgroup, smaller: int) -> bool:
        """Whether there may be a phase from a subgroup to one of this class."""
        other = self.classes[smaller]
        if other.order == one.order or (one, other) in self.refused:
            return False
        index = one.order // other.order
        if not self.budget.allows(index, len(self.lattice.symmetries)):
            return False
        image = self._image_within(smaller, one)
        return image is not None and self._allows(one, self.lattice.closed(image), index)

    def _image_within(self, smaller: int, one: MoveSubgroup) -> Steps | None:
        return next((image for image in self.images[smaller] if is_within(image, one.steps)), None)

    def _allows(self, one: MoveSubgroup, other: MoveSubgroup | None, index: int) -> bool:
        if self.budget.allows(index, 1):
            return True
        steps = None if other is None else other.steps
        return self.budget.allows(index, len(keeping(self.lattice, one, steps)))

    def _alike(self, one: MoveSubgroup) -> PermGroup:
        if one not in self.color_groups:
            self.color_groups[one] = color_group(self.puzzle, one.group)
        return self.color_groups[one]

    def _built(self, path: Sequence[MoveSubgroup]) -> PhaseChain | None:
        """The chain with its coordinates; None if one of them cannot be numbered."""
        found = self._phases_of(path, [*path[1:], None])
        return None if found is None else self._chain_of(found)

    def _phases_of(
        self, path: Sequence[MoveSubgroup], goals: Sequence[MoveSubgroup | None]
    ) -> list[Phase] | None:
        """The phases from each subgroup to its goal, all placed within each other."""
        one, found = path[0], list[Phase]()
        for start, goal in zip(path, goals, strict=True):
            placed = None if goal is None else self._placed(goal, one)
            try:
                found.append(self._phase(one, placed))
            except NotNumbered:
                self.refused.add((start, goal))
                return None
            one = placed or one
        return found

    def _placed(self, smaller: MoveSubgroup, one: MoveSubgroup) -> MoveSubgroup:
        """A symmetric image of a subgroup that lies within another."""
        image = self._image_within(self.classes.index(smaller), one)
        assert image is not None
        return self.lattice.closed(image)

    def _phase(self, one: MoveSubgroup, other: MoveSubgroup | None) -> Phase:
        goal = self._alike(one) if other is None else other.group
        steps = None if other is None else other.steps
        index = one.order // goal.order
        moves = phase_moves(self.lattice, one)
        return Phase(
            one, goal, steps, (), index, expected_length(index, one.growth),
            tuple(keeping(self.lattice, one, steps)),
            coset_coordinate(one.group, goal, moves, timeout=self.clock),
        )  # fmt: skip

    def _chain_of(self, found: Sequence[Phase], *, has_rest: bool = False) -> PhaseChain:
        return PhaseChain(self.puzzle, self.lattice, tuple(found), self.budget.memory, has_rest)

    def _part_of_a_chain(self) -> PhaseChain:
        """Phases to the smallest subgroup that they reach, then one that keeps pieces solved."""
        while True:
            path = self._smallest_reached()
            found = self._phases_of(path[:-1], path[1:]) if len(path) > 1 else []
            if found is not None:
                break
        last = self._placed(path[-1], found[-1].moves) if found else path[-1]
        quick = CosetBudget(self.budget.memory, self.budget.cosets)
        kept = kept_pieces(self.lattice, last, lambda index: quick.allows(index, 1), self.clock)
        if kept is not None:
            found.append(kept)
        if not found:
            raise PuzzleryError(
                f"no phase of {self.puzzle.name} fits; more memory allows larger ones"
            )
        return self._chain_of(found, has_rest=True)

    def _smallest_reached(self) -> Path:
        """The subgroups on the way to the smallest one that phases reach."""
        ways: dict[MoveSubgroup, tuple[float, Path]] = {self.classes[0]: (0.0, [self.classes[0]])}
        for number, one in enumerate(self.classes):
            self._check_time()
            if one not in ways:
                continue
            for smaller in range(number + 1, len(self.classes)):
                other = self.classes[smaller]
                if other.order > 1 and self._leads(one, smaller):
                    length = ways[one][0] + log(one.order // other.order) / log(one.growth)
                    if other not in ways or length < ways[other][0]:
                        ways[other] = (length, [*ways[one][1], other])
        return ways[min(ways, key=lambda one: one.order)][1]


def keeping(
    lattice: MoveLattice, one: MoveSubgroup, steps: Steps | None, kept: Sequence[int] = ()
) -> list[Permutation]:
    """The symmetries that keep a subgroup and its goal; the identity comes first.

    >>> from puzzlery.twisty.geometry import cube
    >>> lattice = MoveLattice(cube(3))
    >>> len(keeping(lattice, lattice.whole, (1, 1, 2, 2, 2, 2)))
    16
    """
    if kept:
        return lattice.symmetries[:1]
    return [
        s
        for s in lattice.symmetries
        if lattice.keeps(s, one.steps) and (steps is None or lattice.keeps(s, steps))
    ]


def goal_of(
    lattice: MoveLattice, one: MoveSubgroup, steps: Steps | None, kept: Sequence[int]
) -> PermGroup:
    """The subgroup that a phase leads to.

    >>> from puzzlery.twisty.geometry import cube
    >>> lattice = MoveLattice(cube(2))
    >>> goal_of(lattice, lattice.whole, None, ()).order
    1
    """
    if kept:
        return one.group.stabilizer(kept)
    return color_group(lattice.puzzle, one.group) if steps is None else lattice.closed(steps).group
