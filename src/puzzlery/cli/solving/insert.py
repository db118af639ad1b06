"""`puzzlery insert`: short algs put into a skeleton so that it solves a scramble of the 3x3x3."""

from typing import Annotated

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, answer


def insert(
    scramble: Annotated[str, Argument(metavar="SCRAMBLE", help="Turns of faces.")],
    skeleton: Annotated[
        str, Argument(metavar="SKELETON", help="Turns that solve all but a few pieces.")
    ],
    count: Annotated[int, Option(min=1, max=1000, help="How many solutions.")] = 10,
    insertions: Annotated[int, Option(min=1, max=3, help="How many algs may be put in.")] = 3,
    seconds: Annotated[float, Option("--time", min=0, help="How many seconds may be spent.")] = 60,
    as_json: AsJson = False,
) -> None:
    """Find the shortest solutions by insertions into a skeleton, with where they go in."""
    from puzzlery.solve.fewest.insertions import insert as inserted

    found = inserted(scramble, skeleton, count=count, insertions=insertions, seconds=seconds)
    data = [
        {
            "alg": str(one.alg),
            "length": one.length,
            "insertions": [str(step) for step in one.insertions],
        }
        for one in found
    ]

    def tell() -> None:
        for one in found:
            typer.echo(f"{one.alg}\n{one.length} moves")
            for step in one.insertions:
                typer.echo(f"  {step}")

    answer(as_json, data, lambda _: tell())
