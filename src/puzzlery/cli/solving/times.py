"""`puzzlery times`: the sessions of timed solves, their averages, and files of timers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, answer

if TYPE_CHECKING:
    from puzzlery.sessions.session_store import SessionStore
    from puzzlery.sessions.timed_solve import Session


def times(
    session: Annotated[
        str | None, Argument(metavar="SESSION", help="Its name; without one all are listed.")
    ] = None,
    add: Annotated[
        list[str] | None,
        Option(metavar="TIME", help="Add a time such as 12.34, 1:02.03, 14.34+ or DNF."),
    ] = None,
    read: Annotated[
        Path | None, Option(metavar="FILE", help="Read csTimer's JSON, or CSV into SESSION.")
    ] = None,
    write: Annotated[
        Path | None, Option(metavar="FILE", help="Write .csv of SESSION, or .json for csTimer.")
    ] = None,
    puzzle: Annotated[str, Option(help="The puzzle of a session that is new.")] = "3x3x3",
    library: Annotated[
        Path | None, Option(metavar="FILE", help="Where sessions are kept; else as serve does.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List sessions of timed solves, or show the averages of one, as competitions count them."""
    from puzzlery.errors import PuzzleryError
    from puzzlery.sessions.session_store import SessionStore, usual_place

    place = library or usual_place()
    place.parent.mkdir(parents=True, exist_ok=True)
    if session is None and add:
        raise PuzzleryError("--add needs a SESSION to add the time to")
    store = SessionStore(place)
    try:
        chosen = None if session is None else _session(store, session, puzzle, bool(add or read))
        if chosen is not None:
            _add(store, chosen, add or [])
        if read is not None:
            _read(store, chosen, read)
        if write is not None:
            _write(store, chosen, write)
        if chosen is None:
            _list(store, as_json)
        else:
            _show(store, chosen, as_json)
    finally:
        store.close()


def _session(store: "SessionStore", name: str, puzzle: str, may_begin: bool) -> "Session":
    """The session of this name or id; a new one if something is to be put into it."""
    from puzzlery.errors import UnknownName
    from puzzlery.sessions.timed_solve import Session

    known = {key: one for one in store.sessions() for key in (one.name, one.id)}
    if name in known:
        return known[name]
    if not may_begin:
        raise UnknownName.near(f'there is no session "{name}"', name, known)
    import time

    return store.save_session(Session(name, name, puzzle, created=time.time()))


def _add(store: "SessionStore", session: "Session", texts: list[str]) -> None:
    import time

    from puzzlery.sessions.timed_solve import TimedSolve, new_id, read_result

    read = [read_result(text) for text in texts]
    now = time.time()
    solves = [
        TimedSolve(new_id(), milliseconds, penalty=penalty, at=now + k / 1000, changed=now)
        for k, (milliseconds, penalty) in enumerate(read)
    ]
    store.save(session.id, solves)


def _read(store: "SessionStore", session: "Session | None", path: Path) -> None:
    from puzzlery.errors import PuzzleryError
    from puzzlery.sessions.session_files import read_cstimer, read_csv
    from puzzlery.sessions.session_store import save_new

    text = path.read_text("utf-8-sig")
    if text.lstrip().startswith(("{", "[")):
        found = read_cstimer(text)
    elif session is None:
        raise PuzzleryError("a table of times is read into a session; name one")
    else:
        found = [(session, read_csv(text, session.id))]
    added = save_new(store, found)
    typer.echo(f"{added} new solves in {', '.join(one.name for one, _ in found)}", err=True)


def _write(store: "SessionStore", session: "Session | None", path: Path) -> None:
    from puzzlery.core.files import write_atomically
    from puzzlery.errors import PuzzleryError
    from puzzlery.sessions.session_files import cstimer_text, csv_text

    chosen = [session] if session is not None else store.sessions()
    if path.suffix == ".json":
        text = cstimer_text([(one, store.solves(one.id)) for one in chosen])
    elif path.suffix == ".csv" and session is not None:
        text = csv_text(store.solves(session.id))
    else:
        raise PuzzleryError(f'expected a file .json, or .csv for one SESSION, got "{path.name}"')
    write_atomically(path, text.encode())


def _list(store: "SessionStore", as_json: bool) -> None:
    counts = store.counts()
    data = [
        {
            "name": one.name,
            "puzzle": one.puzzle,
            "event": one.event,
            "solves": counts.get(one.id, 0),
        }
        for one in store.sessions()
    ]

    def tell(_: Any) -> None:
        for one in data:
            typer.echo(f"{one['name']}: {one['solves']} solves")
        if not data:
            typer.echo("no sessions yet")

    answer(as_json, data, tell)


def _show(store: "SessionStore", session: "Session", as_json: bool) -> None:
    from dataclasses import asdict

    from puzzlery.sessions.averages import statistics
    from puzzlery.sessions.timed_solve import clock_text

    results = [solve.result for solve in store.solves(session.id)]
    found = statistics(results)

    def tell(_: Any) -> None:
        typer.echo(f"{session.name}: {found.count - found.unfinished} of {found.count} solved")
        if not results:
            return
        lines = [("time", results[-1], found.best)]
        lines += [(row.name, row.current, row.best) for row in found.rows]
        for name, current, best in lines:
            typer.echo(f"{name:6} {clock_text(current):>10}  best {clock_text(best):>10}")
        if found.mean is not None:
            typer.echo(f"mean   {clock_text(found.mean):>10}")

    answer(as_json, {"session": asdict(session), **asdict(found)}, tell)
