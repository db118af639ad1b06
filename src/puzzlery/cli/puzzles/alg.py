"""`puzzlery alg`: rewrite and measure algs."""

from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Option

from puzzlery.cli.common import AlgText, AsJson, answer, complete_puzzle, load_puzzle

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle
    from puzzlery.twisty.notation.alg import Alg


def alg(
    text: AlgText,
    puzzle: Annotated[
        str | None,
        Option(
            help="Read it as this puzzle does; cubes if not given.", autocompletion=complete_puzzle
        ),
    ] = None,
    expand: Annotated[bool, Option("--expand", help="Write out all brackets.")] = False,
    invert: Annotated[bool, Option("--invert", help="Undo it.")] = False,
    simplify: Annotated[bool, Option("--simplify", help="Join and drop moves.")] = False,
    count: Annotated[bool, Option("--count", help="Count moves in each metric.")] = False,
    as_json: AsJson = False,
) -> None:
    """Expand, invert, simplify or measure an alg."""
    from puzzlery.twisty.notation.alg import Alg

    chosen = None if puzzle is None else load_puzzle(puzzle)
    given = Alg.parse(text) if chosen is None else chosen.alg(text)
    result = _rewritten(given, chosen, expand=expand, invert=invert, simplify=simplify)
    lengths = _lengths(result, chosen)
    data: dict[str, Any] = {"alg": str(given), "result": str(result), "lengths": lengths}
    lines = [f"{metric:>6} {length}" for metric, length in lengths.items()]
    answer(as_json, data, lambda _: typer.echo("\n".join(lines) if count else str(result)))


def _rewritten(
    alg: "Alg", puzzle: "Puzzle | None", *, expand: bool, invert: bool, simplify: bool
) -> "Alg":
    if invert:
        alg = alg.inverse
    if expand:
        alg = alg.expand()
    if simplify:
        alg = alg.simplify(puzzle)
    return alg


def _lengths(alg: "Alg", puzzle: "Puzzle | None") -> dict[str, int]:
    from puzzlery.twisty.notation.metrics import METRICS

    return {metric: alg.length(metric, puzzle) for metric in METRICS}
