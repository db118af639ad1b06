"""The sessions of a library: an SQLite file that the app and the command line share."""

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path

from puzzlery.core.files import data_folder
from puzzlery.core.sqlite_file import SqliteFile
from puzzlery.errors import UnknownName
from puzzlery.sessions.session_files import not_among
from puzzlery.sessions.timed_solve import Session, TimedSolve

VERSION = 1
# The file's name; it lies beside that of the app's library.
SESSIONS = "sessions.sqlite"
# Deleted records can be put back for so many seconds: a month.
KEPT_SECONDS = 30 * 24 * 3600.0
SCHEMA = """
CREATE TABLE sessions (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, puzzle TEXT NOT NULL, event TEXT NOT NULL,
    created REAL NOT NULL, deleted INTEGER NOT NULL
);
CREATE TABLE solves (
    id TEXT PRIMARY KEY, session TEXT NOT NULL, milliseconds INTEGER NOT NULL,
    scramble TEXT NOT NULL, penalty TEXT NOT NULL, comment TEXT NOT NULL,
    at REAL NOT NULL, changed REAL NOT NULL, deleted INTEGER NOT NULL
);
CREATE INDEX solves_in_order ON solves (session, at, id);
"""
_SOLVE = tuple(field.name for field in fields(TimedSolve))
_SESSION = tuple(field.name for field in fields(Session))


def usual_place() -> Path:
    """Where the sessions of this user are.

    >>> usual_place().name
    'sessions.sqlite'
    """
    return data_folder() / SESSIONS


class SessionStore:
    """Sessions and their solves. If the program is killed, the last complete change is kept.

    >>> store = SessionStore(":memory:")
    >>> monday = store.save_session(Session("mon", "Monday", "3x3x3"))
    >>> store.save("mon", [TimedSolve("a", 12_340, "R U", at=1.0)])
    >>> [solve.result for solve in store.solves("mon")]
    [1234]
    >>> store.close()
    """

    def __init__(self, path: Path | str) -> None:
        # Times are few and precious: each change is on the disk before it is answered.
        self._file = SqliteFile(
            path, SCHEMA, version=VERSION, name="file of sessions", synchronous="FULL"
        )
        too_old = time.time() - KEPT_SECONDS
        self._file.write("DELETE FROM solves WHERE deleted AND changed < ?", too_old)

    def close(self) -> None:
        """Close the file; no other method may be called afterwards."""
        self._file.close()

    def sessions(self) -> list[Session]:
        """All sessions that are not deleted, the oldest first.

        >>> store = SessionStore(":memory:")
        >>> saved = store.save_session(Session("mon", "Monday", "3x3x3", deleted=True))
        >>> store.sessions(), store.close()
        ([], None)
        """
        query = "SELECT * FROM sessions WHERE NOT deleted ORDER BY created, id"
        rows = self._file.rows(query)
        return [_session(row) for row in rows]

    def session(self, key: str) -> Session:
        """The session of this id.

        >>> SessionStore(":memory:").session("mon")
        Traceback (most recent call last):
            ...
        puzzlery.errors.UnknownName: there is no session "mon"
        """
        rows = self._file.rows("SELECT * FROM sessions WHERE id = ?", key)
        if not rows:
            raise UnknownName(f'there is no session "{key}"')
        return _session(rows[0])

    def save_session(self, session: Session) -> Session:
        """Add a session, or change the one with its id; the day when it was created stays.

        >>> store = SessionStore(":memory:")
        >>> for name in ("Monday", "Tuesday"):
        ...     saved = store.save_session(Session("mon", name, "3x3x3"))
        >>> [session.name for session in store.sessions()]
        ['Tuesday']
        >>> store.close()
        """
        marks = ", ".join("?" for _ in _SESSION)
        changes = "name = excluded.name, puzzle = excluded.puzzle, event = excluded.event"
        self._file.write(
            f"INSERT INTO sessions ({', '.join(_SESSION)}) VALUES ({marks}) "
            f"ON CONFLICT (id) DO UPDATE SET {changes}, deleted = excluded.deleted",
            *asdict(session).values(),
        )
        return self.session(session.id)

    def save(self, session: str, solves: Sequence[TimedSolve]) -> None:
        """Add solves to a session, or change those with their ids; all of them or none.

        Where the store has a later change of a solve, that one stays: a change that was made
        earlier may arrive later, from a page that had no connection.

        >>> store = SessionStore(":memory:")
        >>> saved = store.save_session(Session("mon", "Monday", "3x3x3"))
        >>> store.save("mon", [TimedSolve("a", 9_000, comment="new", changed=2.0)])
        >>> store.save("mon", [TimedSolve("a", 9_000, comment="old", changed=1.0)])
        >>> [solve.comment for solve in store.solves("mon")]
        ['new']
        >>> store.close()
        """
        self.session(session)
        columns = ("session", *_SOLVE)
        marks = ", ".join("?" for _ in columns)
        changes = ", ".join(f"{name} = excluded.{name}" for name in columns if name != "id")
        with self._file.change() as database:
            database.executemany(
                f"INSERT INTO solves ({', '.join(columns)}) VALUES ({marks}) "
                f"ON CONFLICT (id) DO UPDATE SET {changes} WHERE excluded.changed >= changed",
                [(session, *asdict(solve).values()) for solve in solves],
            )

    def solves(self, session: str) -> list[TimedSolve]:
        """The solves of a session that are not deleted, the first one first.

        >>> store = SessionStore(":memory:")
        >>> saved = store.save_session(Session("mon", "Monday", "3x3x3"))
        >>> store.save("mon", [TimedSolve(name, 9_000, at=at) for name, at in (("b", 2), ("a", 1))])
        >>> [solve.id for solve in store.solves("mon")]
        ['a', 'b']
        >>> store.close()
        """
        self.session(session)
        rows = self._file.rows(
            f"SELECT {', '.join(_SOLVE)} FROM solves WHERE session = ? AND NOT deleted "
            "ORDER BY at, id",
            session,
        )
        return [TimedSolve(**{**dict(row), "deleted": bool(row["deleted"])}) for row in rows]

    def counts(self) -> dict[str, int]:
        """How many solves each session has, by its id.

        >>> SessionStore(":memory:").counts()
        {}
        """
        query = "SELECT session, count(*) AS solves FROM solves WHERE NOT deleted GROUP BY session"
        return {row["session"]: row["solves"] for row in self._file.rows(query)}


def save_new(store: SessionStore, read: Sequence[tuple[Session, Sequence[TimedSolve]]]) -> int:
    """Save the sessions of a file, and of their solves those that are new; say how many.

    >>> store = SessionStore(":memory:")
    >>> session = Session("mon", "Monday", "3x3x3")
    >>> [save_new(store, [(session, [TimedSolve("a", 9_000)])]) for _ in range(2)]
    [1, 0]
    >>> store.close()
    """
    known = {session.id for session in store.sessions()}
    added = 0
    for session, solves in read:
        if session.id not in known:
            store.save_session(session)
        new = not_among(solves, store.solves(session.id))
        store.save(session.id, new)
        added += len(new)
    return added


def _session(row: sqlite3.Row) -> Session:
    return Session(**{**dict(row), "deleted": bool(row["deleted"])})
