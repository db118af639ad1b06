"""Matching: which of the known points a moved point has come to."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
# No plane of a sensible puzzle is orthogonal to this direction, so few points share a height.
DIRECTION = np.array([0.5402371, 0.3217931, 0.7775907])


def match_points(points: Floats, images: Floats, eps: float) -> NDArray[np.int64] | None:
    """For each image the number of the point within `eps` of it; None if one has none.

    >>> square = np.array([[1.0, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]])
    >>> match_points(square, square[[1, 2, 3, 0]], 1e-6).tolist()
    [1, 2, 3, 0]
    """
    found = nearest_points(points, images, eps)
    return None if (found < 0).any() else found


def nearest_points(points: Floats, images: Floats, eps: float) -> NDArray[np.int64]:
    """Like `match_points`, with -1 for an image that no point is near to."""
    heights = points @ DIRECTION
    order = np.argsort(heights, kind="stable")
    heights = heights[order]
    image_heights = images @ DIRECTION
    low = np.searchsorted(heights, image_heights - 2 * eps, side="left")
    high = np.searchsorted(heights, image_heights + 2 * eps, side="right")
    found = np.full(len(images), -1, dtype=np.int64)
    for step in range(int((high - low).max(initial=0))):
        open_ = np.flatnonzero((found < 0) & (low + step < high))
        candidates = order[low[open_] + step]
        close = np.abs(points[candidates] - images[open_]).max(axis=1) < eps
        found[open_[close]] = candidates[close]
    return found
