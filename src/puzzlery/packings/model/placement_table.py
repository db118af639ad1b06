"""Placement tables: all placements of a set of pieces on an empty board."""

from dataclasses import dataclass, field
from functools import cached_property

from puzzlery.packings.model.board import Board
from puzzlery.packings.model.packing_symmetry import option_symmetries
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.placement import Allows, Placement, placements


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
