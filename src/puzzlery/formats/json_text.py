"""JSON text: read strictly, and written so that people can read it too."""

import json
from collections.abc import Mapping
from typing import Any

from puzzlery.errors import FileFault
from puzzlery.formats.node import Node, Origin
from puzzlery.formats.text_files import cleaned

# Columns that a value may take before it is written over several lines.
_WIDTH = 96


def parse(text: str, source: str = "") -> Node:
    """The value of a JSON text; duplicate keys, NaN and Infinity are errors.

    >>> parse('{"a": [1, 2]}').table()["a"].items()[1].whole()
    2
    """
    text = cleaned(text, source)
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse)
    except json.JSONDecodeError as fault:
        raise FileFault(
            f"{fault.msg} (column {fault.colno})", source=source, line=fault.lineno
        ) from fault
    except RecursionError as fault:
        raise FileFault("is nested too deeply to be read", source=source) from fault
    except _RefusedError as fault:
        raise FileFault(str(fault), source=source) from fault
    except ValueError as fault:
        raise FileFault("holds a number of thousands of digits", source=source) from fault
    if "\\u" in text:
        cleaned(json.dumps(value, ensure_ascii=False), source)
    return Node(value, (), Origin(source))


class _RefusedError(Exception):
    """A value that JSON allows and that we do not."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _RefusedError(f'the key "{twice}" stands twice in one table')
    return table


def _refuse(word: str) -> None:
    raise _RefusedError(f"{word} is not a finite number")


def render(value: object) -> str:
    """JSON with short values on one line and long ones over several.

    >>> print(render({"name": "tiny", "moves": {"a": [1, 0]}}), end="")
    {"name": "tiny", "moves": {"a": [1, 0]}}
    """
    return _opened(value, "") + "\n"


def _opened(value: object, indent: str) -> str:
    """A value, over several lines if it is too long; a list of numbers or words stays on one."""
    if isinstance(value, Mapping):
        parts = [
            f"{json.dumps(key, ensure_ascii=False)}: {_opened(entry, indent + '  ')}"
            for key, entry in value.items()
        ]
        return _joined("{", parts, "}", indent)
    if isinstance(value, list) and any(isinstance(entry, Mapping | list) for entry in value):
        return _joined("[", [json.dumps(entry, ensure_ascii=False) for entry in value], "]", indent)
    return json.dumps(value, ensure_ascii=False)


def _joined(opening: str, parts: list[str], closing: str, indent: str) -> str:
    """Parts on one line if they fit there, else on a line each."""
    if sum(map(len, parts)) + 2 * len(parts) + len(indent) <= _WIDTH and "\n" not in "".join(parts):
        return opening + ", ".join(parts) + closing
    inner = ",\n".join(f"{indent}  {part}" for part in parts)
    return f"{opening}\n{inner}\n{indent}{closing}"
