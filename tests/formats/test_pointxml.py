"""Point-and-cycle XML."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from tests.formats.random_puzzles import cycle_puzzles

from puzzlery.errors import FileFault, NotExpressible
from puzzlery.formats.puzzles import pointxml
from puzzlery.formats.puzzles.move_names import as_rotation
from puzzlery.twisty.catalog import puzzle as from_catalog
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn


def definition(moves, points=3):
    each = '<point size="4.0"><coords x="{}" y="0.5" z="0"/><color r="1.0" g="0.5" b="0"/></point>'
    listed = "".join(each.format(number) for number in range(points))
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        f'<puzzledefinition name="ivy &amp; co" state_space_size="6"><points>{listed}</points>'
        f"<moves>{moves}</moves></puzzledefinition>\n"
    )


TURN = '<move name="a"><cycle>0, 1, 2</cycle></move>'
BACK = '<move name="a\'"><cycle>2, 1, 0</cycle></move>'


def test_points_and_cycles_are_read():
    puzzle = pointxml.loads(definition(TURN))
    assert puzzle.name == "ivy & co"
    assert puzzle.moves["a"].images == (1, 2, 0)
    assert puzzle.skin.positions.tolist() == [[0, 0.5, 0], [1, 0.5, 0], [2, 0.5, 0]]
    assert puzzle.palette == (Color("#ff8000", "#ff8000"),)


def test_inverse_moves_are_recognized_in_any_order():
    for moves in (TURN + BACK, BACK + TURN):
        assert list(pointxml.loads(definition(moves)).moves) == ["a"]


def test_a_lone_inverse_stands_for_its_move():
    assert pointxml.loads(definition(BACK)).moves["a"].images == (1, 2, 0)


def test_inverse_moves_are_written_back():
    text = pointxml.dumps(pointxml.loads(definition(TURN)))
    assert '<move name="a\'">\n      <cycle>0, 2, 1</cycle>' in text
    swap = '<move name="b"><cycle>0, 1</cycle></move>'
    assert "b'" not in pointxml.dumps(pointxml.loads(definition(swap)))


def test_a_cycle_of_one_point_turns_in_place():
    moves = '<move name="a"><cycle>0, 1</cycle><cycle>2</cycle></move>'
    puzzle = pointxml.loads(definition(moves))
    assert puzzle.turns["a"].moving == {0, 1, 2}
    assert pointxml.loads(pointxml.dumps(puzzle)).turns == puzzle.turns


def test_rotations_are_known_by_their_names():
    turned = '<move name="rot_yo"><cycle>0, 2</cycle></move>'
    puzzle = pointxml.loads(definition(TURN + BACK + turned))
    assert (list(puzzle.moves), list(puzzle.rotations)) == (["a"], ["rot_yo"])
    assert pointxml.loads(pointxml.dumps(puzzle)).rotations == puzzle.rotations


@settings(max_examples=60)
@given(cycle_puzzles(color_names=("red", "#12ab34", "blue")))
def test_puzzles_survive(puzzle):
    if puzzle.skin is None or any(sign < " " or sign > "\ud7ff" for sign in puzzle.name):
        return
    again = pointxml.loads(pointxml.dumps(puzzle))
    assert again.name == puzzle.name
    assert dict(again.turns) == dict(puzzle.turns)
    assert np.array_equal(again.skin.positions, puzzle.skin.positions)
    shades = [[each.color.shade for each in one.stickers] for one in (again, puzzle)]
    assert shades[0] == shades[1]


@pytest.mark.parametrize("name", ["3x3x3", "megaminx", "gear cube", "Hungarian rings"])
def test_catalogue_puzzles_survive(name):
    puzzle = from_catalog(name)
    again = pointxml.loads(pointxml.dumps(puzzle))
    assert again.moves == puzzle.moves
    assert again.rotations == puzzle.rotations
    assert again.solved_colors == puzzle.solved_colors
    assert [turn.moving for turn in again.turns.values()] == [
        turn.moving for turn in puzzle.turns.values()
    ]


BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>
<puzzledefinition name="&d;"><points/><moves/></puzzledefinition>"""
EXTERNAL = """<?xml version="1.0"?>
<!DOCTYPE a [<!ENTITY secret SYSTEM "file:///etc/passwd">]>
<puzzledefinition name="&secret;"><points/><moves/></puzzledefinition>"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (BOMB, "document type or entities"),
        (EXTERNAL, "document type or entities"),
        ("<!DOCTYPE a SYSTEM 'http://nowhere.invalid/a.dtd'><a/>", "document type"),
        ("", "line 1: no element found"),
        ("<a>\n<b></a>", "line 2: mismatched tag"),
        ("<a/>", "expected <puzzledefinition>"),
        ("<puzzledefinition/>", "0 times <points>"),
        ("<puzzledefinition><points/><moves/></puzzledefinition>", "has 0 points"),
        (definition("").replace('x="1"', 'x="one"'), 'point 1: x="one"'),
        (definition("").replace('x="1"', 'x="inf"'), 'point 1: x="inf"'),
        (definition("").replace('r="1.0"', 'r="300"'), "is not a color"),
        (definition(TURN.replace("2", "3")), 'the move "a": point 3'),
        (definition(TURN.replace("2", "x")), '"x" is not the number of a point'),
        (definition(TURN.replace("2", "9" * 5000)), "is not the number of a point"),
        (definition(TURN.replace("2", "1")), "stands twice"),
        (definition(TURN.replace('"a"', '"a_2"') + TURN + TURN), "defined twice"),
        (definition(TURN + BACK.replace("2, 1, 0", "0, 1")), "not the inverse"),
        (definition("<move><cycle>0, 1</cycle></move>"), "expected <move> with a name"),
        (definition("<moe/>"), "<moe> stands among the moves"),
        (definition(TURN).replace("</moves>", "</moves><algs/>"), "<algs> is unknown"),
        ("<puzzledefinition>" + "<a>" * 100_000, "no element found"),
    ],
)
def test_faults_are_told(text, words):
    with pytest.raises(FileFault) as caught:
        pointxml.loads(text, "a.xml")
    assert words in str(caught.value)


SPACE = [[0, 0, 0], [1, 0, 0]]
PAIR = Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"], SPACE)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (replace(PAIR, skin=None), "has no positions"),
        (replace(PAIR, glued=(frozenset({0, 1}),)), "bandages"),
        (replace(PAIR, name="a\x07"), "no way to write"),
        (replace(PAIR, palette=(Color("a", "#000000"), Color("b", "#000000"))), "one shade"),
        (Puzzle.from_cycles({"a'": [[0, 1]]}, ["red"] * 2, SPACE), "read as an inverse"),
        (Puzzle.from_cycles({"a": [], "Uv": []}, ["red"] * 2, SPACE), 'move "Uv"'),
        (replace(PAIR, whole={"T": as_rotation(Turn.plain("T", PAIR.moves["a"]))}), '"T"'),
    ],
)
def test_what_xml_cannot_say_is_refused(puzzle, words):
    with pytest.raises(NotExpressible, match=words):
        pointxml.dumps(puzzle)


def cube_with(names: list[str]) -> Puzzle:
    """The 3x3x3 with some of its faces, and its rotations under names that begin with rot_."""
    cube = from_catalog("3x3x3")
    whole = {f"rot_{name}": replace(turn, name=f"rot_{name}") for name, turn in cube.whole.items()}
    turns = {name: cube.turns[name] for name in names}
    moves = {name: turn.permutation.cycles() for name, turn in {**turns, **whole}.items()}
    colors = [cube.palette[pick] for pick in cube.solved_colors]
    return Puzzle.from_cycles(moves, colors, cube.skin.positions)


def written_by_hand(puzzle: Puzzle) -> str:
    """The definition as the other program writes it: all moves alike."""
    moves = "".join(
        f'<move name="{name}">'
        + "".join(f"<cycle>{', '.join(map(str, cycle))}</cycle>" for cycle in move.cycles())
        + "</move>"
        for name, move in puzzle.moves.items()
    )
    return definition(moves, puzzle.degree)


def test_rotations_without_which_the_puzzle_does_not_move_are_moves():
    # 43,252,003,274,489,856,000 positions, the published number, in 24 orientations.
    order = 43_252_003_274_489_856_000
    full = pointxml.loads(written_by_hand(cube_with(list("UDFBRL"))))
    assert (len(full.whole), full.group.order) == (3, order)
    lite = pointxml.loads(written_by_hand(cube_with(["U"])))
    assert (len(lite.whole), lite.group.order) == (0, 24 * order)
    assert pointxml.loads(pointxml.dumps(lite)) == lite


def test_a_name_that_stands_twice_gets_a_number_and_a_note():
    other = '<move name="a"><cycle>0, 1</cycle></move>'
    puzzle = pointxml.loads(definition(TURN + BACK + other))
    assert list(puzzle.moves) == ["a", "a_2"]
    assert puzzle.moves["a_2"].images == (1, 0, 2)
    assert puzzle.note == 'A further move "a" is called "a_2".'


def test_a_coordinate_that_is_no_number_is_told_with_its_line():
    text = definition(TURN).replace("<point ", "\n<point ").replace('x="1"', 'x="nan"')
    with pytest.raises(FileFault, match=r'line 4: point 1: x="nan" of <coords> is not a finite'):
        pointxml.loads(text)
