"""Slabs: moves given as the rotation of everything between two parallel planes."""

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.mechanisms.moving_parts import moved
from puzzlery.twisty.model.point_matching import nearest_points
from puzzlery.twisty.model.skin import Floats, Skin
from puzzlery.twisty.model.turn import Spin, Turn, Vector

Ints = NDArray[np.int64]
# Positions typed by hand are rounded: a sticker may arrive this part of the smallest gap between
# two stickers away from its place, which is too little to confuse it with another.
_MATCH_TOLERANCE = 1 / 20
# How far outside of a plane a sticker may lie and still count as between the planes.
_PLANE_EPS = 1e-9
# No plane of a usual puzzle is orthogonal to this direction, so few points share a height.
_SWEEP_DIRECTION = np.array([0.5402371, 0.3217931, 0.7775907])


@dataclass(frozen=True, slots=True)
class Slab:
    """The part of space whose offset along an axis is from low to high, and how far it rotates.

    `angle` is in radians by the right-hand rule, so a clockwise turn seen from the tip of the
    axis is negative; offsets count from the pivot.

    >>> square = Skin.of_points([[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]], 4)
    >>> right_half = Slab((1, 0, 0), math.pi, low=0.5)
    >>> sorted(slab_turn("r", right_half, square).moving)
    [0]
    """

    axis: Vector
    angle: float
    low: float = -math.inf
    high: float = math.inf
    pivot: Vector = (0.0, 0.0, 0.0)

    def offsets(self, points: Floats) -> Floats:
        """The coordinate of each point along the axis, from the pivot.

        >>> Slab((0, 0, 2), 0.0, pivot=(0, 0, 1)).offsets(np.array([[5.0, 5, 4]])).tolist()
        [3.0]
        """
        axis = np.array(self.axis)
        length = float(np.linalg.norm(axis))
        if not 1e-9 < length < 1e9:
            raise InvalidPuzzle(f"axis {_shown(self.axis)} points nowhere")
        return np.asarray((points - np.array(self.pivot)) @ (axis / length))


def slab_turn(name: str, slab: Slab, skin: Skin, *, layers: int = 1) -> Turn:
    """The turn of a slab: it rotates the stickers in the slab and finds where each arrives.

    >>> square = Skin.of_points([[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]], 4)
    >>> slab_turn("z", Slab((0, 0, 1), -math.pi / 2), square).permutation
    Permutation('(0 3 2 1)', degree=4)
    """
    points = skin.positions
    offsets = slab.offsets(points)
    inside = np.flatnonzero(
        (offsets >= slab.low - _PLANE_EPS) & (offsets <= slab.high + _PLANE_EPS)
    )
    if not inside.size:
        raise InvalidPuzzle(f"no sticker lies between the offsets {slab.low:g} and {slab.high:g}")
    moving = frozenset(inside.tolist())
    spin = Spin(moving, slab.axis, slab.angle, slab.pivot)
    images = np.arange(len(points))
    images[inside] = _landings(skin, inside, moved(points[inside], spin))
    reach = offsets[inside]
    outer = bool(
        reach.max() >= offsets.max() - _PLANE_EPS or reach.min() <= offsets.min() + _PLANE_EPS
    )
    return Turn(name, Permutation(images), moving, (spin,), layers, outer)


def _landings(skin: Skin, inside: Ints, images: Floats) -> Ints:
    """For each moving sticker the sticker at the place where it arrives."""
    points = skin.positions
    found = nearest_points(points, images, _smallest_gap(skin) * _MATCH_TOLERANCE)
    astray = np.flatnonzero(~np.isin(found, inside))
    if astray.size:
        first = int(astray[0])
        distances = np.linalg.norm(points - images[first], axis=1)
        nearest = int(distances.argmin())
        raise InvalidPuzzle(
            f"sticker {inside[first]} would land at {_shown(images[first])}, where no sticker "
            f"that turns is; the nearest of all, {nearest}, is {distances[nearest]:.3g} away"
        )
    return found


@lru_cache(maxsize=4)
def _smallest_gap(skin: Skin) -> float:
    """The least distance between two stickers; two in one place are refused.

    Points are compared with those that follow them in a fixed direction, until even that part of
    their distance is larger than the least one found.
    """
    points = skin.positions
    order = np.argsort(points @ _SWEEP_DIRECTION, kind="stable")
    ahead = points[order]
    heights = ahead @ _SWEEP_DIRECTION
    gap, pair = np.inf, (0, 0)
    for step in range(1, len(points)):
        if (heights[step:] - heights[:-step]).min() > gap:
            break
        distances = np.linalg.norm(ahead[step:] - ahead[:-step], axis=1)
        closest = int(distances.argmin())
        if distances[closest] < gap:
            gap = float(distances[closest])
            pair = (int(order[closest]), int(order[closest + step]))
    if gap < _PLANE_EPS:
        raise InvalidPuzzle(
            f"stickers {min(pair)} and {max(pair)} share one place, so a rotation cannot tell "
            "them apart; give the move as cycles"
        )
    return min(gap, 1e9)


def slab_of(turn: Turn, skin: Skin | None) -> Slab | None:
    """The slab that gives back this turn exactly, if there is one.

    The planes lie halfway between the stickers that turn and those that do not.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("3x3x3")
    >>> slab = slab_of(cube.turn("R"), cube.skin)
    >>> slab.axis, slab.low, slab.high
    ((1.0, 0.0, 0.0), 0.3, inf)
    """
    if skin is None or len(turn.spins) != 1 or turn.spins[0].stickers != turn.moving:
        return None
    spin = turn.spins[0]
    try:
        whole = Slab(spin.axis, spin.angle, pivot=spin.pivot)
        low, high = _planes(whole.offsets(skin.positions), sorted(turn.moving))
        slab = Slab(spin.axis, spin.angle, low, high, spin.pivot)
        found = slab_turn(turn.name, slab, skin, layers=turn.layers)
    except InvalidPuzzle:
        return None
    same = (found.permutation, found.moving) == (turn.permutation, turn.moving)
    return slab if same and found.outer == turn.outer else None


def _planes(offsets: Floats, inside: list[int]) -> tuple[float, float]:
    if not inside:
        raise InvalidPuzzle("nothing turns")
    low, high = float(offsets[inside].min()), float(offsets[inside].max())
    below, above = (
        offsets[offsets < low - _PLANE_EPS],
        offsets[offsets > high + _PLANE_EPS],
    )
    return (
        _between(float(below.max()), low) if below.size else -math.inf,
        _between(high, float(above.min())) if above.size else math.inf,
    )


def _between(low: float, high: float) -> float:
    """A short number about halfway between two others."""
    middle = (low + high) / 2
    for digits in range(1, 12):
        short = round(middle, digits)
        if low + (high - low) / 4 < short < high - (high - low) / 4:
            return short
    return middle


def angle_of_text(text: str) -> float:
    """An angle in radians from a fraction of a full turn such as `1/4`.

    >>> angle_of_text("1/4") == math.pi / 2
    True
    """
    match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    if match is None or not int(match[2]):
        raise InvalidPuzzle(f'"{text}" is not a part of a turn such as "1/4"')
    return 2 * math.pi * float(Fraction(int(match[1]), int(match[2])))


def angle_entry(angle: float) -> dict[str, float | str]:
    """An exact angle as a puzzle file stores it: degrees, a fraction of a turn, or radians.

    >>> angle_entry(-math.pi / 2), angle_entry(2 * math.pi / 7), angle_entry(0.1)
    ({'clockwise': 90}, {'counterclockwise': '1/7'}, {'radians': 0.1})
    """
    word = "clockwise" if angle < 0 else "counterclockwise"
    degrees = round(math.degrees(abs(angle)))
    if math.radians(degrees) == abs(angle):
        return {word: degrees}
    part = Fraction(abs(angle) / (2 * math.pi)).limit_denominator(1000)
    if 2 * math.pi * float(part) == abs(angle):
        return {word: str(part)}
    return {"radians": angle}


def _shown(vector: Vector | Floats) -> str:
    return f"({', '.join(f'{value:.6g}' for value in vector)})"
