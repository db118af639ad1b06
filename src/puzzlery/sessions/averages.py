"""Averages as competitions count them, and what else a list of results tells.

A *result* is a number of hundredths of a second, or None for a solve that did not finish (DNF).
"""

import math
from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from puzzlery.sessions.timed_solve import rounded_if_long

Result = int | None
# Sizes of averages; three solves give a plain mean.
MEAN_SIZE = 3
SIZES = (MEAN_SIZE, 5, 12, 50, 100, 1000)
# Of each side of an average so many percent are left out, rounded up to whole solves.
TRIM_PERCENT = 5
MOST_BARS = 14
# Widths of the bars of a distribution, in hundredths of a second.
WIDTHS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000)


@dataclass(frozen=True, slots=True)
class AverageRow:
    """The latest and the best of all averages of so many solves in a row.

    `best_at` is the number of the solve with which the best one ends, from 0.
    """

    name: str
    size: int
    current: Result
    best: Result
    best_at: int | None


@dataclass(frozen=True, slots=True)
class Bar:
    """How many results are at least `start` and less than `end`."""

    start: int
    end: int
    count: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a session's results tell.

    `mean` and `deviation` leave out solves that did not finish. `next_least` and `next_most` are
    the average of five that the next solve can lead to at best and at worst.

    >>> found = statistics([1000, 1100, None, 1300, 1200])
    >>> found.count, found.unfinished, found.best, found.mean, found.rows[1].current
    (5, 1, 1000, 1150, 1200)
    """

    count: int
    unfinished: int
    best: Result
    worst: Result
    mean: Result
    deviation: float | None
    rows: tuple[AverageRow, ...]
    next_least: Result
    next_most: Result
    bars: tuple[Bar, ...]


def trimmed(size: int) -> int:
    """How many solves an average leaves out at each end.

    >>> [trimmed(size) for size in (3, 5, 12, 50, 100, 1000)]
    [0, 1, 1, 3, 5, 50]
    """
    return 0 if size <= MEAN_SIZE else math.ceil(size * TRIM_PERCENT / 100)


def average(results: Sequence[Result]) -> Result:
    """The average of these results; None if more did not finish than are left out as the worst.

    The best and the worst are left out and the mean of the others is rounded to hundredths. For
    three results none is left out.

    >>> average([1000, 1100, 1200, 1300, None]), average([1000, 1100, None, 1300, None])
    (1200, None)
    >>> average([1000, 1001, 1001])
    1001
    """
    cut = trimmed(len(results))
    finished = sorted(result for result in results if result is not None)
    if not results or len(results) - len(finished) > cut:
        return None
    return _mean(finished[cut : len(results) - cut])


def _mean(results: Sequence[int]) -> int:
    """The mean, rounded to the nearest hundredth with halves upwards, or to a second if long."""
    return rounded_if_long((2 * sum(results) + len(results)) // (2 * len(results)))


def moving_averages(results: Sequence[Result], size: int) -> Iterator[Result]:
    """The average of each `size` results in a row, beginning with the first ones.

    >>> list(moving_averages([1000, 1100, 1200, 1300, None, 900], 5))
    [1200, 1200]
    """
    cut = trimmed(size)
    finished: list[int] = []
    for at, result in enumerate(results):
        if result is not None:
            insort(finished, result)
        gone = results[at - size] if at >= size else None
        if gone is not None:
            del finished[bisect_left(finished, gone)]
        if at >= size - 1:
            is_finished = size - len(finished) <= cut
            yield _mean(finished[cut : size - cut]) if is_finished else None


def average_row(results: Sequence[Result], size: int) -> AverageRow | None:
    """The latest and the best average of a size; None if there are too few solves.

    >>> average_row([1000, 1100, 1200, 1300, None, 900], 5)
    AverageRow(name='ao5', size=5, current=1200, best=1200, best_at=4)
    """
    if len(results) < size:
        return None
    found = list(moving_averages(results, size))
    best_at = min(range(len(found)), key=lambda k: _order(found[k]))
    best = found[best_at]
    name = f"mo{size}" if size <= MEAN_SIZE else f"ao{size}"
    return AverageRow(name, size, found[-1], best, None if best is None else best_at + size - 1)


def _order(result: Result) -> float:
    """Solves that did not finish are the worst."""
    return math.inf if result is None else result


def next_averages(results: Sequence[Result]) -> tuple[Result, Result]:
    """The average of five that the next solve can lead to, at best and at worst.

    >>> next_averages([1000, 1100, 1200, 1300])
    (1100, 1200)
    """
    if len(results) < 4:
        return None, None
    return average([*results[-4:], 0]), average([*results[-4:], None])


def distribution(results: Sequence[Result]) -> tuple[Bar, ...]:
    """The results in bars of one width, a round number such as half a second.

    >>> distribution([1010, 1030, 1170])
    (Bar(start=1000, end=1020, count=1), Bar(start=1020, end=1040, count=1), ...)
    """
    finished = [result for result in results if result is not None]
    if not finished:
        return ()
    least, most = min(finished), max(finished)
    width = next((w for w in WIDTHS if most // w - least // w < MOST_BARS), None)
    if width is None:
        width = math.ceil((most - least + 1) / (MOST_BARS - 1) / 60_000) * 60_000
    counts = [0] * (most // width - least // width + 1)
    for result in finished:
        counts[result // width - least // width] += 1
    start = least // width
    return tuple(Bar((start + k) * width, (start + k + 1) * width, n) for k, n in enumerate(counts))


def statistics(results: Sequence[Result]) -> Statistics:
    """What the results of a session tell, the first solve first.

    >>> statistics([]).rows
    ()
    """
    finished = [result for result in results if result is not None]
    rows = (average_row(results, size) for size in SIZES)
    next_least, next_most = next_averages(results)
    return Statistics(
        count=len(results),
        unfinished=len(results) - len(finished),
        best=min(finished, default=None),
        worst=max(finished, default=None),
        mean=_mean(finished) if finished else None,
        deviation=_deviation(finished),
        rows=tuple(row for row in rows if row is not None),
        next_least=next_least,
        next_most=next_most,
        bars=distribution(results),
    )


def _deviation(finished: Sequence[int]) -> float | None:
    """The standard deviation of the population, in hundredths."""
    if len(finished) < 2:
        return None
    mean = sum(finished) / len(finished)
    return math.sqrt(sum((result - mean) ** 2 for result in finished) / len(finished))
