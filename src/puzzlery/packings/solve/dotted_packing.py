"""Dots on pieces and board that leave one chosen solution as the only one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from puzzlery.errors import InvalidPuzzle
from puzzlery.packings.model.lattice import Cell, added, turned
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.placement import Placement
from puzzlery.packings.model.shape import Shape

PLAIN, DOT = "plain", "dot"


@dataclass(frozen=True)
class DottedPacking:
    """A packing with dots: a dot of a piece must lie on a dot of the board, and no other may.

    >>> from puzzlery.packings.catalog import packing
    >>> start = packing({"a": "X", "b": "XX"}, "3x1")
    >>> marked = marked_until_unique(start, start.first())
    >>> start.count(), marked.puzzle.count(), len(marked.dots)
    (2, 1, 1)
    """

    puzzle: Packing
    solution: PackingSolution
    dots: tuple[Cell, ...]


def marked_until_unique(puzzle: Packing, solution: PackingSolution) -> DottedPacking:
    """Add dots to the board, and to the pieces where the solution has them, until it is unique.

    Each further dot rules out a solution that was still there; in the end those that are not
    needed are taken away again, so that none of the dots could be left out.

    >>> from puzzlery.packings.catalog import packing
    >>> start = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
    >>> marked = marked_until_unique(start, start.first())
    >>> len(marked.dots), marked.puzzle.count()
    (1, 1)
    """
    if any(not piece.is_single for piece in puzzle.pieces) or puzzle.board.colors:
        raise InvalidPuzzle("dots need pieces that are used once, and a board without colors")
    if not solution.is_complete:
        raise InvalidPuzzle("dots single out a solution; the placements given are none")
    motions = _Motions(puzzle, solution)
    dots: tuple[Cell, ...] = ()
    other = _another(puzzle, solution)
    while other is not None:
        dots = (*dots, motions.ruling_out(other, dots))
        other = _another(dotted(puzzle, solution, dots), solution)
    return _finished(puzzle, solution, _needed(puzzle, solution, dots))


def dotted(puzzle: Packing, solution: PackingSolution, dots: tuple[Cell, ...]) -> Packing:
    """The packing with dots on these cells and on the parts of pieces that the solution puts there.

    >>> from puzzlery.packings.catalog import packing
    >>> start = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
    >>> solution = start.with_fixed({"a": [(0, 0)]}).first()
    >>> start.count(), dotted(start, solution, ((0, 0),)).count()
    (4, 1)
    """
    colors = {cell: DOT if cell in dots else PLAIN for cell in puzzle.board.cells}
    home = {placement.piece: placement for placement in solution}
    pieces = tuple(_dotted_piece(piece, home.get(piece.id), colors) for piece in puzzle.pieces)
    return replace(puzzle, pieces=pieces, board=replace(puzzle.board, colors=colors))


def _dotted_piece(piece: Piece, home: Placement | None, colors: Mapping[Cell, str]) -> Piece:
    if home is None:
        return piece
    shades = tuple(colors[cell] for cell in home.cells)
    return replace(piece, shape=Shape(piece.shape.lattice, home.cells, shades))


def _another(puzzle: Packing, solution: PackingSolution) -> PackingSolution | None:
    mine = set(solution.placements)
    found = puzzle.all(limit=2)
    return next((each for each in found if set(each.placements) != mine), None)


class _Motions:
    """For every option the motions that bring its piece there from its place in the solution.

    A motion says where each cell of the piece goes; a symmetric piece has several. An option
    survives dots if one of its motions brings the dots of the piece onto those of the board.
    """

    def __init__(self, puzzle: Packing, solution: PackingSolution) -> None:
        self._cells = puzzle.board.cells
        self._by_option: dict[Placement, list[dict[Cell, Cell]]] = {}
        home = {placement.piece: placement for placement in solution}
        for piece in puzzle.pieces:
            options = [option for option in puzzle.options() if option.piece == piece.id]
            self._by_option |= _motions_of(piece, home[piece.id], options)

    def surviving(self, dots: tuple[Cell, ...]) -> set[Placement]:
        """The options that some dots leave possible."""
        return {
            option
            for option, motions in self._by_option.items()
            if any(_dots_meet(motion, option.cells, dots) for motion in motions)
        }

    def ruling_out(self, other: PackingSolution, dots: tuple[Cell, ...]) -> Cell:
        """The cell whose dot makes another solution impossible and leaves the fewest options."""
        found = []
        for cell in self._cells:
            left = self.surviving((*dots, cell)) if cell not in dots else None
            if left is not None and not left.issuperset(other.placements):
                found.append((len(left), cell))
        if not found:
            raise InvalidPuzzle("two solutions differ only by pieces of the same shape")
        return min(found)[1]


def _motions_of(
    piece: Piece, home: Placement, options: list[Placement]
) -> dict[Placement, list[dict[Cell, Cell]]]:
    lattice = piece.shape.lattice
    alike: dict[tuple[Cell, ...], list[Placement]] = {}
    for option in options:
        alike.setdefault(lattice.normalized(option.cells), []).append(option)
    found: dict[Placement, list[dict[Cell, Cell]]] = {option: [] for option in options}
    for turn in piece.shape.allowed_turns(piece.mirrors):
        images = [turned(turn, cell) for cell in home.cells]
        for option in alike.get(lattice.normalized(images), ()):
            step = tuple(a - b for a, b in zip(option.cells[0], min(images), strict=True))
            moved = [added(image, step) for image in images]
            found[option].append(dict(zip(home.cells, moved, strict=True)))
    return found


def _dots_meet(
    motion: Mapping[Cell, Cell], covered: tuple[Cell, ...], dots: tuple[Cell, ...]
) -> bool:
    carried = {motion[dot] for dot in dots if dot in motion}
    return carried == {dot for dot in dots if dot in covered}


def _needed(puzzle: Packing, solution: PackingSolution, dots: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The dots without those that can be left out."""
    for dot in dots:
        fewer = tuple(each for each in dots if each != dot)
        if _another(dotted(puzzle, solution, fewer), solution) is None:
            dots = fewer
    return dots


def _finished(puzzle: Packing, solution: PackingSolution, dots: tuple[Cell, ...]) -> DottedPacking:
    made = dotted(puzzle, solution, dots)
    return DottedPacking(made, PackingSolution(made, solution.placements), dots)
