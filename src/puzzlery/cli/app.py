"""The verbs, gathered. Nothing heavy is imported here: `--help` must be quick."""

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer
from typer import Option

# Where each verb is, in the order in which `--help` lists them.
VERBS = {
    "puzzles": "puzzles.puzzles",
    "show": "puzzles.show",
    "info": "puzzles.info",
    "pieces": "puzzles.pieces",
    "scramble": "puzzles.scramble",
    "apply": "puzzles.apply",
    "alg": "puzzles.alg",
    "check": "puzzles.check",
    "net": "puzzles.net",
    "solve": "solving.solve",
    "shorten": "solving.shorten",
    "find": "solving.find",
    "insert": "solving.insert",
    "fmc": "solving.fmc",
    "times": "solving.times",
    "god": "solving.god",
    "phases": "solving.phases",
    "convert": "puzzles.convert",
    "pack": "packings.pack",
    "apart": "packings.apart",
    "challenge": "packings.challenge",
    "design": "packings.design",
    "solutions": "packings.solutions",
    "cover": "packings.cover",
    "serve": "serve",
    "demo": "demo",
    "table": "solving.table",
}


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"puzzlery {version('puzzlery')}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Define, see, turn, check, count and solve twisty and packing puzzles.

    A PUZZLE is a name from `puzzlery puzzles` (3x3x3, megaminx, "gear cube"), a description
    of cuts ("c f 0.333"), or a puzzle file. Every verb takes --json.
    """


def make_app(arguments: Sequence[str]) -> typer.Typer:
    """The command line for these arguments: where they name a verb, that verb alone is loaded."""
    app = typer.Typer(
        name="puzzlery",
        help="Define, see, turn, check, count and solve twisty and packing puzzles.",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    for name in arguments[:1] if arguments[:1] and arguments[0] in VERBS else VERBS:
        module = import_module(f"puzzlery.cli.{VERBS[name]}")
        if name == "table":
            app.add_typer(module.app)
        else:
            app.command()(getattr(module, name))
    return app
