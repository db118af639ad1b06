"""Set search: all sets of n pieces out of a family, by how they fill a board and come apart.

Instead of solving set after set, all assemblies of the whole family are found in one search, where
each piece may be used or not. Assemblies of the same pieces then make a set.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.progress import Clock, Reporter
from puzzlery.errors import InvalidPuzzle
from puzzlery.packings.apart.disassembly import APART, UNKNOWN, Disassembly, Verdict
from puzzlery.packings.apart.survey import resumed
from puzzlery.packings.apart.taking_apart import ApartOptions, AssemblyBatch, Rows
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.packing import Packing, UpTo
from puzzlery.packings.model.piece import Piece

# Some hundred bytes each while they are taken apart, so about a gigabyte.
MOST_ASSEMBLIES = 4_000_000


@dataclass(frozen=True, slots=True)
class RankedSet:
    """A set of pieces, a name for each copy: its assemblies, and how many of them come apart.

    `best` is the assembly of the highest level.
    """

    names: tuple[str, ...]
    assemblies: int
    apart: int
    unknown: int
    best: Disassembly | None

    @property
    def level(self) -> str:
        """The highest level of an assembly, "" if none comes apart."""
        return "" if self.best is None else self.best.level

    @property
    def is_unique(self) -> bool:
        """Whether it has a single assembly, which comes apart."""
        return self.assemblies == self.apart == 1

    def __str__(self) -> str:
        return " ".join(self.names)


@dataclass(frozen=True, slots=True)
class SetRanking:
    """The sets that were asked for, those of the highest level first, and what was looked at.

    `assemblies` and `taken` count all assemblies of the family and the sets that have one, whether
    asked for or not. `apart` and `unknown` count assemblies of sets with few enough of them.
    """

    sets: tuple[RankedSet, ...]
    assemblies: int
    apart: int
    unknown: int
    taken: int

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces of all these sets, each once."""
        return tuple(dict.fromkeys(name for each in self.sets for name in each.names))


@dataclass(frozen=True, slots=True)
class WantedSets:
    """Which sets are asked for.

    A set has `size` pieces, each piece of the family at most `copies` times (None: any number),
    and at most `most_assemblies` assemblies. Without `symmetric`, no piece of it may look the
    same after a turn. `only_apart` asks that an assembly comes apart.
    """

    size: int
    copies: int | None = None
    most_assemblies: int | None = None
    symmetric: bool = True
    only_apart: bool = True


def piece_sets(
    family: Iterable[Piece],
    board: Board,
    wanted: WantedSets,
    *,
    up_to: UpTo = "rotations",
    options: ApartOptions | None = None,
    timeout: float | Clock | None = None,
    progress: Reporter | None = None,
    resume: Path | None = None,
) -> SetRanking:
    """All sets of pieces out of a family that fill a board, ranked.

    Sets of higher level come first, then those with fewer assemblies. Assemblies that turns carry
    to one another count once; with `up_to="reflections"`, mirror images as well. A long search
    is saved in the file `resume` every second, from which the same call goes on.

    >>> from puzzlery.packings.catalog import board, pieces
    >>> found = piece_sets(pieces("tetracubes"), board("2x2x4"), WantedSets(4, copies=1))
    >>> found.assemblies, found.taken, str(found.sets[0]), found.sets[0].assemblies
    (29, 17, 'A B D G', 1)
    """
    clock = Clock.of(timeout)
    packing = _any_of(family, board, wanted)
    rows = packing.classes(up_to=up_to, limit=MOST_ASSEMBLIES, timeout=clock)
    rows = rows[(rows >= 0).sum(axis=1) == wanted.size].astype(np.int32)
    sets = _Sets(packing, rows)
    chosen = rows[sets.sizes[sets.number] <= (wanted.most_assemblies or len(rows))]
    batch = AssemblyBatch(board.lattice, packing.option, chosen, options or ApartOptions())
    batch.run(
        timeout=clock, progress=progress, keep=None if resume is None else resumed(batch, resume)
    )
    if resume is not None:
        resume.unlink(missing_ok=True)
    verdicts = batch.verdicts()
    found = _Sets(packing, chosen).with_verdicts(batch, verdicts)
    if wanted.only_apart:
        found = [each for each in found if each.apart]
    found.sort(key=lambda each: (each.best.rank if each.best else (), -each.assemblies),
               reverse=True)  # fmt: skip
    return SetRanking(
        tuple(found), len(rows), verdicts.count(APART), verdicts.count(UNKNOWN), len(sets.sizes)
    )


def _any_of(family: Iterable[Piece], board: Board, wanted: WantedSets) -> Packing:
    """The packing in which each piece of a family may be used or not."""
    if wanted.size < 2:
        raise InvalidPuzzle(f"sets of {wanted.size} pieces; expected at least 2")
    copies = wanted.size if wanted.copies is None else min(wanted.copies, wanted.size)
    if copies < 1:
        raise InvalidPuzzle(f"each piece at most {copies} times; expected at least once")
    chosen = [piece for piece in family if wanted.symmetric or not _is_symmetric(piece)]
    if not chosen:
        raise InvalidPuzzle("the family has no piece that may be used")
    return Packing(tuple(replace(piece, low=0, high=copies) for piece in chosen), board)


def _is_symmetric(piece: Piece) -> bool:
    return piece.shape.symmetries(mirrors=False) > 1


class _Sets:
    """Assemblies by the pieces that they use: the set of each row, and the rows of each set."""

    def __init__(self, packing: Packing, rows: Rows) -> None:
        self._packing, self._rows = packing, rows
        kinds = np.sort(packing.option_rows.piece[rows], axis=1)
        self._kinds: NDArray[np.int32]
        if len(rows):
            self._kinds, self.number, self.sizes = np.unique(
                kinds, axis=0, return_inverse=True, return_counts=True
            )
        else:
            self._kinds = kinds
            self.number = self.sizes = np.zeros(0, dtype=np.int64)

    def with_verdicts(self, batch: AssemblyBatch, verdicts: Sequence[Verdict]) -> list[RankedSet]:
        order = np.argsort(self.number, kind="stable")
        groups = np.split(order, np.cumsum(self.sizes)[:-1]) if len(self.sizes) else []
        return [
            self._piece_set(kinds, members.tolist(), batch, verdicts)
            for kinds, members in zip(self._kinds.tolist(), groups, strict=True)
        ]

    def _piece_set(
        self,
        kinds: Sequence[int],
        members: Sequence[int],
        batch: AssemblyBatch,
        verdicts: Sequence[Verdict],
    ) -> RankedSet:
        apart = [number for number in members if verdicts[number] == APART]
        taken = [
            batch.disassembly(number, self._packing.solution(self._rows[number].tolist()))
            for number in apart
        ]
        return RankedSet(
            tuple(self._packing.pieces[kind].id for kind in kinds),
            len(members),
            len(apart),
            sum(verdicts[number] == UNKNOWN for number in members),
            max(taken, key=lambda each: each.rank, default=None),
        )
