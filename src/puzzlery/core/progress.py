"""Progress: drive a long computation in slices, with reports, time limits and snapshots."""

import sys
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self, TypeVar

from puzzlery.core.time_left import Steady, time_text
from puzzlery.core.work_clock import now
from puzzlery.errors import Stopped, TimedOut

# Short enough for Ctrl-C and cancelling to seem immediate, long enough to cost nothing.
SLICE_MS = 50.0
# Writing snapshots takes at most this share of the time.
SNAPSHOT_SHARE = 0.05


class Job(Protocol):
    """A long computation: every kernel that takes time has this shape."""

    def run(self, milliseconds: float) -> bool: ...
    def progress(self) -> tuple[float, float | None, str]: ...
    def snapshot(self) -> bytes: ...
    def restore(self, snapshot: bytes) -> None: ...


@dataclass(frozen=True, slots=True)
class Report:
    """How far a computation is: what is done, of how much, since when, and how long it still takes.

    `seconds_left` is an estimate from the speed so far; None if there is none (yet).

    >>> report = Report(done=30, total=120, note="counting", seconds=5, seconds_left=15)
    >>> report.fraction, report.seconds_left
    (0.25, 15)
    """

    done: float
    total: float | None
    note: str
    seconds: float
    seconds_left: float | None = None

    @property
    def fraction(self) -> float | None:
        """The part that is done, from 0 to 1; None if the total is unknown.

        >>> Report(3, 4, "", 1).fraction, Report(3, None, "", 1).fraction
        (0.75, None)
        """
        return min(1.0, self.done / self.total) if self.total else None


class Clock:
    """A time limit that several jobs share, and what is left of it.

    >>> clock = Clock(3600)
    >>> clock.is_over, clock.left() <= 3600
    (False, True)
    """

    def __init__(self, granted: float | None) -> None:
        self.granted = granted
        self._start = now()

    @classmethod
    def of(cls, granted: "float | Clock | None") -> "Clock":
        """A clock that starts now; a clock that is given runs on.

        >>> clock = Clock(60)
        >>> Clock.of(clock) is clock, Clock.of(60) is clock
        (True, False)
        """
        return granted if isinstance(granted, Clock) else cls(granted)

    def left(self) -> float | None:
        """The seconds left, not below 0; None if there is no limit.

        >>> Clock(0).left(), Clock(None).left()
        (0.0, None)
        """
        if self.granted is None:
            return None
        return max(0.0, self.granted - (now() - self._start))

    @property
    def is_over(self) -> bool:
        """Whether all of the time is used up.

        >>> Clock(0).is_over, Clock(None).is_over
        (True, False)
        """
        return self.granted is not None and self.left() == 0

    def timed_out(self, note: str) -> TimedOut:
        """The error that says how much time was granted, and how far the work has come.

        >>> print(Clock(2.5).timed_out("depth 9"))
        not finished within 2.5 s (depth 9)
        """
        so_far = f" ({note})" if note else ""
        return TimedOut(f"not finished within {self.granted:g} s{so_far}")


Reporter = Callable[[Report], None]
J = TypeVar("J", bound=Job)
# The seconds that a job still takes, after so many seconds; None if that cannot be estimated.
Forecast = Callable[[J, float], float | None]


def steady_pace() -> Forecast[Job]:
    """Forecasts the time left of a job that knows its total, by the speed so far.

    >>> from puzzlery._core import Counter
    >>> forecast, job = steady_pace(), Counter(1000)
    >>> forecast(job, 0.0), forecast(drive(job), 2.0)
    (None, 0.0)
    """
    steady = Steady()

    def forecast(job: Job, seconds: float) -> float | None:
        done, total, _ = job.progress()
        return steady.left(done, total, seconds)

    return forecast


class SnapshotKeeper:
    """Writes snapshots of a job at intervals, and once more when the job is interrupted.

    `write` gets the bytes and should replace the last snapshot atomically. If it fails, on a full
    disk for example, the work goes on without a snapshot, and a warning says so once.

    >>> from puzzlery._core import Counter
    >>> written, job = [], Counter(2**62)
    >>> keeper = SnapshotKeeper(written.append, every=0)
    >>> advance(job, until=lambda _: len(written) == 2, keep=keeper, slice_ms=1)
    False
    """

    def __init__(self, write: Callable[[bytes], object], *, every: float) -> None:
        self._write = write
        self._every = every
        self._due = now() + every
        self._warned = False

    def keep_if_due(self, job: Job) -> None:
        """Write a snapshot if the last one is `every` seconds old, or older if writing is slow.

        >>> from puzzlery._core import Counter
        >>> written = []
        >>> SnapshotKeeper(written.append, every=3600).keep_if_due(Counter(5))
        >>> SnapshotKeeper(written.append, every=0).keep_if_due(Counter(5))
        >>> len(written)
        1
        """
        start = now()
        if start >= self._due:
            self.keep(job)
            end = now()
            self._due = end + max(self._every, (end - start) / SNAPSHOT_SHARE)

    def keep(self, job: Job) -> None:
        """Write a snapshot now.

        >>> from puzzlery._core import Counter
        >>> written, job, later = [], drive(Counter(1000)), Counter(1000)
        >>> SnapshotKeeper(written.append, every=60).keep(job)
        >>> later.restore(written[0])
        >>> later.count
        1000
        """
        try:
            self._write(job.snapshot())
        except OSError as fault:
            if not self._warned:
                warnings.warn(f"this work is not being saved: {fault}", stacklevel=2)
            self._warned = True


def drive(
    job: J,
    *,
    progress: Reporter | None = None,
    timeout: float | Clock | None = None,
    keep: SnapshotKeeper | None = None,
    forecast: Forecast[J] | None = None,
    slice_ms: float = SLICE_MS,
) -> J:
    """Run a job to its end and give it back; raise `TimedOut` when the time is used up.

    Ctrl-C is noticed between two slices: the job then stands at a whole step, and its
    `snapshot()` can be kept. So it does after `TimedOut`.

    >>> from puzzlery._core import Counter
    >>> drive(Counter(1000)).count
    1000
    """
    advance(
        job, progress=progress, timeout=timeout, keep=keep, forecast=forecast, slice_ms=slice_ms
    )
    return job


def advance(
    job: J,
    *,
    until: Callable[[J], bool] | None = None,
    seconds: float | Clock | None = None,
    progress: Reporter | None = None,
    timeout: float | Clock | None = None,
    keep: SnapshotKeeper | None = None,
    forecast: Forecast[J] | None = None,
    slice_ms: float = SLICE_MS,
) -> bool:
    """Run a job until it is finished, `until` holds or the `seconds` are over; is it finished?

    `until` is asked before each slice: say there when to give up. Both ways to end early raise
    nothing, and a further call goes on from there; only `timeout` raises `TimedOut`. `forecast`
    estimates the time left; without it the job is taken to go on at a steady pace.

    >>> from puzzlery._core import Counter
    >>> job = Counter(2**62)
    >>> advance(job, until=lambda job: job.count > 1000, slice_ms=1)
    False
    >>> advance(job, seconds=0.01)
    False
    """
    start = now()
    end, limit = Clock.of(seconds), Clock.of(timeout)
    foretold: Forecast[J] | None = None
    try:
        while not (end.is_over or (until is not None and until(job))):
            if limit.is_over:
                raise limit.timed_out(job.progress()[2])
            finished = job.run(_slice(slice_ms, end, limit))
            if progress is not None:
                spent = now() - start
                foretold = foretold or forecast or steady_pace()
                progress(Report(*job.progress(), spent, foretold(job, spent)))
            if finished:
                return True
            if keep is not None:
                keep.keep_if_due(job)
    except (KeyboardInterrupt, SystemExit, Stopped):
        if keep is not None:
            keep.keep(job)
        raise
    return False


def _slice(longest: float, *clocks: Clock) -> float:
    """Milliseconds of the next slice: no longer than any of the clocks has left."""
    for clock in clocks:
        left = clock.left()
        if left is not None:
            longest = min(longest, 1000 * left)
    return longest


class bar(AbstractContextManager["bar"]):  # noqa: N801 - used like a function
    """A progress bar to be passed as `progress=`; hidden where there is no terminal.

    >>> from puzzlery._core import Counter
    >>> with bar("Counting", visible=False) as progress:
    ...     drive(Counter(1000), progress=progress).count
    1000
    """

    def __init__(self, title: str, *, visible: bool = True) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        self._bars = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}%"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            console=Console(stderr=True),
            disable=not (visible and sys.stderr.isatty()),
            transient=True,
        )
        self._title = title
        self._task = self._bars.add_task(title, total=None, left="")

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
        left = report.seconds_left
        self._bars.update(
            self._task,
            completed=report.done,
            total=report.total,
            description=title,
            left="" if left is None else f"about {time_text(left)} left",
        )
