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
