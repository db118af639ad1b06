"""Taking apart: all assemblies of a puzzle found and taken apart, beside BurrTools' burrTxt.

`rows` takes puzzles of the catalogue. `python -m benchmarks.packings.apart FOLDER [FILE …]` takes
the BurrTools files of a folder and compares with its oracle.csv: file, problem, levels. BurrTools
is measured where its program burrTxt is on the PATH. Times are of the processor: ours in this
process, from the file's text to all levels; that of burrTxt from its start to its end.
"""

import csv
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.measure import Row
from puzzlery.errors import PuzzleryError
from puzzlery.formats.packings import xmpuzzle
from puzzlery.formats.packings.xmpuzzle import read_burr
from puzzlery.packings.apart.survey import ApartSurvey, survey
from puzzlery.packings.apart.taking_apart import ApartOptions
from puzzlery.packings.catalog import board, packing, pieces
from puzzlery.packings.design.set_search import WantedSets, piece_sets
from puzzlery.packings.model.packing import Packing

PUZZLES = (
    ("burr 188 615 928 928 992 1024", "burr"),
    ("burr 188 256 871 960 992 1007", "burr"),
    ("soma", "3x3x3"),
    ("tetracubes", "2x4x4"),
)
RIVAL = "BurrTools 0.7.1"
PATIENCE = 300.0  # seconds for one puzzle
TRIES = 3


def rows() -> Iterator[Row]:
    """Puzzles of the catalogue, written into a file and read again by both programs."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.xmpuzzle"
        puzzles = {" on ".join(names): packing(*names) for names in PUZZLES}
        for name, puzzle in {**puzzles, "six of 25 notchable sticks": _solid_burrs()}.items():
            path.write_text(xmpuzzle.dumps(puzzle))
            ours = min(_ours(path, 0)[1] for _ in range(TRIES))
            rival = burrtools_seconds(path, 0)
            rivals = {} if rival is None else {RIVAL: rival}
            yield Row("apart", f"{name}: all levels", ours, rivals)


def _solid_burrs() -> Packing:
    """All solid six-piece burrs of the 25 sticks of straight cuts that such burrs are made of."""
    every, where = pieces("notchable"), board("solid-burr")
    used = piece_sets(every, where, WantedSets(6)).pieces
    return Packing(tuple(replace(each, low=0, high=6) for each in every if each.id in used), where)


def _ours(path: Path, problem: int) -> tuple[ApartSurvey | None, float]:
    """What comes apart, and the seconds; None if it takes too long."""
    start = time.process_time()
    read = read_burr(path.read_bytes(), str(path)).problem(problem)
    options = ApartOptions(groups=read.groups, weights=read.weights)
    try:
        found = survey(read.packing, options=options, timeout=PATIENCE)
    except PuzzleryError:
        found = None
    return found, time.process_time() - start


def burrtools_seconds(path: Path, problem: int, *, apart: bool = True) -> float | None:
    """The least processor time of burrTxt for the same; None if it is not there or does not end.

    Without `apart`, it only assembles.
    """
    program = shutil.which("burrTxt")
    if program is None:
        return None
    found = []
    for _ in range(TRIES):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [program, "-q", *["-d"] * apart, "-o", str(problem), str(path)]
        try:
            subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
            return None
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def main(folder: Path, wanted: list[str]) -> int:
    """Print a table; 1 if a number of assemblies that come apart, or a level, differs."""
    differing = 0
    with (folder / "oracle.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if not row["come_apart"].isdigit() or (wanted and row["file"] not in wanted):
                continue
            path, problem = folder / row["file"], int(row["problem"])
            found, ours = _ours(path, problem)
            same = found is not None and _agrees(found, row)
            differing += not same
            rival = burrtools_seconds(path, problem)
            beside = "" if rival is None else f"{rival:8.3f} s {rival / ours:6.2f}×"
            told = "" if same else "  DIFFERENT"
            print(f"{row['file']:<32} {problem + 1} {ours:8.3f} s {beside}{told}", flush=True)
    return int(differing > 0)


def _agrees(found: ApartSurvey, row: dict[str, str]) -> bool:
    """Whether as many come apart, by the levels that the oracle lists, each of them once."""
    levels = set(found.levels)
    return len(found.found) == int(row["come_apart"]) and levels == set(
        row["levels_of_those"].split()
    )


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
