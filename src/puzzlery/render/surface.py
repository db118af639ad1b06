"""Surfaces: an outline in space for every place of a puzzle, computed if none is given."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from puzzlery.groups.blocks import orbits as sticker_orbits
from puzzlery.render.plane import Floats
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Skin
from puzzlery.twisty.model.state import Coloring, State

Drawable = Puzzle | State | Coloring
# Corners of the polygon that stands for a disc.
DISC_CORNERS = 20
# Stickers: a larger orbit without positions is laid out in rows instead of a ring.
LARGEST_RING = 36


@dataclass(frozen=True, eq=False)
class Surface:
    """The places of a puzzle in space: outlines, centers, normals, and the names of their faces.

    >>> from puzzlery.twisty.geometry import cube
    >>> surface(cube(2)).faces[0], surface(cube(2)).normals[0].tolist()
    ('U', [0.0, 1.0, 0.0])
    """

    polygons: tuple[Floats, ...]
    centers: Floats
    normals: Floats
    faces: tuple[str, ...]

    @property
    def corners(self) -> Floats:
        """The corners of all outlines in one array.

        >>> from puzzlery.twisty.geometry import cube
        >>> surface(cube(2)).corners.shape
        (96, 3)
        """
        return np.concatenate(self.polygons)

    @property
    def offsets(self) -> Floats:
        """The distance of the plane of each outline from the origin.

        >>> from puzzlery.twisty.geometry import cube
        >>> set(surface(cube(2)).offsets.tolist())
        {1.0}
        """
        anchors = np.array([polygon[0] for polygon in self.polygons])
        return np.asarray(np.einsum("ij,ij->i", anchors, self.normals))


def puzzle_of(drawn: Drawable) -> Puzzle:
    """The puzzle of a state or a coloring; a puzzle itself.

    >>> from puzzlery.twisty.geometry import cube
    >>> puzzle_of(cube(2).apply("R")).name
    '2x2x2'
    """
    return drawn if isinstance(drawn, Puzzle) else drawn.puzzle


def coloring_of(drawn: Drawable) -> Coloring:
    """The coloring of a state, or of a solved puzzle.

    >>> from puzzlery.twisty.geometry import cube
    >>> coloring_of(cube(2)) == cube(2).solved.coloring
    True
    """
    if isinstance(drawn, Coloring):
        return drawn
    return (drawn.solved if isinstance(drawn, Puzzle) else drawn).coloring


def surface(drawn: Drawable) -> Surface:
    """The surface of a puzzle, or of a state of it when turning changes its shape.

    >>> flat = Puzzle.from_cycles({"a": [[0, 1, 2]]}, colors=["red", "blue", "green"])
    >>> [len(outline) for outline in surface(flat).polygons]
    [20, 20, 20]
    """
    puzzle = puzzle_of(drawn)
    skin = puzzle.skin
    if skin is None:
        points = _laid_out(puzzle)
        normals = np.tile([0.0, 0.0, 1.0], (puzzle.degree, 1))
        return _of_discs(points, normals, ())
    if not skin.polygons:
        return _of_discs(skin.positions, _facing(skin, puzzle.solved_colors), skin.faces)
    return _given(skin, _outlines(drawn) or skin.polygons)


def _outlines(drawn: Drawable) -> tuple[Floats, ...]:
    """The outlines of a puzzle whose pieces keep their own shape wherever they are."""
    shape = puzzle_of(drawn).hints.get("outlines")
    if shape is None or isinstance(drawn, Coloring):
        return ()
    found: tuple[Floats, ...] = shape(drawn.solved if isinstance(drawn, Puzzle) else drawn)
    return found


def _of_discs(points: Floats, normals: Floats, faces: tuple[str, ...]) -> Surface:
    named = faces or ("",) * len(points)
    return Surface(_discs(points, normals), points, normals, named)


def _given(skin: Skin, outlines: Sequence[Floats]) -> Surface:
    """The surface of given outlines; one that bounds no area is replaced by a disc."""
    polygons = [np.asarray(polygon, dtype=np.float64) for polygon in outlines]
    areas = vector_areas(polygons)
    sizes = np.linalg.norm(areas, axis=1)
    agree = np.einsum("ij,ij->i", areas, skin.normals) >= 0
    empty = sizes < 1e-9 * max(float(sizes.max()), 1e-300)
    if empty.any():
        discs = _discs(skin.positions, skin.normals)
        polygons = [discs[i] if none else polygons[i] for i, none in enumerate(empty)]
    flat = np.where(agree, 1.0, -1.0)[:, None] * areas / np.where(empty, 1.0, sizes)[:, None]
    normals = np.where(empty[:, None], skin.normals, flat)
    outward = tuple(
        polygon if right else polygon[::-1] for polygon, right in zip(polygons, agree, strict=True)
    )
    centers = np.array([polygon.mean(axis=0) for polygon in outward])
    return Surface(outward, centers, normals, skin.faces or ("",) * len(outward))


def vector_areas(polygons: Sequence[Floats]) -> Floats:
    """For each polygon the vector normal to it, as long as its area (Newell's formula).

    >>> vector_areas([np.array([[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]], dtype=float)]).tolist()
    [[0.0, 0.0, 4.0]]
    """
    areas = np.zeros((len(polygons), 3))
    counts = np.array([len(polygon) for polygon in polygons])
    for count in np.unique(counts):
        chosen = np.flatnonzero(counts == count)
        spokes = np.stack([polygons[i] for i in chosen.tolist()])
        spokes = spokes - spokes.mean(axis=1, keepdims=True)
        areas[chosen] = np.cross(spokes, np.roll(spokes, -1, axis=1)).sum(axis=1) / 2
    return areas


def frame(normal: Floats) -> Floats:
    """Two directions in the plane that faces a normal: right and up, as one sees it upright.

    Up is as much of +y as the plane allows; on a floor or a ceiling it points away from or
    toward the viewer, as if the puzzle were tipped.

    >>> frame(np.array([0.0, 1.0, 0.0])).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0]]
    """
    x, y, z = (normal / np.linalg.norm(normal)).tolist()
    # Plain numbers: this runs for every sticker, and arrays of three are slow.
    if abs(y) < 0.999:
        length = (1 - y * y) ** 0.5
        up = (-x * y / length, length, -z * y / length)
    else:
        length = (1 - z * z) ** 0.5
        away = -1.0 if y > 0 else 1.0
        up = (-away * z * x / length, -away * z * y / length, away * length)
    right = (up[1] * z - up[2] * y, up[2] * x - up[0] * z, up[0] * y - up[1] * x)
    return np.array([right, up]) + 0.0


def _discs(centers: Floats, normals: Floats) -> tuple[Floats, ...]:
    angles = 2 * np.pi * np.arange(DISC_CORNERS) / DISC_CORNERS
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    radii = 0.44 * _room(centers, normals)
    return tuple(
        center + radius * (circle @ frame(normal))
        for center, normal, radius in zip(centers, normals, radii, strict=True)
    )


def _room(centers: Floats, normals: Floats) -> Floats:
    """For each point the distance to its nearest neighbor on the same side of the puzzle."""
    if len(centers) == 1:
        return np.ones(1)
    sides = normals * float(np.ptp(centers, axis=0).max())
    nearest = _nearest(np.hstack([centers, sides]))
    apart = nearest[np.isfinite(nearest)]
    usual = float(np.median(apart)) if apart.size else 1.0
    return np.minimum(nearest, 1.25 * usual)


def _nearest(points: Floats) -> Floats:
    """For each point the distance to the nearest one elsewhere; infinity when there is none."""
    found = []
    for block in np.array_split(points, max(1, len(points) ** 2 // 500_000)):
        apart = np.linalg.norm(block[:, None] - points[None], axis=2)
        found.append(np.where(apart > 1e-9, apart, np.inf).min(axis=1))
    return np.concatenate(found)


def _facing(skin: Skin, colors: Sequence[int]) -> Floats:
    """The way bare points face.

    Where each color, solved, fills one flat side of the whole, its points face out of it; points
    of one plane face the viewer; others keep the normals that they have.
    """
    points = skin.positions
    normals = skin.normals.copy()
    if (across := _plane_normal(points)) is not None:
        facing = across[np.flatnonzero(np.abs(across) > 1e-6)[-1]]
        return np.tile(np.sign(facing) * across, (len(points), 1))
    for color in set(colors):
        members = [place for place, pick in enumerate(colors) if pick == color]
        normal = _plane_normal(points[members]) if len(members) > 2 else None
        if normal is None:
            return skin.normals
        heights = (points - points[members[0]]) @ normal
        slack = 1e-3 * float(np.abs(heights).max())
        if heights.max() > slack and heights.min() < -slack:
            return skin.normals
        normals[members] = normal if heights.max() <= slack else -normal
    return normals


def _plane_normal(points: Floats) -> Floats | None:
    """A normal of the plane that points lie in; None when they lie in none or in several."""
    spokes = points - points.mean(axis=0)
    _, spread, axes = np.linalg.svd(np.vstack([spokes, np.zeros((3, 3))]))
    flat = spread[2] < 1e-5 * spread[0]
    straight = spread[1] < 1e-5 * spread[0]
    return np.asarray(axes[2]) if flat and (not straight or len(points) < 3) else None


def _laid_out(puzzle: Puzzle) -> Floats:
    """Positions in the plane for a puzzle that has none: each orbit a ring, or rows if large."""
    orbits = [sorted(orbit) for orbit in sticker_orbits(puzzle.degree, list(puzzle.moves.values()))]
    columns = ceil(sqrt(len(orbits)))
    points = np.zeros((puzzle.degree, 3))
    left, top, tallest = 0.0, 0.0, 0.0
    for number, orbit in enumerate(orbits):
        if number and number % columns == 0:
            left, top, tallest = 0.0, top - tallest - 1.5, 0.0
        shape = _ring(len(orbit))
        points[orbit, :2] = shape - [shape[:, 0].min() - left, shape[:, 1].max() - top]
        left += float(np.ptp(shape[:, 0])) + 1.5
        tallest = max(tallest, float(np.ptp(shape[:, 1])))
    return points


def _ring(count: int) -> Floats:
    """So many points about one apart, clockwise from the top; in rows when they are many."""
    if count > LARGEST_RING:
        columns = ceil(sqrt(1.6 * count))
        return np.array([[i % columns, -(i // columns)] for i in range(count)], dtype=np.float64)
    if count < 3:
        return np.array([[float(i), 0.0] for i in range(count)])
    angles = 2 * np.pi * np.arange(count) / count
    radius = 0.5 / np.sin(np.pi / count)
    return np.asarray(radius * np.column_stack([np.sin(angles), np.cos(angles)]))
