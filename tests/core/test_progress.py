"""Long work: it reports, stops in time, resumes from a snapshot, and heeds Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from puzzlery._core import Counter
from puzzlery.core.progress import Clock, Report, SnapshotKeeper, advance, bar, drive
from puzzlery.errors import Stopped, TimedOut

MASK = 2**64 - 1


def plain_checksum(limit: int) -> int:
    value = 1
    for _ in range(limit):
        value = (value * 6364136223846793005 + 1442695040888963407) & MASK
    return value


def test_counter_agrees_with_plain_python():
    assert drive(Counter(10_000)).checksum == plain_checksum(10_000)


def test_slices_do_not_change_the_result():
    whole, sliced = drive(Counter(3_000_000)), Counter(3_000_000)
    slices = 0
    while not sliced.run(0.5):
        slices += 1
    assert slices > 1
    assert sliced.checksum == whole.checksum


def test_snapshot_goes_on_where_it_stood():
    first = Counter(5_000_000)
    first.run(1)
    assert 0 < first.count < 5_000_000
    second = Counter(5_000_000)
    second.restore(first.snapshot())
    assert second.count == first.count
    assert drive(second).checksum == drive(Counter(5_000_000)).checksum


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda good: good[:-1], "cut short"),
        (lambda good: good + b"x", "longer than expected"),
        (lambda good: b"XXXX" + good[4:], "another kind"),
        (lambda good: b"", "cut short"),
        (lambda good: good[:4] + b"\xff" * 8 + good[12:], "another limit"),
        (lambda good: good[:12] + b"\xff" * 8 + good[20:], "past its limit"),
    ],
)
def test_altered_snapshots_are_refused_and_change_nothing(change, complaint):
    job = Counter(100)
    with pytest.raises(ValueError, match=complaint):
        job.restore(change(job.snapshot()))
    assert job.count == 0
    assert drive(job).checksum == plain_checksum(100)


def test_timeout_stops_in_time_and_leaves_a_usable_job():
    job = Counter(2**62)
    start = time.monotonic()
    with pytest.raises(TimedOut, match=r"not finished within 0\.1 s \(counting\)") as caught:
        drive(job, timeout=0.1)
    assert time.monotonic() - start < 2
    assert isinstance(caught.value, Stopped)
    assert caught.value.kind == "timeout"
    assert job.count > 0


def test_jobs_share_a_clock_whose_time_is_told_as_granted():
    clock = Clock(0.1)
    with pytest.raises(TimedOut, match=r"within 0\.1 s"):
        drive(Counter(2**62), timeout=clock)
    assert clock.left() == 0
    second = Counter(2**62)
    with pytest.raises(TimedOut, match=r"within 0\.1 s \(counting\)"):
        drive(second, timeout=clock)
    assert second.count == 0
    assert Clock(None).left() is None


class Recorder:
    """A job that never ends by itself and notes how long its slices are."""

    def __init__(self, slices: int = 2**62) -> None:
        self.slices, self.asked = slices, []

    def run(self, milliseconds: float) -> bool:
        self.asked.append(milliseconds)
        time.sleep(milliseconds / 1000)
        return len(self.asked) >= self.slices

    def progress(self):
        return (len(self.asked), None, "recording")

    def snapshot(self) -> bytes:
        return b"%d" % len(self.asked)

    def restore(self, snapshot: bytes) -> None:
        raise AssertionError("nobody asks for that")


def test_advance_tells_whether_the_job_is_finished():
    job = Counter(2**62)
    assert advance(job, until=lambda job: job.count > 100_000, slice_ms=1) is False
    assert job.count > 100_000
    assert advance(Counter(1000), until=lambda job: False) is True
    assert advance(Counter(1000), seconds=30) is True


def test_until_is_asked_before_each_slice_and_not_after_the_last():
    job, asked = Recorder(slices=3), []

    def until(job):
        asked.append(len(job.asked))
        return False

    assert advance(job, until=until, slice_ms=1)
    assert asked == [0, 1, 2]
    untouched = Recorder()
    assert not advance(untouched, until=lambda job: True)
    assert untouched.asked == []


def test_seconds_end_quietly_and_clip_the_last_slice():
    job = Recorder()
    start = time.monotonic()
    assert advance(job, seconds=0.12, slice_ms=50) is False
    assert 0.12 <= time.monotonic() - start < 2
    assert max(job.asked) == 50
    assert sum(job.asked) <= 121
    untouched = Recorder()
    assert advance(untouched, seconds=0) is False
    assert untouched.asked == []


def test_timeout_clips_slices_and_raises_beside_seconds():
    job = Recorder()
    with pytest.raises(TimedOut, match=r"within 0\.03 s \(recording\)"):
        advance(job, seconds=30, timeout=0.03)
    assert max(job.asked) <= 30


def test_advance_goes_on_where_it_stood():
    job = Counter(5_000_000)
    while not advance(job, seconds=0.001, slice_ms=0.2):
        pass
    assert job.checksum == drive(Counter(5_000_000)).checksum


def test_snapshots_are_written_when_due():
    written, start = [], time.monotonic()
    drive(Recorder(20), keep=SnapshotKeeper(written.append, every=0.05), slice_ms=10)
    assert 1 <= len(written) <= (time.monotonic() - start) / 0.05
    assert written == sorted(set(written), key=int)
    written.clear()
    drive(Recorder(5), keep=SnapshotKeeper(written.append, every=60), slice_ms=1)
    assert written == []


def test_slow_snapshots_take_a_small_share_of_the_time():
    written = []

    def write(data: bytes) -> None:
        time.sleep(0.02)
        written.append(data)

    advance(Recorder(), seconds=0.3, keep=SnapshotKeeper(write, every=0), slice_ms=5)
    assert len(written) == 1


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, Stopped, SystemExit])
def test_interrupted_job_is_kept_as_it_stands(interruption):
    written = []

    def report(report: Report) -> None:
        if report.done == 3:
            raise interruption("enough")

    with pytest.raises(interruption):
        drive(
            Recorder(), progress=report, keep=SnapshotKeeper(written.append, every=60), slice_ms=1
        )
    assert written == [b"3"]


def test_job_that_runs_out_of_time_is_kept():
    written = []
    with pytest.raises(TimedOut):
        drive(Recorder(), timeout=0.02, keep=SnapshotKeeper(written.append, every=60))
    assert len(written) == 1


def test_failing_job_is_not_kept():
    class Failing(Recorder):
        def run(self, milliseconds: float) -> bool:
            raise MemoryError

    with pytest.raises(MemoryError):
        drive(Failing(), keep=SnapshotKeeper(lambda data: pytest.fail("written"), every=0))


def test_work_goes_on_when_snapshots_cannot_be_written():
    def write(data: bytes) -> None:
        raise OSError(28, "No space left on device")

    with pytest.warns(UserWarning, match=r"not being saved: .*No space left") as warned:
        drive(Recorder(5), keep=SnapshotKeeper(write, every=0), slice_ms=1)
    assert len(warned) == 1


def test_reports_grow_and_end_at_the_total():
    reports: list[Report] = []
    drive(Counter(2_000_000), progress=reports.append, slice_ms=0.2)
    done = [report.done for report in reports]
    assert len(done) > 2
    assert done == sorted(done)
    assert reports[-1].fraction == 1.0
    assert reports[-1].seconds_left == 0
    assert all(report.total == 2_000_000 for report in reports)


def test_reports_tell_what_the_forecast_says():
    reports: list[Report] = []
    drive(Counter(2_000_000), progress=reports.append, forecast=lambda job, _: -job.count)
    assert [report.seconds_left for report in reports] == [-report.done for report in reports]


def test_other_threads_run_meanwhile():
    job = Counter(2**62)
    worker = threading.Thread(target=lambda: job.run(400))
    worker.start()
    ticks = 0
    while worker.is_alive():
        ticks += 1
        time.sleep(0.005)
    assert ticks > 5


def test_a_job_runs_once_at_a_time():
    job = Counter(2**62)
    worker = threading.Thread(target=lambda: job.run(300))
    worker.start()
    time.sleep(0.1)
    with pytest.raises(RuntimeError, match="already running"):
        job.run(1)
    worker.join()
    assert job.run(1) is False


def test_bar_shows_what_it_is_told():
    with bar("Counting", visible=False) as progress:
        drive(Counter(100_000), progress=progress)
    task = progress._bars.tasks[0]
    assert task.completed == task.total == 100_000
    assert task.description == "Counting: counting"
    assert task.fields["left"] == "about 1 s left"


def test_bar_says_nothing_of_time_that_nobody_knows():
    with bar("Searching", visible=False) as progress:
        progress(Report(3, None, "", 2.0))
        assert progress._bars.tasks[0].fields["left"] == ""
        progress(Report(3, None, "", 2.0, seconds_left=7500))
        assert progress._bars.tasks[0].fields["left"] == "about 2 h 5 min left"


def test_ctrl_c_stops_between_two_slices():
    # Whatever was started in the background ignores Ctrl-C, and so do its children unless told.
    program = (
        "import signal\n"
        "from puzzlery._core import Counter\n"
        "from puzzlery.core.progress import drive\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "job = Counter(2**62)\n"
        "print('ready', flush=True)\n"
        "try:\n    drive(job)\n"
        "except KeyboardInterrupt:\n    print('stopped', len(job.snapshot()), job.count > 0)\n"
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
            time.sleep(0.2)
            os.kill(child.pid, signal.SIGINT)
            out, _ = child.communicate(timeout=30)
        finally:
            child.kill()
    assert out == "stopped 28 True\n"
