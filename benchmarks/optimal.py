"""Shortest solutions of the 3x3x3: seconds of the processor a cube, and what limits them."""

import os
import random
import statistics
from collections.abc import Iterator
from time import process_time
from typing import Any

from benchmarks.measure import Row
from puzzlery._core import OptimalSearch
from puzzlery.progress import Job, drive
from puzzlery.solve.cube3 import pieces
from puzzlery.solve.optimal_moves import moves_for
from puzzlery.solve.optimal_tables import Spec, forget, largest, table
from puzzlery.twisty.catalog import puzzle

AREA = "shortest solutions"
CUBE = puzzle("3x3x3")
LETTERS = moves_for("OBTM").letters
GIB = 1 << 30
# How many random cubes are solved with each table; most are 17 or 18 moves away.
CUBES = int(os.environ.get("BENCH_CUBES", "5"))
WALK_LENGTH = 16
FACE_MOVES = [face + mark for face in "UDRLFB" for mark in ("", "2", "'")]


def rows() -> Iterator[Row]:
    """Building, reading and solving, with the usual table and with 4 GiB."""
    yield from _short()
    for gib in (1, 4):
        spec = largest("half", gib * GIB)
        yield Row(AREA, f"build the table for {gib} GiB (processor)", _seconds(spec.job(2)))
        yield from _nodes(spec, gib)
        yield from _random_cubes(spec, gib)
        forget()


def _seconds(job: Job) -> float:
    start = process_time()
    drive(job)
    return process_time() - start


def _search(spec: Spec, scramble: str, **options: Any) -> tuple[OptimalSearch, float]:
    fine, coarse = table(spec), table(Spec("half", 0))
    search = OptimalSearch(pieces(CUBE.apply(scramble)), LETTERS, fine, coarse, **options)
    start = process_time()
    drive(search)
    return search, process_time() - start


def _walk(rng: random.Random, length: int) -> str:
    return " ".join(rng.choice(FACE_MOVES) for _ in range(length))


def _nodes(spec: Spec, gib: int) -> Iterator[Row]:
    """Seconds for a million nodes of one search, beside a plain one without look-ahead."""
    scramble = _walk(random.Random(7), 60)
    took = {}
    for name, options in (("interleaved", {}), ("plain depth-first", {"lanes": 0})):
        search, seconds = _search(spec, scramble, longest=WALK_LENGTH, **options)
        took[name] = seconds / search.nodes * 1e6
    ours = took.pop("interleaved")
    yield Row(AREA, f"a million nodes, {gib} GiB, one thread", ours, took)


def _random_cubes(spec: Spec, gib: int) -> Iterator[Row]:
    """Seconds of one thread for cubes in random states, by how far they are."""
    rng = random.Random(2)
    seconds: dict[int, list[float]] = {}
    for _ in range(CUBES):
        search, took = _search(spec, _walk(rng, 60))
        seconds.setdefault(len(search.words()[0]), []).append(took)
    for length, all_took in sorted(seconds.items()):
        task = f"{length} moves, {gib} GiB, one thread ({len(all_took)} cubes)"
        yield Row(AREA, task, statistics.median(all_took))


def _short() -> Iterator[Row]:
    """Seconds for scrambles of 14 moves with the table that is built in seconds."""
    rng = random.Random(3)
    spec = Spec("half", 2)
    took = [_search(spec, _walk(rng, 14))[1] for _ in range(25)]
    yield Row(AREA, "scramble of 14 moves, 140 MiB, one thread", statistics.median(took))
