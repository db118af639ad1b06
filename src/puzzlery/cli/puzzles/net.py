"""`puzzlery net`: a puzzle as letters, to be filled in by hand."""

from typing import Annotated

import typer
from typer import Argument

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle


def net(
    puzzle: PuzzleName,
    alg: Annotated[str, Argument(metavar="[ALG]", help="Moves to make first.")] = "",
    as_json: AsJson = False,
) -> None:
    """Print a text net to fill in, which `puzzlery check` reads."""
    from puzzlery.formats.states.net_text import color_signs, net_faces, write_net

    chosen = load_puzzle(puzzle)
    text = write_net(chosen.apply(alg).coloring)
    colors = zip(color_signs(chosen.palette), chosen.palette, strict=True)
    data = {
        "puzzle": chosen.name,
        "net": text,
        "letters": {sign: color.name for sign, color in colors},
        "faces": {face.name: [list(row) for row in face.rows] for face in net_faces(chosen)},
    }
    answer(as_json, data, lambda _: typer.echo(text, nl=False))
