"""`puzzlery find`: short algs that move just given pieces."""

from typing import Annotated

import typer
from typer import Option

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle


def find(
    puzzle: PuzzleName,
    cycle: Annotated[
        str | None,
        Option(help='Pieces to be cycled, by their faces: "UFR URB ULF"; two are swapped.'),
    ] = None,
    turn: Annotated[
        str | None, Option(help='Pieces to be turned in place (flipped, twisted): "UF UB".')
    ] = None,
    seconds: Annotated[float, Option("--time", min=0, help="How many seconds may be spent.")] = 3.0,
    metric: Annotated[str | None, Option(help="What counts as one move: HTM, QTM …")] = None,
    as_json: AsJson = False,
) -> None:
    """Find a short alg that moves just these pieces and nothing else."""
    from puzzlery.core.progress import bar
    from puzzlery.solve.general.alg_finder import find_cycle, find_turned

    if (cycle is None) == (turn is None):
        raise typer.BadParameter('give either --cycle or --turn, such as --cycle "UFR URB ULF"')
    chosen = load_puzzle(puzzle)
    names = (cycle or turn or "").split()
    if len(names) < 2:
        raise typer.BadParameter("name at least two pieces")
    with bar(f"Looking on {chosen.name}", visible=not as_json) as progress:
        ask = find_cycle if cycle else find_turned
        found = ask(chosen, names, seconds=seconds, metric=metric, progress=progress)
    data = {
        "alg": str(found.alg),
        "length": found.length,
        "metric": found.metric,
        "optimal": found.optimal,
        "effect": str(found.effect),
    }
    proof = ", proven shortest" if found.optimal else ""
    words = f"{found.alg}\n{found.length} moves ({found.metric}{proof})"
    answer(as_json, data, lambda _: typer.echo(words))
