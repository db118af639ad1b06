"""Shortening and finding algs: the effect is exactly what was asked for."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery.cli import main
from puzzlery.errors import NotFound, PuzzleryError, UnknownName
from puzzlery.solve.algs.alg_finder import find_cycle, find_turned
from puzzlery.solve.general.shortening import shorten
from puzzlery.twisty.catalog import puzzle


@settings(max_examples=10, deadline=None)
@given(st.lists(st.sampled_from(["R", "U'", "F2", "L", "D'", "B"]), max_size=14))
def test_a_shorter_alg_does_the_same(moves: list[str]) -> None:
    cube = puzzle("3x3x3")
    found = shorten(cube, " ".join(moves), seconds=0.2)
    assert cube.permutation(found.alg) == cube.permutation(" ".join(moves))
    assert found.after <= found.before <= len(moves)


def test_six_times_the_sexy_move_is_nothing() -> None:
    assert not shorten(puzzle("3x3x3"), "(R U R' U')6", seconds=2).alg


def test_a_stretch_with_a_shorter_twin_is_replaced() -> None:
    # R L' F2 B2 R L' U2 … of even type: the two sides of a relation of length 12 in half turns.
    cube = puzzle("3x3x3")
    found = shorten(cube, "R2 L2 U2 R2 L2 U2 R2", seconds=3)
    assert found.after < 7


def test_wide_moves_are_kept_where_nothing_is_shorter() -> None:
    cube = puzzle("4x4x4")
    found = shorten(cube, "Rw U Rw'", seconds=0.3)
    assert cube.permutation(found.alg) == cube.permutation("Rw U Rw'")


@pytest.mark.parametrize("names", [("UFR", "URB", "ULF"), ("UF", "UR", "DB")])
def test_a_cycle_moves_just_the_named_pieces(names: tuple[str, ...]) -> None:
    cube = puzzle("3x3x3")
    found = find_cycle(cube, names, seconds=0.5)
    effect = cube.permutation(found.alg)
    assert effect == found.effect
    assert effect.order == 3
    assert len(effect.support) == 3 * len(names[0])
    face = cube.stickers
    moved = {face[s].face + face[effect[s]].face for s in effect.support.tolist()}
    assert names[0][0] + names[1][0] in moved


def test_flips_turn_pieces_in_place() -> None:
    cube = puzzle("3x3x3")
    found = find_turned(cube, ["UF", "UB"], seconds=0.5)
    assert len(found.effect.cycles()) == 2
    assert found.effect.order == 2


def test_what_no_moves_do_is_not_found() -> None:
    cube = puzzle("3x3x3")
    with pytest.raises(NotFound, match="no moves"):
        find_cycle(cube, ["UF", "UB"])
    with pytest.raises(NotFound, match="in place"):
        find_turned(cube, ["UFR"])


@pytest.mark.parametrize(
    ("names", "error", "words"),
    [
        (["UF", "UFR", "UB"], PuzzleryError, "different kinds"),
        (["UF", "FU", "UB"], PuzzleryError, "twice"),
        (["UQ", "UF"], UnknownName, "names no piece"),
        (["UD", "UF"], UnknownName, "no piece"),
    ],
)
def test_names_that_are_none_are_refused(
    names: list[str], error: type[PuzzleryError], words: str
) -> None:
    with pytest.raises(error, match=words):
        find_cycle(puzzle("3x3x3"), names)


def test_the_verbs_answer_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["shorten", "3x3x3", "R R U U'", "--time", "0.2", "--json"])
    assert json.loads(capsys.readouterr().out)["alg"] == "R2"
    main(["find", "3x3x3", "--cycle", "UFR URB ULF", "--time", "0.3", "--json"])
    assert json.loads(capsys.readouterr().out)["length"] >= 8
