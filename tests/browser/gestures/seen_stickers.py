"""Which stickers a camera sees: a picture of their numbers, drawn apart from the viewer."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import pi

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, find_objects
from tests.browser.lens import Floats, Lens

from puzzlery.render import Scene

# One sample every so many pixels of the screen.
STEP = 2
NOTHING = -1
# Pixels to the border of a sticker where a person would press it.
INNER = 4


@dataclass(frozen=True)
class SeenSticker:
    """A sticker in sight: its width in pixels where it is narrowest, and the pixel deepest inside.

    `inner` are the pixels that are not at its border.
    """

    place: int
    width: float
    middle: tuple[float, float]
    inner: Floats


def seen_stickers(seen: Scene, lens: Lens) -> Iterator[SeenSticker]:
    """Every sticker of which something is in sight."""
    numbers = number_picture(seen, lens)
    for place, window in enumerate(find_objects(numbers + 1)):
        if window is None:
            continue
        mask = np.pad(numbers[window] == place, 1)
        rows, columns = np.nonzero(mask[1:-1, 1:-1])
        first = np.array([window[1].start, window[0].start])
        pixels = (np.column_stack([columns, rows]) + first) * float(STEP) + [lens.left, lens.top]
        rooms = distance_transform_edt(mask)[1:-1, 1:-1][rows, columns]
        middle = pixels[int(np.argmax(rooms))]
        inner = pixels[rooms >= min(INNER / STEP, float(rooms.max()))]
        yield SeenSticker(place, _width(pixels), (float(middle[0]), float(middle[1])), inner)


def number_picture(seen: Scene, lens: Lens) -> NDArray[np.int64]:
    """The number of the sticker that is nearest at every sample of the screen; −1 where none is."""
    shape = (int(lens.height // STEP), int(lens.width // STEP))
    numbers = np.full(shape, NOTHING, np.int64)
    depths = np.full(shape, np.inf)
    normals = np.reshape(seen.normals, (-1, 3))
    for place in range(len(seen.colors)):
        outline = np.array(seen.outline(place))
        if lens.faces(outline.mean(axis=0), normals[place]) > 0:
            _draw(place, outline, lens, numbers, depths)
    return numbers


def _draw(
    place: int, outline: Floats, lens: Lens, numbers: NDArray[np.int64], depths: Floats
) -> None:
    corners = lens.pixels(outline) - [lens.left, lens.top]
    low = np.maximum(np.floor(corners.min(axis=0) / STEP).astype(int), 0)
    high = np.minimum(np.ceil(corners.max(axis=0) / STEP).astype(int) + 1, numbers.shape[::-1])
    if (high <= low).any():
        return
    x, y = np.meshgrid(*(STEP * np.arange(a, b) for a, b in zip(low, high, strict=True)))
    # A sticker is flat, so the inverse of its depth is linear on the screen.
    slope, *_ = np.linalg.lstsq(
        np.column_stack([corners, np.ones(len(corners))]),
        1 / lens.depths(outline),
        rcond=None,
    )
    depth = 1 / (slope[0] * x + slope[1] * y + slope[2])
    window = (slice(low[1], high[1]), slice(low[0], high[0]))
    nearer = _inside(corners, x, y) & (depth < depths[window])
    numbers[window][nearer] = place
    depths[window][nearer] = depth[nearer]


def _inside(corners: Floats, x: NDArray[np.int64], y: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether points are in a polygon: rays from them cross its border an odd number of times."""
    inside = np.zeros(x.shape, bool)
    for (ax, ay), (bx, by) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if ay != by:
            across = (bx - ax) * (y - ay) / (by - ay) + ax
            inside ^= ((ay > y) != (by > y)) & (x < across)
    return inside


def _width(pixels: Floats) -> float:
    """The least distance between two parallel lines that have all samples between them."""
    ways = np.array([[np.cos(a), np.sin(a)] for a in np.arange(12) * pi / 12])
    spread = pixels @ ways.T
    return float((spread.max(axis=0) - spread.min(axis=0)).min()) + STEP
