"""Routes for puzzles: the catalogue, scenes, algs, scrambles, validation and pieces."""

import json
from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from pydantic import Field

from puzzlery.errors import PuzzleryError, SyntaxFault
from puzzlery.twisty.puzzle import Puzzle
from puzzlery.web.models import (
    Fault,
    MadeMove,
    Painted,
    PuzzleEntry,
    ReadAlg,
    Scramble,
    TwoStickers,
    Written,
)
from puzzlery.web.named import named_puzzle
from puzzlery.web.shelf import Shelf

MOST_MOVES = 10_000
Rule = Annotated[int, Field(ge=1, le=3)]
Palette = Literal["standard", "colorblind", "gray"]


def puzzle_routes(shelf: Shelf) -> APIRouter:
    """The routes, for the puzzles of the catalogue and those that the shelf keeps."""
    routes = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

    @routes.get("")
    def puzzles(search: Annotated[str, Query(max_length=100)] = "") -> list[PuzzleEntry]:
        """The catalogue, or what of it fits the words."""
        from puzzlery.twisty.catalog import entries
        from puzzlery.twisty.catalog import search as find

        return [
            PuzzleEntry(
                name=entry.name,
                family=entry.family,
                aliases=list(entry.aliases),
                description=entry.description,
            )
            for entry in (find(search) if search.strip() else entries())
        ]

    @routes.get("/{name}")
    def figures(name: str) -> dict[str, Any]:
        """The figures of a puzzle: stickers, pieces, orbits, moves, and its group's order."""
        from puzzlery.twisty.figures import figures

        puzzle = shelf.puzzle(name)
        return {**figures(puzzle), "order": str(puzzle.group.order)}

    @routes.get("/{name}/scene")
    def scene(name: str, palette: Palette = "standard", bodies: bool = False) -> Response:
        """What a viewer needs to show the puzzle and turn it."""
        made = _scene(name, shelf.definition(name), palette, bodies)
        return Response(made, media_type="application/json")

    @routes.post("/{name}/alg")
    def alg(name: str, asked: Written) -> ReadAlg:
        """Read an alg; what is wrong with it stands in the answer, with its place."""
        return read_alg(shelf.puzzle(name), asked.alg)

    @routes.post("/{name}/scramble")
    def scramble(name: str, asked: Scramble) -> dict[str, str]:
        """A random alg that scrambles the puzzle."""
        made = shelf.puzzle(name).scramble(seed=asked.seed, length=asked.length)
        return {"alg": str(made)}

    @routes.post("/{name}/check")
    def check(name: str, asked: Painted) -> dict[str, Any]:
        """Whether moves lead to what one sees, or everything that is wrong with it."""
        puzzle = shelf.puzzle(name)
        verdict = puzzle.validate(_painted(puzzle, asked))
        return {**verdict.as_dict(), "coloring": list(verdict.coloring)}

    @routes.get("/{name}/pieces")
    def pieces(
        name: str,
        rules: Annotated[list[Rule] | None, Query()] = None,
        centers: Literal["stickers", "axes", "core"] = "stickers",
    ) -> dict[str, Any]:
        """The sets of stickers that never move apart, and the orbits they belong to."""
        puzzle = shelf.puzzle(name)
        found = puzzle.pieces(rules, centers)
        orbits = [{"name": orbit.name, "slots": [sorted(slot) for slot in orbit.slots],
                   "orientations": orbit.orientations} for orbit in puzzle.orbits()]  # fmt: skip
        return {"pieces": [sorted(piece) for piece in found], "orbits": orbits}

    @routes.post("/{name}/apart")
    def apart(name: str, asked: TwoStickers) -> dict[str, Any]:
        """Why two stickers are apart; `rule` is null if they never are."""
        why = shelf.puzzle(name).why_apart(asked.p, asked.q)
        if why is None:
            return {"rule": None, "witness": "", "text": "they are on one piece"}
        return {"rule": why.rule, "witness": str(why.witness), "text": why.text}

    return routes


def read_alg(puzzle: Puzzle, text: str) -> ReadAlg:
    """An alg with its moves and turns, or with what is wrong with it."""
    from puzzlery.render.scene import scene_steps

    try:
        alg = puzzle.alg(text)
        if len(alg) > MOST_MOVES:
            raise PuzzleryError(f"the alg has {len(alg):,} moves; expected at most {MOST_MOVES:,}")
        steps, made = scene_steps(puzzle, alg)
        moves = [MadeMove(text=written, turn=turn) for written, turn in steps]
        turns = [asdict(turn) for turn in made]
        length = alg.length(puzzle.metric, puzzle)
    except SyntaxFault as fault:
        where = fault.position
        return _unread(puzzle, Fault(kind=fault.kind, message=fault.reason, position=where))
    except PuzzleryError as fault:
        return _unread(puzzle, Fault(kind=fault.kind, message=str(fault)))
    return ReadAlg(alg=str(alg), moves=moves, turns=turns, length=length, metric=puzzle.metric)


def _unread(puzzle: Puzzle, fault: Fault) -> ReadAlg:
    return ReadAlg(alg="", moves=[], turns=[], length=0, metric=puzzle.metric, error=fault)


@lru_cache(maxsize=32)
def _scene(name: str, definition: str | None, palette: Palette, bodies: bool) -> bytes:
    """A scene as JSON; kept by name, for puzzles that are equal may still look different."""
    from puzzlery.render.scene import live_scene, scene

    puzzle = named_puzzle(name, definition)
    made = (live_scene if bodies else scene)(puzzle, palette=palette)
    return json.dumps(made.to_dict(), separators=(",", ":")).encode()


def _painted(puzzle: Puzzle, asked: Painted) -> Any:
    """The coloring that is meant by a list of colors or by a text."""
    from puzzlery.formats.given import read_coloring

    if (asked.colors is None) == (asked.text is None):
        raise PuzzleryError("expected either colors or a text, not both and not none")
    return asked.colors if asked.text is None else read_coloring(puzzle, asked.text)
