"""The kernel that finds places: plain comparisons agree with it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import places as oracle
from tests.strategies import permutations

from puzzlery import _core
from puzzlery.core.permutation import Permutation

EPS = 1e-3

coordinates = st.integers(-3, 3).map(float)
# What lies far off must not spoil the search for what lies near.
spots = st.tuples(coordinates, coordinates, st.sampled_from([0.0, 1.0, -2.0, 1e6]))
jitters = st.tuples(*[st.sampled_from([0.0, 0.4 * EPS, -0.9 * EPS, 1.1 * EPS])] * 3)


def table(rows):
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def labels(data):
    return np.frombuffer(data, dtype=np.int64).tolist()


@given(st.lists(spots, max_size=40), st.lists(st.tuples(spots, jitters), max_size=40))
def test_nearest_is_within_reach_if_anything_is(points, drawn):
    places = table([np.add(spot, jitter) for spot, jitter in drawn])
    found = labels(_core.nearest(table(points), places, EPS))
    candidates = oracle.near(table(points), places, EPS)
    assert len(found) == len(places)
    for one, near in zip(found, candidates, strict=True):
        assert one in near if near else one == -1


def test_what_is_not_finite_is_near_to_nothing():
    points = table([[0, 0, 0], [np.nan, 0, 0], [np.inf, 0, 0], [1, 1, 1]])
    assert labels(_core.nearest(points, points, EPS)) == [0, -1, -1, 3]
    assert labels(_core.nearest(table([]), points, EPS)) == [-1] * 4


@given(st.lists(spots, min_size=1, max_size=40, unique=True), st.data())
def test_matching_finds_the_permutation(points, data):
    p = data.draw(permutations(len(points)))
    places = table(points)[list(p)] + 0.5 * EPS
    assert _core.matching(table(points), places, EPS) == p.data


@given(st.lists(spots, min_size=2, max_size=40, unique=True), st.data())
def test_nothing_matches_where_a_place_is_missing_or_taken_twice(points, data):
    first, second = data.draw(st.permutations(range(len(points))))[:2]
    twice, astray = table(points), table(points)
    twice[first] = twice[second]
    astray[first] += 0.5
    assert _core.matching(table(points), twice, EPS) is None
    assert _core.matching(table(points), astray, EPS) is None


@given(st.lists(st.tuples(spots, jitters), max_size=40))
def test_apart_means_that_each_is_near_to_itself_alone(drawn):
    points = table([np.add(spot, jitter) for spot, jitter in drawn])
    alone = all(len(near) == 1 for near in oracle.near(points, points, EPS))
    assert _core.apart(points, EPS) == alone


@given(st.lists(spots, max_size=30), st.lists(st.integers(-9, 9), max_size=6, unique=True))
def test_layers_agree_with_the_plain_twin(points, cuts):
    axis, heights = (0.6, 0.0, 0.8), sorted((cut / 3.1 for cut in cuts), reverse=True)
    found = _core.layers(table(points), axis, heights, Permutation.identity(len(points)).data)
    assert labels(found) == oracle.layers(table(points), np.array(axis), heights)


def test_layers_that_a_turn_leaves_are_none():
    points = table([[0, 0, 1], [0, 0, -1]])
    swap = Permutation([1, 0]).data
    assert _core.layers(points, (0.0, 0.0, 1.0), [0.0], swap) is None
    assert labels(_core.layers(points, (0.0, 0.0, 1.0), [2.0], swap)) == [1, 1]


@given(st.lists(st.integers(1, 6), min_size=1, max_size=5), st.integers(0, 7), st.data())
def test_a_layer_turn_is_a_power_inside_and_rests_outside(sizes, steps, data):
    """Each layer has a permutation of its own; a turn takes some of them."""
    starts = np.cumsum([0, *sizes])
    within = [data.draw(permutations(size)) for size in sizes]
    turned = Permutation(
        [start + k for start, p in zip(starts[:-1].tolist(), within, strict=True) for k in p]
    )
    layer = np.repeat(np.arange(len(sizes)), sizes)
    start, stop = sorted(data.draw(st.tuples(*[st.integers(0, len(sizes))] * 2)))
    inside = (layer >= start) & (layer < stop)
    images, moving = _core.layer_turn(turned.data, layer, start, stop, steps)
    expected = np.where(inside, (turned**steps).array, np.arange(len(layer)))
    assert images == Permutation(expected).data
    assert moving == np.flatnonzero(inside).tolist()


def test_a_turn_that_leaves_its_layer_is_refused():
    with pytest.raises(ValueError, match="leaves its layer"):
        _core.layer_turn(Permutation([1, 0]).data, np.array([0, 1]), 0, 1, 1)


@given(st.integers(0, 30), st.integers(1, 4), st.data())
def test_cells_agree_with_the_plain_twin(size, faces, data):
    def row(most):
        return data.draw(st.lists(st.integers(0, most), min_size=size, max_size=size))

    layers = [row(most) for most in data.draw(st.lists(st.sampled_from([1, 2, 65535]), max_size=6))]
    face = row(faces - 1)
    found = _core.cells(
        [np.array(layer, dtype=np.int64) for layer in layers], np.array(face, dtype=np.int64), faces
    )
    assert labels(found) == oracle.cells(layers, face, faces)


def test_cells_are_told_apart_by_the_first_of_many_axes_with_many_layers():
    """Five axes of 65536 layers have more combinations than 64 bits can count."""
    same = np.full(3, 65_535)
    found = _core.cells([np.array([0, 1, 65_535]), same, same, same, same], np.zeros(3, int), 2)
    assert labels(found) == [0, 1, 2]
