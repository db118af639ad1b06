"""Coordinates: numbers for what matters of a state, with their tables and solvers.

`docs/coordinates.md` is the way in. Imports moves and tables.

>>> from puzzlery import puzzle
>>> from puzzlery.solve import coordinates
>>> cube = puzzle("3x3x3")
>>> cross = coordinates.pieces(cube, ["DF", "DR", "DB", "DL"])
>>> [best] = coordinates.solver(cube, [cross]).solve("D R2 F' U L B")
>>> best.length
5
"""

from puzzlery.solve.coordinates.basic import (
    combination,
    orientation,
    oriented_sets,
    partial_permutation,
    permutation,
    pieces,
    sets,
)
from puzzlery.solve.coordinates.composite import Composite
from puzzlery.solve.coordinates.coordinate import Coordinate, transformed
from puzzlery.solve.coordinates.coordinate_function import coordinate
from puzzlery.solve.coordinates.coordinate_slots import slots_of
from puzzlery.solve.coordinates.coordinate_solver import CoordinateSolver, solver
from puzzlery.solve.coordinates.named_coordinates import named_coordinate
from puzzlery.solve.coordinates.parity import Parity
from puzzlery.solve.coordinates.pruning_table import lower_bound, pruning_table
from puzzlery.solve.coordinates.quotient import Quotient
from puzzlery.solve.coordinates.reached import Reached, reached
from puzzlery.solve.coordinates.symmetric import SymComposite, Symmetric

__all__ = [
    "Composite",
    "Coordinate",
    "CoordinateSolver",
    "Parity",
    "Quotient",
    "Reached",
    "SymComposite",
    "Symmetric",
    "combination",
    "coordinate",
    "lower_bound",
    "named_coordinate",
    "orientation",
    "oriented_sets",
    "partial_permutation",
    "permutation",
    "pieces",
    "pruning_table",
    "reached",
    "sets",
    "slots_of",
    "solver",
    "transformed",
]
