"""The examples run, and say what they ought to."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
SAID = {
    "orders.py": "105 repetitions: U L",
    "patterns.py": "superflip.svg: 20 moves, order 2",
    "three_cycles.py": "of 64 move three pieces: [[",
}


def test_every_example_is_run():
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(SAID)


@pytest.mark.parametrize("name", SAID)
def test_example(name, tmp_path):
    command = [sys.executable, str(EXAMPLES / name), str(tmp_path)]
    out = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path).stdout
    assert SAID[name] in out
