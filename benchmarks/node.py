"""Running a rival in Node: the npm package `cubing`, installed once beside the builds."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

CUBING = "0.63.4"
NAME = f"cubing {CUBING}"
FOLDER = Path("build/bench-node")


def run_with_cubing(script: str, argument: Any) -> Any:
    """What the script prints as JSON, given an argument as JSON; None where Node is missing."""
    if not (shutil.which("node") and shutil.which("npm")):
        return None
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "package.json").write_text('{"type": "module", "private": true}')
    (FOLDER / "run.mjs").write_text(script)
    install = ["npm", "install", "--no-audit", "--no-fund", "--silent", f"cubing@{CUBING}"]
    subprocess.run(install, cwd=FOLDER, check=True)
    run = ["node", "run.mjs", json.dumps(argument)]
    out = subprocess.run(run, cwd=FOLDER, check=True, capture_output=True, text=True).stdout
    return json.loads(out.splitlines()[-1])
