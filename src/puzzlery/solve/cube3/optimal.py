"""Optimal: shortest solutions of the 3x3x3, with the proof that none is shorter."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from puzzlery._core import CosetTable, OptimalSearch
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Forecast, advance
from puzzlery.core.time_left import Deepening
from puzzlery.core.work_clock import now
from puzzlery.errors import NotFound, TimedOut, Unsolvable
from puzzlery.groups import PermGroup
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.cube3.numbering import CORNERS, alg_of, pieces
from puzzlery.solve.cube3.optimal_moves import Alphabet, alphabet
from puzzlery.solve.cube3.optimal_shortcut import TWO_PHASE_BYTES, Shortcut, serves
from puzzlery.solve.cube3.optimal_tables import MIB, USUAL_MEMORY, Spec, is_loaded, largest, table
from puzzlery.solve.cube3.recognition import solves_cube3, unfit
from puzzlery.solve.moves.canonical import word_counts
from puzzlery.twisty.notation.alg import Alg

__all__ = ["solve", "unfit"]

# The most that the kernel has room for (kDeepest).
MOST_MOVES = 250
# A table of this size is built in seconds. It solves most that is up to 15 moves away, so the
# large one waits until so many nodes were not enough.
QUICK_MEMORY = 170 * MIB
QUICK_NODES = 20_000_000
# The states of the 3x3x3.
STATES = 43_252_003_274_489_856_000


@dataclass
class _Run:
    """What one request has used and found so far."""

    request: Request
    moves: Alphabet
    start: float
    nodes: int = 0
    reads: int = 0
    shortest: int = 0
    searching: float = 0.0
    shortcut: Shortcut | None = None
    shortened: Alg | None = None

    @property
    def step(self) -> int:
        """By how much lengths can differ."""
        return 2 if self.moves.keeps_parity else 1

    @property
    def longest(self) -> int:
        """The longest solution that is asked for."""
        limit = self.request.max_length
        return MOST_MOVES if limit is None else min(limit, MOST_MOVES)

    def timed_out(self, reason: str = "") -> TimedOut:
        """The error that says what is known so far."""
        known = f"no solution is shorter than {self.shortest}"
        best = self.shortcut.best if self.shortcut else None
        if best is not None:
            known += f", and the best so far has {len(best)}: {alg_of(best)}"
        return TimedOut(f"not finished within {self.request.timeout:g} s{reason}; {known}")


@solves_cube3
def solve(request: Request) -> list[Solution]:
    """The shortest solutions, or those up to `beyond` longer; the option `weights` prices moves.

    Solutions that differ only in how commuting turns of one axis are written count once.
    """
    moves = alphabet(request.metric, request.moves, request.options.get("weights"))
    _refuse_unreachable(request, moves)
    run = _Run(request, moves, now())
    run.shortest = _parity(request) if moves.keeps_parity else 0
    search = _searched(run)
    return list(_told(run, search))


def _searched(run: _Run) -> OptimalSearch:
    """A finished search, with the quick table first where the large one is not at hand."""
    full = largest(run.moves.table, run.request.memory)
    room = run.request.memory or USUAL_MEMORY
    if serves(run.request) and full.memory + TWO_PHASE_BYTES <= room:
        run.shortcut = Shortcut(run.request)
    quick = largest(run.moves.table, min(QUICK_MEMORY, run.request.memory or QUICK_MEMORY))
    if quick != full and not is_loaded(full):
        search = _search(run, quick)
        if _is_decided(run, search, QUICK_NODES):
            return search
    search = _search(run, full)
    _is_decided(run, search)
    return search


def _search(run: _Run, spec: Spec) -> OptimalSearch:
    request = run.request
    return OptimalSearch(
        pieces(request.state),
        run.moves.letters,
        _tables(run, spec),
        unit=run.moves.unit,
        shortest=run.shortest,
        longest=run.longest,
        step=run.step,
        beyond=request.beyond,
        wanted=request.count,
        threads=request.threads,
    )


def _tables(run: _Run, spec: Spec) -> list[CosetTable]:
    """The tables that a search reads; what was built when the time is over stays in the store."""
    request = run.request
    try:
        return [table(one, request.progress, request.clock) for one in spec.ladder]
    except TimedOut:
        raise run.timed_out(" (its table is not built yet)") from None


def _is_decided(run: _Run, search: OptimalSearch, most_nodes: float = inf) -> bool:
    """Whether the search or its shortcut finds an answer within so many nodes."""
    begun = now()

    def give_up(search: OptimalSearch) -> bool:
        nonlocal begun
        run.searching += now() - begun
        run.shortest = max(run.shortest, search.proven() + run.step)
        shortened = _is_shortened(run)
        begun = now()
        return shortened or search.nodes >= most_nodes

    clock, progress = run.request.clock, run.request.progress
    finished = advance(
        search, until=give_up, seconds=clock, progress=progress, forecast=_forecast(run)
    )
    run.nodes += search.nodes
    run.reads += search.reads
    decided = finished or run.shortened is not None
    if clock.is_over and not decided:
        raise run.timed_out()
    return decided


def _forecast(run: _Run) -> Forecast[OptimalSearch]:
    """The time left: all that is shorter than the best solution so far is to be ruled out."""
    moves, request = run.moves.moves, run.request
    deepening = Deepening(
        lambda: word_counts(moves.follow, moves.costs, 100 * STATES),
        STATES,
        longest=run.longest,
        step=run.step,
    )

    def forecast(search: OptimalSearch, seconds: float) -> float | None:
        if words := search.words():
            least = min(sum(moves.costs[index] for index in word) for word in words)
            deepening.go_on_to(min(run.longest, least + request.beyond))
        elif run.shortcut and run.shortcut.best is not None:
            deepening.longest = min(run.longest, len(run.shortcut.best) - 1)
        done, total, _ = search.progress()
        return deepening.left(search.depth, done / (total or 1), search.nodes, seconds)

    return forecast


def _is_shortened(run: _Run) -> bool:
    """Whether the shortcut has a solution of the least length that is still possible."""
    if run.shortcut is None or run.shortest > run.longest:
        return False
    run.shortened = run.shortcut.solution(run.shortest, run.searching, run.request.clock.left())
    return run.shortened is not None


def _told(run: _Run, search: OptimalSearch) -> Iterator[Solution]:
    answers = _answers(run, search)
    if not answers:
        raise NotFound(f"no solution of at most {run.longest} moves ({run.request.metric})")
    least = min(cost for _, cost in answers)
    seconds = now() - run.start
    nodes = run.nodes + (run.shortcut.nodes if run.shortcut else 0)
    for alg, cost in answers:
        yield Solution(
            alg, cost, run.request.metric, cost == least, "optimal", nodes, run.reads, seconds,
            note=_note(run, cost, least),
        )  # fmt: skip


def _answers(run: _Run, search: OptimalSearch) -> list[tuple[Alg, int]]:
    """The solutions found, and what each one costs."""
    if run.shortened is not None:
        return [(run.shortened, sum(1 for _ in run.shortened.moves()))]
    letters = run.moves.letters
    return [
        (run.moves.written(word), sum(letters[index][3] for index in word))
        for word in search.words()
    ]


def _note(run: _Run, cost: int, least: int) -> str:
    allowed = "" if run.request.moves is None else " of the moves allowed"
    proof = (
        f"every shorter word{allowed} was tried or ruled out by a lower bound that never exceeds "
        f"the distance ({run.moves.table}-turn table)"
    )
    if run.step == 2:
        proof += "; lengths of the other parity cannot occur"
    shortest = f"no solution costs less than {least}: {proof}"
    return shortest if cost == least else f"{cost - least} longer than the shortest; {shortest}"


def _parity(request: Request) -> int:
    """Whether the corners are permuted oddly."""
    return Permutation(pieces(request.state)[: len(CORNERS)]).parity


def _refuse_unreachable(request: Request, moves: Alphabet) -> None:
    """An error if the moves allowed do not generate the state."""
    if request.moves is None:
        return
    group = PermGroup(moves.moves.permutations)
    if not group.contains(request.state.permutation):
        raise Unsolvable(f"the moves {' '.join(request.moves)} do not lead to this state")
