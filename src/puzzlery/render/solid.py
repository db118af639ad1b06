"""Solids: the flat faces of a convex body, their outlines, and the edges where they meet."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from puzzlery.render.plane import Floats, clipped, hull
from puzzlery.render.surface import Surface, frame

# A surface with more planes is round rather than a solid with faces.
MOST_FACES = 64


@dataclass(frozen=True, eq=False)
class SolidFace:
    """One flat face: its name, the places on it, its plane, and its convex outline.

    >>> from puzzlery.render.surface import surface
    >>> from puzzlery.twisty.geometry import cube
    >>> solid(surface(cube(2))).faces[0].places
    (0, 1, 2, 3)
    """

    name: str
    places: tuple[int, ...]
    normal: Floats
    offset: float
    outline: Floats


@dataclass(frozen=True, eq=False)
class ConvexSolid:
    """A convex solid: all of it lies behind the plane of each face.

    >>> from puzzlery.render.surface import surface
    >>> from puzzlery.twisty.geometry import cube
    >>> len(solid(surface(cube(3))).faces)
    6
    """

    faces: tuple[SolidFace, ...]

    @property
    def corners(self) -> Floats:
        """The corners of all faces in one array.

        >>> from puzzlery.render.surface import surface
        >>> from puzzlery.twisty.geometry import cube
        >>> solid(surface(cube(2))).corners.shape
        (24, 3)
        """
        return np.concatenate([face.outline for face in self.faces])

    @property
    def extent(self) -> float:
        """The largest absolute coordinate of a corner.

        >>> from puzzlery.render.surface import surface
        >>> from puzzlery.twisty.geometry import cube
        >>> solid(surface(cube(2))).extent
        1.0
        """
        return _extent(self.corners)

    @property
    def planes(self) -> list[tuple[Floats, float]]:
        """The normal and the offset of each face."""
        return [(face.normal, face.offset) for face in self.faces]

    def section(self, normal: Floats, offset: float) -> Floats:
        """The outline where a plane cuts the solid, counter-clockwise seen from its normal.

        >>> from puzzlery.render.surface import surface
        >>> from puzzlery.twisty.geometry import cube
        >>> diagonal = np.array([1.0, 1.0, 1.0]) / 3**0.5
        >>> len(solid(surface(cube(2))).section(diagonal, 0.0))  # a hexagon
        6
        """
        return cross_section(normal, offset, self.planes, self.extent)


def solid(surface: Surface) -> ConvexSolid | None:
    """The convex solid whose faces the stickers lie on; None when they bound none.

    A tube that is open at both ends, such as a barrel, gets a lid and a bottom without stickers.

    >>> from puzzlery.render.surface import surface
    >>> from puzzlery.twisty.catalog import puzzle
    >>> len(solid(surface(puzzle("pyraminx"))).faces)
    4
    """
    groups = coplanar(surface)
    if not 3 <= len(groups) <= MOST_FACES:
        return None
    normals = np.array([surface.normals[group[0]] for group in groups])
    offsets = surface.offsets[[group[0] for group in groups]]
    size = _extent(surface.corners)
    if not (surface.corners @ normals.T < offsets + 1e-4 * size).all():
        return None
    planes = [*zip(normals, offsets.tolist(), strict=True), *_lids(normals, surface.corners)]
    groups += [[] for _ in planes[len(groups) :]]
    faces = tuple(
        SolidFace(
            surface.faces[group[0]] if group else "",
            tuple(group),
            normal,
            offset,
            cross_section(normal, offset, planes, size),
        )
        for group, (normal, offset) in zip(groups, planes, strict=True)
    )
    whole = all(len(face.outline) > 2 for face in faces)
    return ConvexSolid(faces) if whole and ConvexSolid(faces).extent < 10 * size else None


def _lids(normals: Floats, corners: Floats) -> list[tuple[Floats, float]]:
    """The planes that close a tube at its ends; none when the faces are no tube."""
    _, spread, axes = np.linalg.svd(normals)
    if len(normals) < 3 or spread[2] > 1e-6 or spread[1] < 1e-6:
        return []
    return [(axis, 1.02 * float((corners @ axis).max())) for axis in (axes[2], -axes[2])]


def _extent(points: Floats) -> float:
    return float(np.abs(points).max())


def coplanar(surface: Surface) -> list[list[int]]:
    """The places grouped by plane, until there are more planes than a solid may have.

    >>> from puzzlery.render.surface import surface
    >>> from puzzlery.twisty.geometry import cube
    >>> [len(places) for places in coplanar(surface(cube(3)))]
    [9, 9, 9, 9, 9, 9]
    """
    normals, size = surface.normals, _extent(surface.corners)
    offsets = surface.offsets
    left = np.arange(len(normals))
    groups: list[list[int]] = []
    while left.size and len(groups) <= MOST_FACES:
        near = (np.abs(normals[left] - normals[left[0]]).max(axis=1) < 1e-4) & (
            np.abs(offsets[left] - offsets[left[0]]) <= 1e-4 * size
        )
        groups.append(left[near].tolist())
        left = left[~near]
    return groups


def cross_section(
    normal: Floats, offset: float, planes: Iterable[tuple[Floats, float]], size: float
) -> Floats:
    """The part of a plane that lies behind all others: a huge square, clipped by each.

    >>> up, right = np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0])
    >>> back = np.array([0.0, 0.0, 1.0])
    >>> walls = [(right, 1.0), (-right, 1.0), (back, 1.0), (-back, 1.0)]
    >>> len(cross_section(up, 0.5, walls, 1.0))
    4
    """
    right, up = 100 * size * frame(normal)
    square = offset * normal + np.array([-right - up, right - up, right + up, up - right])
    for other, limit in planes:
        if len(square) and other @ normal < 1 - 1e-9:
            square = clipped(square, other, limit)
    return merged(square, 1e-6 * size)


def merged(points: Floats, slack: float) -> Floats:
    """The corners without those that coincide with the one before.

    >>> merged(np.array([[0, 0], [0, 0], [1, 0], [0, 1]], dtype=float), 1e-6).tolist()
    [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
    """
    gaps = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1)
    return np.asarray(points[gaps > slack])


def hull_facets(points: Floats) -> list[tuple[Floats, Floats]]:
    """The flat sides of the convex hull of a few points, as (normal, outline).

    A plane through three of the points carries a side if all others are on one side of it.

    >>> from itertools import product
    >>> corners = np.array(list(product((0.0, 1.0), repeat=3)))
    >>> sorted(len(outline) for _, outline in hull_facets(corners))
    [4, 4, 4, 4, 4, 4]
    """
    points = np.unique(np.round(points, 9), axis=0)
    slack = 1e-6 * float(np.ptp(points, axis=0).max())
    triples = points[np.array(list(combinations(range(len(points)), 3))).reshape(-1, 3)]
    normals = np.cross(triples[:, 1] - triples[:, 0], triples[:, 2] - triples[:, 0])
    sizes = np.linalg.norm(normals, axis=1)
    normals, anchors = normals[sizes > slack**1.5], triples[sizes > slack**1.5, 0]
    normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    heights = normals @ points.T - np.einsum("ij,ij->i", normals, anchors)[:, None]
    outer = np.flatnonzero((heights.max(axis=1) < slack) | (heights.min(axis=1) > -slack))
    sides = {
        frozenset(np.flatnonzero(np.abs(heights[row]) < slack).tolist()): (
            normals[row] if heights[row].max() < slack else -normals[row]
        )
        for row in outer.tolist()
        if np.abs(heights[row]).max() > slack
    }
    return [(normal, _ringed(points[sorted(members)], normal)) for members, normal in sides.items()]


def _ringed(points: Floats, normal: Floats) -> Floats:
    """Points of a plane as the outline around them."""
    axes = frame(normal)
    return np.asarray(hull(points @ axes.T) @ axes + (points[0] @ normal) * normal)


@dataclass(frozen=True, eq=False)
class Hinge:
    """An edge between two faces, in counter-clockwise direction around the first of them."""

    first: int
    second: int
    start: Floats
    end: Floats


def hinges(body: ConvexSolid) -> list[Hinge]:
    """The edges of a solid, once from each side.

    >>> from puzzlery.render.surface import surface
    >>> from puzzlery.twisty.geometry import cube
    >>> len(hinges(solid(surface(cube(2)))))
    24
    """
    slack = 1e-3 * body.extent
    return [
        Hinge(i, j, start, end)
        for i, one in enumerate(body.faces)
        for start, end in zip(one.outline, np.roll(one.outline, -1, axis=0), strict=True)
        for j, other in enumerate(body.faces)
        if i != j and _has_edge(other.outline, end, start, slack)
    ]


def _has_edge(outline: Floats, start: Floats, end: Floats, slack: float) -> bool:
    ahead = np.roll(outline, -1, axis=0)
    apart = np.abs(outline - start).max(axis=1) + np.abs(ahead - end).max(axis=1)
    return bool(apart.min() < slack)
