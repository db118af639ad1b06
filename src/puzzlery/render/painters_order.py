"""Painter's order: flat outlines in space, each before those that hide it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlery.render.plane import Floats, hull, overlap
from puzzlery.render.view import Eye

MOST_COMPARED = 3000
"""Of more outlines the pairs, some millions, are not compared: depth alone decides."""


@dataclass(frozen=True, eq=False)
class FlatOutline:
    """A flat outline that faces the camera; `place` is its sticker's place, −1 for plastic.

    `corner` is the radius of rounded corners of plastic.

    >>> square = np.array([[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], dtype=float)
    >>> FlatOutline(square, np.array([0.0, 0.0, 1.0])).place
    -1
    """

    outline: Floats
    normal: Floats
    place: int = -1
    corner: float = 0.0

    def heights(self, points: Floats) -> Floats:
        """The distances of points from the plane of the outline, positive toward the camera.

        >>> square = np.array([[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], dtype=float)
        >>> sheet = FlatOutline(square, np.array([0.0, 0.0, 1.0]))
        >>> sheet.heights(np.array([[5.0, 5.0, 3.0]])).tolist()
        [2.0]
        """
        return np.asarray((points - self.outline[0]) @ self.normal)


def far_to_near(sheets: Sequence[FlatOutline], eye: Eye) -> list[FlatOutline]:
    """The outlines in the order to paint them.

    If two overlap in the picture, the one behind the plane of the other is painted first. Cycles
    of outlines that hide one another are broken at the farthest.

    >>> from puzzlery.render.view import Camera
    >>> square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], dtype=float)
    >>> toward = np.array([0.0, 0.0, 1.0])
    >>> near, far = FlatOutline(square + toward, toward, 1), FlatOutline(square, toward, 0)
    >>> eye = Eye.on(Camera(0, 0), np.concatenate([near.outline, far.outline]))
    >>> [sheet.place for sheet in far_to_near([near, far], eye)]
    [0, 1]
    """
    depths = [float(eye.depth(sheet.outline).mean()) for sheet in sheets]
    before: list[set[int]] = [set() for _ in sheets]
    for i, j in _touching(sheets, eye) if 0 < len(sheets) < MOST_COMPARED else ():
        first, second = (i, j) if _hidden_by(sheets[i], sheets[j], depths[i], depths[j]) else (j, i)
        before[second].add(first)
    return [sheets[number] for number in _sorted(before, depths)]


def _sorted(before: Sequence[set[int]], depths: Sequence[float]) -> list[int]:
    """The numbers so that each comes after those before it, far ones as early as they may."""
    left = sorted(range(len(before)), key=lambda number: depths[number])
    done: set[int] = set()
    order = []
    while left:
        ready = next((number for number in left if before[number] <= done), left[0])
        left.remove(ready)
        done.add(ready)
        order.append(ready)
    return order


def _touching(sheets: Sequence[FlatOutline], eye: Eye) -> list[tuple[int, int]]:
    """The pairs of sheets that overlap in the picture."""
    shadows = [hull(eye.project(sheet.outline)) for sheet in sheets]
    boxes = np.array([[*shadow.min(axis=0), *shadow.max(axis=0)] for shadow in shadows])
    near = _boxes_meet(boxes)
    return [
        (i, j)
        for i, j in np.argwhere(np.triu(near, 1)).tolist()
        if overlap(shadows[i], shadows[j], 1e-4)
    ]


def _boxes_meet(boxes: Floats) -> NDArray[np.bool_]:
    low, high = boxes[:, :2], boxes[:, 2:]
    return np.asarray(
        (low[:, None] < high[None]).all(axis=2) & (low[None] < high[:, None]).all(axis=2)
    )


def _hidden_by(one: FlatOutline, other: FlatOutline, depth: float, other_depth: float) -> bool:
    """Whether the one is painted first: behind the other's plane, or that before its own."""
    slack = 1e-5 * float(np.abs(one.outline).max())
    ours, theirs = other.heights(one.outline), one.heights(other.outline)
    if max(np.abs(ours).max(), np.abs(theirs).max()) < slack:
        return one.place < 0 or (other.place >= 0 and depth < other_depth)
    behind = ours.max() < slack or theirs.min() > -slack
    ahead = ours.min() > -slack or theirs.max() < slack
    return bool(behind) if bool(behind) != bool(ahead) else depth < other_depth
