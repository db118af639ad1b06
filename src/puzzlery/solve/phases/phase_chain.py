"""Phase chains: the subgroups of a multi-phase solver, found by machine for any puzzle."""

from dataclasses import dataclass
from functools import cached_property

from puzzlery.core.permutation import Permutation
from puzzlery.groups import PermGroup
from puzzlery.solve.phases.coset_coordinate import CosetCoordinate
from puzzlery.solve.phases.move_subgroups import MoveLattice, MoveSubgroup, Steps
from puzzlery.twisty.model.puzzle import Puzzle


@dataclass(frozen=True, eq=False)
class Phase:
    """One phase: moves of a group that lead to a smaller one.

    `goal` is the smaller group. `goal_steps` are its moves, or None if it is not made of moves;
    `kept` are stickers that it then keeps in place. `index` is the number of its cosets, `expected`
    the length of the phase that canonical sequences let expect. `symmetries` are those of the
    puzzle that keep both groups.

    >>> from puzzlery.solve.phases.chain_finder import phases
    >>> from puzzlery.twisty.geometry import cube
    >>> first = phases(cube(3)).phases[0]
    >>> print(first.aim, first.index, len(first.symmetries))
    U2 D2 F2 B2 R L 2217093120 16
    """

    moves: MoveSubgroup
    goal: PermGroup
    goal_steps: Steps | None
    kept: tuple[int, ...]
    index: int
    expected: float
    symmetries: tuple[Permutation, ...]
    coordinate: CosetCoordinate

    @property
    def aim(self) -> str:
        """What the phase leads to: the moves of the smaller group, pieces, or the solved puzzle."""
        if self.goal_steps is not None:
            return str(MoveSubgroup(self.moves.puzzle, self.goal_steps, self.goal))
        return f"{len(self.kept)} pieces solved" if self.kept else "solved"


@dataclass(frozen=True, eq=False)
class PhaseChain:
    """The phases of a puzzle; `has_rest` if the general solver must finish what they leave.

    >>> from puzzlery.solve.phases.chain_finder import phases
    >>> from puzzlery.twisty.geometry import cube
    >>> chain = phases(cube(3), cosets=100_000_000)
    >>> for phase in chain.phases:
    ...     print(f"{phase.index:>9,}  {phase.moves}")
        2,048  U D F B R L
    1,082,565  U2 D2 F B R L
       29,400  U2 D2 F2 B2 R L
      663,552  U2 D2 F2 B2 R2 L2
    """

    puzzle: Puzzle
    lattice: MoveLattice
    phases: tuple[Phase, ...]
    memory: int
    has_rest: bool = False

    @property
    def expected(self) -> float:
        """The expected length of a solution: the sum over the phases."""
        return sum(phase.expected for phase in self.phases)

    @property
    def indices(self) -> tuple[int, ...]:
        """The numbers of cosets of the phases.

        >>> from puzzlery.solve.phases.chain_finder import phases
        >>> from puzzlery.twisty.geometry import cube
        >>> phases(cube(3), cosets=3_000_000_000).indices
        (2217093120, 29400, 663552)
        """
        return tuple(phase.index for phase in self.phases)

    @cached_property
    def key(self) -> str:
        """The chain as text: the moves of each phase and what they aim at."""
        return "; ".join(f"{phase.moves} > {phase.aim}" for phase in self.phases)

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """The symmetries of the puzzle that keep all subgroups of the chain."""
        first, *others = (phase.symmetries for phase in self.phases)
        return tuple(s for s in first if all(s in other for other in others))
