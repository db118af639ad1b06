"""Views: the position of the camera, and the projection of space onto the picture."""

from dataclasses import dataclass
from functools import cached_property
from math import cos, isfinite, radians, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from puzzlery.errors import PuzzleryError
from puzzlery.render.plane import Floats


@dataclass(frozen=True, slots=True)
class Camera:
    """A point of view: angles in degrees, and a distance in radii of the puzzle.

    `azimuth` goes around to the right from the front, `elevation` up from level. A distance of
    infinity gives parallel lines (an orthographic view).

    >>> Camera(azimuth=90, elevation=0).toward.round(6).tolist()
    [1.0, 0.0, 0.0]
    """

    azimuth: float = 36.0
    elevation: float = 30.0
    distance: float = 7.0

    def __post_init__(self) -> None:
        if not (isfinite(self.azimuth) and isfinite(self.elevation)):
            raise PuzzleryError(
                f"the camera's angles are {self.azimuth} and {self.elevation}; "
                "expected finite numbers of degrees"
            )
        if not self.distance > 1:
            raise PuzzleryError(
                f"the camera stands {self.distance} radii away; expected more than 1, "
                "so that it is outside of the puzzle"
            )

    @property
    def axes(self) -> Floats:
        """The directions right, up and toward the camera, as rows.

        >>> bool((Camera(azimuth=0, elevation=0).axes == np.eye(3)).all())
        True
        """
        around, up = radians(self.azimuth), radians(self.elevation)
        right = np.array([cos(around), 0.0, -sin(around)])
        toward = np.array([sin(around) * cos(up), sin(up), cos(around) * cos(up)])
        return np.array([right, np.cross(toward, right), toward])

    @property
    def toward(self) -> Floats:
        """The direction from the puzzle to the camera.

        >>> Camera(azimuth=0, elevation=90).toward.round(6).tolist()
        [0.0, 1.0, 0.0]
        """
        return np.asarray(self.axes[2])

    @property
    def reach(self) -> float:
        """The radius, in the picture, of a ball around the puzzle.

        >>> Camera(distance=float("inf")).reach
        1.0
        """
        return 1 / sqrt(1 - self.distance**-2)


@dataclass(frozen=True, eq=False)
class Eye:
    """A camera aimed at a puzzle: the point it looks at, and the radius that is its unit.

    >>> Eye.on(Camera(), np.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])).center.tolist()
    [1.0, 0.0, 0.0]
    """

    camera: Camera
    center: Floats
    radius: float

    @cached_property
    def axes(self) -> Floats:
        """The camera's right, up and toward, as rows."""
        return self.camera.axes

    @classmethod
    def on(cls, camera: Camera, points: Floats) -> "Eye":
        """The camera aimed at the middle of some points.

        >>> corners = np.array([[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]])
        >>> round(Eye.on(Camera(), corners).radius, 4)
        1.7321
        """
        center = (points.min(axis=0) + points.max(axis=0)) / 2
        radius = float(np.linalg.norm(points - center, axis=1).max())
        return cls(camera, center, radius or 1.0)

    def project(self, points: Floats) -> Floats:
        """The projection of points: x to the right, y up, in radii near the middle.

        >>> corners = np.array([[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]])
        >>> Eye.on(Camera(0, 0), corners).project(np.zeros((1, 3))).tolist()
        [[0.0, 0.0]]
        """
        seen = self._seen(points)
        near = 1 - seen[..., 2:] / self.camera.distance
        return np.asarray(seen[..., :2] / near)

    def depth(self, points: Floats) -> Floats:
        """A measure of the nearness of points to the camera; larger is nearer.

        >>> corners = np.array([[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]])
        >>> back, front = Eye.on(Camera(0, 0), corners).depth(corners)
        >>> bool(back < front)
        True
        """
        if not isfinite(self.camera.distance):
            return np.asarray(self._seen(points)[..., 2])
        return -np.asarray(np.linalg.norm(points - self.position, axis=-1))

    def faces(self, points: Floats, normals: Floats) -> NDArray[np.bool_]:
        """Whether outlines through these points show the camera their front.

        >>> corners = np.array([[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]])
        >>> toward = np.array([[0.0, 0.0, 1.0]])
        >>> eye = Eye.on(Camera(0, 0), corners)
        >>> eye.faces(toward, toward).tolist(), eye.faces(-toward, -toward).tolist()
        ([True], [False])
        """
        if isfinite(self.camera.distance):
            sight = self.position - points
        else:
            sight = np.broadcast_to(self.camera.toward * self.radius, points.shape)
        return np.asarray((sight * normals).sum(axis=-1) > 1e-6 * self.radius)

    @property
    def position(self) -> Floats:
        """The position of the camera; far away for parallel projection.

        >>> corners = np.array([[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]])
        >>> Eye.on(Camera(0, 0, distance=2), corners).position.round(4).tolist()
        [0.0, 0.0, 3.4641]
        """
        away = self.camera.distance if isfinite(self.camera.distance) else 1e6
        return np.asarray(self.center + self.camera.toward * away * self.radius)

    def _seen(self, points: Floats) -> Floats:
        return np.asarray((points - self.center) @ self.axes.T / self.radius)
