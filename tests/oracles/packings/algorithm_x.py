"""Algorithm X, written from the definition: slow, plain, and used only to check the fast ones."""

from collections.abc import Iterator
from typing import Any


def covers(problem: Any) -> Iterator[list[int]]:
    """All solutions of a cover problem, as sorted lists of option numbers.

    It takes secondary items, colors, and bounds on how often a primary item is covered.
    """
    bounds = dict.fromkeys(problem.primary, (1, 1)) | dict(problem.multiplicity)
    options = [[_entry(entry) for entry in option] for option in problem.options]
    where: dict[Any, list[int]] = {item: [] for item in bounds}
    for number, option in enumerate(options):
        for item, _ in option:
            if item in where:
                where[item].append(number)
    yield from _extended(options, bounds, where, [], set())


def _entry(entry: Any) -> tuple[Any, Any]:
    if hasattr(entry, "color"):
        return entry.item, entry.color
    return entry, None


def _extended(
    options: list[list[tuple[Any, Any]]],
    bounds: dict[Any, tuple[int, int]],
    where: dict[Any, list[int]],
    chosen: list[int],
    banned: set[int],
) -> Iterator[list[int]]:
    counts, colors = _state(options, bounds, chosen)
    if any(counts[item] > high for item, (_, high) in bounds.items()):
        return
    open_items = [item for item, (low, _) in bounds.items() if counts[item] < low]
    if not open_items:
        yield from _optional(options, bounds, chosen, banned)
        return
    fitting = {
        item: [
            n for n in where[item] if n not in banned and _fits(options[n], counts, colors, bounds)
        ]
        for item in open_items
    }
    item = min(open_items, key=lambda each: len(fitting[each]))
    banned = set(banned)
    for number in fitting[item]:
        banned.add(number)
        yield from _extended(options, bounds, where, [*chosen, number], banned)


def _optional(
    options: list[list[tuple[Any, Any]]],
    bounds: dict[Any, tuple[int, int]],
    chosen: list[int],
    banned: set[int],
) -> Iterator[list[int]]:
    """A solution, and those with further options that nothing demands but nothing forbids.

    An option without primary items is never chosen, as Knuth has it.
    """
    yield sorted(chosen)
    counts, colors = _state(options, bounds, chosen)
    banned = set(banned)
    for number, option in enumerate(options):
        useful = any(item in bounds for item, _ in option)
        if number not in banned and useful and _fits(option, counts, colors, bounds):
            banned.add(number)
            yield from _optional(options, bounds, [*chosen, number], banned)


def _state(
    options: list[list[tuple[Any, Any]]], bounds: dict[Any, tuple[int, int]], chosen: list[int]
) -> tuple[dict[Any, int], dict[Any, Any]]:
    counts = dict.fromkeys(bounds, 0)
    colors: dict[Any, Any] = {}
    for number in chosen:
        for item, color in options[number]:
            if item in counts:
                counts[item] += 1
            else:
                colors[item] = color
    return counts, colors


def _fits(
    option: list[tuple[Any, Any]],
    counts: dict[Any, int],
    colors: dict[Any, Any],
    bounds: dict[Any, tuple[int, int]],
) -> bool:
    for item, color in option:
        if item in counts:
            if counts[item] >= bounds[item][1]:
                return False
        elif item in colors and (color is None or colors[item] != color):
            return False
    return True
