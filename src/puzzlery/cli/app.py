"""The verbs, gathered. Nothing heavy is imported here: `--help` must be quick."""

from typing import Annotated

import typer
from typer import Option

from puzzlery.cli import demo, serve
from puzzlery.cli.packings import challenge, pack, solutions
from puzzlery.cli.puzzles import (
    alg,
    apply,
    check,
    convert,
    info,
    net,
    pieces,
    puzzles,
    scramble,
    show,
)
from puzzlery.cli.solving import find, god, phases, shorten, solve, table

app = typer.Typer(
    name="puzzlery",
    help="Define, see, turn, check, count and solve twisty and packing puzzles.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"puzzlery {version('puzzlery')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Define, see, turn, check, count and solve twisty and packing puzzles.

    A PUZZLE is a name from `puzzlery puzzles` (3x3x3, megaminx, "gear cube"), a description
    of cuts ("c f 0.333"), or a puzzle file. Every verb takes --json.
    """


for verb in (
    puzzles.puzzles,
    show.show,
    info.info,
    pieces.pieces,
    scramble.scramble,
    apply.apply,
    alg.alg,
    check.check,
    net.net,
    solve.solve,
    shorten.shorten,
    find.find,
    god.god,
    phases.phases,
    convert.convert,
    pack.pack,
    challenge.challenge,
    solutions.solutions,
    serve.serve,
    demo.demo,
):
    app.command()(verb)
app.add_typer(table.app)
