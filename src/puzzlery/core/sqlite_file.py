"""An SQLite file of a known version, whose changes happen wholly or not at all."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from puzzlery.errors import PuzzleryError


class SqliteFile:
    """The connection to one file, which several threads may use.

    `schema` are the statements that make the tables of this `version`. With FULL a change is on the
    disk before it returns; with NORMAL a power cut may undo the last changes.

    >>> file = SqliteFile(":memory:", "CREATE TABLE words (word TEXT)", version=1, name="list")
    >>> file.write("INSERT INTO words VALUES (?)", "cube")
    1
    >>> [row["word"] for row in file.rows("SELECT * FROM words")]
    ['cube']
    >>> file.close()
    """

    def __init__(
        self,
        path: Path | str,
        schema: str,
        *,
        version: int,
        name: str,
        synchronous: Literal["NORMAL", "FULL"] = "NORMAL",
    ) -> None:
        self._lock = threading.RLock()
        self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._database.row_factory = sqlite3.Row
        for setting in ("journal_mode=WAL", f"synchronous={synchronous}", "busy_timeout=5000"):
            self._database.execute(f"PRAGMA {setting}")
        self._make_tables(schema, version, name)

    def _make_tables(self, schema: str, expected: int, name: str) -> None:
        with self.change() as database:
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if version == 0:
                for statement in schema.split(";"):
                    database.execute(statement)
                database.execute(f"PRAGMA user_version={expected}")
            elif version > expected:
                raise PuzzleryError(
                    f"the {name} has version {version}, of a newer Puzzlery; expected {expected}"
                )

    def close(self) -> None:
        """Close the file; no other method may be called afterwards."""
        with self._lock:
            self._database.close()

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """A change of several statements that happens wholly or not at all."""
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """The rows that a query finds."""
        with self._lock:
            return self._database.execute(query, values).fetchall()

    def write(self, query: str, *values: Any) -> int:
        """Run a statement that changes rows, and say how many; alone, it needs no transaction."""
        with self._lock:
            return self._database.execute(query, values).rowcount
