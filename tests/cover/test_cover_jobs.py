"""Long covers: they resume after any end, stay small, and tell what to expect."""

import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest
from tests.oracles.packings.placements import known

from puzzlery._core import CoverJob, GraphJob
from puzzlery.core.progress import Report, drive
from puzzlery.cover.exact_cover import ExactCover
from puzzlery.errors import InvalidPuzzle

ROOT = Path(__file__).parents[2]


def cover_of(name: str) -> ExactCover:
    packing = known(name)
    return ExactCover(packing.options, symmetries=packing.symmetries, grid=packing.grid)


@pytest.mark.parametrize("engine", ["links", "cells", "masks", "sweep"])
@pytest.mark.parametrize("threads", [1, 2])
def test_snapshots_resume_to_the_same_count(engine, threads):
    cover = ExactCover(known("soma").options, grid=known("soma").grid)
    whole = drive(cover.job(engine=engine))
    job = cover.job(engine=engine, threads=threads)
    rounds = 0
    while not job.run(4):
        job, old = cover.job(engine=engine, threads=1 + rounds % 2), job
        job.restore(old.snapshot())
        rounds += 1
    assert rounds > 2
    assert job.count == whole.count == 11520
    assert job.found == whole.found


def test_graphs_resume_to_the_same_graph():
    job = cover_of("kanoodle 5x11").job("graph")
    rounds = 0
    # Longer and longer, so that a busy machine spends its time on the graph, not on snapshots.
    while not job.run(80 << rounds):
        job, old = cover_of("kanoodle 5x11").job("graph"), job
        assert isinstance(job, GraphJob)
        job.restore(old.snapshot())
        rounds += 1
    assert rounds > 0
    assert int.from_bytes(job.graph().count(), "little") == 371020


def test_a_killed_process_is_taken_up_again(tmp_path):
    """A process saves its snapshot and is killed; another goes on to the known count."""
    program = (
        "import sys, pathlib\n"
        "from tests.cover.test_cover_jobs import cover_of\n"
        "job = cover_of('kanoodle pyramid').job(engine='cells')\n"
        "file = pathlib.Path(sys.argv[1])\n"
        "while not job.run(100):\n"
        "    part = file.with_suffix('.part')\n"
        "    part.write_bytes(job.snapshot())\n"
        "    part.replace(file)\n"
        "    again = cover_of('kanoodle pyramid').job(engine='cells')\n"
        "    again.restore(file.read_bytes())\n"
        "    print(again.progress()[0], flush=True)\n"
    )
    file = tmp_path / "snapshot"
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(file)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    while float(child.stdout.readline()) == 0:
        pass
    os.kill(child.pid, signal.SIGKILL)
    child.communicate(timeout=10)
    assert child.returncode == -signal.SIGKILL
    job = cover_of("kanoodle pyramid").job(engine="cells")
    job.restore(file.read_bytes())
    assert 0 < job.progress()[0] < 1
    before = job.nodes
    assert drive(job).count == 2448
    assert before > 0


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda good: good[:-1], "cut short"),
        (lambda good: good + b"x", "longer than expected"),
        (lambda good: b"XXXX" + good[4:], "another kind"),
        (lambda good: good[:4] + bytes(8) + good[12:], "another problem"),
        (lambda good: good[:-4] + b"\xff\xff\xff\x7f", "leads nowhere"),
    ],
)
def test_altered_snapshots_are_refused(change, complaint):
    cover = ExactCover(known("soma").options, grid=known("soma").grid)
    job = cover.job(engine="masks")
    assert not job.run(0.1)
    good = job.snapshot()
    fresh = cover.job(engine="masks")
    with pytest.raises(ValueError, match=complaint):
        fresh.restore(change(good))
    assert drive(fresh).count == 11520


def test_reports_grow_to_the_end():
    reports: list[Report] = []
    job = cover_of("pentominoes 8x8").job(engine="masks")
    drive(job, progress=reports.append, slice_ms=1)
    done = [report.done for report in reports]
    assert len(done) > 3
    assert done == sorted(done)
    assert reports[-1].fraction == 1.0
    assert reports[-1].note == "520 solutions"


def test_a_limit_ends_the_list():
    cover = cover_of("soma")
    assert len(list(cover.all(limit=7))) == 7
    assert len(list(cover.all(limit=10**6))) == 11520


def test_listing_does_not_need_more_memory_for_more_solutions():
    """All 371,020 solutions of the Kanoodle board by masks, one after the other."""
    cover = cover_of("kanoodle 5x11")
    solutions = cover.all(engine="masks")
    for _ in range(40_000):
        next(solutions)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(80_000):
        next(solutions)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def listing_memory(name: str, engine: str | None, solutions: int) -> int:
    """By how many bytes a process grows from the first 100,000 solutions on."""
    program = (
        "import resource, sys\n"
        "from tests.cover.test_cover_jobs import cover_of\n"
        "def most(): return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "found = 0\n"
        "for _ in cover_of(sys.argv[1]).all(engine=sys.argv[2] or None):\n"
        "    found += 1\n"
        "    if found == 100_000: before = most()\n"
        "print(found, most() - before)\n"
    )
    command = [sys.executable, "-c", program, name, engine or ""]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found, growth = map(int, told.split())
    assert found == solutions
    return growth


@pytest.mark.slow
@pytest.mark.parametrize("engine", [None, "sweep"])
def test_four_million_solutions_are_listed_in_constant_memory(engine):
    assert listing_memory("iq 5x11", engine, 4_331_140) < 8 * 2**20


@pytest.mark.parametrize(
    "name", ["soma", "pentominoes 8x8", "kanoodle pyramid", "pentominoes 6x10"]
)
def test_estimates_come_near_within_their_error(name):
    total = {"soma": 11520, "pentominoes 8x8": 520, "kanoodle pyramid": 2448}.get(name, 9356)
    estimate = cover_of(name).estimate(probes=500, seed=3)
    assert 0 < estimate.stderr < total
    assert abs(estimate.mean - total) < 4 * estimate.stderr


def test_an_estimate_that_counts_everything_is_exact():
    estimate = ExactCover([["a"], ["a"], ["b"], ["b"]]).estimate()
    assert (estimate.mean, estimate.stderr) == (4.0, 0.0)


@pytest.mark.parametrize(
    "name",
    [
        "pentominoes 6x10",
        "iq 5x11",
        "kanoodle 5x11",
        "iq pyramid",
        "kanoodle pyramid",
        "polyhex tetrahedron",
    ],
)
def test_first_solutions_come_at_once(name):
    """With nothing fixed, and with one to five placements that do not overlap, solvable or not."""
    cover, options = cover_of(name), known(name).options
    rng = random.Random(2)
    seconds = []
    for size in [0, *(1 + i % 5 for i in range(30))]:
        fixed: list[int] = []
        while len(fixed) < size:
            option = rng.randrange(len(options))
            if all(set(options[option]).isdisjoint(options[other]) for other in fixed):
                fixed.append(option)
        start = time.process_time()
        solution = cover.first(fixed=fixed)
        seconds.append(time.process_time() - start)
        assert solution is None or set(fixed) <= set(solution)
    assert median(seconds) < 0.05


def test_random_and_kth_solutions_without_a_graph():
    cover = ExactCover([["a"], ["a"], ["b"], ["b"]], multiplicity={"a": (1, 2)})
    every = sorted(cover.all())
    assert sorted(cover.kth(k) for k in range(len(every))) == every
    assert {tuple(cover.random(seed)) for seed in range(80)} == set(map(tuple, every))
    with pytest.raises(InvalidPuzzle, match="fewer solutions"):
        cover.kth(len(every))
    assert ExactCover([], primary=["a"]).random(1) is None


def test_placement_counts_agree_with_the_list():
    cover = cover_of("pentominoes 8x8")
    counts = [0] * len(cover)
    for solution in cover.all():
        for option in solution:
            counts[option] += 1
    assert cover.placement_counts() == counts


def test_jobs_of_unknown_kinds_are_refused():
    with pytest.raises(InvalidPuzzle, match="kinds are count, graph"):
        ExactCover([["a"]]).job("dance")
    with pytest.raises(InvalidPuzzle, match="contradict"):
        ExactCover([["a"], ["a"]]).job(fixed=[0, 1])
    assert isinstance(ExactCover([["a"]]).job(), CoverJob)
