"""The worker: a process that runs one job or query after the other, and can be stopped."""

import json
import multiprocessing
import os
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from puzzlery.core.progress import Report
from puzzlery.errors import PuzzleryError, Stopped
from puzzlery.web.faults import as_fault
from puzzlery.web.jobs.job_models import JobProgress
from puzzlery.web.models import Fault

PROGRESS_SECONDS = 0.1
NICENESS = 5


def send(link: Connection, data: Any) -> None:
    """Send plain data.

    >>> ours, theirs = multiprocessing.Pipe()
    >>> send(ours, {"kind": "fill"})
    >>> receive(theirs)
    {'kind': 'fill'}
    >>> ours.close(), theirs.close()
    (None, None)
    """
    link.send_bytes(json.dumps(data).encode())


def receive(link: Connection) -> Any:
    """The plain data that was sent next.

    >>> ours, theirs = multiprocessing.Pipe()
    >>> send(ours, (1, 2))
    >>> receive(theirs)  # JSON has no tuples
    [1, 2]
    >>> ours.close(), theirs.close()
    (None, None)
    """
    return json.loads(link.recv_bytes())


@dataclass
class Worker:
    """A process, the link to it, and the flag that stops its work."""

    process: Any
    link: Connection
    stop: Any

    def kill(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.join()
        self.link.close()


def start_worker(memory: int | None, *, niceness: int = NICENESS) -> Worker:
    """A new process that waits for work."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    stop = context.Event()
    arguments = (theirs, stop, memory, niceness)
    process = context.Process(target=work, args=arguments, daemon=True, name="puzzlery worker")
    process.start()
    theirs.close()
    return Worker(process, ours, stop)


def work(link: Connection, stop: Event, memory: int | None, niceness: int) -> None:
    """Do what comes over the link until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _give_way_to_the_server(niceness)
    _limit_memory(memory)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    while True:
        try:
            send(link, _outcome(receive(link), link, stop))
        except (EOFError, BrokenPipeError, ConnectionResetError):
            # The server has gone: nobody is left to work for.
            os._exit(0)


def _outcome(request: dict[str, Any], link: Connection, stop: Event) -> Any:
    """The outcome of one piece of work, as plain data."""
    try:
        return {"result": _result(request, link, stop)}
    except Stopped as fault:
        return _fault(fault.kind if not stop.is_set() else "cancelled", str(fault))
    except PuzzleryError as fault:
        return {"error": as_fault(fault).model_dump()}
    except MemoryError:
        return _fault("memory", "this would take more memory than a worker may have")
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as fault:
        return _fault("internal", f"{type(fault).__name__}: {fault}")


def _result(message: dict[str, Any], link: Connection, stop: Event) -> Any:
    """The result of a job, which has notes, or of a query."""
    if "notes" not in message:
        from puzzlery.web.puzzle_queries import run_query

        return run_query(**message)
    from puzzlery.web.jobs.job_kinds import JOB_KINDS, JobContext

    context = JobContext(_Reporter(link, stop), Path(message["notes"]))
    return JOB_KINDS[message["kind"]].run(message["request"], context)


def _fault(kind: str, message: str) -> dict[str, Any]:
    return {"error": Fault(kind=kind, message=message).model_dump()}


class _Reporter:
    """Sends the server how far the work is, and stops it when the server asks for that."""

    def __init__(self, link: Connection, stop: Event) -> None:
        self._link, self._stop, self._sent = link, stop, 0.0

    def __call__(self, report: Report) -> None:
        if self._stop.is_set():
            raise Stopped("cancelled")
        now = time.monotonic()
        if now - self._sent >= PROGRESS_SECONDS:
            self._sent = now
            send(self._link, {"progress": JobProgress.model_validate(report).model_dump()})


def _give_way_to_the_server(niceness: int) -> None:
    """Let the server go first: to the processor, and to what memory is left."""
    with suppress(AttributeError, OSError):
        os.nice(niceness)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("500")


def _end_with_the_server() -> None:
    """End when the server has gone, even in the middle of work that reports nothing for long.

    Otherwise the next server would begin the same work beside it, with the same notes.
    """
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _limit_memory(memory: int | None) -> None:
    """Let the system refuse more memory than this, where it can."""
    if memory is None:
        return
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
