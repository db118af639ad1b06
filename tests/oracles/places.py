"""Places by comparing everything with everything, and pieces by comparing layers."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def near(points: Floats, places: Floats, eps: float) -> list[list[int]]:
    """For each place all points within eps of it, coordinate by coordinate."""
    close = np.abs(points[None] - places[:, None]).max(axis=2, initial=0) < eps
    return [np.flatnonzero(row).tolist() for row in close]


def layers(points: Floats, axis: Floats, cuts: list[float]) -> list[int]:
    """For each point the number of cuts that it does not lie above."""
    return [sum(cut >= height for cut in cuts) for height in (points @ axis).tolist()]


def cells(layers: list[list[int]], face: list[int], faces: int) -> list[int]:
    """The number of each sticker's piece, in order of appearance; the core's are told apart."""
    keys: list[tuple[int, ...]] = list(zip(*layers, strict=True)) if layers else [()] * len(face)
    shown: dict[tuple[int, ...], set[int]] = {}
    for key, side in zip(keys, face, strict=True):
        shown.setdefault(key, set()).add(side)
    numbers: dict[object, int] = {}
    return [
        numbers.setdefault((key, i) if len(shown[key]) == faces else key, len(numbers))
        for i, key in enumerate(keys)
    ]
