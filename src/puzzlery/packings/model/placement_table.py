"""Placement tables: all placements of pieces on an empty board, and what permutes them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
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
    same = np.arange(len(pieces), dtype=np.int32)
    partners = np.array([number[each] for each in mirror_partners(pieces).values()], dtype=np.int32)
    names = [same] if np.array_equal(same, partners) else [same, partners]
    group = _Group(len(rows), len(board))
    finder = _core.OptionFinder(rows.piece.tobytes(), rows.start.tobytes(), rows.cell.tobytes())
    for cells in board.symmetry_rows(turns):
        if not group.has(cells):
            group.add(cells, _option_images(finder, cells, names))
    return OptionSymmetries(*group.elements())


class _Group:
    """The symmetries that some of them generate, by their cells, with the options they carry."""

    def __init__(self, options: int, cells: int) -> None:
        one = (np.arange(cells, dtype=np.int64), np.arange(options, dtype=np.int32))
        self._all = {one[0].tobytes(): one}
        self._generators: list[tuple[NDArray[np.int64], Ints]] = []

    def has(self, cells: NDArray[np.int64]) -> bool:
        return cells.tobytes() in self._all

    def add(self, cells: NDArray[np.int64], options: Ints | None) -> None:
        """Add a generator, unless it carries an option nowhere."""
        if options is None:
            return
        self._generators.append((cells, options))
        group = list(self._all.values())
        for element in group:  # grows while it is gone through
            for generator in self._generators:
                moved = generator[0][element[0]]
                if moved.tobytes() not in self._all:
                    found = (moved, generator[1][element[1]])
                    self._all[moved.tobytes()] = found
                    group.append(found)

    def elements(self) -> tuple[Ints, NDArray[np.int64]]:
        """The options and cells of all that differ on the options."""
        different = {options.tobytes(): (cells, options) for cells, options in self._all.values()}
        cells, options = zip(*different.values(), strict=True)
        return np.array(options, dtype=np.int32), np.array(cells, dtype=np.int64)


def _option_images(
    finder: _core.OptionFinder, cells: NDArray[np.int64], names: Sequence[Ints]
) -> Ints | None:
    """Where a symmetry carries the options; it may also exchange pieces as `names` tell."""
    table = cells.astype(np.int32).tobytes()
    images = (finder.images(table, each.tobytes()) for each in names)
    found = next((image for image in images if image is not None), None)
    return None if found is None else np.frombuffer(found, dtype=np.int32)


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
