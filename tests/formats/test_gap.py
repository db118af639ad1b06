"""GAP code."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.random_puzzles import ODD_NAMES, cycle_puzzles
from tests.oracles.groups import group_order

from puzzlery.errors import FileFault, NotExpressible
from puzzlery.formats.puzzles import gap
from puzzlery.twisty.catalog import puzzle as from_catalog
from puzzlery.twisty.model.puzzle import Puzzle

CODE = """# PuzzleGeometry 0.1
# puzzle: two rings
M_a:=(1,2,3)
     (5,6);
M_R_u0027_:=(3,4);
M_x:=();
Gen:=[
M_a,M_R_u0027_
];
ip:=[[1,2],[3,4,5]];
# Size(Group(Gen));
G:=Group(Gen); Size(G);
Size(Stabilizer(G,ip,OnTuplesSets));
"""


def test_code_is_read():
    puzzle = gap.loads(CODE)
    assert puzzle.name == "two rings"
    assert {name: str(move) for name, move in puzzle.moves.items()} == {
        "a": "(0 1 2)(4 5)",
        "R'": "(2 3)",
    }
    assert puzzle.degree == 6
    assert puzzle.solved_colors == (0, 0, 1, 1, 1, 2)


def test_without_a_list_every_permutation_is_a_move():
    assert list(gap.loads("a:=(1,2); b:=(2,3);").moves) == ["a", "b"]


@settings(max_examples=60)
@given(cycle_puzzles(names=ODD_NAMES))
def test_puzzles_survive(puzzle):
    again = gap.loads(gap.dumps(puzzle))
    assert again.moves == puzzle.moves
    assert again.solved_colors == puzzle.solved_colors
    assert again == puzzle
    assert again.basis == puzzle.basis


@pytest.mark.parametrize("name", ["3x3x3", "megaminx", "FTO", "clock"])
def test_catalogue_puzzles_survive(name):
    puzzle = from_catalog(name)
    again = gap.loads(gap.dumps(puzzle))
    assert (again.moves, again.rotations) == (puzzle.moves, puzzle.rotations)
    assert again.basis == puzzle.basis
    assert again.solved_colors == puzzle.solved_colors


def test_the_group_of_the_written_moves_has_the_known_order():
    pyraminx = gap.loads(gap.dumps(from_catalog("pyraminx")))
    generators = [pyraminx.moves[name].images for name in pyraminx.basis]
    # 933,120 states without the tips, and three ways to turn each of the four.
    assert group_order(generators) == 933_120 * 81


@given(st.text(min_size=1) | st.from_regex(r"(_|u|_u[0-9a-f]{0,7}_?|'){1,4}", fullmatch=True))
def test_names_can_be_had_back(name):
    name = name.encode("utf-8", "ignore").decode() or "a"
    word = gap.escaped(name)
    assert gap.unescaped(word) == name
    assert all(sign.isascii() and (sign.isalnum() or sign == "_") for sign in word)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", None, "has no permutations"),
        ("Print(1);", None, "has no permutations"),
        ("M_a:=5;", 1, "M_a is not a permutation"),
        ("\nM_a:=(1,2)(3;", 2, "expected cycles"),
        ("M_a:=(0,1);", 1, "points count from 1"),
        ("M_a:=(1,99999);", 1, "point numbers end at 65535"),
        ("M_a:=(1,2);\nGen:=[M_b];", 2, "Gen names M_b"),
        ("M_a:=(1,2);\nGen:=M_a;", 2, "is not a list of names"),
        ("M_a:=(1,2);\nip:=[[1,2],[2]];", 2, "a point in two sets"),
        ("M_a:=(1,2);\nip:=[[0]];", 2, "is 0"),
        ("M_a:=(1,2);\nip:=[[1,[2]]];", 2, "expected a whole number"),
        ("M_a:=(1,2);\nip:=Group(M_a);", 2, "is not a list of lists"),
        ("M_a:=(1,2)(2,3);", None, "stands twice"),
    ],
)
def test_a_fault_names_its_line(text, line, words):
    with pytest.raises(FileFault) as caught:
        gap.loads(text, "a.g")
    assert words in str(caught.value)
    assert caught.value.line == line


def test_a_note_stays_a_remark():
    puzzle = Puzzle.from_cycles({"a": [[0, 1]]}, ["red"] * 2, note="one\rM_b:=(1,2);\ntwo")
    assert list(gap.loads(gap.dumps(puzzle)).moves) == ["a"]


def test_what_gap_cannot_say_is_refused():
    bandaged = Puzzle.from_cycles({"a": [[0, 1]]}, ["red"] * 2, glued=[[0, 1]])
    with pytest.raises(NotExpressible, match="bandages"):
        gap.dumps(bandaged)


def test_a_group_of_permutations_without_names_is_read():
    cube = gap.loads("cube := Group(\n ( 1, 3, 8, 6)( 2, 5, 7, 4),\n (9,11,16,14) );;")
    assert list(cube.moves) == ["g1", "g2"]
    assert cube.group.order == 16
    named = gap.loads("M_R:=(1,2,3); M_U:=(3,4); G:=Group(M_R,M_U);")
    assert list(named.moves) == ["R", "U"]
    assert list(gap.loads("G:=Group([(1,2),(2,3)]);").moves) == ["g1", "g2"]
