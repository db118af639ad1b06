"""The parts into which straight lines divide a convex polygon."""

from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.twisty.geometry.solids import EPS
from puzzlery.twisty.model.skin import Floats

Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class PolygonParts:
    """Convex polygons in a plane, counter-clockwise.

    `corners` lists the corners of the first polygon, then those of the next one, and so on;
    `counts` says how many each polygon has.

    >>> square = np.array([[0.0, 0.0], [1, 0], [1, 1], [0, 1]])
    >>> diagonal = PolygonParts.of(square, np.array([[1.0, -1.0]]), np.array([0.0]), most=100)
    >>> len(diagonal), diagonal.counts.tolist()
    (2, [3, 3])
    """

    corners: Floats
    counts: Counts

    @classmethod
    def of(cls, polygon: Floats, normals: Floats, offsets: Floats, *, most: int) -> "PolygonParts":
        """The parts into which the lines `normal · p = offset` divide a polygon.

        It stops once there are more parts than `most`.

        >>> square = np.array([[0.0, 0.0], [1, 0], [1, 1], [0, 1]])
        >>> halves = PolygonParts.of(square, np.array([[1.0, 0.0]]), np.array([0.25]), most=100)
        >>> halves.centroids().tolist()
        [[0.625, 0.5], [0.125, 0.5]]
        """
        corners, counts = _core.split(polygon, normals, offsets, EPS, most)
        return cls(
            np.frombuffer(corners).reshape(-1, 2),
            np.frombuffer(counts, dtype=np.int64),
        )

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def spans(self) -> list[slice]:
        """The slice of `corners` that holds each polygon.

        >>> PolygonParts(np.zeros((7, 2)), np.array([3, 4])).spans
        [slice(0, 3, None), slice(3, 7, None)]
        """
        return [slice(*ends) for ends in pairwise(accumulate(self.counts.tolist(), initial=0))]

    def centroids(self) -> Floats:
        """The center of gravity of each polygon.

        >>> triangle = np.array([[0.0, 0.0], [3, 0], [0, 3]])
        >>> PolygonParts(triangle, np.array([3])).centroids().tolist()
        [[1.0, 1.0]]
        """
        return np.frombuffer(_core.centroids(self.corners, self.counts)).reshape(-1, 2)
