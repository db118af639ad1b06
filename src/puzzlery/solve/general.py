"""The general solver: any permutation puzzle, by a skeleton, annealing and inserted 3-cycles.

It knows nothing but permutations. The essay `docs/general-solver.md` explains it from zero.
"""

import time
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from puzzlery._core import GeneralSearch, GeneralTables, general_steps
from puzzlery.errors import NotFound
from puzzlery.progress import Report, Reporter, drive
from puzzlery.solve import words
from puzzlery.solve.general_model import Blueprint, Ints, Step
from puzzlery.solve.request import Goal, Request
from puzzlery.solve.solution import Solution
from puzzlery.twisty.alg import Alg
from puzzlery.twisty.metrics import metric, parts_by_puzzle, shortest
from puzzlery.twisty.puzzle import Puzzle

SECONDS = 1.0
SLICE_MS = 50.0
unfit = words.unfit


def solve(request: Request) -> list[Solution]:
    """One solution, the shortest found within the time limit, or within a second."""
    start = time.monotonic()
    names = layers_for(request)
    blueprint = blueprint_of(request.puzzle, names, request.goal, request.mask)
    tables = tables_of(blueprint, request.progress, request.timeout)
    if isinstance(tables, str):
        return _by_words(request, tables)
    left = None if request.timeout is None else request.timeout - (time.monotonic() - start)
    found = _searched(request, blueprint, tables, left)
    return [found] if found else _by_words(request, "no skeleton was found")


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
    return tuple(name for name in puzzle.turns if name in cheap or not cheap.issuperset(puzzle.basis))


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


_TABLES: dict[int, tuple[Blueprint, GeneralTables]] = {}
MOST_KEPT = 8


def tables_of(
    blueprint: Blueprint, progress: Reporter | None, timeout: float | None
) -> GeneralTables | str:
    """The finished tables of a blueprint, or why there are none."""
    if blueprint.refusal:
        return blueprint.refusal
    kept = _TABLES.get(id(blueprint))
    tables = kept[1] if kept else blueprint.tables()
    while len(_TABLES) >= MOST_KEPT and not kept:
        _TABLES.pop(next(iter(_TABLES)))
    _TABLES[id(blueprint)] = (blueprint, tables)
    drive(tables, progress=progress, timeout=timeout)
    return tables if tables.suits() else "its small orbits have too many states together"


def _searched(
    request: Request, blueprint: Blueprint, tables: GeneralTables, left: float | None
) -> Solution | None:
    seed = int(request.options.get("seed", 0))
    search = GeneralSearch(tables, *blueprint.start(request.state.permutation), seed=seed)
    _run(search, SECONDS if left is None else left, request.progress)
    if not search.found():
        return None
    steps = [(blueprint.turning[k], power) for k, power in general_steps(tables, search.best())]
    tips = blueprint.last(request.state.permutation * blueprint.made(steps))
    alg = written(request.puzzle, blueprint, [*steps, *tips])
    return _told(request, alg, search, len(tips))


def _run(search: GeneralSearch, seconds: float, progress: Reporter | None) -> None:
    """Search for so long; the first answer is waited for as long as it is not hopeless."""
    start = time.monotonic()
    while True:
        spent = time.monotonic() - start
        finished = search.run(max(1.0, min(SLICE_MS, 1000 * (seconds - spent))))
        spent = time.monotonic() - start
        if progress is not None:
            progress(Report(min(spent, seconds), seconds, search.progress()[2], spent))
        if finished or spent >= seconds:
            return


def written(puzzle: Puzzle, blueprint: Blueprint, steps: Sequence[Step]) -> Alg:
    """Steps as moves of the puzzle, each made the short way round."""
    assert puzzle.notation is not None
    moves = []
    for layer, power in steps:
        unit = puzzle.notation.written(blueprint.names[layer])
        amount = shortest(power, blueprint.layers[layer].order)
        moves.append(unit.of_amount(unit.amount * amount))
    return Alg(tuple(moves))


def _told(request: Request, alg: Alg, search: GeneralSearch, tips: int) -> Solution:
    length = alg.length(request.metric, request.puzzle)
    if request.max_length is not None and length > request.max_length:
        raise NotFound(
            f"the general solver found {length} moves for {request.puzzle.name}, "
            f"not {request.max_length} or fewer; give it more time"
        )
    history = tuple((seconds, count + tips) for seconds, count in search.history())
    return Solution(
        alg, length, request.metric, optimal=not length, method="general",
        nodes=search.proposals(), history=history,
        note="the shortest found so far; no claim that there is none shorter",
    )  # fmt: skip


def _by_words(request: Request, reason: str) -> list[Solution]:
    """The fallback, which says so."""
    found = words.solve(request)
    note = f"by words from the stabilizer chain, because {reason}"
    return [
        Solution(one.alg, one.length, one.metric, one.optimal, "general", note=note) for one in found
    ]  # fmt: skip
