"""Routes for designing: what comes of a text that defines a puzzle, before it is kept."""

from typing import Any

from fastapi import APIRouter, Response

from puzzlery.web.jobs.query_pool import Clerks
from puzzlery.web.models import Design


def design_routes(clerks: Clerks) -> APIRouter:
    """The routes, for puzzles that are being made."""
    routes = APIRouter(prefix="/api/designs", tags=["puzzles"])

    def told(kind: str, design: Design, **asked: Any) -> Response:
        question = {"name": "", "definition": design.definition, **asked}
        return Response(clerks.answer(kind, question), media_type="application/json")

    @routes.post("/scene", response_model=dict[str, Any])
    def scene(asked: Design) -> Response:
        """What a viewer needs to show the puzzle that a text defines."""
        return told("scene", asked, palette="standard", bodies=True)

    @routes.post("/figures", response_model=dict[str, Any])
    def figures(asked: Design) -> Response:
        """The figures of the puzzle that a text defines."""
        return told("figures", asked)

    return routes
