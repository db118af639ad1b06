"""Matching points: which known point lies where a moved point arrives."""

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core

Floats = NDArray[np.float64]


def match_points(points: Floats, images: Floats, eps: float) -> NDArray[np.int64] | None:
    """For each image the number of the point within `eps` of it; None if one has none.

    >>> square = np.array([[1.0, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]])
    >>> match_points(square, square[[1, 2, 3, 0]], 1e-6).tolist()
    [1, 2, 3, 0]
    """
    found = nearest_points(points, images, eps)
    return None if (found < 0).any() else found


def nearest_points(points: Floats, images: Floats, eps: float) -> NDArray[np.int64]:
    """Like `match_points`, with -1 for an image without a point near it.

    >>> line = np.array([[0.0, 0, 0], [1, 0, 0]])
    >>> nearest_points(line, np.array([[1.0, 0, 0], [5, 0, 0]]), 1e-6).tolist()
    [1, -1]
    """
    return np.frombuffer(_core.nearest(points, images, eps), dtype=np.int64)
