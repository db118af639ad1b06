"""Bent cuts: outlines whose cuts are surfaces of revolution instead of planes.

A turn keeps every surface of revolution about its axis, so a cut may be curved. The plane at the
distance h becomes the surface where the height above the middle is h + bend · (r² − least²), r
being the distance from the axis. Pieces stay the same; only their outlines become arcs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from puzzlery.render.plane import Floats
from puzzlery.render.solid import ConvexSolid, solid
from puzzlery.render.surface import Surface
from puzzlery.twisty.model.turn import Grip

# Points on each arc, and Newton's steps toward it; four steps reach the precision of floats.
ARC_POINTS = 9
STEPS = 6


@dataclass(frozen=True, eq=False)
class _CutSurface:
    """A cut on one side of an axis; `bend` is 0 for a plane, as where two faces meet."""

    axis: Floats
    offset: float
    bend: float = 0.0
    least: float = 0.0

    def value(self, point: Floats) -> float:
        height = float(self.axis @ point)
        apart = float(point @ point) - height**2
        return height - self.offset - self.bend * (apart - self.least**2)

    def slope(self, point: Floats) -> Floats:
        across = point - (self.axis @ point) * self.axis
        return np.asarray(self.axis - 2 * self.bend * across)


def bent_outlines(
    shown: Surface, grips: Sequence[Grip], bend: float, least: float
) -> tuple[Floats, ...]:
    """The outlines of a cut solid after its cuts are bent.

    >>> from puzzlery.render.surface import surface
    >>> from puzzlery.twisty.catalog import puzzle
    >>> copter = puzzle("curvy copter")
    >>> arcs = bent_outlines(surface(copter), copter.grips, 0.2, 0.58)
    >>> len(arcs), max(map(len, arcs)) > 20
    (78, True)
    """
    whole = solid(shown)
    if whole is None:
        return shown.polygons
    faces = {place: number for number, face in enumerate(whole.faces) for place in face.places}
    return tuple(
        _bent(polygon, whole, faces[place], grips, bend, least)
        for place, polygon in enumerate(shown.polygons)
    )


def _bent(
    polygon: Floats,
    whole: ConvexSolid,
    number: int,
    grips: Sequence[Grip],
    bend: float,
    least: float,
) -> Floats:
    face = whole.faces[number]
    own = _CutSurface(face.normal, face.offset)
    ends = np.roll(polygon, -1, axis=0)
    cuts = [
        _cut_through(start, end, whole, number, grips, bend, least)
        for start, end in zip(polygon, ends, strict=True)
    ]
    corners = [_meeting(point, own, cuts[k - 1], cuts[k]) for k, point in enumerate(polygon)]
    rows: list[Floats] = []
    for k, cut in enumerate(cuts):
        rows += _arc(corners[k], corners[(k + 1) % len(corners)], own, cut)
    return np.array(rows)


def _cut_through(
    start: Floats,
    end: Floats,
    whole: ConvexSolid,
    number: int,
    grips: Sequence[Grip],
    bend: float,
    least: float,
) -> _CutSurface:
    """The surface that an edge of an outline lies on."""
    for grip in grips:
        axis = np.array(grip.axis) / np.linalg.norm(grip.axis)
        for offset in grip.offsets:
            if max(abs(axis @ start - offset), abs(axis @ end - offset)) < 1e-6:
                side = 1.0 if offset > 0 else -1.0
                return _CutSurface(side * axis, abs(offset), bend, least)
    return next(
        _CutSurface(face.normal, face.offset)
        for other, face in enumerate(whole.faces)
        if other != number
        and max(abs(face.normal @ start - face.offset), abs(face.normal @ end - face.offset)) < 1e-6
    )


def _meeting(point: Floats, *surfaces: _CutSurface) -> Floats:
    """The point near a given one where three surfaces meet (Newton's method)."""
    for _ in range(STEPS):
        slopes = np.array([each.slope(point) for each in surfaces])
        values = np.array([each.value(point) for each in surfaces])
        point = point - np.linalg.lstsq(slopes, values, rcond=None)[0]
    return point


def _arc(start: Floats, end: Floats, own: _CutSurface, cut: _CutSurface) -> list[Floats]:
    """Points from a corner up to the next one, without it, on a face and on a cut."""
    if cut.bend == 0.0:
        return [start]
    return [
        _meeting(start + part * (end - start), own, cut)
        for part in np.linspace(0, 1, ARC_POINTS)[:-1].tolist()
    ]
