"""The app: routes, pages and faults put together, behind the guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles

from puzzlery.errors import PuzzleryError, SyntaxFault, UnknownName
from puzzlery.web.design_routes import design_routes
from puzzlery.web.guard import Guard
from puzzlery.web.job_routes import job_routes
from puzzlery.web.jobs import Busy, Limits, Workshop
from puzzlery.web.library import Library
from puzzlery.web.models import Faulty
from puzzlery.web.packing_routes import packing_routes
from puzzlery.web.puzzle_routes import puzzle_routes
from puzzlery.web.shelf import Shelf
from puzzlery.web.solve_routes import solve_routes
from puzzlery.web.thing_routes import thing_routes

PAGES = Path(__file__).parent / "static"


def create_app(
    library: Path,
    *,
    token: str | None = None,
    workers: int = 2,
    limits: Limits | None = None,
    pages: Path = PAGES,
) -> FastAPI:
    """The app over a library file; with a token, only whoever bears it is answered."""
    kept = Library(library)
    workshop = Workshop(kept, library.parent / "jobs", workers=workers, limits=limits)
    app = FastAPI(
        title="Puzzlery",
        version=version("puzzlery"),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_closing(workshop, kept),
        responses={404: {"model": Faulty}, 422: {"model": Faulty}},
    )
    shelf = Shelf(kept)
    for routes in (
        puzzle_routes(shelf),
        solve_routes(shelf),
        design_routes(shelf),
        job_routes(workshop, shelf),
        thing_routes(kept),
    ):
        app.include_router(routes)
    app.include_router(packing_routes())
    app.add_exception_handler(PuzzleryError, _fault)
    app.add_middleware(Guard, token=token)
    if pages.is_dir():
        app.mount("/", StaticFiles(directory=pages, html=True), name="pages")
    return app


def _closing(workshop: Workshop, library: Library):  # type: ignore[no-untyped-def]
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        workshop.close()
        library.close()

    return lifespan


async def _fault(_: Request, fault: Exception) -> JSONResponse:
    """A fault that Puzzlery reports, as an answer."""
    assert isinstance(fault, PuzzleryError)
    error: dict[str, Any] = {"kind": fault.kind, "message": str(fault), "position": None}
    if isinstance(fault, SyntaxFault):
        error |= {"message": fault.reason, "position": fault.position}
    return JSONResponse({"error": error}, status_code=_status(fault))


def _status(fault: PuzzleryError) -> int:
    match fault:
        case Busy():
            return 503
        case UnknownName():
            return 404
        case _:
            return 422
