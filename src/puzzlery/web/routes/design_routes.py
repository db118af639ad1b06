"""Routes for designing: the puzzle that a text defines, before it is saved."""

from fastapi import APIRouter, Request, Response

from puzzlery.render.scene import Scene
from puzzlery.web.jobs.query_pool import QueryPool
from puzzlery.web.models import DesignRequest, PuzzleSummary
from puzzlery.web.routes.puzzle_routes import json_response
from puzzlery.web.scene_cache import PackedScene, scene_response


def design_routes(queries: QueryPool) -> APIRouter:
    """The routes, for puzzles that are being designed.

    >>> [route.path for route in design_routes(QueryPool()).routes]
    ['/api/designs/scene', '/api/designs/figures']
    """
    routes = APIRouter(prefix="/api/designs", tags=["puzzles"])

    @routes.post("/scene", response_model=Scene)
    def scene(request: DesignRequest, asked: Request) -> Response:
        """What a viewer needs to show the puzzle that a text defines."""
        text = queries.answer("scene", "", request.definition, palette="standard", bodies=True)
        return scene_response(asked, PackedScene.of(text))

    @routes.post("/figures", response_model=PuzzleSummary)
    def summary(request: DesignRequest) -> Response:
        """The puzzle that a text defines, in numbers."""
        return json_response(queries.answer("summary", "", request.definition))

    return routes
