"""Cross sections of many cells at once: the sides that planes cut, clipped in whole arrays.

A puzzle of thousands of pieces has tens of thousands of inner sides. Clipping them one by one
takes seconds; here each plane clips all sides that it crosses in a few array operations.
"""

import numpy as np
from numpy.typing import NDArray

from puzzlery.render.plane import Floats

Ints = NDArray[np.int64]


def cross_sections(
    own: Floats, heights: Floats, normals: Floats, offsets: Floats, size: float
) -> list[Floats]:
    """For each plane the part of it that lies behind other planes; no corners if there is none.

    Plane i has the normal `own[i]` and the offset `heights[i]`; the planes that clip it have the
    normals `normals[i]` and the offsets `offsets[i]`. One that faces the same way does not clip.

    >>> up = np.array([[0.0, 1.0, 0.0]])
    >>> walls = np.array([[[1.0, 0.0, 0.0], [-1, 0, 0], [0, 0, 1], [0, 0, -1]]])
    >>> (square,) = cross_sections(up, np.array([0.5]), walls, np.ones((1, 4)), 1.0)
    >>> len(square), np.abs(square).max(axis=0).tolist()
    (4, [1.0, 0.5, 1.0])
    """
    corners = _squares(own, heights, 20 * size)
    counts = np.full(len(own), 4)
    same = np.einsum("ijk,ik->ij", normals, own) > 1 - 1e-9
    for number in range(normals.shape[1]):
        wanted = ~same[:, number]
        corners, counts = _clipped(corners, counts, normals[:, number], offsets[:, number], wanted)
    return _without_doubles(corners, counts, 1e-6 * size)


def _squares(own: Floats, heights: Floats, half: float) -> Floats:
    """A large square in each plane, counter-clockwise seen from its normal."""
    pole = np.where(np.abs(own[:, 1:2]) < 0.9, [[0.0, 1.0, 0.0]], [[1.0, 0.0, 0.0]])
    right = np.cross(pole, own)
    right /= np.linalg.norm(right, axis=1, keepdims=True)
    up = np.cross(own, right)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    middles = heights[:, None] * own
    return np.stack([middles + half * (a * right + b * up) for a, b in signs], axis=1)


def _clipped(
    corners: Floats, counts: Ints, normals: Floats, offsets: Floats, wanted: NDArray[np.bool_]
) -> tuple[Floats, Ints]:
    """All polygons after one plane each has clipped them (Sutherland and Hodgman, 1974)."""
    real = np.arange(corners.shape[1]) < counts[:, None]
    heights = np.einsum("ijk,ik->ij", corners, normals) - offsets[:, None]
    inside = (heights <= 0) | ~real
    crossed = np.flatnonzero(wanted & ~inside.all(axis=1))
    if not crossed.size:
        return corners, counts
    row, own, kept = corners[crossed], heights[crossed], inside[crossed] & real[crossed]
    valid = real[crossed]
    columns = np.arange(row.shape[1])
    ahead = np.where(columns + 1 < counts[crossed, None], columns + 1, 0)
    beyond = np.take_along_axis(own, ahead, axis=1)
    crossing = valid & (kept != np.take_along_axis(kept, ahead, axis=1))
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.where(crossing, own / (own - beyond), 0.0)
    cut = row + part[..., None] * (np.take_along_axis(row, ahead[..., None], axis=1) - row)
    points = np.stack([row, cut], axis=2).reshape(len(row), -1, 3)
    chosen = np.stack([kept, crossing], axis=2).reshape(len(row), -1)
    new_counts = chosen.sum(axis=1)
    width = max(int(new_counts.max()), corners.shape[1])
    filled = np.zeros((len(row), width, 3))
    filled[np.arange(width) < new_counts[:, None]] = points[chosen]
    if width > corners.shape[1]:
        corners = np.pad(corners, ((0, 0), (0, width - corners.shape[1]), (0, 0)))
    corners[crossed] = filled
    counts[crossed] = new_counts
    return corners, counts


def _without_doubles(corners: Floats, counts: Ints, slack: float) -> list[Floats]:
    """The polygons without corners that coincide with the one before."""
    last = np.maximum(counts - 1, 0)
    columns = np.arange(corners.shape[1])
    behind = np.where(columns > 0, columns - 1, last[:, None])
    gaps = np.linalg.norm(corners - np.take_along_axis(corners, behind[..., None], axis=1), axis=2)
    kept = (columns < counts[:, None]) & (gaps > slack)
    ends = np.cumsum(kept.sum(axis=1))
    return np.split(corners[kept], ends[:-1])
