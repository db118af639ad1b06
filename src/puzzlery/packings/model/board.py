"""Boards: the cells that are to be filled, of one lattice."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from puzzlery.errors import InvalidPuzzle
from puzzlery.packings.model.cell_drawing import drawn, spots_from_zero
from puzzlery.packings.model.lattice import Cell, Lattice, Matrix, Spot
from puzzlery.packings.model.piece import Piece

# The twelve pentominoes have more than a million placements on such a board.
MAX_CELLS = 20_000
OPTIONAL_CELL = "?"
Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """Cells to be filled; those in `optional` may stay empty.

    `spots` says where each cell is written, `colors` which colors fit there, `labels` what is
    printed on it. `markers` are pieces that belong to the board itself.

    >>> from puzzlery.packings.model.lattice import SQUARE
    >>> print(Board(SQUARE, ((0, 0), (0, 1), (1, 1)), optional=frozenset({(1, 1)})))
    XX
     ?
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    name: str = ""
    optional: frozenset[Cell] = frozenset()
    colors: Mapping[Cell, str] = field(default_factory=dict)
    labels: Mapping[Cell, str] = field(default_factory=dict)
    spots: Mapping[Cell, Spot] = field(default_factory=dict)
    markers: tuple[Piece, ...] = ()

    def __post_init__(self) -> None:
        if not self.cells:
            raise InvalidPuzzle("a board has no cells; expected at least one")
        check_size(len(self.cells))
        self.lattice.check(self.cells)
        if len(set(self.cells)) < len(self.cells):
            raise InvalidPuzzle("a board names a cell twice")
        if not self.optional <= set(self.cells):
            raise InvalidPuzzle("a board has optional cells that are none of its cells")
        if not self.spots:
            object.__setattr__(self, "spots", spots_from_zero(self.lattice, self.cells))

    def __repr__(self) -> str:
        return f"<board {self.name or self.lattice}: {len(self)} cells>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash((self.lattice, frozenset(self.cells)))

    def _content(self) -> tuple[object, ...]:
        colors = {cell: color for cell, color in self.colors.items() if color}
        spots = dict(self.spots)
        return (self.lattice, set(self.cells), self.optional, colors, dict(self.labels), spots)

    def __len__(self) -> int:
        return len(self.cells)

    def __str__(self) -> str:
        shown = {cell: OPTIONAL_CELL if cell in self.optional else "X" for cell in self.cells}
        for cell, color in self.colors.items():
            shown[cell] = color[:1].lower() or shown[cell]
        return self.drawn(shown)

    @property
    def required(self) -> tuple[Cell, ...]:
        """The cells that must be covered.

        >>> from puzzlery.packings.model.boards import board_drawn
        >>> board_drawn("X?X").required
        ((0, 0), (0, 2))
        """
        return tuple(cell for cell in self.cells if cell not in self.optional)

    @property
    def depth(self) -> int:
        """The number of layers in its drawing.

        >>> from puzzlery.packings.model.boards import pyramid, rectangle
        >>> rectangle(6, 10).depth, pyramid(5).depth
        (1, 5)
        """
        return max(layer for layer, _, _ in self.spots.values()) + 1

    def drawn(self, characters: Mapping[Cell, str], nothing: str = " ") -> str:
        """A drawing of the board with a character for every cell.

        >>> from puzzlery.packings.model.boards import rectangle
        >>> print(rectangle(2, 3).drawn({(0, 0): "A", (0, 2): "B", (1, 2): "B"}, "."))
        A.B
        ..B
        """
        return drawn({self.spots[cell]: each for cell, each in characters.items()}, nothing)

    def parts(self, without: Collection[Cell] = ()) -> list[set[Cell]]:
        """The connected regions of the board that are left when some cells are taken.

        >>> from puzzlery.packings.model.boards import rectangle
        >>> [len(part) for part in rectangle(1, 5).parts([(0, 1)])]
        [1, 3]
        """
        return self.lattice.parts(set(self.cells) - set(without))

    def symmetries(self) -> list[dict[Cell, Cell]]:
        """All ways to lay the board onto itself, mirrors too, colors and labels kept in place.

        >>> from puzzlery.packings.model.boards import pyramid, rectangle
        >>> len(rectangle(6, 10).symmetries()), len(pyramid(5).symmetries())
        (4, 8)
        """
        ordered = sorted(self.cells)
        return [
            {ordered[cell]: ordered[image] for cell, image in enumerate(images)}
            for images in self.symmetry_rows(self.lattice.turns).tolist()
        ]

    def symmetry_rows(self, turns: Sequence[Matrix]) -> Numbers:
        """For each of the turns that lay the board onto itself, where its sorted cells go.

        >>> from puzzlery.packings.model.boards import rectangle
        >>> board = rectangle(1, 2)
        >>> board.symmetry_rows(board.lattice.rotations).tolist()
        [[0, 1], [1, 0]]
        """
        ordered = sorted(self.cells)
        cells = np.array(ordered, dtype=np.int64)
        looks = self._looks(ordered)
        found = []
        for matrix in turns:
            images = cells @ np.array(matrix).T
            order = np.lexsort(images.T[::-1])
            shift = cells[0] - images[order[0]]
            if np.array_equal(images[order] + shift, cells) and self.lattice.is_shift(
                tuple(shift.tolist())
            ):
                image = np.empty_like(order)
                image[order] = np.arange(len(order))
                if np.array_equal(looks[image], looks):
                    found.append(image)
        return np.array(found, dtype=np.int64).reshape(len(found), len(ordered))

    def _looks(self, cells: Sequence[Cell]) -> Numbers:
        """A number for each cell that tells its color and whether it may stay empty."""
        seen: dict[tuple[bool, str], int] = {}
        looks = ((cell in self.optional, self.colors.get(cell, "")) for cell in cells)
        return np.array([seen.setdefault(look, len(seen)) for look in looks])

    def without(self, holes: Iterable[Cell], name: str | None = None) -> "Board":
        """The board with some cells taken away.

        >>> from puzzlery.packings.model.boards import rectangle
        >>> print(rectangle(3, 3).without([(1, 1)]))
        XXX
        X X
        XXX
        """
        gone = set(holes)
        missing = gone - set(self.cells)
        if missing:
            raise InvalidPuzzle(f"{min(missing)} is no cell of the board {self.name or 'given'}")
        cells = tuple(cell for cell in self.cells if cell not in gone)
        return replace(
            self,
            cells=cells,
            name=self.name if name is None else name,
            optional=self.optional - gone,
            colors={cell: each for cell, each in self.colors.items() if cell not in gone},
            labels={cell: each for cell, each in self.labels.items() if cell not in gone},
            spots={cell: self.spots[cell] for cell in cells},
        )

    def with_optional(self, cells: Iterable[Cell] | None = None) -> "Board":
        """The board where some cells, or all, may stay empty.

        >>> from puzzlery.packings.model.boards import rectangle
        >>> print(rectangle(1, 3).with_optional([(0, 2)]))
        XX?
        """
        return replace(self, optional=frozenset(self.cells if cells is None else cells))

    def checkered(self, colors: Sequence[str] = ("black", "white")) -> "Board":
        """The board colored like a chessboard, so that colored pieces must match it.

        >>> from puzzlery.packings.model.boards import rectangle
        >>> print(rectangle(2, 3).checkered())
        bwb
        wbw
        """
        count = len(colors)
        return replace(self, colors={c: colors[sum(c) % count] for c in self.cells})

    def sweep(self) -> tuple[Cell, ...]:
        """The cells in order along the longest axis, from its narrower end.

        >>> from puzzlery.packings.model.boards import rectangle
        >>> rectangle(2, 3).sweep()
        ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2))
        """
        axes = range(self.lattice.dimension)
        extents = [max(c[a] for c in self.cells) - min(c[a] for c in self.cells) for a in axes]
        order = sorted(axes, key=lambda axis: -extents[axis])
        first = order[0]
        along = [cell[first] for cell in self.cells]
        low, high = along.count(min(along)), along.count(max(along))
        sign = 1 if low <= high else -1
        return tuple(
            sorted(self.cells, key=lambda c: (sign * c[first], *(c[a] for a in order[1:])))
        )


def check_size(cells: int) -> None:
    """Raise an error if a board has too many cells.

    >>> check_size(200 * 200)
    Traceback (most recent call last):
    puzzlery.errors.InvalidPuzzle: a board of 40,000 cells; expected at most 20,000
    """
    if cells > MAX_CELLS:
        raise InvalidPuzzle(f"a board of {cells:,} cells; expected at most {MAX_CELLS:,}")
