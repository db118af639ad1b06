"""Voronoi cells: the part of a solid that is nearer to one sticker than to all others.

The diagram is SciPy's (`scipy.spatial.Voronoi`). Its `ridge_points` name the two stickers on
either side of each wall. Walls between stickers of one piece are left out and their edges hidden,
so that the pieces remain.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from puzzlery.errors import MissingExtra
from puzzlery.render.piece_body import BodySide, EdgeSet, PieceBody, clipped_by
from puzzlery.render.plane import Floats, area, hull
from puzzlery.render.solid import MOST_FACES, ConvexSolid, SolidFace, cross_section, merged
from puzzlery.render.surface import Surface, frame
from puzzlery.twisty.structure.partition import labels_of

# Sizes of the puzzle: auxiliary points at this distance keep all cells finite.
FAR_POINT_FACTOR = 20.0
# Sizes: the gap between bare points and the solid around them.
HULL_MARGIN = 0.08
Wall = tuple[int, int, Floats]


def voronoi_bodies(
    shown: Surface, whole: ConvexSolid | None, pieces: Sequence[frozenset[int]]
) -> list[PieceBody]:
    """The cell of each sticker, without the walls inside of pieces.

    Bare points are first moved to the origin and scaled to size 1.
    """
    spatial, points = _spatial(), shown.centers
    if whole is not None:
        return _cells(points, whole, pieces, spatial)
    middle, size = points.mean(axis=0), float(np.ptp(points, axis=0).max()) or 1.0
    unit = (points - middle) / size
    found = _cells(unit, _container(unit, spatial), pieces, spatial)
    return [_placed(body, middle, size) for body in found]


def _placed(body: PieceBody, middle: Floats, size: float) -> PieceBody:
    sides = (replace(side, outline=size * side.outline + middle) for side in body.sides)
    return replace(body, middle=size * body.middle + middle, sides=tuple(sides))


def _cells(
    points: Floats, container: ConvexSolid, pieces: Sequence[frozenset[int]], spatial: Any
) -> list[PieceBody]:
    planes = np.array([face.normal for face in container.faces])
    offsets = np.array([face.offset for face in container.faces])
    labels, slack = labels_of(pieces, len(points)), 1e-6 * container.extent
    walls = [
        (p, q, inside)
        for p, q, outline in _walls(points, spatial)
        if len(inside := merged(clipped_by(outline, planes, offsets), slack)) > 2
    ]
    hidden = [outline for p, q, outline in walls if labels[p] == labels[q]]
    edges = EdgeSet(hidden, container.extent)
    sides: list[list[BodySide]] = [_caps(points, k, walls, container) for k in range(len(points))]
    for p, q, outline in walls:
        if labels[p] != labels[q]:
            sides[p].append(_facing(outline, points[q] - points[p]))
            sides[q].append(_facing(outline, points[p] - points[q]))
    return [
        PieceBody(int(labels[k]), points[k], tuple(edges.hide(side) for side in own))
        for k, own in enumerate(sides)
    ]


def _spatial() -> Any:
    try:
        from scipy import spatial
    except ImportError:
        raise MissingExtra("drawing cells around stickers", "voronoi") from None
    return spatial


def _walls(points: Floats, spatial: Any) -> list[Wall]:
    """The walls between the cells of two points; far points all around keep them finite."""
    middle, size = points.mean(axis=0), float(np.ptp(points, axis=0).max()) or 1.0
    corners = middle + FAR_POINT_FACTOR * size * np.array(list(product((-1, 1), repeat=3)))
    diagram = spatial.Voronoi(np.concatenate([points, corners]))
    pairs = diagram.ridge_points.tolist()
    return [
        (p, q, diagram.vertices[wall])
        for (p, q), wall in zip(pairs, diagram.ridge_vertices, strict=True)
        if max(p, q) < len(points) and len(wall) > 2 and min(wall) >= 0
    ]


def _facing(outline: Floats, away: Floats) -> BodySide:
    """The wall as a side that looks this way."""
    normal = away / np.linalg.norm(away)
    right = area(outline @ frame(normal).T) > 0
    return BodySide(outline if right else outline[::-1], normal)


def _caps(
    points: Floats, own: int, walls: Sequence[Wall], container: ConvexSolid
) -> list[BodySide]:
    """The parts of the solid's faces that are nearest to a point."""
    beside = [q if p == own else p for p, q, _ in walls if own in (p, q)]
    away = points[beside] - points[own]
    limits = np.einsum("ij,ij->i", away, (points[beside] + points[own]) / 2)
    found = []
    for face in container.faces:
        outline = clipped_by(face.outline, away, limits) if beside else face.outline
        outline = merged(outline, 1e-6 * container.extent)
        if len(outline) > 2 and area(outline @ frame(face.normal).T) > 1e-9 * container.extent**2:
            found.append(BodySide(outline, face.normal, own))
    return found


def _container(points: Floats, spatial: Any) -> ConvexSolid:
    """A convex solid around bare points: their hull with a margin, or one of few faces."""
    size = float(np.ptp(points, axis=0).max()) or 1.0
    normals = _hull_normals(points, size, spatial)
    offsets = (points @ normals.T).max(axis=0) + HULL_MARGIN * size
    planes = list(zip(normals, offsets.tolist(), strict=True))
    extent = float(np.abs(points).max()) + size
    outlines = [cross_section(normal, offset, planes, extent) for normal, offset in planes]
    return ConvexSolid(
        tuple(
            SolidFace("", (), normal, offset, outline)
            for (normal, offset), outline in zip(planes, outlines, strict=True)
            if len(outline) > 2
        )
    )


def _hull_normals(points: Floats, size: float, spatial: Any) -> Floats:
    flat = np.linalg.svd(points - points.mean(axis=0))[2] if len(points) > 3 else np.eye(3)
    depth = np.ptp((points - points.mean(axis=0)) @ flat[2])
    if len(points) < 4 or depth < 1e-6 * size:
        return _prism_normals(points, flat)
    try:
        equations = spatial.ConvexHull(points).equations[:, :3]
    except spatial.QhullError:
        return _all_around()
    normals = np.unique(np.round(equations, 5), axis=0)
    normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    return normals if len(normals) <= MOST_FACES else _all_around()


def _prism_normals(points: Floats, axes: Floats) -> Floats:
    """The directions of a flat plate: up, down, and out of each side of the hull."""
    outline = hull(points @ axes[:2].T)
    if len(outline) < 3:
        return _all_around()
    sides = np.roll(outline, -1, axis=0) - outline
    outward = np.column_stack([sides[:, 1], -sides[:, 0]])
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    return np.concatenate([outward @ axes[:2], axes[2:], -axes[2:]])


def _all_around() -> Floats:
    """The 26 directions to the faces, edges and corners of a cube."""
    directions = np.array([d for d in product((-1.0, 0.0, 1.0), repeat=3) if any(d)])
    return np.asarray(directions / np.linalg.norm(directions, axis=1, keepdims=True))
