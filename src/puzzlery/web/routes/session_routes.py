"""Routes for timed solves: sessions, their statistics, and files of timers."""

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import PlainTextResponse
from pydantic import Field, StringConstraints

from puzzlery.errors import PuzzleryError
from puzzlery.sessions.averages import Result, Statistics, moving_averages, statistics
from puzzlery.sessions.session_files import (
    cstimer_text,
    csv_text,
    read_cstimer,
    read_csv,
)
from puzzlery.sessions.session_store import SessionStore, save_new
from puzzlery.sessions.timed_solve import (
    LONGEST_MILLISECONDS,
    Event,
    Penalty,
    Session,
    TimedSolve,
)
from puzzlery.web.models import Key, LongText, Name, ResponseModel, Seconds, StrictRequest

MOST_SESSIONS = 1_000
MOST_SOLVES = 1_000_000
# Results that a plot shows, and solves that a page lists unless it asks for more.
PLOTTED = 1_000
LISTED = 100


class SessionRequest(StrictRequest):
    """A session as the page knows it; its id stands in the address.

    >>> SessionRequest(name="Monday", puzzle="3x3x3").event
    'usual'
    """

    name: Name
    puzzle: Name
    event: Event = "usual"
    created: Seconds = 0.0
    deleted: bool = False


class TimedSolveRequest(StrictRequest):
    """A timed solve as the page knows it; its id stands in the address.

    >>> TimedSolveRequest(milliseconds=9000, penalty="+2", at=1.0, changed=1.0).penalty
    '+2'
    """

    milliseconds: Annotated[int, Field(ge=0, le=LONGEST_MILLISECONDS)]
    scramble: Annotated[str, StringConstraints(max_length=5_000)] = ""
    penalty: Penalty = "none"
    comment: Annotated[str, StringConstraints(max_length=5_000)] = ""
    at: Seconds
    changed: Seconds
    deleted: bool = False


class SessionEntry(ResponseModel):
    """A session in the list of all.

    >>> SessionEntry(session=Session("mon", "Monday", "3x3x3"), count=5).count
    5
    """

    session: Session
    count: int


class SessionView(ResponseModel):
    """A session with its latest solves and what its results tell.

    `results`, `fives` and `twelves` are the latest results and the averages that end with them.
    """

    session: Session
    solves: list[TimedSolve]
    statistics: Statistics
    results: list[Result]
    fives: list[Result]
    twelves: list[Result]


class ImportRequest(StrictRequest):
    """A file of times: csTimer's JSON, or a table for one session.

    >>> ImportRequest(text="No.;Time", session="mon").session
    'mon'
    """

    text: LongText
    session: Key | None = None


class ImportResponse(ResponseModel):
    """The sessions that a file was read into, and how many solves were new.

    >>> ImportResponse(sessions=["mon"], added=3).added
    3
    """

    sessions: list[str]
    added: int


def session_routes(store: SessionStore) -> APIRouter:
    """The routes, for the sessions of a store."""
    routes = APIRouter(prefix="/api/sessions", tags=["sessions"])

    @routes.get("")
    def sessions() -> list[SessionEntry]:
        """All sessions, the oldest first."""
        counts = store.counts()
        return [SessionEntry(session=s, count=counts.get(s.id, 0)) for s in store.sessions()]

    @routes.get("/export", response_class=PlainTextResponse)
    def export_all() -> str:
        """All sessions as csTimer's JSON."""
        return cstimer_text([(session, store.solves(session.id)) for session in store.sessions()])

    @routes.post("/import")
    def import_file(request: ImportRequest) -> ImportResponse:
        """Read a file of times; solves that are present already are not added again."""
        if request.text.lstrip().startswith(("{", "[")):
            return imported(store, read_cstimer(request.text))
        if request.session is None:
            raise PuzzleryError("a table of times is read into a session; name one")
        session = store.session(request.session)
        return imported(store, [(session, read_csv(request.text, session.id))])

    @routes.put("/{key}")
    def save_session(key: Key, request: SessionRequest) -> Session:
        """Add a session, or change the one with this id."""
        known = {session.id for session in store.sessions()}
        _check_room(len(known - {key}), MOST_SESSIONS, "sessions")
        return store.save_session(Session(key, **request.model_dump()))

    @routes.get("/{key}")
    def view(key: Key, listed: Annotated[int, Query(ge=0, le=MOST_SOLVES)] = LISTED) -> SessionView:
        """A session with its latest solves and what its results tell."""
        return session_view(store, key, listed)

    @routes.put("/{key}/solves/{solve}")
    def save_solve(key: Key, solve: Key, request: TimedSolveRequest) -> TimedSolve:
        """Add a solve, or change the one with this id, unless a later change is here already."""
        _check_room(sum(store.counts().values()), MOST_SOLVES, "solves")
        saved = TimedSolve(solve, **request.model_dump())
        store.save(key, [saved])
        return saved

    @routes.get("/{key}/export", response_class=PlainTextResponse)
    def export(key: Key, form: Literal["csv", "cstimer"] = "csv") -> str:
        """One session as a table or as csTimer's JSON."""
        solves = store.solves(key)
        return csv_text(solves) if form == "csv" else cstimer_text([(store.session(key), solves)])

    return routes


def session_view(store: SessionStore, key: str, listed: int) -> SessionView:
    """A session with its latest solves and what its results tell.

    >>> store = SessionStore(":memory:")
    >>> session = store.save_session(Session("mon", "Monday", "3x3x3"))
    >>> store.save("mon", [TimedSolve(str(k), 9000 + 1000 * k, at=k) for k in range(6)])
    >>> view = session_view(store, "mon", 2)
    >>> [solve.id for solve in view.solves], view.fives
    (['4', '5'], [None, None, None, None, 1100, 1200])
    >>> store.close()
    """
    solves = store.solves(key)
    results = [solve.result for solve in solves]
    return SessionView(
        session=store.session(key),
        solves=solves[len(solves) - min(listed, len(solves)) :],
        statistics=statistics(results),
        results=results[-PLOTTED:],
        fives=_plotted(results, 5),
        twelves=_plotted(results, 12),
    )


def _plotted(results: Sequence[Result], size: int) -> list[Result]:
    """The average that ends with each of the latest results; None before the first one."""
    averages = [None] * (size - 1) + list(moving_averages(results[-PLOTTED - size :], size))
    return averages[-min(PLOTTED, len(results)) :] if results else []


def imported(
    store: SessionStore, read: Sequence[tuple[Session, Sequence[TimedSolve]]]
) -> ImportResponse:
    """Save what is new of the sessions of a file.

    >>> store = SessionStore(":memory:")
    >>> session = Session("mon", "Monday", "3x3x3")
    >>> [imported(store, [(session, [TimedSolve("a", 9000)])]).added for _ in range(2)]
    [1, 0]
    >>> store.close()
    """
    sessions = [session.id for session, _ in read]
    return ImportResponse(sessions=sessions, added=save_new(store, read))


def _check_room(count: int, most: int, what: str) -> None:
    """What users save may not fill the disk."""
    if count >= most:
        raise PuzzleryError(f"{count:,} {what} are saved; expected at most {most:,}; delete some")
