"""Progress: drive a long computation in slices, with a report, a time limit and Ctrl-C."""

import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self, TypeVar

from puzzlery.errors import TimedOut

SLICE_MS = 50.0


class Job(Protocol):
    """A long computation: every kernel that takes time has this shape."""

    def run(self, milliseconds: float) -> bool: ...
    def progress(self) -> tuple[float, float | None, str]: ...
    def snapshot(self) -> bytes: ...
    def restore(self, snapshot: bytes) -> None: ...


@dataclass(frozen=True, slots=True)
class Report:
    """How far a computation is: what is done, of how much, and since when."""

    done: float
    total: float | None
    note: str
    seconds: float

    @property
    def fraction(self) -> float | None:
        """The part that is done, from 0 to 1, where the whole is known."""
        return min(1.0, self.done / self.total) if self.total else None

    @property
    def seconds_left(self) -> float | None:
        """How long it may still take, judged by the pace so far."""
        if not self.fraction:
            return None
        return self.seconds * (1 - self.fraction) / self.fraction


class Clock:
    """The time that a caller grants for several jobs together, and what is left of it."""

    def __init__(self, granted: float | None) -> None:
        self.granted = granted
        self._start = time.monotonic()

    def left(self) -> float | None:
        """Seconds, not below 0; None if there is no limit."""
        if self.granted is None:
            return None
        return max(0.0, self.granted - (time.monotonic() - self._start))

    def timed_out(self, note: str) -> TimedOut:
        """The error that says how much time was granted, and how far the work has come."""
        return TimedOut(f"not finished within {self.granted:g} s ({note})")


Reporter = Callable[[Report], None]
J = TypeVar("J", bound=Job)


def drive(
    job: J,
    *,
    progress: Reporter | None = None,
    timeout: float | Clock | None = None,
    slice_ms: float = SLICE_MS,
) -> J:
    """Run a job to its end and give it back; stop it when the time is used up.

    Ctrl-C is noticed between two slices: the job then stands at a whole step, and its
    `snapshot()` can be kept. So it does after `TimedOut`.

    >>> from puzzlery._core import Counter
    >>> drive(Counter(1000)).count
    1000
    """
    start = time.monotonic()
    clock = timeout if isinstance(timeout, Clock) else Clock(timeout)
    while True:
        left = clock.left()
        if left == 0:
            raise clock.timed_out(job.progress()[2])
        finished = job.run(slice_ms if left is None else min(slice_ms, 1000 * left))
        if progress is not None:
            progress(Report(*job.progress(), time.monotonic() - start))
        if finished:
            return job


class bar(AbstractContextManager["bar"]):  # noqa: N801 - used like a function
    """A progress bar in the terminal, to be passed as `progress=`; nothing where there is none.

    with bar("Building the table") as progress:
        drive(job, progress=progress)
    """

    def __init__(self, title: str, *, visible: bool = True) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
        from rich.progress import TimeRemainingColumn as TimeLeft

        self._bars = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}%"),
            TimeElapsedColumn(),
            TimeLeft(),
            console=Console(stderr=True),
            disable=not (visible and sys.stderr.isatty()),
            transient=True,
        )
        self._title = title
        self._task = self._bars.add_task(title, total=None)

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def __call__(self, report: Report) -> None:
        title = f"{self._title}: {report.note}" if report.note else self._title
        self._bars.update(self._task, completed=report.done, total=report.total, description=title)
