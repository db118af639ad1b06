"""The kernel that cuts polygons: its plain twin agrees, and nothing is lost."""

from math import cos, pi, sin

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import parts as oracle

from puzzlery import _core

EPS = 1e-7
ALL = 100_000

# Multiples, so that many lines meet in one point or in a corner, and none nearly does.
angles = st.integers(0, 23).map(lambda k: k * pi / 12)
heights = st.integers(-12, 12).map(lambda k: k / 10)
lines = st.lists(st.tuples(angles, heights), max_size=8)


def outline(corners):
    return np.array(
        [(cos(2 * pi * k / corners), sin(2 * pi * k / corners)) for k in range(corners)]
    )


def as_arrays(drawn):
    normals = np.array([(cos(angle), sin(angle)) for angle, _ in drawn]).reshape(-1, 2)
    return normals, np.array([height for _, height in drawn])


def parts(polygon, normals, offsets, most=ALL):
    corners, counts = _core.split(polygon, normals, offsets, EPS, most)
    ends = np.cumsum(np.frombuffer(counts, dtype=np.int64))
    return np.split(np.frombuffer(corners).reshape(-1, 2), ends[:-1])


def centroids(found):
    counts = np.array([len(part) for part in found])
    return np.frombuffer(_core.centroids(np.concatenate(found), counts)).reshape(-1, 2)


@given(st.integers(3, 6), lines)
def test_parts_agree_with_the_plain_twin(corners, drawn):
    polygon, (normals, offsets) = outline(corners), as_arrays(drawn)
    found = parts(polygon, normals, offsets)
    expected = oracle.split(polygon, normals, offsets, EPS)
    assert [len(part) for part in found] == [len(part) for part in expected]
    np.testing.assert_allclose(np.concatenate(found), np.concatenate(expected), atol=1e-9)


@given(st.integers(3, 6), lines)
def test_parts_fill_the_polygon_and_balance_it(corners, drawn):
    polygon = outline(corners)
    found = parts(polygon, *as_arrays(drawn))
    areas = np.array([oracle.area(part) for part in found])
    assert (areas > 0).all()
    assert np.isclose(areas.sum(), oracle.area(polygon))
    np.testing.assert_allclose(areas @ centroids(found), [0, 0], atol=1e-9)


@given(st.integers(3, 6), lines)
def test_centroids_agree_with_the_plain_twin(corners, drawn):
    found = parts(outline(corners), *as_arrays(drawn))
    expected = [oracle.centroid(part) for part in found]
    np.testing.assert_allclose(centroids(found), expected, atol=1e-9)


@given(lines, st.integers(1, 12))
def test_no_line_is_drawn_after_too_many_parts(drawn, most):
    normals, offsets = as_arrays(drawn)
    sizes = [len(parts(outline(4), normals[:k], offsets[:k])) for k in range(len(drawn) + 1)]
    expected = next((size for size in sizes if size > most), sizes[-1])
    assert len(parts(outline(4), normals, offsets, most)) == expected


@given(st.lists(st.tuples(*[st.integers(-4, 4)] * 3), max_size=30), st.integers(1, 3), angles)
def test_reading_order_agrees_with_the_plain_twin(cells, faces, angle):
    base = np.array(cells, dtype=np.float64).reshape(-1, 3)
    points = np.stack([base + np.array([k, -k, 0]) for k in range(faces)])
    frame = np.array([(cos(angle), sin(angle), 0.3), (-sin(angle), cos(angle), 0.1)])
    order = np.frombuffer(
        _core.reading_order(points, np.stack([frame] * faces), 1e-6), dtype=np.int64
    )
    # Rounding may break ties either way, so that only what is read is compared.
    for face, row in zip(points, order.reshape(faces, -1), strict=True):
        assert sorted(row.tolist()) == list(range(len(face)))
        expected = oracle.reading_order(face, *frame, 1e-6) if len(face) else []
        np.testing.assert_allclose(face[row] @ frame[1], face[expected] @ frame[1], atol=1e-9)
        np.testing.assert_allclose(face[row] @ frame[0], face[expected] @ frame[0], atol=1e-9)
