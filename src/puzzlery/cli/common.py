"""What the verbs share: their arguments, how a puzzle is named, and how an answer is given."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.twisty.model.puzzle import Puzzle


def complete_puzzle(incomplete: str) -> list[str]:
    """The catalogue's names that begin with the given text.

    >>> complete_puzzle("gear")
    ['gear cube', 'gear cube extreme', 'gear cube ultimate']
    """
    from puzzlery.twisty.catalog import entries

    return [entry.name for entry in entries() if entry.name.lower().startswith(incomplete.lower())]


PuzzleName = Annotated[
    str,
    Argument(
        metavar="PUZZLE",
        help="A name, a description of cuts, or a puzzle file.",
        autocompletion=complete_puzzle,
    ),
]
AlgText = Annotated[str, Argument(metavar="ALG", help="Moves, such as \"R U R' U'\".")]
AsJson = Annotated[bool, Option("--json", help="Answer in JSON.")]


def load_puzzle(text: str) -> "Puzzle":
    """The puzzle that a person means: a file if there is one, else a name or a description.

    >>> load_puzzle("pocket cube"), load_puzzle("c f 0")
    (<Puzzle 2x2x2: 24 stickers, 6 moves>, <Puzzle c f 0: 24 stickers, 6 moves>)
    """
    from puzzlery.formats import is_puzzle_file, read_puzzle
    from puzzlery.twisty.catalog import puzzle

    if is_puzzle_file(text):
        return read_puzzle(Path(text))
    return puzzle(text)


def console() -> "Console":
    """The terminal to which answers for people are printed."""
    from rich.console import Console

    return Console(highlight=False)


def answer(as_json: bool, data: Any, show: Callable[["Console"], None]) -> None:
    """Print the answer: as JSON for programs, or in words and colors for people.

    >>> answer(True, {"moves": 9}, show=lambda console: None)
    {"moves": 9}
    """
    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False))
    else:
        show(console())
