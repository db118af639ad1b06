"""Puzzles whose moves may be blocked: how short after how much time, and how many are proven.

csTimer's solver of Square-1, run in Node on 300 states of its own, takes 18 ms and gives 11.81
slashes and 24.26 moves in the WCA count on average.
"""

import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from benchmarks.measure import Row
from puzzlery import Puzzle, puzzle
from puzzlery.solve.api.methods import solve
from puzzlery.solve.blocked.blocked_bodies import TooManyStates, blocked_bodies
from puzzlery.solve.blocked.blocked_table import blocked_table
from puzzlery.solve.blocked.numbered_states import NumberedTable, needed_bytes
from puzzlery.solve.blocked.square_random import random_content
from puzzlery.solve.blocked.square_slots import square_slots
from puzzlery.solve.blocked.square_tables import SquareTables, square_tables
from puzzlery.tables.store import Store
from puzzlery.twisty.mechanisms.bandage import bandaged_cube

AREA = "blocked"
STATES = 300
SCRAMBLES = 100
SLICE_MS = 2.0
# Less than the ten seconds that are allowed: a solution is improved until the limit.
SECONDS_EACH = float(os.environ.get("BENCH_SECONDS", "4"))
SCRAMBLE_LENGTH = 60
# Bandaged cubes: from one glued pair to half of the cube.
CUBES = {
    "one pair": ["UFR UF"],
    "two bars": ["UFR UF UFL", "DBR DB DBL"],
    "four pillars": ["UFR FR DFR", "UFL FL DFL", "UBL BL DBL", "UBR BR DBR"],
    "centers": ["U UF", "D DB", "R FR"],
    "block and bar": ["DBL DB DL BL D B L", "UFR UF", "UBR BR"],
}

# 299,335,680 and 867,041,280 states: tables of puzzles that are too large for a list of states.
LARGE = [
    ["UFR FR DFR", "UFL FL DFL", "UB B DB", "UBR BR"],
    ["UB UBL", "UFL FL DFL", "UR UFR", "UBR BR DBR"],
]


def rows() -> Iterator[Row]:
    """Square-1 after 50 ms and 1 s and with a proof; then bandaged cubes, and large tables."""
    yield from square_rows()
    yield from bandaged_rows()
    yield from map(table_row, LARGE)


def square_rows() -> Iterator[Row]:
    """The same random states three times; the last with larger tables until each is proven."""
    for budget in (0.05, 1.0):
        yield _square_row(square_tables(0), budget)
    yield _square_row(square_tables(1, threads=2), 600.0)


def bandaged_rows() -> Iterator[Row]:
    """Puzzles with glued pieces, scrambled by free moves."""
    stiff = {"bicube": puzzle("bicube"), "fused cube": puzzle("fused cube")}
    for name, one in {**stiff, **{n: bandaged_cube(b) for n, b in CUBES.items()}}.items():
        yield _bandaged_row(name, one)


def table_row(blocks: list[str]) -> Row:
    """A large complete table, built anew: processor time, and bytes as they are promised."""
    bodies = blocked_bodies(bandaged_cube(blocks))
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        table = blocked_table(bodies, store=Store(Path(folder)))
        seconds = time.process_time() - start
    assert isinstance(table, NumberedTable)
    task = (
        f"complete table of {sum(table.counts):,} states, farthest {len(table.counts) - 1} moves, "
        f"{needed_bytes(table.states.loops) / 1e6:.0f} MB while it is built"
    )
    return Row(AREA, task, seconds)


def _square_row(tables: SquareTables, budget: float) -> Row:
    square = puzzle("square-1")
    slots = square_slots(square)
    assert slots is not None
    dice = random.Random(1)
    slashes, moves, seconds, nodes, proven = [], [], [], 0, 0
    for _ in range(STATES):
        content = random_content(dice)
        job = tables.search(content, metric=0)
        start = time.process_time()
        while time.process_time() - start < budget and not job.run(SLICE_MS):
            pass
        seconds.append(time.process_time() - start)
        alg = slots.alg(job.words[0])
        assert slots.state(content).apply(alg).is_solved
        slashes.append(alg.length("slash", square))
        moves.append(alg.length("WCA", square))
        nodes += job.nodes
        proven += job.is_proven
    task = (
        f"Square-1, at most {budget:g} s: {statistics.mean(slashes):.2f} slashes, "
        f"{statistics.mean(moves):.2f} WCA moves, {proven} of {STATES} proven, "
        f"{nodes // STATES:,} nodes a state, {max(seconds):.2g} s at most"
    )
    return Row(AREA, task, statistics.mean(seconds))


def _bandaged_row(name: str, stiff: Puzzle) -> Row:
    lengths, seconds, waited, proven = [], [], [], 0
    bodies = blocked_bodies(stiff)
    with suppress(TooManyStates):
        blocked_table(bodies)
    for seed in range(SCRAMBLES):
        state = stiff.apply(stiff.scramble(seed=seed, length=SCRAMBLE_LENGTH))
        start, began = time.process_time(), time.perf_counter()
        found = solve(stiff, state, timeout=SECONDS_EACH)
        seconds.append(time.process_time() - start)
        waited.append(time.perf_counter() - began)
        assert state.apply(found.alg).is_solved
        lengths.append(found.length)
        proven += found.optimal
    task = (
        f"{name}: {statistics.mean(lengths):.1f} moves on average of {SCRAMBLES}, "
        f"{proven} proven shortest, all within {max(waited):.1f} s"
    )
    return Row(AREA, task, statistics.mean(seconds))
