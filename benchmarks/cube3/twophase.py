"""Two-phase solutions of the 3x3x3: how short after how much processor time, beside others."""

import random
import statistics
import time
from collections.abc import Iterator

from benchmarks.measure import Row
from puzzlery import _core, puzzle
from puzzlery.formats.states.facelets import write_facelets
from puzzlery.solve.cube3 import twophase
from puzzlery.solve.cube3.numbering import pieces
from puzzlery.twisty.model.state import State

AREA = "two-phase"
CUBES = 100
CUBES_LONG = 100
CUBES_OF_OTHERS = 40
SLICE_MS = 1.0


def rows() -> Iterator[Row]:
    """Processor time: for loading, to the first answer, and the lengths at 0.1 s and 1 s."""
    start = time.process_time()
    twophase.table()
    yield Row(AREA, "load the tables from the store", time.process_time() - start)
    states = _states(CUBES)
    firsts, lengths = zip(*(_first(state) for state in states), strict=True)
    length, rivals = _kociemba(states)
    mean = statistics.mean(lengths)
    yield Row(AREA, f"first answer, median ({mean:.1f} moves; kociemba {length:.1f})",
              statistics.median(firsts), rivals)  # fmt: skip
    for budget, count in ((0.1, CUBES), (1.0, CUBES_LONG)):
        found = [_after(state, budget) for state in states[:count]]
        mean, nodes = (statistics.mean(column) for column in zip(*found, strict=True))
        task = f"{mean:.2f} moves on average of {count} cubes, {nodes:,.0f} nodes a cube"
        other = _rubik_two_phase(states[:CUBES_OF_OTHERS], budget)
        if other is not None:
            task += f" (RubikTwoPhase 1.1: {other:.2f} moves, {CUBES_OF_OTHERS} cubes)"
        yield Row(AREA, task, budget)


def _states(count: int) -> list[State]:
    rng, cube = random.Random(1), puzzle("3x3x3")
    return [State(cube, cube.group.random(rng)) for _ in range(count)]


def _job(state: State) -> _core.TwoPhase:
    return _core.TwoPhase(twophase.table(), twophase.REACH, pieces(state))


def _first(state: State) -> tuple[float, int]:
    """Processor time up to the first answer, and its length."""
    start = time.process_time()
    job = _job(state)
    while not job.answers:
        job.run(0.2)
    return time.process_time() - start, job.history[0][1]


def _after(state: State, budget: float) -> tuple[int, int]:
    """The length of the best answer after so much processor time, and the nodes."""
    start = time.process_time()
    job = _job(state)
    while time.process_time() - start < budget and not job.run(SLICE_MS):
        pass
    return len(job.answers[0]), job.nodes


def _kociemba(states: list[State]) -> tuple[float, dict[str, float]]:
    """Mean length and median time of the PyPI package kociemba, whose first answer is its last."""
    import kociemba

    lengths, seconds = [], []
    for state in states:
        facelets = write_facelets(state.coloring)
        start = time.process_time()
        lengths.append(len(kociemba.solve(facelets).split()))
        seconds.append(time.process_time() - start)
    return statistics.mean(lengths), {"kociemba 1.2": statistics.median(seconds)}


def _rubik_two_phase(states: list[State], budget: float) -> float | None:
    """Mean length of the PyPI package RubikTwoPhase after so many seconds, if it is installed.

    It makes its tables for half an hour when it is first imported, in the working folder.
    """
    try:
        from twophase import solver
    except ImportError:
        return None
    answers = [solver.solve(write_facelets(state.coloring), 0, budget) for state in states]
    return statistics.mean(int(answer.rpartition("(")[2].rstrip("f)")) for answer in answers)
