"""Supercubes: cubes with pictures that show the place and the orientation of every center."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.geometry import cube
from puzzlery.twisty.model.color import Color, palette_of, shade_of
from puzzlery.twisty.model.layer_notation import Axis, LayerNotation, turned_places
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats, Skin
from puzzlery.twisty.model.turn import Turn

# How bright each quarter of a face is, in steps that are easy to distinguish on a screen.
TINT_BRIGHTNESS = (1.0, 0.82, 0.66, 0.5)

Parents = NDArray[np.int64]


def supercube(n: int) -> Puzzle:
    """The n×n×n cube with a picture on each face.

    The picture is the face's color in four tints, one in each quarter of the face, shown on the
    centers. A center in the middle of a face turns in place, so its sticker is cut in four. Every
    other center comes in fours on each face, one in each quarter, and always shows the same side
    to the middle of the face; the tints distinguish those four. Edges and corners are plain.

    >>> supercube(3).degree
    72
    """
    if n < 2:
        raise InvalidPuzzle(f"a supercube of size {n} has no centers to turn; expected 2 or more")
    base = cube(n)
    skin, notation = base.skin, base.notation
    assert skin is not None
    assert base.cells is not None
    assert isinstance(notation, LayerNotation)
    parents = _parents(base)
    split = _split_skin(skin, parents)
    reading = _on_places(notation, split.positions, parents)
    palette, colors = _tinted(base, split, parents)
    return replace(
        base,
        name=f"supercube {n}",
        degree=len(parents),
        turns={name: _read(reading, name) for name in base.turns},
        whole={name: _read(reading, name) for name in base.whole},
        palette=palette,
        solved_colors=colors,
        notation=reading,
        skin=split,
        cells=tuple(base.cells[parent] for parent in parents.tolist()),
        description="",
    )


def _read(notation: LayerNotation, name: str) -> Turn:
    turn = notation.turn(notation.written(name))
    assert turn is not None
    return replace(turn, name=name)


def _parents(base: Puzzle) -> Parents:
    """For each sticker the sticker of the plain cube that it is a part of."""
    assert base.skin is not None
    middle = np.abs(_in_face(base.skin)).max(axis=1) < 1e-6
    return np.asarray(np.repeat(np.arange(base.degree), np.where(middle, 4, 1)))


def _in_face(skin: Skin) -> Floats:
    """The position of each sticker relative to the middle of its face."""
    heights = np.einsum("ij,ij->i", skin.positions, skin.normals)
    return np.asarray(skin.positions - heights[:, None] * skin.normals)


def _split_skin(skin: Skin, parents: Parents) -> Skin:
    """The skin with those stickers cut in quarters that several stickers are a part of."""
    polygons: list[Floats] = []
    for parent, count in zip(*np.unique(parents, return_counts=True), strict=True):
        polygon = skin.polygons[parent]
        polygons += _quarters(polygon) if count == 4 else [polygon]
    return Skin(
        np.array([polygon.mean(axis=0) for polygon in polygons]),
        skin.normals[parents],
        tuple(polygons),
        tuple(skin.faces[parent] for parent in parents.tolist()),
    )


def _quarters(square: Floats) -> list[Floats]:
    center = square.mean(axis=0)
    sides = (square + np.roll(square, -1, axis=0)) / 2
    return [np.array([square[k], sides[k], center, sides[k - 1]]) for k in range(4)]


def _on_places(notation: LayerNotation, positions: Floats, parents: Parents) -> LayerNotation:
    """The notation of the plain cube, on the places of the supercube."""
    axes = []
    for axis in notation.axes:
        turned = turned_places(positions, axis.grip.axis, -2 * np.pi / axis.grip.order)
        assert turned is not None
        axes.append(Axis(axis.grip, turned, axis.layer[parents], axis.halves))
    return replace(notation, axes=tuple(axes), positions=positions)


def _tinted(
    base: Puzzle, skin: Skin, parents: Parents
) -> tuple[tuple[Color, ...], tuple[int, ...]]:
    """The face colors in all tints, and which of them each sticker has."""
    flat = _in_face(skin)
    first = np.array([np.roll(normal, 1) for normal in skin.normals])
    second = np.cross(skin.normals, first)
    across, up = (np.einsum("ij,ij->i", flat, side) for side in (first, second))
    # The small angle assigns what lies between two quarters to one of them.
    turns = (np.arctan2(up, across) + 1e-6) / (np.pi / 2)
    quarters = np.floor(turns).astype(np.int64) % 4
    pieces = np.bincount(np.array(base.cells))[np.array(base.cells)]
    is_center = pieces[parents] == 1
    faces = np.array(base.solved_colors)[parents]
    tints = np.where(is_center, quarters, 0)
    pairs = zip(faces.tolist(), tints.tolist(), strict=True)
    return palette_of([_tint(base.palette[face], tint) for face, tint in pairs])


def _tint(color: Color, tint: int) -> Color:
    """A color with a tint; the first tint is the color itself, the others are darker."""
    if tint == 0:
        return color
    numbers = (int(color.shade[k : k + 2], 16) for k in (1, 3, 5))
    shade = shade_of(number * TINT_BRIGHTNESS[tint] for number in numbers)
    return Color(f"{color.name} {tint + 1}", shade)
