"""A packing as the matrix of textbooks: cells are columns 1, 2, 3 …, pieces follow from w·h + 1."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from puzzlery.errors import NotExpressible
from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.placement import Placement
from puzzlery.packings.teach.links import Matrix


@dataclass(frozen=True)
class PackingMatrix:
    """The columns and rows of a packing.

    Cells are numbered row by row from 1, pieces after them: those that lie there already first,
    then the others, in the order of the set. A piece that lies there already has a single row. So
    a board that is partly filled needs no change of the algorithm.

    >>> from puzzlery.packings.catalog import packing
    >>> table = PackingMatrix(packing({"ball": "X", "corner": "X.\\nXX"}, "2x2"))
    >>> table.piece_ids
    {'ball': 5, 'corner': 6}
    >>> table.rows[0], table.rows[4]
    ((1, 5), (1, 3, 4, 6))
    >>> sorted(sorted(cover) for cover in table.matrix().covers())
    [[0, 7], [1, 4], [2, 5], [3, 6]]
    """

    packing: Packing

    def __post_init__(self) -> None:
        packing = self.packing
        if len(packing.required) < len(packing.board) or packing.most_holes is not None:
            raise NotExpressible("the plain matrix has no cells that may stay empty")
        for piece in packing.pieces:
            if not piece.is_single:
                raise NotExpressible(
                    f"the plain matrix uses each piece exactly once; {piece.id} is not so"
                )

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells in the order of their columns."""
        return tuple(sorted(self.packing.board.cells))

    @cached_property
    def cell_ids(self) -> dict[Cell, int]:
        """The column of each cell."""
        return {cell: number for number, cell in enumerate(self.cells, 1)}

    @cached_property
    def piece_ids(self) -> dict[str, int]:
        """The column of each piece.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"ball": "X", "corner": "X.\\nXX"}, "2x2")
        >>> PackingMatrix(puzzle.with_fixed({"corner": [(0, 1), (1, 0), (1, 1)]})).piece_ids
        {'corner': 5, 'ball': 6}
        """
        lying = [placement.piece for placement in self.packing.fixed]
        others = [piece.id for piece in self.packing.pieces if piece.id not in lying]
        first = len(self.cells) + 1
        return {piece: number for number, piece in enumerate([*lying, *others], first)}

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """The placement of each row, those of one piece together."""
        lying = {placement.piece: placement for placement in self.packing.fixed}
        return tuple(
            placement
            for piece in self.piece_ids
            for placement in (
                (lying[piece],)
                if piece in lying
                else self.packing.placements_of(self.packing.piece(piece))
            )
        )

    @property
    def universe(self) -> tuple[int, ...]:
        """The numbers of all columns."""
        return tuple(range(1, len(self.cells) + len(self.piece_ids) + 1))

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The columns in which each row has an X."""
        return tuple(
            (*sorted(self.cell_ids[cell] for cell in each.cells), self.piece_ids[each.piece])
            for each in self.placements
        )

    def matrix(self) -> Matrix:
        """The same as linked nodes."""
        return Matrix(len(self.universe), self.rows)

    def solution(self, cover: tuple[int, ...]) -> PackingSolution:
        """The filled board of a cover."""
        return PackingSolution(self.packing, tuple(self.placements[row] for row in cover))

    def lines(self) -> Iterator[str]:
        """The table as text: the universe, then an X for each column of each row.

        >>> from puzzlery.packings.catalog import packing
        >>> print(*PackingMatrix(packing({"ball": "X", "domino": "XX"}, "3x1")).lines(), sep="\\n")
        columns 1 to 3 are cells, 4 ball, 5 domino
        row | 1 2 3 4 5
          0 | X . . X .
          1 | . X . X .
          2 | . . X X .
          3 | X X . . X
          4 | . X X . X
        """
        pieces = ", ".join(f"{number} {piece}" for piece, number in self.piece_ids.items())
        yield f"columns 1 to {len(self.cells)} are cells, {pieces}"
        wide, first = len(str(self.universe[-1])), max(3, len(str(len(self.rows) - 1)))
        head = " ".join(f"{number:>{wide}}" for number in self.universe)
        yield f"{'row':>{first}} | {head}"
        for number, row in enumerate(self.rows):
            marks = ("X" if column in row else "." for column in self.universe)
            yield f"{number:>{first}} | {' '.join(f'{mark:>{wide}}' for mark in marks)}"
