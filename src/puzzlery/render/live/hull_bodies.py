"""Hull bodies: where no planes cut the pieces, the convex hulls of their stickers."""

import numpy as np

from puzzlery.render.piece_body import BodySide, PieceBody
from puzzlery.render.plane import Floats, area
from puzzlery.render.solid import hull_facets
from puzzlery.render.surface import Surface, frame, surface
from puzzlery.twisty.model.puzzle import Puzzle

# A body goes this part of the way from its stickers to the middle of the puzzle.
INNER_SCALE = 0.45
# The hull is found from all triples of points, so pieces with more corners are left out.
MOST_POINTS = 40


def hull_bodies(puzzle: Puzzle) -> list[PieceBody]:
    """A convex body for each piece; none at all if some piece is not the hull of its stickers.

    >>> from puzzlery.twisty.catalog import puzzle as named
    >>> len(hull_bodies(named("kilominx"))), len(hull_bodies(named("ivy cube")))
    (20, 0)
    """
    if puzzle.cells is None or puzzle.skin is None or not puzzle.skin.polygons:
        return []
    shown = surface(puzzle)
    cells: dict[int, list[int]] = {}
    for place, cell in enumerate(puzzle.cells):
        cells.setdefault(int(cell), []).append(place)
    found = []
    for number, places in enumerate(cells.values()):
        body = _hull_body(number, shown, places, upright="outlines" in puzzle.hints)
        if body is None:
            return []
        found.append(body)
    return found


def _hull_body(
    number: int, shown: Surface, places: list[int], *, upright: bool
) -> PieceBody | None:
    outer = np.concatenate([shown.polygons[place] for place in places])
    points = np.concatenate([outer, _inner_points(outer, upright=upright)])
    if len(np.unique(np.round(points, 6), axis=0)) > MOST_POINTS:
        return None
    walls, covered = [], 0
    for normal, outline in hull_facets(points):
        on = [place for place in places if _lies_on(shown, place, normal, outline)]
        covered += len(on)
        whole = area(outline @ frame(normal).T)
        parts = sum(area(shown.polygons[place] @ frame(normal).T) for place in on)
        if not on:
            walls.append(BodySide(outline, normal))
        elif abs(whole - parts) > 1e-4 * whole:
            return None
    if covered != len(places):
        return None
    sides = [BodySide(shown.polygons[place], shown.normals[place], place) for place in places]
    return PieceBody(number, np.asarray(points.mean(axis=0)), (*sides, *walls))


def _inner_points(outer: Floats, *, upright: bool) -> Floats:
    """Where a body ends inside: nearer to the middle, or on the axle if its walls are upright."""
    if not upright:
        return np.asarray(INNER_SCALE * outer)
    heights = outer[:, 1].min(), outer[:, 1].max()
    return np.array([(0.0, height, 0.0) for height in heights])


def _lies_on(shown: Surface, place: int, normal: Floats, outline: Floats) -> bool:
    if shown.normals[place] @ normal < 1 - 1e-6:
        return False
    return bool(np.abs((shown.polygons[place] - outline[0]) @ normal).max() < 1e-6)
