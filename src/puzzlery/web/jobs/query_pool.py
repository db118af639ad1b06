"""Clerks: processes that answer what may take long, each within a bounded time.

A puzzle of the catalogue is answered for at once, by whoever asks. A name may also describe cuts
that nobody has ever made, or a size of thousands of pieces: such a question goes to a clerk, who is
dismissed when it takes too long, so that it can neither hold up the server nor keep it from ending.
"""

import queue
import time
from functools import cache
from typing import Any

from puzzlery.errors import PuzzleryError, TimedOut
from puzzlery.web.answers import answered
from puzzlery.web.faults import Busy, Reported
from puzzlery.web.jobs.worker import Worker, hire, receive, send

SECONDS = 20.0
WAIT = 10.0


class Clerks:
    """Some clerks, who are hired when they are first needed."""

    def __init__(self, count: int = 2, *, memory: int | None = None) -> None:
        self._memory = memory
        self._hired: list[Worker] = []
        # The one who came back last knows the puzzle that is being asked about.
        self._idle: queue.LifoQueue[Worker | None] = queue.LifoQueue()
        for _ in range(count):
            self._idle.put(None)

    def answer(self, kind: str, asked: dict[str, Any]) -> str:
        """The answer as JSON; a fault is raised as it would be here."""
        if asked["definition"] is None and asked["name"] in _catalogued():
            return answered(kind, asked)
        try:
            clerk = self._idle.get(timeout=WAIT)
        except queue.Empty:
            raise Busy("other questions take long; ask again in a moment") from None
        try:
            clerk = self._present(clerk)
            said = _heard(clerk, {"kind": kind, "asked": asked})
        except BaseException:
            if clerk is not None:
                clerk.kill()
            raise
        finally:
            self._idle.put(clerk)
        if "error" in said:
            if said["error"]["kind"] == "memory":
                clerk.kill()
            raise Reported(said["error"])
        result: str = said["result"]
        return result

    def _present(self, clerk: Worker | None) -> Worker:
        if clerk is not None and clerk.process.is_alive():
            return clerk
        hired = hire(self._memory, niceness=0)
        self._hired = [each for each in self._hired if each.process.is_alive()] + [hired]
        return hired

    def close(self) -> None:
        """Dismiss all; whoever waits for one of them is told that nothing will come."""
        for clerk in self._hired:
            clerk.process.kill()


def _heard(clerk: Worker, question: dict[str, Any]) -> dict[str, Any]:
    """What the clerk says, if that is soon enough."""
    send(clerk.link, question)
    deadline = time.monotonic() + SECONDS
    while not clerk.link.poll(max(0.0, deadline - time.monotonic())):
        if time.monotonic() >= deadline:
            name = question["asked"]["name"]
            raise TimedOut(f'no answer about "{name}" within {SECONDS:g} s; ask for less')
    try:
        said: dict[str, Any] = receive(clerk.link)
    except (EOFError, OSError):
        raise PuzzleryError("this would take more memory than there is") from None
    return said


@cache
def _catalogued() -> frozenset[str]:
    """The names and aliases of the catalogue."""
    from puzzlery.twisty.catalog import entries

    return frozenset(name for entry in entries() for name in (entry.name, *entry.aliases))
