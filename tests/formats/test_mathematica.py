"""Mathematica code."""

import pytest
from hypothesis import given, settings
from tests.formats.random_puzzles import ODD_NAMES, cycle_puzzles

from puzzlery.errors import FileFault
from puzzlery.formats import loads
from puzzlery.formats.puzzles import gap, mathematica
from puzzlery.twisty.catalog import puzzle as from_catalog

# The moves of the 2x2x2 that hold one corner, as PuzzleGeometry writes such code.
POCKET = """(* PuzzleGeometry: c f 0 *)
mR=Cycles[{{5,7,8,6},{13,23,16,22},
           {14,21,15,24}}];
mU=Cycles[{{3,20,8,23},{4,24,7,19},{11,12,16,15}}];
mF=Cycles[{{2,14,8,12},{4,10,6,16},{18,22,24,20}}];
gen={mR,mU,mF};
GroupOrder[PermutationGroup[gen]]
"""


def test_code_is_read_with_its_published_order() -> None:
    pocket = loads(POCKET)
    assert list(pocket.moves) == ["R", "U", "F"]
    assert pocket.group.order == 3_674_160


def test_unnamed_permutations_are_moves() -> None:
    # The Mathieu group M11 on 11 points, of order 7,920.
    text = (
        "G = PermutationGroup[{Cycles[{{2,10},{4,11},{5,7},{8,9}}], Cycles[{{1,4,3,8},{2,5,6,9}}]}]"
    )
    assert loads(text).group.order == 7_920


@settings(max_examples=40)
@given(cycle_puzzles(names=ODD_NAMES))
def test_puzzles_survive(puzzle) -> None:
    again = mathematica.loads(mathematica.dumps(puzzle))
    assert again == puzzle
    assert (again.moves, again.basis) == (puzzle.moves, puzzle.basis)


def test_gap_and_mathematica_say_the_same() -> None:
    skewb = from_catalog("skewb")
    ours = mathematica.loads(mathematica.dumps(skewb))
    assert (ours.moves, ours.rotations) == (skewb.moves, skewb.rotations)
    assert ours.solved_colors == gap.loads(gap.dumps(skewb)).solved_colors


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("Print[1]", None, "has no permutations"),
        ("\nmA=Cycles[{{0,1}}];", 2, "mA has a point 0"),
        ("mA=Cycles[{1,2}];", 1, "mA"),
        ("mA=Cycles[{{1,2}}];\ngen={mB};", 2, "gen names M_B"),
        ("mA=Cycles[{{1,2}}]\nip={{1,2},{2}};", 2, "ip has a point in two sets"),
        ("mA=Cycles[5];", 1, "is not a permutation such as Cycles[{{1,2,3},{4,5}}]"),
    ],
)
def test_a_fault_names_its_line(text: str, line: int | None, words: str) -> None:
    with pytest.raises(FileFault) as caught:
        mathematica.loads(text, "a.wl")
    assert words in str(caught.value)
    assert caught.value.line == line


def test_a_list_of_permutations_without_names_is_read():
    rings = loads("gen={Cycles[{{1,2}}],Cycles[{{2,3}}]};")
    assert list(rings.moves) == ["g1", "g2"]
    assert rings.group.order == 6
