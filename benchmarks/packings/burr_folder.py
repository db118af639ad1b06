"""Assemblies of BurrTools files in a folder, compared with its oracle.csv: file, problem, number.

Run it as `python -m benchmarks.packings.burr_folder FOLDER`. The files belong to their designers,
so the folder lies outside the project. Times are of the processor, in this process.
"""

import csv
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from puzzlery.errors import PuzzleryError
from puzzlery.formats.packings.xmpuzzle import read_burr

PATIENCE = 120.0  # seconds for one count


def rows(folder: Path) -> Iterator[tuple[str, str, str, float, float]]:
    """For each row of the oracle: puzzle, expected, found, seconds to a first answer and to all."""
    with (folder / "oracle.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            expected = row["assemblies"]
            if expected.isdigit():
                name = f"{row['file']} {int(row['problem']) + 1}"
                yield name, expected, *_counted(folder / row["file"], int(row["problem"]))


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
    for name, expected, found, first, every in rows(folder):
        differing += found != expected
        told = "" if found == expected else "  DIFFERENT"
        print(
            f"{name:<34} {expected:>8} {found:>8}  {first:7.3f} s {every:7.3f} s{told}", flush=True
        )
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
