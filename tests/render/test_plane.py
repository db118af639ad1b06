"""Plane polygons: insets, hulls, clips and overlaps obey their laws."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzlery.render.plane import (
    area,
    centroid,
    clipped,
    contains,
    hull,
    inradius,
    inset,
    overlap,
    rounded,
)

coordinates = st.integers(-50, 50)
clouds = st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=12)
SQUARE = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])


def convex(cloud):
    points = np.array(cloud, dtype=float)
    x, y = (points - points[0]).T
    assume(np.abs(np.outer(x, y) - np.outer(y, x)).max() > 20)
    return hull(points)


def heights(points, outline):
    """How far points are inside of each side of a counter-clockwise outline."""
    sides = np.roll(outline, -1, axis=0) - outline
    normals = np.column_stack([-sides[:, 1], sides[:, 0]])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return np.einsum("psk,sk->ps", points[:, None] - outline[None], normals)


@given(clouds)
def test_hull_holds_all_points_and_uses_only_them(cloud):
    outline = convex(cloud)
    assert heights(np.array(cloud, dtype=float), outline).min() > -1e-6
    given_points = {tuple(map(float, point)) for point in cloud}
    assert all(tuple(np.round(corner, 6).tolist()) in given_points for corner in outline)


@given(clouds, st.floats(0.01, 0.4))
def test_inset_keeps_its_distance_from_every_side(cloud, part):
    outline = convex(cloud)
    distance = part * inradius(outline)
    smaller = inset(outline, distance)
    assert heights(smaller, outline).min() > distance - 1e-6
    assert 0 < area(smaller) < area(outline)


@given(clouds, st.tuples(coordinates, coordinates), coordinates)
def test_the_two_parts_of_a_cut_have_the_area_of_the_whole(cloud, normal, limit):
    outline, direction = convex(cloud), np.array(normal, dtype=float)
    assume(any(normal))
    parts = [clipped(outline, direction, limit), clipped(outline, -direction, -limit)]
    assert sum(area(part) for part in parts if len(part) > 2) == pytest.approx(area(outline))


@given(clouds, clouds)
def test_polygons_overlap_when_a_point_is_inside_both(cloud, other):
    a, b = convex(cloud), convex(other)
    x, y = np.meshgrid(np.arange(-50, 50, 3.03), np.arange(-50, 50, 3.03))
    shared = contains(a, x, y) & contains(b, x, y)
    inner = np.column_stack([x[shared], y[shared]])
    if len(inner) and max(heights(inner, a).min(axis=1).max(), 0) > 0.1:
        assert overlap(a, b)
    assert overlap(a, b) == overlap(b, a)


def test_squares_side_by_side_do_not_overlap():
    assert not overlap(SQUARE, SQUARE + np.array([2.0, 0.0]))
    assert overlap(SQUARE, SQUARE + 1.9)


@given(clouds)
def test_centroid_is_inside(cloud):
    outline = convex(cloud)
    assert heights(centroid(outline)[None], outline).min() > 0


def test_sides_may_have_their_own_insets():
    smaller = inset(SQUARE, np.array([0.5, 0.0, 0.0, 0.0]))
    assert smaller.tolist() == [[0.0, 0.5], [2.0, 0.5], [2.0, 2.0], [0.0, 2.0]]


def test_curves_keep_their_corners():
    angles = np.arange(40) * np.pi / 20
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    assert not any(rounded(circle, 0.2).rounded)
    assert all(rounded(SQUARE, 0.2).rounded)
