"""The query pool: worker processes that answer what may take long, each within a bounded time.

The server itself answers for a puzzle of the catalogue. A name may also describe cuts that nobody
has made before, or thousands of pieces. Such a query goes to a worker process, which is killed when
it takes too long, so that it can neither block the server nor keep it from ending.
"""

import queue
import time
from functools import cache
from typing import Any

from puzzlery.errors import PuzzleryError, TimedOut
from puzzlery.web.faults import Busy, Reported
from puzzlery.web.jobs.worker import Worker, receive, send, start_worker
from puzzlery.web.puzzle_queries import run_query

SECONDS = 20.0
WAIT = 10.0


class QueryPool:
    """Worker processes, each started when it is first needed."""

    def __init__(self, count: int = 2, *, memory: int | None = None) -> None:
        self._memory = memory
        self._started: list[Worker] = []
        # The one who came back last knows the puzzle that is being asked about.
        self._idle: queue.LifoQueue[Worker | None] = queue.LifoQueue()
        for _ in range(count):
            self._idle.put(None)

    def answer(self, kind: str, request: dict[str, Any]) -> str:
        """The answer as JSON; a fault is raised as it would be here."""
        if request["definition"] is None and request["name"] in _catalogued():
            return run_query(kind, request)
        try:
            worker = self._idle.get(timeout=WAIT)
        except queue.Empty:
            raise Busy("other questions take long; ask again in a moment") from None
        try:
            worker = self._present(worker)
            said = _heard(worker, {"kind": kind, "request": request})
        except BaseException:
            if worker is not None:
                worker.kill()
            raise
        finally:
            self._idle.put(worker)
        if "error" in said:
            if said["error"]["kind"] == "memory":
                worker.kill()
            raise Reported(said["error"])
        result: str = said["result"]
        return result

    def _present(self, worker: Worker | None) -> Worker:
        if worker is not None and worker.process.is_alive():
            return worker
        started = start_worker(self._memory, niceness=0)
        self._started = [each for each in self._started if each.process.is_alive()] + [started]
        return started

    def close(self) -> None:
        """Dismiss all; whoever waits for one of them is told that nothing will come."""
        for worker in self._started:
            worker.process.kill()


def _heard(worker: Worker, question: dict[str, Any]) -> dict[str, Any]:
    """What the worker says, if that is soon enough."""
    send(worker.link, question)
    deadline = time.monotonic() + SECONDS
    while not worker.link.poll(max(0.0, deadline - time.monotonic())):
        if time.monotonic() >= deadline:
            name = question["request"]["name"]
            raise TimedOut(f'no answer about "{name}" within {SECONDS:g} s; ask for less')
    try:
        said: dict[str, Any] = receive(worker.link)
    except (EOFError, OSError):
        raise PuzzleryError("this would take more memory than there is") from None
    return said


@cache
def _catalogued() -> frozenset[str]:
    """The names and aliases of the catalogue."""
    from puzzlery.twisty.catalog import entries

    return frozenset(name for entry in entries() for name in (entry.name, *entry.aliases))
