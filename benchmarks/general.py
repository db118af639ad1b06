"""The general solver beside the program that it follows: lengths, first answers, preparation.

`python -m benchmarks.general [SCRAMBLES [SECONDS]]` writes docs/general-table.md and the plots that
docs/general-solver.md shows. All seconds are those of the processor, on one thread.
"""

import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import log
from pathlib import Path
from statistics import median

from benchmarks.measure import Row
from benchmarks.plot import Curve, plot
from puzzlery._core import GeneralSearch
from puzzlery.solve.api.request import Goal
from puzzlery.solve.general.answers_without_tables import NEAR_COLORINGS
from puzzlery.solve.general.general_model import GeneralModel
from puzzlery.solve.general.general_solver import sticker_labels
from puzzlery.solve.general.meet_in_the_middle import neighborhood_of
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.puzzle import Puzzle

AREA = "general solver"
DOCS = Path("docs")
SLICE_MS = 10.0
OPTIMAL = frozenset({"tetrahedron 3", "2x2x2", "octahedron 2"})
LARGE = frozenset({"dodecahedron 4", "dodecahedron 6", "icosahedron 4"})
PLOTTED = ("4x4x4", "dodecahedron 2", "icosahedron 3")
# What is wanted after half a minute with goal colors: about twice the least that is possible.
WANTED = {"4x4x4": 65, "dodecahedron 2": 92, "dodecahedron 6": 580, "icosahedron 4": 350}
WATCHED = (*PLOTTED, "dodecahedron 6", "icosahedron 4")
SIZES = (*range(3, 13), 14, 17, 20)


@dataclass(frozen=True, slots=True)
class Published:
    """What the seed's program is known to need: milliseconds to prepare and to solve, moves."""

    name: str
    prepare: int
    solve: int
    length: int


# Chrome 83 on an Intel i7-9750H, as its author tells; every sticker back in its own place.
SEED = (
    Published("tetrahedron 3", 468, 11, 38),
    Published("tetrahedron 4", 1_837, 15, 106),
    Published("tetrahedron 5", 5_654, 19, 250),
    Published("2x2x2", 149, 23, 64),
    Published("3x3x3", 1_066, 32, 148),
    Published("4x4x4", 7_052, 62, 340),
    Published("octahedron 2", 216, 3, 33),
    Published("octahedron 3", 2_301, 13, 172),
    Published("octahedron 4", 9_839, 19, 366),
    Published("dodecahedron 2", 3_729, 499, 388),
    Published("dodecahedron 4", 88_374, 804, 2_202),
    Published("dodecahedron 6", 506_571, 14_709, 4_870),
    Published("icosahedron 2", 4_317, 130, 568),
    Published("icosahedron 3", 26_648, 272, 1_312),
    Published("icosahedron 4", 104_973, 563, 2_252),
)


@dataclass(frozen=True, slots=True)
class Run:
    """One state solved: the answers as they came, and whether the last is proven shortest."""

    history: tuple[tuple[float, int], ...]
    proven: bool = False

    def at(self, seconds: float) -> int:
        """The length after so many seconds; the first answer if there was none yet."""
        return min([n for t, n in self.history if t <= seconds] or [self.history[0][1]])


class Bench:
    """One puzzle with one goal, its tables made and timed."""

    def __init__(self, name: str, goal: Goal) -> None:
        self.name = name
        self.puzzle: Puzzle = puzzle(name)
        start = time.process_time()
        colors = sticker_labels(self.puzzle, goal, None)
        self.model = GeneralModel.of(self.puzzle.moves, colors)
        self.tables = self.model.tables()
        while not self.tables.run(1000):
            pass
        self.prepare = time.process_time() - start

    def run(self, seed: int, seconds: float) -> Run:
        """Solve a scramble of three turns for each layer and fifty more, for so long."""
        count = 50 + 3 * len(self.puzzle.turns)
        state = self.puzzle.permutation(self.puzzle.scramble(seed=seed, length=count))
        if self.name in OPTIMAL:
            near = neighborhood_of(self.model, NEAR_COLORINGS)
            start = time.process_time()
            steps = near.steps(state, most=2_000_000)
            if steps is not None:
                return Run(((time.process_time() - start, len(steps)),), near.kernel.proven())
        start = time.process_time()
        search = GeneralSearch(self.tables, *self.model.start(state), seconds, seed)
        history: list[tuple[float, int]] = []
        answers = 0
        while True:
            # The first answer is waited for, however long it takes, and told at once.
            finished = search.run(SLICE_MS if history else 0.001)
            spent = time.process_time() - start
            if len(search.history()) > answers:
                answers = len(search.history())
                steps = [(self.model.kernel_layers[k], power) for k, power in search.best()]
                tips = self.model.tip_steps(state * self.model.effect(steps))
                length = len(steps) + len(tips)
                if not history or length < history[-1][1]:
                    history.append((spent, length))
            if finished or spent >= seconds:
                return Run(tuple(history))


def rows() -> Iterator[Row]:
    """First answers of all puzzles beside the times that the seed's author tells."""
    for known in SEED:
        bench = Bench(known.name, "stickers")
        first = median(bench.run(seed, 0).history[0][0] for seed in range(5))
        yield Row(AREA, f"{known.name}, prepared", bench.prepare, {"seed": known.prepare / 1000})
        yield Row(AREA, f"{known.name}, first answer", first, {"seed": known.solve / 1000})


def table(scrambles: int) -> Iterator[str]:
    """The lines of the table: medians over scrambles."""
    yield (
        "| puzzle | seed: prepare / solve / length | prepare | first answer: time / length "
        "| stickers | of the seed's | colors | of the seed's |"
    )
    yield "|---" * 8 + "|"
    for known in SEED:
        seconds = 10.0 if known.name in LARGE else 1.0
        exact = Bench(known.name, "stickers")
        runs = [exact.run(seed, seconds) for seed in range(scrambles)]
        shown = Bench(known.name, "colors")
        colored = [shown.run(seed, seconds) for seed in range(scrambles)]
        first = median(run.history[0][0] for run in runs)
        length, color = (median(run.at(seconds) for run in rs) for rs in (runs, colored))
        proven = " (optimal)" if all(run.proven for run in runs + colored) else ""
        line = (
            f"| {known.name} | {known.prepare} / {known.solve} / {known.length} "
            f"| {1000 * exact.prepare:.0f} "
            f"| {1000 * first:.1f} / {median(run.history[0][1] for run in runs):g} "
            f"| {length:g}{proven} | 1/{known.length / length:.1f} "
            f"| {color:g} | 1/{known.length / color:.1f} |"
        )
        print(line, flush=True)
        yield line


def watched(scrambles: int, seconds: float) -> Iterator[Curve]:
    """Length over time for some puzzles, goal colors."""
    for name in WATCHED:
        bench = Bench(name, "colors")
        runs = [bench.run(seed, seconds) for seed in range(scrambles)]
        times = [seconds * 2 ** (-k / 2) for k in range(22)][::-1]
        curve = Curve(name, [(t, median(run.at(t) for run in runs)) for t in times])
        print(f"{name}: {curve.points[-1][1]:g} after {seconds:g} s", flush=True)
        yield curve


def growth() -> Iterator[tuple[int, float, int]]:
    """For cubes the size, the seconds for tables and a first answer, and its length."""
    for size in SIZES:
        bench = Bench(f"{size}x{size}x{size}", "colors")
        seconds, length = bench.run(1, 0).history[0]
        print(f"cube {size}: {bench.prepare + seconds:.2f} s, {length} moves", flush=True)
        yield size, bench.prepare + seconds, length


def exponent(points: list[tuple[float, float]]) -> float:
    """The slope of a line fitted to the logarithms."""
    xs, ys = [log(x) for x, _ in points], [log(y) for _, y in points]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    over = sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True))
    return over / sum((x - mx) ** 2 for x in xs)


def peak_mebibytes() -> float:
    """The most memory that this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(scrambles: int = 20, seconds: float = 30.0) -> None:
    """Measure everything and write the pages."""
    lines = list(table(scrambles))
    curves = list(watched(max(1, scrambles // 3), seconds))
    grown = list(growth())
    drawn = [curve for curve in curves if curve.name in PLOTTED]
    (DOCS / "general-time.svg").write_text(
        plot(drawn, "seconds of the processor", "turns", logarithmic_y=False)
    )
    sizes = [
        Curve("turns", [(n, length) for n, _, length in grown]),
        Curve("seconds", [(n, took) for n, took, _ in grown]),
    ]
    (DOCS / "general-growth.svg").write_text(plot(sizes, "n of the n×n×n cube", "turns, seconds"))
    by_time = exponent([(n, seconds) for n, seconds, _ in grown])
    by_length = exponent([(n, length) for n, _, length in grown])
    last = grown[-1]
    shown = [t for t in (1.0, 3.0, 10.0, 30.0) if t <= seconds]
    text = [
        "# The general solver, measured",
        "",
        "Written by `python -m benchmarks.general`. Milliseconds of the processor, one thread;",
        f"medians over {scrambles} scrambles after 1 s of solving, or 10 s for the three largest:",
        "dodecahedron 4 and 6, icosahedron 4. A turn of one layer counts 1. The seed's figures are",
        "its author's.",
        "",
        *lines,
        "",
        "With goal colors, after so many seconds, and what is wanted after 30: about twice the",
        f"least that is possible. Medians over {max(1, scrambles // 3)} scramble(s).",
        "",
        "| puzzle | " + " | ".join(f"{t:g} s" for t in shown) + " | wanted |",
        "|---" * (2 + len(shown)) + "|",
        *(
            f"| {c.name} | "
            + " | ".join(f"{c.at(t):g}" for t in shown)
            + f" | {WANTED.get(c.name, '–')} |"
            for c in curves
        ),
        "",
        "![length over time](general-time.svg)",
        "",
        f"Cubes from 3×3×3 to {last[0]}×{last[0]}×{last[0]}, tables and first answer, goal colors: "
        f"time grows like n^{by_time:.1f}, length like n^{by_length:.1f}; "
        f"the largest takes {last[1]:.1f} s and {last[2]} turns. All of this together never took "
        f"more than {peak_mebibytes():.0f} MiB of memory.",
        "",
        "![length and time by size](general-growth.svg)",
        "",
    ]
    (DOCS / "general-table.md").write_text("\n".join(text))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
