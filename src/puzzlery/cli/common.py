"""What the verbs share: their arguments, how a puzzle is named, and how an answer is given."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.twisty.model.puzzle import Puzzle


def complete_puzzle(incomplete: str) -> list[str]:
    """The catalogue's names that begin with what is typed so far."""
    from puzzlery.twisty.catalog import entries

    return [entry.name for entry in entries() if entry.name.lower().startswith(incomplete.lower())]


PuzzleName = Annotated[
    str,
    typer.Argument(
        metavar="PUZZLE",
        help="A name, a description of cuts, or a puzzle file.",
        autocompletion=complete_puzzle,
    ),
]
AlgText = Annotated[str, typer.Argument(metavar="ALG", help="Moves, such as \"R U R' U'\".")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


def load_puzzle(text: str) -> "Puzzle":
    """The puzzle that a person means: a file if there is one, else a name or a description."""
    from puzzlery.formats import is_puzzle_file, read_puzzle
    from puzzlery.twisty.catalog import puzzle

    if is_puzzle_file(text):
        return read_puzzle(Path(text))
    return puzzle(text)


def console() -> "Console":
    """Where people read."""
    from rich.console import Console

    return Console(highlight=False)


def answer(as_json: bool, data: dict[str, Any], show: Callable[["Console"], None]) -> None:
    """Give the answer, as JSON to programs or in words and colors to people."""
    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False))
    else:
        show(console())
