"""The names of the grips of a cut solid, and all words for its layers and rotations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations
from types import MappingProxyType
from typing import NamedTuple

from puzzlery.twisty.geometry.solids import EPS, Direction, opposites, solid
from puzzlery.twisty.model.layer_notation import GripWord, Reading, RotationAxis
from puzzlery.twisty.model.turn import Grip

# Sarah Strong's names for the corners of a skewb; the WCA's R, U, L and B are among them.
SKEWB = {
    "UBL": "U", "ULF": "UL", "UFR": "F", "URB": "UR",
    "DLB": "B", "DRF": "D", "DFL": "L", "DBR": "R",
}  # fmt: skip
# M turns like L, E like D, S like F.
MIDDLES = {"L": "M", "D": "E", "F": "S"}
# Letters for turns of the whole puzzle: the grip they turn like. A megaminx turns over with `x2`,
# about the edge at its right; `x` alone would not bring it to itself.
USUAL_ROTATIONS = {
    "c": {"x": "R", "y": "U", "z": "F"},
    "o": {"T": "U_L_F_R"},
    "d": {"y": "U"},
}
MEGAMINX_X = RotationAxis((1.0, 0.0, 0.0), order=4)
# Rotations that generate all orientations of the solid.
GENERATING_ROTATIONS = {
    "t": ("Uv", "Rv"),
    "c": ("x", "y", "z"),
    "o": ("Uv", "T"),
    "d": ("Uv", "Fv"),
    "i": ("Uv", "UGJMQv"),
}


@dataclass(frozen=True, slots=True)
class GripAxis:
    """An axis through a solid, from the direction at its near end to that at its far end.

    `order` turns about it are a full turn; with `halves`, the axis makes half turns where other
    puzzles of the shape make quarter turns.

    >>> near, far = opposites("c")[0]
    >>> axis = GripAxis(near, far, offsets=(1 / 3, -1 / 3), order=4)
    >>> axis.near.name, axis.far.name, len(axis.offsets) + 1
    ('U', 'D', 3)
    """

    near: Direction
    far: Direction
    offsets: tuple[float, ...]
    order: int
    halves: bool = False


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What can be written: the grips with their names, and the words for layers and rotations.

    `layers` holds for each axis the names of its layers, from the near end, as the puzzle's
    moves are called.

    >>> near, far = opposites("c")[2]
    >>> vocabulary("c", (GripAxis(near, far, (1 / 3, -1 / 3), 4),), "f").layers
    (('R', 'M', 'L'),)
    """

    grips: tuple[Grip, ...]
    layers: tuple[tuple[str, ...], ...]
    dialect: str
    words: Mapping[str, GripWord]
    rotation_axes: Mapping[str, RotationAxis]


def vocabulary(shape: str, lines: tuple[GripAxis, ...], rotation_kinds: str) -> Vocabulary:
    """The words for the layers of these axes and for rotations about these kinds of directions.

    >>> near, far = opposites("c")[2]
    >>> words = vocabulary("c", (GripAxis(near, far, (0.5, 0, -0.5), 4),), "f")
    >>> words.layers, sorted(words.words), words.rotation_axes["x"].order
    ((('R', '2R', '2L', 'L'),), ['L', 'Lw', 'R', 'Rw', 'l', 'm', 'r'], 4)
    """
    skewb, tips = _is_skewb(shape, lines), _is_pyraminx(shape, lines)
    grips = tuple(_grip(line, SKEWB if skewb else {}) for line in lines)
    layers = tuple((line.near.name, len(line.offsets) + 1) for line in lines)
    return Vocabulary(
        grips=grips,
        layers=tuple(
            _layer_names(grip.names, count, _middle(shape, line), tips=tips, halves=line.halves)
            for grip, line, (_, count) in zip(grips, lines, layers, strict=True)
        ),
        dialect="megaminx" if _is_megaminx(shape, lines) else "sign",
        words=_words(shape, layers, skewb=skewb, tips=tips),
        rotation_axes=_rotation_axes(shape, rotation_kinds),
    )


def _is_skewb(shape: str, lines: tuple[GripAxis, ...]) -> bool:
    return shape == "c" and all(line.near.kind == "v" and len(line.offsets) == 1 for line in lines)


def _is_pyraminx(shape: str, lines: tuple[GripAxis, ...]) -> bool:
    """Whether the outermost layers are tips that no other cut reaches."""
    return shape == "t" and all(
        line.near.kind == "v" and len(line.offsets) == 2 and sum(line.offsets) > 2 - EPS
        for line in lines
    )


def _is_megaminx(shape: str, lines: tuple[GripAxis, ...]) -> bool:
    return shape == "d" and all(line.near.kind == "f" and len(line.offsets) == 2 for line in lines)


def _grip(line: GripAxis, names: Mapping[str, str]) -> Grip:
    near, far = (names.get(end.name, end.name) for end in (line.near, line.far))
    return Grip(line.near.vector, line.order, line.offsets, (near, far))


def _middle(shape: str, line: GripAxis) -> str:
    """What cubers call the layer halfway between two faces of a cube."""
    if shape != "c" or line.near.kind != "f":
        return ""
    return MIDDLES.get(line.near.name) or MIDDLES[line.far.name]


@lru_cache(maxsize=256)
def _layer_names(
    ends: tuple[str, str], count: int, middle: str, *, tips: bool, halves: bool
) -> tuple[str, ...]:
    """Each layer by its number from the nearer end; the middle of a cube's faces is M, E or S."""
    near, far = ends
    names = [_numbered(k + 1, near) for k in range((count + 1) // 2)]
    names += [_numbered(count - k, far) for k in range(len(names), count)]
    if middle and count % 2:
        names[count // 2] = middle
    if tips:
        names[0] = near.lower()
    return tuple(f"{name}2" if halves else name for name in names)


def _numbered(layer: int, name: str) -> str:
    return name if layer == 1 else f"{layer}{name}"


class _AxisEnd(NamedTuple):
    """One end of an axis, its name, and the number of layers of the axis."""

    direction: Direction
    name: str
    axis: int
    far: bool
    layers: int

    def word(self, reading: Reading) -> GripWord:
        return GripWord(self.axis, self.far, reading)


# Puzzles with the same axes and as many layers share their words, whatever their cuts.
@lru_cache(maxsize=64)
def _words(
    shape: str, layers: tuple[tuple[str, int], ...], *, skewb: bool, tips: bool
) -> Mapping[str, GripWord]:
    """The words for layers, given what is at the near end of each axis and how many it has."""
    names = SKEWB if skewb else {}
    axes = {near.name: (near, far) for near, far in opposites(shape)}
    ends = [
        _AxisEnd(direction, names.get(direction.name, direction.name), k, bool(far), count)
        for k, (near, count) in enumerate(layers)
        for far, direction in enumerate(axes[near])
    ]
    words: dict[str, GripWord] = {}
    if tips:
        _add_tips(words, ends)
    _add_layers(words, ends)
    if shape == "c":
        _add_middles(words, ends)
    return MappingProxyType(words)


def _add_tips(words: dict[str, GripWord], ends: list[_AxisEnd]) -> None:
    """A pyraminx: `u` turns a tip, `U` the tip with the layer below."""
    for end in ends:
        if not end.far:
            words[end.name] = end.word(Reading.PAIR)
            words[end.name.lower()] = end.word(Reading.TIP)


def _add_layers(words: dict[str, GripWord], ends: list[_AxisEnd]) -> None:
    """The words for layers; where two would be the same, the end with fewer faces has it."""
    for end in sorted(ends, key=lambda end: len(end.direction.faces)):
        layer, block = end.word(Reading.SLICE), end.word(Reading.BLOCK)
        for spelling in (end.name, *_spellings(end.direction)):
            words.setdefault(spelling, layer)
            if end.layers > 1:
                words.setdefault(spelling.lower(), block)
                words.setdefault(spelling + "w", block)


def _add_middles(words: dict[str, GripWord], ends: list[_AxisEnd]) -> None:
    """The words M, E and S of a cube; each turns like the end that it is named after."""
    for end in ends:
        name = MIDDLES.get(end.direction.name)
        if name and end.layers % 2 and end.layers > 1:
            words[name] = end.word(Reading.MIDDLE)
        if name and end.layers > 2:
            words[name.lower()] = end.word(Reading.INNER)


@cache
def _rotation_axes(shape: str, kinds: str) -> Mapping[str, RotationAxis]:
    """The words for turns of the whole puzzle."""
    axes: dict[str, RotationAxis] = {}
    for direction in (direction for kind in kinds for direction in solid(shape).kinds[kind]):
        axis = RotationAxis(direction.vector, direction.order)
        for spelling in (direction.name, *_spellings(direction)):
            axes.setdefault(spelling + "v", axis)
    for word, grip in USUAL_ROTATIONS.get(shape, {}).items():
        axes[word] = axes[grip + "v"]
    if shape == "d":
        axes["x"] = MEGAMINX_X
    return MappingProxyType(axes)


def _spellings(direction: Direction) -> Iterator[str]:
    """The ways to write a place by its faces, which may come in any order.

    Three faces are enough to name a vertex where more meet.
    """
    faces = direction.faces
    orders = [faces, *permutations(faces, min(len(faces), 3))]
    if len(faces) == 4:
        orders += permutations(faces)
    for order in orders:
        yield "".join(order)
        yield "_".join(order)
