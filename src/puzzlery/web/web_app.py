"""The app: routes, pages and faults put together, behind the guard."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from puzzlery.errors import PuzzleryError
from puzzlery.sessions.attempt_store import ATTEMPTS, AttemptStore
from puzzlery.sessions.session_store import SESSIONS, SessionStore
from puzzlery.web.compression import ApiCompression
from puzzlery.web.database import Database
from puzzlery.web.faults import STATUSES, USUAL, as_fault
from puzzlery.web.guard import Guard
from puzzlery.web.jobs.job_queue import JobQueue, Limits
from puzzlery.web.jobs.query_pool import QueryPool
from puzzlery.web.models import Fault, FaultResponse
from puzzlery.web.packings.live_packing import stop_preparing
from puzzlery.web.page_files import PageFiles
from puzzlery.web.routes.attempt_routes import attempt_routes
from puzzlery.web.routes.design_routes import design_routes
from puzzlery.web.routes.health_routes import health_routes
from puzzlery.web.routes.job_routes import job_routes
from puzzlery.web.routes.packing_routes import packing_routes
from puzzlery.web.routes.picture_routes import picture_routes
from puzzlery.web.routes.puzzle_routes import puzzle_routes
from puzzlery.web.routes.saved_item_routes import saved_item_routes
from puzzlery.web.routes.session_routes import session_routes

PAGES = Path(__file__).parent / "static"


class _Api(FastAPI):
    def openapi(self) -> dict[str, Any]:
        """The description of the API; examples in docstrings are for readers of the code."""
        described: dict[str, Any] = _without_examples(super().openapi())
        return described


def _without_examples(value: Any) -> Any:
    if isinstance(value, str):
        return value.partition(">>>")[0].rstrip()
    if isinstance(value, list):
        return [_without_examples(each) for each in value]
    if isinstance(value, dict):
        return {name: _without_examples(each) for name, each in value.items()}
    return value


def create_app(
    path: Path,
    *,
    token: str | None = None,
    workers: int = 2,
    limits: Limits | None = None,
    pages: Path = PAGES,
) -> FastAPI:
    """The app with its database file; with a token, only requests that carry it are answered."""
    database = Database(path)
    sessions = SessionStore(path.with_name(SESSIONS))
    attempts = AttemptStore(path.with_name(ATTEMPTS))
    queries = QueryPool(memory=(limits or Limits()).memory)
    jobs = JobQueue(database, path.parent / "jobs", workers=workers, limits=limits)
    app = _Api(
        title="Puzzlery",
        version=version("puzzlery"),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(
            queries.close,
            stop_preparing,
            jobs.close,
            database.close,
            sessions.close,
            attempts.close,
        ),
        responses={"4XX": {"model": FaultResponse, "description": "The request failed"}},
    )
    for routes in (
        puzzle_routes(database, queries),
        design_routes(queries),
        job_routes(jobs),
        saved_item_routes(database, queries),
        session_routes(sessions),
        attempt_routes(attempts),
        packing_routes(),
        picture_routes(database, queries),
        health_routes(),
    ):
        app.include_router(routes)
    app.add_exception_handler(PuzzleryError, _on_puzzlery_error)
    app.add_exception_handler(RequestValidationError, _on_invalid_request)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_middleware(ApiCompression)
    app.add_middleware(Guard, token=token)
    if pages.is_dir():
        app.mount("/", PageFiles(directory=pages, html=True), name="pages")
    return app


def _lifespan(*endings: Callable[[], None]):  # type: ignore[no-untyped-def]
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        for end in endings:
            end()

    return lifespan


async def _on_puzzlery_error(_: Request, fault: Exception) -> JSONResponse:
    """The response to an error that Puzzlery reports."""
    assert isinstance(fault, PuzzleryError)
    error = as_fault(fault)
    return _fault_response(STATUSES.get(error.kind, USUAL), error)


async def _on_invalid_request(_: Request, fault: Exception) -> JSONResponse:
    """The response to a request of another form than expected."""
    assert isinstance(fault, RequestValidationError)
    return _fault_response(
        USUAL, Fault(kind="question", message=validation_message(fault.errors()))
    )


async def _on_http_error(_: Request, fault: Exception) -> JSONResponse:
    """The response to a request that no route takes."""
    assert isinstance(fault, HTTPException)
    return _fault_response(fault.status_code, Fault(kind="refused", message=str(fault.detail)))


def _fault_response(status: int, error: Fault) -> JSONResponse:
    return JSONResponse(FaultResponse(error=error).model_dump(), status_code=status)


def validation_message(errors: Iterable[Mapping[str, Any]]) -> str:
    """What is wrong with which field, as pydantic found it.

    >>> validation_message([{"loc": ("body", "alg"), "msg": "Field required"}])
    'body.alg: Field required'
    """
    return "; ".join(
        f"{'.'.join(map(str, error['loc'])) or 'the request'}: {error['msg']}" for error in errors
    )
