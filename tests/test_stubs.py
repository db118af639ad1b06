"""The types of the kernels, as written down for type checkers, are those of the compiled module."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
STUBS = ROOT / "src" / "puzzlery" / "_core.pyi"


def test_stubs_are_what_the_kernels_say(tmp_path):
    generated = tmp_path / "_core.pyi"
    module = [sys.executable, "-m"]
    subprocess.run(
        [*module, "nanobind.stubgen", "-q", "-m", "puzzlery._core", "-o", str(generated)],
        check=True,
    )
    formatted = subprocess.run(
        [*module, "ruff", "format", "--stdin-filename", str(STUBS), "-"],
        input=generated.read_text(), capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert formatted.stdout == STUBS.read_text(), "run `make stubs`"
