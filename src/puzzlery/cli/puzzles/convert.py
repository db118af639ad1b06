"""`puzzlery convert`: from one file format to another."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument

from puzzlery.cli.common import AsJson, answer, complete_puzzle, load_puzzle


def convert(
    source: Annotated[
        str,
        Argument(
            metavar="IN", help="A puzzle file or a puzzle's name.", autocompletion=complete_puzzle
        ),
    ],
    target: Annotated[Path, Argument(metavar="OUT", help="The file to write.")],
    as_json: AsJson = False,
) -> None:
    """Write a puzzle to a file in another format.

    The ending chooses it: .toml, .json, .tws, .kpuzzle.json, .xml, .gap.
    """
    from puzzlery.formats import write_puzzle

    chosen = load_puzzle(source)
    missing = write_puzzle(chosen, target)
    data = {"puzzle": chosen.name, "file": str(target), "left_out": missing}
    words = f"wrote {chosen.name} to {target}"
    if missing:
        words += f"\nthis format has no place for: {', '.join(missing)}"
    answer(as_json, data, lambda _: typer.echo(words))
