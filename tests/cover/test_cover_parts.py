"""Counts in parts, on executors and clusters, and counts that are saved and taken up again."""

import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.oracles.packings.placements import known

from puzzlery.cli.main import main
from puzzlery.core.cluster import cluster
from puzzlery.core.progress import drive
from puzzlery.cover import engine_choice
from puzzlery.cover.counting import MIN_TASKS, count_tasks, run_task
from puzzlery.cover.cover_symmetry import best_roots
from puzzlery.cover.cover_table import residual
from puzzlery.cover.engine_choice import TRIAL_NODES, Attempt
from puzzlery.cover.exact_cover import ExactCover
from puzzlery.cover.walks import walk_of
from puzzlery.errors import FileFault, MissingExtra, Stopped, TimedOut

ENGINES = ("links", "cells", "masks", "sweep")


def cover_of(name: str) -> ExactCover:
    packing = known(name)
    return ExactCover(packing.options, symmetries=packing.symmetries, grid=packing.grid)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_parts_of_a_tree_add_up_to_the_whole(engine):
    cover = cover_of("soma")
    rest = residual(cover._table, ())
    assert rest is not None
    through = best_roots(rest, cover._group)
    parts = count_tasks(rest, engine, through, None)
    assert len(parts) >= MIN_TASKS
    assert len({part.snapshot for part in parts}) == len(parts)
    found = [run_task(pickle.loads(pickle.dumps(part))) for part in parts]
    assert sum(count for count, _ in found) == 11520
    whole = walk_of(rest, engine, through)
    while not whole.run(1000):
        pass
    # The nodes above the cuts are visited once in the whole tree, and in no part.
    assert 0 <= whole.nodes - sum(nodes for _, nodes in found) <= len(parts)


def test_processes_count_what_one_process_counts():
    with ProcessPoolExecutor(2) as executor:
        cover = cover_of("pentominoes 8x8")
        assert cover.count(engine="masks", executor=executor) == 520
        assert cover.count(engine="masks", executor=executor, distinct=True) == 65


class Counting(Executor):
    """Does each task at once, and counts them."""

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, fn, /, *args, **kwargs):
        self.tasks += 1
        future: Future = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_short_counts_are_not_sent_away():
    executor = Counting()
    assert cover_of("pentominoes 3x20").count(executor=executor) == 8
    assert executor.tasks == 0
    assert cover_of("pentominoes 8x8").count(executor=executor) == 520
    assert executor.tasks > 100


def test_classes_after_all_are_not_counted_again():
    executor = Counting()
    cover = cover_of("soma")
    assert cover.count(engine="masks", executor=executor) == 11520
    first = executor.tasks
    assert cover.count(engine="masks", executor=executor, distinct=True) == 480
    assert executor.tasks == first > 0


def test_reports_tell_how_many_parts_are_done():
    reports = []
    with ThreadPoolExecutor(1) as executor:
        cover_of("soma").count(engine="masks", executor=executor, progress=reports.append)
    assert reports[-1].fraction == 1.0
    assert reports[-1].note == "11520 solutions"
    assert [report.done for report in reports] == sorted(report.done for report in reports)


@pytest.mark.timing
def test_time_limits_hold_for_executors():
    start = time.monotonic()
    with (
        ThreadPoolExecutor(1) as executor,
        pytest.raises(TimedOut, match=r"not finished within 0\.3 s \(\d+ of \d+ parts left\)"),
    ):
        cover_of("iq pyramid").count(engine="links", executor=executor, timeout=0.3)
    assert time.monotonic() - start < 10


def test_a_time_limit_is_told_as_it_was_given():
    """First tries and a solution graph use up some of the time before the long search."""
    with pytest.raises(TimedOut, match=r"not finished within 0\.25 s \("):
        cover_of("iq pyramid").count(timeout=0.25)


def test_a_missing_extra_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(MissingExtra, match=r"pip install 'puzzlery\[cluster\]'"),
        cluster("tcp://x"),
    ):
        pass


@pytest.fixture
def scheduler():
    """A Dask cluster on this machine, reached by its address as any other."""
    import distributed

    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address=None,
    ) as local:
        yield local.scheduler_address


@pytest.mark.slow
def test_a_cluster_counts_from_the_command_line(scheduler, capsys):
    assert scheduler.startswith("tcp://127.0.0.1")
    arguments = ["pack", "soma", "3x3x3", "--count", "--engine", "masks", "--json"]
    assert main([*arguments, "--cluster", scheduler]) == 0
    assert '"all": 11520, "distinct": 240' in capsys.readouterr().out


@pytest.mark.slow
def test_processes_of_a_cluster_count_the_pyramid():
    import distributed

    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as local,
        cluster(local.scheduler_address) as executor,
    ):
        assert cover_of("iq pyramid").count(engine="masks", executor=executor) == 26720


def test_a_cluster_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr("puzzlery.core.cluster.CONNECT_TIMEOUT", "1s")
    with pytest.raises(Stopped, match="no Dask scheduler"), cluster("tcp://127.0.0.1:1"):
        pass
    with pytest.raises(Stopped, match="no Dask scheduler"), cluster("nonsense://a"):
        pass


LONG = ("pack", "kanoodle", "pyramid5", "--count", "--engine", "links")
OFTEN = """
import sys
from puzzlery.cli.main import main
from puzzlery.cover import saved_count
saved_count.SECONDS_BETWEEN_SAVES = 0.02
sys.exit(main(sys.argv[1:]))
"""


def test_a_killed_count_goes_on_where_it_stood(tmp_path, capsys):
    """kill -9 while the command counts; the same command then ends with the known numbers."""
    file = tmp_path / "count"
    child = subprocess.Popen(
        [sys.executable, "-c", OFTEN, *LONG, "--resume", str(file)], stdout=subprocess.DEVNULL
    )
    end = time.monotonic() + 60
    while not file.exists() and child.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    assert child.returncode == -signal.SIGKILL
    assert file.exists()
    assert main([*LONG, "--resume", str(file), "--json"]) == 0
    assert '"all": 2448, "distinct": 306' in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> bytes:
    """A count of the Kanoodle pyramid that ran out of time, as it was saved."""
    file = tmp_path_factory.mktemp("saved") / "count"
    with pytest.raises(TimedOut):
        cover_of("kanoodle pyramid").count(engine="cells", resume=file, timeout=0.1)
    return file.read_bytes()


@pytest.fixture
def stopped(tmp_path, saved) -> Path:
    """A file with that count."""
    file = tmp_path / "count"
    file.write_bytes(saved)
    return file


@pytest.mark.parametrize("threads", [1, 2])
def test_a_count_that_ran_out_of_time_is_saved_and_taken_up(stopped, threads):
    cover = cover_of("kanoodle pyramid")
    assert cover.count(resume=stopped, threads=threads) == 2448
    assert cover.chosen_engine == "cells"
    assert not stopped.exists()


def test_a_saved_count_goes_on_by_the_next_engine_when_one_gives_up(tmp_path, monkeypatch):
    """The snapshot of the engine that gave up must not be handed to the next one."""
    attempts = (Attempt("sweep", TRIAL_NODES["sweep"] + 1), Attempt("masks"))
    monkeypatch.setattr(engine_choice, "judged_attempts", lambda *_: attempts)
    cover = cover_of("pentominoes 8x8")
    assert cover.count(resume=tmp_path / "count") == 520
    assert cover.chosen_engine == "masks"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_several_threads_share_what_one_has_left(engine):
    """A walk that stands in the middle of its only part is cut into many when it is taken up."""
    packing = known("soma")
    cover = ExactCover(packing.options, grid=packing.grid)
    alone = cover.job(engine=engine)
    alone.run(2)
    snapshot = alone.snapshot()
    together = cover.job(engine=engine, threads=2)
    together.restore(snapshot)
    finished = together.run(1)
    assert finished or len(together.snapshot()) > len(snapshot) + 1000
    drive(together)
    assert (together.count, together.found) == (11520, 11520)


def test_other_puzzles_and_engines_are_refused(stopped):
    before = stopped.read_bytes()
    with pytest.raises(FileFault, match='by the engine "cells", not by "masks"'):
        cover_of("kanoodle pyramid").count(engine="masks", resume=stopped)
    with pytest.raises(FileFault, match="count of another puzzle"):
        cover_of("soma").count(engine="cells", resume=stopped)
    with pytest.raises(FileFault, match="count of another puzzle"):
        cover_of("soma").count(resume=stopped)
    assert stopped.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda good: b"", "is no saved count"),
        (lambda good: b"some other file\n" + good, "is no saved count"),
        (lambda good: good.replace(b"{", b"[", 1), "line 2: is damaged"),
        (lambda good: good.replace(b"engine", b"motor"), "line 2: is damaged"),
        (lambda good: good[:-1], "checksum is wrong"),
        (lambda good: good[:-1] + bytes([good[-1] ^ 1]), "checksum is wrong"),
    ],
)
def test_damaged_files_are_refused(stopped, change, complaint):
    stopped.write_bytes(change(stopped.read_bytes()))
    with pytest.raises(FileFault, match=complaint):
        cover_of("kanoodle pyramid").count(resume=stopped)
