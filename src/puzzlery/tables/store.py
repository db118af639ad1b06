"""The store: a folder of tables, each built once and checked whenever it is opened."""

import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import DTypeLike, NDArray

from puzzlery.core.progress import SLICE_MS, Clock, Reporter, SnapshotKeeper, drive
from puzzlery.errors import FileFault, NotFound
from puzzlery.tables import table_file
from puzzlery.tables.lock import lock
from puzzlery.tables.table_file import Bytes, Header
from puzzlery.tables.table_job import TableJob
from puzzlery.tables.table_key import TableKey

# Bytes. Larger tables do not fit the processor's caches, so random reads gain from huge pages.
HUGE_PAGES_FROM = 1 << 26
# How much work a power cut or a kill may cost at most, unless writing is slow.
SNAPSHOT_SECONDS = 20.0

Placing = Literal["auto", "mapped", "huge"]
Condition = Literal["finished", "begun", "damaged"]


@dataclass(frozen=True, eq=False)
class Table:
    """A finished table: its bytes, which cannot be written to, and where they are kept.

    `path` is None if the store could not be written to, so that the table is in memory only.

    >>> table = Table(TableKey("bytes"), np.array([1, 2, 255], np.uint8))
    >>> table.path is None, table.data.tolist()
    (True, [1, 2, 255])
    """

    key: TableKey
    data: Bytes
    path: Path | None = None
    header: Header | None = None

    @property
    def offset(self) -> int:
        """The position in its file at which the table begins; 0 for a table in memory only.

        >>> Table(TableKey("bytes"), np.zeros(3, np.uint8)).offset
        0
        """
        return self.header.offset if self.header else 0

    def array(self, dtype: DTypeLike, *shape: int) -> NDArray[Any]:
        """The table as numbers of a type, with the given shape.

        >>> table = Table(TableKey("bytes"), np.arange(6, dtype=np.uint8))
        >>> table.array(np.uint8, 2, 3).tolist()
        [[0, 1, 2], [3, 4, 5]]
        >>> table.array("<u2").tolist()
        [256, 770, 1284]
        """
        numbers = self.data.view(dtype)
        return numbers.reshape(shape) if shape else numbers


@dataclass(frozen=True, slots=True)
class StoreEntry:
    """A file of the store, and its condition according to its header.

    >>> import tempfile
    >>> store = Store(Path(tempfile.mkdtemp()))
    >>> _ = (store.folder / "broken.table").write_bytes(b"not a table")
    >>> [(entry.condition, entry.reason) for entry in store.list()]
    [('damaged', 'is not a table of Puzzlery')]
    """

    path: Path
    condition: Condition
    size: int
    key: TableKey | None = None
    reason: str = ""


@dataclass(frozen=True)
class Store:
    """A folder of tables.

    Whoever finds no valid table builds it under a lock, so that two processes build one; the
    others wait for it. While it is built, snapshots are kept beside it: after a power cut or a
    `kill -9` the next process goes on from the last one.

    >>> import tempfile
    >>> from puzzlery.tables.table_job import ReadyTable
    >>> store = Store(Path(tempfile.mkdtemp()))
    >>> squares = TableKey("squares")
    >>> store.open(squares, lambda: ReadyTable(np.arange(5) ** 2)).array(np.int64)
    array([ 0,  1,  4,  9, 16])
    >>> [(entry.key.name, entry.condition) for entry in store.list()]
    [('squares', 'finished')]
    """

    folder: Path
    snapshot_seconds: float = SNAPSHOT_SECONDS
    slice_ms: float = SLICE_MS

    @classmethod
    def usual(cls) -> "Store":
        """The store of this user: in `PUZZLERY_HOME` if set, else in the user's cache.

        >>> Store.usual().folder == default_folder()
        True
        """
        return cls(default_folder())

    def path(self, key: TableKey) -> Path:
        """The file of a table, whether it exists or not.

        >>> Store(Path("tables")).path(TableKey("corners", version=2)).name
        'corners-d3af766f52f754af.table'
        """
        return self.folder / key.file_name

    def find(self, key: TableKey, *, placing: Placing = "auto") -> Table | None:
        """The table, if the store has a valid one; None if it is missing or damaged.

        With `placing` "mapped" the system pages its bytes in, and shares them among processes;
        with "huge" they are copied into huge pages, for searches that read here and there; "auto"
        takes these for tables of 64 MiB and more.

        >>> import tempfile
        >>> from puzzlery.tables.table_job import ReadyTable
        >>> store, key = Store(Path(tempfile.mkdtemp())), TableKey("squares")
        >>> print(store.find(key))
        None
        >>> _ = store.open(key, lambda: ReadyTable(np.arange(5) ** 2))
        >>> store.find(key).array(np.int64).tolist()
        [0, 1, 4, 9, 16]
        """
        path = self.path(key)
        try:
            header = table_file.read_header(path)
            huge = placing == "huge" or (placing == "auto" and header.length >= HUGE_PAGES_FROM)
            header, data = (table_file.loaded if huge else table_file.mapped)(path)
        except (FileFault, OSError):
            return None
        if TableKey.from_dict(header.key) != key or header.kind != "table":
            return None
        return Table(key, data, path, header)

    def open(
        self,
        key: TableKey,
        make: Callable[[], TableJob],
        *,
        progress: Reporter | None = None,
        timeout: float | Clock | None = None,
        placing: Placing = "auto",
    ) -> Table:
        """The table; it is built now if the store has no valid one.

        A torn or altered file is built anew. Where the folder cannot be written to, the table
        is built in memory, with a warning. The time limit holds while another process is waited
        for, too; what was done until then is kept.

        >>> import tempfile
        >>> from puzzlery.tables.table_job import ReadyTable
        >>> store = Store(Path(tempfile.mkdtemp()))
        >>> for build in (lambda: ReadyTable(np.arange(3)), lambda: print("never called")):
        ...     print(store.open(TableKey("counts"), build).array(np.int64))
        [0 1 2]
        [0 1 2]
        """
        found = self.find(key, placing=placing)
        if found is not None:
            return found
        clock = Clock.of(timeout)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            held = lock(self._lock(key), waiting=progress, timeout=clock)
        except OSError as fault:
            return _in_memory(key, drive(make(), progress=progress, timeout=clock), fault)
        with held:
            # Another process may have finished it while we waited.
            found = self.find(key, placing=placing)
            return found or self._build(key, make, progress, clock, placing)

    def _build(
        self,
        key: TableKey,
        make: Callable[[], TableJob],
        progress: Reporter | None,
        clock: Clock,
        placing: Placing,
    ) -> Table:
        self._remove_partial_files(key)
        job = self._resumed(key, make)
        drive(
            job,
            progress=progress,
            timeout=clock,
            keep=self._keeper(key),
            slice_ms=self.slice_ms,
        )
        try:
            table_file.write(self.path(key), key.as_dict(), "table", job.data())
        except OSError as fault:
            return _in_memory(key, job, fault)
        self._snapshot(key).unlink(missing_ok=True)
        del job
        table = self.find(key, placing=placing)
        if table is None:
            raise FileFault("was written, but reads back otherwise", source=str(self.path(key)))
        return table

    def _resumed(self, key: TableKey, make: Callable[[], TableJob]) -> TableJob:
        """The job where its last snapshot left it; from the start if there is no valid one."""
        job = make()
        try:
            header, data = table_file.mapped(self._snapshot(key))
            if header.kind == "snapshot" and TableKey.from_dict(header.key) == key:
                job.restore(data.tobytes())
        except (FileFault, FileNotFoundError):
            return job
        except ValueError:
            return make()
        return job

    def _keeper(self, key: TableKey) -> SnapshotKeeper:
        def write(snapshot: bytes) -> None:
            data = np.frombuffer(snapshot, np.uint8)
            table_file.write(self._snapshot(key), key.as_dict(), "snapshot", data)

        return SnapshotKeeper(write, every=self.snapshot_seconds)

    def list(self) -> "list[StoreEntry]":
        """All tables in the store, sorted by file name: finished, begun or damaged.

        >>> import tempfile
        >>> from puzzlery.tables.table_job import ReadyTable
        >>> store = Store(Path(tempfile.mkdtemp()))
        >>> for name in ("edges", "corners"):
        ...     _ = store.open(TableKey(name), lambda: ReadyTable(np.arange(3)))
        >>> [entry.key.name for entry in store.list()]
        ['corners', 'edges']
        """
        return sorted(self._entries(), key=lambda entry: entry.path.name)

    def check(self, path: Path) -> str | None:
        """What is wrong with a file, after reading all of its bytes; None if it is valid.

        >>> import tempfile
        >>> from puzzlery.tables.table_job import ReadyTable
        >>> store, key = Store(Path(tempfile.mkdtemp())), TableKey("squares")
        >>> path = store.open(key, lambda: ReadyTable(np.arange(5) ** 2), placing="huge").path
        >>> print(store.check(path))
        None
        >>> _ = path.write_bytes(path.read_bytes()[:-1])
        >>> print(store.check(path).partition(": ")[2])
        has 4143 bytes; expected 4144
        """
        try:
            table_file.mapped(path)
        except (FileFault, OSError) as fault:
            return str(fault)
        return None

    def remove(self, path: Path) -> int:
        """Remove a table and its snapshot from the disk; returns the number of bytes freed.

        >>> import tempfile
        >>> from puzzlery.tables.table_job import ReadyTable
        >>> store, key = Store(Path(tempfile.mkdtemp())), TableKey("bytes")
        >>> _ = store.open(key, lambda: ReadyTable(np.zeros(1000, np.uint8)), placing="huge")
        >>> store.remove(store.path(key)), store.list()
        (5104, [])
        """
        if path.parent != self.folder:
            raise NotFound(f"{path} is not in the store {self.folder}")
        beside = [path, path.with_suffix(".snapshot")]
        found = [file for file in dict.fromkeys(beside) if file.exists()]
        if not found:
            raise NotFound(f"the store {self.folder} holds no table {path.name}")
        freed = sum(file.stat().st_size for file in found)
        for file in found:
            file.unlink()
        return freed

    def _entries(self) -> Iterator[StoreEntry]:
        for path in self.folder.glob("*.table"):
            yield _entry(path, "finished")
        for path in self.folder.glob("*.snapshot"):
            if not path.with_suffix(".table").exists():
                yield _entry(path, "begun")

    def _lock(self, key: TableKey) -> Path:
        return self.path(key).with_suffix(".lock")

    def _snapshot(self, key: TableKey) -> Path:
        return self.path(key).with_suffix(".snapshot")

    def _remove_partial_files(self, key: TableKey) -> None:
        """Remove half-written files of a process that was killed; we hold the lock."""
        for suffix in (".table", ".snapshot"):
            name = self.path(key).with_suffix(suffix).name
            for path in self.folder.glob(f".{name}.*.part"):
                with suppress(OSError):
                    path.unlink()


def default_folder() -> Path:
    """The folder for tables: `PUZZLERY_HOME`/tables if that is set, else in the user's cache.

    >>> default_folder().name
    'tables'
    """
    home = os.environ.get("PUZZLERY_HOME")
    if home:
        return Path(home).expanduser() / "tables"
    from platformdirs import user_cache_path

    return user_cache_path("puzzlery") / "tables"


def _in_memory(key: TableKey, job: TableJob, fault: OSError) -> Table:
    """The table of a finished job that could not be written."""
    warnings.warn(f"the table {key} is kept in memory only: {fault}", stacklevel=4)
    return Table(key, job.data())


def _entry(path: Path, condition: Condition) -> StoreEntry:
    size = path.stat().st_size
    try:
        key = TableKey.from_dict(table_file.read_header(path).key)
    except FileFault as fault:
        return StoreEntry(path, "damaged", size, reason=fault.reason)
    return StoreEntry(path, condition, size, key)
