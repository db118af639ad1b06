"""Routes for designing: what comes of a text that defines a puzzle, before it is kept."""

from typing import Any

from fastapi import APIRouter, Response

from puzzlery.web.jobs.query_pool import QueryPool
from puzzlery.web.models import DesignRequest


def design_routes(queries: QueryPool) -> APIRouter:
    """The routes, for puzzles that are being made."""
    routes = APIRouter(prefix="/api/designs", tags=["puzzles"])

    def told(kind: str, design: DesignRequest, **request: Any) -> Response:
        question = {"name": "", "definition": design.definition, **request}
        return Response(queries.answer(kind, question), media_type="application/json")

    @routes.post("/scene", response_model=dict[str, Any])
    def scene(request: DesignRequest) -> Response:
        """What a viewer needs to show the puzzle that a text defines."""
        return told("scene", request, palette="standard", bodies=True)

    @routes.post("/figures", response_model=dict[str, Any])
    def figures(request: DesignRequest) -> Response:
        """The figures of the puzzle that a text defines."""
        return told("figures", request)

    return routes
