"""The app: routes, pages and faults put together, behind the guard."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from puzzlery.errors import PuzzleryError
from puzzlery.web.faults import STATUSES, USUAL, as_error
from puzzlery.web.guard import Guard
from puzzlery.web.jobs.job_queue import Limits, Workshop
from puzzlery.web.jobs.job_requests import in_words
from puzzlery.web.jobs.query_pool import Clerks
from puzzlery.web.library import Library
from puzzlery.web.models import Fault, Faulty
from puzzlery.web.packings.packing_live import stop_preparing
from puzzlery.web.routes.design_routes import design_routes
from puzzlery.web.routes.job_routes import job_routes
from puzzlery.web.routes.packing_routes import packing_routes
from puzzlery.web.routes.puzzle_routes import puzzle_routes
from puzzlery.web.routes.saved_item_routes import thing_routes
from puzzlery.web.shelf import Shelf

PAGES = Path(__file__).parent / "static"
# What any route may answer besides what it is asked for; see the guard, too.
FAULTS = (400, 401, 403, 404, 413, 415, 421, 422, 429)


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
    clerks = Clerks(memory=(limits or Limits()).memory)
    workshop = Workshop(kept, library.parent / "jobs", workers=workers, limits=limits)
    app = FastAPI(
        title="Puzzlery",
        version=version("puzzlery"),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_closing(clerks.close, stop_preparing, workshop.close, kept.close),
        responses={status: {"model": Faulty} for status in FAULTS},
    )
    shelf = Shelf(kept)
    for routes in (
        puzzle_routes(shelf, clerks),
        design_routes(clerks),
        job_routes(workshop, shelf),
        thing_routes(kept, clerks),
        packing_routes(),
    ):
        app.include_router(routes)
    app.add_exception_handler(PuzzleryError, _fault)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _refused)
    app.add_middleware(Guard, token=token)
    if pages.is_dir():
        app.mount("/", StaticFiles(directory=pages, html=True), name="pages")
    return app


def _closing(*endings: Callable[[], None]):  # type: ignore[no-untyped-def]
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        for end in endings:
            end()

    return lifespan


async def _fault(_: Request, fault: Exception) -> JSONResponse:
    """A fault that Puzzlery reports, as an answer."""
    assert isinstance(fault, PuzzleryError)
    error = Fault(**as_error(fault))
    return _answer(STATUSES.get(error.kind, USUAL), error)


async def _misread(_: Request, fault: Exception) -> JSONResponse:
    """A question that does not have the form that was expected."""
    assert isinstance(fault, RequestValidationError)
    return _answer(USUAL, Fault(kind="question", message=in_words(fault.errors())))


async def _refused(_: Request, fault: Exception) -> JSONResponse:
    """A question that no route takes."""
    assert isinstance(fault, HTTPException)
    return _answer(fault.status_code, Fault(kind="refused", message=str(fault.detail)))


def _answer(status: int, error: Fault) -> JSONResponse:
    return JSONResponse(Faulty(error=error).model_dump(), status_code=status)
