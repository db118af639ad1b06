"""Answers that need no tables of 3-cycles: small groups, nearly solved states, long cycles.

They are tried in this order:

1. Meeting in the middle proves a shortest solution of a small group, or of a state that is a few
   moves from solved in any group.
2. A 3x3x3, whatever its moves are called, is solved by two-phase. In other metrics than outer block
   turns, and with layers that carry centers along, many words of two-phase are compared.
3. A puzzle whose outer layers are a 3x3x3 is reduced to it, if every turn counts 1.
4. Moves with long cycles have no short 3-cycles: a beam search by broken neighbors is shorter. If
   it does not solve the state, words that leave few places wrong are skeletons for 3-cycles.
"""

import math
from contextlib import suppress
from dataclasses import dataclass, replace

from puzzlery._core import NeighborBeam, PricedSearch
from puzzlery.core.progress import Clock, advance
from puzzlery.core.work_clock import now
from puzzlery.errors import NotFound, TimedOut
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Solution, SolutionPart
from puzzlery.solve.cube3 import twophase
from puzzlery.solve.cube3.numbering import pieces
from puzzlery.solve.cube3.recognition import cube3
from puzzlery.solve.general.cube3_layers import LayeredCube, Word, blocks_of, layered_cube
from puzzlery.solve.general.general_model import GeneralModel, Step, turn_powers
from puzzlery.solve.general.meet_in_the_middle import (
    Neighborhood,
    counts_steps,
    merged,
    near_solved,
)
from puzzlery.solve.general.neighbor_beam import beam_of, skeletons_of, steps_of
from puzzlery.solve.general.solution_writing import checked_length, parts_of, written
from puzzlery.solve.reduction.reduction_solver import chain_of, seconds_to_prepare, solver_of
from puzzlery.twisty.model.state import State

# The time of a search without a time limit.
DEFAULT_SECONDS = 1.0
# In a group of at most this order, the two halves of a shortest word have some 45,000 colorings
# each (the square root), if the state is not among the farthest. So many are stored, and so many
# searched in a second, for at most ten seconds.
MOST_MEETING_ORDER = 2_000_000_000
NEAR_COLORINGS, COLORINGS_PER_SECOND = 800_000, 1_000_000
# Fewer are stored if there is less time than this.
PATIENT_SECONDS, HURRIED_COLORINGS = 10.0, 100_000
# In larger groups so many colorings from either end, a tenth of a second: three moves of a 4x4x4.
# Large puzzles get fewer, so that a side stays below so many stickers in all.
NEARLY_SOLVED_COLORINGS, NEARLY_SOLVED_STICKERS = 60_000, 20_000_000
# The part of the time for each half of meeting in the middle; in larger groups for the search,
# which finds nothing for most states.
MEETING_SHARE, NEARLY_SOLVED_SHARE = 0.4, 0.1
# Building the tables of two-phase takes some seconds.
TWO_PHASE_SECONDS = 20.0
# Of so many words by two-phase, the fewest turns first, some are cheap in other metrics, too. The
# rest of the time is for writing them.
MOST_WORDS, WORDS_SHARE = 20_000, 0.6
# Two-phase by price makes its tables in two seconds, once for each list of prices.
PRICED_SECONDS, PRICED_SHARE = 4.0, 0.95
# The part of the time in which a beam must find its first solution.
BEAM_SHARE = 0.5


MOST_NEAR = 4  # neighborhoods in memory
_NEAR: dict[tuple[GeneralModel, int], Neighborhood] = {}


def without_tables(
    request: Request, model: GeneralModel, skeletons: list[list[Step]]
) -> Solution | None:
    """A solution by a method that fits the puzzle or the state better than 3-cycles, if one does.

    If none does, words that solve most of the puzzle are appended to `skeletons`.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> four = puzzle("4x4x4")
    >>> found = four.solve("R Uw F2 L", "general")
    >>> found.length, found.optimal
    (4, True)
    """
    return (
        _by_meeting(request, model)
        or _by_two_phase(request, model)
        or _by_cheapest_words(request, model)
        or _by_reduction(request, model)
        or _by_neighbors(request, model, skeletons)
    )


def _by_meeting(request: Request, model: GeneralModel) -> Solution | None:
    """A shortest solution by meeting in the middle, if the prices allow it and it is near."""
    start, seconds = now(), search_seconds(request)
    if seconds < DEFAULT_SECONDS / 2 or not _is_counted(model):
        return None
    left = request.clock.left()
    share = MEETING_SHARE
    if request.puzzle.group.order <= MOST_MEETING_ORDER:
        most = NEAR_COLORINGS if left is None or left >= PATIENT_SECONDS else HURRIED_COLORINGS
        grown = int(COLORINGS_PER_SECOND * min(10.0, seconds))
    else:
        most = min(NEARLY_SOLVED_COLORINGS, NEARLY_SOLVED_STICKERS // len(model.colors))
        grown, share = most, NEARLY_SOLVED_SHARE
    near = _near(model, most, None if left is None else MEETING_SHARE * left)
    if near is None:
        return None
    if left is not None:
        grown = min(grown, int(near.speed * share * left))
    limit = math.inf if left is None else share * left
    found = near.steps(request.state.permutation, most=grown, seconds=limit)
    if found is None:
        return None
    steps = merged(found, [layer.order for layer in model.layers])
    note = f"nothing shorter exists with {', '.join(model.names[:20])}"
    if request.wildcards:
        note = "nothing shorter solves all stickers"
    proven = not request.wildcards or not steps
    return _solution(
        request, model, steps, start, nodes=near.kernel.size(), note=note, optimal=proven
    )


def _near(model: GeneralModel, most: int, seconds: float | None) -> Neighborhood | None:
    """The colorings near solved, made once for each model; None if that takes longer."""
    known = _NEAR.pop((model, most), None)
    if known is None:
        with suppress(TimedOut):
            known = near_solved(model, most, timeout=seconds)
    if known is not None:
        while len(_NEAR) >= MOST_NEAR:
            _NEAR.pop(next(iter(_NEAR)))
        _NEAR[model, most] = known
    return known


def _is_counted(model: GeneralModel) -> bool:
    """Whether the cost of a word is the number of its turns, of all turns, or of its steps."""
    has_all = all(len(turn_powers(layer)) == layer.order - 1 for layer in model.layers)
    return (has_all and model.is_priced_alike) or counts_steps(model)


def _by_two_phase(request: Request, model: GeneralModel) -> Solution | None:
    """The solution of a 3x3x3 in its usual metric, if all of its moves are allowed."""
    if set(request.special_options) - {"seed"} or twophase.unfit(request.puzzle) is not None:
        return None
    left = request.search_clock().left()
    if left is not None and left < TWO_PHASE_SECONDS and not twophase.is_ready():
        return None
    limited = replace(request, timeout=None if left is None else left / 2, options={})
    with suppress(TimedOut, NotFound):
        found = twophase.solve(limited)[0]
        parts = parts_of(request, model, found.alg)
        note = "by two-phase, since it is a 3x3x3"
        return replace(found, method="general", parts=parts, note=note)
    return None


def _by_cheapest_words(request: Request, model: GeneralModel) -> Solution | None:
    """The cheapest of many words of a 3x3x3, in any metric and with any layers."""
    cube = layered_cube(request.puzzle, model)
    known = {"metric", "moves", "seed", "weights", "wildcards"}
    if cube is None or set(request.special_options) - known or request.goal != "colors":
        return None
    start = now()
    home = cube.home(request.state.permutation)
    if home is None:
        return None
    with suppress(TimedOut):
        found = _priced_word(request, cube, *home) or _two_phase_words(request, home[0])
        steps = cube.cheapest(found.words, home[1]) if found and found.words else None
        if found is not None and steps is not None:
            made = merged(steps, [layer.order for layer in model.layers])
            note = f"{found.note}; a shorter one may exist"
            return _solution(
                request, model, made, start, nodes=found.nodes, note=note, optimal=not made
            )
    return None


@dataclass(frozen=True, slots=True)
class _Words:
    """Words of a 3x3x3 as blocks of turns, and the nodes that were visited to find them."""

    words: list[Word]
    nodes: int
    note: str


def _priced_word(request: Request, cube: LayeredCube, state: State, frame: int) -> _Words | None:
    """The cheapest word that two-phase by price finds; None if there is none in time."""
    seconds = search_seconds(request)
    if seconds < PRICED_SECONDS:
        return None
    try:
        search = PricedSearch(
            pieces(state), cube.before.ravel().tolist(), cube.costs.ravel().tolist(), frame
        )
    except ValueError:  # prices that differ too much
        return None
    advance(search, seconds=PRICED_SHARE * seconds, progress=request.progress)
    if not search.found():
        return None
    return _Words([tuple(search.best())], search.nodes(), "by two-phase with prices")


def _two_phase_words(request: Request, state: State) -> _Words | None:
    """Words of few face turns by two-phase; None if there is no time for its tables."""
    start, left, seconds = now(), request.search_clock().left(), search_seconds(request)
    if left is not None and left < TWO_PHASE_SECONDS and not twophase.is_ready():
        return None
    asked = Request(cube3(), state, twophase.METRIC, count=MOST_WORDS, threads=request.threads)
    search = twophase.search(asked, request.clock)
    advance(
        search,
        seconds=seconds,
        progress=request.progress,
        until=lambda search: bool(search.history) and now() - start > WORDS_SHARE * seconds,
    )
    words = [blocks_of(turns) for turns in search.answers]
    return _Words(words, search.nodes, f"the cheapest of {len(words)} words by two-phase")


def _by_reduction(request: Request, model: GeneralModel) -> Solution | None:
    """The solution of a puzzle that can be reduced to a 3x3x3 in the time that is left."""
    if set(request.special_options) - {"seed"} or request.goal != "colors":
        return None
    chain = chain_of(request.puzzle, request.metric)
    if chain is None:
        return None
    left = request.clock.left()
    if left is not None and left < seconds_to_prepare(chain):
        return None
    try:
        solver = solver_of(chain, request.progress, Clock(None if left is None else left / 2))
    except TimedOut:
        return None
    seconds = search_seconds(request)
    found = solver.solve(
        request.state.permutation, seconds, threads=request.threads, progress=request.progress
    )
    if found is None:
        return None
    alg = (found.reduction + found.rest).simplify()
    parts = (
        SolutionPart("reduction to a 3x3x3", found.reduction),
        SolutionPart("the 3x3x3", found.rest),
    )
    return Solution(
        alg, checked_length(request, alg), request.metric, method="general", nodes=found.nodes,
        optimal=False, parts=parts, history=found.history,
        note="by reduction to a 3x3x3; a shorter one may exist",
    )  # fmt: skip


def _by_neighbors(
    request: Request, model: GeneralModel, skeletons: list[list[Step]]
) -> Solution | None:
    """The shortest solution that a beam by broken neighbors finds in the time."""
    start, seconds = now(), search_seconds(request)
    seed = int(request.options.get("seed", 0))
    beam = beam_of(model, request.state.permutation, wildcards=request.wildcards, seed=seed)
    if beam is None:
        return None

    def give_up(beam: NeighborBeam) -> bool:
        return not beam.found() and now() - start > BEAM_SHARE * seconds

    advance(beam, seconds=seconds, progress=request.progress, until=give_up)
    if not beam.found():
        skeletons += skeletons_of(model, beam)
        return None
    steps = merged(steps_of(model, beam), [layer.order for layer in model.layers])
    note = "by a beam search for neighbors that stand together; a shorter one may exist"
    return _solution(request, model, steps, start, note=note, optimal=not steps)


def search_seconds(request: Request) -> float:
    """The seconds for a search that starts now."""
    left = request.search_clock().left()
    return DEFAULT_SECONDS if left is None else left


def _solution(
    request: Request,
    model: GeneralModel,
    steps: list[Step],
    start: float,
    *,
    note: str,
    nodes: int = 0,
    optimal: bool = True,
) -> Solution:
    alg = written(request.puzzle, model, steps)
    length, took = checked_length(request, alg), now() - start
    return Solution(
        alg, length, request.metric, optimal=optimal, method="general", nodes=nodes, seconds=took,
        parts=parts_of(request, model, alg), history=((took, length),), note=note,
    )  # fmt: skip
