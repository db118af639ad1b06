"""Orientations of the whole puzzle: the ways to hold it that its rotations give."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.structure.colored_orbit import Colors

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

# Rotations of a solid are at most 60; more come only from files that call other moves rotations.
MOST_ORIENTATIONS = 256


@dataclass(frozen=True, slots=True)
class PuzzleOrientation:
    """A rotation of the whole puzzle, as an alg and as a permutation of the places.

    >>> from puzzlery.twisty.geometry import cube
    >>> print(*(one.alg or "-" for one in puzzle_orientations(cube(2))[:6]))
    - x x' x2 y y'
    """

    alg: Alg
    rotation: Permutation

    def undo(self, colors: Colors) -> Colors:
        """The coloring that one would see in the usual orientation of the puzzle.

        >>> third = PuzzleOrientation(Alg(), Permutation([1, 2, 0]))
        >>> third.undo(np.array([9, 7, 8], dtype=np.uint16)).tolist()
        [7, 8, 9]
        """
        return colors[self.rotation.array]

    def apply(self, colors: Colors) -> Colors:
        """The coloring that one sees in this orientation of the puzzle.

        >>> third = PuzzleOrientation(Alg(), Permutation([1, 2, 0]))
        >>> third.apply(np.array([7, 8, 9], dtype=np.uint16)).tolist()
        [9, 7, 8]
        """
        turned = np.empty_like(colors)
        turned[self.rotation.array] = colors
        return turned


def puzzle_orientations(puzzle: "Puzzle") -> list[PuzzleOrientation]:
    """All orientations that the rotations of a puzzle give, the usual one first.

    >>> from puzzlery.twisty.geometry import cube
    >>> len(puzzle_orientations(cube(3)))
    24
    """
    found: dict[Permutation, tuple[Move, ...]] = {Permutation.identity(puzzle.degree): ()}
    queue = list(found)
    steps = list(_steps(puzzle))
    for reached in queue:
        for move, step in steps:
            rotation = reached * step
            if rotation not in found and len(found) < MOST_ORIENTATIONS:
                found[rotation] = (*found[reached], move)
                queue.append(rotation)
    return [PuzzleOrientation(Alg(moves), rotation) for rotation, moves in found.items()]


def _steps(puzzle: "Puzzle") -> Iterator[tuple[Move, Permutation]]:
    """The named rotations and their powers, so that short algs reach every orientation."""
    for name, rotation in puzzle.rotations.items():
        written, seen = puzzle.notation.written(name), {Permutation.identity(puzzle.degree)}
        for amount in (1, -1, 2, -2):
            power = rotation**amount
            if power not in seen:
                seen.add(power)
                yield written**amount, power
