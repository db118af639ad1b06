"""Tables: how long they take to build, to load and to read, and how large they are."""

import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from benchmarks.measure import Row
from puzzlery import _core
from puzzlery.core.progress import drive
from puzzlery.solve.coordinates.coordinate import Coordinate
from puzzlery.solve.coordinates.named_coordinates import named_coordinate
from puzzlery.solve.coordinates.pruning_table import Distances, graph_of, pruning_table
from puzzlery.solve.exhaustive.group_numbering import distances, group_numbering
from puzzlery.tables.store import Store, Table
from puzzlery.tables.table_job import ReadyTable
from puzzlery.tables.table_key import TableKey
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.puzzle import Puzzle

AREA = "tables"
COORDINATES = (("eo-fb", 8), ("corners", 8), ("corners", 4), ("corners", 2), ("phase1-ud", 2))
GROUPS = ("2x2x2", "tetraminx", "skewb", "ivy cube", "gear cube", "2x2x3", "pyraminx")
READS = 4_000_000

T = TypeVar("T")


def rows() -> Iterator[Row]:
    """Processor time of one core; where two work, their times are added."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        yield from _coordinates(store)
        yield from _groups(store)
        yield from _store_itself(store)


def _coordinates(store: Store) -> Iterator[Row]:
    cube = puzzle("3x3x3")
    for bits in (8, 2):
        taken, _ = _timed(_filled, named_coordinate(cube, "corners"), bits)
        yield Row(AREA, f"fill corners, {bits} bits, one thread", taken)
    for name, bits in COORDINATES:
        coordinate = named_coordinate(cube, name)
        taken, table = _timed(_pruned, coordinate, bits, store)
        size = table.data.nbytes / 2**20
        yield Row(
            AREA,
            f"build and keep {name}, {bits} bits: {sum(table.counts):,} states, "
            f"{coordinate.size:,} values, {size:.3g} MiB, depth {table.deepest}",
            taken,
        )


def _filled(coordinate: Coordinate, bits: int) -> _core.PruningJob:
    return drive(graph_of(coordinate).job(coordinate.goals, bits, 1))


def _pruned(coordinate: Coordinate, bits: int, store: Store) -> Distances:
    if bits == 8:
        return pruning_table(coordinate, bits=8, threads=2, store=store)
    return pruning_table(coordinate, bits=4 if bits == 4 else 2, threads=2, store=store)


def _groups(store: Store) -> Iterator[Row]:
    for name in GROUPS:
        toy = puzzle(name)
        taken, table = _timed(_counted, toy, store)
        size = table.data.nbytes / 2**20
        yield Row(
            AREA,
            f"all {sum(table.counts):,} states of {name}, {size:.3g} MiB, depth {table.deepest}",
            taken,
        )


def _counted(toy: Puzzle, store: Store) -> Distances:
    return distances(group_numbering(toy), threads=2, store=store)


def _store_itself(store: Store) -> Iterator[Row]:
    """Checksums, loading, and random reads of a table of 512 MiB."""
    data = np.random.default_rng(1).integers(0, 256, 1 << 29, dtype=np.uint8)
    taken, _ = _timed(_core.checksums, data, 1 << 22)
    yield Row(AREA, "checksums of 512 MiB", taken)
    key = TableKey("noise")
    noise = ReadyTable(data)
    store.open(key, lambda: noise)
    mapped = store.find(key, placing="mapped")
    taken, huge = _timed(partial(store.find, placing="huge"), key)
    yield Row(AREA, "load 512 MiB into huge pages, checked", taken)
    assert mapped is not None
    assert huge is not None
    yield Row(
        AREA, f"{READS:,} random reads in bulk, huge pages", _reading(huge),
        {"mapped": _reading(mapped)},
    )  # fmt: skip


def _reading(table: Table) -> float:
    places = np.random.default_rng(2).integers(0, table.data.size, READS)
    return min(_timed(table.data.take, places)[0] for _ in range(5))


def _timed(run: Callable[..., T], *given: Any) -> tuple[float, T]:
    start = time.process_time()
    found = run(*given)
    return time.process_time() - start, found
