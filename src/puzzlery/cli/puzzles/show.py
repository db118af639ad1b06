"""`puzzlery show`: a puzzle as a picture, in the terminal or in a file."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle


class _View(StrEnum):
    """How to look at it."""

    SOLID = "3d"
    NET = "net"


def show(
    puzzle: PuzzleName,
    alg: Annotated[str, Argument(metavar="[ALG]", help="Moves to make first.")] = "",
    svg: Annotated[Path | None, Option(metavar="FILE", help="Write an SVG file.")] = None,
    png: Annotated[Path | None, Option(metavar="FILE", help="Write a PNG file.")] = None,
    view: Annotated[
        _View | None,
        Option(help="In space (usual for files) or unfolded (usual in the terminal)."),
    ] = None,
    size: Annotated[int, Option(min=16, max=8192, help="Width in pixels.")] = 480,
    palette: Annotated[str, Option(help="standard or colorblind.")] = "standard",
    letters: Annotated[bool, Option("--letters", help="Write letters on stickers.")] = False,
    as_json: AsJson = False,
) -> None:
    """Draw a puzzle, after an alg if one is given."""
    from puzzlery import render
    from puzzlery.core.files import write_atomically

    chosen = load_puzzle(puzzle)
    state = chosen.apply(alg)
    written = []
    if svg is not None or png is not None:
        drawing = render.svg(
            state, view=view or _View.SOLID, size=size, palette=palette, letters=letters
        )
    if svg is not None:
        write_atomically(svg, drawing.encode())
        written.append(str(svg))
    if png is not None:
        write_atomically(png, render.rasterized(drawing))
        written.append(str(png))
    data = {
        "puzzle": chosen.name,
        "alg": str(chosen.alg(alg)),
        "coloring": list(state.coloring),
        "solved": state.is_solved,
        "files": written,
    }
    if written:
        answer(as_json, data, lambda _: typer.echo(f"wrote {', '.join(written)}"))
    else:
        picture = render.text(state, view=view or _View.NET, palette=palette, letters=letters)
        answer(as_json, data, lambda console: console.print(picture))
