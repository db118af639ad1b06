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
from puzzlery.errors import FileFault, NotExpressible
from puzzlery.formats.text_files import cleaned

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
    primary, secondary, bounds = _items(*lines[0], source)
    known = dict.fromkeys(primary, True) | dict.fromkeys(secondary, False)
    options = [_option(line, number, known, source) for number, line in lines[1:]]
    return ExactCover(options, primary, secondary, multiplicity=bounds)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.startswith("|"):
            yield number, line


def _items(
    number: int, line: str, source: str
) -> tuple[list[str], list[str], dict[Item, tuple[int, int]]]:
    primary: list[str] = []
    secondary: list[str] = []
    bounds: dict[Item, tuple[int, int]] = {}
    part = primary
    for word in line.split():
        if word == "|":
            if part is secondary:
                raise FileFault("parts the items by a second bar", source=source, line=number)
            part = secondary
            continue
        name, bound = _bounded(word, number, source)
        if name in primary or name in secondary:
            raise FileFault(f'names the item "{name}" twice', source=source, line=number)
        if bound is not None and part is secondary:
            raise FileFault(
                f'gives bounds to the secondary item "{name}"', source=source, line=number
            )
        part.append(name)
        if bound is not None and bound != (1, 1):
            bounds[name] = bound
    if not primary:
        raise FileFault("has no primary items", source=source, line=number)
    return primary, secondary, bounds


def _bounded(word: str, number: int, source: str) -> tuple[str, tuple[int, int] | None]:
    match = _BOUNDED.fullmatch(word)
    name = match[3] if match else word
    if not _NAME.fullmatch(name):
        raise FileFault(
            f'"{word}" names no item; a name has no colon or bar', source=source, line=number
        )
    if match is None:
        return name, None
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high or high == 0:
        raise FileFault(f'"{word}" bounds an item by {low} and {high}', source=source, line=number)
    return name, (low, high)


def _option(line: str, number: int, known: Mapping[str, bool], source: str) -> Option:
    entries: list[Item] = []
    seen: set[str] = set()
    for word in line.split():
        name, colon, color = word.partition(":")
        if name not in known:
            raise FileFault(f'"{name}" is no item of the first line', source=source, line=number)
        if name in seen:
            raise FileFault(f'the option has the item "{name}" twice', source=source, line=number)
        if colon and known[name]:
            raise FileFault(f'the primary item "{name}" has a color', source=source, line=number)
        if colon and not _NAME.fullmatch(color):
            raise FileFault(f'"{word}" has no color after its colon', source=source, line=number)
        seen.add(name)
        entries.append(Colored(name, color) if colon else name)
    if not any(known[name] for name in seen):
        raise FileFault("the option has no primary item", source=source, line=number)
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
    lines += [" ".join(_entry(entry, names) for entry in option) for option in cover.options]
    return "\n".join(lines) + "\n"


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
