"""A packing as an exact cover: an option for every placement, items for cells and pieces."""

from enum import Enum, auto
from typing import TYPE_CHECKING

from puzzlery.cover.cover_table import Item
from puzzlery.cover.exact_cover import ExactCover
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.placement import Placement

if TYPE_CHECKING:
    from puzzlery.packings.model.packing import Packing


def packing_cover(packing: "Packing", *, symmetries: bool) -> ExactCover:
    """The exact cover of a packing; its options are the placements, in the same order.

    The items of an option are its cells and its piece. Cells that may stay empty and pieces
    that may be left out are secondary; a piece without any limit is no item at all.

    >>> from puzzlery.packings.catalog import packing
    >>> cover = packing_cover(packing({"a": "X", "b": "X.\\nXX"}, "2x2"), symmetries=False)
    >>> cover.options[0], cover.count()
    (((0, 0), 'a'), 4)
    """
    kinds = {piece.id: _kind(packing, piece) for piece in packing.pieces}
    counted = {name for name, kind in kinds.items() if kind is not _Kind.FREE}
    sweep = [cell for cell in packing.board.sweep() if cell in packing.required]
    names = [name for name, kind in kinds.items() if kind is _Kind.PRIMARY]
    loose = [cell for cell in packing.board.cells if cell not in packing.required]
    optional = [name for name, kind in kinds.items() if kind is _Kind.SECONDARY]
    return ExactCover(
        [_items(option, counted) for option in packing.options()],
        (*sweep, *names),
        (*loose, *optional),
        multiplicity=_multiplicity(packing, names),
        symmetries=packing.symmetries if symmetries else (),
        grid=(sweep, names),
    )


class _Kind(Enum):
    """A piece as an item of an exact cover."""

    PRIMARY = auto()
    SECONDARY = auto()
    FREE = auto()


def _kind(packing: "Packing", piece: Piece) -> _Kind:
    """The kind of item that a piece becomes.

    An option without any primary item would never be chosen, so a piece that can lie wholly
    on cells that may stay empty must be primary.
    """
    if piece.low or piece.high not in (1, None) or _can_lie_loose(packing, piece):
        return _Kind.PRIMARY
    return _Kind.SECONDARY if piece.high == 1 else _Kind.FREE


def _can_lie_loose(packing: "Packing", piece: Piece) -> bool:
    return any(
        packing.required.isdisjoint(option.cells)
        for option in packing.options()
        if option.piece == piece.id
    )


def _multiplicity(packing: "Packing", names: list[str]) -> dict[Item, tuple[int, int]]:
    pieces = [packing.piece(name) for name in names if not packing.piece(name).is_single]
    return {each.id: (each.low, max(each.low, each.most(len(packing.board)))) for each in pieces}


def _items(option: Placement, counted: set[str]) -> tuple[Item, ...]:
    return (*option.cells, option.piece) if option.piece in counted else option.cells
