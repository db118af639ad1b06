"""All solutions of packings, beside the exact-cover packages of PyPI, by processor time."""

import multiprocessing
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.oracles.packings.placements import Packing, known

from benchmarks.measure import Row
from benchmarks.packings import first_solutions
from puzzlery.cover.exact_cover import ExactCover

AREA = "exact cover"
PATIENCE = 20.0  # seconds of the processor for one rival

LISTED = {
    "pentominoes 6x10": 9_356,
    "pentominoes 3x20": 8,
    "pentominoes 8x8": 520,
    "soma": 11_520,
    "kanoodle pyramid": 2_448,
}
COUNTED = {"iq 5x11": 4_331_140, "kanoodle 5x11": 371_020, "iq pyramid": 26_720}


def rows() -> Iterator[Row]:
    """Lists of all solutions, and counts where only we come to an end."""
    for name, total in LISTED.items():
        ours = _ours(name, lambda cover: sum(1 for _ in cover.all()), total)
        yield Row(AREA, f"{name}: list all {total:,}", ours, dict(_rivals(name, total)))
    for name, total in COUNTED.items():
        ours = _ours(name, lambda cover: cover.count(), total)
        theirs = dict(_rivals(name, total, ("xcover",)))
        yield Row(AREA, f"{name}: count all {total:,}", ours, theirs)
    yield from _answers()
    yield from first_solutions.rows(AREA)


def _answers() -> Iterator[Row]:
    """What is done with all solutions of one board at once."""
    name, total = "iq 5x11", COUNTED["iq 5x11"]
    placed = _ours(name, lambda cover: sum(cover.placement_counts()) // 12, total)
    yield Row(AREA, f"{name}: in how many solutions is each placement", placed)
    yield Row(AREA, f"{name}: write all {total:,} to a file", _ours(name, _write, total))


def _write(cover: ExactCover) -> int:
    with tempfile.TemporaryFile() as file:
        written = 0
        for block in cover.arrays():
            file.write(block.astype(np.uint16).tobytes())
            written += len(block)
    return written


def _cover(packing: Packing) -> ExactCover:
    return ExactCover(packing.options, symmetries=packing.symmetries, grid=packing.grid)


def _ours(name: str, run: Callable[[ExactCover], int], total: int) -> float:
    times = []
    for _ in range(5):
        cover = _cover(known(name))
        start = time.process_time()
        assert run(cover) == total
        times.append(time.process_time() - start)
    return statistics.median(times)


def _rivals(name: str, total: int, only: tuple[str, ...] = ()) -> Iterator[tuple[str, float]]:
    """Each rival in a process of its own; one that is stopped says so in its name."""
    for rival in only or RIVALS:
        here, there = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(
            target=_in_child, args=(rival, name, there), daemon=True
        )
        process.start()
        there.close()
        answers = list(_received(here))
        process.join()
        if len(answers) == 2:
            seconds, found = answers[1]
            assert found == total, (rival, name, found)
            yield rival, seconds
        elif answers:
            yield f"{rival} (stopped)", PATIENCE


def _received(here: Connection) -> Iterator[tuple[float, int]]:
    """What a child says before it ends, or is ended."""
    with suppress(EOFError):
        while True:
            yield here.recv()


def _in_child(rival: str, name: str, out: Connection) -> None:
    """Warm up on a small problem, say so, then measure."""
    RIVALS[rival](known("pentominoes 3x20"))()
    run = RIVALS[rival](known(name))
    out.send((0.0, 0))
    start = time.process_time()
    limit = round(start + PATIENCE)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    found = run()
    out.send((time.process_time() - start, found))


def _numbers(packing: Packing) -> list[list[int]]:
    items = (*packing.cells, *packing.pieces)
    number: dict[object, int] = {item: i for i, item in enumerate(items)}
    return [[number[item] for item in option] for option in packing.options]


def _matrix(packing: Packing, kind: type) -> NDArray[Any]:
    matrix: NDArray[Any] = np.zeros(
        (len(packing.options), len(packing.cells) + len(packing.pieces)), dtype=kind
    )
    for row, option in zip(matrix, _numbers(packing), strict=True):
        row[option] = 1
    return matrix


def _exact_cover(packing: Packing) -> Callable[[], int]:
    from exact_cover import get_solution_count

    matrix = _matrix(packing, bool)
    return lambda: int(get_solution_count(matrix))


def _exact_cover_py(packing: Packing) -> Callable[[], int]:
    from exact_cover_py import exact_covers

    matrix = _matrix(packing, np.int8)
    return lambda: sum(1 for _ in exact_covers(matrix))


def _xcover(packing: Packing) -> Callable[[], int]:
    from xcover import covers

    options = _numbers(packing)
    return lambda: sum(1 for _ in covers(options))


def _miniexact(packing: Packing) -> Callable[[], int]:
    from miniexact import miniexacts_x

    solver = miniexacts_x()
    items = [solver.primary(f"i{i}") for i in range(len(packing.cells) + len(packing.pieces))]
    for option in _numbers(packing):
        solver.add([items[i] for i in option])

    def run() -> int:
        found = 0
        while solver.solve() == 10:
            found += 1
        return found

    return run


def _pyxcc(packing: Packing) -> Callable[[], int]:
    pyxcc: Any = import_module("pyxcc")
    names = [f"i{i}" for i in range(len(packing.cells) + len(packing.pieces))]
    options = [
        pyxcc.Option(str(i), [names[item] for item in option], [])
        for i, option in enumerate(_numbers(packing))
    ]
    problem = pyxcc.Problem(names, [], options)
    return lambda: int(pyxcc.solve(problem, True).count())


RIVALS: dict[str, Callable[[Packing], Callable[[], int]]] = {
    "xcover": _xcover,
    "miniexact": _miniexact,
    "pyxcc": _pyxcc,
    "exact-cover-py": _exact_cover_py,
    "exact-cover": _exact_cover,
}
