"""Time left: how long a computation still takes, told from the speed that was measured.

Work of a known amount goes on at its mean speed (`Steady`). A search that tries all words of one
length after the other (`Deepening`) expects the nodes of the lengths to come from those of the
lengths before. What is told never changes by more than a factor of five between two reports.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from math import exp, inf

# Nothing is told before so many seconds and this part of the work.
LEAST_SECONDS = 1.0
LEAST_PART = 0.01
# What is told may change by this factor a second, and by that one between two reports.
CALM = 1.6
MOST_CHANGE = 5.0
# After so many seconds without a report any change is slow enough.
LONG_AGO = 10.0
# From this part of a length on, its own nodes alone tell how many it has.
ENOUGH = 0.1
# Tables cut off more of the shortest lengths: they may grow by so much more than the words do.
MOST_GROWTH = 1.5
YEAR = 365 * 86400
# Seconds of two units, below how many seconds they are used, and their names.
UNITS = (
    (60, 1, 3600, ("min", "s")),
    (3600, 60, 86400, ("h", "min")),
    (86400, 3600, YEAR, ("d", "h")),
)


class Calm:
    """Numbers of seconds that follow an estimate without leaps.

    >>> calm = Calm()
    >>> calm.told(100, at=10), calm.told(1, at=10.5) > 70, calm.told(0, at=11)
    (100, True, 0)
    """

    def __init__(self) -> None:
        self._told: float | None = None
        self._at = 0.0

    def told(self, left: float, at: float) -> float:
        """What to tell at a time if so many seconds are estimated to be left; 0 is the end."""
        if self._told is not None and left > 0:
            passed = max(at - self._at, 0.0)
            reach = CALM ** min(max(passed, 0.1), LONG_AGO)
            due = max(self._told - passed, self._told / MOST_CHANGE)
            least = max(due / reach, self._told / MOST_CHANGE)
            # Below a second there is nothing to be calm about.
            most = min(max(due * reach, 1.0), max(self._told, 1.0) * MOST_CHANGE)
            left = min(max(left, least), most)
        self._told, self._at = left, at
        return left


class Steady:
    """The time left of work whose amount is known.

    Work that was done before the first report, as by a job that is resumed, tells no speed.

    >>> steady = Steady()
    >>> [steady.left(done, 100, seconds) for done, seconds in ((50, 0.0), (60, 2.0), (70, 4.0))]
    [None, 8.0, 6.0]
    """

    def __init__(self) -> None:
        self._calm = Calm()
        self._total: float | None = None
        self._first = self._done = self._began = 0.0

    def left(self, done: float, total: float | None, seconds: float) -> float | None:
        """The seconds left after a report; None if they cannot be told (yet)."""
        if not total:
            return None
        if total != self._total or done < self._done:
            self._begin(done, total, seconds)
        self._done = done
        made, spent = done - self._first, seconds - self._began
        if done >= total:
            return self._calm.told(0.0, seconds)
        if spent < LEAST_SECONDS or made < LEAST_PART * (total - self._first):
            return None
        return self._calm.told(spent / made * (total - done), seconds)

    def _begin(self, done: float, total: float, seconds: float) -> None:
        # The first slice has passed when the first report comes; it counts if it began at 0.
        fresh = self._total is None and seconds > 0 and done < total * LEAST_PART
        self._total = total
        self._first, self._began = (0.0, 0.0) if fresh else (done, seconds)


class Deepening:
    """The time left of a search for a shortest word: by lengths, each of which is tried as a whole.

    `count_words()[n]` is how many words of length n there are; it is called when it is needed. Each
    word solves a random one of `states` states with the same chance: so they tell at which length a
    solution is likely. A state that is nearer than most is solved sooner than told.

    >>> search = Deepening(lambda: [12 * 10.0**n for n in range(20)], states=1e9, longest=6)
    >>> search.left(5, part=0.0, nodes=100, seconds=0.1) is None
    True
    >>> round(search.left(5, part=0.5, nodes=50_000, seconds=5.0))  # 10 times as much to come
    104
    """

    def __init__(
        self,
        count_words: Callable[[], Sequence[float]],
        states: float,
        *,
        longest: float = inf,
        step: int = 1,
    ) -> None:
        # All words up to this length are to be tried, unless a solution is found before.
        self.longest = longest
        self._count_words, self._states, self._step = count_words, states, step
        self._calm = Calm()
        self._length: int | None = None
        self._last = 0.0
        self._before = 0

    def left(self, length: int, part: float, nodes: int, seconds: float) -> float | None:
        """The seconds left, in a part of a length, after so many nodes and seconds in all."""
        if length != self._length:
            self._next(length, nodes)
        here = nodes - self._before
        if seconds < LEAST_SECONDS or not nodes or (part < ENOUGH and not self._last):
            return None
        of_length = self._expected(length, part, here)
        rest = self._rest(length, part, of_length)
        return self._calm.told(max(rest / (nodes / seconds), 0.1), seconds)

    def go_on_to(self, longest: float) -> None:
        """All words up to a length are to be tried, whatever is found."""
        self.longest, self._states = longest, inf

    @cached_property
    def _words(self) -> Sequence[float]:
        return self._count_words()

    def _next(self, length: int, nodes: int) -> None:
        follows = self._length is not None and length == self._length + self._step
        self._last = float(nodes - self._before) if follows else 0.0
        self._length, self._before = length, nodes

    def _expected(self, length: int, part: float, here: int) -> float:
        """The nodes of a length: by its own part, at first also by the length before."""
        measured = here / part if part > 0 and here else 0.0
        foretold = self._last * self._growth(length)
        if not foretold or not measured:
            return max(measured, foretold, here)
        trust = min(1.0, part / ENOUGH)
        return float(max(measured**trust * foretold ** (1 - trust), here))

    def _growth(self, length: int) -> float:
        """How many times as many words a length has as the one before."""
        known = min(length, len(self._words) - 1)
        return self._words[known] / max(self._words[max(known - self._step, 0)], 1.0)

    def _rest(self, length: int, part: float, nodes: float) -> float:
        """The nodes that are expected to come: those of each length by its chance to be tried."""
        growth = self._growth(length + self._step)
        if self._last:
            growth = min(max(nodes / self._last, 1.0), MOST_GROWTH * growth)
        hits = self._hits(length) * (1 - part)
        rest, tried = nodes * (1 - part) * _mean_chance(hits), exp(-hits)
        while length + self._step <= min(self.longest, len(self._words) - 1):
            length += self._step
            nodes *= growth
            hits = self._hits(length)
            rest += tried * nodes * _mean_chance(hits)
            tried *= exp(-hits)
        return rest

    def _hits(self, length: int) -> float:
        """How many words of a length solve a state, on average."""
        return self._words[min(length, len(self._words) - 1)] / self._states


def _mean_chance(hits: float) -> float:
    """The mean chance that nothing was found yet, over words that solve so many times."""
    return (1 - exp(-hits)) / hits if hits > 1e-9 else 1.0


def time_text(seconds: float) -> str:
    """A time left in words.

    >>> [time_text(left) for left in (0.2, 42.4, 185, 7500, 1e6, 1e9)]
    ['1 s', '42 s', '3 min 5 s', '2 h 5 min', '11 d 13 h', '31 years']
    """
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole >= YEAR:
        return f"{whole // YEAR:,} years"
    big, small, names = next(
        (big, small, names) for big, small, most, names in UNITS if whole < most
    )
    return f"{whole // big} {names[0]} {whole % big // small} {names[1]}"
