"""Packings: pieces, a board, placements given in advance, and the solutions of all that."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.facade import provided
from puzzlery.core.progress import Clock, Reporter
from puzzlery.cover.exact_cover import ExactCover
from puzzlery.cover.solution_classes import Block, are_least, classes_of, image_table
from puzzlery.cover.walks import Estimate
from puzzlery.errors import InvalidPuzzle, UnknownName
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.fixed import Fixed, FixedLike, read_fixed
from puzzlery.packings.model.impossibility import Impossibility, reasons
from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.packing_cover import packing_cover
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.piece import Piece, distinct_characters
from puzzlery.packings.model.placement import Allows, Placement
from puzzlery.packings.model.placement_table import (
    OptionRows,
    OptionSymmetries,
    PlacementTable,
)

if TYPE_CHECKING:
    from puzzlery.packings.apart.disassembly import Disassembly

UpTo = Literal["all", "rotations", "reflections"]
"""What a count does not tell apart: nothing, turned solutions, or mirrored ones as well."""


@dataclass(frozen=True, eq=False, repr=False)
class Packing:
    """A packing puzzle: fill the board with the pieces, each as often as it says.

    `fixed` placements must be part of every solution. `allows` lists the pairs of colors, of a
    piece's cell and of the board's, that go together; None stands for equal colors. At most
    `most_holes` cells stay empty, of those that may.

    >>> from puzzlery.packings.model.boards import rectangle
    >>> from puzzlery.packings.model.piece import pieces_from
    >>> puzzle = Packing(pieces_from(["X", "X.\\nXX"]), rectangle(2, 2))
    >>> len(puzzle.options())
    8
    >>> puzzle.count(), puzzle.count(distinct=True)
    (4, 1)

    Each answer about the solutions is computed when it is first asked for.
    """

    pieces: tuple[Piece, ...]
    board: Board
    fixed: tuple[Placement, ...] = ()
    name: str = ""
    allows: Allows | None = None
    labels: Mapping[Placement | str, str] = field(default_factory=dict)
    most_holes: int | None = None

    def __post_init__(self) -> None:
        if not self.pieces:
            raise InvalidPuzzle("a packing has no pieces; expected at least one")
        twice = [name for name, count in Counter(p.id for p in self.pieces).items() if count > 1]
        if twice:
            raise InvalidPuzzle(f'two pieces are named "{twice[0]}"')
        lifted = tuple(piece.on(self.board.lattice) for piece in self.pieces)
        object.__setattr__(self, "pieces", lifted)

    def __repr__(self) -> str:
        fixed = f", {len(self.fixed)} fixed" if self.fixed else ""
        return f"<packing {self.name}: {len(self.pieces)} pieces, {len(self.board)} cells{fixed}>"

    def _repr_svg_(self) -> str:
        picture: str = provided("packing.svg")(self)
        return picture

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Packing) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash((self.pieces, self.board, self.fixed))

    def _content(self) -> tuple[object, ...]:
        return (set(self.pieces), self.board, set(self.fixed), self.allows, self.most_holes)

    def piece(self, name: str) -> Piece:
        """The piece of that name.

        >>> from puzzlery.packings.catalog import packing
        >>> print(packing("pentominoes", "6x10").piece("W").shape)
        .XX
        XX.
        X..
        """
        if name not in self._by_id:
            message = f'no piece is named "{name}"; the pieces are {", ".join(self._by_id)}'
            raise UnknownName.near(message, name, self._by_id)
        return self._by_id[name]

    @cached_property
    def _by_id(self) -> dict[str, Piece]:
        return {piece.id: piece for piece in self.pieces}

    def with_fixed(self, given: FixedLike) -> "Packing":
        """The packing with these placements given in advance, besides those that already are.

        They may be a drawing of the board in letters, rows of names with 0 for empty cells, a
        mapping from names to cells, or placements. Names of one's own are kept: a group of cells
        is then known by its shape. If something is wrong, the error lists every reason.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> print(puzzle.with_fixed("a.").first())
        ab
        bb
        """
        found: Fixed = read_fixed(given, self)
        return self._sharing(replace(self, fixed=found.placements, labels=found.labels))

    def copy(self) -> "Packing":
        """An equal packing that shares the placements, but none of the answers found so far.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing("tetrominoes", "4x5")
        >>> puzzle.copy() == puzzle, puzzle.copy() is puzzle
        (True, False)
        """
        return self._sharing(replace(self))

    def _sharing(self, other: "Packing") -> "Packing":
        """Let another packing of the same pieces and board use this one's placement table."""
        object.__setattr__(other, "_table", self._table)
        return other

    def relabelled(self, labels: Mapping[Placement | str, str]) -> "Packing":
        """The packing with other names for some of its pieces or fixed placements.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2", fixed="a.")
        >>> print(puzzle.relabelled({"b": "#"}).first())
        a#
        ##
        """
        return self._sharing(replace(self, labels={**self.labels, **labels}))

    def options(self) -> tuple[Placement, ...]:
        """All placements that can be part of a solution with the fixed ones.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> len(puzzle.options()), len(puzzle.with_fixed("a.").options())
        (8, 2)
        """
        return self._options

    @cached_property
    def _options(self) -> tuple[Placement, ...]:
        every = self._table.options
        return every if not self.fixed else tuple(every[n] for n in np.flatnonzero(self._fitting))

    def option(self, number: int) -> Placement:
        """The placement of that number, without making all others.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing("pentominoes", "6x10")
        >>> puzzle.option(700) == puzzle.options()[700]
        True
        """
        if "_options" in self.__dict__:
            return self._options[number]
        if number not in self._made:
            rows, cells = self.option_rows, self.sorted_cells
            mine = rows.cell[rows.start[number] : rows.start[number + 1]].tolist()
            piece = self.pieces[rows.piece[number]].id
            self._made[number] = Placement(piece, tuple([cells[cell] for cell in mine]))
        return self._made[number]

    @cached_property
    def _made(self) -> dict[int, Placement]:
        return {}

    @cached_property
    def option_rows(self) -> OptionRows:
        """The options as arrays, with cells by their numbers in sorted order."""
        return self._table.rows.chosen(self._fitting) if self.fixed else self._table.rows

    @cached_property
    def _fitting(self) -> NDArray[np.bool_]:
        return self._table.fitting(self.fixed)

    def placements_of(self, piece: Piece) -> list[Placement]:
        """All placements of one piece on the empty board.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing("pentominoes", "6x10")
        >>> [len(puzzle.placements_of(puzzle.piece(name))) for name in "XF"]
        [32, 256]
        """
        return self._table.of_piece(piece)

    @property
    def sorted_cells(self) -> tuple[Cell, ...]:
        """The cells of the board in the order in which `option_rows` numbers them."""
        return self._table.cells

    @cached_property
    def _table(self) -> PlacementTable:
        return PlacementTable(self.pieces, self.board, self.allows)

    @cached_property
    def required(self) -> frozenset[Cell]:
        """The cells that every solution covers: those that must be filled, and the fixed ones.

        >>> from puzzlery.packings.catalog import packing
        >>> sorted(packing({"a": "X"}, "X?\\n??").required)
        [(0, 0)]
        >>> sorted(packing({"a": "X", "b": "X"}, "X?\\n??", fixed="a\\nb").required)
        [(0, 0), (1, 0)]
        """
        taken = {cell for each in self.fixed for cell in each.cells}
        return frozenset(taken.union(self.board.required))

    def label(self, placement: Placement) -> str:
        """The name of the piece of a placement: the one that the user gave it, if any.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2", fixed=[["one", 0], [0, 0]])
        >>> [(placement.piece, puzzle.label(placement)) for placement in puzzle.fixed]
        [('a', 'one')]
        """
        own = self.labels.get(placement)
        return own or self.labels.get(placement.piece, placement.piece)

    def character(self, placement: Placement) -> str:
        """The one character by which a placement is drawn.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"dot": "X", "ell": "X.\\nXX"}, "2x2")
        >>> [puzzle.character(placement) for placement in puzzle.first()]
        ['A', 'B']
        """
        return self._characters.get(self.label(placement), "?")

    @cached_property
    def _characters(self) -> dict[str, str]:
        names = [self.labels.get(piece.id, piece.id) for piece in self.pieces]
        names += [self.label(each) for each in self.fixed]
        return distinct_characters(names)

    def hole_cells(self) -> tuple[Cell, ...]:
        """The cells that may stay empty, if only so many of them may: else none.

        >>> from dataclasses import replace
        >>> from puzzlery.packings.catalog import packing
        >>> dots = packing({"a": "X"}, "X??\\n")
        >>> dots.hole_cells(), replace(dots, most_holes=1).hole_cells()
        ((), ((0, 1), (0, 2)))
        """
        loose = tuple(sorted(self.board.optional - self.required))
        return loose if self.most_holes is not None and self.most_holes < len(loose) else ()

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries of the board that carry solutions to solutions, as option permutations.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> len(puzzle.symmetries)
        8
        """
        return tuple(map(tuple, self.option_symmetries.options.tolist()))

    @cached_property
    def option_symmetries(self) -> OptionSymmetries:
        """The same symmetries as arrays, of the options and of the cells."""
        return self._table.symmetries(self.option_rows)

    @cached_property
    def option_rotations(self) -> OptionSymmetries:
        """Those of the symmetries that only turn the board; in the plane, without turning it over.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> len(puzzle.option_rotations), len(puzzle.option_symmetries)
        (4, 8)
        """
        return self._table.symmetries(self.option_rows, mirrors=False)

    def exact_cover(self, *, symmetries: bool = True) -> ExactCover:
        """The puzzle as a new exact cover, with an option for every placement, in the same order.

        Symmetries take a while to find, and only counting needs them.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> puzzle.exact_cover()
        <ExactCover: 8 options, 6 items>
        """
        return packing_cover(self, symmetries=symmetries)

    @cached_property
    def cover(self) -> ExactCover:
        """The exact cover whose options are the placements.

        >>> from puzzlery.packings.catalog import packing
        >>> packing("pentominoes", "6x10").cover
        <ExactCover: 2056 options, 72 items>
        """
        return self.exact_cover(symmetries=False)

    @cached_property
    def _symmetric_cover(self) -> ExactCover:
        return self.exact_cover()

    @cached_property
    def _rotation_cover(self) -> ExactCover:
        return self._symmetric_cover.under(self._rotations_of_options())

    def _rotations_of_options(self) -> list[Sequence[int]]:
        """Those of the cover's symmetries that are rotations, its holes included."""
        turns = {row.tobytes() for row in self.option_rotations.options}
        count = len(self.option_rows)
        rows = (np.array(row, dtype=np.int32) for row in self._symmetric_cover.symmetries)
        return [row.tolist() for row in rows if row[:count].tobytes() in turns]

    @property
    def engine(self) -> str:
        """The engine of the last count, or "argument" if no search was needed.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing("tetrominoes", "4x5")
        >>> puzzle.count(), puzzle.engine
        (0, 'argument')
        """
        if self._refused:
            return "argument"
        turned = self.__dict__.get("_rotation_cover")
        return self._symmetric_cover.chosen_engine or (turned and turned.chosen_engine) or ""

    @cached_property
    def _refused(self) -> list[Impossibility]:
        return reasons(self)

    def why_not(self) -> list[Impossibility]:
        """Quick proofs that there is no solution; an empty list leaves the question open.

        >>> from puzzlery.packings.catalog import packing
        >>> print(*packing("pentominoes", "7x9").why_not())
        The board has 63 cells to fill, the pieces only 60.
        """
        return list(self._refused)

    def count(
        self,
        distinct: bool = False,
        *,
        up_to: UpTo | None = None,
        engine: str | None = None,
        threads: int = 1,
        timeout: float | None = None,
        progress: Reporter | None = None,
        executor: Executor | None = None,
        resume: str | Path | None = None,
    ) -> int:
        """How many solutions there are: all, or up to motions of the board.

        `up_to` is "all" (each solution counts), "rotations" (solutions that a turn of the board
        carries to one another count once), or "reflections" (the same with mirror images, where
        each piece is its own mirror image or has a partner that is); `distinct` stands for the
        last. A long count can be spread over the tasks of an `executor`, or saved every few
        seconds in the file `resume`, from which the same call goes on after any interruption.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> puzzle.count(), puzzle.count(distinct=True)
        (4, 1)
        >>> soma = packing("soma", "3x3x3")
        >>> [soma.count(up_to=each) for each in ("all", "rotations", "reflections")]
        [11520, 480, 240]
        """
        wanted = _known(up_to or ("reflections" if distinct else "all"))
        if self._refused:
            return 0
        cover = self._rotation_cover if wanted == "rotations" else self._symmetric_cover
        return cover.count(
            distinct=wanted != "all",
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
    ) -> PackingSolution | None:
        """A solution, or None if there is none.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> puzzle.first().is_complete
        True
        """
        if self._refused:
            return None
        found = self.cover.first(engine=engine, timeout=timeout, progress=progress)
        return None if found is None else self.solution(found)

    def all(
        self, *, distinct: bool = False, engine: str | None = None, limit: int | None = None
    ) -> Iterator[PackingSolution]:
        """The solutions one after the other; with `distinct`, one of each symmetry class.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> len(list(puzzle.all())), len(list(puzzle.all(distinct=True)))
        (4, 1)
        """
        for block in self.blocks(distinct=distinct, engine=engine, limit=limit):
            yield from (self.solution(row) for row in block.tolist())

    def blocks(
        self, *, distinct: bool = False, engine: str | None = None, limit: int | None = None
    ) -> Iterator[Block]:
        """The solutions as rows of option numbers, thousands at a time; -1 fills short rows.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> sum(len(block) for block in puzzle.blocks())
        4
        """
        if self._refused or limit == 0:
            return
        if not distinct:
            found = self._symmetric_cover.arrays(engine=engine, limit=limit)
            yield from map(self._without_holes, found)
            return
        table = image_table(self.option_symmetries.options, len(self.option_rows))
        left = limit
        for block in map(self._without_holes, self._symmetric_cover.arrays(engine=engine)):
            kept = block[are_least(block, table)][:left]
            yield kept
            left = None if left is None else left - len(kept)
            if left == 0:
                return

    def _without_holes(self, block: Block) -> Block:
        """Rows of option numbers without those that stand for holes."""
        if not self.hole_cells():
            return block
        return np.sort(np.where(block < len(self.option_rows), block, -1), axis=1)

    def classes(
        self,
        *,
        up_to: UpTo = "reflections",
        limit: int | None = None,
        timeout: float | Clock | None = None,
    ) -> NDArray[np.int32]:
        """One row of option numbers for each symmetry class of solutions, in order.

        It is the least solution of its class; -1 fills short rows. All are held in memory: where
        there are more than `limit` that a search finds, this is an error.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing("pentominoes", "3x20")
        >>> [len(puzzle.classes(up_to=each)) for each in ("all", "rotations", "reflections")]
        [8, 4, 2]
        """
        images = self._images(up_to)
        if self._refused:
            return classes_of([], images)
        cover = self._rotation_cover if up_to == "rotations" else self._symmetric_cover
        most = None if limit is None else limit + 1
        found = cover.arrays(spread=up_to == "all", limit=most, timeout=timeout)
        blocks = [*map(self._without_holes, found)]
        if limit is not None and sum(map(len, blocks)) > limit:
            raise InvalidPuzzle(f"there are more than {limit:,} solutions to look at")
        return classes_of(blocks, images)

    def _images(self, up_to: UpTo) -> NDArray[np.int32]:
        """For each symmetry that a count disregards, where the options go."""
        if _known(up_to) == "all":
            return np.arange(len(self.option_rows), dtype=np.int32)[None]
        chosen = self.option_rotations if up_to == "rotations" else self.option_symmetries
        return chosen.options

    def unique(self, *, timeout: float | None = None) -> bool:
        """Whether there is exactly one solution.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> puzzle.unique(), puzzle.with_fixed("a.").unique()
        (False, True)
        """
        return not self._refused and self.cover.unique(timeout=timeout)

    def is_solvable(self, *, timeout: float | None = None) -> bool:
        """Whether there is a solution.

        >>> from puzzlery.packings.catalog import packing
        >>> packing({"a": "X", "b": "X.\\nXX"}, "2x2").is_solvable()
        True
        >>> packing("tetrominoes", "4x5").is_solvable()
        False
        """
        return self.first(timeout=timeout) is not None

    def estimate(self, *, probes: int = 1000, seed: int = 0) -> Estimate:
        """An estimate of the number of solutions by random probing, with its standard error.

        >>> from puzzlery.packings.catalog import packing
        >>> print(packing({"a": "X", "b": "X.\\nXX"}, "2x2").estimate(probes=10))
        4 ± 0
        """
        if self._refused:
            return Estimate(0.0, 0.0)
        return self._symmetric_cover.estimate(probes=probes, seed=seed)

    def random(self, seed: int = 0) -> PackingSolution | None:
        """A random solution.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> puzzle.random(7).is_complete
        True
        """
        found = None if self._refused else self._symmetric_cover.random(seed)
        return None if found is None else self.solution(found)

    def kth(self, number: int) -> PackingSolution:
        """The solution of that number, from 0, in a fixed order.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> len({str(puzzle.kth(number)) for number in range(4)})
        4
        """
        return self.solution(self._symmetric_cover.kth(number))

    def placement_counts(self) -> dict[Placement, int]:
        """For every placement, in how many solutions it is.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> set(puzzle.placement_counts().values())
        {1}
        """
        if self._refused:
            return dict.fromkeys(self.options(), 0)
        counts = self._symmetric_cover.placement_counts()
        return dict(zip(self.options(), counts[: len(self.options())], strict=True))

    def solution(self, chosen: Sequence[int]) -> PackingSolution:
        """The solution made of the options of these numbers.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> puzzle.solution(puzzle.cover.first()).is_complete, puzzle.solution([0]).is_complete
        (True, False)
        """
        count = len(self.option_rows)
        return PackingSolution(
            self, tuple(self.option(number) for number in chosen if 0 <= number < count)
        )

    def disassemble(self, solution: PackingSolution, **options: Any) -> "Disassembly":
        """Whether and how a solution comes apart; see `puzzlery.packings.apart`.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing("soma", "3x3x3")
        >>> puzzle.disassemble(puzzle.first()).verdict
        'apart'
        """
        found: Disassembly = provided("packing.disassemble")(solution, **options)
        return found


def _known(up_to: UpTo) -> UpTo:
    if up_to not in get_args(UpTo):
        raise UnknownName.among("kind of count", up_to, get_args(UpTo))
    return up_to
