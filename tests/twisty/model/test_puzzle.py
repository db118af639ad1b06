"""Puzzles, states and colorings: what they hold, what they refuse, and how they fit together."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import permutations

from puzzlery import Coloring, Permutation, Puzzle, PuzzleryError, State, puzzle
from puzzlery.errors import DegreeMismatch, IllegalMove, InvalidPuzzle, SyntaxFault, UnknownName
from puzzlery.twisty.model.color import Color

CYCLES = {"a": [[0, 1, 2]], "b": [[2, 3], [4]]}
COLORS = ["red", "red", "white", "blue", "blue"]


def small(**changes) -> Puzzle:
    return Puzzle.from_cycles(**{"moves": CYCLES, "colors": COLORS, "name": "small", **changes})


def test_the_sticker_at_a_goes_to_b():
    subject = Puzzle.from_cycles({"r": [[0, 5, 7]]}, ["red"] * 8)
    assert subject.moves["r"].images == (5, 1, 2, 3, 4, 7, 6, 0)
    state = subject.apply("r")
    assert state.permutation[0] == 5


def test_coloring_shows_what_stands_at_each_place():
    # The white sticker of place 2 goes to place 0, the red ones of 0 and 1 to 1 and 2.
    assert small().apply("a").coloring == ["white", "red", "red", "blue", "blue"]


def test_a_cycle_of_one_point_turns_in_place():
    assert small().turns["b"].moving == {2, 3, 4}
    assert small().moves["b"].support.tolist() == [2, 3]


def test_moves_are_a_mapping_by_name():
    subject = small()
    assert list(subject.moves) == ["a", "b"]
    with pytest.raises(TypeError):
        subject.moves["c"] = subject.moves["a"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        subject.name = "other"


@given(st.lists(st.sampled_from(["R", "U'", "F2", "M", "x", "Rw", "2L"]), max_size=12))
def test_an_alg_is_the_product_of_its_moves(words):
    cube = puzzle("3x3x3")
    expected = Permutation.product([cube.turn(word).permutation for word in words], cube.degree)
    assert cube.permutation(" ".join(words)) == expected
    assert cube.apply(" ".join(words)).permutation == expected


@given(permutations(54))
def test_coloring_follows_any_permutation(p):
    cube = puzzle("3x3x3")
    shown = State(cube, p).coloring
    solved = list(cube.solved.coloring)
    assert all(shown[p[sticker]] == solved[sticker] for sticker in range(54))


def test_solved_is_seen_however_the_cube_is_held():
    cube = puzzle("3x3x3")
    assert cube.apply("x y z2").is_solved
    assert cube.apply("R L' x'").is_solved is False
    assert cube.apply("R M' L' x'").is_solved
    assert not cube.apply("R").is_solved
    assert puzzle("megaminx").apply("Uv").is_solved


def test_states_go_back():
    state = puzzle("skewb").apply("R U B'")
    assert state.inverse.apply("R U B'").permutation.is_identity
    assert state.apply("B U' R'").is_solved


def test_equal_definitions_are_equal_puzzles():
    assert small() == small(name="other name")
    assert hash(small()) == hash(small())
    assert small() != small(colors=["red"] * 5)
    assert small() != small(moves={"a": [[0, 1, 2]]})
    assert small() != small(glued=[[0, 1]])
    assert small() != "small"


def test_stickers_tell_all_that_is_known():
    first = puzzle("3x3x3").stickers[0]
    assert (first.index, first.face, first.color.name) == (0, "U", "white")
    assert first.normal == pytest.approx((0, 1, 0), abs=1e-9)
    assert len(first.polygon) == 4
    assert small().stickers[2] == dataclasses.replace(
        small().stickers[2], index=2, color=Color.of("white"), position=None
    )


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"moves": {"a": [[0, 9]]}}, r'move "a" of small: point 9'),
        ({"moves": {"a": [[0, 1], [1, 2]]}}, "1 stands twice"),
        ({"moves": {"/": [[0, 1, 2]]}}, 'move "/" of small has order 3'),
        ({"colors": []}, "0 stickers"),
        ({"colors": ["red"] * 70_000}, "70000"),
        ({"positions": [[0, 0, 0]]}, r"shape \(1, 3\); expected 5 rows"),
        ({"positions": np.full((5, 3), np.nan)}, "finite"),
        ({"glued": [[0, 7]]}, r"glues stickers \[0, 7\]"),
        ({"colors": ["red", "", "red", "red", "red"]}, "empty name"),
        ({"colors": [[1, 2]] * 5}, "is not a color"),
    ],
)
def test_contradictions_are_refused(changes, complaint):
    with pytest.raises(PuzzleryError, match=complaint):
        small(**changes)


def test_a_basis_must_name_moves_and_cells_must_be_all_there():
    with pytest.raises(InvalidPuzzle, match='names "z"'):
        dataclasses.replace(small(), basis=("z",))
    with pytest.raises(InvalidPuzzle, match="2 cells"):
        dataclasses.replace(small(), cells=(0, 1))


def test_a_puzzle_has_a_usual_metric():
    square = puzzle("square-1")
    assert square.alg("(1, 0) / (3, 0) /").length(puzzle=square) == 2
    assert puzzle("3x3x3").metric == "OBTM"
    with pytest.raises(UnknownName, match='unknown metric "miles"'):
        dataclasses.replace(small(), metric="miles")


def test_unknown_moves_are_told_with_those_that_exist():
    with pytest.raises(SyntaxFault, match='unknown move "q"'):
        small().apply("a q")
    from puzzlery.twisty.notation.alg import Move

    with pytest.raises(UnknownName, match='unknown move "q" for small; its moves are a, b'):
        small().turn(Move("q"))
    with pytest.raises(PuzzleryError, match='expected one move of small, got "a b"'):
        small().turn("a b")
    with pytest.raises(UnknownName, match="layer 4"):
        puzzle("3x3x3").apply("4R")


def test_glued_stickers_block_moves():
    subject = small(glued=[[0, 1], [3, 4]])
    assert subject.solved.allows("a")
    assert subject.solved.allows("b")
    turned = subject.apply("a")
    assert not turned.allows("b")
    assert turned.torn_by("b") == [frozenset({1, 2})]
    with pytest.raises(IllegalMove, match="b is blocked here"):
        turned.apply("b")


def test_glued_groups_that_share_a_sticker_are_one():
    rings = {"a": [[0, 1, 2]], "b": [[2, 3, 4]]}
    chained = Puzzle.from_cycles(rings, list("rgbyw"), glued=[[0, 1], [3, 4], [1, 2], [4]])
    assert set(chained.glued) == {frozenset({0, 1, 2}), frozenset({3, 4})}
    assert chained == Puzzle.from_cycles(rings, list("rgbyw"), glued=[[4, 3], [2, 0, 1]])


def test_puzzles_whose_bandages_block_other_moves_are_not_equal():
    """The permutations agree; but a place that turns in place lets a move carry what is glued."""
    one, other = (
        Puzzle.from_cycles({"a": cycles, "b": [[2, 3]]}, list("rgby"), glued=[[1, 2]])
        for cycles in ([[0, 1], [2]], [[0, 1]])
    )
    assert (one.solved.allows("a"), other.solved.allows("a")) == (True, False)
    assert one != other


def test_sizes_must_fit():
    with pytest.raises(DegreeMismatch, match="permutes 5 stickers, not 2"):
        State(small(), Permutation([1, 0]))
    with pytest.raises(DegreeMismatch, match="has 5 stickers, not 1"):
        Coloring(small(), (0,))


def test_colorings_are_made_from_names_and_compare_as_lists():
    subject = small()
    coloring = Coloring.of(subject, ["blue", "red", "white", "blue", "red"])
    assert list(coloring) == ["blue", "red", "white", "blue", "red"]
    assert coloring[1:3] == ("red", "white")
    assert coloring != subject.solved.coloring
    assert hash(Coloring.of(subject, COLORS)) == hash(subject.solved.coloring)
    with pytest.raises(UnknownName, match=r'unknown color "bleu" at sticker 0 of small.*blue'):
        Coloring.of(subject, ["bleu"] * 5)


def test_notebooks_get_a_picture():
    assert puzzle("skewb")._repr_svg_().startswith("<svg")
    assert small().apply("a")._repr_svg_().startswith("<svg")


def test_representations_are_short():
    assert repr(small()) == "<Puzzle small: 5 stickers, 2 moves>"
    assert repr(small().apply("a")) == "<State of small: (0 1 2)>"
    assert repr(small().solved.coloring) == "<Coloring of small: red red white blue blue>"
    assert repr(puzzle("3x3x3").solved.coloring).endswith("red …>")


@pytest.mark.parametrize("cycles", [[1, 2, 0], [[0.0, 1.0]], "(0 1)", [["a", "b"]]])
def test_cycles_that_are_no_numbers_are_an_error_of_the_move(cycles):
    with pytest.raises(InvalidPuzzle, match='move "a" of my puzzle'):
        Puzzle.from_cycles({"a": cycles}, ["red", "blue", "gold"])


@pytest.mark.parametrize("name", ["", " ", 1])
def test_a_move_needs_a_name(name):
    with pytest.raises(InvalidPuzzle, match="expected a name"):
        Puzzle.from_cycles({name: [[0, 1]]}, ["red", "blue"])


def test_a_glued_sticker_that_is_none_is_an_error_even_alone():
    for glued in ([[9]], ["01"], [[-1, 0]]):
        with pytest.raises(InvalidPuzzle, match="glues stickers"):
            Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"], glued=glued)
