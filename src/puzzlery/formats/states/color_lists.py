"""Color lists: the color of each sticker, in the order of their numbers, as text.

    ["white", "red", null, …]        as JSON; null is a sticker whose color is not known
    {"0": "white", "7": "red"}       some stickers only
    white red ? red, blue            words with spaces or commas between them

Python's and other programs' exports look like this. Words are taken for colors if one of them is
the whole name of a color that is no move; so `r` alone stays a move.
"""

import re

from puzzlery.errors import SyntaxFault
from puzzlery.formats import json_text
from puzzlery.twisty.model.partial_coloring import OPEN_SIGNS
from puzzlery.twisty.model.puzzle import Puzzle

_BETWEEN = re.compile(r"[\s,;|]+")
_JSON_LIST = re.compile(r'\[\s*(?:"|-?\d|null\b|\])')
_NUMBERED = re.compile(r'\{\s*"\d+"\s*:')


def read_color_list(
    puzzle: Puzzle, text: str, source: str = ""
) -> list[object] | dict[int, object] | None:
    """The colors that a text lists, or tells of some stickers; None if it is no such text.

    >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, colors=["red", "blue"])
    >>> read_color_list(pair, '["red", null]'), read_color_list(pair, '{"1": "red"}')
    (['red', None], {1: 'red'})
    >>> read_color_list(pair, "blue, ?"), read_color_list(pair, "a")
    (['blue', '?'], None)
    """
    if _JSON_LIST.match(text):
        return [_color(item.value) for item in json_text.parse(text, source).items()]
    if _NUMBERED.match(text):
        table = json_text.parse(text, source).table()
        return {int(place): _color(item.value) for place, item in table.items()}
    return _words(puzzle, text)


def _color(value: object) -> object:
    """A value of JSON; a list in the place of a color is a name that no color has."""
    return str(value) if isinstance(value, list | dict) else value


def _words(puzzle: Puzzle, text: str) -> list[object] | None:
    words = [word for word in _BETWEEN.split(text.strip()) if word]
    names = {color.name for color in puzzle.palette}
    moves = {*puzzle.turns, *puzzle.whole}
    known = [word for word in words if word in names and word not in moves]
    if not known or (max(map(len, known)) == 1 and len(known) + _open(words) < len(words)):
        return None
    for word in words:
        if word not in names and word not in OPEN_SIGNS:
            listed = ", ".join(list(names)[:40])
            raise SyntaxFault(
                f'unknown color "{word[:40]}"; the colors of {puzzle.name} are {listed}',
                text, text.find(word),
            )  # fmt: skip
    return list(words)


def _open(words: list[str]) -> int:
    return sum(word in OPEN_SIGNS for word in words)
