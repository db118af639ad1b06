"""Queries about a puzzle: each takes plain data and gives a response as JSON."""

from collections.abc import Callable
from dataclasses import fields
from decimal import Decimal
from functools import lru_cache
from typing import Any, Literal

from pydantic_core import to_json

from puzzlery.errors import PuzzleryError
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.web.faults import as_fault
from puzzlery.web.models import (
    AlgMove,
    AlgResponse,
    ApartResponse,
    CheckResponse,
    MethodEntry,
    MetricEntry,
    OrbitPieces,
    PiecesResponse,
    PuzzleSummary,
    ScrambleResponse,
    SolveOptions,
)
from puzzlery.web.request_names import named_puzzle

MOST_MOVES = 10_000


def run_query(kind: str, name: str, definition: str | None, arguments: dict[str, Any]) -> str:
    """The response to a query about a puzzle of the catalogue or of a definition, as JSON."""
    if kind == "scene":
        return _scene(name, definition, **arguments)
    return to_json(QUERIES[kind](named_puzzle(name, definition), **arguments)).decode()


def summary(puzzle: Puzzle) -> PuzzleSummary:
    """The puzzle in numbers, with the order of its group."""
    from puzzlery.twisty.structure.summary import summary

    found = summary(puzzle)
    known = {field.name: getattr(found, field.name) for field in fields(found)}
    # Python refuses to write integers of more than 4,300 digits; Decimal does not.
    return PuzzleSummary(**known, order=str(Decimal(puzzle.group.order)))


@lru_cache(maxsize=16)
def _scene(name: str, definition: str | None, palette: str, bodies: bool) -> str:
    """A scene as JSON; cached by name, as equal puzzles may still look different."""
    from puzzlery.render.scene import live_scene, scene

    puzzle = named_puzzle(name, definition)
    return to_json((live_scene if bodies else scene)(puzzle, palette=palette)).decode()


def alg(puzzle: Puzzle, alg: str) -> AlgResponse:
    """An alg with its moves and turns, or with what is wrong with it."""
    try:
        return _read_alg(puzzle, alg)
    except PuzzleryError as error:
        return AlgResponse(metric=puzzle.metric, error=as_fault(error))


def _read_alg(puzzle: Puzzle, text: str) -> AlgResponse:
    from puzzlery.render.scene import scene_steps

    alg = puzzle.alg(text)
    if len(alg) > MOST_MOVES:
        raise PuzzleryError(f"the alg has {len(alg):,} moves; expected at most {MOST_MOVES:,}")
    steps, turns = scene_steps(puzzle, alg)
    return AlgResponse(
        alg=str(alg),
        moves=[AlgMove(text=written, turn=turn) for written, turn in steps],
        turns=turns,
        length=alg.length(puzzle.metric, puzzle),
        metric=puzzle.metric,
    )


def scramble(puzzle: Puzzle, seed: int | None, length: int | None) -> ScrambleResponse:
    """A random alg that scrambles the puzzle."""
    return ScrambleResponse(alg=str(puzzle.scramble(seed=seed, length=length)))


def check(puzzle: Puzzle, colors: list[str] | None, text: str | None) -> CheckResponse:
    """Whether moves lead to what one sees, or everything that is wrong with it."""
    if (colors is None) == (text is None):
        raise PuzzleryError("expected either colors or a text, not both and not none")
    verdict = puzzle.validate(colors or [] if text is None else text)
    return CheckResponse(**verdict.as_dict(), coloring=list(verdict.coloring))


def pieces(
    puzzle: Puzzle, rules: list[int] | None, centers: Literal["stickers", "axes", "core"]
) -> PiecesResponse:
    """The sets of stickers that never move apart, and the orbits they belong to."""
    return PiecesResponse(
        pieces=[sorted(piece) for piece in puzzle.pieces(rules, centers)],
        orbits=[
            OrbitPieces(
                name=orbit.name,
                slots=[sorted(slot) for slot in orbit.slots],
                orientations=orbit.orientations,
            )
            for orbit in puzzle.orbits()
        ],
    )


def apart(puzzle: Puzzle, p: int, q: int) -> ApartResponse:
    """Why two stickers are on different pieces."""
    why = puzzle.why_apart(p, q)
    if why is None:
        return ApartResponse(rule=None, witness="", text="they are on one piece")
    return ApartResponse.model_validate(why)


def methods(puzzle: Puzzle) -> SolveOptions:
    """Every method, with the reason why it does not fit the puzzle, and every metric."""
    from puzzlery.solve.api.methods import METHODS
    from puzzlery.twisty.notation.metrics import METRICS

    fitting = [
        MethodEntry(
            name=method.name,
            meaning=method.meaning,
            unfit=method.unfit(puzzle),
            partial=method.partial,
        )
        for method in METHODS.values()
    ]
    metrics = [MetricEntry.model_validate(metric) for metric in METRICS.values()]
    return SolveOptions(methods=fitting, metrics=metrics, metric=puzzle.metric)


def definition(puzzle: Puzzle) -> str:
    """The puzzle as TOML."""
    from puzzlery.formats import dumps

    return dumps(puzzle, "toml")


def readable(puzzle: Puzzle) -> str:
    """The name of a puzzle whose definition can be read."""
    return puzzle.name


QUERIES: dict[str, Callable[..., Any]] = {
    "summary": summary,
    "alg": alg,
    "scramble": scramble,
    "check": check,
    "pieces": pieces,
    "apart": apart,
    "methods": methods,
    "definition": definition,
    "readable": readable,
}
