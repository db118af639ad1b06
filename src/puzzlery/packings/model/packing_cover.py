"""A packing as an exact cover: an option for every placement, items for cells and pieces."""

from enum import Enum, auto
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from puzzlery.cover.cover_table import CoverTable, Item, Option
from puzzlery.cover.exact_cover import ExactCover
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.placement_table import OptionSymmetries

if TYPE_CHECKING:
    from puzzlery.packings.model.packing import Packing

HOLE = "a hole"
"""The item that counts the cells that stay empty, where their number is limited."""


def packing_cover(packing: "Packing", *, symmetries: bool) -> ExactCover:
    """The exact cover of a packing; its options are the placements, in the same order.

    The items of an option are its cells and its piece. Cells that may stay empty and pieces
    that may be left out are secondary; a piece without any limit is no item at all. Where the
    number of empty cells is limited, each cell that may stay empty has an option for a hole,
    behind the placements.

    >>> from puzzlery.packings.catalog import packing
    >>> cover = packing_cover(packing({"a": "X", "b": "X.\\nXX"}, "2x2"), symmetries=False)
    >>> cover.options[0], cover.count()
    (((0, 0), 'a'), 4)
    """
    return _Writer(packing).cover(packing.option_symmetries if symmetries else None)


class _Kind(Enum):
    """A piece as an item of an exact cover."""

    PRIMARY = auto()
    SECONDARY = auto()
    FREE = auto()


class _Writer:
    """The items of a packing by their numbers: cells, pieces, then what is secondary."""

    def __init__(self, packing: "Packing") -> None:
        self._packing, self._rows = packing, packing.option_rows
        self._cells = packing.sorted_cells
        self._kinds = {
            piece.id: _kind(packing, place) for place, piece in enumerate(packing.pieces)
        }
        self._holes = packing.hole_cells()
        needed = packing.required.union(self._holes)
        self._sweep = [cell for cell in packing.board.sweep() if cell in needed]
        self._names: list[Item] = [n for n, kind in self._kinds.items() if kind is _Kind.PRIMARY]
        if self._holes:
            self._names.append(HOLE)
        loose = [cell for cell in packing.board.cells if cell not in needed]
        optional = [name for name, kind in self._kinds.items() if kind is _Kind.SECONDARY]
        self._secondary: tuple[Item, ...] = (*loose, *optional)
        items = (*self._sweep, *self._names, *self._secondary)
        self._number: dict[Item, int] = {item: number for number, item in enumerate(items)}

    def cover(self, symmetries: OptionSymmetries | None) -> ExactCover:
        primary = (*self._sweep, *self._names)
        return ExactCover.of_table(
            self._table(),
            self._options,
            primary,
            self._secondary,
            multiplicity=self._multiplicity(),
            symmetries=() if symmetries is None else tuple(self._with_holes(symmetries)),
            grid=(self._sweep, self._names),
        )

    def _table(self) -> CoverTable:
        start, item = self._entries()
        bounds = self._multiplicity()
        pairs = [bounds.get(each, (1, 1)) for each in (*self._sweep, *self._names)]
        low, high = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
        return CoverTable(
            len(self._sweep), len(self._names), len(self._secondary), start, item,
            np.zeros(len(item), dtype=np.int32), np.ones(len(item), dtype=np.int32),
            low.copy(), high.copy(),
        )  # fmt: skip

    def _entries(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The items of each option: its cells in order, then its piece if that is an item."""
        rows = self._rows
        of_cell = np.array([self._number[cell] for cell in self._cells], dtype=np.int32)
        of_piece = np.array([self._number.get(name, -1) for name in self._kinds], dtype=np.int32)
        item = np.insert(of_cell[rows.cell], rows.start[1:], of_piece[rows.piece])
        sizes = np.diff(rows.start) + (of_piece[rows.piece] >= 0)
        holes = [(self._number[cell], self._number[HOLE]) for cell in self._holes]
        item = np.concatenate([item[item >= 0], np.array(holes, dtype=np.int32).ravel()])
        sizes = np.concatenate([sizes, np.full(len(holes), 2)])
        start = np.concatenate([[0], np.cumsum(sizes)])
        return start.astype(np.int32), item.astype(np.int32)

    def _options(self) -> tuple[Option, ...]:
        counted = {name for name, kind in self._kinds.items() if kind is not _Kind.FREE}
        placements = (
            (*option.cells, option.piece) if option.piece in counted else option.cells
            for option in self._packing.options()
        )
        return (*placements, *((cell, HOLE) for cell in self._holes))

    def _with_holes(self, symmetries: OptionSymmetries) -> NDArray[np.int32]:
        """The symmetries as permutations of the options and of the holes behind them."""
        if not self._holes:
            return symmetries.options
        number = {cell: index for index, cell in enumerate(self._cells)}
        mine = np.array([number[cell] for cell in self._holes])
        hole_of = np.full(len(self._cells), -1)
        hole_of[mine] = np.arange(len(mine)) + len(self._rows)
        return np.hstack([symmetries.options, hole_of[symmetries.cells[:, mine]]]).astype(np.int32)

    def _multiplicity(self) -> dict[Item, tuple[int, int]]:
        packing = self._packing
        bounds: dict[Item, tuple[int, int]] = {
            each.id: (each.low, max(each.low, each.most(len(packing.board))))
            for each in packing.pieces
            if self._kinds[each.id] is _Kind.PRIMARY and not each.is_single
        }
        if self._holes:
            bounds[HOLE] = (0, packing.most_holes or 0)
        return bounds


def _kind(packing: "Packing", place: int) -> _Kind:
    """The kind of item that a piece becomes.

    An option without any primary item would never be chosen, so a piece that can lie wholly
    on cells that may stay empty must be primary.
    """
    piece: Piece = packing.pieces[place]
    if piece.low or piece.high not in (1, None) or _can_lie_loose(packing, place):
        return _Kind.PRIMARY
    return _Kind.SECONDARY if piece.high == 1 else _Kind.FREE


def _can_lie_loose(packing: "Packing", place: int) -> bool:
    rows = packing.option_rows
    needed = np.array([cell in packing.required for cell in packing.sorted_cells])
    mine = rows.chosen(rows.piece == place)
    touched = np.bincount(mine.option_of[needed[mine.cell]], minlength=len(mine))
    return bool((touched == 0).any())
