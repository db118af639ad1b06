"""Angles: how far a piece is turned in its place, and which way, in words."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
NEAR = 1e-6
NAMES = {2: "half", 3: "a third of", 4: "a quarter of", 5: "a fifth of", 6: "a sixth of"}


def clockwise_part(positions: Floats, normals: Floats, images: Sequence[int]) -> Fraction | None:
    """The part of a full turn, clockwise as seen from outside, that carries stickers round a piece.

    The stickers of a slot are taken in their order about the axis that points away from them all.
    None if they have no such order, or if the images are not a shift in it.

    >>> spots = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]])
    >>> clockwise_part(spots, spots, [2, 0, 1])
    Fraction(1, 3)
    """
    order = _around(positions, normals)
    if order is None:
        return None
    place = {sticker: k for k, sticker in enumerate(order)}
    shifts = {(place[sticker] - place[image]) % len(order) for sticker, image in enumerate(images)}
    return Fraction(shifts.pop(), len(order)) if len(shifts) == 1 else None


def _around(positions: Floats, normals: Floats) -> list[int] | None:
    """The stickers counterclockwise about their common axis, as seen from its tip."""
    axis = normals.sum(axis=0)
    length = float(np.linalg.norm(axis))
    if length < NEAR:
        return None
    axis = axis / length
    spokes = positions - positions.mean(axis=0)
    spokes = spokes - np.outer(spokes @ axis, axis)
    if len(spokes) < 3 or (np.linalg.norm(spokes, axis=1) < NEAR).any():
        return None
    side = np.cross(axis, spokes[0])
    angles = np.arctan2(spokes @ side, spokes @ spokes[0]) % (2 * np.pi)
    order = np.argsort(angles)
    apart = np.diff(angles[order])
    return None if (apart < NEAR).any() else [int(k) for k in order]


def turn_in_words(clockwise: Fraction) -> str:
    """A part of a full turn, the shorter way round.

    >>> turn_in_words(Fraction(1, 3)), turn_in_words(Fraction(3, 4)), turn_in_words(Fraction(1, 2))
    ('a third of a turn clockwise', 'a quarter of a turn counterclockwise', 'half a turn')
    """
    part = min(clockwise, 1 - clockwise)
    name = NAMES.get(part.denominator) if part.numerator == 1 else None
    size = f"{name or f'{part} of'} a turn"
    if part == Fraction(1, 2):
        return size
    return f"{size} {'clockwise' if part == clockwise else 'counterclockwise'}"
