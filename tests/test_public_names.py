"""The package offers what `__all__` says, and importing it costs next to nothing."""

import subprocess
import sys

import pytest

import puzzlery


def test_every_public_name_can_be_had():
    for name in puzzlery.__all__:
        assert getattr(puzzlery, name) is not None
    assert set(puzzlery.__all__) == set(puzzlery._HOMES)
    assert dir(puzzlery) == sorted(puzzlery.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="solve_everything"):
        puzzlery.solve_everything  # noqa: B018


def test_importing_loads_nothing_heavy():
    program = "import puzzlery, sys; print('numpy' in sys.modules, 'puzzlery._core' in sys.modules)"
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert out.stdout == "False False\n"
