"""Solutions of a packing: the placements that fill the board."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from puzzlery.core.facade import provided
from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.placement import Placement

if TYPE_CHECKING:
    from puzzlery.packings.model.packing import Packing


@dataclass(frozen=True)
class PackingSolution:
    """Placements on a board, with names that people know the pieces by.

    >>> from puzzlery.packings.model.boards import rectangle
    >>> from puzzlery.packings.model.packing import Packing
    >>> from puzzlery.packings.model.piece import pieces_from
    >>> puzzle = Packing(pieces_from(["X", "X.\\nXX"]), rectangle(2, 2))
    >>> ell = Placement("B", ((0, 1), (1, 0), (1, 1)))
    >>> solution = PackingSolution(puzzle, (Placement("A", ((0, 0),)), ell))
    >>> print(solution)
    AB
    BB
    >>> solution["B"]
    ((0, 1), (1, 0), (1, 1))
    """

    packing: "Packing"
    placements: tuple[Placement, ...]

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.placements)

    def __len__(self) -> int:
        return len(self.placements)

    def __str__(self) -> str:
        return self.drawn()

    def __getitem__(self, label: str) -> tuple[Cell, ...]:
        """The cells of the piece of that name; of all its copies, if there are several."""
        return self.by_piece()[label]

    def by_piece(self) -> dict[str, tuple[Cell, ...]]:
        """The cells that each piece covers, by its name.

        >>> from puzzlery.packings.catalog import packing
        >>> packing({"a": "X", "b": "X.\\nXX"}, "2x2", fixed="a.").first().by_piece()
        {'a': ((0, 0),), 'b': ((0, 1), (1, 0), (1, 1))}
        """
        found: dict[str, list[Cell]] = {}
        for placement in self.placements:
            found.setdefault(self.packing.label(placement), []).extend(placement.cells)
        return {name: tuple(sorted(cells)) for name, cells in found.items()}

    def drawn(self, nothing: str = ".") -> str:
        """The board in letters, layer after layer; an empty cell is a dot.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> print(PackingSolution(puzzle, (Placement("a", ((0, 1),)),)).drawn())
        .a
        ..
        """
        board = self.packing.board
        shown = dict.fromkeys(board.cells, nothing)
        for placement in self.placements:
            shown |= dict.fromkeys(placement.cells, self.packing.character(placement))
        return board.drawn(shown)

    def owner(self) -> dict[Cell, Placement]:
        """Which placement covers each cell.

        >>> from puzzlery.packings.catalog import packing
        >>> solution = packing({"a": "X", "b": "X.\\nXX"}, "2x2", fixed="a.").first()
        >>> solution.owner()[1, 1].piece
        'b'
        """
        return {cell: placement for placement in self.placements for cell in placement.cells}

    @property
    def is_complete(self) -> bool:
        """Whether it follows every rule: cells covered once, pieces as often as they must be.

        This is written from the definition, and trusts no solver.

        >>> from puzzlery.packings.catalog import packing
        >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
        >>> corner = Placement("a", ((0, 0),))
        >>> puzzle.first().is_complete, PackingSolution(puzzle, (corner,)).is_complete
        (True, False)
        """
        covered = [cell for placement in self.placements for cell in placement.cells]
        used = [placement.piece for placement in self.placements]
        legal = all(p in self.packing.placements_of(self.packing.piece(p.piece)) for p in self)
        return (
            legal
            and len(set(covered)) == len(covered)
            and self.packing.required <= set(covered)
            and not self._has_too_many_holes(len(covered))
            and set(self.packing.fixed) <= set(self.placements)
            and all(
                piece.low <= used.count(piece.id) <= piece.most(len(self.packing.board))
                for piece in self.packing.pieces
            )
        )

    def _has_too_many_holes(self, covered: int) -> bool:
        most = self.packing.most_holes
        return most is not None and len(self.packing.board) - covered > most

    def _repr_svg_(self) -> str:
        picture: str = provided("packing.svg")(self)
        return picture

    def to_json(self) -> dict[str, Any]:
        """The solution as plain data.

        >>> from puzzlery.packings.catalog import packing
        >>> data = packing({"a": "X", "b": "X.\\nXX"}, "2x2", fixed="a.").first().to_json()
        >>> data["drawing"], data["pieces"][0]
        (['ab', 'bb'], {'piece': 'a', 'cells': [[0, 0]]})
        """
        return {
            "pieces": [
                {"piece": self.packing.label(each), "cells": [list(cell) for cell in each.cells]}
                for each in self.placements
            ],
            "drawing": self.drawn().splitlines(),
        }
