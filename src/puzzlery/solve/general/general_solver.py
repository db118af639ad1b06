"""The general solver: any permutation puzzle, by a skeleton, annealing and inserted 3-cycles.

It knows nothing but permutations. The essay `docs/general-solver.md` explains it from zero.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from puzzlery._core import GeneralSearch
from puzzlery.core.progress import Report, Reporter, advance
from puzzlery.errors import NotFound
from puzzlery.solve.api.request import Goal, Request
from puzzlery.solve.api.solution import Part, Solution
from puzzlery.solve.general import stabilizer_words
from puzzlery.solve.general.blueprint import Blueprint, Ints, Step
from puzzlery.solve.general.general_tables import tables_of
from puzzlery.solve.general.lesson import lesson
from puzzlery.solve.general.meet_in_the_middle import Neighborhood
from puzzlery.solve.general.solution_parts import named_parts
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg
from puzzlery.twisty.notation.metrics import metric, parts_by_puzzle, shortest

SECONDS = 1.0
LEAST_SECONDS = 0.001
# A group of so many elements is tried by meeting in the middle first, and with so many colorings.
SMALL = 2_000_000_000
NEAR, GROWN_A_SECOND = 800_000, 1_000_000
PATIENCE = 60.0
unfit = stabilizer_words.unfit


def solve(request: Request) -> list[Solution]:
    """One solution, the shortest found within the time limit, or within a second.

    The first answer is waited for, and so are the tables when they are not made yet. With the
    option `commutators` it is one to learn from: a skeleton, then commutators.
    """
    start = time.monotonic()
    blueprint = blueprint_of(request.puzzle, layers_for(request), request.goal, request.mask)
    teaching = bool(request.options.get("commutators"))
    if not teaching and request.puzzle.group.order <= SMALL:
        shortest_one = _met(request, blueprint, start)
        if shortest_one:
            return [shortest_one]
    tables = tables_of(request.puzzle, blueprint, request.progress, _waiting(request))
    if isinstance(tables, str):
        return _by_words(request, tables)
    start = time.monotonic()
    seed = int(request.options.get("seed", 0))
    search = GeneralSearch(
        tables, *blueprint.start(request.state.permutation), _left(request, start), seed
    )
    found = _taught(request, blueprint, search) if teaching else None
    found = found or _searched(request, blueprint, search, start)
    return [found] if found else _by_words(request, "no skeleton was found")


def _waiting(request: Request) -> float | None:
    """How long to wait for what must be there before any answer."""
    return None if request.timeout is None else max(PATIENCE, request.timeout)


def _left(request: Request, start: float) -> float:
    """The seconds that are left."""
    return (SECONDS if request.timeout is None else request.timeout) - (time.monotonic() - start)


def _met(request: Request, blueprint: Blueprint, start: float) -> Solution | None:
    """A shortest solution by meeting in the middle, if the time allows it."""
    if _left(request, start) < SECONDS / 2:
        return None
    near = neighborhood_of(blueprint)
    grown = int(GROWN_A_SECOND * min(10.0, max(0.2, _left(request, start))))
    steps = near.steps(request.state.permutation, most=grown)
    if steps is None:
        return None
    alg = written(request.puzzle, blueprint, steps)
    proven = each_counts_one(request, blueprint)
    length = _within(request, alg)
    took = time.monotonic() - start
    note = f"nothing shorter exists with {', '.join(blueprint.names[:20])}" if proven else ""
    return Solution(
        alg, length, request.metric, optimal=proven or not length, method="general",
        nodes=near.kernel.size(), seconds=took, parts=_parts(request, blueprint, alg),
        history=((took, len(steps)),), note=note,
    )  # fmt: skip


@lru_cache(maxsize=4)
def neighborhood_of(blueprint: Blueprint) -> Neighborhood:
    """The colorings near solved, made once a puzzle."""
    layers = dict(zip(blueprint.names, blueprint.layers, strict=True))
    return Neighborhood.of(layers, blueprint.colors, NEAR)


def each_counts_one(request: Request, blueprint: Blueprint) -> bool:
    """Whether the metric counts each turn of each layer as one, as the search does."""
    counted, part_of = metric(request.metric), parts_by_puzzle(request.puzzle)
    turns = ((k, p) for k, layer in enumerate(blueprint.layers) for p in range(1, layer.order))
    moves = (move for turn in turns for move in written(request.puzzle, blueprint, [turn]).moves())
    return all(counted.count(*part_of(move)) == 1 for move in moves)


def layers_for(request: Request) -> tuple[str, ...]:
    """The moves to solve with: those asked for, else all that count as one in the metric.

    Where the puzzle's group needs layers that count as more, all layers are used.
    """
    puzzle = request.puzzle
    if request.moves is not None:
        return tuple(name for name in puzzle.turns if name in request.moves)
    counted, part_of = metric(request.metric), parts_by_puzzle(puzzle)
    assert puzzle.notation is not None
    cheap = {
        name for name in puzzle.turns
        if counted.count(*part_of(puzzle.notation.written(name))) <= 1
    }  # fmt: skip
    return tuple(
        name for name in puzzle.turns if name in cheap or not cheap.issuperset(puzzle.basis)
    )


@lru_cache(maxsize=16)
def blueprint_of(
    puzzle: Puzzle, names: tuple[str, ...], goal: Goal, mask: frozenset[int] | None
) -> Blueprint:
    """The puzzle as the kernel is told it."""
    return Blueprint.of({name: puzzle.moves[name] for name in names}, looks(puzzle, goal, mask))


def looks(puzzle: Puzzle, goal: Goal, mask: frozenset[int] | None) -> Ints:
    """A number for each sticker, equal where it does not matter which of two is in a place."""
    colors = np.arange(puzzle.degree) if goal == "stickers" else np.array(puzzle.solved_colors)
    if mask is not None:
        hidden = np.ones(puzzle.degree, dtype=bool)
        hidden[list(mask)] = False
        colors = np.where(hidden, colors.max() + 1, colors)
    return colors.astype(np.int64)


def _searched(
    request: Request, blueprint: Blueprint, search: GeneralSearch, start: float
) -> Solution | None:
    _run(search, _left(request, start), request.progress)
    if not search.found():
        return None
    steps = [(blueprint.turning[k], power) for k, power in search.best()]
    tips = blueprint.last(request.state.permutation * blueprint.made(steps))
    alg = written(request.puzzle, blueprint, [*steps, *tips])
    history = tuple((seconds, count + len(tips)) for seconds, count in search.history())
    return Solution(
        alg, _within(request, alg), request.metric, optimal=not alg, method="general",
        nodes=search.proposals(), parts=_parts(request, blueprint, alg), history=history,
        note="the shortest found so far; no claim that there is none shorter",
    )  # fmt: skip


def _parts(request: Request, blueprint: Blueprint, alg: Alg) -> tuple[Part, ...]:
    return named_parts(request.puzzle, blueprint.colors, request.state.permutation, alg)


def _taught(request: Request, blueprint: Blueprint, search: GeneralSearch) -> Solution | None:
    """A solution in parts that a person can follow."""
    puzzle, state = request.puzzle, request.state.permutation
    parts = lesson(search, blueprint, lambda steps: written(puzzle, blueprint, steps))
    if not parts:
        return None
    for part in parts:
        state = state * puzzle.permutation(part.alg)
    tips = blueprint.last(state)
    if tips:
        parts = (*parts, Part("tips", written(puzzle, blueprint, tips)))
    alg = sum((part.alg for part in parts), Alg(()))
    return Solution(
        alg, _within(request, alg), request.metric, optimal=not alg, method="general",
        parts=parts, note="to learn from, not to be short: ask without commutators for that",
    )  # fmt: skip


def _run(search: GeneralSearch, seconds: float, progress: Reporter | None) -> None:
    """Search for so long, but until the first answer in any case: it comes in the first slice."""

    def report(report: Report) -> None:
        if progress is not None:
            progress(replace(report, done=min(report.seconds, seconds), total=seconds))

    advance(search, seconds=max(LEAST_SECONDS, seconds), progress=report)


def written(puzzle: Puzzle, blueprint: Blueprint, steps: Sequence[Step]) -> Alg:
    """Steps as moves of the puzzle, each made the short way round."""
    assert puzzle.notation is not None
    moves = []
    for layer, power in steps:
        unit = puzzle.notation.written(blueprint.names[layer])
        amount = shortest(power, blueprint.layers[layer].order)
        moves.append(unit.of_amount(unit.amount * amount))
    return Alg(tuple(moves))


def _within(request: Request, alg: Alg) -> int:
    """The length of an alg; an error if it is beyond what was asked."""
    length = alg.length(request.metric, request.puzzle)
    if request.max_length is not None and length > request.max_length:
        raise NotFound(
            f"the general solver found {length} moves for {request.puzzle.name}, "
            f"not {request.max_length} or fewer; give it more time"
        )
    return length


def _by_words(request: Request, reason: str) -> list[Solution]:
    """The fallback, which says so."""
    found = stabilizer_words.solve(replace(request, timeout=_waiting(request)))
    note = f"by words from the stabilizer chain, because {reason}"
    return [replace(one, method="general", note=note) for one in found]
