"""Packings: lattices, shapes, boards and placements, and the puzzles made of them.

packing("iq", "5x11")       a puzzle from the catalogue
board("pyramid5"), pieces("soma")   its parts
Packing.options()           all placements
Packing.count(), first(), all()     its solutions
Packing.exact_cover()       the puzzle as an exact cover
reasons(packing)            quick proofs that there is no solution
"""

from puzzlery.packings.catalog import board, packing, pieces, sets
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.fixed import InconsistentFixed
from puzzlery.packings.model.impossibility import Impossibility, reasons
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.placement import Placement
from puzzlery.packings.model.shape import Shape

__all__ = [
    "Board",
    "Impossibility",
    "InconsistentFixed",
    "Packing",
    "PackingSolution",
    "Piece",
    "Placement",
    "Shape",
    "board",
    "packing",
    "pieces",
    "reasons",
    "sets",
]
