"""Packings in files: what is written is read back, and what is wrong is told with its place."""

import gzip
import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.packing_strategies import covers, packings

from puzzlery.errors import FileFault, NotExpressible, PuzzleryError
from puzzlery.formats.packings import dlx_text, packing_json, packing_text, xmpuzzle
from puzzlery.formats.packings.packing_files import read_packing, write_packing
from puzzlery.packings import Packing, packing
from puzzlery.packings.model.lattice import CUBIC, FCC, SQUARE

CATALOG = [
    ("pentominoes", "6x10"), ("pentominoes", "8x8-hole"), ("soma", "3x3x3"), ("iq", "pyramid5"),
    ("polyhex", "tetrahedron6"), ("hexiamonds", "6x6"), ("tetrahexes", "4x7"),
    ("one-sided tetrominoes", "4x7"), ("calendar", "calendar:2-29"), ("calendar", "calendar"),
]  # fmt: skip


def home(puzzle: Packing):
    """What a packing is, wherever its board lies."""
    board, shift = puzzle.board, min(puzzle.board.cells)
    lattice = board.lattice

    def moved(cells):
        return {tuple(a - b for a, b in zip(cell, shift, strict=True)) for cell in cells}

    colors = {}
    for cell, color in board.colors.items():
        if color:
            colors.setdefault(color, []).append(cell)
    return (
        lattice, moved(board.cells), moved(board.optional),
        {color: moved(cells) for color, cells in colors.items()}, set(puzzle.pieces),
    )  # fmt: skip


@pytest.mark.parametrize("name", CATALOG, ids=" ".join)
def test_the_catalogue_survives_text_and_json(name):
    puzzle = packing(*name)
    assert packing_text.loads(packing_text.dumps(puzzle)) == puzzle
    assert packing_json.loads(packing_json.dumps(puzzle)) == puzzle


@settings(max_examples=60)
@given(packings(colors=("", "a", "red")))
def test_json_keeps_everything(puzzle):
    again = packing_json.loads(packing_json.dumps(puzzle))
    assert again == puzzle
    assert again.options() == puzzle.options()
    assert packing_json.dumps(again) == packing_json.dumps(puzzle)


@settings(max_examples=60)
@given(packings(colors=("", "a", "b")))
def test_text_keeps_the_puzzle_up_to_where_it_lies(puzzle):
    again = packing_text.loads(packing_text.dumps(puzzle))
    assert home(again) == home(puzzle)
    assert packing_text.dumps(again) == packing_text.dumps(puzzle)


@settings(max_examples=60)
@given(st.sampled_from([SQUARE, CUBIC, FCC]).flatmap(lambda grid: packings(grid, ("", "1", "2"))))
def test_burrtools_files_keep_the_placements(puzzle):
    with suppress(NotExpressible):
        again = xmpuzzle.loads(xmpuzzle.packed(puzzle))
        assert len(again.options()) == len(puzzle.options())
        assert [p.id for p in again.pieces] == [p.id for p in puzzle.pieces]
        assert xmpuzzle.dumps(xmpuzzle.loads(xmpuzzle.dumps(again))) == xmpuzzle.dumps(again)


@given(covers())
def test_option_files_keep_the_cover(problem):
    again = dlx_text.loads(dlx_text.dumps(problem, ["a comment"]))
    assert again == problem


@pytest.mark.parametrize(
    ("name", "options", "symmetries"),
    [("soma 3x3x3", 688, 48), ("iq pyramid5", 2004, 8), ("polyhex tetrahedron6", 4224, 24)],
)
def test_burrtools_files_of_the_catalogue_have_the_same_placements(name, options, symmetries):
    again = xmpuzzle.loads(xmpuzzle.packed(packing(*name.split())))
    assert (len(again.options()), len(again.symmetries)) == (options, symmetries)


BURR = """<?xml version="1.0"?>
<puzzle version="2">
 <gridType type="0"/>
 <colors><color red="0" green="0" blue="255"/></colors>
 <shapes>
  <voxel x="2" y="2" z="2" name="goal" type="0">####
   +#_#</voxel>
  <voxel x="2" y="1" z="1" type="0">##</voxel>
  <voxel x="1" y="1" z="1" type="0">#1</voxel>
 </shapes>
 <problems>
  <problem name="small" state="2" assemblies="4">
   <shapes><shape id="1" min="2" max="3"/><shape id="2" count="1"/></shapes>
   <result id="0"/>
   <bitmap/>
   <solutions><solution asmNum="1"/></solutions>
  </problem>
 </problems>
 <comment/>
</puzzle>
"""


def test_a_burrtools_file_is_read_as_that_program_means_it():
    puzzle = xmpuzzle.loads(BURR)
    assert xmpuzzle.problems(BURR) == ["small"]
    assert set(puzzle.board.cells) == {
        (0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 1),
    }  # fmt: skip
    assert puzzle.board.optional == {(1, 0, 0)}
    assert [(p.id, p.low, p.high) for p in puzzle.pieces] == [("S2", 2, 3), ("S3", 1, 1)]
    assert puzzle.pieces[1].shape.colors == ("1",)


COLORED = """<puzzle version="2"><gridType type="0"/>
<colors><color red="0" green="0" blue="9"/><color red="9" green="0" blue="0"/></colors><shapes>
<voxel x="3" y="1" z="1" name="goal" type="0">#1#2#</voxel>
<voxel x="3" y="1" z="1" name="rod" type="0">#2#1#1</voxel></shapes>
<problems><problem><shapes><shape id="1"/></shapes><result id="0"/>
<bitmap>{}</bitmap></problem></problems></puzzle>"""


@pytest.mark.parametrize(
    ("pairs", "solutions"),
    [
        ("", 0),
        ('<pair piece="0" result="0"/><pair piece="1" result="1"/>', 0),
        # The rod one way round puts color 1 on 2 and 2 on 1, the other way round 1 on 2 and 1 on 1.
        ('<pair piece="1" result="0"/><pair piece="0" result="1"/>', 1),
        ('<pair piece="0" result="0"/><pair piece="0" result="1"/>', 1),
    ],
)
def test_the_bitmap_of_a_burrtools_file_counts_colors_from_0(pairs, solutions):
    puzzle = xmpuzzle.loads(COLORED.format(pairs))
    assert puzzle.count() == solutions
    assert xmpuzzle.loads(xmpuzzle.dumps(puzzle)).count() == solutions


def test_a_burrtools_file_is_written_with_a_bitmap_that_counts_from_0():
    puzzle = xmpuzzle.loads(COLORED.format('<pair piece="1" result="0"/>'))
    written = xmpuzzle.dumps(puzzle)
    assert '<pair piece="1" result="0"/>' in written
    assert ">#2#1#1<" in written


def test_without_defined_colors_every_voxel_of_a_burrtools_file_goes_everywhere():
    text = re.sub("<colors>.*</colors>", "", COLORED.format(""))
    assert xmpuzzle.loads(text).count() == 1


def test_an_old_burrtools_file_in_windows_characters_is_read():
    data = BURR.replace("<comment/>", "<comment>für Kinder</comment>").encode("cp1252")
    assert len(xmpuzzle.loads(data).board) == 7


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('type="0"/>', 'type="7"/>', 'grid type "7"'),
        ('type="0"/>', 'type="3"/>', "where the grid of rhombic tetrahedra has none"),
        ("<puzzle", "<!DOCTYPE x [<!ENTITY a 'b'>]><puzzle", "entities"),
        ("</shapes>", "", "mismatched tag"),
        ("####", "###!", 'the voxel "!"'),
        ("####", "###", "has 7 voxels; expected 8"),
        ('x="2" y="2"', 'x="-2" y="2"', 'x="-2"'),
        ('x="2" y="2"', 'x="99999" y="99999"', "voxels large"),
        ('<result id="0"/>', '<result id="9"/>', "no shape to be filled"),
        ('id="1" min', 'id="7" min', "uses shape 7"),
        ('min="2" max="3"', 'min="3" max="2"', "at least 3 and at most 2"),
        ('count="1"', 'count="1" group="many"', 'group="many"'),
        ('state="2"', 'maxHoles="none"', 'maxHoles="none"'),
        (">##<", ">+#<", "may be left out"),
        (">##<", ">__<", "is empty"),
        ("<puzzle version", "<pussle version", "mismatched tag"),
    ],
)
def test_faults_of_burrtools_files_are_named(old, new, words):
    with pytest.raises(FileFault, match=r"burr\.xmpuzzle") as caught:
        xmpuzzle.loads(BURR.replace(old, new, 1), "burr.xmpuzzle")
    assert words in str(caught.value)


def test_a_bomb_is_not_unpacked():
    bomb = gzip.compress(b" " * (80 * 2**20))
    with pytest.raises(FileFault, match="unpacks to more than"):
        xmpuzzle.loads(bomb)
    with pytest.raises(FileFault, match="cut off"):
        xmpuzzle.loads(gzip.compress(BURR.encode())[:-9])
    with pytest.raises(FileFault, match="not packed"):
        xmpuzzle.loads(b"\x1f\x8b" + b"nonsense")


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (lambda: packing("hexiamonds", "6x6"), "no triangular lattice"),
        (lambda: packing("iq", "5x11", fixed="KK\nK."), "are fixed"),
        (lambda: packing("one-sided tetrominoes", "4x7"), "kept from being turned over"),
        (lambda: packing("soma", "3x3x3", mirrors=True), "cannot be turned over"),
    ],
)
def test_what_burrtools_cannot_say_is_refused(puzzle, words):
    with pytest.raises(NotExpressible, match=words):
        xmpuzzle.dumps(puzzle())


TEXT = """packing: little
lattice: square
; a comment
board:
XX?
Xaa

piece A:
XX
piece B 0..2 one-sided:
X.
aX
fixed:
AA.
"""


def test_a_text_is_read_as_it_is_drawn():
    puzzle = packing_text.loads(TEXT)
    assert puzzle.name == "little"
    assert puzzle.board.optional == {(0, 2)}
    assert puzzle.board.colors == {(1, 1): "a", (1, 2): "a"}
    assert [(p.id, p.low, p.high, p.mirrors) for p in puzzle.pieces] == [
        ("A", 1, 1, None), ("B", 0, 2, False),
    ]  # fmt: skip
    assert puzzle.fixed[0].cells == ((0, 0), (0, 1))
    assert packing_text.loads(packing_text.dumps(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("board:\n", "", None, 'has 0 times "board:"'),
        ("packing: little", "board: 2x2", 4, 'has 2 times "board:"'),
        ("packing: little", "hello", 1, "stands before any heading"),
        ("lattice: square", "lattice: sqare", 2, "did you mean square"),
        ("XX?", "XX!", 4, "stands for no cell"),
        ("piece A:", "piece:", 8, "a piece is named"),
        ("piece B 0..2", "piece B two", 10, "tells no number of times"),
        ("piece B 0..2", "piece A", None, 'two pieces are named "A"'),
        ("AA.", "A.A", 13, "do not hang together"),
        ("board:\n", "board: 2x2\n", 4, "both the name"),
    ],
)
def test_faults_of_texts_are_named_with_their_line(old, new, line, words):
    with pytest.raises(FileFault) as caught:
        packing_text.loads(TEXT.replace(old, new, 1), "little.pack")
    assert words in str(caught.value)
    assert "little.pack" in str(caught.value)
    assert line is None or caught.value.line == line


def test_what_cannot_be_drawn_is_refused():
    several = packing("iq", "5x11", fixed={"first": [(0, 0), (0, 1), (1, 0)]})
    assert "A.........." not in packing_text.dumps(packing("iq", "5x11"))
    packing_text.loads(packing_text.dumps(several))
    with pytest.raises(NotExpressible, match="color"):
        packing_text.dumps(
            packing({"A": "XX"}, packing("calendar", "calendar").board.without([(0, 0)]))
        )


JSON = (
    '{"packing": "p", "lattice": "square", "board": {"cells": [[0,0],[0,1]]}, '
    '"pieces": [{"id": "A", "cells": [[0,0],[0,1]]}]}'
)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"square"', '"sqare"', "did you mean square"),
        ('"pieces"', '"pices"', "did you mean pieces"),
        (
            '[[0,0],[0,1]]}, "pieces"',
            '[[0,0],[0,0]]}, "pieces"',
            "board: a board names a cell twice",
        ),
        ('"id": "A"', '"id": 7', "pieces[0].id is 7; expected text"),
        ('"id": "A"', '"id": "A", "low": -1', "pieces[0].low"),
        ('"id": "A", ', "", 'pieces[0] has no "id"'),
        ('"pieces": [', '"fixed": [{"piece": "Q", "cells": []}], "pieces": [', 'the piece "Q"'),
        ('"pieces": [', '"version": 99, "pieces": [', "version is 99"),
        (
            '{"cells": [[0,0],[0,1]]}',
            '{"cells": [[0,0],[0,1]], "spots": [[[0,0],[0,0,0]]]}',
            "a spot for every",
        ),
        ("}]}", "}]", "Expecting"),
    ],
)
def test_faults_of_json_are_named_with_their_place(old, new, words):
    assert len(packing_json.loads(JSON).options()) == 1
    with pytest.raises(FileFault) as caught:
        packing_json.loads(JSON.replace(old, new, 1), "p.json")
    assert words in str(caught.value)


def test_fixed_placements_and_their_names_survive_json():
    puzzle = packing("iq", "5x11", fixed=[["7", "7", "7"], ["7", 0, "7"]])
    again = packing_json.loads(packing_json.dumps(puzzle))
    assert again.fixed == puzzle.fixed
    assert [again.label(p) for p in again.fixed] == ["7"]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", None, "no line of items"),
        ("| only\n| comments\n", None, "no line of items"),
        ("| c\n| d\na b a\n", 3, 'the item "a" twice'),
        ("a | b | c\n", 1, "second bar"),
        ("a b\n\nc\n", 3, '"c" is no item'),
        ("a b\na b a\n", 2, 'has the item "a" twice'),
        ("a b | c\na:x\n", 2, 'primary item "a" has a color'),
        ("a b | c\na c:\n", 2, "no color after its colon"),
        ("a b | c\nc\n", 2, "no primary item"),
        ("3:2|a b\na\n", 1, "by 3 and 2"),
        ("a | 2|b\na\n", 1, "bounds to the secondary"),
        ("a: b\n", 1, "names no item"),
    ],
)
def test_faults_of_option_files_are_named_with_their_line(text, line, words):
    with pytest.raises(FileFault) as caught:
        dlx_text.loads(text, "x.dlx")
    assert words in str(caught.value)
    assert line is None or caught.value.line == line


def test_knuths_example_is_read():
    """The toy problem of "Dancing Links" (2000), whose only cover is options 0, 3 and 4."""
    toy = dlx_text.loads("A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n")
    from tests.oracles.packings.algorithm_x import covers as oracle

    assert list(oracle(toy)) == [[0, 3, 4]]


@given(st.text(alphabet="ab|: \n12xé", max_size=60))
def test_any_option_file_is_read_or_refused(text):
    with suppress(FileFault):
        dlx_text.loads(text)


@settings(max_examples=60)
@given(st.text(alphabet="XA?a.:\n 12", max_size=40), st.integers(0, len(TEXT)))
def test_any_text_is_read_or_refused(noise, place):
    with suppress(FileFault):
        packing_text.loads(TEXT[:place] + noise + TEXT[place:])


@settings(max_examples=60)
@given(st.text(alphabet='[]{}",:01aX', max_size=12), st.integers(0, len(JSON)))
def test_any_json_is_read_or_refused(noise, place):
    with suppress(FileFault):
        packing_json.loads(JSON[:place] + noise + JSON[place:])


@settings(max_examples=60)
@given(st.text(alphabet='<>#+_"/=012 x', max_size=12), st.integers(0, len(BURR)))
def test_any_burrtools_file_is_read_or_refused(noise, place):
    with suppress(FileFault):
        xmpuzzle.loads(BURR[:place] + noise + BURR[place:])


@settings(max_examples=60)
@given(st.binary(max_size=60))
def test_any_bytes_are_refused(data):
    with pytest.raises(PuzzleryError):
        xmpuzzle.loads(b"\x1f\x8b\x08\x00" + data)


@pytest.mark.parametrize("ending", ["pack", "txt", "json", "xmpuzzle"])
def test_files_are_written_and_read_by_their_ending(tmp_path, ending):
    puzzle = packing("soma", "3x3x3")
    write_packing(puzzle, tmp_path / f"soma.{ending}")
    assert len(read_packing(tmp_path / f"soma.{ending}").options()) == 688
    with pytest.raises(FileFault, match="no format has this ending"):
        write_packing(puzzle, tmp_path / "soma.doc")
    with pytest.raises(FileFault, match="cannot be read"):
        read_packing(tmp_path / f"nothing.{ending}")
