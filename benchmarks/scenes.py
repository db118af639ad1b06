"""How long scenes of large puzzles take to build, and how many bytes they are: ratios and counts.

Run with `python -m benchmarks.scenes`. Bodies are built with all inner sides clipped at once, and
with each clipped alone, as before.
"""

import time
from collections.abc import Callable
from unittest.mock import patch

from pydantic_core import to_json

from puzzlery.render import bodies as body_module
from puzzlery.render import live_scene
from puzzlery.render.plane import Floats
from puzzlery.render.solid import cross_section
from puzzlery.twisty.catalog import puzzle
from puzzlery.web.scene_cache import PackedScene

NAMES = ("3x3x3", "megaminx", "teraminx", "20x20x20")


def one_by_one(
    own: Floats, heights: Floats, normals: Floats, offsets: Floats, size: float
) -> list[Floats]:
    """The same as `cross_sections`, each alone."""
    return [
        cross_section(own[k], float(heights[k]), zip(normals[k], offsets[k], strict=True), size)
        for k in range(len(own))
    ]


def seconds(run: Callable[[], object]) -> float:
    """The CPU time of a call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def main() -> None:
    """Print a table."""
    print("| puzzle | CPU time, one by one : at once | bytes, plain | bytes, gzipped |")
    print("|---|---|---|---|")
    for name in NAMES:
        own = puzzle(name)
        body_module.bodies(own)  # what is cached by this is not measured
        at_once = seconds(lambda own=own: body_module.bodies(own))  # type: ignore[misc]
        with patch.object(body_module, "cross_sections", one_by_one):
            alone = seconds(lambda own=own: body_module.bodies(own))  # type: ignore[misc]
        text = to_json(live_scene(own)).decode()
        packed = PackedScene.of(text)
        print(f"| {name} | {alone / at_once:.1f} : 1 | {len(text):,} | {len(packed.body):,} |")


if __name__ == "__main__":
    main()
