"""Placement tables: all placements of pieces on an empty board, and what permutes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.placement import Allows, Placement, placements
from puzzlery.packings.model.shape import Shape


@dataclass(frozen=True, eq=False)
class PlacementTable:
    """The placements of pieces on an empty board, and the symmetries that permute them.

    Each part is computed when it is first needed. Packings of the same pieces on the same board
    share one table.

    >>> from puzzlery.packings.model.boards import rectangle
    >>> from puzzlery.packings.model.piece import pieces_from
    >>> table = PlacementTable(pieces_from(["XX"]), rectangle(8, 8))
    >>> len(table.options), len(table.symmetries)
    (112, 8)
    """

    pieces: tuple[Piece, ...]
    board: Board
    allows: Allows | None = None
    _by_piece: dict[str, list[Placement]] = field(default_factory=dict, init=False)

    def of_piece(self, piece: Piece) -> list[Placement]:
        """All placements of one piece.

        >>> from puzzlery.packings.model.boards import rectangle
        >>> from puzzlery.packings.model.piece import pieces_from
        >>> table = PlacementTable(pieces_from(["XX", "X.\\nXX"]), rectangle(2, 2))
        >>> [len(table.of_piece(piece)) for piece in table.pieces]
        [4, 4]
        """
        if piece.id not in self._by_piece:
            found = placements(piece, self.board.cells, self.board.colors, self.allows)
            self._by_piece[piece.id] = found
        return self._by_piece[piece.id]

    @cached_property
    def options(self) -> tuple[Placement, ...]:
        """All placements of the pieces that may be used at all."""
        room = len(self.board)
        usable = (piece for piece in self.pieces if piece.most(room) > 0)
        return tuple(option for piece in usable for option in self.of_piece(piece))

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries of the board that carry solutions to solutions, as option permutations."""
        return option_symmetries(self.pieces, self.board, self.options)


def option_symmetries(
    pieces: Sequence[Piece], board: Board, options: Sequence[Placement]
) -> tuple[tuple[int, ...], ...]:
    """For every turn of the board that carries solutions to solutions, where each option goes.

    A mirror may exchange a piece and its mirror image, if the set has both. A turn that moves a
    fixed placement is left out, since the options then have no image.

    >>> from puzzlery.packings.catalog import packing
    >>> puzzle = packing("pentominoes", "3x20")
    >>> len(option_symmetries(puzzle.pieces, puzzle.board, puzzle.options()))
    4
    """
    place = {cell: 1 << index for index, cell in enumerate(board.cells)}
    masks = [sum(place[cell] for cell in option.cells) for option in options]
    number = {
        (o.piece, mask): index for index, (o, mask) in enumerate(zip(options, masks, strict=True))
    }
    same = {piece.id: piece.id for piece in pieces}
    partners = mirror_partners(pieces)
    found: dict[tuple[int, ...], None] = {}
    for image in board.symmetries():
        moved = {cell: place[other] for cell, other in image.items()}
        for names in (same, partners):
            permutation = _permutation(options, number, moved, names)
            if permutation is not None:
                found[permutation] = None
                break
    return tuple(found)


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


def _permutation(
    options: Sequence[Placement],
    number: Mapping[tuple[str, int], int],
    moved: Mapping[Cell, int],
    names: Mapping[str, str],
) -> tuple[int, ...] | None:
    found = []
    for option in options:
        mask = sum([moved[cell] for cell in option.cells])
        place = number.get((names[option.piece], mask))
        if place is None:
            return None
        found.append(place)
    return tuple(found)
