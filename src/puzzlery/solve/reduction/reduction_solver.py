"""Solving by reduction: the kernel reduces the puzzle, two-phase solves the 3x3x3 that is left."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache

from puzzlery import _core
from puzzlery.core import work_clock
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Report, Reporter
from puzzlery.solve.cube3 import twophase
from puzzlery.solve.cube3.numbering import alg_of, pieces
from puzzlery.solve.general.priced_layers import PricedLayer, priced_layers
from puzzlery.solve.moves.canonical import automaton
from puzzlery.solve.reduction.core_finish import CoreFinish
from puzzlery.solve.reduction.pair_slots import REACH, PairSlots
from puzzlery.solve.reduction.reduced_form import reduced_forms
from puzzlery.solve.reduction.reduction_chain import ReductionChain, best_chain
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg
from puzzlery.twisty.notation.metrics import shortest

Step = tuple[PricedLayer, int]
# Milliseconds of the search for words, then as many for the 3x3x3 of what was found.
SLICE_MS = 40.0
# A solution that is the same each time takes the best of so many reductions. Four give 44.8 outer
# block turns on average in 0.6 s of processor time; 12 take twice as long for half a turn less.
REDUCTIONS = 4
# Two-phase finds words of these lengths for every 3x3x3 in milliseconds; shorter ones may take
# minutes, as one state in thirty needs 19 moves.
LONGEST_WORD, SHORTEST_WORD = 21, 20
# The part of the time in which there must be a first solution.
FIRST_SHARE = 0.9
# Making a plan takes a second; building the tables of pairs and of two-phase some ten seconds.
PLAN_SECONDS, TABLES_SECONDS = 4.0, 40.0
# Larger puzzles have no reduction that fits the kernel.
MOST_STICKERS = 200


@dataclass(frozen=True)
class Reduced:
    """A word that reduces a state: a rotation of the puzzle, the moves, and what it leaves."""

    rotation: Alg
    moves: tuple[Step, ...]
    core: Permutation

    @property
    def alg(self) -> Alg:
        """The rotation and the moves."""
        return self.rotation + Alg(
            tuple(
                layer.written ** shortest(power, layer.permutation.order)
                for layer, power in self.moves
            )
        )


@dataclass(frozen=True)
class ReductionAnswer:
    """A solution by reduction: the word that reduces, the rest, and when shorter ones came."""

    reduction: Alg
    rest: Alg
    history: tuple[tuple[float, int], ...]
    nodes: int


class ReductionSolver:
    """A chain with its plan and table, ready to solve."""

    def __init__(
        self,
        chain: ReductionChain,
        progress: Reporter | None = None,
        timeout: Clock | None = None,
        *,
        reach: int = REACH,
    ) -> None:
        self.chain = chain
        self.pairs = PairSlots(chain, reach)
        table = self.pairs.table(progress, timeout)
        self.plan = _core.ReductionPlan([_images(one.rotation) for one in chain.goals])
        for phase in range(len(chain.restrictions)):
            self._add_phase(phase)
        self.plan.pair(
            list(self.pairs.first), list(self.pairs.second), self.pairs.partners(),
            self.pairs.symmetries, table,
        )  # fmt: skip

    def _add_phase(self, phase: int) -> None:
        chain = self.chain
        moves = chain.restrictions[phase].moves
        is_last = phase + 1 == len(chain.restrictions)
        after = (
            [layer.permutation**p for layer in chain.form.core_layers
             for p in range(1, layer.permutation.order)]
            if is_last else chain.restrictions[phase + 1].moves
        )  # fmt: skip
        signs = self._core_signs() if is_last else self._signs(phase)
        self.plan.add_phase(
            [_images(move) for move in moves],
            automaton(moves),
            [(list(places), list(map(int, kinds))) for places, kinds in chain.splits(phase)],
            signs,
            [_images(move) for move in after if move in set(moves)],
        )

    def _signs(self, phase: int) -> list[tuple[list[int], list[int]]]:
        """The sign of all paired pieces, if the next moves cannot change it."""
        slots = list(self.chain.form.slots.values())
        numbers = {place: k for k, place in enumerate(slots)}

        def is_odd(move: Permutation) -> bool:
            return not Permutation([numbers[move[place]] for place in slots]).is_even

        if any(map(is_odd, self.chain.restrictions[phase + 1].moves)):
            return []
        return [(slots, _numbered(self.chain.form.puzzle.degree, numbers))]

    def _core_signs(self) -> list[tuple[list[int], list[int]]]:
        """The sign of the core: that of its pairs, and that of its other pieces."""
        form, degree = self.chain.form, self.chain.form.puzzle.degree
        pairs = {place: k for side in (self.pairs.first, self.pairs.second)
                 for k, place in enumerate(side)}  # fmt: skip
        signs = [(list(self.pairs.first), _numbered(degree, pairs))]
        for orbit in form.single:
            homes = {form.pieces[place]: place for place in orbit}
            numbers = {piece: k for k, piece in enumerate(homes)}
            signs.append((
                list(homes.values()),
                _numbered(degree, {place: numbers[form.pieces[place]] for place in orbit}),
            ))  # fmt: skip
        return signs

    def solve(
        self,
        state: Permutation,
        seconds: float,
        *,
        threads: int = 1,
        progress: Reporter | None = None,
    ) -> ReductionAnswer | None:
        """The shortest solution that is found in this time; None if the first one takes long.

        With two threads, one reduces while the other solves 3x3x3s.
        """
        start = work_clock.now()
        search, found = self.search(state), CoreFinish()
        reduced: list[Reduced] = []
        history: list[tuple[float, int]] = []

        def left() -> float:
            return 1000 * (seconds - (work_clock.now() - start))

        def finish(milliseconds: float) -> None:
            end = work_clock.now() + milliseconds / 1000
            while found.candidates and (rest := 1000 * (end - work_clock.now())) > 0:
                if found.look(rest) and found.best:
                    history.append((work_clock.now() - start, found.best[0]))

        with ThreadPoolExecutor(1) as pool:
            while (now := min(SLICE_MS, left())) > 0:
                if found.best is None and left() < 1000 * seconds * (1 - FIRST_SHARE):
                    return None
                running = pool.submit(search.run, now)
                if threads == 1:
                    running.result()
                finish(min(now, left()))
                running.result()
                for answer in search.answers(len(reduced)):
                    reduced.append(self.reduced(state, *answer))
                    one = reduced[-1]
                    found.add(len(reduced) - 1, len(one.moves), self._core_search(one, progress))
                if progress is not None:
                    note = f"{len(reduced)} reductions"
                    note += f", {found.best[0]} moves" if found.best else ""
                    progress(
                        Report(seconds - left() / 1000, seconds, note, work_clock.now() - start)
                    )
        if found.best is None:
            return None
        _, number, rest = found.best
        core = self.chain.form.core
        assert core is not None
        return ReductionAnswer(reduced[number].alg, core.alg(rest), tuple(history), search.nodes)

    def repeatable(self, state: Permutation) -> Alg:
        """The best of the first few reductions: the same alg for the same state each time.

        >>> from puzzlery.twisty.geometry import cube
        >>> puzzle = cube(4)
        >>> state = puzzle.apply("R Uw F2 Rw' D L2 Fw")
        >>> alg = solver_of(chain_of(puzzle, "OBTM")).repeatable(state.permutation)
        >>> state.apply(alg).is_solved
        True
        """
        core, search = self.chain.form.core, self.search(state)
        assert core is not None
        while not search.run(SLICE_MS) and len(search.answers(0)) < REDUCTIONS:
            pass
        best, solving = None, Alg()
        for answer in search.answers(0)[:REDUCTIONS]:
            one = self.reduced(state, *answer)
            limit = LONGEST_WORD if best is None else min(LONGEST_WORD, best - len(one.moves) - 1)
            if limit >= SHORTEST_WORD:
                rest = self._core_word(one, limit)
                best, solving = len(one.moves) + len(rest), one.alg + core.alg(alg_of(rest))
        return solving

    def _core_word(self, reduced: Reduced, longest: int) -> bytes:
        """The first word of two-phase that is short enough."""
        job = self._core_search(reduced, None, longest)
        while not job.run(1000.0):
            pass
        return job.answers[0]

    def _core_search(
        self, reduced: Reduced, progress: Reporter | None, enough: int = -1
    ) -> _core.TwoPhase:
        core = self.chain.form.core
        assert core is not None
        state, _ = core.state(reduced.core)
        table = twophase.table(progress)
        return _core.TwoPhase(table, twophase.REACH, pieces(state), 1, enough, 1)

    def search(self, state: Permutation) -> _core.ReductionSearch:
        """The search for words that reduce a state, not started yet."""
        return _core.ReductionSearch(
            self.plan, [_images(state * one.rotation) for one in self.chain.starts]
        )

    def reduced(self, state: Permutation, start: int, moves: list[tuple[int, int]]) -> Reduced:
        """An answer of the search, with the puzzle rotated so that its areas are in place."""
        chain = self.chain
        first = chain.starts[start]
        steps = [chain.restrictions[phase].names[move] for phase, move in moves]
        after = state * first.rotation
        for layer, power in steps:
            after = after * layer.permutation**power
        last = next(one for one in chain.rotations if chain.form.is_reduced(after * one.rotation))
        turned = tuple(
            self._names[(layer.permutation**power).conjugate(last.rotation)]
            for layer, power in steps
        )
        whole = first.rotation * last.rotation
        alg = next(one.alg for one in chain.rotations if one.rotation == whole)
        return Reduced(alg, turned, chain.form.core_state(after * last.rotation))

    @cached_property
    def _names(self) -> dict[Permutation, Step]:
        return {
            layer.permutation**power: (layer, power)
            for layer in self.chain.form.layers
            for power in range(1, layer.permutation.order)
        }


def _images(permutation: Permutation) -> list[int]:
    return list(map(int, permutation.array))


def _numbered(degree: int, numbers: dict[int, int]) -> list[int]:
    return [numbers.get(sticker, 0) for sticker in range(degree)]


@lru_cache(maxsize=8)
def chain_of(puzzle: Puzzle, metric: str) -> ReductionChain | None:
    """The chain that reduces a puzzle to a 3x3x3, if its structure has one.

    >>> from puzzlery.twisty.geometry import cube
    >>> chain_of(cube(3), "OBTM") is None, len(chain_of(cube(4), "OBTM").restrictions)
    (True, 3)
    """
    if puzzle.degree > MOST_STICKERS:
        return None
    layers = priced_layers(puzzle, metric)
    if any(price != 1 for layer in layers for price in layer.prices):
        return None
    for form in reduced_forms(puzzle, layers):
        if form.core is not None:
            return best_chain(form)
    return None


_solvers: dict[ReductionChain, ReductionSolver] = {}


def solver_of(
    chain: ReductionChain, progress: Reporter | None = None, timeout: Clock | None = None
) -> ReductionSolver:
    """The solver of a chain, made once; builds its table if the store has none."""
    if chain not in _solvers:
        twophase.table(progress, timeout)
        _solvers[chain] = ReductionSolver(chain, progress, timeout)
    return _solvers[chain]


def seconds_to_prepare(chain: ReductionChain) -> float:
    """The time that a solver of a chain needs at least: none if it is made already.

    >>> from puzzlery.twisty.geometry import cube
    >>> seconds_to_prepare(chain_of(cube(4), "OBTM")) in (0, PLAN_SECONDS, TABLES_SECONDS)
    True
    """
    if chain in _solvers:
        return 0.0
    ready = twophase.is_ready() and PairSlots(chain).is_ready()
    return PLAN_SECONDS if ready else TABLES_SECONDS
