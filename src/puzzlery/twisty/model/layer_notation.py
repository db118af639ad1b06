"""Layer notation: written moves such as `R`, `2Rw` and `2-3r`, read on the grips of a puzzle."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from math import cos, hypot, pi, sin

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.errors import UnknownName
from puzzlery.twisty.model.skin import Floats
from puzzlery.twisty.model.turn import Grip, Spin, Turn, Vector
from puzzlery.twisty.notation.alg import Move

# Places closer than this are the same; faces are at distance 1 from the middle.
PLACE_EPS = 1e-6
# Megaminx scrambles turn all but one layer: `R++` leaves the layer L behind, `D++` the layer U.
LEFT_BEHIND = {"R": "L", "D": "U"}


class Reading(Enum):
    """Which layers a word stands for, counted from the end of the axis that it names.

    >>> import puzzlery
    >>> words = puzzlery.puzzle("3x3x3").notation.words
    >>> words["R"].reading.name, words["Rw"].reading.name, words["M"].reading.name
    ('SLICE', 'BLOCK', 'MIDDLE')
    """

    SLICE = "R: the outermost layer; 2R: the second one"
    BLOCK = "r or Rw: the outer two layers; 3Rw: the outer three"
    TIP = "u of a pyraminx: the outermost layer"
    PAIR = "U of a pyraminx: the outer two layers; 2U: the second one"
    MIDDLE = "M: the layer in the middle"
    INNER = "m: all layers but the outermost of both ends"


@dataclass(frozen=True, slots=True)
class GripWord:
    """What a word grips: an axis by its near (positive) or far end, and the layers there.

    >>> import puzzlery
    >>> words = puzzlery.puzzle("3x3x3").notation.words
    >>> words["U"].axis == words["D"].axis, words["U"].far, words["D"].far
    (True, False, True)
    """

    axis: int
    far: bool
    reading: Reading


@dataclass(frozen=True, slots=True)
class RotationAxis:
    """A line about which the whole puzzle turns, clockwise seen from the tip of `axis`.

    One rotation is 1/`order` of a full turn; it need not map the puzzle to itself.

    >>> import puzzlery
    >>> puzzlery.puzzle("3x3x3").notation.rotation_axes["x"]
    RotationAxis(axis=(1.0, 0.0, 0.0), order=4)
    """

    axis: Vector
    order: int


@dataclass(frozen=True, eq=False)
class Axis:
    """A grip with what turns about it.

    `turned` is the whole puzzle turned once, clockwise seen from the near end; `layer` gives the
    layer of each place, 0 at the near end. With `halves`, one turn is a half turn, which is
    written `R2`: a quarter turn would change the shape of the puzzle.

    >>> import puzzlery
    >>> domino = puzzlery.puzzle("3x2x3")
    >>> [(axis.grip.names[0], axis.halves) for axis in domino.notation.axes]
    [('U', False), ('F', True), ('R', True)]
    """

    grip: Grip
    turned: Permutation
    layer: NDArray[np.int64]
    halves: bool = False

    def turn(self, name: str, layers: range, steps: int, *, far: bool = False) -> Turn:
        """The turn of these layers (from 0), clockwise seen from the end that is gripped.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> vertical = cube.notation.axes[0]
        >>> vertical.turn("Uw", range(2), 1).permutation == cube.permutation("U E'")
        True
        """
        count = self.grip.layers
        if far:
            layers = range(count - layers.stop, count - layers.start)
        forward = (-steps if far else steps) % self.grip.order
        images, inside = _core.layer_turn(
            self.turned.data, self.layer, layers.start, layers.stop, forward
        )
        moving = frozenset(inside)
        spin = Spin(moving, self._axle(far), -2 * pi / self.grip.order * steps)
        outer = layers.start == 0 or layers.stop == count
        turning = 0 if len(layers) == count else len(layers)
        return Turn(name, Permutation._from_bytes(images), moving, (spin,), turning, outer)

    def _axle(self, far: bool) -> Vector:
        x, y, z = self.grip.axis
        return (0.0 - x, 0.0 - y, 0.0 - z) if far else (x, y, z)


@dataclass(frozen=True, eq=False)
class LayerNotation:
    """SiGN, the notation of layers, on the axes of a puzzle.

    `words` says what each family grips and `rotation_axes` which families turn the whole puzzle;
    `positions` are the places of the stickers.

    >>> import puzzlery
    >>> notation = puzzlery.puzzle("4x4x4").notation
    >>> wide = notation.turn(Move("Rw", inner=3))
    >>> wide.name, wide.layers
    ('3Rw', 3)
    """

    axes: tuple[Axis, ...]
    words: Mapping[str, GripWord]
    rotation_axes: Mapping[str, RotationAxis]
    positions: Floats
    dialect: str = "sign"

    @cached_property
    def families(self) -> frozenset[str]:
        """The words that stand for moves, without layers and amount.

        >>> import puzzlery
        >>> families = puzzlery.puzzle("2x2x2").notation.families
        >>> {"R", "Rw", "r", "x"} <= families, "M" in families
        (True, False)
        """
        return frozenset(self.words) | frozenset(self.rotation_axes)

    @cached_property
    def _everything(self) -> frozenset[int]:
        return frozenset(range(len(self.positions)))

    def turn(self, move: Move) -> Turn | None:
        """The turn that a written move stands for, amount included; None if there is none.

        >>> import puzzlery
        >>> notation = puzzlery.puzzle("3x3x3").notation
        >>> notation.turn(Move("M", 2)).permutation.order, notation.turn(Move("Q"))
        (2, None)
        """
        if move.mark:
            return self._all_but_one(move)
        if move.family in self.rotation_axes:
            return self._rotation(move)
        word = self.words.get(move.family)
        return None if word is None else self._layer_turn(move, word)

    def written(self, name: str) -> Move:
        """A name from the puzzle's `moves` or `rotations`, as a written move.

        >>> notation = LayerNotation((), {}, {}, np.zeros((0, 3)))
        >>> print(*map(notation.written, ["U", "2U", "M2"]))
        U 2U M2
        """
        return _written(name)

    def _layer_turn(self, move: Move, word: GripWord) -> Turn | None:
        axis = self.axes[word.axis]
        layers = _layers(move, word.reading, axis.grip.layers)
        if layers is None or (axis.halves and move.amount % 2):
            return None
        if axis.halves:
            return axis.turn(f"{_shown(move)}2", layers, move.amount // 2, far=word.far)
        return axis.turn(_shown(move), layers, move.amount, far=word.far)

    def _rotation(self, move: Move) -> Turn | None:
        if move.inner is not None:
            return None
        rotation_axis = self.rotation_axes[move.family]
        angle = -2 * pi / rotation_axis.order * move.amount
        places = turned_places(self.positions, rotation_axis.axis, angle)
        if places is None:
            return None
        spin = Spin(self._everything, rotation_axis.axis, angle)
        return Turn(move.family, places, self._everything, (spin,), layers=0)

    def _all_but_one(self, move: Move) -> Turn | None:
        """`R++`, `D--`: all layers but one, turned by two fifths."""
        behind = self.words.get(LEFT_BEHIND.get(move.family, ""))
        if self.dialect != "megaminx" or move.mark != "++" or behind is None:
            return None
        axis = self.axes[behind.axis]
        layers = range(axis.grip.layers - 1)
        name = move.family + move.mark
        return axis.turn(name, layers, 2 * move.amount, far=not behind.far)


@lru_cache(maxsize=1024)
def _written(name: str) -> Move:
    match = re.fullmatch(r"(\d*)(\D+)(\d*)", name)
    if match is None:
        raise UnknownName(f'"{name}" is not a layer\'s name; expected one such as R or 2R')
    return Move(match[2], int(match[3] or 1), int(match[1]) if match[1] else None)


def turned_places(positions: Floats, axis: Vector, angle: float) -> Permutation | None:
    """Where each place goes when everything turns; None if an image is no place.

    >>> square = np.array([[1.0, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]])
    >>> turned_places(square, (0, 0, 1), pi / 2), turned_places(square, (0, 0, 1), 1.0)
    (Permutation('(0 1 2 3)', degree=4), None)
    """
    images = _core.matching(positions, positions @ _turning(axis, angle), PLACE_EPS)
    return None if images is None else Permutation._from_bytes(images)


@lru_cache(maxsize=256)
def _turning(axis: Vector, angle: float) -> Floats:
    return rotation(axis, angle).T


def rotation(axis: Vector | Floats, angle: float) -> Floats:
    """The matrix of a rotation about an axis by the right-hand rule.

    >>> rotation((0, 0, 1), pi / 2).round(12).tolist()
    [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    length = hypot(*axis)
    x, y, z = (part / length for part in axis)
    s, c = sin(angle), cos(angle)
    d = 1 - c
    return np.array(
        [
            [d * x * x + c, d * x * y - s * z, d * x * z + s * y],
            [d * x * y + s * z, d * y * y + c, d * y * z - s * x],
            [d * x * z - s * y, d * y * z + s * x, d * z * z + c],
        ]
    )


def _layers(move: Move, reading: Reading, count: int) -> range | None:
    """The layers that a move turns, from 0 at the end it names; None if it names none."""
    if reading is Reading.MIDDLE:
        return range(count // 2, count // 2 + 1) if move.inner is None and count % 2 else None
    if reading is Reading.INNER:
        return range(1, count - 1) if move.inner is None and count > 2 else None
    first, last = _numbers(move, reading)
    if not 1 <= first <= last <= count:
        raise UnknownName(
            f'"{_shown(move)}" asks for {_asked(first, last)}; '
            f"there {'is' if count == 1 else 'are'} {count} along {move.family}"
        )
    return range(first - 1, last)


def _numbers(move: Move, reading: Reading) -> tuple[int, int]:
    """The first and the last layer, counted from 1."""
    if move.outer is not None and move.inner is not None:
        return move.outer, move.inner
    if reading is Reading.BLOCK:
        return 1, 2 if move.inner is None else move.inner
    if reading is Reading.PAIR and move.inner is None:
        return 1, 2
    inner = 1 if move.inner is None else move.inner
    return inner, inner


def _asked(first: int, last: int) -> str:
    return f"layer {first}" if first == last else f"layers {first} to {last}"


def _shown(move: Move) -> str:
    """The move as it is written, without its amount."""
    if move.inner is None:
        return move.family
    outer = "" if move.outer is None else f"{move.outer}-"
    return f"{outer}{move.inner}{move.family}"
