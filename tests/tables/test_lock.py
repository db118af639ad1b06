"""Locks: one holder at a time; waiting is reported, bounded, and ends with the holder."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from puzzlery.core.progress import Clock, Report
from puzzlery.errors import Stopped, TimedOut
from puzzlery.tables.lock import Lock, lock, try_lock
from puzzlery.tables.store import Store
from puzzlery.tables.table_job import ReadyTable
from puzzlery.tables.table_key import TableKey

NOTE = "another process is building it"
HOLD = (
    "import sys, time\n"
    "from pathlib import Path\n"
    "from puzzlery.tables.lock import lock\n"
    "with lock(Path(sys.argv[1])):\n"
    "    print('held', flush=True)\n"
    "    time.sleep(60)\n"
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.lock"


@pytest.fixture
def holder(path):
    """A process that holds the lock for a minute unless it is killed."""
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def release_later(held: Lock, seconds: float) -> threading.Timer:
    timer = threading.Timer(seconds, held.__exit__)
    timer.start()
    return timer


def test_lock_has_one_holder(path):
    held = try_lock(path)
    assert held is not None
    with held:
        assert path.exists()
        assert try_lock(path) is None
        other = try_lock(path.with_name("b.lock"))
        assert other is not None
        with other:
            pass
    assert not path.exists()
    again = try_lock(path)
    assert again is not None
    with again:
        assert try_lock(path) is None


def test_lock_is_free_after_a_failure(path):
    with pytest.raises(RuntimeError), lock(path):
        raise RuntimeError
    with lock(path, timeout=Clock(0.0)):
        assert try_lock(path) is None


def test_lock_is_free_even_if_its_file_stays_and_another_thread_releases_it(path, monkeypatch):
    def refuse(path, missing_ok=False):
        raise PermissionError(13, "Windows removes no open file")

    monkeypatch.setattr(Path, "unlink", refuse)
    held = lock(path)
    release_later(held, 0).join()
    assert path.exists()
    with lock(path, timeout=Clock(0.0)):
        assert try_lock(held.path) is None


def test_waiting_is_reported(path):
    reports: list[Report] = []
    start = time.monotonic()
    release_later(lock(path), 0.3)
    with lock(path, waiting=reports.append):
        took = time.monotonic() - start
    assert 0.25 < took < 10
    assert len(reports) > 1
    assert {(report.done, report.total, report.note) for report in reports} == {(0, None, NOTE)}
    seconds = [report.seconds for report in reports]
    assert seconds == sorted(seconds)
    assert 0 <= seconds[0] < 0.2
    assert seconds[-1] <= took


def test_free_lock_is_taken_without_a_report(path):
    with lock(path, waiting=lambda report: pytest.fail("it is free")):
        pass


def test_waiting_does_not_keep_the_processor_busy(path):
    reports: list[Report] = []
    release_later(lock(path), 0.3)
    with lock(path, waiting=reports.append):
        assert len(reports) < 10


def test_waiting_without_a_reporter_or_a_limit_ends_with_the_holder(path):
    timer = release_later(lock(path), 0.15)
    with lock(path):
        timer.join()


def test_waiting_ends_in_time(path, holder):
    start = time.monotonic()
    with pytest.raises(TimedOut, match=rf"within 0\.2 s \({NOTE}\)"):
        lock(path, timeout=Clock(0.2))
    assert 0.2 <= time.monotonic() - start < 2
    assert holder.poll() is None


def test_reporter_can_end_the_waiting(path, holder):
    def stop(report: Report) -> None:
        raise Stopped("cancelled")

    with pytest.raises(Stopped, match="cancelled"):
        lock(path, waiting=stop)


def test_killed_holder_blocks_nobody(path, holder):
    assert try_lock(path) is None
    holder.kill()
    holder.wait()
    with lock(path, timeout=Clock(5.0)):
        assert try_lock(path) is None


def test_child_of_the_holder_does_not_hold_it(path):
    sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
    with lock(path):
        child = subprocess.Popen(sleep, close_fds=False)
    try:
        with lock(path, timeout=Clock(5.0)):
            assert child.poll() is None
    finally:
        child.kill()
        child.wait()


def test_lock_excludes(path):
    inside, order = [], []

    def work():
        with lock(path):
            inside.append(1)
            order.append(len(inside))
            time.sleep(0.01)
            inside.pop()

    crew = [threading.Thread(target=work) for _ in range(8)]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    assert order == [1] * 8
    assert not path.exists()


def test_time_limit_of_a_table_holds_while_another_process_builds_it(tmp_path):
    store, key = Store(tmp_path), TableKey("numbers")
    with lock(store.path(key).with_suffix(".lock")):
        start = time.monotonic()
        with pytest.raises(TimedOut, match=NOTE):
            store.open(key, lambda: pytest.fail("it is locked"), timeout=0.1)
        assert time.monotonic() - start < 2
    assert store.open(key, lambda: ReadyTable([1, 2]), timeout=0.1).path
