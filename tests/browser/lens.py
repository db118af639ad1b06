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

    @property
    def axes(self) -> Floats:
        """The directions right, up and toward the camera."""
        around, up = radians(self.azimuth), radians(self.elevation)
        right = np.array([cos(around), 0.0, -sin(around)])
        toward = np.array([sin(around) * cos(up), sin(up), cos(around) * cos(up)])
        return np.array([right, np.cross(toward, right), toward])

    def pixel(self, point: Floats) -> tuple[float, float]:
        """The pixel of the page where a point is seen."""
        right, up, toward = self.axes @ point
        depth = DISTANCE * self.radius - toward
        # A ball around the puzzle just fits the shorter side of the box.
        scale = min(self.width, self.height) / 2 * sqrt(DISTANCE**2 - 1) / MARGIN / depth
        return self.left + self.width / 2 + right * scale, self.top + self.height / 2 - up * scale

    def faces(self, point: Floats, normal: Floats) -> float:
        """How squarely a side looks at the camera: the cosine of the angle."""
        toward = DISTANCE * self.radius * self.axes[2] - point
        return float(normal @ toward / np.linalg.norm(toward) / np.linalg.norm(normal))
