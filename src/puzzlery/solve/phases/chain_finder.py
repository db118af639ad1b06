"""The chain finder: dynamic programming over subgroups of restricted moves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from puzzlery.core.progress import Clock
from puzzlery.errors import PuzzleryError, Stopped
from puzzlery.groups import PermGroup
from puzzlery.solve.phases.alike import color_group, most_exchanges
from puzzlery.solve.phases.coset_coordinate import NotNumbered, coset_coordinate
from puzzlery.solve.phases.coset_text import read_parts, written_parts
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
from puzzlery.solve.phases.phase_tables import parts_of_phase
from puzzlery.solve.phases.subgroup_pairs import SubgroupPair, SubgroupPairs, keeping
from puzzlery.twisty.model.puzzle import Puzzle

# Bytes for the tables of all phases together, if nothing else is said.
USUAL_MEMORY = 64 << 20
# A table keeps two cosets in a byte.
COSETS_PER_BYTE = 2
# With a table of a part of the cosets, a search visits about as many positions as there are cosets
# for each entry of the table. So many are visited in no time, or in a few seconds.
POSITIONS_IN_NO_TIME = 64
POSITIONS_IN_SECONDS = 400_000
# The same with the tables that the cosets' parts really allow. Several tables know more than the
# largest alone: with 1.8 million cosets for each entry of it, a kilominx has an answer in 0.4 s.
# With 200 million, a megaminx had none after 40 s.
MOST_POSITIONS = 4_000_000
# What a further phase costs in moves: the end of one and the start of the next do not fit.
HANDING_OVER = 0.5
# Searches that were stopped, and may go on in the same process.
MOST_UNFINISHED = 2
# After so many chains with a phase that cannot be numbered, no further ones of this kind are tried.
MOST_REFUSED = 8

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
    return finish(ChainFinder.of(puzzle, memory, cosets), Clock.of(timeout))


def finish(finder: "ChainFinder", clock: Clock) -> PhaseChain:
    """The chain that a finder finds; if it is stopped, it is kept for the next call.

    >>> from puzzlery.twisty.geometry import cube
    >>> finish(ChainFinder.of(cube(2), None, None), Clock(None)).indices
    (3674160,)
    """
    puzzle, budget = finder.puzzle, finder.given
    try:
        return finder.chain(clock)
    except Stopped:
        for oldest in list(_unfinished)[: 1 + len(_unfinished) - MOST_UNFINISHED]:
            del _unfinished[oldest]
        _unfinished[puzzle, budget] = finder
        raise


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


class ChainFinder:
    """Dynamic programming from the small subgroups to the large ones.

    A search that was stopped begins anew with the groups and coordinates that it has computed, so
    that it finds the same chain as one that was not. `written` is what another process needs for
    that: the coordinates, which take most of the time.
    """

    def __init__(self, puzzle: Puzzle, budget: CosetBudget) -> None:
        self.puzzle, self.budget, self.clock = puzzle, budget, Clock(None)
        self.given = budget
        self.lattice = MoveLattice(puzzle)
        # Pairs whose cosets cannot be numbered: those that this search has met so far.
        self.refused: set[tuple[MoveSubgroup, MoveSubgroup | None]] = set()
        self.numbered: dict[tuple[MoveSubgroup, MoveSubgroup | None], Phase | NotNumbered] = {}
        self.color_groups: dict[MoveSubgroup, PermGroup] = {}
        # The same as plain data, by steps: what was numbered here or by another process.
        self.written: dict[tuple[Steps, Steps | None], dict[str, Any]] = {}

    @classmethod
    def of(cls, puzzle: Puzzle, memory: int | None, cosets: int | None) -> "ChainFinder":
        """The finder that was stopped before, or a new one.

        >>> from puzzlery.twisty.geometry import cube
        >>> ChainFinder.of(cube(2), None, 100).given.cosets
        100
        """
        check_budget(memory, cosets)
        budget = CosetBudget(memory or USUAL_MEMORY, cosets)
        return _unfinished.pop((puzzle, budget), None) or cls(puzzle, budget)

    @cached_property
    def pairs(self) -> SubgroupPairs:
        """All pairs of subgroups."""
        return SubgroupPairs(self.lattice, self.clock)

    @property
    def classes(self) -> list[MoveSubgroup]:
        """One subgroup of each class of symmetric ones."""
        return self.pairs.classes

    def chain(self, clock: Clock) -> PhaseChain:
        """A whole chain if there is one, for quick searches if possible; else a part of one."""
        self.clock = clock
        self.refused.clear()
        for positions in (POSITIONS_IN_NO_TIME, POSITIONS_IN_SECONDS):
            self.budget = CosetBudget(self.budget.memory, self.budget.cosets, positions)
            for _ in range(MOST_REFUSED):
                path = self._best_path()
                if path is None:
                    break
                found = self._built(path)
                if found is not None:
                    return found
        return self._part_of_a_chain()

    def _check_time(self) -> None:
        if self.clock.is_over:
            raise self.clock.timed_out("looking for a chain of subgroups")

    def _best_path(self) -> Path | None:
        """The subgroups of the best chain, from the whole puzzle on; the last solves it."""
        best: dict[int, tuple[float, Path]] = {}
        for number in range(len(self.classes) - 1, -1, -1):
            self._check_time()
            ways = [*self._final(self.classes[number]), *self._onward(number, best)]
            if ways:
                best[number] = min(ways, key=lambda way: way[0])
        found = best.get(0)
        return None if found is None else found[1]

    def _final(self, one: MoveSubgroup) -> Iterator[tuple[float, Path]]:
        """Solve the puzzle within this subgroup."""
        if one.order == 1 or (one, None) in self.refused:
            return
        # The order of the exchanges is bounded before it is computed.
        least = one.order // self._most_alike
        if not self.budget.allows(least, len(self.lattice.symmetries)):
            return
        index = one.order // self._alike(one).order
        if self._allows(one, None, index):
            yield expected_length(index, one.growth), [one]

    @cached_property
    def _most_alike(self) -> int:
        return most_exchanges(self.puzzle, self.lattice.whole.group)

    def _onward(
        self, number: int, best: dict[int, tuple[float, Path]]
    ) -> Iterator[tuple[float, Path]]:
        """Go on to a smaller subgroup that has a chain."""
        one = self.classes[number]
        for pair in self.pairs.from_class(number):
            if pair.smaller in best and self._leads(one, pair):
                length = expected_length(pair.index, one.growth)
                after, path = best[pair.smaller]
                yield length + HANDING_OVER + after, [one, *path]

    def _leads(self, one: MoveSubgroup, pair: SubgroupPair) -> bool:
        """Whether there may be a phase between the subgroups of a pair."""
        if not self.budget.allows(pair.index, len(self.lattice.symmetries)):
            return False
        if (one, self.classes[pair.smaller]) in self.refused:
            return False
        return self.budget.allows(pair.index, 1) or self.budget.allows(
            pair.index, self.pairs.symmetries_of(one, pair)
        )

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
        images = self.lattice.images(smaller.steps)
        return self.lattice.closed(next(i for i in images if is_within(i, one.steps)))

    def _phase(self, one: MoveSubgroup, other: MoveSubgroup | None) -> Phase:
        """The phase between two subgroups; several chains may have it."""
        if (one, other) not in self.numbered:
            key = (one.steps, None if other is None else other.steps)
            try:
                found = self._numbered(one, other, self.written.get(key, {}))
                self.written[key] = {"parts": written_parts(found.coordinate)}
                self.numbered[one, other] = found
            except NotNumbered as fault:
                self.written[key] = {"refused": str(fault)}
                self.numbered[one, other] = fault
        found_or_not = self.numbered[one, other]
        if isinstance(found_or_not, NotNumbered):
            raise found_or_not
        return found_or_not

    def _numbered(
        self, one: MoveSubgroup, other: MoveSubgroup | None, known: Mapping[str, Any]
    ) -> Phase:
        if "refused" in known:
            raise NotNumbered(known["refused"])
        goal = self._alike(one) if other is None else other.group
        steps = None if other is None else other.steps
        index = one.order // goal.order
        moves = phase_moves(self.lattice, one)
        if "parts" in known:
            coordinate = read_parts(known["parts"], moves, index, self.clock)
        else:
            coordinate = coset_coordinate(one.group, goal, moves, timeout=self.clock)
        phase = Phase(
            one, goal, steps, (), index, expected_length(index, one.growth),
            tuple(keeping(self.lattice, one, steps)), coordinate,
        )  # fmt: skip
        if "parts" not in known and index > MOST_POSITIONS * self._largest_table(phase):
            raise NotNumbered(
                f"tables of {self.budget.memory} bytes are too small for {index} cosets"
            )
        return phase

    def _largest_table(self, phase: Phase) -> int:
        """The number of cosets that the best table of a phase tells apart."""
        if phase.index <= MOST_POSITIONS * max(phase.coordinate.sizes):
            return max(phase.coordinate.sizes)
        self._check_time()
        parts = parts_of_phase(self.lattice, phase)
        return max(parts.size(sorted(one.parts)) for one in parts.layouts(self.budget.memory))

    def _chain_of(self, found: Sequence[Phase], *, has_rest: bool = False) -> PhaseChain:
        return PhaseChain(self.puzzle, self.lattice, tuple(found), self.budget.memory, has_rest)

    def _part_of_a_chain(self) -> PhaseChain:
        """Phases to the smallest subgroup that they reach, then one that keeps pieces solved."""
        # A rest is left anyway: phases that take seconds would only delay it.
        self.budget = CosetBudget(self.budget.memory, self.budget.cosets)
        found, path = list[Phase](), [self.classes[0]]
        for _ in range(MOST_REFUSED):
            tried = self._smallest_reached()
            phases = self._phases_of(tried[:-1], tried[1:]) if len(tried) > 1 else []
            if phases is not None:
                found, path = phases, tried
                break
        last = self._placed(path[-1], found[-1].moves) if found else path[-1]
        kept = kept_pieces(
            self.lattice, last, lambda index: self.budget.allows(index, 1), self.clock
        )
        if kept is not None:
            found.append(kept)
        if not found:
            raise PuzzleryError(
                f"no phase of {self.puzzle.name} fits; more memory allows larger ones"
            )
        return self._chain_of(found, has_rest=True)

    def _smallest_reached(self) -> Path:
        """The subgroups on the way to the smallest one that phases reach."""
        ways: dict[int, tuple[float, Path]] = {0: (0.0, [self.classes[0]])}
        for number, one in enumerate(self.classes):
            self._check_time()
            if number not in ways:
                continue
            for pair in self.pairs.from_class(number):
                other = self.classes[pair.smaller]
                if other.order > 1 and self._leads(one, pair):
                    length = ways[number][0] + expected_length(pair.index, one.growth)
                    if pair.smaller not in ways or length < ways[pair.smaller][0]:
                        ways[pair.smaller] = (length, [*ways[number][1], other])
        # The classes are sorted, the largest first.
        return ways[max(ways)][1]


_unfinished: dict[tuple[Puzzle, CosetBudget], ChainFinder] = {}


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
