"""Search: shortest solutions of any puzzle, with the proof that none is shorter.

`docs/steps.md` tells how it works: coordinates from the puzzle's own pieces, pruning tables as far
as memory goes, and iterative deepening over the sequences that are written in one way only.
"""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from puzzlery._core import SearchJob
from puzzlery.core.permutation import Permutation
from puzzlery.errors import NotFound, Unsolvable
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.coordinates.coordinate_solver import tells_all
from puzzlery.solve.coordinates.search_engine import (
    HIGHEST,
    Engine,
    SearchLimits,
    grouped,
    word_of,
)
from puzzlery.solve.general import stabilizer_words
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.search.pattern_split import masked, open_patterns, parts, without
from puzzlery.solve.search.patterns import ANY, Labels, Looks, Pattern
from puzzlery.twisty.model.color import palette_of
from puzzlery.twisty.model.puzzle import AlgLike, Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.model.turn import Turn
from puzzlery.twisty.notation.metrics import metric as find_metric

USUAL_MEMORY = 64 << 20
USUAL_WORK = 300_000_000  # table entries × moves that may be filled without being asked for
KEPT_ENGINES = 8
SHARE_OF_COORDINATES = 12
OPTIONS = ("weights", "min_length")

_engines: OrderedDict[Hashable, Engine] = OrderedDict()
unfit = stabilizer_words.unfit


def solve(request: Request) -> list[Solution]:
    """The shortest solutions, found by trying all that is shorter.

    Options: `weights` (what single moves weigh, by name) and `min_length`.

    >>> from puzzlery.solve.api.methods import solutions
    >>> from puzzlery.twisty.catalog import puzzle
    >>> [str(s.alg) for s in solutions(puzzle("3x3x3"), "R U R' U'", "search")]
    ["U R U' R'"]
    """
    labels = tuple(range(request.puzzle.degree))
    if request.goal == "colors":
        labels = request.puzzle.solved_colors
    return _shortest(request, labels)


def between(
    puzzle: Puzzle, start: State | AlgLike, target: State | AlgLike, **limits: Any
) -> list[Solution]:
    """The shortest ways from one state to what another one looks like.

    `limits` are the fields of `Request`; with the goal "stickers" it is to become the other state.
    What stands where it should in the end is labeled by its place there, so that the target takes
    the part of the solved state.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> [str(s.alg) for s in between(puzzle("3x3x3"), "R U", "R F2")]
    ["U' F2"]
    """
    begin, end = (
        given if isinstance(given, State) else puzzle.apply(given) for given in (start, target)
    )
    options = {name: limits.pop(name) for name in OPTIONS if name in limits}
    metric = find_metric(limits.pop("metric", None) or puzzle.metric).name
    moved = State(puzzle, end.permutation.inverse * begin.permutation)
    request = Request(puzzle, moved, metric, options=options, **limits)
    exact = request.goal == "stickers"
    return _shortest(request, tuple(range(puzzle.degree)) if exact else end.coloring.picks)


def _shortest(request: Request, labels: Labels) -> list[Solution]:
    engine = _engine(request, labels)
    limits = SearchLimits(
        low=int(request.options.get("min_length", 0)),
        high=HIGHEST if request.max_length is None else min(HIGHEST, request.max_length),
        beyond=request.beyond,
        limit=request.count,
        keep=request.count,
        threads=request.threads,
    )
    held = engine.moves.idle_rotations
    starts = [engine.position(request.state.permutation * turned) for turned in held]
    job = engine.search(
        np.vstack(starts), limits, progress=request.progress, timeout=request.search_clock()
    )
    if not job.found:
        raise NotFound(
            f"{request.puzzle.name} cannot be solved in {limits.low} to {limits.high} "
            f"{engine.moves.metric} by these moves"
        )
    return [
        _solution(engine, job, limits, word_of(word), held[root].inverse)
        for root, word in job.words()
    ]


def _solution(
    engine: Engine, job: SearchJob, limits: SearchLimits, word: Sequence[int], held: Permutation
) -> Solution:
    length = sum(engine.moves.costs[move] for move in word)
    optimal = length == job.best and limits.low == 0
    proof = f"all sequences of these moves up to {job.best - 1} were ruled out"
    return Solution(
        engine.moves.alg(word, held),
        length,
        engine.moves.metric,
        optimal=optimal,
        method="search",
        nodes=job.nodes,
        reads=job.reads,
        note=proof if job.best and limits.low == 0 else "",
    )


def _engine(request: Request, labels: Labels) -> Engine:
    """The engine for a request's moves and goal; those used last are kept."""
    weights = request.options.get("weights") or {}
    key = (
        request.puzzle, request.metric, request.moves, tuple(sorted(weights.items())),
        labels, request.mask, request.memory,
    )  # fmt: skip
    if key not in _engines:
        moves = MoveSet.for_search(request.puzzle, request.metric, request.moves, weights)
        _engines[key] = _new_engine(request, labels, moves)
        while len(_engines) > KEPT_ENGINES:
            _engines.popitem(last=False)
    _engines.move_to_end(key)
    if request.moves is not None:
        check_solvable(request, labels, _engines[key].moves)
    return _engines[key]


def _new_engine(request: Request, labels: Labels, moves: MoveSet) -> Engine:
    memory = request.memory or USUAL_MEMORY
    patterns = goal_patterns(request, labels, moves, _most_looks(moves, memory))
    share = memory // 2 if request.memory else min(memory // 2, USUAL_WORK // len(moves))
    progress, clock = request.progress, request.clock
    looks = [Looks(one, moves, progress=progress, timeout=clock) for one in patterns]
    return Engine.of(
        moves, grouped(looks, share), both_sides=tells_all(looks), progress=progress, timeout=clock
    )


def _most_looks(moves: MoveSet, memory: int) -> int:
    """How many looks a coordinate may have, so that all transition tables fit."""
    return max(1000, memory // SHARE_OF_COORDINATES // (4 * len(moves)))


def goal_patterns(request: Request, labels: Labels, moves: MoveSet, most: int) -> list[Pattern]:
    """The goal of a request as patterns that are small enough for a search.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> request = Request(cube, cube.solved, cube.metric)
    >>> moves = MoveSet.for_search(cube)
    >>> [p.name for p in goal_patterns(request, cube.solved_colors, moves, 10_000)]
    ['corners turned', 'corners 1-7']
    """
    puzzle = request.puzzle
    if request.mask is None:
        return _never_none(puzzle, parts(puzzle, labels, moves, most))
    several = open_patterns(puzzle, labels, request.mask, moves)
    single = without(masked(puzzle, labels, request.mask), several)
    return _never_none(puzzle, several + parts(puzzle, single, moves, most))


def _never_none(puzzle: Puzzle, patterns: list[Pattern]) -> list[Pattern]:
    return patterns or [Pattern("nothing", (0,) * puzzle.degree)]


def check_solvable(request: Request, labels: Labels, moves: MoveSet) -> None:
    """Refuse a state from which the chosen moves never lead to the goal."""
    labels = masked(request.puzzle, labels, request.mask)
    turns = tuple((one.name, one.permutation) for one in moves.moves)
    chosen = _with_moves(request.puzzle, turns, labels)
    verdict = chosen.validate(list(State(chosen, request.state.permutation).coloring))
    if not verdict.reachable:
        reasons = [reason.text for reason in verdict.reasons]
        names = " ".join(request.moves or ())
        raise Unsolvable(
            f"{names} alone do not solve this state of {request.puzzle.name}:", reasons
        )


@lru_cache(maxsize=KEPT_ENGINES)
def _with_moves(
    puzzle: Puzzle, turns: tuple[tuple[str, Permutation], ...], labels: Labels
) -> Puzzle:
    """The puzzle with only these moves, and with a color for each label.

    Labels that number colors of the puzzle have these; others are told by their number.
    """
    known = {number: color.name for number, color in enumerate(puzzle.palette)} | {ANY: "any"}
    palette, picks = palette_of([known.get(label, f"sticker {label}") for label in labels])
    made = {name: Turn.plain(name, effect) for name, effect in turns}
    return Puzzle(puzzle.name, puzzle.degree, made, palette, picks)
