"""Exact covers as the option files of Knuth's DLX programs.

    | a line that begins with a bar is a comment
    a b c | p q          the items: primary, then after a lone bar secondary
    a b p:1              an option a line; a secondary item may have a color after a colon
    2|a 1:3|b            an item with bounds on how often it is covered (as in DLX3)

Knuth's programs take names of at most eight characters; here they may be longer.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from puzzlery.cover.cover_table import Colored, Item, Option
from puzzlery.cover.exact_cover import ExactCover
from puzzlery.errors import FileFault, InvalidPuzzle, NotExpressible
from puzzlery.formats.text_files import cleaned, faults_in

_BOUNDED = re.compile(r"(\d{1,6})(?::(\d{1,6}))?\|(.+)")
_NAME = re.compile(r"[^\s:|]+")


def loads(text: str, source: str = "") -> ExactCover:
    """The exact cover in an option file.

    >>> loads("a b | c\\na c:x\\nb c:x\\na b\\n").options[0]
    ('a', Colored(item='c', color='x'))
    """
    lines = list(_lines(cleaned(text, source)))
    if not lines:
        raise FileFault("has no line of items", source=source)
    (first, items), *rest = lines
    with faults_in(source, first):
        primary, secondary, bounds = _items(items)
    known = dict.fromkeys(primary, True) | dict.fromkeys(secondary, False)
    options = []
    for number, line in rest:
        with faults_in(source, number):
            options.append(_option(line, known))
    return ExactCover(options, primary, secondary, multiplicity=bounds)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.startswith("|"):
            yield number, line


def _items(line: str) -> tuple[list[str], list[str], dict[Item, tuple[int, int]]]:
    primary: list[str] = []
    secondary: list[str] = []
    bounds: dict[Item, tuple[int, int]] = {}
    part = primary
    for word in line.split():
        if word == "|":
            if part is secondary:
                raise InvalidPuzzle("parts the items by a second bar")
            part = secondary
            continue
        name, bound = _bounded(word)
        if name in primary or name in secondary:
            raise InvalidPuzzle(f'names the item "{name}" twice')
        if bound is not None and part is secondary:
            raise InvalidPuzzle(f'gives bounds to the secondary item "{name}"')
        part.append(name)
        if bound is not None and bound != (1, 1):
            bounds[name] = bound
    if not primary:
        raise InvalidPuzzle("has no primary items")
    return primary, secondary, bounds


def _bounded(word: str) -> tuple[str, tuple[int, int] | None]:
    match = _BOUNDED.fullmatch(word)
    name = match[3] if match else word
    if not _NAME.fullmatch(name):
        raise InvalidPuzzle(f'"{word}" names no item; a name has no colon or bar')
    if match is None:
        return name, None
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high or high == 0:
        raise InvalidPuzzle(f'"{word}" bounds an item by {low} and {high}')
    return name, (low, high)


def _option(line: str, known: Mapping[str, bool]) -> Option:
    entries: list[Item] = []
    seen: set[str] = set()
    for word in line.split():
        name, colon, color = word.partition(":")
        if name not in known:
            raise InvalidPuzzle(f'"{name}" is no item of the first line')
        if name in seen:
            raise InvalidPuzzle(f'the option has the item "{name}" twice')
        if colon and known[name]:
            raise InvalidPuzzle(f'the primary item "{name}" has a color')
        if colon and not _NAME.fullmatch(color):
            raise InvalidPuzzle(f'"{word}" has no color after its colon')
        seen.add(name)
        entries.append(Colored(name, color) if colon else name)
    if not any(known[name] for name in seen):
        raise InvalidPuzzle("the option has no primary item")
    return tuple(entries)


def dumps(cover: ExactCover, comments: Sequence[str] = ()) -> str:
    """An exact cover as an option file; cells are written as their coordinates, 3,10.

    >>> print(dumps(ExactCover([((0, 1), "A")])), end="")
    0,1 A
    0,1 A
    """
    names = _names(cover)
    words = [_with_bounds(names[item], cover.multiplicity.get(item)) for item in cover.primary]
    if cover.secondary:
        words += ["|", *(names[item] for item in cover.secondary)]
    lines = [f"| {line}" for comment in comments for line in comment.splitlines() or [""]]
    lines.append(" ".join(words))
    lines += option_lines(cover)
    return "\n".join(lines) + "\n"


def option_lines(cover: ExactCover) -> list[str]:
    """Each option as a line.

    >>> option_lines(ExactCover([((0, 1), "A"), ("A",)]))
    ['0,1 A', 'A']
    """
    names = _names(cover)
    return [" ".join(_entry(entry, names) for entry in option) for option in cover.options]


def _names(cover: ExactCover) -> dict[Item, str]:
    names = {item: _name(item) for item in (*cover.primary, *cover.secondary)}
    if len(set(names.values())) < len(names):
        raise NotExpressible("two items would have the same name in an option file")
    return names


def _name(item: Item) -> str:
    name = ",".join(map(str, item)) if isinstance(item, tuple) else str(item)
    if not _NAME.fullmatch(name):
        raise NotExpressible(f'an option file cannot name an item "{name}"')
    return name


def _with_bounds(name: str, bound: tuple[int, int] | None) -> str:
    if bound is None:
        return name
    low, high = bound
    return f"{low}|{name}" if low == high else f"{low}:{high}|{name}"


def _entry(entry: Item, names: Mapping[Item, str]) -> str:
    if not isinstance(entry, Colored):
        return names[entry]
    color = str(entry.color)
    if not _NAME.fullmatch(color):
        raise NotExpressible(f'an option file cannot write the color "{color}"')
    return f"{names[entry.item]}:{color}"
