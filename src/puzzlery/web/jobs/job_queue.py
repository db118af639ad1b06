"""Jobs: long work in worker processes, queued, watched, cancelled, and taken up after a restart."""

import os
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from puzzlery.errors import PuzzleryError
from puzzlery.web.database import FINISHED, Database, JobRow, Status
from puzzlery.web.faults import Busy
from puzzlery.web.jobs.worker import Worker, receive, send, start_worker

MOST_WAITING = 100
# Seconds until a job that was asked to stop is killed, between two saves of its progress, and
# between two looks at the stop flag while the worker is silent.
STOP_SECONDS = 2.0
SAVE_SECONDS = 1.0
POLL_SECONDS = 0.05
WORKER_DIED = "the worker ended; it may have run out of memory"


def all_memory() -> int | None:
    """The bytes of memory that this machine has, if it tells."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


@dataclass(frozen=True, slots=True)
class Limits:
    """What a job may take: seconds, and bytes of memory (all of the machine's, unless told).

    >>> Limits(seconds=60.0, memory=2**30).seconds, Limits().seconds
    (60.0, 3600.0)
    """

    seconds: float = 3600.0
    memory: int | None = field(default_factory=all_memory)


class JobQueue:
    """The workers and the queue before them; `notes` is a folder where work keeps its place."""

    def __init__(
        self, database: Database, notes: Path, *, workers: int = 2, limits: Limits | None = None
    ) -> None:
        self.database = database
        notes.mkdir(parents=True, exist_ok=True)
        self._limits = limits or Limits()
        self._queue: queue.Queue[str | None] = queue.Queue()
        self._live: dict[str, dict[str, Any]] = {}
        self._runners = [_JobRunner(self._queue, self._live, database, notes, self._limits)
                         for _ in range(workers)]  # fmt: skip
        database.requeue_interrupted()
        for key in database.waiting():
            self._queue.put(key)

    def add(self, kind: str, request: dict[str, Any]) -> JobRow:
        """Put work into the queue."""
        if len(self.database.waiting()) >= MOST_WAITING:
            raise Busy(f"{MOST_WAITING} jobs are waiting already; cancel some, or come back later")
        job = self.database.add_job(kind, request)
        self._queue.put(job.id)
        return job

    def view(self, key: str) -> JobRow:
        """A job as it is now, with its latest progress."""
        job = self.database.job(key)
        live = self._live.get(key)
        if live is None or job.status in FINISHED:
            return job
        return replace(job, progress=live)

    def cancel(self, key: str) -> JobRow:
        """Stop a job, whether it runs or waits."""
        job = self.database.job(key)
        if job.status == "queued":
            self.database.finish(key, "cancelled")
        for runner in self._runners:
            runner.cancel(key)
        return self.view(key)

    def forget(self, key: str) -> None:
        """Remove a job that has ended."""
        if self.database.job(key).status not in FINISHED:
            raise PuzzleryError("the job has not ended; cancel it before you remove it")
        self.database.forget_job(key)

    def close(self) -> None:
        """End the workers; the next queue resumes their jobs."""
        for _ in self._runners:
            self._queue.put(None)
        for runner in self._runners:
            runner.close()


@dataclass
class _JobRunner:
    """A thread that hands jobs to one worker process and listens to it."""

    waiting: "queue.Queue[str | None]"
    live: dict[str, dict[str, Any]]
    database: Database
    notes: Path
    limits: Limits
    _worker: Worker | None = None
    _key: str | None = None
    _cancelled: threading.Event = field(default_factory=threading.Event)
    _closing: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def cancel(self, key: str) -> None:
        """Stop this job if this runner has it."""
        if self._key == key:
            self._cancelled.set()

    def close(self) -> None:
        """End the process, whatever it does."""
        self._closing.set()
        self._thread.join(timeout=STOP_SECONDS)
        self._kill()

    def _serve(self) -> None:
        while (key := self.waiting.get()) is not None and not self._closing.is_set():
            self._cancelled.clear()
            self._key = key
            try:
                if self.database.start(key):
                    self._do(key)
            except Exception as fault:
                self._give_up(key, fault)
            finally:
                self._key = None
                self.live.pop(key, None)

    def _do(self, key: str) -> None:
        """Have one job done, and keep how it ends."""
        worker = self._ready()
        job, notes = self.database.job(key), self.notes / f"{key}.count"
        send(worker.link, {"kind": job.kind, "request": job.request, "notes": str(notes)})
        outcome = self._outcome(key, worker)
        if outcome is None:
            return
        error = outcome.get("error")
        if error is not None and error["kind"] == "memory":
            # What it had prepared is still there, and would leave the next job too little.
            self._kill()
        self.database.finish(key, _status(error), result=outcome.get("result"), error=error)
        notes.unlink(missing_ok=True)

    def _give_up(self, key: str, fault: Exception) -> None:
        """Be ready for the next job, whatever this one did to the worker or to the link."""
        self._kill()
        if not self._closing.is_set():
            self.database.finish(key, "failed", error=_fault(f"{type(fault).__name__}: {fault}"))

    def _outcome(self, key: str, worker: Worker) -> dict[str, Any] | None:
        """What comes of the work; None if the server is closed before that."""
        timer = _JobTimer(self.limits.seconds)
        while True:
            if self._closing.is_set():
                return None
            ending = timer.ending(self._cancelled.is_set())
            if ending is not None:
                worker.stop.set()
            if timer.patience_is_over():
                self._kill()
                return {"error": ending}
            try:
                message = receive(worker.link) if worker.link.poll(POLL_SECONDS) else {}
            except (EOFError, OSError):
                self._kill()
                return {"error": ending or _fault(WORKER_DIED)}
            if "progress" in message:
                self._keep_progress(key, message["progress"], timer)
            elif message:
                return {"error": ending} if ending and "error" in message else message

    def _keep_progress(self, key: str, progress: dict[str, Any], timer: "_JobTimer") -> None:
        self.live[key] = progress
        if timer.should_save():
            self.database.save_progress(key, progress)

    def _ready(self) -> Worker:
        """A process that waits for work; a new one if there is none."""
        if self._worker is not None and self._worker.process.is_alive():
            self._worker.stop.clear()
            return self._worker
        self._worker = start_worker(self.limits.memory)
        return self._worker

    def _kill(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()


class _JobTimer:
    """The time of one job: its limit, when it was asked to stop, when it was last saved."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._now, self._seconds = now, seconds
        self._start, self._saved = now(), now()
        self._asked_to_stop: float | None = None

    def ending(self, cancelled: bool) -> dict[str, Any] | None:
        """Why the job must end now, as an error; None if it may go on."""
        late = self._now() - self._start > self._seconds
        if not cancelled and not late:
            return None
        if self._asked_to_stop is None:
            self._asked_to_stop = self._now()
        if cancelled:
            return {"kind": "cancelled", "message": "cancelled"}
        return {"kind": "timeout", "message": f"not finished within {self._seconds:g} s"}

    def patience_is_over(self) -> bool:
        """Whether it was asked to stop some time ago, and has not."""
        return self._asked_to_stop is not None and self._now() - self._asked_to_stop > STOP_SECONDS

    def should_save(self) -> bool:
        """Whether progress ought to be saved now; at most once a second."""
        due = self._now() - self._saved > SAVE_SECONDS
        if due:
            self._saved = self._now()
        return due


def _status(error: dict[str, Any] | None) -> Status:
    if error is None:
        return "done"
    return "cancelled" if error["kind"] == "cancelled" else "failed"


def _fault(message: str) -> dict[str, Any]:
    return {"kind": "internal", "message": message}
