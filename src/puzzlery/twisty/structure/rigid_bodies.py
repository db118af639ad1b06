"""Rigid bodies: what of a piece keeps its shape, where the positions of stickers are known.

Stickers that no sequence of moves tells apart may still be two things that turn against one
another as they travel, in a way that depends on the slot alone. Distances reveal it.
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from puzzlery.twisty.structure.partition import Labels, labels_of
from puzzlery.twisty.structure.slots import Ints, SlotOrbit, keep_slots, slot_orbits

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
    bodies: list[list[int]] = []
    for orbit in orbits:
        for body in _bodies(points, _poses(orbit), _slack(points)):
            bodies += orbit.slots[:, body].tolist()
    return labels_of(bodies, puzzle.degree)


def mirrored(puzzle: "Puzzle", labels: Labels) -> list[frozenset[int]]:
    """One piece of each orbit whose pieces some sequence of moves turns into their mirror image.

    Such a move exists only on paper: no motion of a solid body gives it.

    >>> from puzzlery.twisty.model.puzzle import Puzzle
    >>> right = [[0, 0, 1], [1, 0, 1], [0, 2, 1], [0, 0, 4]]
    >>> points, cycles = right + [[x, y, -z] for x, y, z in right], [[k, k + 4] for k in range(4)]
    >>> swap = Puzzle.from_cycles({"a": cycles}, ["red"] * 8, points)
    >>> [sorted(piece) for piece in mirrored(swap, np.arange(8) // 4)]
    [[0, 1, 2, 3]]
    """
    if puzzle.skin is None:
        return []
    points = puzzle.skin.positions
    slack = _slack(points)
    return [
        frozenset(orbit.slots[0].tolist())
        for orbit in _orbits(puzzle, labels)
        if _misfits(points, _poses(orbit), slack, mirror=False).any()
        and not _misfits(points, _poses(orbit), slack, mirror=True).any()
    ]


def _orbits(puzzle: "Puzzle", labels: Labels) -> list[SlotOrbit]:
    """The orbits of the pieces; none if moves tear a piece or turn it in too many ways."""
    moves = [turn.permutation.array for turn in puzzle.turns.values()]
    return (keep_slots(moves, labels) and slot_orbits(labels, moves, MOST_ORIENTATIONS)) or []


def _poses(orbit: SlotOrbit) -> Ints:
    """Where the stickers of the first slot can be: a row for each slot and orientation."""
    return orbit.poses.reshape(-1, orbit.width)


def _slack(points: "Floats") -> float:
    return SLACK * float(np.ptp(points, axis=0).max())


def _bodies(points: "Floats", poses: Ints, slack: float) -> list[list[int]]:
    """The columns of a piece by body."""
    columns = list(range(poses.shape[1]))
    if len(columns) < 2 or not _misfits(points, poses, slack, mirror=True).any():
        return [columns]
    places = points[poses]
    kept = np.array(
        [
            np.ptp(np.linalg.norm(places - places[:, [column]], axis=2), axis=0) < slack
            for column in columns
        ]
    )
    alike = (kept[:, None] == kept[None]).all(axis=2) & kept
    return [list(group) for group in sorted({tuple(np.flatnonzero(row).tolist()) for row in alike})]


def _misfits(points: "Floats", poses: Ints, slack: float, *, mirror: bool) -> NDArray[np.bool_]:
    """For each pose whether no rotation (with `mirror`, and no reflection) brings it about.

    The best rotation comes from a singular value decomposition (Kabsch's algorithm).
    """
    places = points[poses]
    places = places - places.mean(axis=1, keepdims=True)
    left, _, right = np.linalg.svd(places[0].T @ places)
    turns = left @ right
    if not mirror:
        left[:, :, 2] *= np.sign(np.linalg.det(turns))[:, None]
        turns = left @ right
    apart = np.abs(places[0] @ turns - places).max(axis=(1, 2))
    return np.asarray(apart > slack)
