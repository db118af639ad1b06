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

# By how many flips a table knows: up to how many moves it only says "near". With 3 flips, 8 instead
# of 7 takes over five times as long to build (8.5 s of the processor); ruling out 15 moves takes a
# third of the nodes (`python -m benchmarks optimal-bounds`).
_BASES = {
    "half": (6, 7, 7, 8, 8, 9, 9, 9),
    "quarter": (7, 8, 8, 8, 10, 10, 10, 10),
    "slice": (5, 6, 6, 6, 7, 7, 7, 7),
}
# Cosets are listed up to this distance; further ones are reached from there by longer words.
_LISTED = {"half": 8, "quarter": 9, "slice": 7}


@dataclass(frozen=True, slots=True)
class Spec:
    """A table: its metric, the number of edges whose flip it knows, and whether it is the near one.

    >>> largest("half", 1 << 30)
    Spec(metric='half', flips=5, nearer=False)
    """

    metric: str
    flips: int
    nearer: bool = False

    @property
    def base(self) -> int:
        """The distance up to which the table only says "near".

        >>> Spec("half", 5).base, Spec("half", 0).base, Spec("half", 0, nearer=True).base
        (9, 6, 3)
        """
        usual = _BASES[self.metric][self.flips]
        return usual - _STEPS if self.nearer else usual

    @property
    def ladder(self) -> tuple["Spec", ...]:
        """The tables that a search reads: where one says "near", the next says how near.

        >>> [(spec.flips, spec.base) for spec in Spec("half", 5).ladder]
        [(5, 9), (0, 6), (0, 3)]
        """
        return tuple(dict.fromkeys((self, Spec(self.metric, 0), Spec(self.metric, 0, True))))

    @property
    def listed(self) -> int:
        """The distance up to which cosets are listed one by one.

        >>> Spec("half", 7).base, Spec("half", 7).listed
        (9, 8)
        """
        return min(self.base, _LISTED[self.metric])

    @property
    def memory(self) -> int:
        """The number of bytes that a search with this table needs for its tables.

        >>> [Spec("half", flips).memory >> 20 for flips in (0, 5, 6)]
        [56, 952, 1848]
        """
        return _SMALLEST * ((1 << self.flips) + len(self.ladder) - 1)

    @property
    def key(self) -> TableKey:
        """The name of the table in the store.

        >>> Spec("half", 5).key.parameters
        {'metric': 'half', 'flips': 5, 'base': 9}
        """
        return TableKey(
            "optimal-3x3x3", "", {"metric": self.metric, "flips": self.flips, "base": self.base}
        )

    def job(self, threads: int) -> CosetJob:
        """The job that builds the table."""
        return CosetJob(letters_of(self.metric), self.flips, self.base, self.listed, threads)


def letters_of(metric: str) -> list[Letter]:
    """The moves that cost 1 in the metric of a table.

    >>> [len(letters_of(metric)) for metric in ("quarter", "half", "slice")]
    [12, 18, 27]
    """
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
    """The table from memory or from the store; built on all processors if neither has it."""
    if spec not in _loaded:
        threads = min(os.cpu_count() or 1, 64)
        kept = Store.usual().open(
            spec.key, lambda: spec.job(threads), progress=progress, timeout=timeout
        )
        _loaded[spec] = CosetTable(kept.data, spec.flips, spec.base)
    return _loaded[spec]


def keep(spec: Spec, made: CosetTable) -> None:
    """Put a table into memory that was built outside the store."""
    _loaded[spec] = made


def forget() -> None:
    """Free the memory of all tables."""
    _loaded.clear()
