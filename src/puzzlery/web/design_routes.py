"""Routes for designing: the text that defines a puzzle, and what comes of it before it is kept."""

from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

from puzzlery.web.models import Design
from puzzlery.web.named import named_puzzle
from puzzlery.web.puzzle_routes import scene_json, told_figures
from puzzlery.web.shelf import Shelf


def design_routes(shelf: Shelf) -> APIRouter:
    """The routes, for the puzzles of the catalogue and those that the shelf keeps."""
    routes = APIRouter(prefix="/api", tags=["puzzles"])

    @routes.get("/puzzles/{name}/definition", response_class=PlainTextResponse)
    def definition(name: str) -> str:
        """The puzzle as TOML; one that was kept, as it was written."""
        from puzzlery.formats import dumps

        return shelf.definition(name) or dumps(shelf.puzzle(name), "toml")

    @routes.post("/designs/scene")
    def scene(asked: Design) -> Response:
        """What a viewer needs to show the puzzle that a text defines."""
        made = scene_json("", asked.definition, "standard", True)
        return Response(made, media_type="application/json")

    @routes.post("/designs/figures")
    def figures(asked: Design) -> dict[str, Any]:
        """The figures of the puzzle that a text defines."""
        return told_figures(named_puzzle("", asked.definition))

    return routes
