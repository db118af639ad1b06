"""Geometry: puzzles that planes cut out of solids."""

from puzzlery.twisty.geometry.cuboid import cube, cuboid, description_of_cube
from puzzlery.twisty.geometry.cut import Cut, Description, cut_puzzle
from puzzlery.twisty.geometry.platonic import FAMILIES, platonic
from puzzlery.twisty.geometry.solids import SHAPES, solid

__all__ = [
    "FAMILIES",
    "SHAPES",
    "Cut",
    "Description",
    "cube",
    "cuboid",
    "cut_puzzle",
    "description_of_cube",
    "platonic",
    "solid",
]
