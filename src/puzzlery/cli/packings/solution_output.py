"""A packing's solution as it is printed, and drawn into files."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from puzzlery.packings.model.packing_solution import PackingSolution

Targets = tuple[Path | None, Path | None, Path | None, Path | None]
"""Where to put the SVG file, the PNG file, the folder of STL files and the scene."""


def draw_solution(
    solution: "PackingSolution", targets: Targets, drawing: dict[str, Any]
) -> list[str]:
    """Write the pictures and solids that are asked for, and return their names."""
    from puzzlery.core.files import write_atomically
    from puzzlery.render.packings.packing_svg import packing_svg

    svg, png, stl, scene = targets
    files: dict[Path, bytes] = {}
    if svg is not None:
        files[svg] = packing_svg(solution, **drawing).encode()
    if png is not None:
        from puzzlery.render.png import rasterized

        files[png] = rasterized(packing_svg(solution, **drawing))
    if stl is not None:
        stl.mkdir(parents=True, exist_ok=True)
        files |= _solids(solution, stl)
    if scene is not None:
        from puzzlery.render.packings.packing_scene import packing_scene

        scene_data = packing_scene(solution, drawing["palette"]).to_json()
        files[scene] = json.dumps(scene_data, ensure_ascii=False).encode()
    for path, data in files.items():
        write_atomically(path, data)
    return [str(path) for path in files]


def _solids(solution: "PackingSolution", folder: Path) -> dict[Path, bytes]:
    from puzzlery.render.packings.packing_mesh import assembly_stl, piece_stl

    pieces = solution.packing.pieces
    files = {folder / f"piece-{n:02}.stl": piece_stl(each) for n, each in enumerate(pieces, 1)}
    return files | {folder / "solution.stl": assembly_stl(solution)}


def show_solution(console: "Console", solution: "PackingSolution", files: list[str]) -> None:
    """Print a solution, and which files were written."""
    console.print(colored(solution))
    if files:
        console.print(f"wrote {', '.join(files)}")


def colored(solution: "PackingSolution") -> "Text":
    """A solution in letters, each on the shade of its piece."""
    from rich.text import Text

    from puzzlery.render.packings.packing_colors import shades
    from puzzlery.render.palette import contrasting

    shade = shades(solution.packing)
    style = {}
    for placement in solution:
        fill = shade[placement.piece]
        style[solution.packing.character(placement)] = f"{contrasting(fill)} on {fill}"
    text = Text()
    for character in str(solution):
        text.append(character, style.get(character, ""))
    return text
