"""Building puzzles from cuts, beside the npm package `cubing` (PuzzleGeometry) in Node."""

from collections.abc import Iterator

from benchmarks.measure import NODE, Row, seconds_per_call
from benchmarks.node import NAME, run_with_cubing
from puzzlery.twisty.geometry import cube, cut_puzzle

AREA = "geometry"
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
    theirs: dict[str, float] = run_with_cubing(SCRIPT, descriptions) or {}
    for name, description in descriptions.items():
        ours = seconds_per_call(lambda text=description: cut_puzzle(text))  # type: ignore[misc]
        yield Row(AREA, f"build {name}", ours, {NAME: theirs[name]} if theirs else {})
