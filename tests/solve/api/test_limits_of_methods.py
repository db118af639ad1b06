"""Time limits: every method ends soon after its limit, with an empty store on a slow disk."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.processor_time import python_start

from puzzlery.solve.api.methods import METHODS

LIMIT = 1.0  # seconds
# How late a method may end, in starts of Python: 1.5 s on a machine that starts it in 14 ms.
STARTS_LATE = 107
# A puzzle for each method; most cannot be solved, or prepared for, within the limit.
PUZZLES = {
    "twophase": "3x3x3",
    "table": "skewb",
    "general": "megaminx",
    "commutators": "7x7x7",
    "words": "7x7x7",
    "search": "4x4x4",
    "steps": "3x3x3",
    "optimal": "3x3x3",
    "phases": "FTO",
    "coordinates": "3x3x3",
    "square1": "square-1",
    "square1-optimal": "square-1",
    "blocked": "fused cube",
}
OPTIONS = {"coordinates": {"coordinates": "corners eo-fb*slice-ud"}}
PROGRAM = """
import json, sys, time
from puzzlery import puzzle
from puzzlery.errors import Stopped
from puzzlery.tables import table_file

write = table_file.write
def slowly(*arguments):
    time.sleep(0.2)
    return write(*arguments)
table_file.write = slowly

name, method, limit, options = json.loads(sys.argv[1])
given = puzzle(name)
state = given.apply(given.scramble(seed=5))
start = time.monotonic()
try:
    given.solve(state, method=method, timeout=limit, **options)
    ending = "solved"
except Stopped as stopped:
    ending = str(stopped)
print(json.dumps([time.monotonic() - start, ending]))
"""


def run(method: str, home: Path, limit: float) -> tuple[float, str]:
    """How long a method takes in a process of its own, and how it ends."""
    arguments = json.dumps([PUZZLES[method], method, limit, OPTIONS.get(method, {})])
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, arguments],
        env={**os.environ, "PUZZLERY_HOME": str(home)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    seconds, ending = json.loads(told.stdout)
    return seconds, ending


def test_every_method_is_tried() -> None:
    assert set(PUZZLES) == set(METHODS)


@pytest.mark.timing
@pytest.mark.parametrize("method", PUZZLES)
def test_a_time_limit_holds_with_an_empty_store(method: str, tmp_path: Path) -> None:
    seconds, ending = run(method, tmp_path, LIMIT)
    assert seconds < LIMIT + STARTS_LATE * python_start()
    assert ending == "solved" or f"{LIMIT:g} s" in ending


@pytest.mark.timing
def test_what_was_built_until_the_limit_is_kept(tmp_path: Path) -> None:
    _, first = run("optimal", tmp_path, 1.0)
    before = {path.name: path.stat().st_size for path in (tmp_path / "tables").iterdir()}
    assert "1 s" in first
    assert any(size > 1_000_000 for size in before.values())
    run("optimal", tmp_path, 1.0)
    after = {path.name: path.stat().st_size for path in (tmp_path / "tables").iterdir()}
    finished = {name for name in before if name.endswith(".table")}
    assert finished <= set(after)
    assert sum(after.values()) >= sum(before[name] for name in finished)
