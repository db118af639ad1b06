"""The solver by phases: any puzzle that has a chain, anytime, near-optimal for small chains."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from random import Random

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter
from puzzlery.solve.moves.canonical import automaton
from puzzlery.solve.phases.alike import exchanges
from puzzlery.solve.phases.phase_chain import PhaseChain
from puzzlery.solve.phases.phase_tables import TableParts, chain_layouts, phase_table
from puzzlery.twisty.notation.alg import Alg
from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations

# Of so many states that look alike, the best few are solved.
ALIKE_TRIED = 400
ALIKE_KEPT = 6


@dataclass(frozen=True, eq=False)
class PhaseView:
    """A way to look at a state: under a symmetry, as its inverse, or with like pieces exchanged.

    Where moves alone can rotate the whole puzzle, it may also be `rotated` first.
    """

    permutation: Permutation
    symmetry: Permutation
    inverted: bool
    rotated: Alg = field(default_factory=Alg)


class PhaseSolver:
    """A chain of phases with its tables, ready to solve."""

    def __init__(
        self,
        chain: PhaseChain,
        *,
        threads: int = 1,
        progress: Reporter | None = None,
        timeout: Clock | None = None,
    ) -> None:
        self.chain = chain
        self.plan = _core.PhasePlan()
        self.table_bytes: list[int] = []
        for number, (parts, layouts) in enumerate(chain_layouts(chain)):
            self._add_phase(number, parts)
            used = 0
            for layout in layouts:
                table = phase_table(
                    parts, layout, threads=threads, progress=progress, timeout=timeout
                )
                table.add_to(self.plan)
                used += len(table.entries)
            self.table_bytes.append(used)

    def _add_phase(self, number: int, parts: TableParts) -> None:
        chain, phase, moves = self.chain, self.chain.phases[number], parts.moves
        known = {move: k for k, move in enumerate(chain.lattice.moves.permutations)}
        self.plan.add_phase(
            list(phase.coordinate.spaces),
            [move.data for move in moves],
            [known[move] for move in moves],
            list(parts.costs),
            [phase.goal.contains(move) for move in moves],
            automaton(moves),
            [swap.data for swap in exchanges(chain.puzzle, phase.moves.group)],
        )

    @cached_property
    def _turns(self) -> list[Permutation]:
        """A symmetry for each way in which the chain can lie in the puzzle."""
        seen: set[tuple[tuple[int, ...], ...]] = set()
        found = []
        lattice = self.chain.lattice
        for symmetry in lattice.symmetries:
            placed = tuple(lattice.image(symmetry, one.moves.steps) for one in self.chain.phases)
            if placed not in seen and lattice.moves.under(symmetry.inverse) is not None:
                seen.add(placed)
                found.append(symmetry.inverse)
        return found

    def views(self, state: Permutation) -> list[PhaseView]:
        """The ways to look at a state, all of which have solutions of the same lengths."""
        swaps = exchanges(self.chain.puzzle, self.chain.phases[0].moves.group)
        views: list[PhaseView] = []
        for symmetry in self._turns:
            if not swaps:
                views += self._rotated_views(state, symmetry)
            else:
                seen = _nearest(state, swaps, partial(self._bound, symmetry))
                views += [PhaseView(p.conjugate(symmetry), symmetry, False) for p in seen]
        return views

    def _rotated_views(self, state: Permutation, symmetry: Permutation) -> Iterator[PhaseView]:
        """The state and its inverse, after each rotation of the whole that moves can make."""
        for rotation, alg in self.rotations.items():
            turned = state * rotation
            yield PhaseView(turned.conjugate(symmetry), symmetry, False, alg)
            yield PhaseView(turned.inverse.conjugate(symmetry), symmetry, True, alg)

    @cached_property
    def rotations(self) -> dict[Permutation, Alg]:
        """The rotations of the whole puzzle that moves alone can make, as algs."""
        puzzle = self.chain.puzzle
        return {
            one.rotation: one.alg
            for one in puzzle_orientations(puzzle)
            if puzzle.group.contains(one.rotation)
        }

    def _bound(self, symmetry: Permutation, permutation: Permutation) -> int:
        return self.plan.bound(0, permutation.conjugate(symmetry).data)

    def search(
        self, views: Sequence[PhaseView], *, wanted: int, longest: int, enough: int, threads: int
    ) -> _core.PhaseSearch:
        """The search for solutions, not started yet."""
        starts = [view.permutation.data for view in views]
        return _core.PhaseSearch(self.plan, starts, wanted, longest, enough, threads)

    def word(self, view: PhaseView, moves: Iterable[int]) -> list[int]:
        """The moves that solve a state, from those that solve a view of it."""
        known = self.chain.lattice.moves
        carried = known.under(view.symmetry)
        assert carried is not None
        back = {to: k for k, to in enumerate(carried)}
        word = [back[move] for move in moves]
        return [known.inverses[move] for move in reversed(word)] if view.inverted else word


def _nearest(
    state: Permutation, swaps: Sequence[Permutation], bound: Callable[[Permutation], int]
) -> list[Permutation]:
    """Of many states that look alike, those that seem nearest to the first subgroup."""
    rng, tried, seen = Random(0), state, {state: bound(state)}
    for _ in range(ALIKE_TRIED):
        tried = swaps[rng.randrange(len(swaps))] * tried
        if tried not in seen:
            seen[tried] = bound(tried)
    return sorted(seen, key=lambda p: seen[p])[:ALIKE_KEPT]
