"""Our own format: TOML and JSON, read by hand-written examples and by round trips."""

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from tests.formats.random_puzzles import full_puzzles

from puzzlery import formats
from puzzlery.errors import FileFault, IllegalMove, InvalidPuzzle, NotExpressible
from puzzlery.formats.puzzles import own_json, own_toml
from puzzlery.formats.puzzles.document_writer import same_definition
from puzzlery.formats.puzzles.slab import Slab, slab_of, slab_turn
from puzzlery.twisty.catalog import puzzle as from_catalog
from puzzlery.twisty.geometry import cut_puzzle
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Skin
from puzzlery.twisty.model.turn import Spin, Turn

DOCS = Path(__file__).parents[2] / "docs" / "puzzle-files.md"
OWN = (own_toml, own_json)


@pytest.mark.parametrize("module", OWN)
@settings(max_examples=40)
@given(puzzle=full_puzzles())
def test_everything_survives_a_round_trip(module, puzzle):
    text = module.dumps(puzzle)
    again = module.loads(text)
    assert same_definition(again, puzzle)
    assert again == puzzle
    assert module.dumps(again) == text


@pytest.mark.parametrize("name", ["4x4x4", "megaminx", "pyraminx", "FTO", "helicopter", "skewb"])
def test_catalogue_puzzles_survive_written_out_in_full(name):
    plain = replace(from_catalog(name), name="mine", description="", notation=None, hints={})
    text = own_toml.dumps(plain)
    assert "stickers = [" in text
    assert same_definition(own_toml.loads(text), plain)
    assert same_definition(own_json.loads(own_json.dumps(plain)), plain)


@pytest.mark.parametrize(
    "name", ["gear cube", "gear cube ultimate", "clock", "Hungarian rings", "square-1", "bicube"]
)
def test_mechanisms_survive_by_name_and_in_full(name):
    puzzle = from_catalog(name)
    assert "catalog = " in own_toml.dumps(puzzle)
    assert same_definition(own_toml.loads(own_toml.dumps(puzzle)), puzzle)
    plain = replace(puzzle, name="mine", notation=None)
    assert same_definition(own_toml.loads(own_toml.dumps(plain)), plain)


@pytest.mark.parametrize("cuts", ["d f 0.7", "t v 0 v 0.9", "c e 0.7 f 0.2", "o v 0.3"])
def test_cut_puzzles_are_written_as_their_cuts(cuts):
    puzzle = cut_puzzle(cuts, name="mine")
    text = own_toml.dumps(puzzle)
    assert f'cuts = "{puzzle.description}"' in text
    assert len(text.splitlines()) == 3
    assert same_definition(own_toml.loads(text), puzzle)


def test_what_a_puzzle_changes_of_its_base_is_written():
    base = from_catalog("3x3x3")
    white = Color("white", "#abcdef")
    changed = replace(
        base, name="mine", note="two\nlines", glued=(frozenset({8, 9}),),
        palette=(white, *base.palette[1:]), solved_colors=(1, *base.solved_colors[1:]),
    )  # fmt: skip
    again = own_toml.loads(own_toml.dumps(changed))
    assert same_definition(again, changed)
    assert again.permutation("Rw 2-3U").order > 1


def test_a_renamed_catalogue_puzzle_keeps_its_origin():
    mine = own_toml.loads('name = "mine"\ncatalog = "gear cube"')
    assert same_definition(own_toml.loads(own_toml.dumps(mine)), mine)


def test_a_notation_that_stickers_cannot_say_is_refused():
    puzzle = from_catalog("3x3x3")
    bent = replace(puzzle, skin=Skin.of_points(puzzle.skin.positions * 2, 54))
    with pytest.raises(NotExpressible, match="sign notation"):
        own_toml.dumps(bent)


def test_examples_of_the_docs_can_be_read_and_written():
    examples = re.findall(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert len(examples) >= 5
    for example in examples:
        puzzle = own_toml.loads(example)
        assert same_definition(own_toml.loads(own_toml.dumps(puzzle)), puzzle)
    bandaged = own_toml.loads(examples[2])
    bandaged.apply("U R")
    with pytest.raises(IllegalMove):
        bandaged.apply("F")


def test_the_three_ways_to_write_cycles_are_one():
    head = 'stickers = ["red", "red", "blue", "blue"]\n[moves]\n'
    ways = ('"(0 1 2)(3)"', "[[0, 1, 2], [3]]", '{ cycles = "(0 1 2)(3)" }')
    turns = [own_toml.loads(f"{head}a = {way}").turns["a"] for way in ways]
    assert turns[0] == turns[1] == turns[2]
    assert turns[0].moving == {0, 1, 2, 3}


def test_columns_say_the_same_as_rows():
    rows = """stickers = [
      { color = "red", at = [0, 0, 1], normal = [0, 0, 2], face = "F", piece = 1 },
      { color = "blue", at = [0, 1, 0], normal = [0, 3, 0], face = "U", piece = 0 },
    ]"""
    columns = """[stickers]
    colors = ["red", "blue"]
    positions = [[0, 0, 1], [0, 1, 0]]
    normals = [[0, 0, 2], [0, 3, 0]]
    faces = ["F", "U"]
    pieces = [1, 0]"""
    assert same_definition(own_toml.loads(rows), own_toml.loads(columns))


CUBE_POINTS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]


def test_slabs_turn_clockwise_seen_from_the_tip_of_the_axis():
    corners = ", ".join(f'{{ color = "red", at = {list(point)} }}' for point in CUBE_POINTS)
    moves = "U = { axis = [0, 2, 0], from = 0.5, clockwise = 90 }"
    puzzle = own_toml.loads(f"stickers = [{corners}]\n[moves]\n{moves}")
    # Seen from above, the corner at the right front goes to the left front.
    here, there = CUBE_POINTS.index((1, 1, 1)), CUBE_POINTS.index((-1, 1, 1))
    assert puzzle.moves["U"][here] == there
    assert puzzle.turns["U"].spins == (
        Spin(puzzle.turns["U"].moving, (0.0, 2.0, 0.0), -math.pi / 2),
    )
    assert same_definition(own_toml.loads(own_toml.dumps(puzzle)), puzzle)
    assert "from = 0, clockwise = 90" in own_toml.dumps(puzzle)


def test_a_slab_that_is_said_to_be_inside_stays_so():
    puzzle = own_toml.loads(PLACED + "[moves]\na = { axis = [1, 0, 0], clockwise = 360 }")
    inside = replace(puzzle.turns["a"], outer=False, layers=2)
    changed = replace(puzzle, turns={"a": inside})
    assert same_definition(own_toml.loads(own_toml.dumps(changed)), changed)


@pytest.mark.parametrize("angle", ["clockwise = 90", 'clockwise = "1/4"', "counterclockwise = -90",
                                   f"radians = {-math.pi / 2}"])  # fmt: skip
def test_angles_can_be_told_in_every_way(angle):
    square = [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]]
    stickers = ", ".join(f'{{ color = "red", at = {point} }}' for point in square)
    puzzle = own_toml.loads(
        f"stickers = [{stickers}]\n[moves]\na = {{ axis = [0, 0, 1], {angle} }}"
    )
    assert puzzle.moves["a"].images == (3, 0, 1, 2)


def test_slabs_away_from_the_middle_turn_about_their_own_axis():
    points = np.array([[4, 5, 0], [5, 6, 0], [6, 5, 0], [5, 4, 0], [0, 0, 0]], dtype=float)
    skin = Skin.of_points(points, 5)
    slab = Slab((0, 0, 1), -math.pi / 2, pivot=(5, 5, 0))
    with pytest.raises(InvalidPuzzle, match="sticker 4 would land at"):
        slab_turn("a", slab, skin)
    turn = slab_turn("a", slab, Skin.of_points(points[:4], 4))
    assert turn.permutation.images == (1, 2, 3, 0)
    assert slab_of(turn, Skin.of_points(points[:4], 4)) == slab


def test_positions_may_be_rounded_by_hand():
    hexagon = [(round(math.cos(k * math.pi / 3), 2), round(math.sin(k * math.pi / 3), 2), 0)
               for k in range(6)]  # fmt: skip
    turn = slab_turn("a", Slab((0, 0, 1), math.pi / 3), Skin.of_points(hexagon, 6))
    assert turn.permutation.images == (1, 2, 3, 4, 5, 0)


HEAD = 'puzzlery = 1\nstickers = ["red", "blue", "red"]\n'
PLACED = (
    'stickers = [\n  { color = "red", at = [1, 0, 0] },\n  { color = "red", at = [0, 1, 0] },\n]\n'
)
FAULTS = [
    ("name = ", 1, "Invalid value"),
    ('name = "a"\nname = "b"', 2, "Cannot overwrite a value"),
    ("puzzlery = 2", 1, "version 1"),
    ('name = "only a name"', None, 'expected "cuts", "catalog" or "stickers"'),
    (HEAD + "note = 5", 3, "note is 5; expected text"),
    (HEAD + 'nmae = "a"', 3, "did you mean name?"),
    (HEAD + '[moves]\na = "(0 1"', 4, "expected cycles such as"),
    (HEAD + '[moves]\na = "(0 1)"\nb = "(0 3)"', 5, "point 3"),
    (HEAD + '[moves]\na = "(0 1)(1 2)"', 4, "point 1 stands twice"),
    (HEAD + "[moves]\na = [[0, 1],\n [2, 0.5]]", 5, "moves.a[1][1] is 0.5"),
    (HEAD + "[moves]\na = [[0, true]]", 4, "true; expected a whole number"),
    (HEAD + "[moves]\na = 7", 4, "expected a table"),
    (HEAD + "[moves]\na = { axis = [1, 0, 0], clockwise = 90 }", 4, "no positions"),
    (HEAD + "glued = [\n  [0, 1],\n  [2, 9],\n]", 5, "glued[1][1] is 9"),
    (HEAD + '[colors]\nred = "blueish"', 4, "a shade such as"),
    (HEAD + '[colors]\nred = "#ff0000"\n[moves]\na = "(0 1"', 6, "cycles"),
    ('stickers = ["red", "bleu"]\n[colors]\nred = "#ff0000"', 1, "which the table of colors"),
    ('stickers = ["red", 5.5]', 1, "stickers[1] is 5.5; expected a table"),
    ("stickers = []", 1, "lists 0 stickers"),
    ("stickers = [\n  { at = [1, 0, 0] },\n]", 2, 'has no "color"'),
    ('stickers = [\n  "red",\n  { color = "red", at = [1, 0, 0] },\n]', 2, 'has no "at"'),
    ('stickers = [\n  { color = "red", at = [1, 0] },\n]', 2, "three numbers"),
    ('stickers = [\n  { color = "red", at = [1, nan, 0] },\n]', 2, "finite"),
    ('[[stickers]]\ncolor = "red"\n[[stickers]]\ncolor = "red"\nplace = 1', 5, "not a key"),
    ('[[stickers]]\ncolor = "red"\nat = [0, 0, 0]\npolygon = [[0, 0, 0]]', 4, "1 corners"),
    (PLACED + "[moves]\na = { axis = [0, 0, 1], clockwise = 45 }", 6, "sticker 0 would land"),
    (PLACED + "[moves]\na = { axis = [0, 0, 0], clockwise = 45 }", 6, "points nowhere"),
    (PLACED + "[moves]\na = { axis = [0, 0, 1] }", 6, "needs one angle"),
    (PLACED + "[moves]\na = { axis = [0, 0, 1], clockwise = '1/0' }", 6, "part of a turn"),
    (PLACED + "[moves]\na = { axis = [0, 0, 1], from = 5, clockwise = 45 }", 6, "no sticker lies"),
    (PLACED + "[moves]\n[moves.a]\ncycles = '(0 1)'\nspin = 4", 8, "did you mean spins?"),
    (HEAD + '[moves]\na = "(0 1)"\n[rotations]\na = "(0 1)"', 6, "also the name of a move"),
    (HEAD + '[moves]\na = "(0 1)"\n[derived]\nb = "a"\nc = "a d"', 7, "c"),
    (HEAD + '[derived]\nb = "c"\nc = "b"', 4, "stands for itself"),
    ('name = "a"\ncuts = "c f nine"', 2, "nine"),
    ('name = "a"\ncatalog = "megamnix"', 2, "did you mean megaminx"),
    ('cuts = "c f 0"\n[moves]\na = "(0 1)"', 2, "cuts defines it already"),
    ('cuts = "c f 0"\ncatalog = "2x2x2"', 2, "beside"),
    ('catalog = "2x2x2"\nstickers = ["red"]', 2, "colors 1 stickers; 2x2x2 has 24"),
    ('catalog = "2x2x2"\n[colors]\npink = "#ff0000"', 3, "is no color of 2x2x2"),
    ("a = " + "[" * 9999, None, "nested too deeply"),
    ("a = " + "9" * 9999, None, "thousands of digits"),
]


@pytest.mark.parametrize(("text", "line", "words"), FAULTS)
def test_a_fault_names_its_line_and_what_is_wrong(text, line, words):
    with pytest.raises(FileFault) as caught:
        own_toml.loads(text, "mine.toml")
    assert words in str(caught.value)
    assert caught.value.line == line
    assert str(caught.value).startswith("mine.toml")


def test_colors_of_one_name_are_refused():
    palette = (Color("red", "#ff0000"), Color("red", "#00ff00"))
    puzzle = Puzzle("two reds", 2, {}, palette, (0, 1))
    with pytest.raises(NotExpressible, match="two colors of one name"):
        own_toml.dumps(puzzle)


def test_a_move_that_hides_what_it_moves_is_refused():
    puzzle = Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "red"])
    hidden = {"a": Turn("a", puzzle.moves["a"], frozenset({0}))}
    with pytest.raises(InvalidPuzzle, match="does not count as moving"):
        own_toml.dumps(replace(puzzle, turns=hidden))


def test_text_of_every_kind_survives():
    note = 'tab\t quote " triple """ backslash \\ bell \x07 é ∞ 🧩\n\nlast line\n'
    puzzle = Puzzle.from_cycles({}, ["red"], name='a "b" \\c', note=note)
    for module in OWN:
        again = module.loads(module.dumps(puzzle))
        assert (again.name, again.note) == (puzzle.name, puzzle.note)


def test_bare_points_look_away_from_the_middle():
    puzzle = formats.loads(PLACED)
    expected = Skin.of_points([[1, 0, 0], [0, 1, 0]], 2).normals
    assert np.array_equal(puzzle.skin.normals, expected)
    assert "normal" not in own_toml.dumps(puzzle)


def test_whole_numbers_are_colors_of_stickers():
    ring = formats.loads('stickers = [1, 0, 1, 0]\n[moves]\na = "(0 1 2 3)"')
    assert [color.name for color in ring.palette] == ["1", "0"]
    assert ring.validate([0, 1, 0, 1]).reachable
    columns = formats.loads('[stickers]\ncolors = [7, 8]\n[moves]\na = "(0 1)"')
    assert columns.validate([8, 7]).reachable


def test_a_derived_sequence_is_blocked_where_one_of_its_moves_is():
    rings = formats.loads(
        'stickers = ["red", "blue", "gold", "gray"]\nglued = [[0, 1]]\n'
        '[moves]\na = "(0 1 2 3)"\nb = "(2 3)"\n[derived]\nq = "b a2 b"\nr = "b a b"\n'
    )
    assert rings.apply("q").permutation == rings.apply("b").apply("a2").apply("b").permutation
    assert not rings.solved.allows("r")  # after b a the pair is torn by b
    with pytest.raises(IllegalMove):
        rings.apply("r")
    back = rings.apply("q")
    assert back.apply("q'") == rings.solved
