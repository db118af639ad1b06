"""The kernels refuse what they were not made for, and never read outside of an array."""

import numpy as np
import pytest

from puzzlery import _core


def points(*values: int) -> bytes:
    return np.array(values, dtype=np.uint16).tobytes()


STRAY = points(0, 1, 9)
ODD = b"\x00\x00\x00"


@pytest.mark.parametrize(
    "call",
    [
        lambda bad: _core.compose(bad, points(0, 1, 2)),
        _core.inverse,
        lambda bad: _core.power(bad, 3),
        _core.cycle_lengths,
        lambda bad: _core.product(3, [bad, points(0, 1, 2)]),
    ],
)
@pytest.mark.parametrize("bad", [STRAY, ODD])
def test_stray_points_are_refused(call, bad):
    with pytest.raises(ValueError, match=r"outside|array of points|differ"):
        call(bad)


@pytest.mark.parametrize("bad", [points(0, 0, 1, 1), points(1, 1), points(1, 2, 1)])
def test_repeated_points_do_not_hang(bad):
    _core.power(bad, -7)
    _core.cycle_lengths(bad)
    assert not _core.is_permutation(bad)


def test_sizes_must_agree():
    with pytest.raises(ValueError, match="differ"):
        _core.compose(points(0, 1), points(0))


def test_empty_permutations_are_fine():
    assert _core.compose(b"", b"") == _core.inverse(b"") == _core.power(b"", 5) == b""
    assert _core.product(0, []) == b""


def test_only_bytes_are_taken():
    with pytest.raises(TypeError):
        _core.compose([0, 1], [1, 0])


LAYER = np.zeros(3, dtype=np.int64)
PLACES = np.eye(3)


@pytest.mark.parametrize("bad", [STRAY, ODD, points(0, 1)])
def test_turns_of_the_wrong_size_are_refused(bad):
    with pytest.raises(ValueError, match=r"leaves its layer|differ"):
        _core.layer_turn(bad, LAYER, 0, 1, 1)
    if bad is not STRAY:
        with pytest.raises(ValueError, match="differ"):
            _core.layers(PLACES, (1.0, 0.0, 0.0), [], bad)


def test_a_stray_point_keeps_no_layers():
    assert _core.layers(PLACES, (1.0, 0.0, 0.0), [], STRAY) is None


@pytest.mark.parametrize(
    "call",
    [
        lambda: _core.split(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0), 1e-7, 9),
        lambda: _core.split(np.ones((3, 2)), np.ones((2, 2)), np.zeros(1), 1e-7, 9),
        lambda: _core.centroids(np.ones((3, 2)), np.array([4])),
        lambda: _core.centroids(np.ones((3, 2)), np.array([-1])),
        lambda: _core.centroids(np.ones((3, 2)), np.array([0, 3])),
        lambda: _core.reading_order(np.ones((2, 3, 3)), np.ones((1, 2, 3)), 0.1),
        lambda: _core.reading_order(np.full((1, 3, 3), np.nan), np.ones((1, 2, 3)), 0.1),
        lambda: _core.matching(PLACES, PLACES[:2], 0.1),
        lambda: _core.matching(np.zeros((65_536, 3)), np.zeros((65_536, 3)), 0.1),
        lambda: _core.cells([LAYER[:2]], LAYER, 1),
        lambda: _core.cells([LAYER - 1], LAYER, 1),
        lambda: _core.cells([LAYER + 65_536], LAYER, 1),
        lambda: _core.cells([LAYER], LAYER + 1, 1),
        lambda: _core.cells([LAYER], LAYER, 64),
    ],
)
def test_tables_that_do_not_fit_are_refused(call):
    with pytest.raises(ValueError, match=r"differ|corners|finite|layer|face|many"):
        call()


def test_tables_have_the_right_shape():
    with pytest.raises(TypeError):
        _core.nearest(np.zeros((3, 2)), np.zeros((3, 3)), 0.1)
    with pytest.raises(TypeError):
        _core.split(np.zeros((3, 3)), np.zeros((0, 2)), np.zeros(0), 1e-7, 9)
