"""Our own puzzle format as JSON: the tables of the TOML format, made for programs."""

from puzzlery.formats import json_text
from puzzlery.formats.puzzles import document
from puzzlery.formats.puzzles.document_writer import document_of
from puzzlery.twisty.model.puzzle import Puzzle


def loads(text: str, source: str = "") -> Puzzle:
    """The puzzle that a JSON text defines."""
    return document.puzzle_of(json_text.parse(text, source))


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as JSON; the same puzzle always gives the same text."""
    return json_text.render(document_of(puzzle))
