"""A prop as plain data, and the outlines of which props are made."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from puzzlery.render.plane import Floats
from puzzlery.twisty.model.turn import Vector

DIGITS = 5


@dataclass(frozen=True, slots=True)
class SceneProp:
    """A plate, a pin or a ball that a viewer draws beside the pieces.

    A "plate" has an outline, counter-clockwise seen from its normal; it goes down by `depth`, and
    its rim is rounded by `bevel`. A "pin" is a plate that can be pressed, and stands out when it is
    up. A "ball" has one corner, its center, and `depth` is its radius. With one of `places` it is
    drawn instead of the sticker there, in its color. With several it has the color that most of
    them show. With none it has its own `shade`, or that of the plastic if this is empty. It moves
    with what stands at the place `follows`; with −1 it moves with the whole puzzle only. `piece` is
    the piece that it belongs to, −1 for none.

    >>> plate(circle((0, 0), 1, 4), height=0.5, depth=0.1).corners[:3]
    (1.0, 0.0, 0.5)
    """

    kind: str
    places: tuple[int, ...]
    follows: int
    piece: int
    shade: str
    normal: Vector
    corners: tuple[float, ...]
    depth: float
    bevel: float


def numbers(rows: Floats) -> tuple[float, ...]:
    """Coordinates one after the other, rounded.

    >>> numbers(np.array([[0.123456789, -0.0, 1.0]]))
    (0.12346, 0.0, 1.0)
    """
    return tuple((np.round(rows, DIGITS) + 0.0).ravel().tolist())


def circle(center: Iterable[float], radius: float, corners: int = 40) -> Floats:
    """A regular polygon in the plane, counter-clockwise.

    >>> circle((1, 0), 2, 4).round(9).tolist()[1]
    [1.0, 2.0]
    """
    angles = 2 * pi * np.arange(corners) / corners
    ring = radius * np.column_stack([np.cos(angles), np.sin(angles)])
    return np.asarray(np.array(tuple(center)) + ring)


def rounded_square(half: float, radius: float, arc: int = 10) -> Floats:
    """A square of a half side around the origin, with round corners.

    >>> rounded_square(2, 1, 2).round(9).tolist()[:2]
    [[2.0, 1.0], [1.0, 2.0]]
    """
    inner = half - radius
    steps = np.linspace(0, pi / 2, arc)
    return np.array(
        [
            (x * inner + radius * cos(start + step), y * inner + radius * sin(start + step))
            for start, (x, y) in zip(
                (0, pi / 2, pi, 3 * pi / 2), ((1, 1), (-1, 1), (-1, -1), (1, -1)), strict=True
            )
            for step in steps
        ]
    )


def plate(
    outline: Floats,
    *,
    height: float,
    depth: float,
    bevel: float = 0.0,
    shade: str = "",
    places: Iterable[int] = (),
    follows: int = -1,
    piece: int = -1,
    facing: int = 1,
) -> SceneProp:
    """A plate that lies at a height above the plane z = 0; facing −1, below it and turned over.

    >>> plate(circle((0, 0), 1, 4), height=0.5, depth=0.1, facing=-1).normal
    (0.0, 0.0, -1.0)
    """
    # Turned over about the y axis: seen from behind, the outline stands as it does in front.
    flat = outline * (facing, 1)
    lifted = np.column_stack([flat, np.full(len(flat), facing * height)])
    return solid_plate(
        lifted, (0.0, 0.0, float(facing)), depth, bevel, shade, places, follows, piece
    )


def solid_plate(
    outline: Floats,
    normal: Vector,
    depth: float,
    bevel: float = 0.0,
    shade: str = "",
    places: Iterable[int] = (),
    follows: int = -1,
    piece: int = -1,
) -> SceneProp:
    """A plate anywhere in space.

    >>> corners = np.array([(0, 0, 1), (1, 0, 1), (0, 1, 1)], dtype=float)
    >>> solid_plate(corners, (0.0, 0.0, 1.0), 0.1).kind
    'plate'
    """
    return SceneProp(
        "plate", tuple(places), follows, piece, shade, normal, numbers(outline), depth, bevel
    )


def ball(center: Floats, radius: float, normal: Vector, place: int, piece: int) -> SceneProp:
    """A ball in the color of the sticker at a place.

    >>> ball(np.zeros(3), 0.5, (0.0, 0.0, 1.0), 3, 3).places
    (3,)
    """
    return SceneProp("ball", (place,), place, piece, "", normal, numbers(center[None]), radius, 0.0)
