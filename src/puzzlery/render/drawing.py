"""Drawing in space: the patches that a camera sees of a puzzle, from far to near."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from puzzlery.render.drawn_puzzle import DrawnPuzzle, sticker, turned
from puzzlery.render.painters_order import FlatOutline, far_to_near
from puzzlery.render.palette import mixed, shaded
from puzzlery.render.picture import Patch
from puzzlery.render.plane import Floats, OutlinePath, clipped, hull, inset, rounded
from puzzlery.render.solid import ConvexSolid, SolidFace, coplanar, hull_facets
from puzzlery.render.surface import Surface, frame
from puzzlery.render.view import Camera, Eye
from puzzlery.twisty.model.layer_notation import rotation
from puzzlery.twisty.model.turn import Spin, Turn

LIGHT_DIRECTION = np.array([-0.5, 0.6, 0.625])
"""The direction to the light in the camera's axes right, up and toward: from the upper left."""

CAMERA_ANGLES = {4: (48.0, 18.0), 8: (15.0, 20.0), 12: (20.0, 28.0), 20: (24.0, 22.0)}
"""Azimuth and elevation in degrees that show many faces of a solid, by its number of faces."""

Facet = tuple[Floats, Floats]


@dataclass(frozen=True, eq=False)
class _BodyPart:
    """A convex part of the body: its places, and its flat sides as (normal, outline)."""

    places: tuple[int, ...]
    facets: tuple[Facet, ...]


def default_camera(seen: DrawnPuzzle) -> Camera:
    """A camera that sees many faces from the upper right front; a flat puzzle straight on.

    >>> from puzzlery.render.drawn_puzzle import drawn_puzzle
    >>> from puzzlery.twisty.geometry import cube
    >>> default_camera(drawn_puzzle(cube(2))).azimuth
    36.0
    """
    normals = seen.surface.normals
    if _is_flat(seen.surface):
        x, y, z = normals[0] if normals[0][np.abs(normals[0]).argmax()] > 0 else -normals[0]
        around, up = np.degrees([np.arctan2(x, z), np.arcsin(y)]).tolist()
        return Camera(around, up, float("inf"))
    around, up = CAMERA_ANGLES.get(len(seen.body.faces) if seen.body else 0, (36.0, 30.0))
    return Camera(around, up)


def draw(
    seen: DrawnPuzzle,
    camera: Camera,
    *,
    turn: Turn | None = None,
    fraction: float = 0.0,
    hints: bool = False,
) -> list[Patch]:
    """The patches of a puzzle seen by a camera, possibly during a turn.

    With `hints`, the faces that are turned away float behind the puzzle.

    >>> from puzzlery.render.drawn_puzzle import drawn_puzzle
    >>> from puzzlery.twisty.geometry import cube
    >>> patches = draw(drawn_puzzle(cube(2)), Camera())
    >>> sum(patch.place >= 0 for patch in patches)  # three faces of four stickers
    12
    """
    eye = Eye.on(camera, seen.body.corners if seen.body else seen.surface.corners)
    now = seen if turn is None else replace(seen, surface=turned(seen.surface, turn, fraction))
    parts = _parts(seen, turn, fraction, eye)
    if parts is None:
        return _loose(now, eye)
    floating = _floating(seen, eye) if hints and seen.body else []
    return floating + [patch for part in parts for patch in _part(now, part, eye)]


def light(eye: Eye, normal: Floats) -> float:
    """The brightness of a plane by its direction: 1 leaves its shade.

    >>> eye = Eye.on(Camera(), np.array([[-1.0, -1, -1], [1, 1, 1]]))
    >>> light(eye, np.array([0.0, 1, 0])) > light(eye, np.array([0.0, -1, 0]))
    True
    """
    lamp = LIGHT_DIRECTION @ eye.axes
    return 0.86 + 0.16 * float(lamp @ normal)


def _part(now: DrawnPuzzle, part: _BodyPart, eye: Eye) -> list[Patch]:
    """A convex part: its sides in plastic, and the stickers that face the camera."""
    sides = [
        Patch(
            OutlinePath.sharp(eye.project(outline)),
            shaded(now.plastic, light(eye, normal)),
            border=0.012,
        )
        for normal, outline in part.facets
        if len(outline) > 2 and eye.faces(outline[0], normal)
    ]
    return sides + [_sticker(now, place, eye) for place in _facing(now, part.places, eye)]


def _sticker(now: DrawnPuzzle, place: int, eye: Eye) -> Patch:
    bright = light(eye, now.surface.normals[place])
    return sticker(now, place, eye.project, light=bright)


def _facing(now: DrawnPuzzle, places: Sequence[int], eye: Eye) -> list[int]:
    """The places whose stickers show the camera their front."""
    chosen = list(places)
    fronts = eye.faces(
        np.array([now.surface.polygons[place][0] for place in chosen]), now.surface.normals[chosen]
    )
    return [place for place, front in zip(chosen, fronts, strict=True) if front]


def _loose(now: DrawnPuzzle, eye: Eye) -> list[Patch]:
    """Stickers of no convex solid, with the plastic behind them, from far to near."""
    surface = now.surface
    stickers = [
        FlatOutline(surface.polygons[place], surface.normals[place], place)
        for place in range(len(surface.polygons))
    ]
    sheets = [sheet for sheet in [*_plastic(now), *stickers] if _faces(sheet, eye)]
    return [
        _sticker(now, sheet.place, eye) if sheet.place >= 0 else _side(now, sheet, eye)
        for sheet in far_to_near(sheets, eye)
    ]


def _faces(sheet: FlatOutline, eye: Eye) -> bool:
    return bool(eye.faces(sheet.outline[0], sheet.normal))


def _side(now: DrawnPuzzle, sheet: FlatOutline, eye: Eye) -> Patch:
    shade = shaded(now.plastic, light(eye, sheet.normal))
    axes, base = frame(sheet.normal), (sheet.outline[0] @ sheet.normal) * sheet.normal
    path = rounded(sheet.outline @ axes.T, sheet.corner, straight=0.02)
    return Patch(path.moved(eye.project(path.points @ axes + base)), shade, border=0.004)


def _is_flat(seen: Surface) -> bool:
    """Whether all stickers face one way or the opposite one."""
    return bool((np.abs(np.abs(seen.normals @ seen.normals[0]) - 1) < 1e-3).all())


def _plastic(now: DrawnPuzzle) -> Iterator[FlatOutline]:
    """Plates behind a flat puzzle; else the sides of each piece, and rims of those without."""
    if _is_flat(now.surface):
        yield from (_plate(now, places) for places in coplanar(now.surface))
        return
    for piece in now.pieces:
        if len({tuple(now.surface.normals[place].round(4)) for place in piece}) > 1:
            corners = np.concatenate([now.surface.polygons[place] for place in piece])
            yield from (FlatOutline(outline, normal) for normal, outline in hull_facets(corners))
        else:
            yield from (_rim(now, place) for place in piece)


def _plate(now: DrawnPuzzle, places: Sequence[int]) -> FlatOutline:
    """A board with a smooth edge, on which all stickers of one plane lie."""
    normal, anchor = now.surface.normals[places[0]], now.surface.polygons[places[0]][0]
    axes = frame(normal)
    outline = inset(*_around(now.surface, places, axes, 0.8 * now.room))
    corner = 0.6 * float(np.ptp(outline, axis=0).max())
    return FlatOutline(outline @ axes + (anchor @ normal) * normal, normal, corner=corner)


def _around(
    seen: Surface, places: Sequence[int], axes: Floats, margin: float
) -> tuple[Floats, float]:
    """A hull and how far to move its sides in so that it holds some stickers with a margin.

    The hull of their middles has fewer corners, and so a smoother edge, than that of their
    outlines; but middles may all lie in one line.
    """
    middles = hull(seen.centers[list(places)] @ axes.T)
    if len(middles) < 3:
        corners = np.concatenate([seen.polygons[place] for place in places])
        return hull(corners @ axes.T), -margin
    spokes = np.concatenate([seen.polygons[place] - seen.centers[place] for place in places])
    return middles, -margin - float(np.linalg.norm(spokes, axis=1).max())


def _rim(now: DrawnPuzzle, place: int) -> FlatOutline:
    outline, normal = now.surface.polygons[place], now.surface.normals[place]
    axes = frame(normal)
    wide = inset(outline @ axes.T, -0.15 * now.room)
    return FlatOutline(wide @ axes + (outline[0] @ normal) * normal, normal)


def _floating(seen: DrawnPuzzle, eye: Eye) -> list[Patch]:
    """The stickers that are turned away, lifted off the puzzle, the farthest first."""
    assert seen.body is not None
    hidden = [face for face in seen.body.faces if not eye.faces(face.outline[0], face.normal)]
    hidden.sort(key=lambda face: float(eye.depth(face.outline.mean(axis=0))))
    return [patch for face in hidden for patch in _lifted(seen, face, eye)]


def _lifted(seen: DrawnPuzzle, face: SolidFace, eye: Eye) -> list[Patch]:
    lift = 0.75 * eye.radius * face.normal
    patches = (
        sticker(seen, place, lambda points: eye.project(points + lift), light=0.95)
        for place in face.places
    )
    return [
        replace(patch, shade=mixed(patch.shade, "#ffffff", 0.35), label=None) for patch in patches
    ]


def _parts(
    seen: DrawnPuzzle, turn: Turn | None, fraction: float, eye: Eye
) -> list[_BodyPart] | None:
    """The convex parts of the body from far to near; None when it has none."""
    if seen.body is None:
        return None
    if turn is None or not turn.spins:
        return [_whole(seen.body)]
    if len(turn.spins) > 1:
        return None
    return _slabs(seen, seen.body, turn.spins[0], fraction, eye)


def _whole(body: ConvexSolid) -> _BodyPart:
    places = tuple(place for face in body.faces for place in face.places)
    return _BodyPart(places, tuple((face.normal, face.outline) for face in body.faces))


def _slabs(
    seen: DrawnPuzzle, body: ConvexSolid, spin: Spin, fraction: float, eye: Eye
) -> list[_BodyPart] | None:
    """The layers below, in and above a turning layer, from far to near.

    Planes at right angles to the axis part them, so the one beyond such a plane, seen from the
    camera, never hides anything of the one before it.
    """
    axis = np.array(spin.axis) / np.linalg.norm(spin.axis)
    cuts = _cuts(seen.surface, axis, spin.stickers)
    if cuts is None:
        return None
    bounds = [-np.inf, *cuts, np.inf]
    heights = seen.surface.centers @ axis
    spun = rotation(axis, spin.angle * fraction)
    moving = heights[next(iter(spin.stickers))]
    slabs = []
    for low, high in pairwise(bounds):
        places = np.flatnonzero((heights > low) & (heights < high))
        facets = _slab_facets(body, axis, low, high)
        if low < moving < high:
            pivot = np.array(spin.pivot)
            facets = [(normal @ spun.T, (line - pivot) @ spun.T + pivot) for normal, line in facets]
        slabs.append(_BodyPart(tuple(places.tolist()), tuple(facets)))
    return _far_to_near(slabs, cuts, float(eye.position @ axis))


def _cuts(seen: Surface, axis: Floats, moving: Iterable[int]) -> list[float] | None:
    """The heights along an axis that part the moving stickers from the others."""
    lows = np.array([(polygon @ axis).min() for polygon in seen.polygons])
    highs = np.array([(polygon @ axis).max() for polygon in seen.polygons])
    inside = np.zeros(len(lows), dtype=bool)
    inside[list(moving)] = True
    if inside.all():
        return []
    bottom, top = float(lows[inside].min()), float(highs[inside].max())
    slack = 1e-4 * float(highs.max() - lows.min())
    below, above = highs <= bottom + slack, lows >= top - slack
    if not (inside | below | above).all():
        return None
    beside = ((bottom, (below & ~inside).any()), (top, (above & ~inside).any()))
    return [height for height, needed in beside if needed]


def _slab_facets(body: ConvexSolid, axis: Floats, low: float, high: float) -> list[Facet]:
    """The flat sides of the part of a solid between two heights, the cuts included."""
    facets = []
    for face in body.faces:
        outline = face.outline
        for normal, limit in ((axis, high), (-axis, -low)):
            if np.isfinite(limit) and len(outline):
                outline = clipped(outline, normal, limit)
        facets.append((face.normal, outline))
    caps = [
        (normal, limit) for normal, limit in ((axis, high), (-axis, -low)) if np.isfinite(limit)
    ]
    return facets + [(normal, body.section(normal, limit)) for normal, limit in caps]


def _far_to_near(
    slabs: Sequence[_BodyPart], cuts: Sequence[float], camera: float
) -> list[_BodyPart]:
    """The layers in the order in which the camera sees through them, the farthest first."""
    here = sum(cut < camera for cut in cuts)
    return [*slabs[:here], *reversed(slabs[here + 1 :]), slabs[here]]
