"""`puzzlery pack` and its companions, run as people run them."""

import json
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from puzzlery.cli.packings.challenge import challenge
from puzzlery.cli.packings.cover import cover
from puzzlery.cli.packings.pack import pack
from puzzlery.cli.packings.solutions import solutions
from puzzlery.errors import PuzzleryError
from puzzlery.formats.packings.solution_file import SolutionFile, write_solutions
from puzzlery.packings.catalog import packing

DRAWN = {"L": "XXX\nX", "I": "XXXX", "O": "XX\nXX", "S": ".XX\nXX", "J": "XXX\nX"}
SMALL = "board: 4x5\n" + "".join(f"piece {name}:\n{rows}\n" for name, rows in DRAWN.items())

app = typer.Typer()
for verb in (pack, challenge, cover, solutions):
    app.command()(verb)


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.pack"
    path.write_text(SMALL)
    return str(path)


def run(*arguments):
    result = CliRunner().invoke(app, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def run_json(*arguments):
    return json.loads(run(*arguments, "--json"))


def test_count_answers_with_four_keys(small):
    data = run_json("pack", small, "--count")
    assert set(data) == {"all", "distinct", "seconds", "engine"}
    assert (data["all"], data["distinct"]) == (32, 8)


def test_count_in_words(small):
    assert "32 solutions, 8 up to symmetry" in run("pack", small, "--count")
    told = run("pack", "tetrominoes", "4x5", "--count")
    assert "0 solutions" in told
    assert "chessboard" in told


def test_first_shows_letters_and_draws(small, tmp_path):
    lines = run("pack", small).split()
    assert len(lines) == 4
    assert all(len(line) == 5 for line in lines)
    data = run_json("pack", small, "--first", "--svg", str(tmp_path / "a.svg"), "--letters")
    assert len(data["solution"]["pieces"]) == 5
    ElementTree.parse(tmp_path / "a.svg")


def test_solids_are_written_for_printing(small, tmp_path):
    files = run_json("pack", small, "--stl", str(tmp_path / "print"))["files"]
    assert len(files) == 6
    assert sorted(p.name for p in (tmp_path / "print").iterdir())[-1] == "solution.stl"


def test_a_solution_is_written_as_a_scene(tmp_path):
    run_json("pack", "iq", "pyramid5", "--scene", str(tmp_path / "scene.json"))
    scene = json.loads((tmp_path / "scene.json").read_text())
    assert scene["kind"] == "ball"
    assert sorted(cell for piece in scene["pieces"] for cell in piece["cells"]) == list(range(55))


def test_a_fixed_drawing_is_kept(small, tmp_path):
    drawing = tmp_path / "fixed.txt"
    drawing.write_text("IIII.\n")
    assert run("pack", small, "--fixed", str(drawing)).startswith("IIII")
    drawing.write_text("II...\n")
    with pytest.raises(PuzzleryError, match="shape of no piece"):
        run("pack", small, "--fixed", str(drawing))


def test_unique_and_estimate(small):
    assert run_json("pack", small, "--unique") == {"unique": False, "solvable": True}
    assert set(run_json("pack", small, "--estimate")) == {"estimate", "error"}


def test_no_solution_is_said_with_its_reason():
    data = run_json("pack", "tetrominoes", "4x5")
    assert data["solution"] is None
    assert "chessboard" in data["reasons"][0]


@pytest.mark.parametrize("ending", ["jsonl", "txt", "solutions"])
def test_all_solutions_are_written(small, tmp_path, ending):
    path = tmp_path / f"all.{ending}"
    assert run_json("pack", small, "--all", str(path))["solutions"] == 32
    assert run_json("pack", small, "--all", str(path), "--distinct")["solutions"] == 8
    if ending == "jsonl":
        assert len([json.loads(line) for line in path.read_text().splitlines()]) == 8


def test_a_file_of_solutions_is_browsed_and_filtered(small, tmp_path):
    path = str(tmp_path / "all.solutions")
    run("pack", small, "--all", path)
    data = run_json("solutions", path, "--page", "2", "--size", "10")
    assert (data["solutions"], data["matching"], data["pages"]) == (32, 32, 4)
    assert [each["number"] for each in data["shown"]] == list(range(10, 20))
    corner = run_json("solutions", path, "--piece", "I", "--at", "1,1", "--size", "100")
    assert 0 < corner["matching"] < 32
    assert all(each["drawing"][0][0] == "I" for each in corner["shown"])
    assert run_json("solutions", path, "--distinct")["matching"] == 8
    assert "of 32 solutions" in run("solutions", path)
    with pytest.raises(PuzzleryError, match="no cell at"):
        run("solutions", path, "--at", "9,9")
    with pytest.raises(PuzzleryError, match="is no cell"):
        run("solutions", path, "--at", "x")


def test_a_file_of_solutions_gives_back_what_was_written(tmp_path):
    puzzle = packing({"L": "X.\nXX", "D": "XX", "o": "X"}, "2x3")
    found = [str(each) for each in puzzle.all()]
    path = tmp_path / "a.solutions"
    assert write_solutions(path, puzzle, puzzle.blocks()) == len(found)
    opened = SolutionFile.open(path)
    assert [str(each) for each in opened] == found
    data = path.read_bytes()
    for spoiled, words in ((data[:-1], "cut off"), (b"hello", "not a file of"),
                           (data.replace(b'"width"', b'"wdith"'), "heading")):  # fmt: skip
        path.write_bytes(spoiled)
        with pytest.raises(PuzzleryError, match=words):
            SolutionFile.open(path)


@settings(max_examples=60)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_as_solutions_or_refused(data):
    with TemporaryDirectory() as folder, suppress(PuzzleryError):
        path = Path(folder) / "a.solutions"
        path.write_bytes(b"puzzlery solutions 1\n" + data)
        SolutionFile.open(path)


def test_nothing_is_left_behind_when_writing_is_interrupted(tmp_path):
    puzzle = packing({"L": "X.\nXX", "o": "X"}, "2x2")

    def interrupted():
        yield next(puzzle.blocks())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_solutions(tmp_path / "a.solutions", puzzle, interrupted())
    assert list(tmp_path.iterdir()) == []


def test_challenges_are_made_and_drawn(small, tmp_path):
    sheet, answers = tmp_path / "sheet.svg", tmp_path / "answers.svg"
    data = run_json("challenge", small, "--count", "3", "--hints", "--sheet", str(sheet),
                    "--answers", str(answers))  # fmt: skip
    assert len(data["challenges"]) == 3
    for each in data["challenges"]:
        assert len(each["hints"]) == len(each["to_place"])
    assert "challenges" in sheet.read_text()
    assert "answers" in answers.read_text()
    assert "place" in run("challenge", small)


def test_a_heat_map_is_drawn(small, tmp_path):
    data = run_json("pack", small, "--heat", str(tmp_path / "heat.svg"))
    assert 0 < data["dead"] < data["placements"]
    ElementTree.parse(tmp_path / "heat.svg")


def test_a_puzzle_is_saved_in_another_format(small, tmp_path):
    target = str(tmp_path / "small.xmpuzzle")
    run("pack", small, "--save", target)
    assert run_json("pack", target, "--count")["all"] == 32


def test_sets_and_boards_are_listed():
    told = run("pack", "--list")
    assert all(name in told for name in ("iq", "kanoodle", "soma", "pyramid5", "8x8-hole"))


def test_names_are_checked():
    with pytest.raises(PuzzleryError, match="needs a board"):
        run("pack", "soma")
    with pytest.raises(PuzzleryError, match="did you mean soma"):
        run("pack", "somma", "3x3x3")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["soma", "3x3x3", "--unique", "--threads", "2"], "--threads goes with --count"),
        (["soma", "3x3x3", "--count", "--svg", "x.svg"], "--svg goes with --first"),
        (["soma", "3x3x3", "--estimate", "--timeout", "1"], "--timeout goes with"),
        (["soma", "3x3x3", "--up-to", "rotations"], "--up-to goes with --count"),
        (["soma", "3x3x3", "--count", "--unique"], "two questions"),
        (["soma", "3x3x3", "--problem", "1"], "goes with a file"),
        (["soma", "3x3x3", "--matrix", "--timeout", "1"], "--timeout goes with"),
        (["{small}", "4x4x4"], "tells its own board"),
        (["{small}", "--mirrors"], "which pieces may be turned over"),
    ],
)
def test_options_without_effect_are_refused(small, arguments, words):
    given = [each.format(small=small) for each in arguments]
    result = CliRunner().invoke(app, ["pack", *given], env={"COLUMNS": "300"})
    assert result.exit_code == 2
    assert words in result.output


def test_a_count_says_what_it_is_up_to():
    assert "480 solutions up to rotations" in run(
        "pack", "soma", "3x3x3", "--count", "--up-to", "rotations"
    )
    assert run_json("pack", "soma", "3x3x3", "--count", "--up-to", "rotations")["rotations"] == 480
    with pytest.raises(PuzzleryError, match="all, rotations, reflections"):
        run("pack", "soma", "3x3x3", "--count", "--up-to", "size")


def test_unique_stops_at_its_time_limit():
    with pytest.raises(PuzzleryError):
        run("pack", "pentominoes", "6x10", "--unique", "--timeout", "0")


TWO_PROBLEMS = """<puzzle version="2"><shapes><voxel x="2" y="1" z="1" type="0">##</voxel>
<voxel x="2" y="2" z="1" type="0">####</voxel><voxel x="3" y="2" z="1" type="0">######</voxel>
</shapes><problems><problem name="four"><shapes><shape id="0" count="2"/></shapes>
<result id="1"/></problem><problem name="six"><shapes><shape id="0" count="3"/></shapes>
<result id="2"/></problem></problems></puzzle>"""


def test_problems_of_a_file_are_listed_and_chosen(tmp_path):
    path = tmp_path / "bars.xmpuzzle"
    path.write_text(TWO_PROBLEMS)
    listed = run_json("pack", str(path))["problems"]
    assert [(each["problem"], each["name"], each["cells"]) for each in listed] == [
        (1, "four", 4), (2, "six", 6),
    ]  # fmt: skip
    counts = [run_json("pack", str(path), "--problem", n, "--count")["all"] for n in "12"]
    assert counts == [2, 3]
    with pytest.raises(PuzzleryError, match="2 problems"):
        run("pack", str(path), "--problem", "3")


def test_the_matrix_and_the_steps_are_printed(tmp_path):
    path = tmp_path / "tiny.pack"
    path.write_text("board: 2x2\npiece ball:\nX\npiece corner:\nXX\nX.\n")
    data = run_json("pack", str(path), "--matrix")
    assert data["universe"] == [1, 2, 3, 4, 5, 6]
    assert data["pieces"] == {"ball": 5, "corner": 6}
    lines = run("pack", str(path), "--matrix").splitlines()
    assert lines[1].split() == ["row", "|", "1", "2", "3", "4", "5", "6"]
    drawn = [line.split("|")[1].split() for line in lines[2:]]
    assert [[n for n, mark in enumerate(row, 1) if mark == "X"] for row in drawn] == data["rows"]
    taken = run_json("pack", str(path), "--steps", "5")["steps"]
    assert [each["kind"] for each in taken] == ["column", "row", "column", "row", "solved"]
    assert "choose row 0" in run("pack", str(path), "--steps", "2")


def test_options_for_knuths_programs_are_written_and_solved(small, tmp_path):
    path = str(tmp_path / "small.dlx")
    run("pack", small, "--save", path)
    assert run_json("cover", path, "--count")["solutions"] == 32
    options = set(Path(path).read_text().splitlines()[2:])
    found = run_json("cover", path, "--all", "3")["solutions"]
    assert len(found) == 3
    for chosen in [*found, *run_json("cover", path)["solutions"]]:
        assert set(chosen) <= options
        items = [item for line in chosen for item in line.split()]
        assert len(items) == len(set(items)) == 25
    given = tmp_path / "queens.dlx"
    given.write_text("| two rooks\nr1 r2 c1 c2\nr1 c1\nr1 c2\nr2 c1\nr2 c2\n")
    assert "2 solutions" in run("cover", str(given), "--count")
    given.write_text("a b\na\n")
    assert "no solution" in run("cover", str(given))


def test_a_challenge_keeps_as_many_pieces_as_are_asked_for(small):
    for each in run_json("challenge", small, "--count", "3", "--given", "4")["challenges"]:
        assert each["given"] >= 4
        assert each["effort"] >= len(each["to_place"])
    result = CliRunner().invoke(app, ["challenge", small, "--given", "6"])
    assert result.exit_code == 2
