"""What cubers use: scrambles, steps, insertions, algs and shortening, in processor time."""

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.measure import Row
from puzzlery.solve.algs.alg_finder import find_cycle, find_turned
from puzzlery.solve.cube3.steps import StepRequest
from puzzlery.solve.fewest.candidate_list import Line, candidate_list
from puzzlery.solve.fewest.insertions import insert
from puzzlery.solve.general.shortening import shorten
from puzzlery.solve.scrambles.scramble_makers import ScrambleMaker, maker_of
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.notation.alg import Alg

AREA = "cubers"
# A word of 50 moves.
LONG = "R U2 F' L D B2 " * 8 + "R U"
# Puzzle, and how many scrambles are drawn after a first one that builds tables.
SCRAMBLES = (("2x2x2", 100), ("3x3x3", 100), ("4x4x4", 12), ("pyraminx", 100), ("skewb", 100),
             ("square-1", 30), ("clock", 100), ("megaminx", 100), ("7x7x7", 30))  # fmt: skip
SCRAMBLE = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F"
STEPS = (("EO", ""), ("DR", "(L R B)"), ("HTR", "(L R B) R' D' R' B2 U' B2 U"))
# Skeletons of 15 turns that leave one 3-cycle of corners.
INSERTED = (
    ("D F D R U R' D' R U' R' F' D' F2 R U2 B L' D2 F' U R2 B' D' L2 F U' R'",
     "R U F' L2 D B R2 U' F D2 L B' U2 R' F2"),
    ("L2 U D F D' B' D F' D' B U' L2 R' F D' U' L2 B2 R U2 F' D L' R2 U B' F2",
     "F2 B U' R2 L D' F U2 R' B2 L2 U D F' R"),
)  # fmt: skip


def rows() -> Iterator[Row]:
    """A row for each thing, with the lengths that it gave."""
    yield from _scrambles()
    yield from _steps()
    yield from _insertions()
    yield from _algs()


def _scrambles() -> Iterator[Row]:
    for name, count in SCRAMBLES:
        maker = maker_of(puzzle(name))
        list(maker.scrambles(1, seed=0))
        taken, algs = _timed(partial(_drawn, maker, count))
        metric = "WCA" if name == "square-1" else "OBTM"
        lengths = [_length(alg, metric, name) for alg in algs]
        yield Row(
            AREA,
            f"a scramble of {name}, {maker.kind}; {statistics.mean(lengths):.1f} moves on average",
            taken / count,
        )


def _drawn(maker: ScrambleMaker, count: int) -> list[Alg]:
    return list(maker.scrambles(count, seed=1))


def _length(alg: Alg, metric: str, name: str) -> int:
    # A turn of both layers of a Square-1 is one move, and so is a slash.
    return len(alg.nodes) if metric == "WCA" else alg.length(metric, puzzle(name))


def _steps() -> Iterator[Row]:
    for step, line in STEPS:
        state = Line.of(line).state(SCRAMBLE)
        asked = StepRequest(niss=True, count=500, beyond=1)
        candidate_list(state, step, asked)
        taken, found = _timed(partial(candidate_list, state, step, asked))
        yield Row(AREA, f"{len(found)} ways to make {step}, both sides", taken)


def _insertions() -> Iterator[Row]:
    for number, (scramble, skeleton) in enumerate(INSERTED, 1):
        insert(scramble, skeleton, insertions=1)
        taken, found = _timed(partial(insert, scramble, skeleton, insertions=1))
        yield Row(AREA, f"one insertion into skeleton {number}: {found[0].length} moves", taken)


def _algs() -> Iterator[Row]:
    cube = puzzle("3x3x3")
    taken, one = _timed(lambda: find_cycle(cube, ["UF", "UR", "UB"]))
    yield Row(AREA, f"find --cycle: {one.length} moves", taken)
    taken, one = _timed(lambda: find_turned(cube, ["UF", "UB"]))
    yield Row(AREA, f"find --turn: {one.length} moves", taken)
    taken, made = _timed(lambda: shorten(cube, LONG))
    yield Row(AREA, f"shorten an alg of {made.before} moves to {made.after}", taken)


def _timed(run: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.process_time()
    found = run()
    return time.process_time() - begun, found
