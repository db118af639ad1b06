"""Packing puzzles with their solver: count, find, list and look into the solutions."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlery.core.progress import Reporter
from puzzlery.cover.exact_cover import Colored, Estimate, ExactCover
from puzzlery.cover.problem import ColoredItem
from puzzlery.cover.solution_classes import Block, are_least, image_table
from puzzlery.packings.catalog import packing_names
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.fixed import FixedLike
from puzzlery.packings.model.impossibility import Reason, reasons
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import Solution
from puzzlery.packings.model.piece import Piece, PiecesLike
from puzzlery.packings.model.placement import Placement

if TYPE_CHECKING:
    from puzzlery.cover.problem import CoverProblem, Entry


def packing(
    pieces: str | PiecesLike,
    board: str | Board,
    *,
    fixed: FixedLike | None = None,
    mirrors: bool | None = None,
    lattice: str = "square",
) -> "PackingPuzzle":
    """The puzzle of filling a board with pieces, ready to be solved.

    Pieces are a set's name or drawings; a board is a name, a drawing or a `Board`. `fixed` gives
    placements in advance, as a drawing or by name; `mirrors` forbids or allows turning pieces
    over; `lattice` tells how drawings of pieces are read.

    >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
    >>> puzzle.count(), puzzle.count(distinct=True)
    (4, 1)
    >>> print(packing("iq", "5x5", fixed="DDD..\\n.D...").name)
    iq 5x5
    """
    return PackingPuzzle(
        packing_names.packing(pieces, board, fixed=fixed, mirrors=mirrors, lattice=lattice)
    )


class PackingPuzzle:
    """A packing and its solutions.

    The definition is `model`; every answer about it is worked out when it is first asked for.
    """

    def __init__(self, model: Packing) -> None:
        self.model = model

    def __repr__(self) -> str:
        fixed = f", {len(self.fixed)} fixed" if self.fixed else ""
        return f"<packing {self.name}: {len(self.pieces)} pieces, {len(self.board)} cells{fixed}>"

    def _repr_svg_(self) -> str:
        from puzzlery.render.packings.packing_svg import packing_svg

        return packing_svg(self.model)

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def board(self) -> Board:
        return self.model.board

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.model.pieces

    @property
    def fixed(self) -> tuple[Placement, ...]:
        return self.model.fixed

    def with_fixed(self, given: FixedLike) -> "PackingPuzzle":
        """The same puzzle with more placements given in advance."""
        return PackingPuzzle(self.model.with_fixed(given))

    def options(self) -> tuple[Placement, ...]:
        """All placements that fit the board and the fixed pieces."""
        return self.model.options()

    @cached_property
    def cover(self) -> ExactCover:
        """The exact cover whose options are the placements."""
        return exact_cover(self.model.cover_problem(symmetries=False))

    @cached_property
    def _symmetric_cover(self) -> ExactCover:
        return exact_cover(self.model.cover_problem())

    @property
    def engine(self) -> str:
        """The engine of the last count, or "argument" if no search was needed."""
        if self._refused:
            return "argument"
        return self._symmetric_cover.chosen_engine or ""

    @cached_property
    def _refused(self) -> list[Reason]:
        return reasons(self.model)

    def why_not(self) -> list[Reason]:
        """Quick proofs that there is no solution; an empty list leaves the question open."""
        return list(self._refused)

    def count(
        self,
        distinct: bool = False,
        *,
        engine: str | None = None,
        threads: int = 1,
        timeout: float | None = None,
        progress: Reporter | None = None,
        executor: Executor | None = None,
        resume: str | Path | None = None,
    ) -> int:
        """How many solutions there are; with `distinct`, up to symmetries of the board.

        A long count can be spread over the tasks of an `executor`, or saved every few seconds in
        the file `resume`, from which the same call goes on after any interruption.
        """
        if self._refused:
            return 0
        return self._symmetric_cover.count(
            distinct=distinct,
            engine=engine,
            threads=threads,
            timeout=timeout,
            progress=progress,
            executor=executor,
            resume=resume,
        )

    def first(
        self,
        *,
        engine: str | None = None,
        timeout: float | None = None,
        progress: Reporter | None = None,
    ) -> Solution | None:
        """A solution, or None if there is none."""
        if self._refused:
            return None
        found = self.cover.first(engine=engine, timeout=timeout, progress=progress)
        return None if found is None else self.solution(found)

    def all(
        self, *, distinct: bool = False, engine: str | None = None, limit: int | None = None
    ) -> Iterator[Solution]:
        """The solutions one after the other; with `distinct`, one of each symmetric family."""
        for block in self.blocks(distinct=distinct, engine=engine, limit=limit):
            yield from (self.solution(row) for row in block.tolist())

    def blocks(
        self, *, distinct: bool = False, engine: str | None = None, limit: int | None = None
    ) -> Iterator[Block]:
        """The solutions as rows of option numbers, thousands at a time; -1 fills short rows."""
        if self._refused or limit == 0:
            return
        if not distinct:
            yield from self._symmetric_cover.arrays(engine=engine, limit=limit)
            return
        table = image_table(self.model.symmetries, len(self.options()))
        left = limit
        for block in self._symmetric_cover.arrays(engine=engine):
            kept = block[are_least(block, table)][:left]
            yield kept
            left = None if left is None else left - len(kept)
            if left == 0:
                return

    def unique(self) -> bool:
        """Whether there is exactly one solution."""
        return not self._refused and self.cover.unique()

    def is_solvable(self, *, timeout: float | None = None) -> bool:
        """Whether there is a solution."""
        return self.first(timeout=timeout) is not None

    def estimate(self, *, probes: int = 1000, seed: int = 0) -> Estimate:
        """About how many solutions there are, by random probing, with the standard error."""
        if self._refused:
            return Estimate(0.0, 0.0)
        return self._symmetric_cover.estimate(probes=probes, seed=seed)

    def random(self, seed: int = 0) -> Solution | None:
        """A random solution."""
        found = None if self._refused else self._symmetric_cover.random(seed)
        return None if found is None else self.solution(found)

    def kth(self, number: int) -> Solution:
        """The solution of that number, from 0, in a fixed order."""
        return self.solution(self._symmetric_cover.kth(number))

    def placement_counts(self) -> dict[Placement, int]:
        """For every placement, in how many solutions it is."""
        if self._refused:
            return dict.fromkeys(self.options(), 0)
        return dict(zip(self.options(), self._symmetric_cover.placement_counts(), strict=True))

    def solution(self, chosen: Sequence[int]) -> Solution:
        """The solution made of the options of these numbers."""
        options = self.options()
        return Solution(self.model, tuple(options[number] for number in chosen if number >= 0))


def exact_cover(problem: "CoverProblem") -> ExactCover:
    """A solver for a cover problem."""
    options = [
        [_entry(entry) for entry in option] if ColoredItem in map(type, option) else option
        for option in problem.options
    ]
    return ExactCover(options, **problem.keywords())


def _entry(entry: "Entry") -> object:
    return Colored(*entry) if isinstance(entry, ColoredItem) else entry
