"""Marks: dots on pieces and board that leave one chosen solution as the only one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from puzzlery.errors import InvalidPuzzle
from puzzlery.packings.lattice import Cell
from puzzlery.packings.packing import Packing
from puzzlery.packings.piece import Piece
from puzzlery.packings.placement import Placement
from puzzlery.packings.shape import Shape
from puzzlery.packings.solution import Solution
from puzzlery.solve.pack import PackingPuzzle

PLAIN, DOT = "plain", "dot"


@dataclass(frozen=True)
class Marked:
    """A puzzle with dots: a dot of a piece must lie on a dot of the board, and no other may."""

    puzzle: PackingPuzzle
    solution: Solution
    dots: tuple[Cell, ...]


def marked_until_unique(puzzle: PackingPuzzle, solution: Solution) -> Marked:
    """Add dots to the board, and to the pieces where the solution has them, until it is unique.

    Each further dot rules out a solution that was still there; in the end those that are not
    needed are taken away again, so that none of the dots could be left out.

    >>> from puzzlery.solve.pack import packing
    >>> start = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
    >>> marked = marked_until_unique(start, start.first())
    >>> len(marked.dots), marked.puzzle.count()
    (1, 1)
    """
    if any(not piece.is_single for piece in puzzle.pieces) or puzzle.board.colors:
        raise InvalidPuzzle("dots need pieces that are used once, and a board without colors")
    if not solution.is_complete:
        raise InvalidPuzzle("dots single out a solution; the placements given are none")
    dots: tuple[Cell, ...] = ()
    other = _another(puzzle, solution)
    while other is not None:
        dots = (*dots, _ruling_out(puzzle.model, solution, other, dots))
        other = _another(PackingPuzzle(dotted(puzzle.model, solution, dots)), solution)
    return _finished(puzzle, solution, _needed(puzzle, solution, dots))


def dotted(model: Packing, solution: Solution, dots: tuple[Cell, ...]) -> Packing:
    """The packing with dots on these cells, and on the pieces that the solution puts there."""
    colors = {cell: DOT if cell in dots else PLAIN for cell in model.board.cells}
    home = {placement.piece: placement for placement in solution}
    pieces = tuple(_dotted_piece(piece, home.get(piece.id), colors) for piece in model.pieces)
    return replace(model, pieces=pieces, board=replace(model.board, colors=colors))


def _dotted_piece(piece: Piece, home: Placement | None, colors: Mapping[Cell, str]) -> Piece:
    if home is None:
        return piece
    shades = tuple(colors[cell] for cell in home.cells)
    return replace(piece, shape=Shape(piece.shape.lattice, home.cells, shades))


def _another(puzzle: PackingPuzzle, solution: Solution) -> Solution | None:
    mine = set(solution.placements)
    found = puzzle.all(limit=2)
    return next((each for each in found if set(each.placements) != mine), None)


def _ruling_out(
    model: Packing, solution: Solution, other: Solution, dots: tuple[Cell, ...]
) -> Cell:
    """A cell whose dot makes the other solution impossible: the one that leaves fewest options."""
    best: tuple[int, Cell] | None = None
    for cell in model.board.cells:
        if cell not in dots:
            options = dotted(model, solution, (*dots, cell)).options()
            if not set(other.placements) <= set(options):
                best = min(best or (len(options), cell), (len(options), cell))
    if best is None:
        raise InvalidPuzzle("two solutions differ only by pieces of the same shape")
    return best[1]


def _needed(puzzle: PackingPuzzle, solution: Solution, dots: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The dots without those that can be left out."""
    for dot in dots:
        fewer = tuple(each for each in dots if each != dot)
        if _another(PackingPuzzle(dotted(puzzle.model, solution, fewer)), solution) is None:
            dots = fewer
    return dots


def _finished(puzzle: PackingPuzzle, solution: Solution, dots: tuple[Cell, ...]) -> Marked:
    model = dotted(puzzle.model, solution, dots)
    return Marked(PackingPuzzle(model), Solution(model, solution.placements), dots)
