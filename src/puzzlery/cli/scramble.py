"""`puzzlery scramble`: random algs."""

from typing import Annotated

import typer

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle


def scramble(
    puzzle: PuzzleName,
    count: Annotated[int, typer.Option(min=1, max=100_000, help="How many scrambles.")] = 1,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same scrambles.")
    ] = None,
    length: Annotated[
        int | None, typer.Option(min=0, help="How many moves; the usual number if not given.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print random scrambles."""
    chosen = load_puzzle(puzzle)
    made = [
        str(chosen.scramble(seed=None if seed is None else seed + number, length=length))
        for number in range(count)
    ]
    data = {"puzzle": chosen.name, "seed": seed, "scrambles": made}
    answer(as_json, data, lambda _: typer.echo("\n".join(made)))
