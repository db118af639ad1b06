"""Routes for puzzles: the catalogue, scenes, algs, scrambles, validation, pieces and methods."""

import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

from puzzlery.render.scene import Scene
from puzzlery.twisty.catalog import CatalogEntry, entries
from puzzlery.twisty.catalog import search as search_catalogue
from puzzlery.web import models
from puzzlery.web.database import Database
from puzzlery.web.jobs.query_pool import QueryPool
from puzzlery.web.scene_cache import SceneCache, scene_response

Rule = Annotated[int, Field(ge=1, le=3)]
Palette = Literal["standard", "colorblind", "gray"]


def puzzle_routes(database: Database, queries: QueryPool) -> APIRouter:
    """The routes, for the puzzles of the catalogue and those that were saved."""
    routes = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

    def answer(kind: str, name: str, **arguments: Any) -> Response:
        definition = database.puzzle_definition(name)
        return json_response(queries.answer(kind, name, definition, **arguments))

    @routes.get("", response_model=list[models.PuzzleEntry])
    def puzzles(search: Annotated[str, Query(max_length=100)] = "") -> Sequence[CatalogEntry]:
        """The catalogue, or what of it fits the words."""
        return search_catalogue(search) if search.strip() else entries()

    @routes.get("/{name}", response_model=models.PuzzleSummary)
    def summary(name: str) -> Response:
        """The puzzle in numbers: stickers, pieces, orbits, moves, and its group's order."""
        return answer("summary", name)

    scenes = SceneCache()

    @routes.get("/{name}/scene", response_model=Scene)
    def scene(
        request: Request, name: str, palette: Palette = "standard", bodies: bool = False
    ) -> Response:
        """What a viewer needs to show the puzzle and turn it."""
        definition = database.puzzle_definition(name)
        packed = scenes.packed(
            (name, definition, palette, bodies),
            lambda: queries.answer("scene", name, definition, palette=palette, bodies=bodies),
        )
        return scene_response(request, packed)

    @routes.post("/{name}/alg", response_model=models.AlgResponse)
    def alg(name: str, request: models.AlgRequest) -> Response:
        """Read an alg; what is wrong with it stands in the response, with its place."""
        return answer("alg", name, **request.model_dump())

    @routes.post("/{name}/scramble", response_model=models.ScrambleResponse)
    def scramble(name: str, request: models.ScrambleRequest) -> Response:
        """A random alg that scrambles the puzzle."""
        return answer("scramble", name, **request.model_dump())

    @routes.post("/{name}/check", response_model=models.CheckResponse)
    def check(name: str, request: models.CheckRequest) -> Response:
        """Whether moves lead to what one sees, or everything that is wrong with it."""
        return answer("check", name, **request.model_dump())

    @routes.get("/{name}/pieces", response_model=models.PiecesResponse)
    def pieces(
        name: str,
        rules: Annotated[list[Rule] | None, Query()] = None,
        centers: Literal["stickers", "axes", "core"] = "stickers",
    ) -> Response:
        """The sets of stickers that never move apart, and the orbits they belong to."""
        return answer("pieces", name, rules=rules, centers=centers)

    @routes.post("/{name}/apart", response_model=models.ApartResponse)
    def apart(name: str, request: models.ApartRequest) -> Response:
        """Why two stickers are on different pieces; `rule` is null if they are on one."""
        return answer("apart", name, **request.model_dump())

    @routes.get("/{name}/net", response_model=models.NetResponse)
    def net(name: str) -> Response:
        """The unfolded puzzle, to paint on, with the name of each place."""
        return answer("net", name)

    @routes.get("/{name}/methods", response_model=models.SolveOptions)
    def methods(name: str) -> Response:
        """Every method, with the reason why it does not fit this puzzle, and every metric."""
        return answer("methods", name)

    @routes.get("/{name}/definition", response_class=PlainTextResponse)
    def definition(name: str) -> str:
        """The puzzle as TOML; a saved one as it was written."""
        text: str = database.puzzle_definition(name) or json.loads(
            queries.answer("definition", name)
        )
        return text

    return routes


def json_response(text: str | bytes) -> Response:
    """A response whose JSON is written already.

    >>> json_response('{"rule":1}').media_type
    'application/json'
    """
    return Response(text, media_type="application/json")
