"""Surveys: all assemblies of a packing, which of them come apart, and by what levels."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from puzzlery.core.files import write_atomically
from puzzlery.core.progress import Clock, Reporter, SnapshotKeeper
from puzzlery.errors import FileFault
from puzzlery.packings.apart.disassembly import APART, STUCK, UNKNOWN, Disassembly
from puzzlery.packings.apart.taking_apart import (
    ApartOptions,
    AssemblyBatch,
    level_counts,
)
from puzzlery.packings.model.packing import Packing

SECONDS_BETWEEN_SAVES = 1.0


@dataclass(frozen=True)
class ApartSurvey:
    """How many assemblies there are up to symmetry, and how each of them ends.

    `found` holds those that come apart, the highest level first. `single` counts those of one
    piece, which nothing can be taken from.

    >>> from puzzlery.packings import packing
    >>> result = survey(packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
    >>> result.assemblies, len(result.found), result.level_is_unique
    (1, 1, True)
    """

    assemblies: int
    found: tuple[Disassembly, ...]
    stuck: int
    unknown: int
    single: int = 0

    @property
    def summary(self) -> str:
        """The numbers in one line.

        >>> from puzzlery.packings import packing
        >>> survey(packing({"a": "X", "b": "X.\\nXX"}, "2x2")).summary
        '1 assembly up to symmetry; 1 comes apart'
        """
        assemblies = f"{self.assemblies:,} assembl{'y' if self.assemblies == 1 else 'ies'}"
        count = f"{len(self.found):,} come{'s' if len(self.found) == 1 else ''} apart"
        unknown = f"; {self.unknown:,} not decided within the limits" if self.unknown else ""
        single = f"; {self.single:,} of a single piece" if self.single else ""
        return f"{assemblies} up to symmetry; {count}{unknown}{single}"

    @property
    def levels(self) -> Counter[str]:
        """How many assemblies have each level."""
        return level_counts(self.found)

    @property
    def level_is_unique(self) -> bool:
        """Whether exactly one assembly comes apart, and all others are known to be stuck."""
        return len(self.found) == 1 and not self.unknown


def survey(
    packing: Packing,
    *,
    sort: str = "level",
    options: ApartOptions | None = None,
    timeout: float | Clock | None = None,
    progress: Reporter | None = None,
    resume: Path | None = None,
) -> ApartSurvey:
    """Take all assemblies of a packing apart, one of each symmetry class.

    `sort` is "level" or "moves". A long survey is saved in the file `resume` every second, from
    which the same call goes on.

    >>> from puzzlery.packings import packing
    >>> survey(packing({"a": "X", "b": "X.\\nXX"}, "2x2")).levels
    Counter({'1': 1})
    """
    clock = Clock.of(timeout)
    rows = packing.classes(timeout=clock)
    batch = AssemblyBatch(packing.board.lattice, packing.option, rows, options or ApartOptions())
    keep = None if resume is None else resumed(batch, resume)
    batch.run(timeout=clock, progress=progress, keep=keep)
    if resume is not None:
        resume.unlink(missing_ok=True)
    verdicts = batch.verdicts()
    is_single = (rows >= 0).sum(axis=1) == 1
    found = [
        batch.disassembly(number, packing.solution(rows[number].tolist()))
        for number, verdict in enumerate(verdicts)
        if verdict == APART and not is_single[number]
    ]
    by_moves = sort == "moves"
    found.sort(key=lambda each: each.rank[::-1] if by_moves else each.rank, reverse=True)
    stuck, unknown = verdicts.count(STUCK), verdicts.count(UNKNOWN)
    return ApartSurvey(len(rows), tuple(found), stuck, unknown, int(is_single.sum()))


def resumed(batch: AssemblyBatch, path: Path) -> SnapshotKeeper:
    """What saves a batch every second in a file, from which it goes on if the file is there."""
    if path.exists():
        try:
            batch.job.restore(path.read_bytes())
        except ValueError as fault:
            reason = f"holds no survey of this puzzle that can go on ({fault})"
            raise FileFault(reason, source=str(path)) from None
    return SnapshotKeeper(lambda data: write_atomically(path, data), every=SECONDS_BETWEEN_SAVES)
