"""Our own puzzle format as JSON: the tables of the TOML format, for programs."""

from puzzlery.formats import json_text
from puzzlery.formats.puzzles import document
from puzzlery.formats.puzzles.document_writer import document_of
from puzzlery.twisty.model.puzzle import Puzzle


def loads(text: str, source: str = "") -> Puzzle:
    """The puzzle that a JSON text defines.

    >>> loads('{"stickers": ["red", "blue"], "moves": {"a": "(0 1)"}}').moves["a"]
    Permutation('(0 1)', degree=2)
    """
    return document.puzzle_of(json_text.parse(text, source))


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as JSON; the same puzzle always gives the same text.

    >>> import puzzlery
    >>> print(dumps(puzzlery.puzzle("3x3x3")), end="")
    {"puzzlery": 1, "name": "3x3x3", "cuts": "c f 0.3333333333333333"}
    """
    return json_text.render(document_of(puzzle))
