"""Routes for designing: the text that defines a puzzle."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from puzzlery.web.shelf import Shelf


def design_routes(shelf: Shelf) -> APIRouter:
    """The routes, for the puzzles of the catalogue and those that the shelf keeps."""
    routes = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

    @routes.get("/{name}/definition", response_class=PlainTextResponse)
    def definition(name: str) -> str:
        """The puzzle as TOML; one that was kept, as it was written."""
        from puzzlery.formats import dumps

        return shelf.definition(name) or dumps(shelf.puzzle(name), "toml")

    return routes
