"""Names of moves in other programs: rotations and inverses by their names alone."""

import pytest

from puzzlery.core.permutation import Permutation
from puzzlery.errors import InvalidPuzzle, NotExpressible
from puzzlery.formats.puzzles.derived import derived_of
from puzzlery.formats.puzzles.move_names import (
    as_rotation,
    check_split,
    renamed_rotations,
    split_rotations,
    split_true_rotations,
    without_inverses,
    without_powers,
)
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn

CYCLE = Permutation([1, 2, 3, 0])
ROTATIONS = ["x", "y", "z", "x2", "z2", "Uv", "U_F_Rv", "BLv", "rot_1", "rot_anything"]
MOVES = ["R", "r", "x3", "xy", "w", "2x", "Rw", "v", "uv", "U2v", "rot_", "rotx", "x'", "U_F_R"]


def turns(*names: str) -> dict[str, Turn]:
    return {name: Turn(name, CYCLE, frozenset(range(4))) for name in names}


def puzzle(moves: list[str], whole: list[str]) -> Puzzle:
    """Four stickers that every move and every rotation carries around."""
    rotations = {name: as_rotation(turn) for name, turn in turns(*whole).items()}
    return Puzzle("toy", 4, turns(*moves), (Color.of("red"),), (0,) * 4, whole=rotations)


def test_names_tell_rotations_from_moves():
    moves, rotations = split_rotations(turns(*MOVES, *ROTATIONS))
    assert list(moves) == MOVES
    assert list(rotations) == ROTATIONS
    assert all(turn.is_rotation for turn in rotations.values())
    assert not any(turn.is_rotation for turn in moves.values())


def test_rotations_alone_are_moves():
    moves, rotations = split_rotations(turns("x", "y"))
    assert (list(moves), rotations) == (["x", "y"], {})
    assert not moves["x"].is_rotation


def test_a_rotation_takes_every_sticker_along():
    turn = as_rotation(Turn("x", Permutation([1, 0, 2, 3]), frozenset({0, 1})))
    assert turn.moving == {0, 1, 2, 3}
    assert turn.layers == 0
    assert turn.permutation == Permutation([1, 0, 2, 3])


def test_names_that_would_be_read_otherwise_are_refused():
    check_split(puzzle(["R", "r"], ["x", "Uv"]), "this format")
    with pytest.raises(NotExpressible, match=r'the rotation "T" of toy .* this format knows'):
        check_split(puzzle(["R"], ["T"]), "this format")
    with pytest.raises(NotExpressible, match='the move "x" of toy'):
        check_split(puzzle(["x", "R"], []), "this format")


def test_rotations_get_names_that_are_known_and_keep_the_old_ones():
    found = renamed_rotations(puzzle(["R"], ["T", "x"]), "this format")
    assert list(found.whole) == ["Tv", "x"]
    assert [turn.name for turn in found.whole.values()] == ["Tv", "x"]
    assert derived_of(found) == {"T": "Tv"}
    assert found.permutation("T R") == found.permutation("Tv R")
    same = puzzle(["R"], ["x", "y"])
    assert renamed_rotations(same, "this format") is same


def test_a_name_that_is_taken_or_no_grip_is_not_given():
    with pytest.raises(NotExpressible, match='the rotation "T"'):
        renamed_rotations(puzzle(["R"], ["T", "Tv"]), "this format")
    with pytest.raises(NotExpressible, match='the rotation "t"'):
        renamed_rotations(puzzle(["R"], ["t"]), "this format")


def test_inverses_by_name_are_left_out():
    back = {"r'": Turn("r'", CYCLE.inverse, frozenset(range(4)))}
    assert without_inverses({**turns("r"), **back}) == turns("r")
    assert without_inverses({**back, **turns("r", "s")}) == turns("r", "s")


def test_a_lone_inverse_stands_for_its_move():
    found = without_inverses({"r'": Turn("r'", CYCLE.inverse, frozenset(range(4)))})
    assert found == turns("r")


def test_what_is_called_an_inverse_must_be_one():
    with pytest.raises(InvalidPuzzle, match='"r\'" is not the inverse of "r"'):
        without_inverses(turns("r", "r'"))


def test_a_mark_alone_is_a_name():
    assert without_inverses(turns("'")) == turns("'")


def test_a_rotation_by_name_that_does_not_carry_the_moves_along_is_a_move():
    """All points are moved by the moves, and by what is called a rotation, too."""
    ring = {"a": [[0, 1, 2, 3]], "rot_b": [[0, 1]]}
    turns = Puzzle.from_cycles(ring, ["red"] * 4).turns
    assert [list(part) for part in split_true_rotations(turns)] == [["a", "rot_b"], []]
    half = Puzzle.from_cycles({"a": [[0, 1, 2, 3]], "rot_b": [[0, 2], [1, 3]]}, ["red"] * 4).turns
    assert [list(part) for part in split_true_rotations(half)] == [["a"], ["rot_b"]]


def test_powers_that_are_listed_beside_a_move_are_left_out():
    listed = {"R": [[0, 1, 2]], "R'": [[0, 2, 1]], "R2": [[0, 2, 1]], "2R": [[0, 1]]}
    turns = Puzzle.from_cycles(listed, ["red"] * 3).turns
    assert list(without_powers(turns)) == ["R", "2R"]
    wrong = Puzzle.from_cycles({"R": [[0, 1, 2]], "R'": [[0, 1]]}, ["red"] * 3).turns
    with pytest.raises(InvalidPuzzle, match="is not the inverse of"):
        without_powers(wrong)
