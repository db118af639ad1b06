"""Our own puzzle format as TOML, for people to read and write.

The keys are those of `formats.puzzles.document`; docs/puzzle-files.md explains them.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping

from puzzlery.errors import FileFault
from puzzlery.formats.node import Node, Origin
from puzzlery.formats.puzzles import document
from puzzlery.formats.puzzles.document_writer import Document, Value, document_of
from puzzlery.formats.puzzles.toml_lines import line_of
from puzzlery.formats.text_files import cleaned
from puzzlery.twisty.model.puzzle import Puzzle

# As wide as our JSON files.
_WIDTH = 96


def loads(text: str, source: str = "") -> Puzzle:
    """The puzzle that a TOML text defines; a fault names its line.

    >>> two = loads('stickers = ["red", "red", "blue"]\\n[moves]\\na = "(0 1)"\\nb = "(1 2)"')
    >>> two.moves["a"] * two.moves["b"]
    Permutation('(0 2 1)', degree=3)
    """
    text = cleaned(text, source)
    origin = Origin(source, lambda path: line_of(text, path))
    return document.puzzle_of(Node(_parsed(text, source), (), origin))


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as TOML; the same puzzle always gives the same text.

    >>> import puzzlery
    >>> print(dumps(puzzlery.puzzle("2x2x2")), end="")
    puzzlery = 1
    name = "2x2x2"
    cuts = "c f 0"
    """
    return render(document_of(puzzle))


def _parsed(text: str, source: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        reason, line = _split_place(str(fault), text)
        raise FileFault(reason, source=source, line=line) from fault
    except RecursionError as fault:
        raise FileFault("lists are nested too deeply to be read", source=source) from fault
    except ValueError as fault:
        raise FileFault("holds a number of thousands of digits", source=source) from fault


def _split_place(message: str, text: str) -> tuple[str, int | None]:
    """The reason and the line out of a message such as `Expected '=' (at line 2, column 5)`."""
    reason, _, place = message.rpartition(" (at ")
    match = re.fullmatch(r"line (\d+), column (\d+)\)", place)
    if match is not None:
        return f"{reason} (column {match[2]})", int(match[1])
    return (reason, text.rstrip("\n").count("\n") + 1) if reason else (message, None)


def render(entries: Document) -> str:
    """A document as TOML text: single values first, then the tables.

    >>> print(render({"name": "pair", "moves": {"a": "(0 1)"}}), end="")
    name = "pair"
    <BLANKLINE>
    [moves]
    a = "(0 1)"
    """
    plain = {key: value for key, value in entries.items() if not isinstance(value, Mapping)}
    lines = [_entry(key, value) for key, value in plain.items()]
    for name, table in entries.items():
        if isinstance(table, Mapping):
            lines += ["", f"[{_key(name)}]", *(_entry(key, value) for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _entry(key: str, value: Value) -> str:
    return f"{_key(key)} = {_top_value(value)}"


def _top_value(value: Value) -> str:
    """A value on the right of an equals sign, over several lines where that reads better."""
    if isinstance(value, str) and "\n" in value:
        return _long_text(value)
    if isinstance(value, list | tuple) and value and not isinstance(value[0], int | float):
        return "[\n" + "".join(f"  {line}\n" for line in _filled(map(_inline, value))) + "]"
    return _inline(value)


def _filled(words: Iterable[str]) -> Iterable[str]:
    """Lines of words with a comma after each, as many on a line as fit."""
    line = ""
    for word in words:
        if line and len(line) + len(word) + 2 > _WIDTH:
            yield line
            line = ""
        line += f" {word}," if line else f"{word},"
        if word.startswith("{"):
            yield line
            line = ""
    if line:
        yield line


def _inline(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float):
        return number_text(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_inline(entry)}" for key, entry in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    return f"[{', '.join(map(_inline, value))}]"


def number_text(value: float) -> str:
    """A number in the fewest digits that read back as the same; a whole one without a point.

    >>> number_text(-0.0), number_text(2.0), number_text(1 / 3), number_text(1e-9)
    ('0', '2', '0.3333333333333333', '1e-09')
    """
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return repr(float(value))


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)


def _text(value: str) -> str:
    return f'"{_escaped(value)}"'


def _long_text(value: str) -> str:
    lines = (_escaped(line) for line in value.split("\n"))
    return '"""\n' + "\n".join(lines) + '"""'


def _escaped(value: str) -> str:
    """Text as JSON escapes it: TOML reads the same escapes, but refuses one more character."""
    return json.dumps(value, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007f")
