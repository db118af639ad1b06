"""The line of a value in a TOML text, which Python's own reader does not report."""

import re
import tomllib
from collections.abc import Iterator

from puzzlery.formats.node import Path

_SPACE = re.compile(r"(?:\s|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*""")
_TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")'
    r"|'''.*?'{3,5}(?!')"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}\n#]*")


def line_of(text: str, path: Path) -> int | None:
    r"""The line of the value at a path, or of the longest part of the path that is in the text.

    The text must be valid TOML.

    >>> line_of("[moves]\nr = [\n  [0, 1],\n  [2, 3],\n]", ("moves", "r", 1))
    4
    """
    best, found = 0, None
    try:
        for place, at in _Scanner(text).statements():
            if len(place) > best and path[: len(place)] == place:
                best, found = len(place), at
    except RecursionError:
        pass
    return None if found is None else text.count("\n", 0, found) + 1


class _Scanner:
    """Walks over valid TOML and yields each path with the position where it begins."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.lengths: dict[Path, int] = {}

    def statements(self) -> Iterator[tuple[Path, int]]:
        table: Path = ()
        while self._next():
            start = self.at
            if self.text[start] == "[":
                table = self._header()
                yield table, start
            else:
                yield from self._entry(table)

    def _next(self) -> str:
        """Skip to the next sign that means something; "" at the end."""
        self._match(_SPACE)
        return self.text[self.at : self.at + 1]

    def _match(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            self.at = len(self.text)
            return ""
        self.at = match.end()
        return match[1] if pattern.groups else match[0]

    def _keys(self) -> list[str]:
        keys = [_plain(self._match(_KEY))]
        while self.text[self.at : self.at + 1] == ".":
            self.at += 1
            keys.append(_plain(self._match(_KEY)))
        return keys

    def _header(self) -> Path:
        """The table that a header opens; each `[[name]]` is the next of a list."""
        many = self.text.startswith("[[", self.at)
        self.at += 1 + many
        keys = self._keys()
        self.at += 1 + many
        place: Path = ()
        for number, key in enumerate(keys):
            place = (*place, key)
            if many and number == len(keys) - 1:
                self.lengths[place] = self.lengths.get(place, 0) + 1
            if place in self.lengths:
                place = (*place, self.lengths[place] - 1)
        return place

    def _entry(self, table: Path) -> Iterator[tuple[Path, int]]:
        """A key, the equals sign and the value."""
        start, place = self.at, table
        for key in self._keys():
            place = (*place, key)
            yield place, start
        self.at += 1
        self._next()
        yield from self._value(place)

    def _value(self, place: Path) -> Iterator[tuple[Path, int]]:
        sign = self.text[self.at : self.at + 1]
        if sign == "[":
            yield from self._list(place)
        elif sign == "{":
            yield from self._inline_table(place)
        elif sign in "\"'":
            self._match(_TEXT)
        else:
            self._match(_SCALAR)

    def _list(self, place: Path) -> Iterator[tuple[Path, int]]:
        self.at += 1
        index = 0
        while self._next() not in ("]", ""):
            yield (*place, index), self.at
            yield from self._value((*place, index))
            index += 1
            if self._next() == ",":
                self.at += 1
        self.at += 1

    def _inline_table(self, place: Path) -> Iterator[tuple[Path, int]]:
        self.at += 1
        while self._next() not in ("}", ""):
            yield from self._entry(place)
            if self._next() == ",":
                self.at += 1
        self.at += 1


def _plain(key: str) -> str:
    """A key without its quotes and escapes."""
    return tomllib.loads(f"key = {key}")["key"] if key[:1] in ("'", '"') else key
