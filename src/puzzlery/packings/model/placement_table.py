"""Placement tables: all placements of pieces on an empty board, and what permutes them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import Cell, Matrix
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.placement import Allows, Placement, Rows, placed, placement_rows
from puzzlery.packings.model.shape import Shape

Ints = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class OptionRows:
    """Placements as arrays: option k is of piece `piece[k]`, on the cells `cell[start[k]:…]`.

    Cells are numbered in sorted order, pieces in the order of the packing.
    """

    piece: Ints
    start: Ints
    cell: Ints

    @classmethod
    def of(cls, rows: Sequence[Rows]) -> "OptionRows":
        """The placements of several pieces, one after the other.

        >>> OptionRows.of([np.array([[0], [1]]), np.array([[0, 1]])]).start.tolist()
        [0, 1, 2, 4]
        """
        sizes = [np.full(len(each), each.shape[1]) for each in rows]
        pieces = [np.full(len(each), number) for number, each in enumerate(rows)]
        return cls(
            np.concatenate(pieces).astype(np.int32),
            np.cumsum(np.concatenate([[0], *sizes])).astype(np.int32),
            np.concatenate([each.ravel() for each in rows]).astype(np.int32),
        )

    def __len__(self) -> int:
        return len(self.piece)

    @property
    def option_of(self) -> Ints:
        """The option of each entry.

        >>> OptionRows.of([np.array([[0], [1]]), np.array([[0, 1]])]).option_of.tolist()
        [0, 1, 2, 2]
        """
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.start))

    def chosen(self, keep: NDArray[np.bool_]) -> "OptionRows":
        """Only some of the options.

        >>> OptionRows.of([np.array([[0], [1]])]).chosen(np.array([False, True])).cell.tolist()
        [1]
        """
        sizes = np.diff(self.start)[keep]
        start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
        return OptionRows(self.piece[keep], start, self.cell[keep[self.option_of]])


@dataclass(frozen=True, eq=False)
class PlacementTable:
    """The placements of pieces on an empty board, and the symmetries that permute them.

    Each part is computed when it is first needed. Packings of the same pieces on the same board
    share one table.

    >>> from puzzlery.packings.model.boards import rectangle
    >>> from puzzlery.packings.model.piece import pieces_from
    >>> table = PlacementTable(pieces_from(["XX"]), rectangle(8, 8))
    >>> len(table.options), len(table.symmetries(table.rows))
    (112, 8)
    """

    pieces: tuple[Piece, ...]
    board: Board
    allows: Allows | None = None
    _rows: dict[str, Rows] = field(default_factory=dict, init=False)
    _by_piece: dict[str, list[Placement]] = field(default_factory=dict, init=False)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the board in sorted order, by which rows number them."""
        return tuple(sorted(self.board.cells))

    def fitting(self, fixed: Sequence[Placement]) -> NDArray[np.bool_]:
        """Which of the options go together with fixed placements, these included.

        >>> from puzzlery.packings.model.boards import rectangle
        >>> from puzzlery.packings.model.piece import pieces_from
        >>> table = PlacementTable(pieces_from(["X", "X.\\nXX"]), rectangle(2, 2))
        >>> table.fitting(table.options[:1]).tolist()
        [True, False, False, False, False, False, False, True]
        """
        room = len(self.board)
        taken = {cell for each in fixed for cell in each.cells}
        used = Counter(each.piece for each in fixed)
        covered = np.array([cell in taken for cell in self.cells])
        more = np.array([used[piece.id] < piece.most(room) for piece in self.pieces])
        rows = self.rows
        meets = np.bincount(rows.option_of[covered[rows.cell]], minlength=len(rows)) > 0
        keep: NDArray[np.bool_] = ~meets & more[rows.piece]
        number = {option: index for index, option in enumerate(self.options)}
        keep[[number[each] for each in fixed if each in number]] = True
        return keep

    def of_piece(self, piece: Piece) -> list[Placement]:
        """All placements of one piece.

        >>> from puzzlery.packings.model.boards import rectangle
        >>> from puzzlery.packings.model.piece import pieces_from
        >>> table = PlacementTable(pieces_from(["XX", "X.\\nXX"]), rectangle(2, 2))
        >>> [len(table.of_piece(piece)) for piece in table.pieces]
        [4, 4]
        """
        if piece.id not in self._by_piece:
            self._by_piece[piece.id] = placed(piece, self.cells, self._rows_of(piece))
        return self._by_piece[piece.id]

    def _rows_of(self, piece: Piece) -> Rows:
        if piece.id not in self._rows:
            found = placement_rows(piece, self.cells, self.board.colors, self.allows)
            self._rows[piece.id] = found
        return self._rows[piece.id]

    @cached_property
    def rows(self) -> OptionRows:
        """The placements of the pieces that may be used at all, as arrays."""
        room = len(self.board)
        nothing = np.zeros((0, 1), dtype=np.int32)
        return OptionRows.of(
            [self._rows_of(piece) if piece.most(room) else nothing for piece in self.pieces]
        )

    @cached_property
    def options(self) -> tuple[Placement, ...]:
        """The placements of the pieces that may be used at all."""
        room = len(self.board)
        usable = (piece for piece in self.pieces if piece.most(room) > 0)
        return tuple(option for piece in usable for option in self.of_piece(piece))

    def symmetries(self, rows: OptionRows, *, mirrors: bool = True) -> "OptionSymmetries":
        """The symmetries of the board that carry options to options.

        Without `mirrors`, only those that turn the board.
        """
        turns = self.board.lattice.turns if mirrors else self.board.lattice.rotations
        return option_symmetries(self.pieces, self.board, rows, turns)


@dataclass(frozen=True, eq=False)
class OptionSymmetries:
    """Where the symmetries of a board carry each option, and each sorted cell of the board."""

    options: NDArray[np.int32]
    cells: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.options)


def option_symmetries(
    pieces: Sequence[Piece], board: Board, rows: OptionRows, turns: Sequence[Matrix]
) -> OptionSymmetries:
    """For every turn of the board that carries solutions to solutions, where each option goes.

    A mirror may exchange a piece and its mirror image, if the set has both. A turn that moves a
    fixed placement is left out, since the options then have no image.

    >>> from puzzlery.packings.catalog import packing
    >>> puzzle = packing("pentominoes", "3x20")
    >>> len(puzzle.symmetries)
    4
    """
    number = {piece.id: index for index, piece in enumerate(pieces)}
    same = np.arange(len(pieces))
    partners = np.array([number[name] for name in mirror_partners(pieces).values()])
    names = [same] if np.array_equal(same, partners) else [same, partners]
    finder = _OptionFinder(rows, len(board), len(pieces))
    found: dict[bytes, tuple[Ints, NDArray[np.int64]]] = {}
    for image in board.symmetry_rows(turns):
        images = (finder.images(image, each) for each in names)
        options = next((each for each in images if each is not None), None)
        if options is not None:
            found.setdefault(options.tobytes(), (options, image))
    options_found = [options for options, _ in found.values()]
    cells_found = [cells for _, cells in found.values()]
    return OptionSymmetries(
        np.array(options_found, dtype=np.int32).reshape(len(found), len(rows)),
        np.array(cells_found, dtype=np.int64).reshape(len(found), len(board)),
    )


class _OptionFinder:
    """Finds options by their piece and cells: by sums of random marks, then compared exactly."""

    def __init__(self, rows: OptionRows, cells: int, pieces: int) -> None:
        marks = np.random.default_rng(1).integers(0, 2**63, cells + pieces, dtype=np.uint64)
        self._rows, self._marks, self._pieces = rows, marks[:cells], marks[cells:]
        self._option_of = rows.option_of
        names = self._names(rows.cell, rows.piece)
        self._order = np.argsort(names, kind="stable")
        self._sorted = names[self._order]

    def _names(self, cell: NDArray[np.integer], piece: NDArray[np.integer]) -> NDArray[np.uint64]:
        if not len(piece):
            return np.zeros(0, dtype=np.uint64)
        sums = np.add.reduceat(self._marks[cell], self._rows.start[:-1])
        return np.asarray(sums + self._pieces[piece])

    def images(self, image: NDArray[np.int64], piece_image: NDArray[np.int64]) -> Ints | None:
        """Where each option goes; None if one of them goes nowhere."""
        rows = self._rows
        if not len(rows):
            return np.zeros(0, dtype=np.int32)
        cells, pieces = image[rows.cell], piece_image[rows.piece]
        place = np.searchsorted(self._sorted, self._names(cells, pieces))
        found = self._order[np.minimum(place, len(rows) - 1)]
        return found.astype(np.int32) if self._are(found, cells, pieces) else None

    def _are(
        self, found: NDArray[np.int64], cells: NDArray[np.int64], pieces: NDArray[np.int64]
    ) -> bool:
        """Whether these options have just these cells, option by option, and pieces."""
        rows = self._rows
        sizes = np.diff(rows.start)
        if not (np.array_equal(rows.piece[found], pieces) and np.array_equal(sizes[found], sizes)):
            return False
        within = np.arange(len(rows.cell)) - np.repeat(rows.start[:-1], sizes)
        theirs = rows.cell[np.repeat(rows.start[found], sizes) + within]
        order = np.lexsort((cells, self._option_of))
        return np.array_equal(cells[order], theirs)


def mirror_partners(pieces: Sequence[Piece]) -> dict[str, str]:
    """For each piece the one that is its mirror image: mostly itself.

    >>> from puzzlery.packings.catalog import pieces
    >>> partners = mirror_partners(pieces("soma"))
    >>> {name: partner for name, partner in partners.items() if name != partner}
    {'A': 'B', 'B': 'A'}
    """
    by_kind: dict[object, list[str]] = {}
    for piece in pieces:
        by_kind.setdefault(piece.kind(), []).append(piece.id)
    partners = {}
    for piece in pieces:
        mine = by_kind[piece.kind()]
        theirs = by_kind.get(_mirrored(piece).kind(), mine)
        # Several pieces of one kind are paired in their order.
        place = mine.index(piece.id)
        partners[piece.id] = theirs[place] if place < len(theirs) else piece.id
    return partners


def _mirrored(piece: Piece) -> Piece:
    shape: Shape = piece.shape.mirrored()
    return Piece(piece.id, shape, piece.low, piece.high, piece.mirrors)
