"""Attempts at fewest moves of a library: each a scramble with a tree of branches."""

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from puzzlery.core.sqlite_file import SqliteFile
from puzzlery.errors import UnknownName

VERSION = 1
# The file's name; it lies beside that of the app's library.
ATTEMPTS = "attempts.sqlite"
# Deleted branches can be put back for so many seconds: a month.
KEPT_SECONDS = 30 * 24 * 3600.0
SCHEMA = """
CREATE TABLE attempts (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, scramble TEXT NOT NULL,
    created REAL NOT NULL, changed REAL NOT NULL, deleted INTEGER NOT NULL
);
CREATE TABLE branches (
    id TEXT PRIMARY KEY, attempt TEXT NOT NULL, parent TEXT NOT NULL, moves TEXT NOT NULL,
    step TEXT NOT NULL, comment TEXT NOT NULL, at REAL NOT NULL, changed REAL NOT NULL,
    deleted INTEGER NOT NULL
);
CREATE INDEX branches_in_order ON branches (attempt, at, id);
"""


@dataclass(frozen=True, slots=True)
class KeptAttempt:
    """A scramble that is worked on.

    >>> KeptAttempt("a", "Sunday", "R' U' F R' U' F").deleted
    False
    """

    id: str
    name: str
    scramble: str
    created: float = 0.0
    changed: float = 0.0
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """Moves that continue those of another branch, or the scramble if `parent` is empty.

    Moves on the inverse are in parentheses. `step` says what they reach, such as `eo on fb`.

    >>> Branch("b", "", "R U (F)").step
    ''
    """

    id: str
    parent: str
    moves: str
    step: str = ""
    comment: str = ""
    at: float = 0.0
    changed: float = 0.0
    deleted: bool = False


_ATTEMPT = tuple(field.name for field in fields(KeptAttempt))
_BRANCH = tuple(field.name for field in fields(Branch))


class AttemptStore:
    """Attempts and their branches. If the program is killed, the last complete change is kept.

    Of two changes of the same record the one that was made later stays, whichever arrives last.

    >>> store = AttemptStore(":memory:")
    >>> saved = store.save_attempt(KeptAttempt("a", "Sunday", "R U F"))
    >>> store.save_branch("a", Branch("b", "", "F'", changed=2.0))
    >>> store.save_branch("a", Branch("b", "", "F2", changed=1.0))
    >>> [branch.moves for branch in store.branches("a")]
    ["F'"]
    >>> store.close()
    """

    def __init__(self, path: Path | str) -> None:
        # Branches are few and precious: each is on the disk before it is answered.
        self._file = SqliteFile(
            path, SCHEMA, version=VERSION, name="file of attempts", synchronous="FULL"
        )
        too_old = time.time() - KEPT_SECONDS
        self._file.write("DELETE FROM branches WHERE deleted AND changed < ?", too_old)

    def close(self) -> None:
        """Close the file; no other method may be called afterwards."""
        self._file.close()

    def attempts(self) -> list[KeptAttempt]:
        """All attempts that are not deleted, the latest first.

        >>> store = AttemptStore(":memory:")
        >>> store.attempts(), store.close()
        ([], None)
        """
        query = "SELECT * FROM attempts WHERE NOT deleted ORDER BY created DESC, id"
        return [_attempt(row) for row in self._file.rows(query)]

    def attempt(self, key: str) -> KeptAttempt:
        """The attempt of this id.

        >>> AttemptStore(":memory:").attempt("a")
        Traceback (most recent call last):
            ...
        puzzlery.errors.UnknownName: there is no attempt "a"
        """
        rows = self._file.rows("SELECT * FROM attempts WHERE id = ?", key)
        if not rows:
            raise UnknownName(f'there is no attempt "{key}"')
        return _attempt(rows[0])

    def save_attempt(self, attempt: KeptAttempt) -> KeptAttempt:
        """Add an attempt, or change the name and the scramble of the one with its id.

        >>> store = AttemptStore(":memory:")
        >>> store.save_attempt(KeptAttempt("a", "Sunday", "R U F")).name, store.close()
        ('Sunday', None)
        """
        self._save("attempts", _ATTEMPT, tuple(asdict(attempt).values()), kept=("created",))
        return self.attempt(attempt.id)

    def save_branch(self, attempt: str, branch: Branch) -> None:
        """Add a branch to an attempt, or change the one with its id.

        >>> store = AttemptStore(":memory:")
        >>> store.save_branch("a", Branch("b", "", "R"))
        Traceback (most recent call last):
            ...
        puzzlery.errors.UnknownName: there is no attempt "a"
        """
        self.attempt(attempt)
        row = (attempt, *asdict(branch).values())
        self._save("branches", ("attempt", *_BRANCH), row, kept=("attempt", "at"))

    def _save(
        self,
        table: str,
        columns: Sequence[str],
        row: tuple[object, ...],
        kept: Sequence[str],
    ) -> None:
        marks = ", ".join("?" for _ in columns)
        changed = [name for name in columns if name != "id" and name not in kept]
        changes = ", ".join(f"{name} = excluded.{name}" for name in changed)
        with self._file.change() as database:
            database.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}) "
                f"ON CONFLICT (id) DO UPDATE SET {changes} WHERE excluded.changed >= changed",
                row,
            )

    def branches(self, attempt: str) -> list[Branch]:
        """All branches of an attempt, the first one first; deleted ones too, as they can come back.

        >>> store = AttemptStore(":memory:")
        >>> saved = store.save_attempt(KeptAttempt("a", "Sunday", "R U F"))
        >>> for name, at in (("c", 2.0), ("b", 1.0)):
        ...     store.save_branch("a", Branch(name, "", "R", at=at))
        >>> [branch.id for branch in store.branches("a")]
        ['b', 'c']
        >>> store.close()
        """
        self.attempt(attempt)
        rows = self._file.rows(
            f"SELECT {', '.join(_BRANCH)} FROM branches WHERE attempt = ? ORDER BY at, id", attempt
        )
        return [Branch(**{**dict(row), "deleted": bool(row["deleted"])}) for row in rows]

    def size(self) -> tuple[int, int]:
        """How many attempts and how many branches there are, deleted ones too.

        >>> AttemptStore(":memory:").size()
        (0, 0)
        """
        [row] = self._file.rows(
            "SELECT (SELECT count(*) FROM attempts) AS attempts, "
            "(SELECT count(*) FROM branches) AS branches"
        )
        return row["attempts"], row["branches"]


def _attempt(row: sqlite3.Row) -> KeptAttempt:
    return KeptAttempt(**{**dict(row), "deleted": bool(row["deleted"])})
