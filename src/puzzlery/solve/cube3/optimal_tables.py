"""Tables of bounds for the 3x3x3: which there are, how large they are, and where they come from."""

import os
from dataclasses import dataclass

from puzzlery._core import CosetJob, CosetTable
from puzzlery.core.progress import Clock, Reporter
from puzzlery.solve.cube3.optimal_moves import Letter, alphabet
from puzzlery.tables.store import Store
from puzzlery.tables.table_key import TableKey

MIB = 1 << 20
USUAL_MEMORY = 1024 * MIB
_SMALLEST = 28 * MIB  # knows no flips; every flip doubles it
_STEPS = 3  # a table tells apart so many distances, and what lies before and behind

# By how many flips a table knows: up to how many moves it only says "near".
_BASES = {
    "half": (6, 7, 7, 7, 8, 9, 9, 9),
    "quarter": (7, 8, 8, 8, 10, 10, 10, 10),
    "slice": (5, 6, 6, 6, 7, 7, 7, 7),
}
# Cosets are listed up to this distance; further ones are reached from there by longer words.
_LISTED = {"half": 8, "quarter": 9, "slice": 7}


@dataclass(frozen=True, slots=True)
class Spec:
    """A table: the metric that it bounds, of how many edges it knows the flip, and how near."""

    metric: str
    flips: int
    nearer: bool = False

    @property
    def base(self) -> int:
        """Up to how many moves it only says "near"."""
        usual = _BASES[self.metric][self.flips]
        return usual - _STEPS if self.nearer else usual

    @property
    def ladder(self) -> tuple["Spec", ...]:
        """The tables that a search reads: where one says "near", the next tells how near."""
        return tuple(dict.fromkeys((self, Spec(self.metric, 0), Spec(self.metric, 0, True))))

    @property
    def listed(self) -> int:
        """Up to which distance cosets are listed one by one."""
        return min(self.base, _LISTED[self.metric])

    @property
    def memory(self) -> int:
        """How many bytes a search with it needs for its tables."""
        return _SMALLEST * ((1 << self.flips) + len(self.ladder) - 1)

    @property
    def key(self) -> TableKey:
        """Where the store keeps it."""
        return TableKey(
            "optimal-3x3x3", "", {"metric": self.metric, "flips": self.flips, "base": self.base}
        )

    def job(self, threads: int) -> CosetJob:
        """The computation that builds it."""
        return CosetJob(letters_of(self.metric), self.flips, self.base, self.listed, threads)


def letters_of(metric: str) -> list[Letter]:
    """The moves that a table counts as one."""
    letters = alphabet("RBTM" if metric == "slice" else "OBTM").letters
    return [letter for letter in letters if metric != "quarter" or sum(letter[1:3]) % 2]


def largest(metric: str, memory: int | None) -> Spec:
    """The largest table that fits beside the two smallest, which every search reads too.

    >>> [largest("half", gib << 30).flips for gib in (1, 2, 4)]
    [5, 6, 7]
    """
    room = USUAL_MEMORY if memory is None else memory
    specs = [Spec(metric, flips) for flips in range(len(_BASES[metric]))]
    return max((one for one in specs if one.memory <= room), key=_flips, default=specs[0])


def _flips(spec: Spec) -> int:
    return spec.flips


# What was loaded stays until it is given back: loading takes longer than most searches.
_loaded: dict[Spec, CosetTable] = {}


def is_loaded(spec: Spec) -> bool:
    """Whether the table is in memory."""
    return spec in _loaded


def table(spec: Spec, progress: Reporter | None = None, timeout: Clock | None = None) -> CosetTable:
    """The table, from memory, from the store, or built now on all processors."""
    if spec not in _loaded:
        threads = min(os.cpu_count() or 1, 64)
        kept = Store.usual().open(
            spec.key, lambda: spec.job(threads), progress=progress, timeout=timeout
        )
        _loaded[spec] = CosetTable(kept.data, spec.flips, spec.base)
    return _loaded[spec]


def keep(spec: Spec, made: CosetTable) -> None:
    """Have a table in memory that was built outside the store."""
    _loaded[spec] = made


def forget() -> None:
    """Give back the memory of all tables."""
    _loaded.clear()
