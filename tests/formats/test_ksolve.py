"""ksolve and twsearch definitions."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.groups import group_order

from puzzlery.core.permutation import Permutation
from puzzlery.errors import FileFault, NotExpressible
from puzzlery.formats.puzzles import ksolve
from puzzlery.twisty.catalog import puzzle as from_catalog
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State

# Slots in Reid's order: UF UR UB UL DF DR DB DL FR FL BR BL and UFR URB UBL ULF DRF DFL DLB DBR.
CUBE = """# The 3x3x3 without its centres,
# in the old words.
Name 3x3x3

Set EDGES 12 2
Set CORNERS 8 3

Solved
EDGES
1 2 3 4 5 6 7 8 9 10 11 12
CORNERS
1 2 3 4 5 6 7 8
End

Move U
EDGES
2 3 4 1 5 6 7 8 9 10 11 12
CORNERS
2 3 4 1 5 6 7 8
End

Move F
EDGES
10 2 3 4 9 6 7 8 1 5 11 12
1 0 0 0 1 0 0 0 1 1 0 0
CORNERS
4 2 3 6 1 5 7 8
2 0 0 1 1 2 0 0
End

Move R
EDGES
1 9 3 4 5 11 7 8 6 10 2 12
CORNERS
5 1 3 4 8 6 7 2
1 2 0 0 2 0 0 1
End

Move D
EDGES
1 2 3 4 8 5 6 7 9 10 11 12
CORNERS
1 2 3 4 6 7 8 5
End

Move B
EDGES
1 2 11 4 5 6 12 8 9 10 7 3
0 0 1 0 0 0 1 0 0 0 1 1
CORNERS
1 8 2 4 5 6 3 7
0 1 2 0 0 0 1 2
End

Move L
EDGES
1 2 3 12 5 6 7 10 9 4 11 8
CORNERS
1 2 7 3 5 4 6 8
0 0 1 2 0 1 2 0
End
"""


@pytest.fixture(scope="module")
def cube():
    return ksolve.loads(CUBE)


def test_the_cube_has_its_stickers_moves_and_note(cube):
    assert cube.name == "3x3x3"
    assert cube.note == "The 3x3x3 without its centres,\nin the old words."
    assert cube.degree == 12 * 2 + 8 * 3
    assert list(cube.moves) == ["U", "F", "R", "D", "B", "L"]
    assert len(cube.palette) == 48


def test_known_orders(cube):
    for alg, order in [("R U", 105), ("R U R' U'", 6), ("R L U2 R' L'", 2), ("R U2 D' B D'", 1260)]:
        assert cube.permutation(alg).order == order


def test_the_group_has_the_known_order(cube):
    generators = [move.images for move in cube.moves.values()]
    assert group_order(generators) == 43_252_003_274_489_856_000


def test_it_is_the_cube_of_the_catalogue(cube):
    ours = from_catalog("3x3x3")
    rng = random.Random(4)
    for _ in range(100):
        alg = " ".join(rng.choices(["U", "F", "R", "D", "B", "L", "U'", "R2"], k=rng.randint(1, 9)))
        assert cube.permutation(alg).order == ours.permutation(alg).order


def by_slot(twists, pieces):
    return [twists[piece] for piece in pieces]


def test_new_words_count_from_zero_and_list_by_slot():
    pieces, twists = [1, 2, 0], [0, 1, 2]
    old = definition("Solved", "1 2 3", "Move a", [piece + 1 for piece in pieces], twists)
    new = definition("StartState", "0 1 2", "MoveTransformation a", pieces, by_slot(twists, pieces))
    assert ksolve.loads(old) == ksolve.loads(new)
    # By piece: piece 1 comes to slot 0 and gains 1, so mark 0 of slot 1 goes to mark 1 of slot 0.
    assert ksolve.loads(old).moves["a"][1 * 3 + 0] == 0 * 3 + 1


def definition(solved_word, solved, move_word, pieces, twists):
    rows = " ".join(map(str, pieces)), " ".join(map(str, twists))
    return (
        f"Name a\nSet A 3 3\n{solved_word}\nA\n{solved}\nEnd\n"
        f"{move_word}\nA\n{rows[0]}\n{rows[1]}\nEnd\n"
    )


def looks_solved(puzzle, alg):
    return State(puzzle, puzzle.permutation(alg)).coloring == puzzle.solved.coloring


def test_pieces_of_one_number_look_alike():
    text = "Name a\nSet A 3 2\nSolved\nA\n1 1 2\n0 0 0\nEnd\n"
    text += "Move swap\nA\n2 1 3\nEnd\nMove flip\nA\n1 2 3\n1 0 0\nEnd\nMove other\nA\n3 2 1\nEnd\n"
    puzzle = ksolve.loads(text)
    assert looks_solved(puzzle, "swap")
    assert not looks_solved(puzzle, "flip")
    assert not looks_solved(puzzle, "other")


def test_a_question_mark_hides_how_a_piece_is_turned():
    text = "Name a\nSet A 2 4\nSolved\nA\n1 2\n? 0\nEnd\n"
    text += "Move a\nA\n1 2\n1 0\nEnd\nMove b\nA\n1 2\n0 1\nEnd\nMove c\nA\n2 1\nEnd\n"
    puzzle = ksolve.loads(text)
    assert [looks_solved(puzzle, alg) for alg in ("a", "b", "c")] == [True, False, False]
    written = ksolve.dumps(puzzle)
    assert "\n1 2\n? 0\nEnd" in written
    assert ksolve.loads(written) == puzzle


def test_a_twisted_solved_state_is_only_a_matter_of_names():
    head = "Name a\nSet A 2 3\nSolved\nA\n{}\nEnd\nMove a\nA\n2 1\n1 0\nEnd\n"
    plain, twisted = (ksolve.loads(head.format(rows)) for rows in ("1 2\n0 0", "2 1\n1 2"))
    assert plain.moves == twisted.moves
    assert len(plain.palette) == len(twisted.palette) == 6
    alike = ksolve.loads(head.format("1 1\n0 1"))
    # At home the second piece is twisted by 1; it comes to the first slot as it is.
    assert not looks_solved(alike, "a")
    # Three times: the first piece gains 2, the second 1, and each fits the other's slot.
    assert looks_solved(ksolve.loads(head.format("1 1\n0 2")), "a a a")


def test_missing_sections_and_rows_mean_nothing_happens():
    text = "Set A 2 3\nSet B 2 1\nSolved\nA\n1 2\nEnd\nMove a\nB\n2 1\nEnd\n"
    puzzle = ksolve.loads(text)
    assert puzzle.name == "unnamed"
    assert puzzle.moves["a"] == Permutation([0, 1, 2, 3, 4, 5, 7, 6])


def test_aliases_and_sequences_may_refer_forward():
    text = (
        CUBE
        + "MoveSequence sexy sledge R U\nMoveAlias sledge R'\nMoveSequence T x R\nMoveAlias x U\n"
    )
    puzzle = ksolve.loads(text)
    assert len(puzzle.moves) == 6
    assert puzzle.permutation("sexy") == puzzle.permutation("U")
    assert puzzle.permutation("T2'") == puzzle.permutation("(U R)2'")
    assert ksolve.loads(ksolve.dumps(puzzle)).permutation("sexy T") == puzzle.permutation("sexy T")


def test_rotations_are_known_by_their_names():
    rotation = "\nEDGES\n2 3 4 1 6 7 8 5 11 9 12 10\n0 0 0 0 0 0 0 0 1 1 1 1\n"
    rotation += "CORNERS\n2 3 4 1 8 5 6 7\nEnd\n"
    for name in ("y", "Uv", "rot_up"):
        puzzle = ksolve.loads(CUBE + f"Move {name}" + rotation)
        assert list(puzzle.rotations) == [name]
        assert len(puzzle.moves) == 6
        turned = puzzle.rotations[name]
        assert puzzle.moves["R"].conjugate(turned) == puzzle.moves["F"]
        assert ksolve.loads(ksolve.dumps(puzzle)).rotations == puzzle.rotations


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", None, "has no Set"),
        ("Name a b", 1, "expected one"),
        ("Name a\nFnord 3", 2, '"Fnord" is not a word'),
        ("Name a\nSet A 256 1", 2, "256 is outside of 1 … 255"),
        ("Name a\nSet A 2 128", 2, "128 is outside of 1 … 127"),
        ("Name a\nSet A 2", 2, "a name, pieces and orientations"),
        ("Set A 2 1\nSet A 2 1", 2, "defined twice"),
        ("Set A 2 1\nSolved\nA\n1 2", 2, "has no End"),
        ("Set A 2 1\nSolved\nB\n1 2\nEnd", 3, '"B" is not a set; there are A'),
        ("Set A 2 1\nSolved\nA\n1 2 3\nEnd", 4, "3 numbers; A has 2 pieces"),
        ("Set A 2 1\nSolved\nA\nEnd", 3, "no numbers"),
        ("Set A 2 1\nSolved\nA\n1 3\nEnd", 4, "3 is outside of 1 … 2"),
        ("Set A 2 2\nSolved\nA\n1 1\n? 0\nEnd", 5, "? or none"),
        ("Set A 2 1\nSolved\nEnd\nSet B 2 1", 4, "before"),
        ("Set A 2 1\nMove a\nA\n2 1\nEnd", 2, "before Solved"),
        ("Set A 2 1\nSolved\nEnd\nMove a\nA\n1 1\nEnd", 6, "piece 1 stands twice"),
        ("Set A 2 2\nSolved\nEnd\nMove a\nA\n1 2\n0 2\nEnd", 7, "2 is outside of 0 … 1"),
        ("Set A 2 1\nSolved\nEnd\nMove a\nA\n2 1\nEnd\n# x\nMove a\nEnd", 9, "defined twice"),
        ("Set A 2 1\nSolved\nEnd\nMove a\nA\n2 1\nA\n2 1\nEnd", 7, "stands twice"),
        ("Set A 2 1\nSolved\nEnd\nMove a\nA\n2 1\n0 0\n0 0\nEnd", 8, "more than two lines"),
        ("Set A 2 1\nSolved\nEnd\nMoveAlias b", 4, "needs a new name"),
        ("Set A 2 1\nSolved\nEnd\nMove a\nEnd\nMoveAlias b c", 6, '"c"'),
    ],
)
def test_a_fault_names_its_line(text, line, words):
    with pytest.raises(FileFault) as caught:
        ksolve.loads(text, "a.tws")
    assert words in str(caught.value)
    assert caught.value.line == line


@pytest.mark.parametrize("word", ["Ignore", "Block", "ForbiddenPairs", "MoveLimits"])
def test_what_a_puzzle_cannot_hold_is_refused_with_its_line(word):
    line = CUBE.count("\n") + 1
    with pytest.raises(NotExpressible, match=rf"a\.tws, line {line}: {word.split()[0]}"):
        ksolve.loads(CUBE + word + "\n", "a.tws")


def layered(corners: str) -> str:
    """A Square-1 of two layers of twelve slots; a corner is two slots, the first with label 17."""
    above = [12, *range(1, 12), *range(13, 25)]
    below = [*range(1, 13), 24, *range(13, 24)]
    cut = [1, 2, 3, *range(15, 21), 10, 11, 12, 13, 14, *range(4, 10), *range(21, 25)]
    labels: list[int] = []
    for number, kind in enumerate(corners, start=1):
        labels += [17, number] if kind == "c" else [number]
    parts = {"U": above, "D": below, "S": cut}
    moves = "".join(f"Move {n}\nSLICE\n{' '.join(map(str, r))}\nEnd\n" for n, r in parts.items())
    forbidden = "".join(f"Illegal SLICE {slot} 17\n" for slot in (3, 9, 14, 20))
    start = " ".join(map(str, labels))
    return f"Name layers\nSet SLICE 24 1\nSolved\nSLICE\n{start}\nEnd\n{moves}{forbidden}"


def test_forbidden_states_are_those_in_which_a_move_is_blocked():
    """ksolve's rule, read from the places of the first halves, along a random walk."""
    puzzle = ksolve.loads(layered("cececececececece"))
    halves = [k for k, group in enumerate(puzzle.solved_colors) if group == puzzle.solved_colors[0]]
    assert len(puzzle.glued) == len(halves) == 8
    rng, state, seen = random.Random(2), puzzle.solved, set()
    for _ in range(400):
        free = [move for move in puzzle.moves if state.allows(move)]
        is_legal = not {state.permutation[k] + 1 for k in halves} & {3, 9, 14, 20}
        assert is_legal == (len(free) == 3)
        seen.add(is_legal)
        state = state.apply(rng.choice(free))
    assert seen == {True, False}


def test_forbidden_states_that_no_joined_pieces_explain_get_guards():
    strict = ksolve.loads(CUBE + "Illegal EDGES 3 5\n", "a.tws")
    plain = ksolve.loads(CUBE)
    assert [len(group) for group in strict.glued] == [3]  # an edge and its guard
    assert strict.degree > plain.degree
    assert list(strict.turns) == list(plain.turns)


def test_a_forbidden_solved_state_is_an_error():
    with pytest.raises(FileFault, match="forbids the solved state"):
        ksolve.loads(CUBE + "Illegal EDGES 3 3\n", "a.tws")


def test_deprecated_words_are_passed_over(cube):
    deprecated = "ParallelMoves\nU D\nR L\nEnd\nMultiplicators 1 2\n"
    assert ksolve.loads(CUBE + deprecated) == cube


def test_line_ends_tabs_and_comments_of_all_systems(cube):
    text = CUBE.replace("\nMove", "\n# a remark\n\nMove").replace(" ", "\t")
    assert ksolve.loads(text.replace("\n", "\r\n")) == cube
    assert ksolve.loads("\ufeff" + CUBE.replace("\n", "\r")) == cube


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (Puzzle.from_cycles({"a": [range(300)]}, ["red"] * 300), "300 pieces"),
        (Puzzle.from_cycles({"a b": [[0, 1]]}, ["red"] * 2), "one word"),
        (Puzzle.from_cycles({"ä": [[0, 1]]}, ["red"] * 2), "ASCII"),
        (Puzzle.from_cycles({"a": [[0, 1]], "x": []}, ["red"] * 2), 'move "x"'),
        (Puzzle.from_cycles({"a": [[0, 1]]}, ["red"] * 2, glued=[[0, 1]]), "bandages"),
    ],
)
def test_what_ksolve_cannot_say_is_refused(puzzle, words):
    with pytest.raises(NotExpressible, match=words):
        ksolve.dumps(puzzle)


@settings(max_examples=30)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\r")))
def test_notes_survive_and_names_become_one_word(note):
    puzzle = Puzzle.from_cycles({"a": [[0, 1]]}, ["red"] * 2, name=note or "my name", note=note)
    again = ksolve.loads(ksolve.dumps(puzzle))
    assert again.note == note
    assert again.moves == puzzle.moves
