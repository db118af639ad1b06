"""Locks: one process at a time, and a process that dies lets go."""

import fcntl
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from puzzlery.core.progress import Clock, Report, Reporter

WAIT_SECONDS = 0.05
NOTE = "another process is building it"


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock that is held until the end of the `with` block."""

    path: Path
    handle: int

    def __enter__(self) -> None:
        """It is held already."""

    def __exit__(self, *fault: object) -> None:
        with suppress(OSError):
            self.path.unlink()
        os.close(self.handle)


def lock(path: Path, *, waiting: Reporter | None = None, timeout: Clock | None = None) -> Lock:
    """Take the lock of this name; wait for whoever holds it, until the time is over.

    The system ends a lock with the process that holds it, so a killed one blocks nobody. The
    file is removed at the end; whoever has waited on a removed file starts over with a new one.
    """
    start, clock = time.monotonic(), Clock.of(timeout)
    while (handle := _taken(path)) is None:
        if waiting is not None:
            waiting(Report(0, None, NOTE, time.monotonic() - start))
        if clock.is_over:
            raise clock.timed_out(NOTE)
        time.sleep(WAIT_SECONDS)
    return Lock(path, handle)


def try_lock(path: Path) -> Lock | None:
    """The lock of this name, unless somebody holds it."""
    handle = _taken(path)
    return None if handle is None else Lock(path, handle)


def _taken(path: Path) -> int | None:
    """The handle of the lock if it is ours now."""
    handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if _is_same(handle, path):
            return handle
    except BlockingIOError:
        pass
    os.close(handle)
    return None


def _is_same(handle: int, path: Path) -> bool:
    """Whether the file that was locked is still the one of that name."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
