"""All single changes by hand to a coloring, listed plainly, to compare repairs with."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.structure.colored_orbit import Colors


def all_changes(puzzle: Puzzle, colors: Colors) -> Iterator[Colors]:
    """New colors for one sticker, and all that can be done to one piece or to two of an orbit."""
    for sticker in range(puzzle.degree):
        for color in range(len(puzzle.palette)):
            if color != colors[sticker]:
                yield _put(colors, [sticker], [color])
    for orbit in puzzle.checker.plan.orbits:
        slots = orbit.slots.tolist()
        for k, row in enumerate(slots):
            if not orbit.is_fixed:
                for order in set(permutations(colors[row].tolist())) - {tuple(colors[row])}:
                    yield _put(colors, row, order)
            for other in slots[:k]:
                yield _put(colors, row + other, [*colors[other], *colors[row]])


def _put(colors: Colors, stickers: list[int], new: object) -> Colors:
    changed = colors.copy()
    changed[stickers] = np.array(new)
    return changed
