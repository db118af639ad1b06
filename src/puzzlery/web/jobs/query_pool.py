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
from puzzlery.web.faults import Busy, WorkerFault
from puzzlery.web.jobs.worker import Worker, receive, send, start_worker
from puzzlery.web.models import Fault
from puzzlery.web.puzzle_queries import run_query

# Seconds that a query may take, and that a request waits for a worker that is free.
QUERY_SECONDS = 20.0
WAIT_SECONDS = 10.0


class QueryPool:
    """Worker processes, each started when it is first needed."""

    def __init__(self, count: int = 2, *, memory: int | None = None) -> None:
        self._memory = memory
        self._started: list[Worker] = []
        # The worker that was used last has the puzzle of the next query in its cache.
        self._idle: queue.LifoQueue[Worker | None] = queue.LifoQueue()
        for _ in range(count):
            self._idle.put(None)

    def answer(self, kind: str, name: str, definition: str | None = None, **arguments: Any) -> str:
        """The response as JSON; a fault is raised as it would be here.

        >>> QueryPool().answer("apart", "2x2x2", p=0, q=16)
        '{"rule":null,"witness":"","text":"they are on one piece"}'
        """
        if definition is None and name in _catalogued():
            return run_query(kind, name, definition, arguments)
        query = {"kind": kind, "name": name, "definition": definition, "arguments": arguments}
        try:
            worker = self._idle.get(timeout=WAIT_SECONDS)
        except queue.Empty:
            raise Busy("other questions take long; ask again in a moment") from None
        try:
            worker = self._ready(worker)
            outcome = _outcome(worker, query)
        except BaseException:
            if worker is not None:
                worker.kill()
            raise
        finally:
            self._idle.put(worker)
        if "error" in outcome:
            fault = Fault(**outcome["error"])
            if fault.kind == "memory":
                worker.kill()
            raise WorkerFault(fault)
        result: str = outcome["result"]
        return result

    def _ready(self, worker: Worker | None) -> Worker:
        if worker is not None and worker.process.is_alive():
            return worker
        started = start_worker(self._memory, niceness=0)
        self._started = [each for each in self._started if each.process.is_alive()] + [started]
        return started

    def close(self) -> None:
        """Kill all workers; whoever waits for one of them gets an error."""
        for worker in self._started:
            worker.process.kill()


def _outcome(worker: Worker, query: dict[str, Any]) -> dict[str, Any]:
    """What the worker answers, if that is soon enough."""
    send(worker.link, query)
    deadline = time.monotonic() + QUERY_SECONDS
    while not worker.link.poll(max(0.0, deadline - time.monotonic())):
        if time.monotonic() >= deadline:
            raise TimedOut(
                f'no answer about "{query["name"]}" within {QUERY_SECONDS:g} s; ask for less'
            )
    try:
        outcome: dict[str, Any] = receive(worker.link)
    except (EOFError, OSError):
        raise PuzzleryError("this would take more memory than there is") from None
    return outcome


@cache
def _catalogued() -> frozenset[str]:
    """The names and aliases of the catalogue."""
    from puzzlery.twisty.catalog import entries

    return frozenset(name for entry in entries() for name in (entry.name, *entry.aliases))
