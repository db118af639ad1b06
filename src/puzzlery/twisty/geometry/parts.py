"""Parts: splitting a convex polygon by straight lines, all its parts at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlery.twisty.geometry.solids import EPS
from puzzlery.twisty.puzzle import Floats

Counts = NDArray[np.intp]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Parts:
    """Convex polygons in a plane, counter-clockwise.

    `corners` has a row of points for each polygon; the first `counts` of a row are its corners
    and the rest fills the table up.
    """

    corners: Floats
    counts: Counts

    @classmethod
    def of(cls, polygon: Floats) -> "Parts":
        """One polygon that is still whole."""
        return cls(polygon[None], np.array([len(polygon)]))

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def real(self) -> Mask:
        """Which entries of the table are corners."""
        filled: Mask = np.arange(self.corners.shape[1]) < self.counts[:, None]
        return filled

    @property
    def following(self) -> Counts:
        """For each corner the column of the next one around the polygon."""
        columns = np.arange(self.corners.shape[1])
        return np.where(columns + 1 < self.counts[:, None], columns + 1, 0)

    def split(self, normal: Floats, offset: float) -> "Parts":
        """All parts, those that the line `normal · p = offset` crosses cut in two.

        >>> square = np.array([[0.0, 0.0], [1, 0], [1, 1], [0, 1]])
        >>> halves = Parts.of(square).split(np.array([1.0, 0.0]), 0.25)
        >>> halves.centroids().tolist()
        [[0.625, 0.5], [0.125, 0.5]]
        """
        height = self.corners @ normal - offset
        real = self.real
        crossed = ((height > EPS) & real).any(axis=1) & ((height < -EPS) & real).any(axis=1)
        if not crossed.any():
            return self
        cut = Parts(self.corners[crossed], self.counts[crossed])
        return _joined(
            Parts(self.corners[~crossed], self.counts[~crossed]),
            cut._above(height[crossed]),
            cut._above(-height[crossed]),
        )

    def _above(self, height: Floats) -> "Parts":
        """The part of each polygon where the height is not negative."""
        real, following = self.real, self.following
        ahead = np.take_along_axis(height, following, axis=1)
        crossing = real & (np.minimum(height, ahead) < -EPS) & (np.maximum(height, ahead) > EPS)
        step = np.where(crossing, height / np.where(crossing, height - ahead, 1.0), 0.0)
        target = np.take_along_axis(self.corners, following[..., None], axis=1)
        between = self.corners + step[..., None] * (target - self.corners)
        kept = np.stack([real & (height >= -EPS), crossing], axis=2).reshape(len(self), -1)
        points = np.stack([self.corners, between], axis=2).reshape(len(self), -1, 2)
        return _packed(points, kept)

    def centroids(self) -> Floats:
        """The center of gravity of each polygon."""
        origin = self.corners[:, :1]
        here = self.corners - origin
        ahead = np.take_along_axis(here, self.following[..., None], axis=1)
        cross = here[..., 0] * ahead[..., 1] - here[..., 1] * ahead[..., 0]
        weights = np.where(self.real, cross, 0.0)
        area = weights.sum(axis=1, keepdims=True)
        center: Floats = origin[:, 0] + np.einsum("ij,ijk->ik", weights, here + ahead) / (3 * area)
        return center


def _packed(points: Floats, kept: Mask) -> Parts:
    """The points that are kept, moved to the front of their rows."""
    counts = kept.sum(axis=1)
    order = np.argsort(~kept, axis=1, kind="stable")[:, : counts.max()]
    return Parts(np.take_along_axis(points, order[..., None], axis=1), counts)


def _joined(*several: Parts) -> Parts:
    width = max(parts.corners.shape[1] for parts in several)
    tables = [
        np.pad(parts.corners, ((0, 0), (0, width - parts.corners.shape[1]), (0, 0)))
        for parts in several
    ]
    return Parts(np.concatenate(tables), np.concatenate([parts.counts for parts in several]))
