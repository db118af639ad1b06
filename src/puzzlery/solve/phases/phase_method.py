"""Method "phases": the solver that finds its own phases, as one of the methods of `solve`."""

from dataclasses import replace
from itertools import accumulate, pairwise, product

from puzzlery import _core
from puzzlery.core.progress import Clock, advance
from puzzlery.errors import NotFound, TimedOut
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Solution, SolutionPart
from puzzlery.solve.general import general_solver
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.phases.chain_store import kept_phases
from puzzlery.solve.phases.move_subgroups import phase_moves
from puzzlery.solve.phases.phase_chain import PhaseChain
from puzzlery.solve.phases.phase_solver import PhaseSolver, PhaseView
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg

# Without a time limit, the search ends so long after its first answer.
SECONDS_AFTER_FIRST = 0.5
# No puzzle of a chain takes more moves.
LONGEST = 240
# The share of the time for phases, where the general solver finishes.
SHARE_BEFORE_REST = 0.3
FIRST_SLICE_MS = 5.0


def unfit(puzzle: Puzzle) -> str | None:
    """The reason why the method does not fit a puzzle; None if it does.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> unfit(puzzle("FTO")) is None
    True
    >>> unfit(puzzle("bicube"))
    'its moves may be blocked'
    """
    if puzzle.glued:
        return "its moves may be blocked"
    if puzzle.group.order == 1:
        return "its moves do nothing"
    return None


def solve(request: Request) -> list[Solution]:
    """Up to `count` solutions, the shortest first, improved until the time is used up.

    Finding the chain and building its tables count as well. Without a `timeout`, the search ends
    half a second after the first answer, and as soon as it is proven that there is no shorter one.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> skewb = puzzle("skewb")
    >>> found = skewb.solve("R U' L B", "phases")
    >>> found.length, found.optimal, skewb.apply("R U' L B").apply(found.alg).is_solved
    (4, True, True)
    """
    clock = request.clock
    chain = kept_phases(request.puzzle, request.memory, timeout=clock)
    solver = solver_of(chain, request, clock)
    views = solver.views(request.state.permutation)
    job = solver.search(
        views,
        wanted=request.count,
        longest=LONGEST,
        enough=_enough(request),
        threads=request.threads,
    )
    _run(job, request, chain)
    if not job.answers:
        raise TimedOut(f"no solution within {job.seconds:.3g} s")
    if chain.has_rest:
        return [_finished(request, solver, views, job)]
    return _solutions(request, solver, views, job)


def _enough(request: Request) -> int:
    return -1 if request.max_length is None else request.max_length


def solver_of(chain: PhaseChain, request: Request, clock: Clock) -> PhaseSolver:
    """The tables of a chain, kept for the next call."""
    known = _solvers.get(chain)
    if known is None:
        known = PhaseSolver(
            chain, threads=request.threads, progress=request.progress, timeout=clock
        )
        _solvers.clear()
        _solvers[chain] = known
    return known


_solvers: dict[PhaseChain, PhaseSolver] = {}


def _run(job: _core.PhaseSearch, request: Request, chain: PhaseChain) -> None:
    """Search until all is seen, the answers are good enough, or the time is over."""
    clock = request.search_clock()
    left = clock.left()
    if chain.has_rest:
        clock = Clock(None if left is None else SHARE_BEFORE_REST * left)
    finished = advance(
        job, until=_is_answered, seconds=clock, progress=request.progress, slice_ms=FIRST_SLICE_MS
    )
    if finished or not job.answers:
        return
    if clock.granted is None:
        clock = Clock(SECONDS_AFTER_FIRST)
    advance(job, seconds=clock, progress=request.progress)


def _is_answered(job: _core.PhaseSearch) -> bool:
    return bool(job.answers)


def _solutions(
    request: Request, solver: PhaseSolver, views: list[PhaseView], job: _core.PhaseSearch
) -> list[Solution]:
    found: dict[str, tuple[Alg, tuple[SolutionPart, ...]]] = {}
    for start, moves, lengths in job.answers:
        word = solver.word(views[start], moves)
        alg = solver.chain.lattice.moves.alg(word)
        alg = (views[start].rotated + alg).simplify(request.puzzle)
        whole = not views[start].inverted and not views[start].rotated.nodes
        parts = _parts(solver, word, lengths) if whole else ()
        found.setdefault(str(alg), (alg, parts))
    proven = job.proven and _is_complete(solver)
    solutions = [_solution(request, alg, job, parts, proven) for alg, parts in found.values()]
    solutions.sort(key=lambda solution: solution.length)
    best = solutions[0].length
    fitting = [
        one for one in solutions if request.max_length is None or one.length <= request.max_length
    ]
    if not fitting and proven:
        raise NotFound(
            f"no solution has at most {request.max_length} moves; the shortest has {best}"
        )
    if not fitting:
        raise TimedOut(
            f"no solution of at most {request.max_length} moves within {job.seconds:.3g} s; "
            f"the best so far has {best}"
        )
    return [replace(one, optimal=proven and one.length == best) for one in fitting]


def _solution(
    request: Request,
    alg: Alg,
    job: _core.PhaseSearch,
    parts: tuple[SolutionPart, ...],
    proven: bool,
) -> Solution:
    note = "no shorter one exists" if proven else "a shorter one may exist"
    return Solution(
        alg, alg.length(request.metric, request.puzzle), request.metric, False, "phases",
        nodes=job.nodes, seconds=job.seconds, parts=parts, history=tuple(job.history), note=note,
    )  # fmt: skip


def _is_complete(solver: PhaseSolver) -> bool:
    """Whether no solution by any moves of the puzzle, as the metric counts them, can be shorter.

    So it is if each of them is, up to a rotation of the whole, a move of the search or two of them,
    and costs no less; and if no pieces look alike, since not all of their exchanges are tried.
    """
    lattice = solver.chain.lattice
    if _some_look_alike(solver.chain.puzzle):
        return False
    costs = dict(zip(lattice.moves.permutations, lattice.moves.costs, strict=True))
    known = {move: costs[move] for move in phase_moves(lattice, solver.chain.phases[0].moves)}
    for p, q in product(list(known), repeat=2):
        both = costs[p] + costs[q]
        known[p * q] = min(both, known.get(p * q, both))
    return all(
        any(
            known.get(one.permutation * rotation, one.cost + 1) <= one.cost
            for rotation in solver.rotations
        )
        for one in MoveSet.for_search(solver.chain.puzzle).moves
    )


def _some_look_alike(puzzle: Puzzle) -> bool:
    """Whether two pieces have the same colors, or a piece has a color twice.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> [_some_look_alike(puzzle(name)) for name in ("3x3x3", "2x3x4", "FTO")]
    [False, True, True]
    """
    colors = puzzle.solved_colors
    seen = [tuple(sorted(colors[i] for i in piece)) for piece in puzzle.pieces()]
    return len(set(seen)) < len(seen) or any(len(set(one)) < len(one) for one in seen)


def _parts(solver: PhaseSolver, word: list[int], lengths: list[int]) -> tuple[SolutionPart, ...]:
    """The moves of each phase."""
    moves, ends = solver.chain.lattice.moves, [0, *accumulate(lengths)]
    return tuple(
        SolutionPart(f"phase {number}", moves.alg(word[first:last]), f"to {phase.aim}")
        for number, ((first, last), phase) in enumerate(
            zip(pairwise(ends), solver.chain.phases, strict=True), 1
        )
    )


def _finished(
    request: Request, solver: PhaseSolver, views: list[PhaseView], job: _core.PhaseSearch
) -> Solution:
    """The phases, and then what the general solver finds for the rest."""
    start, moves, lengths = job.answers[0]
    word = solver.word(views[start], moves)
    first = views[start].rotated + solver.chain.lattice.moves.alg(word)
    state = State(request.puzzle, request.state.permutation).apply(first)
    rest = general_solver.solve(
        replace(request, state=state, max_length=None, timeout=request.clock.left())
    )[0]
    alg = (first + rest.alg).simplify(request.puzzle)
    length = alg.length(request.metric, request.puzzle)
    if request.max_length is not None and length > request.max_length:
        raise TimedOut(f"the best solution so far has {length} moves, not {request.max_length}")
    parts = (
        *_parts(solver, word, lengths),
        SolutionPart("rest", rest.alg, "by the general solver"),
    )
    return Solution(
        alg, length, request.metric, not length, "phases", nodes=job.nodes + rest.nodes,
        parts=parts, note="a shorter one may exist",
    )  # fmt: skip
