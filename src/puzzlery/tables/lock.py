"""Locks: one process at a time, and a process that dies lets go."""

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlery.core.progress import Clock, Report, Reporter

if TYPE_CHECKING:
    from filelock import BaseFileLock

WAIT_SECONDS = 0.05
NOTE = "another process is building it"


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock that is held until the end of the `with` block, which also removes its file.

    >>> import tempfile
    >>> with lock(Path(tempfile.mkdtemp()) / "corners.lock"):
    ...     print("only one process at a time gets here")
    only one process at a time gets here
    """

    path: Path
    held: "BaseFileLock"

    def __enter__(self) -> None:
        """It is held already."""

    def __exit__(self, *fault: object) -> None:
        # Before the release, so that no file of the next holder is removed. Whoever has waited on
        # the removed file notices and starts over with a new one. Windows refuses, and filelock
        # removes the file there.
        with suppress(OSError):
            self.path.unlink()
        self.held.release()


def lock(path: Path, *, waiting: Reporter | None = None, timeout: Clock | None = None) -> Lock:
    """Take the lock with this path; wait for the process that holds it, until the timeout.

    The system ends a lock with the process that holds it, so a killed one blocks nobody.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "corners.lock"
    >>> with lock(path):
    ...     lock(path, timeout=Clock(0))
    Traceback (most recent call last):
        ...
    puzzlery.errors.TimedOut: not finished within 0 s (another process is building it)
    """
    start, clock = time.monotonic(), Clock.of(timeout)
    while (taken := try_lock(path)) is None:
        if waiting is not None:
            waiting(Report(0, None, NOTE, time.monotonic() - start))
        if clock.is_over:
            raise clock.timed_out(NOTE)
        time.sleep(WAIT_SECONDS)
    return taken


def try_lock(path: Path) -> Lock | None:
    """The lock with this path, or None if somebody holds it.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "corners.lock"
    >>> with try_lock(path):
    ...     print(try_lock(path))
    None
    >>> path.exists()
    False
    """
    # Loading filelock takes longer than finding a table, which needs no lock.
    from filelock import FileLock, Timeout

    held = FileLock(path, thread_local=False)
    try:
        held.acquire(blocking=False)
    except Timeout:
        return None
    return Lock(path, held)
