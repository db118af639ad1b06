"""Assemblies of BurrTools files in a folder, compared with its oracle.csv: file, problem, number.

Run it as `python -m benchmarks.packings.burr_folder FOLDER`. The files belong to their designers,
so the folder lies outside the project. Times are of the processor, in this process: to a first
assembly, to the number of all, and those of BurrTools' burrTxt for all where it is on the PATH.
"""

import csv
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.packings.apart import burrtools_seconds
from puzzlery.errors import PuzzleryError
from puzzlery.formats.packings.xmpuzzle import read_burr

PATIENCE = 120.0  # seconds for one count


def rows(folder: Path) -> Iterator[tuple[str, str, str, float, float, float | None]]:
    """For each row of the oracle: puzzle, expected, found, and the three times."""
    with (folder / "oracle.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            expected = row["assemblies"]
            if expected.isdigit():
                name = f"{row['file']} {int(row['problem']) + 1}"
                path, problem = folder / row["file"], int(row["problem"])
                rival = burrtools_seconds(path, problem, apart=False)
                yield name, expected, *_counted(path, problem), rival


def _counted(path: Path, problem: int) -> tuple[str, float, float]:
    start = time.process_time()
    packing = read_burr(path.read_bytes(), str(path)).problem(problem).packing
    packing.first()
    first = time.process_time() - start
    start = time.process_time()
    try:
        found = str(packing.count(up_to="reflections", timeout=PATIENCE))
    except PuzzleryError as fault:
        found = str(fault)
    return found, first, time.process_time() - start


def main(folder: Path) -> int:
    """Print a table; 1 if a number differs."""
    differing = 0
    for name, expected, found, first, every, rival in rows(folder):
        differing += found != expected
        told = "" if found == expected else "  DIFFERENT"
        theirs = "" if rival is None else f" {rival:7.3f} s"
        times = f"{first:7.3f} s {every:7.3f} s{theirs}"
        print(f"{name:<34} {expected:>8} {found:>8}  {times}{told}", flush=True)
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
