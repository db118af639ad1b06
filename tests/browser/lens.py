"""Where the viewer's camera sees a point, worked out apart from the viewer."""

from dataclasses import dataclass
from math import cos, radians, sin, sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
AZIMUTH, ELEVATION = 32.0, 28.0
DISTANCE = 7.5
MARGIN = 1.04


@dataclass(frozen=True)
class Lens:
    """A camera at so many radii from a puzzle of a radius, that fills a box of the page."""

    radius: float
    left: float
    top: float
    width: float
    height: float
    azimuth: float = AZIMUTH
    elevation: float = ELEVATION
    center: tuple[float, float, float] = (0.0, 0.0, 0.0)
    zoom: float = 1.0

    @property
    def middle(self) -> Floats:
        """The point that the camera looks at."""
        return np.array(self.center)

    @property
    def axes(self) -> Floats:
        """The directions right, up and toward the camera."""
        around, up = radians(self.azimuth), radians(self.elevation)
        right = np.array([cos(around), 0.0, -sin(around)])
        toward = np.array([sin(around) * cos(up), sin(up), cos(around) * cos(up)])
        return np.array([right, np.cross(toward, right), toward])

    @property
    def scale(self) -> float:
        """Pixels a unit at depth 1: a ball around the puzzle just fits the box's shorter side."""
        return self.zoom * min(self.width, self.height) / 2 * sqrt(DISTANCE**2 - 1) / MARGIN

    def pixel(self, point: Floats) -> tuple[float, float]:
        """The pixel of the page where a point is seen."""
        x, y = self.pixels(point[None])[0]
        return float(x), float(y)

    def pixels(self, points: Floats) -> Floats:
        """The pixels of the page where points are seen, one row each."""
        right, up, _ = self.axes @ (points - self.middle).T
        scale = self.scale / self.depths(points)
        x = self.left + self.width / 2 + right * scale
        return np.column_stack([x, self.top + self.height / 2 - up * scale])

    def depths(self, points: Floats) -> Floats:
        """How far in front of the camera points are."""
        return np.asarray(DISTANCE * self.radius - (points - self.middle) @ self.axes[2])

    def faces(self, point: Floats, normal: Floats) -> float:
        """How squarely a side looks at the camera: the cosine of the angle."""
        toward = self.middle + DISTANCE * self.radius * self.axes[2] - point
        return float(normal @ toward / np.linalg.norm(toward) / np.linalg.norm(normal))

    def point(self, pixel: tuple[float, float], on: Floats, normal: Floats) -> Floats:
        """The point of a plane, given by one of its points and its normal, seen at a pixel."""
        eye = self.middle + DISTANCE * self.radius * self.axes[2]
        x = (pixel[0] - self.left - self.width / 2) / self.scale
        y = (self.top + self.height / 2 - pixel[1]) / self.scale
        ray = x * self.axes[0] + y * self.axes[1] - self.axes[2]
        return np.asarray(eye + ray * float((on - eye) @ normal / (ray @ normal)))
