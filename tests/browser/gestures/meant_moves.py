"""What a person means by a drag: worked out from the scene and the camera, apart from the viewer.

The rule, with every angle measured on the screen:

1. A candidate is a move of a layer, forward or backward, that carries the pressed point and that no
   bandage blocks. Its direction is the one in which the point sets out on the screen.
2. A move is no candidate if it turns the sticker on the spot (the sticker stays at its place, and
   its middle is nearer to all axles than `ON_THE_SPOT` of the way to its farthest corner), or if
   the point sets out almost straight to or from the eye (it seems less than `HARDLY_SEEN` of its
   true motion).
3. Expected is the candidate nearest in direction to the drag, however far off it is. Candidates
   within `TIE` degrees of being as near are as good, as where two layers carry a sticker the same
   way. The *nearest* are only those that no candidate beats by more than `SAME` degrees.
4. If the nearest is more than `FAR` degrees away, the drag goes *across*. Such a drag is *blocked*
   if a blocked move is within `FAR` degrees: it should be refused. It is *held* if no move carries
   its sticker to another place: there one holds the puzzle.
"""

from dataclasses import dataclass
from math import acos, degrees

import numpy as np
from tests.browser.hands import spun
from tests.browser.lens import Floats, Lens

from puzzlery.render import Scene
from puzzlery.render.scene import SceneMove

ON_THE_SPOT = 0.5
HARDLY_SEEN = 0.08
TIE = 5.0
SAME = 0.5
FAR = 60.0
SQUARE = 86.0
PART = 1e-4


@dataclass(frozen=True)
class Candidate:
    """A move forward (+1) or backward (−1), and its unit direction on the screen."""

    name: str
    sign: int
    way: tuple[float, float]
    blocked: bool = False


@dataclass(frozen=True)
class Meaning:
    """What a drag may be expected to do.

    `angle` is how far the nearest free candidate is from it, `blocked_angle` the nearest blocked
    one.
    """

    angle: float
    expected: frozenset[tuple[str, int]]
    nearest: frozenset[tuple[str, int]]
    opposite: frozenset[tuple[str, int]]
    blocked_angle: float = 180.0
    is_held: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether some move goes about the way of the drag."""
        return self.angle <= FAR

    @property
    def is_square(self) -> bool:
        """Whether the drag is square to every move, so that it can mean neither way of any."""
        return self.angle > SQUARE

    @property
    def is_blocked(self) -> bool:
        """Whether only blocked moves go about the way of the drag."""
        return not self.is_clear and self.blocked_angle <= FAR


def candidates(
    seen: Scene, lens: Lens, place: int, pixel: tuple[float, float]
) -> tuple[Candidate, ...]:
    """Every move of the solved puzzle that carries the point under a pixel, both ways."""
    normal = np.reshape(seen.normals, (-1, 3))[place]
    corners = np.array(seen.outline(place))
    point = lens.point(pixel, corners[0], normal)
    found = []
    for move in seen.moves:
        if not move.layers or not any(place in spin.places for spin in move.spins):
            continue
        if _turns_on_the_spot(corners, move, place):
            continue
        before, after = (_carried(move, place, point, part) for part in (-PART, PART))
        way = np.subtract(lens.pixel(after), lens.pixel(before))
        length = float(np.linalg.norm(way))
        whole = float(np.linalg.norm(after - before)) * _scale(lens, point)
        if length > HARDLY_SEEN * whole:
            x, y = map(float, way / length)
            blocked = _is_blocked(seen, move)
            found += [
                Candidate(move.name, 1, (x, y), blocked),
                Candidate(move.name, -1, (-x, -y), blocked),
            ]
    return tuple(found)


def meaning(
    found: tuple[Candidate, ...], way: tuple[float, float], *, is_held: bool = False
) -> Meaning:
    """Which candidates a drag in a direction may mean."""
    angles = {one: _angle(one.way, way) for one in found}
    free = {one: angle for one, angle in angles.items() if not one.blocked}
    least = min(free.values(), default=180.0)
    expected, nearest = (
        frozenset((one.name, one.sign) for one, angle in free.items() if angle <= least + slack)
        for slack in (TIE, SAME)
    )
    opposite = frozenset((name, -sign) for name, sign in expected)
    blocked = min((angle for one, angle in angles.items() if one.blocked), default=180.0)
    return Meaning(least, expected, nearest, opposite, blocked, is_held)


def is_held(seen: Scene, place: int) -> bool:
    """Whether no move of a layer carries a sticker to another place."""
    return not any(move.layers and place in move.sources for move in seen.moves)


def _angle(a: tuple[float, float], b: tuple[float, float]) -> float:
    return degrees(acos(max(-1.0, min(1.0, a[0] * b[0] + a[1] * b[1]))))


def _carried(move: SceneMove, place: int, point: Floats, part: float) -> Floats:
    for spin in move.spins:
        if place in spin.places:
            point = spun(point, spin, part)
    return point


def _turns_on_the_spot(corners: Floats, move: SceneMove, place: int) -> bool:
    """Whether a sticker hardly moves during a move, and is where it was after it."""
    if place in move.sources:
        return False
    middle = corners.mean(axis=0)
    reach = float(np.linalg.norm(corners - middle, axis=1).max())
    return _lever(move, place, middle) < ON_THE_SPOT * reach


def _lever(move: SceneMove, place: int, point: Floats) -> float:
    """How far a point is from the farthest axle that carries it."""
    levers = []
    for spin in move.spins:
        if place in spin.places:
            axis = np.array(spin.axis) / np.linalg.norm(spin.axis)
            levers.append(float(np.linalg.norm(np.cross(point - np.array(spin.pivot), axis))))
    return max(levers)


def _scale(lens: Lens, point: Floats) -> float:
    """Pixels a unit of length, at the depth of a point and square to the line of sight."""
    x, y = np.subtract(lens.pixel(point + 1e-3 * lens.axes[0]), lens.pixel(point))
    return float(np.hypot(x, y)) / 1e-3


def _is_blocked(seen: Scene, move: SceneMove) -> bool:
    moving = set(move.moving)
    return any(0 < len(moving.intersection(group)) < len(group) for group in seen.glued)
