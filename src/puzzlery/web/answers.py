"""Answers: what is told about a puzzle, each from plain data to plain data."""

import json
from collections.abc import Callable
from dataclasses import asdict
from decimal import Decimal
from functools import lru_cache
from typing import Any

from puzzlery.errors import PuzzleryError, SyntaxFault
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.web.models import Fault, MadeMove, MethodEntry, MetricEntry, ReadAlg, Solvers
from puzzlery.web.request_names import named_puzzle

MOST_MOVES = 10_000
Asked = dict[str, Any]


def answered(kind: str, asked: Asked) -> str:
    """The answer to a question about a puzzle, as JSON."""
    if kind == "scene":
        return _scene(asked["name"], asked["definition"], asked["palette"], asked["bodies"])
    puzzle = named_puzzle(asked["name"], asked["definition"])
    return json.dumps(ANSWERS[kind](puzzle, asked))


def figures(puzzle: Puzzle, _: Asked) -> Asked:
    """Stickers, pieces, orbits, moves, and the group's order."""
    from puzzlery.twisty.structure.summary import summary

    # Python refuses to write integers of more than 4,300 digits; Decimal does not.
    return {**summary(puzzle), "order": str(Decimal(puzzle.group.order))}


@lru_cache(maxsize=16)
def _scene(name: str, definition: str | None, palette: str, bodies: bool) -> str:
    """A scene as JSON; kept by name, for puzzles that are equal may still look different."""
    from puzzlery.render.scene import live_scene, scene

    puzzle = named_puzzle(name, definition)
    made = (live_scene if bodies else scene)(puzzle, palette=palette)
    return json.dumps(made.to_dict(), separators=(",", ":"))


def alg(puzzle: Puzzle, asked: Asked) -> Asked:
    """An alg with its moves and turns, or with what is wrong with it."""
    try:
        return _read_alg(puzzle, asked["alg"]).model_dump()
    except SyntaxFault as fault:
        where = fault.position
        return _unread(puzzle, Fault(kind=fault.kind, message=fault.reason, position=where))
    except PuzzleryError as fault:
        return _unread(puzzle, Fault(kind=fault.kind, message=str(fault)))


def _read_alg(puzzle: Puzzle, text: str) -> ReadAlg:
    from puzzlery.render.scene import scene_steps

    alg = puzzle.alg(text)
    if len(alg) > MOST_MOVES:
        raise PuzzleryError(f"the alg has {len(alg):,} moves; expected at most {MOST_MOVES:,}")
    steps, turns = scene_steps(puzzle, alg)
    return ReadAlg(
        alg=str(alg),
        moves=[MadeMove(text=written, turn=turn) for written, turn in steps],
        turns=[asdict(turn) for turn in turns],
        length=alg.length(puzzle.metric, puzzle),
        metric=puzzle.metric,
    )


def _unread(puzzle: Puzzle, fault: Fault) -> Asked:
    read = ReadAlg(alg="", moves=[], turns=[], length=0, metric=puzzle.metric, error=fault)
    return read.model_dump()


def scramble(puzzle: Puzzle, asked: Asked) -> Asked:
    """A random alg that scrambles the puzzle."""
    return {"alg": str(puzzle.scramble(seed=asked["seed"], length=asked["length"]))}


def check(puzzle: Puzzle, asked: Asked) -> Asked:
    """Whether moves lead to what one sees, or everything that is wrong with it."""
    colors, text = asked["colors"], asked["text"]
    if (colors is None) == (text is None):
        raise PuzzleryError("expected either colors or a text, not both and not none")
    verdict = puzzle.validate(colors if text is None else text)
    return {**verdict.as_dict(), "coloring": list(verdict.coloring)}


def pieces(puzzle: Puzzle, asked: Asked) -> Asked:
    """The sets of stickers that never move apart, and the orbits they belong to."""
    found = puzzle.pieces(asked["rules"], asked["centers"])
    orbits = [{"name": orbit.name, "slots": [sorted(slot) for slot in orbit.slots],
               "orientations": orbit.orientations} for orbit in puzzle.orbits()]  # fmt: skip
    return {"pieces": [sorted(piece) for piece in found], "orbits": orbits}


def apart(puzzle: Puzzle, asked: Asked) -> Asked:
    """Why two stickers are apart; `rule` is null if they never are."""
    why = puzzle.why_apart(asked["p"], asked["q"])
    if why is None:
        return {"rule": None, "witness": "", "text": "they are on one piece"}
    return {"rule": why.rule, "witness": str(why.witness), "text": why.text}


def methods(puzzle: Puzzle, _: Asked) -> Asked:
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
    metrics = [MetricEntry(name=metric.name, meaning=metric.meaning) for metric in METRICS.values()]
    return Solvers(methods=fitting, metrics=metrics, metric=puzzle.metric).model_dump()


def definition(puzzle: Puzzle, _: Asked) -> str:
    """The puzzle as TOML."""
    from puzzlery.formats import dumps

    return dumps(puzzle, "toml")


def readable(puzzle: Puzzle, _: Asked) -> str:
    """The name of a puzzle whose definition can be read."""
    return puzzle.name


ANSWERS: dict[str, Callable[[Puzzle, Asked], Any]] = {
    "figures": figures,
    "alg": alg,
    "scramble": scramble,
    "check": check,
    "pieces": pieces,
    "apart": apart,
    "methods": methods,
    "definition": definition,
    "readable": readable,
}
