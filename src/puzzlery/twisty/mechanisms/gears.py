"""Gear cubes: cubes whose edges are cogs that roll while a face and a slice turn together.

A face of a gear cube makes a half turn. The slice behind it is driven by the cogs in it, which
roll between the turning face and the opposite one, and so makes a quarter turn; each cog meanwhile
makes five sixths of a turn about its own axle.

The mechanism and the numbers of positions are described on Jaap's Puzzle Page,
<https://www.jaapsch.net/puzzles/gearcube.htm> and <https://www.jaapsch.net/puzzles/gearcube2.htm>.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import pi

import numpy as np

from puzzlery.twisty.mechanisms.moving_parts import (
    AXES,
    COLORS,
    QUARTER,
    Mechanism,
    NamedNotation,
    StickerOutline,
    vector,
)
from puzzlery.twisty.model.layer_notation import rotation
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats
from puzzlery.twisty.model.turn import Grip, Spin, Turn, Vector

TEETH = 6
# Five teeth pass by while the slice makes its quarter turn.
COG_TURN = 2 * pi * 5 / TEETH
# The faces are at distance 1 and show a 3×3 grid with lines at CUT. The cogs lie on the faces of
# a chamfer that leaves the grid as it is, so that the whole is convex.
CUT, RIM = 0.17, 0.51
# A little smaller than the chamfer, so that neighboring cogs do not touch.
COG_RADIUS = 0.98 * (1 - RIM) / 2**0.5

Cell = tuple[str, tuple[str, ...]]


def gear_cube() -> Puzzle:
    """The gear cube: all twelve edges are cogs, so each face makes half turns only.

    Turning a face is the same as turning the opposite one and then the whole puzzle, so the basic
    moves are those of three faces. Every edge has a base that does not roll, with two stickers of
    its own.

    >>> gear_cube().turns["R"].permutation.order
    12
    """
    body = _body(cogs=_edges(), bases=_edges())
    turns = [_gear_turn(body, face) for face in AXES]
    whole = [body.whole_turn(name, AXES[face], -QUARTER) for name, face in _ROTATIONS.items()]
    return body.puzzle(
        "gear cube",
        [turn for turn in turns if turn.name in "URF"],
        whole=whole,
        notation=NamedNotation.of([*turns, *whole]),
        grips=_grips(),
        note="Every turn is a half turn of a face and a quarter turn of the slice behind it.",
        hints={"look": "cogs"},
    )


def gear_cube_extreme() -> Puzzle:
    """The gear cube extreme: the four edges between the side faces are plain.

    The layers above and below them make quarter turns; the four side faces turn as those of the
    gear cube do.

    >>> turns = gear_cube_extreme().turns
    >>> turns["U"].permutation.order, turns["R"].permutation.order
    (4, 12)
    """
    return _extreme("gear cube extreme", bases=_plain_edges())


def gear_cube_ultimate() -> Puzzle:
    """The gear cube ultimate: an extreme whose cogs stand on bases with stickers of their own.

    >>> gear_cube_ultimate().degree - gear_cube_extreme().degree  # eight bases of two stickers
    16
    """
    return _extreme("gear cube ultimate", bases=_edges())


def _extreme(name: str, bases: tuple[tuple[str, str], ...]) -> Puzzle:
    cogs = tuple(edge for edge in _edges() if edge not in _plain_edges())
    body = _body(cogs, bases)
    turns = [_plain_turn(body, face) if face in "UD" else _gear_turn(body, face) for face in AXES]
    whole = [
        body.whole_turn("y", AXES["U"], -QUARTER),
        body.whole_turn("x2", AXES["R"], -pi),
        body.whole_turn("z2", AXES["F"], -pi),
    ]
    return body.puzzle(
        name,
        turns,
        whole=whole,
        notation=NamedNotation.of([*turns, *whole]),
        grips=_grips(),
        # Without L and B the plain edge between them stays where it is.
        basis="UDRF",
        note="U and D make quarter turns; the side faces make half turns and drive a slice.",
        hints={"look": "cogs"},
    )


_ROTATIONS = {"x": "R", "y": "U", "z": "F"}
_OPPOSITE = {"U": "D", "D": "U", "R": "L", "L": "R", "F": "B", "B": "F"}


def _grips() -> tuple[Grip, ...]:
    return tuple(Grip(AXES[a], 4, (CUT, -CUT), (a, b)) for a, b in ("UD", "RL", "FB"))


@cache
def _edges() -> tuple[tuple[str, str], ...]:
    """The twelve pairs of faces that meet."""
    return tuple((a, b) for a, b in combinations(AXES, 2) if np.dot(AXES[a], AXES[b]) == 0)


@cache
def _plain_edges() -> tuple[tuple[str, str], ...]:
    """The edges of an extreme cube that are not cogs: those of the layer between U and D."""
    return tuple(edge for edge in _edges() if not set(edge) & set("UD"))


def _body(cogs: tuple[tuple[str, str], ...], bases: tuple[tuple[str, str], ...]) -> Mechanism:
    patches = [*_centers(), *_corners()]
    for edge in bases:
        patches += _on_faces(("base", edge), RIM if edge in cogs else 1.0)
    for edge in cogs:
        patches += _cog(edge)
    return Mechanism(tuple(patches))


def _centers() -> Iterator[StickerOutline]:
    for face, axis in AXES.items():
        side, up = _frame(face)
        yield _patch(axis, side, up, (-CUT, CUT), (-CUT, CUT), face, ("center", (face,)))


def _corners() -> Iterator[StickerOutline]:
    for corner in product("UD", "RL", "FB"):
        for face in corner:
            side, up = (AXES[other] for other in corner if other != face)
            yield _patch(AXES[face], side, up, (CUT, RIM), (CUT, RIM), face, ("corner", corner))


def _on_faces(cell: Cell, end: float) -> Iterator[StickerOutline]:
    """The two stickers of an edge piece, one on each of its faces."""
    for face in cell[1]:
        (other,) = (name for name in cell[1] if name != face)
        along = vector(np.cross(AXES[face], AXES[other]))
        yield _patch(AXES[face], AXES[other], along, (CUT, end), (-CUT, CUT), face, cell)


def _cog(edge: tuple[str, str]) -> Iterator[StickerOutline]:
    """The teeth of a cog, three of the color of either face."""
    first, second = (np.array(AXES[face]) for face in edge)
    axle = (first + second) / np.sqrt(2)
    toward = (first - second) / np.sqrt(2)
    along = np.cross(axle, toward)
    tooth = _tooth(toward, along) + (1 + RIM) / 2 * (first + second)
    for step in range(TEETH):
        face = edge[0] if step in (0, 1, TEETH - 1) else edge[1]
        polygon = tooth @ rotation(vector(axle), 2 * pi * step / TEETH).T
        yield StickerOutline(polygon, vector(axle), COLORS[face], face, ("cog", edge))


def _tooth(toward: Floats, along: Floats) -> Floats:
    """One tooth's outline about the axle: a wedge with its tip cut off."""
    half = [(0.6, 0.34), (0.8, 0.34), (1.0, 0.2)]
    flat = [(0.06, 0.0), *half, *((a, -b) for a, b in reversed(half))]
    return np.asarray(COG_RADIUS * np.array([a * toward + b * along for a, b in flat]))


def _patch(
    axis: Vector,
    side: Vector,
    up: Vector,
    across: tuple[float, float],
    rise: tuple[float, float],
    face: str,
    cell: Cell,
) -> StickerOutline:
    """A rectangle on a face, given along two directions in it."""
    corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
    polygon = np.array(
        [np.array(axis) + across[i] * np.array(side) + rise[j] * np.array(up) for i, j in corners]
    )
    return StickerOutline(polygon, axis, COLORS[face], face, cell)


def _frame(face: str) -> tuple[Vector, Vector]:
    """Two directions in a face."""
    side, up = [axis for axis in (AXES["U"], AXES["R"], AXES["F"]) if np.dot(axis, AXES[face]) == 0]
    return side, up


def _plain_turn(body: Mechanism, face: str) -> Turn:
    """A quarter turn of one layer."""
    return body.turn(face, [Spin(_layer(body, face), AXES[face], -QUARTER)])


def _gear_turn(body: Mechanism, face: str) -> Turn:
    """A half turn of a face, which drives the slice behind it by a quarter turn.

    Relative to the slice, the face moves one way and the far layer the other, so each cog between
    them rolls the way that the face pushes its near side.
    """
    axis = AXES[face]
    slice_ = body.everything - _layer(body, face) - _layer(body, _OPPOSITE[face])
    cogs = [
        Spin(body.of_cell(("cog", edge)), _axle(edge), COG_TURN)
        for edge in _edges()
        if np.dot(_axle(edge), axis) == 0
    ]
    face_spin = Spin(_layer(body, face), axis, -pi)
    return body.turn(face, [*cogs, Spin(slice_, axis, -QUARTER), face_spin])


def _layer(body: Mechanism, face: str) -> frozenset[int]:
    """The stickers of the pieces that touch a face."""
    return body.of_cells(lambda cell: face in cell[1])


def _axle(edge: tuple[str, str]) -> Vector:
    return vector(np.add(AXES[edge[0]], AXES[edge[1]]))
