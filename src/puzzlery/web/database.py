"""The database: jobs, and the puzzles, states and boards that users save, in one SQLite file."""

import json
import sqlite3
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from puzzlery.core.sqlite_file import SqliteFile
from puzzlery.errors import UnknownName

Status = Literal["queued", "running", "done", "failed", "cancelled"]
ItemKind = Literal["puzzle", "state", "board"]
FINISHED: frozenset[Status] = frozenset({"done", "failed", "cancelled"})
VERSION = 1
# How the names of saved puzzles begin.
SAVED = "my:"
MOST_JOBS = 1000
# The columns that hold JSON, by the names of their fields.
JSON_COLUMNS = {"request": "asked", "progress": "progress", "result": "result", "error": "error"}
SCHEMA = """
CREATE TABLE jobs (
    id TEXT PRIMARY KEY, number INTEGER NOT NULL, kind TEXT NOT NULL, asked TEXT NOT NULL,
    status TEXT NOT NULL, progress TEXT, result TEXT, error TEXT,
    created REAL NOT NULL, started REAL, finished REAL
);
CREATE TABLE things (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, content TEXT NOT NULL,
    created REAL NOT NULL, changed REAL NOT NULL
);
"""


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job as the database stores it.

    >>> database = Database(":memory:")
    >>> job = database.add_job("count", {"set": "soma", "board": "3x3x3"})
    >>> job.status, job.request["set"], job.result
    ('queued', 'soma', None)
    >>> database.close()
    """

    id: str
    kind: str
    request: dict[str, Any]
    status: Status
    progress: dict[str, Any] | None
    result: Any
    error: dict[str, Any] | None
    created: float
    started: float | None
    finished: float | None


@dataclass(frozen=True, slots=True)
class SavedItem:
    """A puzzle, a state or a board that a user saved, as text.

    >>> database = Database(":memory:")
    >>> item = database.save("state", "four turns", "R U R' U'")
    >>> item.kind, item.name, item.changed == item.created
    ('state', 'four turns', True)
    >>> database.close()
    """

    id: str
    kind: ItemKind
    name: str
    content: str
    created: float
    changed: float


class Database:
    """Jobs and saved items in one file. If the server is killed, the last complete change is kept.

    >>> database = Database(":memory:")
    >>> key = database.add_job("fill", {"set": "soma", "board": "3x3x3"}).id
    >>> database.start(key), database.job(key).status
    (True, 'running')
    >>> database.finish(key, "done", result={"solution": None}), database.job(key).status
    (True, 'done')
    >>> database.close()
    """

    def __init__(self, path: Path | str) -> None:
        self._file = SqliteFile(path, SCHEMA, version=VERSION, name="library")

    def close(self) -> None:
        """Close the file; no other method may be called afterwards."""
        self._file.close()

    def add_job(self, kind: str, request: dict[str, Any]) -> JobRow:
        """Put a job at the end of the queue; of those that have ended the latest are kept.

        >>> database = Database(":memory:")
        >>> database.add_job("count", {"set": "soma", "board": "3x3x3"}).status
        'queued'
        >>> database.close()
        """
        key = uuid.uuid4().hex[:12]
        with self._file.change() as database:
            database.execute(
                "DELETE FROM jobs WHERE status NOT IN ('queued', 'running') AND number <= "
                "(SELECT max(number) FROM jobs) - ?",
                (MOST_JOBS,),
            )
            database.execute(
                "INSERT INTO jobs (id, number, kind, asked, status, created) VALUES "
                "(?, (SELECT coalesce(max(number), 0) + 1 FROM jobs), ?, ?, 'queued', ?)",
                (key, kind, json.dumps(request), time.time()),
            )
        return self.job(key)

    def job(self, key: str) -> JobRow:
        """The job of this id.

        >>> database = Database(":memory:")
        >>> database.job("0123")
        Traceback (most recent call last):
            ...
        puzzlery.errors.UnknownName: there is no job "0123"
        >>> database.close()
        """
        rows = self._file.rows("SELECT * FROM jobs WHERE id = ?", key)
        if not rows:
            raise UnknownName(f'there is no job "{key}"')
        return _job(rows[0])

    def jobs(self, limit: int = 100) -> list[JobRow]:
        """The latest jobs, the newest first.

        >>> database = Database(":memory:")
        >>> added = [database.add_job(kind, {}) for kind in ("count", "fill", "solve")]
        >>> [job.kind for job in database.jobs(limit=2)]
        ['solve', 'fill']
        >>> database.close()
        """
        rows = self._file.rows("SELECT * FROM jobs ORDER BY number DESC LIMIT ?", limit)
        return [_job(row) for row in rows]

    def waiting(self) -> list[str]:
        """The ids of the jobs in the queue, in the order in which they came.

        >>> database = Database(":memory:")
        >>> first, second = (database.add_job("count", {}).id for _ in range(2))
        >>> database.start(first), database.waiting() == [second]
        (True, True)
        >>> database.close()
        """
        rows = self._file.rows("SELECT id FROM jobs WHERE status = 'queued' ORDER BY number")
        return [row["id"] for row in rows]

    def requeue_interrupted(self) -> None:
        """Put back what was being done when the server last ended.

        >>> database = Database(":memory:")
        >>> key = database.add_job("count", {}).id
        >>> database.start(key), database.requeue_interrupted(), database.job(key).status
        (True, None, 'queued')
        >>> database.close()
        """
        self._file.write("UPDATE jobs SET status = 'queued' WHERE status = 'running'")

    def start(self, key: str) -> bool:
        """Take a job out of the queue; False if it is no longer there.

        >>> database = Database(":memory:")
        >>> key = database.add_job("count", {}).id
        >>> database.start(key), database.start(key)
        (True, False)
        >>> database.close()
        """
        query = "UPDATE jobs SET status = 'running', started = ? WHERE id = ? AND status = 'queued'"
        return self._file.write(query, time.time(), key) == 1

    def save_progress(self, key: str, progress: dict[str, Any]) -> None:
        """Save the progress of a running job.

        >>> database = Database(":memory:")
        >>> key = database.add_job("count", {}).id
        >>> database.start(key), database.save_progress(key, {"done": 5})
        (True, None)
        >>> database.job(key).progress
        {'done': 5}
        >>> database.close()
        """
        query = "UPDATE jobs SET progress = ? WHERE id = ? AND status = 'running'"
        self._file.write(query, json.dumps(progress), key)

    def finish(
        self, key: str, status: Status, *, result: Any = None, error: dict[str, Any] | None = None
    ) -> bool:
        """End a job, unless it has ended already.

        >>> database = Database(":memory:")
        >>> key = database.add_job("count", {}).id
        >>> database.finish(key, "cancelled"), database.finish(key, "done")
        (True, False)
        >>> database.job(key).status
        'cancelled'
        >>> database.close()
        """
        query = (
            "UPDATE jobs SET status = ?, result = ?, error = ?, finished = ? "
            "WHERE id = ? AND status IN ('queued', 'running')"
        )
        values = (status, json.dumps(result), json.dumps(error), time.time(), key)
        return self._file.write(query, *values) == 1

    def forget_job(self, key: str) -> None:
        """Remove a job that has ended.

        >>> database = Database(":memory:")
        >>> key = database.add_job("count", {}).id
        >>> database.forget_job(key), len(database.jobs())  # it waits: it stays
        (None, 1)
        >>> database.finish(key, "cancelled"), database.forget_job(key), len(database.jobs())
        (True, None, 0)
        >>> database.close()
        """
        query = "DELETE FROM jobs WHERE id = ? AND status NOT IN ('queued', 'running')"
        self._file.write(query, key)

    def save(self, kind: ItemKind, name: str, content: str) -> SavedItem:
        """Save a new item.

        >>> database = Database(":memory:")
        >>> item = database.save("state", "one turn", "R")
        >>> database.item(item.id) == item
        True
        >>> database.close()
        """
        key, now = uuid.uuid4().hex[:12], time.time()
        query = "INSERT INTO things VALUES (?, ?, ?, ?, ?, ?)"
        self._file.write(query, key, kind, name, content, now, now)
        return self.item(key)

    def change(self, key: str, name: str, content: str) -> SavedItem:
        """Give a saved item another name and content.

        >>> database = Database(":memory:")
        >>> item = database.save("state", "one turn", "R")
        >>> database.change(item.id, "two turns", "R U").content
        'R U'
        >>> database.close()
        """
        query = "UPDATE things SET name = ?, content = ?, changed = ? WHERE id = ?"
        self._file.write(query, name, content, time.time(), key)
        return self.item(key)

    def item(self, key: str) -> SavedItem:
        """The saved item of this id.

        >>> database = Database(":memory:")
        >>> database.item("0123")
        Traceback (most recent call last):
            ...
        puzzlery.errors.UnknownName: nothing is kept as "0123"
        >>> database.close()
        """
        rows = self._file.rows("SELECT * FROM things WHERE id = ?", key)
        if not rows:
            raise UnknownName(f'nothing is kept as "{key}"')
        return SavedItem(**dict(rows[0]))

    def items(self, kind: ItemKind | None = None) -> list[SavedItem]:
        """All saved items of a kind, the latest first.

        >>> database = Database(":memory:")
        >>> saved = database.save("state", "one turn", "R"), database.save("board", "empty", "")
        >>> [item.name for item in database.items("board")], len(database.items())
        (['empty'], 2)
        >>> database.close()
        """
        rows = self._file.rows(
            "SELECT * FROM things WHERE ? IS NULL OR kind = ? ORDER BY changed DESC", kind, kind
        )
        return [SavedItem(**dict(row)) for row in rows]

    def size(self) -> tuple[int, int]:
        """How many items are saved, and how many characters they have together.

        >>> database = Database(":memory:")
        >>> saved = [database.save("state", "mine", alg) for alg in ("R", "R U")]
        >>> database.size()
        (2, 4)
        >>> database.close()
        """
        (row,) = self._file.rows("SELECT count(*), coalesce(sum(length(content)), 0) FROM things")
        return row[0], row[1]

    def puzzle_definition(self, name: str) -> str | None:
        """The text that defines a saved puzzle, named `my:ID`; None for the catalogue's.

        >>> database = Database(":memory:")
        >>> item = database.save("puzzle", "mine", 'cuts = "c f 0"')
        >>> database.puzzle_definition(f"my:{item.id}"), database.puzzle_definition("2x2x2")
        ('cuts = "c f 0"', None)
        >>> database.close()
        """
        if not name.startswith(SAVED):
            return None
        item = self.item(name.removeprefix(SAVED))
        if item.kind != "puzzle":
            raise UnknownName(f'"{name}" is a {item.kind}, not a puzzle')
        return item.content

    def forget(self, key: str) -> None:
        """Remove a saved item.

        >>> database = Database(":memory:")
        >>> database.forget(database.save("state", "one turn", "R").id)
        >>> database.items()
        []
        >>> database.close()
        """
        self.item(key)
        self._file.write("DELETE FROM things WHERE id = ?", key)


def _job(row: sqlite3.Row) -> JobRow:
    plain = {name: row[name] for name in ("id", "kind", "status", "created", "started", "finished")}
    read: dict[str, Any] = {
        name: json.loads(row[column]) if row[column] is not None else None
        for name, column in JSON_COLUMNS.items()
    }
    return JobRow(**plain, **read)
