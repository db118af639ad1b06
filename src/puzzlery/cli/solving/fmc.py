"""`puzzlery fmc`: the shortest solution of the 3x3x3 that human steps find in the time given."""

from typing import Annotated

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, answer


def fmc(
    scramble: Annotated[str, Argument(metavar="SCRAMBLE", help="Turns of faces.")],
    seconds: Annotated[float, Option("--time", min=0.1, help="How many seconds it may take.")] = 60,
    pipeline: Annotated[
        str | None,
        Option(
            metavar="STEPS",
            help='Steps with limits and filters, as EO[max=5] > DR[triggers=R,"R U2 R"] > HTR > '
            "FIN. Without it: EO > DR > HTR > FIN.",
        ),
    ] = None,
    count: Annotated[int, Option(min=1, max=100, help="How many solutions.")] = 1,
    threads: Annotated[int, Option(min=1, max=64)] = 1,
    as_json: AsJson = False,
) -> None:
    """Solve the 3x3x3 in few moves, by steps on the scramble and its inverse as people do."""
    from puzzlery.solve.fewest.attempt import attempt
    from puzzlery.solve.fewest.pipeline import USUAL_PIPELINE

    found = attempt(
        scramble, seconds=seconds, pipelines=pipeline or USUAL_PIPELINE, count=count,
        threads=threads,
    )  # fmt: skip
    data = [
        {
            "alg": str(one.solution.alg),
            "length": one.solution.length,
            "cancelled": one.cancelled,
            "beam": one.beam,
            "steps": [
                {"alg": str(step.alg), "what": step.what, "length": step.length}
                for step in one.steps
            ],
        }
        for one in found
    ]

    def tell() -> None:
        for one in found:
            for step in one.steps:
                typer.echo(str(step))
            if one.cancelled:
                typer.echo(f"// moves that cancel: {one.cancelled}")
            typer.echo(f"{one.solution.alg}\n{one.solution.length} moves")

    answer(as_json, data, lambda _: tell())
