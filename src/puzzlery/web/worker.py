"""The worker: a process that does one piece of long work after the other, and can be stopped."""

import json
import os
import signal
import time
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from puzzlery.errors import PuzzleryError, Stopped
from puzzlery.progress import Report

PROGRESS_EVERY = 0.1


def send(link: Connection, data: Any) -> None:
    """Send plain data."""
    link.send_bytes(json.dumps(data).encode())


def receive(link: Connection) -> Any:
    """The plain data that was sent next."""
    return json.loads(link.recv_bytes())


def work(link: Connection, stop: Event, memory: int | None) -> None:
    """Do what comes over the link until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory(memory)
    while True:
        try:
            send(link, _done(receive(link), link, stop))
        except (EOFError, BrokenPipeError, ConnectionResetError):
            # The server has gone: nobody is left to work for.
            os._exit(0)


def _done(asked: dict[str, Any], link: Connection, stop: Event) -> Any:
    """The outcome of one piece of work, as plain data."""
    from puzzlery.web.work import KINDS, Desk

    desk = Desk(_Reporter(link, stop), Path(asked["notes"]))
    try:
        return {"result": KINDS[asked["kind"]](asked["asked"], desk)}
    except Stopped as fault:
        return _fault(fault.kind if not stop.is_set() else "cancelled", str(fault))
    except PuzzleryError as fault:
        return _fault(fault.kind, str(fault))
    except MemoryError:
        return _fault("memory", "this would take more memory than a worker may have")
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as fault:
        return _fault("internal", f"{type(fault).__name__}: {fault}")


def _fault(kind: str, message: str) -> dict[str, Any]:
    return {"error": {"kind": kind, "message": message}}


class _Reporter:
    """Tells the server how far the work is, and stops it when that is wished."""

    def __init__(self, link: Connection, stop: Event) -> None:
        self._link, self._stop, self._told = link, stop, 0.0

    def __call__(self, report: Report) -> None:
        if self._stop.is_set():
            raise Stopped("cancelled")
        now = time.monotonic()
        if now - self._told >= PROGRESS_EVERY:
            self._told = now
            send(self._link, {"progress": as_dict(report)})


def as_dict(report: Report) -> dict[str, Any]:
    """A report as plain data."""
    return {
        "done": report.done,
        "total": report.total,
        "note": report.note,
        "seconds": report.seconds,
        "fraction": report.fraction,
        "seconds_left": report.seconds_left,
    }


def _limit_memory(memory: int | None) -> None:
    """Let the system refuse more memory than this, where it can."""
    if memory is None:
        return
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
