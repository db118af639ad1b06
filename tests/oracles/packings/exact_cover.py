"""Exact covers by trying every set of options, straight from the definition."""

from collections.abc import Hashable, Iterator, Mapping, Sequence

from puzzlery.cover.exact_cover import Colored

Item = Hashable


def solutions(
    options: Sequence[Sequence[Item]],
    primary: Sequence[Item],
    secondary: Sequence[Item] = (),
    multiplicity: Mapping[Item, tuple[int, int]] | None = None,
) -> Iterator[list[int]]:
    """All solutions as sorted lists: take or leave each option in turn, and check the outcome."""
    bounds = dict.fromkeys(primary, (1, 1)) | dict(multiplicity or {})

    def go(option: int, taken: list[int]) -> Iterator[list[int]]:
        if option == len(options):
            if _is_cover(options, taken, bounds):
                yield list(taken)
            return
        yield from go(option + 1, taken)
        if any(_plain(entry) in bounds for entry in options[option]):
            with_it = [*taken, option]
            if _fits(options, with_it, bounds, set(secondary)):
                yield from go(option + 1, with_it)

    return go(0, [])


def _plain(entry: Item) -> Item:
    return entry.item if isinstance(entry, Colored) else entry


def _times(options: Sequence[Sequence[Item]], taken: Sequence[int], item: Item) -> int:
    return sum(_plain(entry) == item for option in taken for entry in options[option])


def _is_cover(
    options: Sequence[Sequence[Item]], taken: Sequence[int], bounds: Mapping[Item, tuple[int, int]]
) -> bool:
    return all(low <= _times(options, taken, i) <= high for i, (low, high) in bounds.items())


def _fits(
    options: Sequence[Sequence[Item]],
    taken: Sequence[int],
    bounds: Mapping[Item, tuple[int, int]],
    secondary: set[Item],
) -> bool:
    if any(_times(options, taken, item) > high for item, (_, high) in bounds.items()):
        return False
    for item in secondary:
        uses = [e for option in taken for e in options[option] if _plain(e) == item]
        if len(uses) > 1 and (len(set(uses)) > 1 or not isinstance(uses[0], Colored)):
            return False
    return True
