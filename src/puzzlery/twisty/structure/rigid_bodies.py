"""Rigid bodies: what of a piece keeps its shape, where the positions of stickers are known.

Stickers that no sequence of moves tells apart may still be two things that turn against one
another as they travel, in a way that depends on the slot alone. Distances reveal it.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from puzzlery.twisty.structure.partition import Labels, classes, labels_of

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle
    from puzzlery.twisty.model.skin import Floats

SLACK = 1e-3
Points = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Travel:
    """A piece wherever it can be: a row for each pose, a column for each sticker of it."""

    members: Points
    poses: Points


def part_bodies(puzzle: "Puzzle", labels: Labels) -> Labels:
    """The labels with each piece cut into the bodies whose stickers keep their distances.

    Without positions nothing is cut. Stickers of a body keep their distances to one another, and
    are alike in which others they keep theirs to.
    """
    if puzzle.skin is None:
        return labels
    points = puzzle.skin.positions
    size = float(np.ptp(points, axis=0).max())
    bodies: list[list[int]] = []
    for travel in travels(puzzle, labels):
        parts = _bodies(points, travel, SLACK * size)
        bodies += [slot[part].tolist() for slot in _slots(travel) for part in parts]
    return labels_of(bodies, puzzle.degree)


def mirrored(puzzle: "Puzzle", labels: Labels) -> list[frozenset[int]]:
    """The pieces, one of each kind, that some sequence of moves turns into their mirror image."""
    if puzzle.skin is None:
        return []
    points = puzzle.skin.positions
    slack = SLACK * float(np.ptp(points, axis=0).max())
    return [
        frozenset(travel.members.tolist())
        for travel in travels(puzzle, labels)
        if _misfits(points, travel, slack, mirror=False).any()
        and not _misfits(points, travel, slack, mirror=True).any()
    ]


def travels(puzzle: "Puzzle", labels: Labels) -> list[Travel]:
    """One piece of each kind, and all ways in which moves place it."""
    arrays = [turn.permutation.array for turn in puzzle.turns.values()]
    moves = np.array(arrays, dtype=np.intp).reshape(-1, puzzle.degree)
    seen = np.zeros(puzzle.degree, dtype=bool)
    found = []
    for piece in classes(labels):
        members = np.array(sorted(piece), dtype=np.intp)
        if not seen[members[0]]:
            travel = Travel(members, _poses(members, moves))
            seen[travel.poses] = True
            found.append(travel)
    return found


def _poses(members: Points, moves: Points) -> Points:
    reached = {members.tobytes()}
    poses = [members]
    for pose in poses:
        for image in np.unique(moves[:, pose], axis=0):
            if image.tobytes() not in reached:
                reached.add(image.tobytes())
                poses.append(image)
    return np.array(poses)


def _slots(travel: Travel) -> list[Points]:
    """One pose for each slot."""
    first = np.unique(travel.poses.min(axis=1), return_index=True)[1]
    return [travel.poses[row] for row in first.tolist()]


def _bodies(points: "Floats", travel: Travel, slack: float) -> list[list[int]]:
    """The columns of a piece by body."""
    columns = list(range(len(travel.members)))
    if len(columns) < 2 or not _misfits(points, travel, slack, mirror=True).any():
        return [columns]
    places = points[travel.poses]
    kept = np.array(
        [
            np.ptp(np.linalg.norm(places - places[:, [column]], axis=2), axis=0) < slack
            for column in columns
        ]
    )
    alike = (kept[:, None] == kept[None]).all(axis=2) & kept
    return [list(group) for group in sorted({tuple(np.flatnonzero(row).tolist()) for row in alike})]


def _misfits(points: "Floats", travel: Travel, slack: float, *, mirror: bool) -> NDArray[np.bool_]:
    """For each pose whether no rotation (with `mirror`, and no reflection) brings it about.

    The best rotation comes from a singular value decomposition (Kabsch's algorithm).
    """
    places = points[travel.poses]
    places = places - places.mean(axis=1, keepdims=True)
    left, _, right = np.linalg.svd(places[0].T @ places)
    turns = left @ right
    if not mirror:
        left[:, :, 2] *= np.sign(np.linalg.det(turns))[:, None]
        turns = left @ right
    apart = np.abs(places[0] @ turns - places).max(axis=(1, 2))
    return np.asarray(apart > slack)
