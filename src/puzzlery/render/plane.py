"""Plane polygons as arrays of corners: insets, rounded corners, hulls and overlaps."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEAST_CORNER_BEND = 0.45
"""Radians: a corner that bends by less belongs to a curve and is not rounded."""


@dataclass(frozen=True, eq=False)
class OutlinePath:
    """A closed outline whose corners may be rounded.

    A sharp corner is one point; a rounded one is three: where the curve starts, the point it
    bends toward, and where it ends. `rounded` says for each corner which it is.

    >>> OutlinePath.sharp(np.array([[0, 0], [1, 0], [0, 1]], dtype=float)).rounded
    (False, False, False)
    """

    points: Floats
    rounded: tuple[bool, ...]

    @classmethod
    def sharp(cls, points: Floats) -> "OutlinePath":
        """The path along a polygon, with sharp corners."""
        return cls(points, (False,) * len(points))

    def moved(self, points: Floats) -> "OutlinePath":
        """The same path through other points, such as a projection of its own.

        >>> path = OutlinePath.sharp(np.array([[0, 0], [1, 0], [0, 1]], dtype=float))
        >>> path.moved(path.points + 2).points[0].tolist()
        [2.0, 2.0]
        """
        return OutlinePath(points, self.rounded)


def area(points: Floats) -> float:
    """The area, positive when the corners run counter-clockwise.

    >>> area(np.array([[0, 0], [2, 0], [2, 1], [0, 1]], dtype=float))
    2.0
    """
    x, y = points[:, 0], points[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def centroid(points: Floats) -> Floats:
    """The center of mass of the inside; of the corners when there is no inside.

    >>> centroid(np.array([[0, 0], [3, 0], [0, 3]], dtype=float)).tolist()
    [1.0, 1.0]
    """
    ahead = np.roll(points, -1, axis=0)
    cross = points[:, 0] * ahead[:, 1] - points[:, 1] * ahead[:, 0]
    total = float(cross.sum())
    if abs(total) < 1e-12:
        return np.asarray(points.mean(axis=0))
    weighted = (points + ahead) * cross[:, None]
    return np.asarray(weighted.sum(axis=0) / (3 * total))


def inradius(points: Floats) -> float:
    """The distance of the centroid from the nearest side: the room for a letter.

    >>> inradius(np.array([[0, 0], [2, 0], [2, 1], [0, 1]], dtype=float))
    0.5
    """
    middle = centroid(points)
    ahead = np.roll(points, -1, axis=0) - points
    lengths = np.maximum(np.einsum("ij,ij->i", ahead, ahead), 1e-24)
    along = np.clip(np.einsum("ij,ij->i", middle - points, ahead) / lengths, 0.0, 1.0)
    gaps = points + along[:, None] * ahead - middle
    return float(np.hypot(gaps[:, 0], gaps[:, 1]).min())


def inset(points: Floats, distance: float | Floats) -> Floats:
    """The polygon with every side moved inward; a negative distance moves them outward.

    The corners run counter-clockwise. The distance may be given for each side, the first one
    leading from the first corner to the second. A side that would turn around is left out.

    >>> inset(np.array([[0, 0], [4, 0], [4, 2], [0, 2]], dtype=float), 0.5).tolist()
    [[0.5, 0.5], [3.5, 0.5], [3.5, 1.5], [0.5, 1.5]]
    """
    sides = np.roll(points, -1, axis=0) - points
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    real = lengths > 1e-6 * max(float(lengths.max()), 1e-300)
    along = sides[real] / lengths[real, None]
    inward = np.column_stack([-along[:, 1], along[:, 0]])
    anchors = points[real] + np.broadcast_to(distance, lengths.shape)[real, None] * inward
    while len(along) >= 3:
        corners = _crossings(anchors, along)
        forward = np.einsum("ij,ij->i", np.roll(corners, -1, axis=0) - corners, along)
        if (forward > 0).all():
            return corners
        kept = np.arange(len(along)) != int(forward.argmin())
        anchors, along = anchors[kept], along[kept]
    return _shrunk(points, 0.5)


def _shrunk(points: Floats, factor: float) -> Floats:
    center = points.mean(axis=0)
    return np.asarray(center + factor * (points - center))


def _crossings(anchors: Floats, along: Floats) -> Floats:
    """Where each line meets the one before it; parallel neighbors meet at the anchor."""
    before, was = np.roll(anchors, 1, axis=0), np.roll(along, 1, axis=0)
    cross = was[:, 0] * along[:, 1] - was[:, 1] * along[:, 0]
    gap = anchors - before
    far = np.where(np.abs(cross) > 1e-6, cross, 1.0)
    step = np.where(
        np.abs(cross) > 1e-6, (gap[:, 0] * along[:, 1] - gap[:, 1] * along[:, 0]) / far, 0.0
    )
    met = before + step[:, None] * was
    return np.where(np.abs(cross)[:, None] > 1e-6, met, anchors)


def rounded(
    points: Floats, radius: float | Floats, straight: float = LEAST_CORNER_BEND
) -> OutlinePath:
    """The path along a polygon with its corners rounded, by one radius or one for each.

    Corners that bend by less than `straight` are left as they are.

    >>> path = rounded(np.array([[0, 0], [4, 0], [4, 4], [0, 4]], dtype=float), 1)
    >>> path.points[:3].round(6).tolist()
    [[0.0, 1.0], [0.0, 0.0], [1.0, 0.0]]
    """
    back = np.roll(points, 1, axis=0) - points
    ahead = -np.roll(back, -1, axis=0)
    behind, front = np.hypot(*back.T), np.hypot(*ahead.T)
    bend = np.arctan2(
        back[:, 1] * ahead[:, 0] - back[:, 0] * ahead[:, 1], -np.einsum("ij,ij->i", back, ahead)
    )
    turned = (np.abs(bend) > straight) & (np.broadcast_to(radius, bend.shape) > 0)
    cut = np.minimum(radius * np.tan(np.minimum(np.abs(bend), 2.8) / 2), 0.45 * behind)
    cut = np.minimum(cut, 0.45 * front)
    starts = points + back * (cut / np.maximum(behind, 1e-12))[:, None]
    ends = points + ahead * (cut / np.maximum(front, 1e-12))[:, None]
    rows = [
        row
        for i, point in enumerate(points)
        for row in ((starts[i], point, ends[i]) if turned[i] else (point,))
    ]
    return OutlinePath(np.array(rows), tuple(turned.tolist()))


def hull(points: Floats) -> Floats:
    """The convex hull, counter-clockwise, without points on its sides.

    >>> hull(np.array([[0, 0], [1, 0], [2, 0], [2, 2], [1, 1]], dtype=float)).tolist()
    [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]]
    """
    scale = float(np.ptp(points, axis=0).max()) or 1.0
    order = np.unique(np.round(points / scale, 9), axis=0)
    around = _chain(order)[:-1] + _chain(order[::-1])[:-1]
    return np.array(around) * scale if len(around) > 2 else order * scale


def _chain(points: Floats) -> list[Floats]:
    chain: list[Floats] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 1e-9:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: Floats, b: Floats, c: Floats) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def overlap(a: Floats, b: Floats, slack: float = 1e-6) -> bool:
    """Whether the insides of two convex polygons meet, by more than the slack.

    They do not if and only if all of one lies beyond some side of the other (separating axis).

    >>> square = np.array([[0, 0], [2, 0], [2, 2], [0, 2]], dtype=float)
    >>> overlap(square, square + 1), overlap(square, square + 2)
    (True, False)
    """
    return not (_separates(a, b, slack) or _separates(b, a, slack))


def _separates(a: Floats, b: Floats, slack: float) -> bool:
    sides = np.roll(a, -1, axis=0) - a
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    kept = lengths > 1e-12
    normals = np.column_stack([-sides[kept, 1], sides[kept, 0]]) / lengths[kept, None]
    ours, theirs = a @ normals.T, b @ normals.T
    apart = (theirs.max(axis=0) <= ours.min(axis=0) + slack) | (
        theirs.min(axis=0) >= ours.max(axis=0) - slack
    )
    return bool(apart.any())


def clipped(points: Floats, normal: Floats, limit: float) -> Floats:
    """The part of a convex polygon, in the plane or in space, where `point · normal ≤ limit`.

    >>> square = np.array([[0, 0], [2, 0], [2, 2], [0, 2]], dtype=float)
    >>> clipped(square, np.array([1.0, 0.0]), 1.0).tolist()
    [[0.0, 0.0], [1.0, 0.0], [1.0, 2.0], [0.0, 2.0]]
    """
    heights = points @ normal - limit
    kept: list[Floats] = []
    for i, (here, high) in enumerate(zip(points, heights, strict=True)):
        behind, low = points[i - 1], heights[i - 1]
        if (high > 0) != (low > 0):
            kept.append(behind + (here - behind) * (low / (low - high)))
        if high <= 0:
            kept.append(here)
    return np.array(kept).reshape(-1, points.shape[1])


def contains(points: Floats, x: Floats, y: Floats) -> NDArray[np.bool_]:
    """For each of the points (x, y) whether it lies inside, by counting the sides to its right.

    >>> square = np.array([[0, 0], [2, 0], [2, 2], [0, 2]], dtype=float)
    >>> contains(square, np.array([1.0, 3.0]), np.array([1.0, 1.0])).tolist()
    [True, False]
    """
    inside = np.zeros(np.broadcast(x, y).shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(points, np.roll(points, -1, axis=0), strict=True):
        if ay == by:
            continue
        spans = (ay > y) != (by > y)
        inside ^= spans & (x < ax + (y - ay) * (bx - ax) / (by - ay))
    return inside
