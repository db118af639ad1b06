"""Building: from the stickers of a solid and the axes through it to a puzzle."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from math import pi
from operator import mul
from textwrap import shorten
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.permutation import MAX_DEGREE
from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.geometry.vocabulary import (
    GENERATING_ROTATIONS,
    GripAxis,
    Vocabulary,
    vocabulary,
)
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.layer_notation import PLACE_EPS, Axis, LayerNotation, turned_places
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats, Skin
from puzzlery.twisty.model.turn import Grip, Turn, Vector

Labels = NDArray[np.int64]
# Stickers closer than twice the tolerance of matching could be taken for one another.
MIN_STICKER_GAP = 2 * PLACE_EPS
# Not on any plane of symmetry, so that the anchored cell lies on one side of each cut.
ANCHOR = (-1.0, -1.01, -1.02)


@dataclass(frozen=True, eq=False)
class SolidStickers:
    """The stickers of a solid, face by face, before anything turns.

    `face` gives the number of each sticker's face; `faces` and `colors` are indexed by that
    number.

    >>> square = np.array([[0.0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]])
    >>> center, front = square.mean(axis=0)[None], np.array([[0.0, 0, 1]])
    >>> one = SolidStickers("c", center, front, (square,), np.array([0]), ("F",), ("green",))
    >>> one.skin.faces
    ('F',)
    """

    shape: str
    positions: Floats
    normals: Floats
    polygons: tuple[Floats, ...]
    face: Labels
    faces: tuple[str, ...]
    colors: tuple[str, ...]

    @property
    def skin(self) -> Skin:
        """The stickers as the skin of a puzzle."""
        names = tuple(self.faces[k] for k in self.face.tolist())
        return Skin(self.positions, self.normals, self.polygons, names)


@dataclass(frozen=True)
class PuzzleLabel:
    """The name of a puzzle, and what else is known about it.

    >>> PuzzleLabel("3x3x3", description="c f 0.333333333333333", hints={"cube": 3}).hints["cube"]
    3
    """

    name: str
    description: str = ""
    hints: Mapping[str, Any] = field(default_factory=dict)


def assemble(
    label: PuzzleLabel,
    body: SolidStickers,
    lines: tuple[GripAxis, ...],
    rotation_kinds: str = "fve",
    *,
    anchor: Vector = ANCHOR,
    outer_only: bool = False,
) -> Puzzle:
    """The puzzle that these axes and their cuts make of the body.

    `rotation_kinds` are the kinds of directions about which the whole puzzle turns. `anchor`
    points from the middle to the cell that no move of the basis moves. With `outer_only` the
    layer in the middle of an axis does not turn. `cuboid` and `cut_puzzle` call it:

    >>> from puzzlery.twisty.geometry import cuboid, cut_puzzle
    >>> cuboid(2, 2, 2) == cut_puzzle("c f 0")
    True
    """
    if not _core.apart(body.positions, MIN_STICKER_GAP):
        raise _nearly_coinciding(label.name)
    words = vocabulary(body.shape, lines, rotation_kinds)
    axes = tuple(
        _axis(body.positions, grip, line.halves, label.name)
        for grip, line in zip(words.grips, lines, strict=True)
    )
    notation = LayerNotation(axes, words.words, words.rotation_axes, body.positions, words.dialect)
    turns = _turns(notation, words, outer_only)
    return Puzzle(
        label.name,
        len(body.positions),
        turns,
        palette=_palette(body.colors),
        solved_colors=tuple(body.face.tolist()),
        whole=_whole(body.shape, notation),
        notation=notation,
        skin=body.skin,
        grips=words.grips,
        basis=_basis(words, turns, anchor),
        cells=_cells(body, axes),
        description=label.description,
        hints=label.hints,
    )


def check_size(stickers: int, name: str) -> None:
    """Refuse a puzzle with more stickers than a permutation can have points.

    >>> check_size(6 * 105**2, "105x105x105")
    Traceback (most recent call last):
    puzzlery.errors.InvalidPuzzle: 105x105x105 would have 66150 stickers or more; at most 65535 ...
    """
    if stickers > MAX_DEGREE:
        raise InvalidPuzzle(
            f"{shorten(name, 60)} would have {stickers} stickers or more; "
            f"at most {MAX_DEGREE} are supported"
        )


def _nearly_coinciding(name: str) -> InvalidPuzzle:
    return InvalidPuzzle(
        f"the cuts of {shorten(name, 60)} nearly coincide, so that it has stickers too small to "
        "distinguish; make the cuts meet in one point or move them further apart"
    )


def _axis(positions: Floats, grip: Grip, halves: bool, name: str) -> Axis:
    turned = turned_places(positions, grip.axis, -2 * pi / grip.order)
    if turned is None:
        raise _nearly_coinciding(name)
    layers = _core.layers(positions, grip.axis, grip.offsets, turned.data)
    if layers is None:
        raise _nearly_coinciding(name)
    return Axis(grip, turned, np.frombuffer(layers, dtype=np.int64), halves)


def _turns(notation: LayerNotation, words: Vocabulary, outer_only: bool) -> dict[str, Turn]:
    """A move for every layer, the outermost of all axes first; an axis of one layer has no move."""
    ranked = sorted(
        (min(layer, grip.layers - 1 - layer), k, layer)
        for k, grip in enumerate(words.grips)
        for layer in range(grip.layers)
        if grip.layers > 1 and not (outer_only and 2 * layer + 1 == grip.layers)
    )
    return _read(notation, [words.layers[k][layer] for _, k, layer in ranked])


def _whole(shape: str, notation: LayerNotation) -> dict[str, Turn]:
    """Rotations that generate all others: half turns where a quarter turn changes the shape."""
    turns = {}
    for name in GENERATING_ROTATIONS[shape]:
        turns.update(_read(notation, [name]) or _read(notation, [f"{name}2"]))
    return turns


def _read(notation: LayerNotation, names: list[str]) -> dict[str, Turn]:
    """The turns by name, as the notation reads them, without those that do not exist."""
    turns = {name: notation.turn(notation.written(name)) for name in names}
    return {name: _renamed(name, turn) for name, turn in turns.items() if turn is not None}


def _renamed(name: str, turn: Turn) -> Turn:
    return turn if turn.name == name else replace(turn, name=name)


def _basis(words: Vocabulary, turns: Iterable[str], anchor: Vector) -> tuple[str, ...]:
    """The moves except the layer of each axis that contains the anchored cell."""
    resting = set()
    for grip, names in zip(words.grips, words.layers, strict=True):
        height = 1e-3 * sum(map(mul, anchor, grip.axis))
        resting.add(names[sum(offset > height for offset in grip.offsets)])
    return tuple(name for name in turns if name not in resting)


def _cells(body: SolidStickers, axes: tuple[Axis, ...]) -> tuple[int, ...]:
    """A number for the piece of each sticker: stickers in the same layer of every axis share it.

    What shows on every face is the core that all other pieces turn on. Each of its stickers gets
    a number of its own, as they are on different faces. If there are no cuts, all is one piece.
    """
    if not any(axis.grip.offsets for axis in axes):
        return (0,) * len(body.positions)
    cells = _core.cells([axis.layer for axis in axes], body.face, len(body.faces))
    return tuple(np.frombuffer(cells, dtype=np.int64).tolist())


@cache
def _palette(colors: tuple[str, ...]) -> tuple[Color, ...]:
    return tuple(map(Color.of, colors))
