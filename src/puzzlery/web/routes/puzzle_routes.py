"""Routes for puzzles: the catalogue, scenes, algs, scrambles, validation, pieces and methods."""

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

from puzzlery.web.database import Database
from puzzlery.web.jobs.query_pool import QueryPool
from puzzlery.web.models import (
    AlgRequest,
    AlgResponse,
    ApartRequest,
    CheckRequest,
    PuzzleEntry,
    ScrambleRequest,
    Solvers,
)

Rule = Annotated[int, Field(ge=1, le=3)]
Palette = Literal["standard", "colorblind", "gray"]


def puzzle_routes(database: Database, queries: QueryPool) -> APIRouter:
    """The routes, for the puzzles of the catalogue and those that were saved."""
    routes = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

    def answer(kind: str, name: str, **request: Any) -> str:
        question = {"name": name, "definition": database.puzzle_definition(name), **request}
        return queries.answer(kind, question)

    def told(kind: str, name: str, **request: Any) -> Response:
        return Response(answer(kind, name, **request), media_type="application/json")

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

    @routes.post("/{name}/alg", response_model=AlgResponse)
    def alg(name: str, request: AlgRequest) -> Response:
        """Read an alg; what is wrong with it stands in the answer, with its place."""
        return told("alg", name, alg=request.alg)

    @routes.post("/{name}/scramble", response_model=dict[str, str])
    def scramble(name: str, request: ScrambleRequest) -> Response:
        """A random alg that scrambles the puzzle."""
        return told("scramble", name, seed=request.seed, length=request.length)

    @routes.post("/{name}/check", response_model=dict[str, Any])
    def check(name: str, request: CheckRequest) -> Response:
        """Whether moves lead to what one sees, or everything that is wrong with it."""
        return told("check", name, colors=request.colors, text=request.text)

    @routes.get("/{name}/pieces", response_model=dict[str, Any])
    def pieces(
        name: str,
        rules: Annotated[list[Rule] | None, Query()] = None,
        centers: Literal["stickers", "axes", "core"] = "stickers",
    ) -> Response:
        """The sets of stickers that never move apart, and the orbits they belong to."""
        return told("pieces", name, rules=rules, centers=centers)

    @routes.post("/{name}/apart", response_model=dict[str, Any])
    def apart(name: str, request: ApartRequest) -> Response:
        """Why two stickers are apart; `rule` is null if they never are."""
        return told("apart", name, p=request.p, q=request.q)

    @routes.get("/{name}/methods", response_model=Solvers)
    def methods(name: str) -> Response:
        """Every method, with the reason why it does not fit this puzzle, and every metric."""
        return told("methods", name)

    @routes.get("/{name}/definition", response_class=PlainTextResponse)
    def definition(name: str) -> str:
        """The puzzle as TOML; one that was kept, as it was written."""
        text: str = database.puzzle_definition(name) or json.loads(answer("definition", name))
        return text

    return routes
