"""`puzzlery god` counts, draws and says what it found; scrambles reach random states."""

import json
from math import lgamma, log

import pytest

from puzzlery.cli import main
from puzzlery.errors import PuzzleryError
from puzzlery.solve.exhaustive.gods_number import census
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.puzzle import Puzzle


def run(capsys, *arguments):
    code = main([*arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_god_counts_states(capsys, tmp_path):
    picture = tmp_path / "plot.svg"
    code, data = run(capsys, "god", "3x3x1", "--symmetry", "--plot", str(picture))
    assert code == 0
    assert data["counts"] == [1, 4, 10, 24, 53, 64, 31, 4, 1]
    assert data["gods_number"] == 8
    assert sum(data["classes"]) == 37
    assert len(data["antipodes"]) == 1
    drawn = picture.read_text()
    assert drawn.count("<rect") == 10
    assert "192 states" in drawn


def test_god_speaks_to_people(capsys):
    assert main(["god", "3x3x1"]) == 0
    shown = capsys.readouterr().out
    assert "192 states, at most 8 moves" in shown
    assert "farthest:" in shown


def test_god_goes_only_so_deep(capsys):
    code, data = run(capsys, "god", "3x3x3", "--depth", "2")
    assert (code, data["counts"], data["gods_number"]) == (0, [1, 18, 243], None)


def test_god_refuses_what_is_too_large(capsys):
    code, data = run(capsys, "god", "3x3x3")
    assert code == 2
    assert "43,252,003,274,489,856,000 states" in data["error"]["message"]


def test_small_puzzles_are_scrambled_to_random_states(capsys):
    _, data = run(capsys, "scramble", "skewb", "--seed", "3", "--count", "3")
    skewb = puzzle("skewb")
    for text in data["scrambles"]:
        assert skewb.solve(text).length >= 7
        assert skewb.alg(text).length() in (11, 12)
    _, moves = run(capsys, "scramble", "skewb", "--seed", "3", "--moves")
    assert (data["kind"], moves["kind"]) == ("random state", "random moves")


def test_a_number_of_states_with_thousands_of_digits_is_told_shortly() -> None:
    moves = {"a": [list(range(1_700))], "b": [[0, 1]]}
    everything = Puzzle.from_cycles(moves, range(1_700))
    exponent = int(lgamma(1_701) / log(10))
    with pytest.raises(PuzzleryError, match=rf"has about 3\.00 × 10\^{exponent} states"):
        census(everything)
