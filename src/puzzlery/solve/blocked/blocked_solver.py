"""Puzzles with glued pieces: from a complete table, from both ends, or by loops.

1. If no bandage ever blocks the moves that are left, it is a puzzle without bandages.
2. If all states fit into memory, a table of them gives a shortest solution.
3. If not, a search from both ends finds a shortest solution of states that are near.
4. The rest is solved by loops, which are always free, and then shortened piece by piece.
"""

import time
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, advance
from puzzlery.errors import NotFound, PuzzleryError, TimedOut, Unsolvable
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.blocked.blocked_bodies import BlockedBodies, TooManyStates, blocked_bodies
from puzzlery.solve.blocked.blocked_table import blocked_table, listed_loops, most_states
from puzzlery.solve.blocked.shape_loops import ShapeLoops, shape_loops
from puzzlery.solve.general import general_solver
from puzzlery.solve.moves.move_set import MOST_COST
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg

if TYPE_CHECKING:
    from collections.abc import Sequence

METHOD = "blocked"
# Seconds without a time limit: of the search from both ends, and of loops with their shortening.
USUAL_MEETING_SECONDS, USUAL_LOOP_SECONDS = 3.0, 5.0
# The shares of a time limit.
MEETING_SHARE, LOOP_SHARE = 0.2, 0.4
# Without bandages: the rest is for a plain word of loops, if a busy machine gives the general
# solver too little of the processor.
FREE_SHARE = 0.85
MEETING_STATES = 4_000_000
# Listing loops, and a plain word of them, take milliseconds for most puzzles; each may take so long
# even if the time is over, so that there is an answer.
GRACE_SECONDS = 0.4
# A stretch of a solution is replaced by a shorter one if so many states suffice to find it.
WINDOW_STATES, FIRST_WINDOW, LONGEST_WINDOW, SHORTEST_WINDOW = 30_000, 8, 14, 2


def unfit(puzzle: Puzzle) -> str | None:
    """The reason why this is no puzzle for the method; None if it is one.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> unfit(puzzle("bicube")) is None, unfit(puzzle("2x2x2"))
    (True, 'no pieces of it are glued together')
    """
    return None if puzzle.glued else "no pieces of it are glued together"


def solve(request: Request) -> list[Solution]:
    """Solutions of a puzzle with glued pieces, shortest and proven where its states can be listed.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> found = puzzle("bicube").solve("U F R U'", "blocked")
    >>> print(found.alg, found.optimal)
    U R' F' U' True
    """
    if request.beyond:
        raise PuzzleryError('method "blocked" finds no longer solutions; leave out beyond')
    began = time.perf_counter()
    bodies = blocked_bodies(request.puzzle, request.metric, request.goal, request.moves)
    if not bodies.moves:
        return [_still(request, began)]
    if not bodies.is_reversible:
        raise PuzzleryError(
            f'method "blocked" needs moves that undo one another, not only {_names(bodies)}'
        )
    tried: list[str] = []
    for attempt in (_by_table, _from_both_ends, _without_bandages, _by_loops):
        try:
            found = attempt(request, bodies, began)
        except (TooManyStates, NotFound, TimedOut) as fault:
            if isinstance(fault, _TooLong):
                raise
            tried.append(str(fault))
            continue
        if found:
            return found
    raise _failure(request)(
        f"{request.puzzle.name} was not solved; tried: {'; '.join(tried) or 'nothing'}"
    )


def _names(bodies: BlockedBodies) -> str:
    return " ".join(one.name for one in bodies.moves)


class _TooLong(NotFound):
    """A solution is longer than the request allows, and that is proven."""


def _failure(request: Request) -> type[TimedOut] | type[NotFound]:
    return TimedOut if request.clock.is_over else NotFound


def _still(request: Request, began: float) -> Solution:
    if not request.is_reached_by(request.state.permutation):
        raise NotFound(f"all moves of {request.puzzle.name} are blocked, so nothing can be solved")
    return _solution(request, Alg(), began, "it is solved already", optimal=True)


def _by_table(request: Request, bodies: BlockedBodies, began: float) -> list[Solution]:
    """The solutions of fewest turns from the table of all states."""
    table = blocked_table(
        bodies, memory=request.memory, threads=request.threads, progress=request.progress,
        timeout=request.clock,
    )  # fmt: skip
    ways = table.ways(request.state.permutation, request.count)
    if not ways:
        raise Unsolvable(f"no moves of {request.puzzle.name} that are free lead to this state")
    states = sum(table.counts)
    note = f"the distances of all {states:,} states are known: none is solved shorter"
    return _fewest(request, bodies, ways, began, note)


def _from_both_ends(request: Request, bodies: BlockedBodies, began: float) -> list[Solution]:
    """A solution of fewest turns, if the state is near enough."""
    most = min(MEETING_STATES, most_states(bodies, request.memory))
    job = _core.BlockedMeeting(
        bodies.kernel, bodies.goals, bodies.poses(request.state.permutation), most
    )
    advance(
        job, seconds=_share(request, MEETING_SHARE, USUAL_MEETING_SECONDS),
        progress=request.progress,
    )  # fmt: skip
    if not job.is_solved:
        raise NotFound(f"from both ends: no solution of fewer than {job.depth} moves")
    note = "searched from both ends: no shorter one exists"
    return _fewest(request, bodies, [job.way()], began, note, job.nodes)


def _fewest(
    request: Request,
    bodies: BlockedBodies,
    ways: "Sequence[list[int]]",
    began: float,
    note: str,
    nodes: int = 0,
) -> list[Solution]:
    """Ways of fewest turns: shortest where all turns count one, else only a good beginning."""
    reason = _uneven(request, bodies)
    if reason:
        note = f"the fewest turns of those searched; a shorter one may exist: {reason}"
    elif request.max_length is not None and len(ways[0]) > request.max_length:
        raise _TooLong(
            f"no solution of at most {request.max_length} moves: the shortest has {len(ways[0])}"
        )
    found = [
        _solution(request, bodies.alg(way), began, note, optimal=not reason, nodes=nodes)
        for way in ways
    ]
    return _checked(request, sorted(found, key=lambda one: one.length))


def _without_bandages(request: Request, bodies: BlockedBodies, began: float) -> list[Solution]:
    """The solution of the same puzzle without bandages, where these block all or nothing."""
    if not bodies.is_never_blocked or bodies.has_blocks:
        return []
    _check_time(request, "without bandages")
    free = _unglued(bodies)
    left = request.clock.left()
    found = general_solver.solve(
        replace(
            request, puzzle=free, state=State(free, request.state.permutation),
            moves=request.moves or bodies.free_basis,
            timeout=None if left is None else FREE_SHARE * left, options={},
        )
    )  # fmt: skip
    note = f"the bandages never block {' '.join(bodies.free_basis)}; {found[0].note}"
    return _checked(
        request,
        [_solution(request, one.alg, began, note.rstrip("; "), nodes=one.nodes) for one in found],
    )


def _by_loops(request: Request, bodies: BlockedBodies, began: float) -> list[Solution]:
    """The shape first, then loops that keep it, then the whole shortened while time is left."""
    clock = request.clock if request.timeout is not None else Clock(None)
    try:
        loops = shape_loops(bodies, _with_grace(request))
    except (PuzzleryError, ValueError) as fault:
        raise NotFound(f"by loops: {fault}") from None
    first = loops.to_solved_shape(request.state.permutation)
    state = request.state.apply(bodies.alg(list(first)))
    # A loop costs what its moves cost; the general solver looks for what is cheap.
    weights = {
        f"loop {k}": min(MOST_COST, sum(bodies.moves[m].cost for m in moves))
        for k, moves in enumerate(loops.loops)
    }
    inner = replace(
        request, puzzle=loops.puzzle, state=State(loops.puzzle, state.permutation),
        metric=loops.puzzle.metric, moves=None, options={"weights": weights}, count=1,
        max_length=None,
    )  # fmt: skip
    moves = [*first, *_way_by_loops(request, inner, loops)]
    if clock.granted is None:
        clock = Clock(USUAL_LOOP_SECONDS)
    moves = shortened(request.state.permutation, bodies, moves, clock)
    note = "by loops around the glued pieces; a shorter one may exist"
    alg = bodies.alg(moves).simplify(request.puzzle)
    return _checked(request, [_solution(request, alg, began, note)])


def _way_by_loops(request: Request, inner: Request, loops: ShapeLoops) -> list[int]:
    """Moves that solve what loops can: those of the general solver, or else of a plain word.

    The word takes milliseconds and needs no tables, so that there is an answer however little time
    is left; but it is several times as long.
    """
    state = inner.state.permutation
    if inner.is_reached_by(state):
        return []
    if not loops.puzzle.group.contains(state):
        raise Unsolvable(f"no moves of {request.puzzle.name} that are free lead to this state")
    seconds = _with_grace(request).left()
    quick = loops.puzzle.group.word(state.inverse, quick=True, timeout=seconds)
    plain = [m for name, amount in quick for m in loops.moves_of(str(name), amount)]
    if request.clock.is_over:
        return plain
    share = _share(request, LOOP_SHARE, USUAL_LOOP_SECONDS).left()
    try:
        word = general_solver.solve(replace(inner, timeout=share))[0].alg
    except TimedOut:
        return plain
    made = [m for move in word.moves() for m in loops.moves_of(move.family, move.amount)]
    return min(made, plain, key=len)


def shortened(
    start: Permutation, bodies: BlockedBodies, moves: "Sequence[int]", clock: Clock
) -> list[int]:
    """The same way in fewer moves: stretches are replaced by shortest ones while time is left.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> bodies = blocked_bodies(puzzle("fused cube"))
    >>> start = puzzle("fused cube").permutation("U2")
    >>> print(bodies.alg(shortened(start, bodies, [0, 3, 5, 0], Clock(60))))
    U2
    """
    made = _without_idle(bodies, start, moves)
    try:
        _ = bodies.kernel
    except TooManyStates:  # a state is too wide to search for shorter stretches
        return made
    window = FIRST_WINDOW
    while window <= LONGEST_WINDOW and not clock.is_over:
        before, at = len(made), 0
        states = _states(bodies, start, made)
        while at + SHORTEST_WINDOW <= len(made) and not clock.is_over:
            end = min(len(made), at + window)
            better = _stretch(bodies, states[at], states[end], end - at)
            if better is None:
                at += max(1, window // 4)
                continue
            made = _without_idle(bodies, start, [*made[:at], *better, *made[end:]])
            states = _states(bodies, start, made)
            at = max(0, at - window)
        if len(made) == before:
            window += 2
    return made


def _states(bodies: BlockedBodies, start: Permutation, moves: "Sequence[int]") -> list[Permutation]:
    states = [start]
    for number in moves:
        states.append(states[-1] * bodies.moves[number].permutation)
    return states


def _without_idle(bodies: BlockedBodies, start: Permutation, moves: "Sequence[int]") -> list[int]:
    """Without the stretches that lead back to where they began."""
    states = _states(bodies, start, moves)
    last = {state: k for k, state in enumerate(states)}
    made, k = [], last[states[0]]
    while k < len(moves):
        made.append(moves[k])
        k = last[states[k + 1]]
    return made


def _stretch(
    bodies: BlockedBodies, here: Permutation, there: Permutation, length: int
) -> list[int] | None:
    """A shorter way from one state to another, if few states show it."""
    job = _core.BlockedMeeting(
        bodies.kernel, [bodies.poses(there)], bodies.poses(here), WINDOW_STATES
    )
    advance(job, until=lambda job: job.depth >= length)
    return job.way() if job.is_solved and job.depth < length else None


def number_of_states(bodies: BlockedBodies, clock: Clock | None = None) -> int | None:
    """How many states a puzzle has; None if that takes too long to say.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> number_of_states(blocked_bodies(puzzle("bicube")))
    1108800
    """
    if bodies.is_never_blocked and not bodies.has_blocks:
        return _unglued(bodies).group.order
    loops = listed_loops(bodies, clock)
    return None if loops is None else loops.states


@lru_cache(maxsize=8)
def _unglued(bodies: BlockedBodies) -> Puzzle:
    return replace(
        bodies.puzzle, name=f"{bodies.puzzle.name} without bandages", glued=(), whole={},
        turns={name: bodies.puzzle.turns[name] for name in bodies.free_basis},
        basis=bodies.free_basis,
    )  # fmt: skip


def _check_time(request: Request, attempt: str) -> None:
    if request.clock.is_over:
        raise request.clock.timed_out(attempt)


def _uneven(request: Request, bodies: BlockedBodies) -> str:
    """The reason why the fewest turns may not be the shortest solution; empty if they are."""
    if not bodies.is_uniform:
        costly = " ".join(one.name for one in bodies.moves if one.cost > 1)
        return f"{costly} count more than one"
    if request.metric not in ("OBTM", "OBQTM", "slash"):
        return f"{request.metric} counts turns otherwise"
    return ""


def _share(request: Request, share: float, usual: float) -> Clock:
    left = request.clock.left()
    return Clock(usual if left is None else share * left)


def _with_grace(request: Request) -> Clock:
    """What is left of the time, or a moment if it is over."""
    left = request.clock.left()
    return Clock(None if left is None else max(left, GRACE_SECONDS))


def _checked(request: Request, found: list[Solution]) -> list[Solution]:
    if request.max_length is None:
        return found
    fitting = [one for one in found if one.length <= request.max_length]
    if not fitting:
        raise NotFound(
            f"no solution of at most {request.max_length} moves was found; the best has "
            f"{min(one.length for one in found)}"
        )
    return fitting


def _solution(
    request: Request, alg: Alg, began: float, note: str, *, optimal: bool = False, nodes: int = 0
) -> Solution:
    length = alg.length(request.metric, request.puzzle)
    return Solution(
        alg, length, request.metric, optimal or not length, METHOD, nodes=nodes,
        seconds=time.perf_counter() - began, note=note,
    )  # fmt: skip
