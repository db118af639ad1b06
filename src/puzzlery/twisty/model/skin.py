"""The skin of a puzzle: where its stickers are and what they look like."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.turn import Vector

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sticker:
    """One colored point of a puzzle, numbered from 0.

    >>> Sticker(0, Color.of("red"), face="R").color.shade
    '#d32027'
    """

    index: int
    color: Color
    position: Vector | None = None
    normal: Vector | None = None
    polygon: tuple[Vector, ...] = ()
    face: str = ""


@dataclass(frozen=True, eq=False)
class Skin:
    """Where the stickers are and what they look like, as arrays with one row for each sticker.

    What is not known is left out: `polygons` may be empty, `faces` all "".

    >>> import puzzlery
    >>> skin = puzzlery.puzzle("3x3x3").skin
    >>> skin.positions.shape, skin.faces[0], len(skin.polygons[0])
    ((54, 3), 'U', 4)
    """

    positions: Floats
    normals: Floats
    polygons: tuple[Floats, ...] = ()
    faces: tuple[str, ...] = ()

    @classmethod
    def of_points(cls, positions: ArrayLike, degree: int) -> "Skin":
        """The skin of bare points: each normal points away from the mean of all points.

        >>> Skin.of_points([[1, 0, 0], [-1, 0, 0]], degree=2).normals.tolist()
        [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]
        """
        points = np.asarray(positions, dtype=np.float64)
        if points.shape != (degree, 3):
            raise InvalidPuzzle(
                f"positions have shape {points.shape}; expected {degree} rows of x, y, z"
            )
        if not np.isfinite(points).all():
            raise InvalidPuzzle("a position is not a finite number")
        outward = points - points.mean(axis=0)
        lengths = np.linalg.norm(outward, axis=1, keepdims=True)
        up = np.array([0.0, 0.0, 1.0])
        normals = np.where(lengths > 1e-9, outward / np.maximum(lengths, 1e-9), up)
        return cls(points, normals)
