"""The general solver: any permutation puzzle, by a skeleton, annealing and inserted 3-cycles.

It knows nothing but permutations. `docs/general-solver.md` explains it from zero.
"""

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from threading import Event

import numpy as np

from puzzlery._core import GeneralSearch, GeneralTables
from puzzlery.core.progress import Clock, Report, Reporter, advance
from puzzlery.errors import TimedOut
from puzzlery.solve.api.request import Goal, Request
from puzzlery.solve.api.solution import Solution, SolutionPart
from puzzlery.solve.general import stabilizer_words
from puzzlery.solve.general.answers_without_tables import search_seconds, without_tables
from puzzlery.solve.general.general_model import GeneralModel, Ints, Step
from puzzlery.solve.general.general_tables import is_ready, tables_of
from puzzlery.solve.general.priced_layers import priced_layers
from puzzlery.solve.general.solution_parts import commutator_parts
from puzzlery.solve.general.solution_writing import checked_length, parts_of, written
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg

# A search runs at least so long: its first slice finds the first solution or none.
LEAST_SECONDS = 0.001
# The part of the time in which tables must be built; else a simpler solution is returned.
TABLES_SHARE = 0.6
# The same if a simpler solution is there already.
TABLES_SHARE_WITH_SPARE = 0.8
# With fewer seconds than these, a simple solution by the stabilizer chain comes first, in at most
# this part of the time. It serves puzzles of up to so many stickers.
HURRIED_SECONDS, SPARE_SHARE, MOST_SPARE_STICKERS = 5.0, 0.8, 1_000
# The part of the time for completing words that solve most of the puzzle.
SKELETONS_SHARE = 0.5
# Searches on several threads have seeds that are far apart, so that other seeds give others.
SEED_STEP = 1_000_003
unfit = stabilizer_words.unfit


def solve(request: Request) -> list[Solution]:
    """One solution: the shortest found within the time limit, or within a second.

    The time limit includes building the tables; `search_seconds` limits the search alone. With the
    option `commutators` it is a solution that a person can follow: a skeleton, then commutators.
    Several threads search side by side from different seeds and share their best words. With the
    option `proposals`, the search ends after so many; on one thread it then repeats exactly. With
    the option `wildcards`, so many stickers may be wrong in the end.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> found = cube.solve("R U F", "general", search_seconds=0.1)
    >>> cube.apply("R U F").apply(found.alg).is_solved
    True
    """
    weights = tuple(sorted(dict(request.options.get("weights") or {}).items()))
    model = model_of(
        request.puzzle, request.metric, request.moves, weights, request.goal, request.mask
    )
    by_commutators = bool(request.options.get("commutators"))
    skeletons: list[list[Step]] = []
    spare = _spare_words(request, model)
    if not by_commutators:
        found = without_tables(request, model, skeletons)
        if found is not None:
            return [found]
    tables = _tables(request, model, has_spare=bool(spare))
    if isinstance(tables, str):
        return [_explained(one, tables) for one in spare] or _by_words(request, tables)
    seconds = search_seconds(request)
    seed = int(request.options.get("seed", 0))
    proposals = int(request.options.get("proposals", 0))
    if proposals:
        seconds = request.search_clock().left() or math.inf
    start = model.start(request.state.permutation)
    searches = [
        GeneralSearch(
            tables,
            *start,
            seconds,
            seed + SEED_STEP * thread,
            proposals,
            request.wildcards,
            [orbit.width for orbit in model.orbits],
        )
        for thread in range(request.threads)
    ]
    for other in searches[1:]:
        other.share_with(searches[0])
    _use_skeletons(model, searches, skeletons, seconds)
    found = _with_commutators(request, model, searches[0]) if by_commutators else None
    found = found or _searched(request, model, searches, seconds)
    return [found] if found else _by_words(request, "no skeleton was found")


def _use_skeletons(
    model: GeneralModel,
    searches: Sequence[GeneralSearch],
    skeletons: Sequence[Sequence[Step]],
    seconds: float,
) -> None:
    """Give each search its part of the skeletons, the best first, in a part of the time."""
    numbers = {layer: number for number, layer in enumerate(model.kernel_layers)}
    clock = Clock(SKELETONS_SHARE * seconds)
    for count, skeleton in enumerate(skeletons):
        if clock.is_over:
            return
        steps = [(numbers[layer], power) for layer, power in skeleton if layer in numbers]
        searches[count % len(searches)].use_skeleton(steps)


def _spare_words(request: Request, model: GeneralModel) -> list[Solution]:
    """A simple solution for the case that there is no time to build tables; none if they are there.

    It is found before anything else is tried, because little may be left after that.
    """
    left = request.clock.left()
    if left is None or request.puzzle.degree > MOST_SPARE_STICKERS:
        return []
    if model.refusal or is_ready(request.puzzle, model):
        return []
    if left > HURRIED_SECONDS:
        return []
    with suppress(TimedOut):
        return stabilizer_words.solve(replace(request, timeout=SPARE_SHARE * left))
    return []


def _tables(request: Request, model: GeneralModel, *, has_spare: bool) -> GeneralTables | str:
    """The tables, or the reason why there are none in time.

    What is left of the time after that is for searching, or for a simpler solution.
    """
    left = request.clock.left()
    share = TABLES_SHARE_WITH_SPARE if has_spare else TABLES_SHARE
    limit = request.clock if left is None else Clock(share * left)
    try:
        return tables_of(request.puzzle, model, request.progress, limit)
    except TimedOut:
        if limit is request.clock:
            raise
        return "there was no time to build its tables"


@lru_cache(maxsize=16)
def model_of(
    puzzle: Puzzle,
    metric: str,
    moves: tuple[str, ...] | None,
    weights: tuple[tuple[str, int], ...],
    goal: Goal,
    mask: frozenset[int] | None,
) -> GeneralModel:
    """The model of a puzzle for a goal: what may be turned, and what it costs in a metric.

    `moves` names what may be turned, and `weights` replaces costs of the metric.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> model_of(puzzle("4x4x4"), "OBTM", ("R", "Uw"), (("R", 2),), "colors", None).prices
    ((2, 2, 2), (1, 1, 1))
    """
    layers = {
        str(layer.written): layer for layer in priced_layers(puzzle, metric, moves, dict(weights))
    }
    return GeneralModel.of(
        {name: layer.permutation for name, layer in layers.items()},
        sticker_labels(puzzle, goal, mask),
        {name: layer.prices for name, layer in layers.items()},
    )


def sticker_labels(puzzle: Puzzle, goal: Goal, mask: frozenset[int] | None) -> Ints:
    """A label for each sticker: stickers with equal labels are interchangeable.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> len(set(sticker_labels(puzzle("2x2x2"), "colors", None).tolist()))
    6
    >>> len(set(sticker_labels(puzzle("2x2x2"), "stickers", None).tolist()))
    24
    """
    colors = np.arange(puzzle.degree) if goal == "stickers" else np.array(puzzle.solved_colors)
    if mask is not None:
        hidden = np.ones(puzzle.degree, dtype=bool)
        hidden[list(mask)] = False
        colors = np.where(hidden, colors.max() + 1, colors)
    return colors.astype(np.int64)


def _searched(
    request: Request, model: GeneralModel, searches: Sequence[GeneralSearch], seconds: float
) -> Solution | None:
    """The best solution of searches side by side, one on each thread."""
    _run_together(searches, seconds, request.progress)
    found = [search for search in searches if search.found()]
    if not found:
        return None
    best = min(found, key=lambda search: search.history()[-1][1])
    steps = [(model.kernel_layers[k], power) for k, power in best.best()]
    tips = model.tip_steps(request.state.permutation * model.effect(steps))
    alg = written(request.puzzle, model, [*steps, *tips])
    of_tips = written(request.puzzle, model, tips).length(request.metric, request.puzzle)
    history = tuple((seconds, count + of_tips) for seconds, count in _joined_history(found))
    return Solution(
        alg, checked_length(request, alg), request.metric, optimal=not alg, method="general",
        nodes=sum(search.proposals() for search in searches),
        parts=parts_of(request, model, alg), history=history,
        note="the shortest found so far; a shorter one may exist",
    )  # fmt: skip


def _with_commutators(
    request: Request, model: GeneralModel, search: GeneralSearch
) -> Solution | None:
    """A solution in parts that a person can follow."""
    puzzle, state = request.puzzle, request.state.permutation
    parts = commutator_parts(search, model, lambda steps: written(puzzle, model, steps))
    if not parts:
        return None
    for part in parts:
        state = state * puzzle.permutation(part.alg)
    tips = model.tip_steps(state)
    if tips:
        parts = (*parts, SolutionPart("tips", written(puzzle, model, tips)))
    alg = sum((part.alg for part in parts), Alg(()))
    return Solution(
        alg, checked_length(request, alg), request.metric, optimal=not alg, method="general",
        parts=parts, note="written to be followed; without the option commutators it is shorter",
    )  # fmt: skip


def _joined_history(searches: Sequence[GeneralSearch]) -> list[tuple[float, int]]:
    """Seconds and cost of each solution that was better than all before it."""
    joined: list[tuple[float, int]] = []
    for seconds, cost in sorted(row for search in searches for row in search.history()):
        if not joined or cost < joined[-1][1]:
            joined.append((seconds, cost))
    return joined


def _run_together(
    searches: Sequence[GeneralSearch], seconds: float, progress: Reporter | None
) -> None:
    """Run the searches side by side; the first one reports, and all end with it."""
    first, *others = searches
    ended = Event()

    def run_along(search: GeneralSearch) -> None:
        advance(search, seconds=max(LEAST_SECONDS, seconds), until=lambda _: ended.is_set())

    with ThreadPoolExecutor(max(1, len(others))) as pool:
        running = [pool.submit(run_along, search) for search in others]
        try:
            _run(first, seconds, progress)
        finally:
            ended.set()
        for one in running:
            one.result()


def _run(search: GeneralSearch, seconds: float, progress: Reporter | None) -> None:
    """Search for so many seconds; the first slice always finds or fails to find a solution."""

    def report(report: Report) -> None:
        if progress is not None:
            total = seconds if seconds < math.inf else None
            progress(replace(report, done=min(report.seconds, seconds), total=total))

    advance(search, seconds=max(LEAST_SECONDS, seconds), progress=report)


def _by_words(request: Request, reason: str) -> list[Solution]:
    """The fallback: words of the stabilizer chain, with a note that gives the reason."""
    try:
        found = stabilizer_words.solve(replace(request, timeout=request.clock.left()))
    except TimedOut:
        raise request.clock.timed_out(f"{reason}; a simpler solution takes longer, too") from None
    return [_explained(one, reason) for one in found]


def _explained(found: Solution, reason: str) -> Solution:
    note = f"by words from the stabilizer chain, because {reason}"
    parts = (SolutionPart("one piece after the other", found.alg),)
    return replace(found, method="general", parts=parts, note=note)
