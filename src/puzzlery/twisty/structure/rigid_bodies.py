"""Rigid bodies: what of a piece keeps its shape, where the positions of stickers are known.

Stickers that no sequence of moves tells apart may still be two things that turn against one
another as they travel, in a way that depends on the slot alone. Distances reveal it.
"""

from typing import TYPE_CHECKING

import numpy as np

from puzzlery.twisty.structure.partition import Labels, labels_of
from puzzlery.twisty.structure.slots import SlotOrbit, keep_slots, slot_orbits

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle
    from puzzlery.twisty.model.skin import Floats

# Positions that differ by less than this part of the puzzle's size are taken for equal.
SLACK = 1e-3
# A piece with more orientations than this is no solid body, and is left as it is.
MOST_ORIENTATIONS = 1_000


def part_bodies(puzzle: "Puzzle", labels: Labels) -> Labels:
    """The labels with each piece cut into the bodies whose stickers keep their distances.

    Without positions nothing is cut. Stickers of a body keep their distances to one another, and
    are alike in which others they keep theirs to.

    >>> from puzzlery.twisty.geometry import cube
    >>> labels = np.array(cube(2).cells)
    >>> np.array_equal(part_bodies(cube(2), labels), labels_of(cube(2).pieces(), 24))
    True
    """
    orbits = _orbits(puzzle, labels)
    if puzzle.skin is None or not orbits:
        return labels
    points = puzzle.skin.positions
    slack = SLACK * float(np.ptp(points, axis=0).max())
    bodies: list[list[int]] = []
    for orbit in orbits:
        oriented = orbit.oriented_slots.reshape(-1, orbit.width)
        for body in _bodies(points[oriented], slack):
            bodies += orbit.slots[:, body].tolist()
    return labels_of(bodies, puzzle.degree)


def _orbits(puzzle: "Puzzle", labels: Labels) -> list[SlotOrbit]:
    """The orbits of the pieces; none if moves tear a piece or turn it in too many ways."""
    moves = [turn.permutation.array for turn in puzzle.turns.values()]
    return (keep_slots(moves, labels) and slot_orbits(labels, moves, MOST_ORIENTATIONS)) or []


def _bodies(places: "Floats", slack: float) -> list[list[int]]:
    """The columns of a piece by body; each row of places is that of an oriented slot."""
    columns = list(range(places.shape[1]))
    if len(columns) < 2 or _is_rigid(places, slack):
        return [columns]
    kept = np.array(
        [
            np.ptp(np.linalg.norm(places - places[:, [column]], axis=2), axis=0) < slack
            for column in columns
        ]
    )
    alike = (kept[:, None] == kept[None]).all(axis=2) & kept
    return [list(group) for group in sorted({tuple(np.flatnonzero(row).tolist()) for row in alike})]


def _is_rigid(places: "Floats", slack: float) -> bool:
    """Whether a rotation or reflection brings the piece from the first oriented slot to each other.

    The best one comes from a singular value decomposition (Kabsch's algorithm).
    """
    places = places - places.mean(axis=1, keepdims=True)
    left, _, right = np.linalg.svd(places[0].T @ places)
    return not (np.abs(places[0] @ (left @ right) - places) > slack).any()
