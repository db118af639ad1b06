"""Pictures in the terminal: each sticker is there, in color or as a letter."""

import io
from collections import Counter

import pytest
from rich.console import Console

from puzzlery.errors import PuzzleryError
from puzzlery.render import text
from puzzlery.twisty.geometry import cube, cuboid, platonic
from puzzlery.twisty.mechanisms.clock import clock
from puzzlery.twisty.model.puzzle import Puzzle


def printed(picture, **options):
    console = Console(file=io.StringIO(), width=100, **options)
    console.print(picture)
    return console.file.getvalue()


def shades(picture):
    """How many blocks there are on each background."""
    return Counter(
        str(span.style).split(" on ")[1] for span in picture.in_color().spans if span.style
    )


def test_a_solved_cube_has_nine_blocks_of_each_color():
    puzzle = cube(3)
    assert shades(text(puzzle)) == {color.shade: 9 for color in puzzle.palette}


def test_a_scrambled_cube_still_has_nine_of_each():
    state = cube(3).apply("R U F2 L D' B")
    assert set(shades(text(state)).values()) == {9}
    assert Counter(str(text(state)).split()) == dict.fromkeys("UFRDBL", 9)


def test_the_net_of_a_turned_cube_reads_as_on_paper():
    assert str(text(cube(2).apply("U"))).split("\n") == [
        "     U U", "     U U", "", "F F  R R  B B  L L", "L L  F F  R R  B B", "",
        "     D D", "     D D",
    ]  # fmt: skip


def test_a_cuboid_has_a_block_for_every_sticker():
    assert sum(shades(text(cuboid(2, 3, 4))).values()) == 52


def test_colors_are_printed_where_they_can_be():
    colored = printed(text(cube(3)), force_terminal=True, color_system="truecolor")
    red = next(color.shade for color in cube(3).palette if color.name == "red")
    assert f"48;2;{int(red[1:3], 16)};{int(red[3:5], 16)};{int(red[5:7], 16)}" in colored
    assert "R" not in colored.replace("\x1b", "")


@pytest.mark.parametrize("options", [{"force_terminal": False}, {"no_color": True}])
def test_letters_are_printed_where_colors_cannot_be(options):
    assert Counter(printed(text(cube(3)), **options).split()) == dict.fromkeys("UFRDBL", 9)


def test_letters_may_stand_on_the_colors():
    assert Counter(text(cube(3), letters=True).in_color().plain.split()) == dict.fromkeys(
        "UFRDBL", 9
    )


@pytest.mark.parametrize("view", ["net", "3d"])
def test_a_raster_has_every_color_that_is_seen(view):
    picture = text(platonic("dodecahedron", 2), view=view, width=70)
    lines = picture.in_letters(70).split("\n\n")[0].split("\n")
    assert max(map(len, lines)) <= 70
    marks = set("".join(lines)) - {" "}
    assert len(marks) == (12 if view == "net" else 6)


def test_a_legend_explains_marks_that_are_not_the_letters():
    legend = str(text(platonic("dodecahedron", 2))).split("\n\n")[-1]
    pairs = dict(pair.split(" ") for pair in legend.split("  "))
    assert len(pairs) == 12
    assert pairs["U"] == "U"
    assert "BL" in pairs.values()


def test_half_blocks_show_two_rows_at_once():
    plain = text(platonic("octahedron", 3), width=40).in_color(40).plain
    assert set(plain) <= set(" ▀▄\n")
    assert 38 <= max(map(len, plain.split("\n"))) <= 40


def test_half_blocks_blend_what_they_cover():
    colors = {str(span.style) for span in text(cube(3), view="3d", width=30).in_color(30).spans}
    # Three faces, their gaps and the outline: many more shades than there are colors.
    assert len(colors) > 20


def test_a_turn_half_made_moves_its_layer_only():
    frames = [text(cube(3), view="3d", turn="U", fraction=part, width=40) for part in (0, 0.3)]
    rows = [str(frame).split("\n") for frame in frames]
    assert len(rows[0]) == len(rows[1])
    assert rows[0] != rows[1]
    # The lower half of the picture shows layers that rest.
    assert rows[0][12:] == rows[1][12:]
    assert any(row.strip() for row in rows[0][12:])


def test_a_cube_too_wide_for_blocks_is_painted_small():
    picture = text(cube(20))
    assert max(map(len, picture.in_letters(72).split("\n"))) <= 72
    assert max(map(len, picture.in_color(72).plain.split("\n"))) <= 72


def test_both_sides_of_a_clock_are_shown():
    picture = text(clock())
    marks = set(str(picture).split("\n\n")[0]) - {" ", "\n"}
    assert len(marks) == 4


def test_raw_cycles_have_a_picture():
    picture = str(text(Puzzle.from_cycles({"a": [[0, 1]]}, colors=["red", "blue"]), width=20))
    assert set(picture) <= set(" RB\n")
    assert "RR" in picture


def test_no_width_is_refused():
    with pytest.raises(PuzzleryError, match="0 characters"):
        text(cube(3), width=0)
