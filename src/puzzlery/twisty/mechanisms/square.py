"""Square-1 and Square-2: two layers of wedges, and a slice that swaps half of each.

Seen from above, twelve wedges of 30° make up the upper layer and twelve the lower. A cut through
all three layers divides the puzzle into halves; `/` turns the right half over. The numbers of
shapes and positions are given on Jaap's Puzzle Page,
<https://www.jaapsch.net/puzzles/square1.htm>.

The stickers lie on a prism with twelve sides, so that each wedge fits each slot. `outlines` gives
the pieces of a Square-1 their true shape.
"""

from collections.abc import Iterator
from functools import cache
from math import cos, pi, radians, sin

import numpy as np

from puzzlery.twisty.mechanisms.moving_parts import COLORS, Mechanism, NamedNotation, StickerOutline
from puzzlery.twisty.model.layer_notation import rotation
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats
from puzzlery.twisty.model.state import State
from puzzlery.twisty.model.turn import Grip, Spin, Vector

STEP = pi / 6
WEDGES = 12
# The cut leaves the wedge in the middle of the front (number 0) on its right.
RIGHT_HALF = range(6)
CUT_AXIS: Vector = (sin(radians(75)), 0.0, cos(radians(75)))
# Heights of the layers and the distance of a side from the middle; the prism is as wide as high.
LAYERS = {"U": (1 / 3, 1.0), "E": (-1 / 3, 1 / 3), "D": (-1.0, -1 / 3)}
UP: Vector = (0.0, 1.0, 0.0)
DOWN: Vector = (0.0, -1.0, 0.0)


def square_two() -> Puzzle:
    """Square-2: all 24 wedges are separate, so that every turn is always possible.

    Moves are written as for Square-1: `(3, -1) / (0, 2)`.

    >>> square_two().apply("(-1, 0)").allows("/")
    True
    """
    return _puzzle("Square-2", ())


def square_one() -> Puzzle:
    """Square-1: eight pairs of wedges are joined to corners, and may block the slice.

    Its orientation is that of competitions: the slice cuts the front to the left of its middle.

    >>> square_one().solved.allows("/"), square_one().apply("(-1,0)").allows("/")
    (True, False)
    """
    return _puzzle("Square-1", _corners())


def outlines(state: State) -> tuple[Floats, ...]:
    """For each place the true outline of the sticker that is there, in any shape of the puzzle.

    A solved Square-1 is a cube; the wedges carry their part of it with them.

    >>> corners = np.vstack(outlines(square_one().solved))
    >>> np.abs(corners).max().round(9).item()
    1.0
    """
    shapes: list[Floats] = [np.empty(0)] * state.puzzle.degree
    for home, place in enumerate(state.permutation):
        shapes[place] = _true_shapes()[home] @ _carried(home, place).T
    return tuple(shapes)


def _puzzle(name: str, glued: tuple[frozenset[int], ...]) -> Puzzle:
    body = Mechanism(tuple(_patches()))
    turns = [
        body.turn("U", [Spin(_layer(body, "U"), UP, -STEP)]),
        body.turn("D", [Spin(_layer(body, "D"), DOWN, -STEP)]),
        body.turn("/", [Spin(_right_half(body), CUT_AXIS, -pi)]),
    ]
    grips = (
        Grip(UP, WEDGES, (1 / 3, -1 / 3), ("U", "D")),
        Grip(CUT_AXIS, 2, (0.0,), ("/", "")),
    )
    return body.puzzle(
        name,
        turns,
        notation=NamedNotation.of(turns, dialect="square1"),
        grips=grips,
        glued=glued,
        metric="slash",
        note="(x, y) turns the top by x and the bottom by y twelfths clockwise; / is the slice.",
        hints={"outlines": outlines},
    )


def _patches() -> Iterator[StickerOutline]:
    """The stickers: ends and sides of the wedges, and the sides of the middle layer."""
    for layer in "UD":
        for wedge in range(WEDGES):
            cell = (layer, wedge)
            yield StickerOutline(
                _end(layer, wedge), UP if layer == "U" else DOWN, COLORS[layer], layer, cell
            )
            yield _side(layer, wedge, cell)
    for wedge in range(WEDGES):
        yield _side("E", wedge, ("E", wedge in RIGHT_HALF))


def _corners() -> tuple[frozenset[int], ...]:
    """The stickers of each corner of a Square-1: two wedges beside each other."""
    return tuple(
        frozenset(range(2 * wedge + start, 2 * wedge + start + 4))
        for start in (0, 2 * WEDGES)
        for wedge in range(WEDGES)
        if wedge % 3 == 1
    )


def _layer(body: Mechanism, layer: str) -> frozenset[int]:
    side = 1 if layer == "U" else -1
    return body.where(lambda point: bool(side * point[1] > 1 / 3))


def _right_half(body: Mechanism) -> frozenset[int]:
    return body.where(lambda point: bool(np.dot(point, CUT_AXIS) > 0))


def _end(layer: str, wedge: int) -> Floats:
    """The top or bottom of a wedge: a triangle from the middle to a side of the prism."""
    height = 1.0 if layer == "U" else -1.0
    left, right = _rim(wedge, height)
    return np.array([(0.0, height, 0.0), left, right])


def _side(layer: str, wedge: int, cell: object) -> StickerOutline:
    low, high = LAYERS[layer]
    polygon = np.array([*_rim(wedge, low), *_rim(wedge, high)[::-1]])
    angle = wedge * STEP
    face = _face(wedge)
    return StickerOutline(polygon, (sin(angle), 0.0, cos(angle)), COLORS[face], face, cell)


def _face(wedge: int) -> str:
    """The side of the cube that a wedge belongs to, three wedges to each."""
    return "FRBL"[(wedge + 1) % WEDGES // 3]


def _rim(wedge: int, height: float) -> list[Vector]:
    """The two corners of a wedge on the prism's rim, the left one first."""
    reach = 1 / cos(STEP / 2)
    angles = ((wedge - 0.5) * STEP, (wedge + 0.5) * STEP)
    return [(reach * sin(angle), height, reach * cos(angle)) for angle in angles]


@cache
def _true_shapes() -> tuple[Floats, ...]:
    """The outlines of all stickers on a solved Square-1, which is a cube.

    A wedge's rim is pushed out to the side of the cube that it belongs to.
    """
    return tuple(_pushed_out(patch) for patch in _patches())


def _pushed_out(patch: StickerOutline) -> Floats:
    wedge = round(np.arctan2(*patch.polygon.mean(axis=0)[[0, 2]]) / STEP) % WEDGES
    toward = (wedge + 1) % WEDGES // 3 * 3 * STEP
    away = np.array([sin(toward), 0.0, cos(toward)])
    flat = patch.polygon * (1.0, 0.0, 1.0)
    reach = flat @ away
    scale = np.where(reach > 0.1, 1 / np.maximum(reach, 0.1), 1.0)
    return np.asarray(flat * scale[:, None] + patch.polygon * (0.0, 1.0, 0.0))


def _carried(home: int, place: int) -> Floats:
    """The rotation that brings a sticker from one place to another.

    A sticker in another layer has been turned over, and so has one of the middle layer that is
    not in its own place.
    """
    (layer, start), (now, end) = _slot(home), _slot(place)
    if layer == now != "E":
        return rotation(UP, (end - start) * STEP)
    if home == place:
        return np.eye(3)
    halfway = (start + end) / 2 * STEP
    return rotation((sin(halfway), 0.0, cos(halfway)), pi)


def _slot(place: int) -> tuple[str, int]:
    """The layer of a place and the number of its wedge."""
    if place < 4 * WEDGES:
        return "UD"[place // (2 * WEDGES)], place // 2 % WEDGES
    return "E", place - 4 * WEDGES
