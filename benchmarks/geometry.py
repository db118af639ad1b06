"""Building puzzles from cuts, beside the npm package `cubing` (PuzzleGeometry) in Node."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import NODE, Row, seconds_per_call
from puzzlery.twisty.geometry import cube, cut_puzzle

AREA = "geometry"
CUBING = "0.63.4"
FOLDER = Path("build/bench-node")
PUZZLES = {
    "3x3x3": "c f 0.333333333333333",
    "7x7x7": "c f 0.714285714285714 f 0.428571428571429 f 0.142857142857143",
    "megaminx": "d f 0.7",
    "teraminx": "d f 0.64 f 0.76 f 0.88",
    "yottaminx": "d f 0.64 f 0.6914 f 0.7429 f 0.7943 f 0.8457 f 0.8971 f 0.9486",
    "master FTO": "o f 0.5 f 0",
    "Eitan's star": "i f 0.61803398874989",
    "2x2x2 + dino + little chop": "c f 0 v 0.577350269189626 e 0",
}
SCRIPT = f"""
import {{ getPuzzleGeometryByDesc }} from "cubing/puzzle-geometry";
{NODE}
const options = {{ allMoves: true }};
const build = (text) => getPuzzleGeometryByDesc(text, options).getKPuzzleDefinition(true);
const out = {{}};
for (const [name, text] of Object.entries(JSON.parse(process.argv[2])))
  out[name] = secondsPerCall(() => build(text));
console.log(JSON.stringify(out));
"""


def rows() -> Iterator[Row]:
    """The puzzles, small to large, of every solid."""
    descriptions = {**PUZZLES, "40x40x40": cube(40).description}
    theirs = _cubing(descriptions)
    for name, description in descriptions.items():
        ours = seconds_per_call(lambda text=description: cut_puzzle(text))  # type: ignore[misc]
        yield Row(AREA, f"build {name}", ours, {f"cubing {CUBING}": theirs[name]} if theirs else {})


def _cubing(descriptions: dict[str, str]) -> dict[str, float]:
    """Their times, or nothing where Node is missing."""
    if not (shutil.which("node") and shutil.which("npm")):
        return {}
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "package.json").write_text('{"type": "module", "private": true}')
    (FOLDER / "build.mjs").write_text(SCRIPT)
    install = ["npm", "install", "--no-audit", "--no-fund", "--silent", f"cubing@{CUBING}"]
    subprocess.run(install, cwd=FOLDER, check=True)
    run = ["node", "build.mjs", json.dumps(descriptions)]
    out = subprocess.run(run, cwd=FOLDER, check=True, capture_output=True, text=True).stdout
    times: dict[str, float] = json.loads(out)
    return times
