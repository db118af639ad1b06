"""Corner turners whose cuts are not plane: the ivy cube, the Redi cube and the kilominx."""

from collections.abc import Iterator
from itertools import product
from math import pi

import numpy as np

from puzzlery.twisty.geometry import solid
from puzzlery.twisty.mechanisms.moving_parts import (
    AXES,
    COLORS,
    QUARTER,
    Mechanism,
    NamedNotation,
    StickerOutline,
    vector,
)
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats
from puzzlery.twisty.model.turn import Grip, Spin, Turn, Vector

THIRD = 2 * pi / 3
# Enough points on a quarter of a circle for a drawing without visible corners.
ARC_POINTS = 13
# How much of a side of the Redi cube its corners take up, the side being 2.
REDI_CORNER = 0.55
IVY_CORNERS = {"R": "UBR", "L": "UFL", "D": "DFR", "B": "DBL"}


def ivy_cube() -> Puzzle:
    """The ivy cube: four corners turn, each with the three leaves around it.

    A leaf lies across each face, between two arcs about the corners that turn. The moves `R`,
    `L`, `D` and `B` turn the corners UBR, UFL, DFR and DBL, clockwise.

    >>> puzzle = ivy_cube()
    >>> puzzle.degree, puzzle.group.order
    (18, 29160)
    """
    body = Mechanism(tuple(_ivy_patches()))
    turns = [
        body.turn(name, [Spin(_around_ivy_corner(body, corner), _corner(corner), -THIRD)])
        for name, corner in IVY_CORNERS.items()
    ]
    whole = [
        *(body.whole_turn(f"{name}v", _corner(at), -THIRD) for name, at in IVY_CORNERS.items()),
        *(
            body.whole_turn(name, AXES[face], -pi)
            for name, face in zip(("x2", "y2", "z2"), "RUF", strict=True)
        ),
    ]
    grips = [Grip(_corner(at), 3, (0.0,), (name, "")) for name, at in IVY_CORNERS.items()]
    notation = NamedNotation.of([*turns, *whole])
    return body.puzzle("ivy cube", turns, whole=whole, notation=notation, grips=grips)


def redi_cube() -> Puzzle:
    """The Redi cube: eight corners turn, each with the three edges that end at it.

    A move is named by its corner, such as `UFR`, and turns it clockwise. Corners turn
    independently, and edges reach all even arrangements:

    >>> redi_cube().group.order == 3**8 * 479001600 // 2
    True
    """
    corners = ["".join(corner) for corner in product("UD", "FB", "RL")]
    body = Mechanism(tuple(_redi_patches(corners)))
    turns = [_redi_turn(body, corner) for corner in corners]
    whole = [
        body.whole_turn(name, AXES[face], -QUARTER) for name, face in zip("xyz", "RUF", strict=True)
    ]
    grips = [
        Grip(_corner(corner), 3, (0.5, -0.5), (corner, _opposite(corner)))
        for corner in corners
        if corner[0] == "U"
    ]
    return body.puzzle("Redi cube", turns, whole=whole, grips=grips)


def kilominx() -> Puzzle:
    """The kilominx: the corners of a megaminx, or a 2x2x2 in the shape of a dodecahedron.

    >>> f"{kilominx().group.order:,}"
    '23,563,902,142,421,896,679,424,000'
    """
    shape = solid("d")
    body = Mechanism(tuple(_kilominx_patches()))
    turns = [
        body.turn(name, [Spin(_vertices_on(body, normal), vector(normal), -2 * pi / 5)])
        for name, normal in zip(shape.faces, shape.normals, strict=True)
    ]
    whole = [
        body.whole_turn(f"{face}v", shape.normals[k], -2 * pi / 5) for k, face in enumerate("UF")
    ]
    # Without the three faces that meet at one corner, that corner stays where it is.
    basis = [face for face in shape.faces if face not in ("D", "DL", "B")]
    grips = _dodecahedral_grips(turns)
    return body.puzzle("kilominx", turns, whole=whole, grips=grips, basis=basis)


def _corner(faces: str) -> Vector:
    """The corner of the cube where faces meet."""
    return vector(sum(np.array(AXES[face]) for face in faces))


def _opposite(corner: str) -> str:
    return corner.translate(str.maketrans("UDFBRL", "DUBFLR"))


def _ivy_patches() -> Iterator[StickerOutline]:
    for face, axis in AXES.items():
        first, second = (name for name in IVY_CORNERS.values() if face in name)
        one, other = np.array(_corner(first)), np.array(_corner(second))
        side = np.cross(axis, one - other) / 2
        ends = (np.array(axis) + side, np.array(axis) - side)
        near, far = _arc(other, *ends), _arc(one, *ends[::-1])
        yield StickerOutline(
            np.vstack([near[:-1], far[:-1]]), axis, COLORS[face], face, ("leaf", face)
        )
        yield StickerOutline(np.vstack([one, near]), axis, COLORS[face], face, ("corner", first))
        yield StickerOutline(np.vstack([other, far]), axis, COLORS[face], face, ("corner", second))


def _arc(center: Floats, start: Floats, end: Floats) -> Floats:
    """Points on a quarter of a circle."""
    angles = np.linspace(0, QUARTER, ARC_POINTS)
    points: Floats = (
        center + np.outer(np.cos(angles), start - center) + np.outer(np.sin(angles), end - center)
    )
    return points


def _around_ivy_corner(body: Mechanism, corner: str) -> frozenset[int]:
    leaves = (body.of_cell(("leaf", face)) for face in corner)
    return body.of_cell(("corner", corner)).union(*leaves)


def _redi_patches(corners: list[str]) -> Iterator[StickerOutline]:
    for corner in corners:
        for face in corner:
            others = [np.array(AXES[name]) for name in corner if name != face]
            polygon = _kite_at_corner(face, *others)
            yield StickerOutline(polygon, AXES[face], COLORS[face], face, ("corner", corner))
    for face, axis in AXES.items():
        for other, toward in AXES.items():
            if np.dot(axis, toward) == 0:
                cell = ("edge", frozenset({face, other}))
                polygon = _redi_edge(face, np.array(toward))
                yield StickerOutline(polygon, axis, COLORS[face], face, cell)


def _kite_at_corner(face: str, right: Floats, up: Floats) -> Floats:
    inner = 1 - REDI_CORNER
    flat = [(1.0, 1.0), (1.0, inner), (inner, inner), (inner, 1.0)]
    return np.array([AXES[face] + a * right + b * up for a, b in flat])


def _redi_edge(face: str, toward: Floats) -> Floats:
    """An edge's sticker: the quarter of a face at one side, without the corners."""
    inner = 1 - REDI_CORNER
    along = np.cross(AXES[face], toward)
    flat = [(0.0, 0.0), (inner, -inner), (1.0, -inner), (1.0, inner), (inner, inner)]
    return np.array([AXES[face] + a * toward + b * along for a, b in flat])


def _redi_turn(body: Mechanism, corner: str) -> Turn:
    """A corner with its three edges, turned by a third."""
    edges = (frozenset(corner) - {face} for face in corner)
    moving = body.of_cell(("corner", corner)).union(*(body.of_cell(("edge", e)) for e in edges))
    return body.turn(corner, [Spin(moving, _corner(corner), -THIRD)])


def _kilominx_patches() -> Iterator[StickerOutline]:
    shape = solid("d")
    for face, color, turn in zip(shape.faces, shape.colors, shape.spread, strict=True):
        outline = shape.outline @ turn.T
        center = outline.mean(axis=0)
        sides = (outline + np.roll(outline, -1, axis=0)) / 2
        for k, tip in enumerate(outline):
            polygon = np.array([center, sides[k - 1], tip, sides[k]])
            cell = tuple(np.round(tip, 6).tolist())
            yield StickerOutline(polygon, vector(center), color, face, cell)


def _vertices_on(body: Mechanism, normal: Floats) -> frozenset[int]:
    """The stickers of the corners that touch a face."""
    return frozenset(
        i for i, patch in enumerate(body.patches) if np.dot(patch.polygon[2], normal) > 1 - 1e-6
    )


def _dodecahedral_grips(turns: list[Turn]) -> list[Grip]:
    """An axis for each pair of opposite faces."""
    axes = {turn.name: np.array(turn.spins[0].axis) for turn in turns}
    grips, done = [], set()
    for name, axis in axes.items():
        far = min(axes, key=lambda other: float(np.dot(axes[other], axis)))
        if name not in done:
            grips.append(Grip(vector(axis), 5, (0.5, -0.5), (name, far)))
        done |= {name, far}
    return grips
