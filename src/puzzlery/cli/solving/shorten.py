"""`puzzlery shorten`: the same effect in fewer moves."""

from dataclasses import asdict
from typing import Annotated

import typer
from typer import Option

from puzzlery.cli.common import AlgText, AsJson, PuzzleName, answer, load_puzzle


def shorten(
    puzzle: PuzzleName,
    alg: AlgText,
    seconds: Annotated[float, Option("--time", min=0, help="How many seconds may be spent.")] = 5.0,
    as_json: AsJson = False,
) -> None:
    """Shorten an alg: give one with the same effect on every sticker."""
    from puzzlery.core.progress import bar
    from puzzlery.solve.general.shortening import shorten as shortened

    chosen = load_puzzle(puzzle)
    with bar(f"Shortening on {chosen.name}", visible=not as_json) as progress:
        found = shortened(chosen, alg, seconds=seconds, progress=progress)
    data = {**asdict(found), "alg": str(found.alg)}
    words = f"{found.alg}\n{found.before} turns became {found.after}"
    answer(as_json, data, lambda _: typer.echo(words))
