"""Symmetry of covers: weighted representatives for totals, Burnside's lemma for classes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.cover.cover_table import CoverTable, Ints, Residual
from puzzlery.errors import InvalidPuzzle

# A group of more elements takes longer to list than it saves; boards have at most 48 symmetries.
MOST_SYMMETRIES = 20_000


def closure(
    table: CoverTable, generators: Iterable[Sequence[int] | Ints], *, check: bool = True
) -> Ints:
    """The group that these permutations of the options generate, one row an element.

    Each must be a symmetry: it carries all options over one item to all options over another.
    Without `check` they are known to be.
    In the example, a rook stands in each row (a, b) and each column (c, d) of a 2x2 chessboard.

    >>> from puzzlery.cover.cover_table import read
    >>> rooks = read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None)
    >>> quarter_turn, mirror = [1, 3, 0, 2], [1, 0, 3, 2]
    >>> len(closure(rooks, [quarter_turn])), len(closure(rooks, [quarter_turn, mirror]))
    (4, 8)
    """
    one = np.arange(table.options, dtype=np.int32)
    seen, group, usual = {one.tobytes()}, [one], None
    kept: list[Ints] = []
    for generator in generators:
        element = np.array(generator, dtype=np.int32)
        if element.tobytes() in seen:
            continue
        if check and usual is None:
            marks = np.random.default_rng(1).integers(0, 2**63, table.options, dtype=np.uint64)
            usual = (marks, _item_signatures(table, marks))
        if usual is not None:
            _check_symmetry(table, element, *usual)
        kept.append(element)
        _extend(group, seen, kept)
    return np.array(group, dtype=np.int32).reshape(len(group), table.options)


def _extend(group: list[Ints], seen: set[bytes], generators: Sequence[Ints]) -> None:
    """Add all that the last generator makes together with what is there."""
    for element in group:  # grows while it is gone through
        for generator in generators:
            product = generator[element]
            name = product.tobytes()
            if name not in seen:
                seen.add(name)
                group.append(product)
        if len(group) > MOST_SYMMETRIES:
            raise InvalidPuzzle(f"the symmetries generate more than {MOST_SYMMETRIES:,} elements")


def _check_symmetry(
    table: CoverTable, element: Ints, marks: NDArray[np.uint64], usual: NDArray[np.uint64]
) -> None:
    if not np.array_equal(np.sort(element), np.arange(table.options)):
        raise InvalidPuzzle(f"a symmetry must be a permutation of all {table.options} options")
    if not np.array_equal(_item_signatures(table, marks[element]), usual):
        raise InvalidPuzzle("a symmetry must carry all options over an item to one item")


def _item_signatures(table: CoverTable, marks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The bounds of each item with sums of random marks of its options, in sorted order.

    A permutation of the options that is no symmetry changes them, except with negligible
    probability: the marks have 63 bits. Options over a secondary item are added up color by
    color; what is added up is then scrambled, so that colors may be renamed but not mixed.
    """
    by_color, place = np.unique(
        table.item.astype(np.int64) << 32 | table.color, return_inverse=True
    )
    totals = np.zeros(len(by_color), dtype=np.uint64)
    np.add.at(totals, place, marks[table.option_of])
    colored = (by_color & 0xFFFFFFFF) > 0
    sums = np.zeros(table.items, dtype=np.uint64)
    np.add.at(sums, by_color >> 32, np.where(colored, _scrambled(totals), totals))
    bounds = np.zeros((2, table.items), dtype=np.uint64)
    bounds[:, : table.primary] = np.array([table.low, table.high]) + 1
    order = np.lexsort((sums, *bounds))
    return np.vstack([*bounds[:, order], sums[order]])


def _scrambled(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers mixed by the steps of SplitMix64, so that their sums tell them apart."""
    mixed = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))


def stabilizer(group: Ints, fixed: Sequence[int]) -> Ints:
    """The elements that carry the set of fixed options to itself.

    >>> group = np.array([[0, 1, 2], [1, 0, 2]])
    >>> len(stabilizer(group, [0])), len(stabilizer(group, [2])), len(stabilizer(group, [0, 1]))
    (1, 2, 2)
    """
    if not len(fixed):
        return group
    images = np.sort(group[:, list(fixed)], axis=1)
    return np.asarray(group[(images == np.sort(np.array(fixed))).all(axis=1)])


@dataclass(frozen=True, eq=False)
class Roots:
    """Options of one item, of which every solution has one; one of each class under symmetry.

    Solutions through `options[i]` stand for `weights[i]` times as many.

    >>> from puzzlery.cover.cover_table import read, residual
    >>> rooks = residual(read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None), ())
    >>> roots = best_roots(rooks, np.array([[0, 1, 2, 3], [1, 0, 3, 2]]))
    >>> roots.options.tolist(), roots.weights.tolist()
    ([0], [2])
    """

    options: Ints
    weights: NDArray[np.uint64]
    group: Ints

    def within(self, rest: Residual) -> tuple[bytes, bytes]:
        """The options by their numbers in what is left to solve, and the weights, as bytes."""
        numbers = np.searchsorted(rest.numbers, self.options).astype(np.int32)
        return numbers.tobytes(), self.weights.tobytes()


def best_roots(rest: Residual, group: Ints) -> Roots | None:
    """The roots that promise the smallest search; None where symmetry reduces nothing.

    >>> from puzzlery.cover.cover_table import read, residual
    >>> rooks = residual(read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None), ())
    >>> best_roots(rooks, np.array([[0, 1, 2, 3], [1, 0, 3, 2]])).options.tolist()
    [0]
    >>> best_roots(rooks, np.array([[0, 1, 2, 3]])) is None
    True
    """
    return next(root_candidates(rest, stabilizer(group, rest.fixed)), None)


def root_candidates(rest: Residual, group: Ints) -> Iterator[Roots]:
    """Representatives for each item that has fewer classes than options, most promising first.

    Few classes mean a narrow start of the search, large ones mean that more of it is saved.

    >>> from puzzlery.cover.cover_table import read, residual
    >>> rooks = residual(read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None), ())
    >>> mirror = np.array([[0, 1, 2, 3], [1, 0, 3, 2]])
    >>> [roots.options.tolist() for roots in root_candidates(rooks, mirror)]
    [[0], [2]]
    """
    if len(group) == 1:
        return
    least = group.min(axis=0)
    found: list[tuple[float, int, int, Ints]] = []
    for number, options in enumerate(_single_items(rest)):
        if not np.isin(group[:, options], options).all():
            continue
        classes = np.unique(least[options]).astype(np.int32)
        if len(classes) < len(options):
            found.append((len(classes) ** 2 / len(options), len(classes), number, classes))
    for *_, classes in sorted(found, key=lambda each: each[:3]):
        sizes = [len(np.unique(group[:, option])) for option in classes]
        yield Roots(classes, np.array(sizes, dtype=np.uint64), group)


def _single_items(rest: Residual) -> Iterator[Ints]:
    """The options over each item that is to be covered just once; pieces only, if there are any."""
    entries_option = rest.numbers[np.repeat(np.arange(len(rest.numbers)), np.diff(rest.start))]
    first = rest.cells if rest.pieces else 0
    order = np.argsort(rest.item, kind="stable")
    edges = np.searchsorted(rest.item[order], np.arange(len(rest.low) + 1))
    for item in range(first, len(rest.low)):
        if rest.low[item] == rest.high[item] == 1 and edges[item] < edges[item + 1]:
            yield entries_option[order[edges[item] : edges[item + 1]]]


def spread(found: Iterable[Ints], roots: Roots) -> Iterator[Ints]:
    """All solutions, from those through roots: one image for each option of a root's class.

    >>> mirror = np.array([[0, 1, 2, 3], [1, 0, 3, 2]])
    >>> roots = Roots(np.array([0]), np.array([2]), mirror)
    >>> [block.tolist() for block in spread([np.array([[0, 3]])], roots)]
    [[[0, 3]], [[1, 2]]]
    """
    for block in found:
        yield from _images(block, roots)


def _images(block: Ints, roots: Roots) -> Iterator[Ints]:
    root_of = block[np.arange(len(block)), np.isin(block, roots.options).argmax(axis=1)]
    for root in np.unique(root_of):
        rows = block[root_of == root]
        _, carriers = np.unique(roots.group[:, root], return_index=True)
        for carrier in carriers:
            image = np.where(rows >= 0, roots.group[carrier][rows], -1)
            yield np.sort(image, axis=1)


def option_counts(found: Iterable[Ints], options: int, roots: Roots | None) -> NDArray[np.int64]:
    """How many solutions use each option; a solution through a root counts by its weight.

    >>> option_counts([np.array([[0, 3], [1, 3]])], 4, None).tolist()
    [1, 1, 0, 2]
    """
    weight = np.ones(options, dtype=np.int64)
    if roots:
        weight[roots.options] = roots.weights
    counts = np.zeros(options + 1, dtype=np.int64)
    for block in found:
        times = np.where(block >= 0, weight[block], 1).max(axis=1, initial=1)
        np.add.at(counts, block, times[:, None])
    return counts[:-1]


def averaged(counts: NDArray[np.int64], group: Ints) -> list[int]:
    """Counts for every option, from weighted counts over representatives.

    >>> averaged(np.array([2, 0, 0, 2]), np.array([[0, 1, 2, 3], [1, 0, 3, 2]]))
    [1, 1, 1, 1]
    """
    total = np.zeros_like(counts)
    for element in group:
        total[element] += counts
    return [int(count) // len(group) for count in total]


def invariant_problems(
    rest: Residual, group: Ints
) -> Iterator[tuple[int, _core.CoverProblem | None]]:
    """For classes of elements, how many they are, and a cover for the solutions that they keep.

    A solution that an element keeps is a union of the element's cycles of options. For the element
    that moves nothing, which keeps them all, there is None.

    >>> from puzzlery.cover.cover_table import read, residual
    >>> rooks = residual(read(["ac", "ad", "bc", "bd"], "abcd", "", {}, None), ())
    >>> mirror = np.array([[0, 1, 2, 3], [1, 0, 3, 2]])
    >>> [(number, problem is None) for number, problem in invariant_problems(rooks, mirror)]
    [(1, True), (1, False)]
    """
    cyclic: dict[bytes, tuple[int, Ints]] = {}
    for element in group:
        least = _cycle_of(element)
        number, _ = cyclic.get(least.tobytes(), (0, least))
        cyclic[least.tobytes()] = (number + 1, least)
    for number, least in cyclic.values():
        moves_nothing = np.array_equal(least[rest.numbers], rest.numbers)
        yield number, None if moves_nothing else _quotient(rest, least)


def _cycle_of(element: Ints) -> Ints:
    """For each option the least option of its cycle."""
    least = np.arange(len(element), dtype=np.int32)
    power = element
    while not np.array_equal(power, np.arange(len(element))):
        least = np.minimum(least, power)
        power = element[power]
    return least


def _quotient(rest: Residual, least: Ints) -> _core.CoverProblem:
    """The cover whose options are cycles of options."""
    of_option = least[rest.numbers]
    whole = np.bincount(of_option, minlength=len(least)) == np.bincount(least, minlength=len(least))
    entries_cycle = np.repeat(of_option, np.diff(rest.start))
    # All entries of a cycle over the same item become one.
    order = np.lexsort((rest.item, entries_cycle))
    cycle, item, color = entries_cycle[order], rest.item[order], rest.color[order]
    first = np.flatnonzero(
        np.diff(cycle, prepend=-1).astype(bool) | np.diff(item, prepend=-1).astype(bool)
    )
    if not len(first):
        return _without_options(rest)
    amount = np.diff(first, append=len(item)).astype(np.int32)
    lowest, highest = (part.reduceat(color, first) for part in (np.minimum, np.maximum))
    cycle, item = cycle[first], item[first]
    is_first = item < len(rest.high)
    most = np.append(rest.high, 1)[np.minimum(item, len(rest.high))]
    clash = (amount > most) & (is_first | (lowest == 0) | (lowest != highest))
    whole[cycle[clash]] = False
    kept = whole[cycle]
    sizes = np.unique(cycle[kept], return_counts=True)[1]
    return CoverTable(
        rest.cells,
        rest.pieces,
        rest.secondary,
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32),
        item[kept].astype(np.int32),
        np.where(is_first & (amount > 1), 0, lowest)[kept].astype(np.int32),
        np.where(is_first, amount, 1)[kept].astype(np.int32),
        rest.low,
        rest.high,
    ).problem


def _without_options(rest: Residual) -> _core.CoverProblem:
    nothing = np.zeros(0, dtype=np.int32)
    start = np.zeros(1, dtype=np.int32)
    return CoverTable(
        rest.cells, rest.pieces, rest.secondary, start, nothing, nothing, nothing,
        rest.low, rest.high,
    ).problem  # fmt: skip
