"""Routes for health: whether the server is there, and which one it is."""

import secrets
from importlib.metadata import version

from fastapi import APIRouter

from puzzlery.web.models import HealthResponse


def health_routes() -> APIRouter:
    """The route, with a word that is new with each start of the server.

    >>> [route.path for route in health_routes().routes]
    ['/api/health']
    """
    routes = APIRouter(prefix="/api/health", tags=["health"])
    answer = HealthResponse(version=version("puzzlery"), run=secrets.token_hex(8))

    # On the event loop itself, so that it answers while every thread is at work.
    @routes.get("")
    async def health() -> HealthResponse:
        """The version of the program, and which run of the server this is."""
        return answer

    return routes
