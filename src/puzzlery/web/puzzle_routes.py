"""Routes for puzzles: the catalogue, scenes, algs, scrambles, validation, pieces and methods."""

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

from puzzlery.web.clerks import Clerks
from puzzlery.web.models import (
    Painted,
    PuzzleEntry,
    ReadAlg,
    Scramble,
    Solvers,
    TwoStickers,
    Written,
)
from puzzlery.web.shelf import Shelf

Rule = Annotated[int, Field(ge=1, le=3)]
Palette = Literal["standard", "colorblind", "gray"]


def puzzle_routes(shelf: Shelf, clerks: Clerks) -> APIRouter:
    """The routes, for the puzzles of the catalogue and those that the shelf keeps."""
    routes = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

    def answer(kind: str, name: str, **asked: Any) -> str:
        question = {"name": name, "definition": shelf.definition(name), **asked}
        return clerks.answer(kind, question)

    def told(kind: str, name: str, **asked: Any) -> Response:
        return Response(answer(kind, name, **asked), media_type="application/json")

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

    @routes.get("/{name}", response_model=dict[str, Any])
    def figures(name: str) -> Response:
        """The figures of a puzzle: stickers, pieces, orbits, moves, and its group's order."""
        return told("figures", name)

    @routes.get("/{name}/scene", response_model=dict[str, Any])
    def scene(name: str, palette: Palette = "standard", bodies: bool = False) -> Response:
        """What a viewer needs to show the puzzle and turn it."""
        return told("scene", name, palette=palette, bodies=bodies)
        return told_figures(shelf.puzzle(name))

    @routes.get("/{name}/scene")
    def scene(name: str, palette: Palette = "standard", bodies: bool = False) -> Response:
        """What a viewer needs to show the puzzle and turn it."""
        made = scene_json(name, shelf.definition(name), palette, bodies)
        return Response(made, media_type="application/json")

    @routes.post("/{name}/alg", response_model=ReadAlg)
    def alg(name: str, asked: Written) -> Response:
        """Read an alg; what is wrong with it stands in the answer, with its place."""
        return told("alg", name, alg=asked.alg)

    @routes.post("/{name}/scramble", response_model=dict[str, str])
    def scramble(name: str, asked: Scramble) -> Response:
        """A random alg that scrambles the puzzle."""
        return told("scramble", name, seed=asked.seed, length=asked.length)

    @routes.post("/{name}/check", response_model=dict[str, Any])
    def check(name: str, asked: Painted) -> Response:
        """Whether moves lead to what one sees, or everything that is wrong with it."""
        return told("check", name, colors=asked.colors, text=asked.text)

    @routes.get("/{name}/pieces", response_model=dict[str, Any])
    def pieces(
        name: str,
        rules: Annotated[list[Rule] | None, Query()] = None,
        centers: Literal["stickers", "axes", "core"] = "stickers",
    ) -> Response:
        """The sets of stickers that never move apart, and the orbits they belong to."""
        return told("pieces", name, rules=rules, centers=centers)

    @routes.post("/{name}/apart", response_model=dict[str, Any])
    def apart(name: str, asked: TwoStickers) -> Response:
        """Why two stickers are apart; `rule` is null if they never are."""
        return told("apart", name, p=asked.p, q=asked.q)

    @routes.get("/{name}/methods", response_model=Solvers)
    def methods(name: str) -> Response:
        """Every method, with the reason why it does not fit this puzzle, and every metric."""
        return told("methods", name)

    @routes.get("/{name}/definition", response_class=PlainTextResponse)
    def definition(name: str) -> str:
        """The puzzle as TOML; one that was kept, as it was written."""
        text: str = shelf.definition(name) or json.loads(answer("definition", name))
        return text

    return routes


def read_alg(puzzle: Puzzle, text: str) -> ReadAlg:
    """An alg with its moves and turns, or with what is wrong with it."""
    from puzzlery.render.scene import scene_move

    try:
        alg = puzzle.alg(text)
        if len(alg) > MOST_MOVES:
            raise PuzzleryError(f"the alg has {len(alg):,} moves; expected at most {MOST_MOVES:,}")
        numbers: dict[str, int] = {}
        moves = []
        for move in alg.moves():
            written = str(move)
            moves.append(MadeMove(text=written, turn=numbers.setdefault(written, len(numbers))))
        turns = [asdict(scene_move(puzzle.turn(written))) for written in numbers]
        length = alg.length(puzzle.metric, puzzle)
    except SyntaxFault as fault:
        where = fault.position
        return _unread(puzzle, Fault(kind=fault.kind, message=fault.reason, position=where))
    except PuzzleryError as fault:
        return _unread(puzzle, Fault(kind=fault.kind, message=str(fault)))
    return ReadAlg(alg=str(alg), moves=moves, turns=turns, length=length, metric=puzzle.metric)


def _unread(puzzle: Puzzle, fault: Fault) -> ReadAlg:
    return ReadAlg(alg="", moves=[], turns=[], length=0, metric=puzzle.metric, error=fault)


def told_figures(puzzle: Puzzle) -> dict[str, Any]:
    """The figures of a puzzle; the order of its group as text, being too long for JavaScript."""
    from puzzlery.twisty.figures import figures

    return {**figures(puzzle), "order": str(puzzle.group.order)}


@lru_cache(maxsize=32)
def scene_json(name: str, definition: str | None, palette: Palette, bodies: bool) -> bytes:
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
