"""Cover tables: items and options of an exact cover as arrays, and what fixed options leave."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.errors import InvalidPuzzle

Item = Hashable
Ints = NDArray[np.int32]
Arguments = tuple[int, int, int, bytes, bytes, bytes, bytes, bytes, bytes]
# The kernels count coverings in 32 bits; a larger bound could never be reached.
MOST_COVERINGS = np.iinfo(np.int32).max


class Colored(NamedTuple):
    """A secondary item with a color: all options that use it must agree on the color.

    >>> from puzzlery.cover.exact_cover import ExactCover
    >>> red, blue = Colored("x", "red"), Colored("x", "blue")
    >>> list(ExactCover([["a", red], ["b", red], ["b", blue]], secondary="x").all())
    [[0, 1]]
    """

    item: Item
    color: Hashable


Option = tuple[Item | Colored, ...]


@dataclass(frozen=True, eq=False)
class CoverTable:
    """Numbered items (cells, then pieces, then secondary ones) and options as runs of entries.

    Option k owns the entries from `start[k]` up to `start[k + 1]`. Entry e covers `item[e]`
    `amount[e]` times, in `color[e]`; color 0 means none.

    >>> table = read([("a", "b"), ("c",)], "abc", "", {}, None)
    >>> table.start.tolist(), table.item.tolist()
    ([0, 2, 3], [0, 1, 2])
    """

    cells: int
    pieces: int
    secondary: int
    start: Ints
    item: Ints
    color: Ints
    amount: Ints
    low: Ints
    high: Ints

    @property
    def primary(self) -> int:
        """The number of primary items, which come first.

        >>> table = read([("a", "x"), ("b", "x")], "ab", "x", {}, None)
        >>> table.primary, table.items
        (2, 3)
        """
        return self.cells + self.pieces

    @property
    def items(self) -> int:
        return self.primary + self.secondary

    @property
    def options(self) -> int:
        return len(self.start) - 1

    @cached_property
    def option_of(self) -> Ints:
        """The option of each entry.

        >>> read([("a", "b"), ("c",)], "abc", "", {}, None).option_of.tolist()
        [0, 0, 1]
        """
        return np.repeat(np.arange(self.options, dtype=np.int32), np.diff(self.start))

    @cached_property
    def problem(self) -> _core.CoverProblem:
        """The table in the form that the kernels take.

        >>> from puzzlery.core.progress import drive
        >>> table = read([("a",), ("a",), ("b",)], "ab", "", {}, None)
        >>> drive(_core.cover_walk(table.problem, "links")).count
        2
        """
        return _core.CoverProblem(*self.arguments())

    def arguments(self) -> Arguments:
        """The constructor arguments of the kernels' problem, as plain numbers and bytes.

        >>> cells, pieces, secondary, *arrays = read([("a", "x")], "a", "x", {}, None).arguments()
        >>> cells, pieces, secondary
        (1, 0, 1)
        """
        return (
            self.cells,
            self.pieces,
            self.secondary,
            self.start.tobytes(),
            self.item.tobytes(),
            self.color.tobytes(),
            self.amount.tobytes(),
            self.low.tobytes(),
            self.high.tobytes(),
        )


@dataclass(frozen=True, eq=False)
class Residual(CoverTable):
    """The table that fixed options leave of a whole one: fewer items and fewer options.

    Option k here is option `numbers[k]` of the whole table.

    >>> table = read([("a", "b"), ("c",), ("a",), ("b", "c")], "abc", "", {}, None)
    >>> rest = residual(table, [0])
    >>> rest.fixed, rest.numbers.tolist(), rest.options
    ((0,), [1], 1)
    """

    whole: CoverTable
    fixed: tuple[int, ...]
    numbers: Ints


def primary_items(
    options: Iterable[Option], secondary: Sequence[Item], primary: Iterable[Item] | None
) -> tuple[Item, ...]:
    """The primary items, each once: those that are named, else all that are not secondary.

    >>> primary_items([("a", "x"), ("b", "a")], "x", None)
    ('a', 'b')
    """
    second = set(secondary)
    if primary is None:
        split = (_split(entry)[0] for option in options for entry in option)
        return tuple(dict.fromkeys(item for item in split if item not in second))
    first = tuple(dict.fromkeys(primary))
    for item in first:
        if item in second:
            raise InvalidPuzzle(f"item {item!r} is both primary and secondary")
    return first


def read(
    options: Sequence[Option],
    primary: Sequence[Item],
    secondary: Sequence[Item],
    multiplicity: Mapping[Item, tuple[int, int]],
    grid: tuple[Sequence[Item], Sequence[Item]] | None,
) -> CoverTable:
    """Number the items and check every option.

    >>> table = read([("a", "b"), ("c",)], "abc", "", {"c": (0, 2)}, None)
    >>> table.low.tolist(), table.high.tolist()
    ([1, 1, 0], [1, 1, 2])
    """
    cells, pieces = _arranged(primary, grid)
    number = {item: i for i, item in enumerate((*cells, *pieces, *secondary))}
    low, high = _bounds((*cells, *pieces), multiplicity)
    flat: list[int] = []
    tints: dict[int, Hashable] = {}
    for i, option in enumerate(options):
        numbered, colored = _numbered(i, option, number, len(primary))
        if colored:
            tints |= {len(flat) + place: color for place, color in colored.items()}
        flat += numbered
    start = np.cumsum([0, *map(len, options)], dtype=np.int32)
    return CoverTable(
        len(cells),
        len(pieces),
        len(secondary),
        start,
        np.array(flat, dtype=np.int32),
        _colors(len(flat), tints),
        np.ones(len(flat), dtype=np.int32),
        low,
        high,
    )


def _split(entry: Item) -> tuple[Item, Hashable]:
    return (entry.item, entry.color) if isinstance(entry, Colored) else (entry, None)


def _arranged(
    primary: Iterable[Item], grid: tuple[Sequence[Item], Sequence[Item]] | None
) -> tuple[list[Item], list[Item]]:
    """The cells in the order of the sweep, and the pieces; items that are neither are cells."""
    if grid is None:
        return list(primary), []
    known = dict.fromkeys(primary)
    cells, pieces = ([item for item in part if item in known] for part in map(list, grid))
    if len({*cells, *pieces}) < len(cells) + len(pieces):
        raise InvalidPuzzle("the grid names an item twice; each is one cell or one piece")
    named = {*cells, *pieces}
    return cells + [item for item in known if item not in named], pieces


def _bounds(
    primary: Sequence[Item], multiplicity: Mapping[Item, tuple[int, int]]
) -> tuple[Ints, Ints]:
    known = set(primary)
    for item, (low, high) in multiplicity.items():
        if item not in known:
            raise InvalidPuzzle(f"multiplicity of {item!r}, which is no primary item")
        if not 0 <= low <= high:
            raise InvalidPuzzle(f"item {item!r} is to be covered {low} to {high} times")
    pairs = [multiplicity.get(item, (1, 1)) for item in primary]
    bounds = np.minimum(np.array(pairs, dtype=np.int64).reshape(-1, 2), MOST_COVERINGS).astype(
        np.int32
    )
    return bounds[:, 0].copy(), bounds[:, 1].copy()


def _numbered(
    index: int, option: Sequence[Item], number: dict[Item, int], primary: int
) -> tuple[list[int], dict[int, Hashable]]:
    """The numbers of the items of an option, and the colors of some of them by their places."""
    plain: Sequence[Item] = option
    colors: dict[int, Hashable] = {}
    if Colored in map(type, option):
        plain = [_split(entry)[0] for entry in option]
        split = (_split(entry)[1] for entry in option)
        colors = {place: color for place, color in enumerate(split) if color is not None}
    try:
        numbers = list(map(number.__getitem__, plain))
    except KeyError:
        unknown = next(item for item in plain if item not in number)
        raise InvalidPuzzle(f"option {index} names {unknown!r}, which is no item") from None
    if wrong := [plain[place] for place in colors if numbers[place] < primary]:
        raise InvalidPuzzle(f"option {index} colors {wrong[0]!r}; only secondary items have colors")
    if len(set(numbers)) < len(numbers):
        raise InvalidPuzzle(f"option {index} names an item twice")
    return numbers, colors


def _colors(entries: int, tints: Mapping[int, Hashable]) -> Ints:
    """The color of each entry as a number; 0 for none."""
    numbers: dict[Hashable, int] = {}
    found = np.zeros(entries, dtype=np.int32)
    for entry, tint in tints.items():
        found[entry] = numbers.setdefault(tint, len(numbers) + 1)
    return found


def residual(table: CoverTable, fixed: Iterable[int]) -> Residual | None:
    """What is left to solve beside the fixed options; None if they contradict each other.

    >>> options = (("a", "b"), ("c",), ("a",), ("b", "c"))
    >>> rest = residual(read(options, "abc", "", {}, None), [0])
    >>> rest.numbers.tolist(), rest.items
    ([1], 1)
    """
    taken = tuple(sorted(set(fixed)))
    for option in taken:
        if not 0 <= option < table.options:
            raise InvalidPuzzle(f"fixed option {option}; options are 0 to {table.options - 1}")
        if not (table.item[table.start[option] : table.start[option + 1]] < table.primary).any():
            return None
    used = np.zeros(table.items, dtype=np.int32)
    color = np.full(table.items, -1, dtype=np.int32)
    for option in taken:
        for e in range(table.start[option], table.start[option + 1]):
            i, c = table.item[e], table.color[e]
            if i >= table.primary and color[i] >= 0 and (c == 0 or color[i] != c):
                return None
            used[i] += 1
            color[i] = c if i >= table.primary else -1
    if (used[: table.primary] > table.high).any():
        return None
    return _without(table, taken, used, color)


def _without(table: CoverTable, taken: tuple[int, ...], used: Ints, color: Ints) -> Residual:
    is_first = table.item < table.primary
    full = np.concatenate([used[: table.primary] >= table.high, color[table.primary :] >= 0])
    blocked = full[table.item] & (is_first | (color[table.item] != table.color))
    blocked |= full[table.item] & ~is_first & (table.color == 0)
    usable = np.ones(table.options, dtype=bool)
    option_of = table.option_of
    usable[option_of[blocked]] = False
    usable[list(taken)] = False
    usable &= np.bincount(option_of[is_first], minlength=table.options) > 0
    entries = usable[option_of] & ~full[table.item]
    new_number = np.cumsum(~full, dtype=np.int32) - 1
    sizes = np.bincount(option_of[entries], minlength=table.options)[usable]
    open_primary = ~full[: table.primary]
    left = used[: table.primary][open_primary]
    return Residual(
        cells=int((~full[: table.cells]).sum()),
        pieces=int((~full[table.cells : table.primary]).sum()),
        secondary=int((~full[table.primary :]).sum()),
        start=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32),
        item=new_number[table.item[entries]],
        color=table.color[entries],
        amount=np.ones(int(entries.sum()), dtype=np.int32),
        low=np.maximum(0, table.low[open_primary] - left).astype(np.int32),
        high=(table.high[open_primary] - left).astype(np.int32),
        whole=table,
        fixed=taken,
        numbers=np.flatnonzero(usable).astype(np.int32),
    )
