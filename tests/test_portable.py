"""Where the modules of Unix are missing, the package imports, builds tables and waits for locks."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_name("as_on_windows.py")


def test_tables_are_built_without_the_modules_of_unix():
    # filelock warns that it falls back to files that mark a lock by their existence.
    command = [sys.executable, "-W", "ignore", str(SCRIPT)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == [
        "[1, 2, 25, 202, 620, 900, 285, 13]",
        "['.table']",
        "not finished within 0.1 s (another process is building it)",
        "free",
    ]
