"""Packings: lattices, shapes, boards and placements, and the puzzles made of them.

packing("iq", "5x11")       a puzzle from the catalogue
board("pyramid5"), pieces("soma")   its parts
Packing.options()           all placements
Packing.cover_problem()     the puzzle as an exact cover
reasons(packing)            quick proofs that there is no solution
"""

from puzzlery.packings.board import Board
from puzzlery.packings.catalog import board, packing, pieces, sets
from puzzlery.packings.cover import CoverProblem
from puzzlery.packings.fixed import InconsistentFixed
from puzzlery.packings.packing import Packing
from puzzlery.packings.piece import Piece
from puzzlery.packings.placement import Placement
from puzzlery.packings.reasons import Reason, reasons
from puzzlery.packings.shape import Shape
from puzzlery.packings.solution import Solution

__all__ = [
    "Board",
    "CoverProblem",
    "InconsistentFixed",
    "Packing",
    "Piece",
    "Placement",
    "Reason",
    "Shape",
    "Solution",
    "board",
    "packing",
    "pieces",
    "reasons",
    "sets",
]
