"""Splitting a convex polygon by straight lines, part by part, and reading a face with NumPy."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def split(outline: Floats, normals: Floats, offsets: Floats, eps: float) -> list[Floats]:
    """The parts: whole ones, then those above the last line across, then those below it."""
    parts = [outline]
    for normal, offset in zip(normals, offsets, strict=True):
        heights = [part @ normal - offset for part in parts]
        crossed = [height.min() < -eps and height.max() > eps for height in heights]
        whole = [part for part, cut in zip(parts, crossed, strict=True) if not cut]
        sides = [
            _above(part, side * height, eps)
            for side in (1, -1)
            for part, height, cut in zip(parts, heights, crossed, strict=True)
            if cut
        ]
        parts = whole + sides
    return parts


def _above(part: Floats, height: Floats, eps: float) -> Floats:
    """The part of a polygon where the height is not negative."""
    kept = []
    for here, there, low, high in zip(
        part, np.roll(part, -1, axis=0), height, np.roll(height, -1), strict=True
    ):
        if low >= -eps:
            kept.append(here)
        if min(low, high) < -eps and max(low, high) > eps:
            kept.append(here + (there - here) * low / (low - high))
    return np.array(kept)


def area(part: Floats) -> float:
    """The area of a polygon, by the shoelace formula."""
    x, y = part.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def centroid(part: Floats) -> Floats:
    """The center of gravity: that of the triangles from the first corner, by their areas."""
    triangles = [np.array([part[0], part[k], part[k + 1]]) for k in range(1, len(part) - 1)]
    areas = np.array([area(triangle) for triangle in triangles])
    middles = np.array([triangle.mean(axis=0) for triangle in triangles])
    center: Floats = areas @ middles / areas.sum()
    return center


def reading_order(points: Floats, right: Floats, up: Floats, gap: float) -> list[int]:
    """The points of a face row by row from the top, each row from left to right."""
    heights = points @ up
    downward = np.argsort(-heights, kind="stable")
    breaks = np.diff(-heights[downward]) > gap
    row = np.empty(len(points), dtype=np.intp)
    row[downward] = np.concatenate([[0], np.cumsum(breaks)])
    order: list[int] = np.lexsort((points @ right, row)).tolist()
    return order
