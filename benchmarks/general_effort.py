"""The general solver after a fixed number of proposals, so that other work does not matter.

`python -m benchmarks.general_effort [--proposals MILLIONS] [--scrambles N] [PUZZLE METRIC …]`
writes docs/general-effort.md: lengths and proposals a second of the processor, on one thread.
`--threads SECONDS` prints two threads after t seconds beside one after 1.8·t instead.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean

from puzzlery._core import GeneralSearch
from puzzlery.core.progress import drive
from puzzlery.solve.general.general_solver import model_of
from puzzlery.twisty.catalog import puzzle

PAGE = Path("docs/general-effort.md")
ROWS = (
    ("4x4x4", "SSQTM"), ("4x4x4", "OBTM"), ("5x5x5", "SSQTM"), ("6x6x6", "SSQTM"),
    ("7x7x7", "SSTM"), ("megaminx", "OBTM"),
)  # fmt: skip


def searches(name: str, metric: str, scrambles: int, proposals: int) -> Iterator[GeneralSearch]:
    """A search for each scramble of three turns for each layer and fifty more."""
    chosen = puzzle(name)
    model = model_of(chosen, metric, None, (), "colors", None)
    tables = drive(model.tables())
    for seed in range(scrambles):
        scramble = chosen.scramble(seed=seed, length=50 + 3 * len(chosen.turns))
        start = model.start(chosen.permutation(scramble))
        yield GeneralSearch(tables, *start, seed=seed, proposals=proposals)


def row(name: str, metric: str, scrambles: int, proposals: int) -> str:
    """One line of the table."""
    first, last, speeds = [], [], []
    for search in searches(name, metric, scrambles, proposals):
        began = time.process_time()
        drive(search)
        speeds.append(search.proposals() / (time.process_time() - began) / 1e6)
        half = proposals / 2e6
        lengths = [cost for spent, cost in search.history() if spent <= half]
        first.append(min(lengths))
        last.append(search.history()[-1][1])
    return (
        f"| {name} | {metric} | {mean(first):.1f} | {mean(last):.1f} "
        f"| {' '.join(map(str, last))} | {mean(speeds):.1f} |"
    )


def on_threads(name: str, metric: str, scrambles: int, seconds: float) -> str:
    """Mean lengths of one thread after 1.8·t seconds, and of two threads after t."""
    chosen = puzzle(name)
    found = {}
    for threads, granted in ((1, 1.8 * seconds), (2, seconds)):
        algs = [
            chosen.solve(
                chosen.scramble(seed=seed, length=50 + 3 * len(chosen.turns)), "general",
                metric=metric, search_seconds=granted, threads=threads, seed=seed,
            )
            for seed in range(scrambles)
        ]  # fmt: skip
        found[threads] = mean(one.length for one in algs)
    return f"{name} {metric}: {found[1]:.1f} on one thread, {found[2]:.1f} on two"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and write the page, or compare threads."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--proposals", type=float, default=20, help="in millions")
    parser.add_argument("--scrambles", type=int, default=3)
    parser.add_argument("--threads", type=float, metavar="SECONDS")
    parser.add_argument("what", nargs="*", metavar="PUZZLE METRIC")
    given = parser.parse_args(arguments)
    rows = tuple(zip(given.what[::2], given.what[1::2], strict=True)) or ROWS
    if given.threads:
        for name, metric in rows:
            print(on_threads(name, metric, given.scrambles, given.threads), flush=True)
        return
    lines = []
    for name, metric in rows:
        lines.append(row(name, metric, given.scrambles, int(1e6 * given.proposals)))
        print(lines[-1], flush=True)
    text = [
        "# The general solver after a number of proposals",
        "",
        "Written by `python -m benchmarks.general_effort`: mean lengths of "
        f"{given.scrambles} scrambles, goal colors, one thread, after half of the proposals and "
        f"after all {given.proposals:g} million. The last column is millions of proposals a second "
        "of the processor, which depends on what else runs.",
        "",
        "| puzzle | metric | half | all | each | million a second |",
        "|---" * 6 + "|",
        *lines,
        "",
    ]
    PAGE.write_text("\n".join(text))


if __name__ == "__main__":
    main()
