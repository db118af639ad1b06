"""Surveys of whole puzzles, burr sticks, the verb apart, and its pictures."""

import json
import re

import pytest
from typer.testing import CliRunner

from puzzlery.cli.app import make_app
from puzzlery.errors import FileFault, InvalidPuzzle, NotExpressible
from puzzlery.formats.packings.xmpuzzle import read_burr
from puzzlery.packings import packing, pieces
from puzzlery.packings.apart.survey import survey
from puzzlery.packings.catalog.burr_sticks import STICK_NUMBERS, burr_stick
from puzzlery.render.packings.apart_sheet import apart_animation, apart_sheet

# What burrTxt 0.7.1 prints for these sticks: assemblies, and how many of each first number.
BURRS = [
    ("188 256 871 960 992 1007", 22, {"1": 4, "2": 1}),
    ("188 615 928 928 992 1024", 18, {"1": 1, "2": 1}),
]


@pytest.mark.parametrize(("sticks", "assemblies", "firsts"), BURRS)
def test_burrs_come_apart_as_in_burrtools(sticks, assemblies, firsts):
    found = survey(packing(f"burr {sticks}", "burr"))
    counted = {}
    for each in found.found:
        first = each.level.partition(".")[0]
        counted[first] = counted.get(first, 0) + 1
    assert (found.assemblies, counted) == (assemblies, firsts)


@pytest.mark.slow
def test_837_different_sticks_can_be_made():
    # Cutler, "A Computer Analysis of All 6-Piece Burrs", counts as many usable pieces.
    different = set()
    for number in STICK_NUMBERS:
        try:
            different.add(burr_stick(number).canonical(False))
        except InvalidPuzzle:
            continue
    assert len(different) == 837


def test_a_stick_without_number_is_refused():
    with pytest.raises(InvalidPuzzle, match="1 to 4096"):
        pieces("burr 1 5000")


def test_every_soma_cube_comes_apart_piece_by_piece():
    found = survey(packing("soma", "3x3x3"))
    assert (found.assemblies, len(found.found), found.stuck) == (240, 240, 0)
    assert set(found.levels) == {"1"}


def test_a_survey_is_refused_a_file_of_another_puzzle(tmp_path):
    saved = tmp_path / "saved"
    saved.write_bytes(b"nothing of the kind")
    with pytest.raises(FileFault, match="no survey"):
        survey(packing("soma", "3x3x3"), resume=saved)


def run(*arguments):
    return CliRunner().invoke(make_app(arguments), list(arguments))


def test_the_verb_tells_levels_and_steps(tmp_path):
    sheet, film = tmp_path / "sheet.svg", tmp_path / "film.svg"
    sticks = f"burr {BURRS[1][0]}"
    done = run("apart", sticks, "burr", "--json", "--svg", str(sheet), "--animation", str(film))
    data = json.loads(done.stdout)
    assert (data["assemblies"], data["apart"]) == (18, 2)
    steps = data["disassembly"]["steps"]
    assert len(steps) == data["disassembly"]["moves"]
    # A picture of the assembly, and one for each move.
    assert sheet.read_text().count("<g ") == film.read_text().count("<animate") == len(steps) + 1


def test_the_verb_refuses_what_it_cannot_heed():
    assert "expected level or moves" in run("apart", "soma", "3x3x3", "--sort", "size").output
    refused = run("pack", "soma", "3x3x3", "--apart", "--estimate")
    assert refused.exit_code
    assert "--apart does not go with --estimate" in re.sub(r"\W*\n\W*", " ", refused.output)


GROUPED = """<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><colors/><shapes>
<voxel x="1" y="1" z="1" type="0">#</voxel><voxel x="2" y="1" z="1" type="0">##</voxel></shapes>
<problems><problem name="pair" state="0"><shapes><shape id="0" count="2" group="1"/></shapes>
<result id="1"/><bitmap/></problem></problems><comment/></puzzle>"""


def test_pieces_of_one_group_may_stay_together(tmp_path):
    """BurrTools takes two cubes of one group apart once, since the assembly itself is no group."""
    path = tmp_path / "pair.xmpuzzle"
    path.write_text(GROUPED)
    data = json.loads(run("apart", str(path), "--json").stdout)
    assert (data["apart"], data["levels"]) == (1, {"1": 1})
    three = GROUPED.replace('count="2"', 'count="3"').replace('x="2" y="1"', 'x="3" y="1"')
    path.write_text(three.replace(">##<", ">###<"))
    told = run("apart", str(path)).output
    assert "stay together" in told
    assert "stay together" not in run("apart", "soma", "3x3x3").output
    assert run("pack", str(path), "--apart", "--json").exit_code == 0


def test_what_comes_apart_is_written_into_the_file(tmp_path):
    path, solved = tmp_path / "pair.xmpuzzle", tmp_path / "solved.xmpuzzle"
    path.write_text(GROUPED)
    run("apart", str(path), "--save", str(solved))
    problem = read_burr(solved.read_bytes()).problem(0)
    assert (problem.assemblies, problem.solutions) == (1, 1)
    assert problem.stored[0].separation.levels() == (1,)
    assert "goes with an .xmpuzzle file" in run("apart", "soma", "3x3x3", "--save", "x").output


def test_one_piece_alone_does_not_come_apart():
    found = survey(packing({"a": "XX\nXX"}, "2x2"))
    assert (found.assemblies, len(found.found), found.single) == (1, 0, 1)


def test_pictures_of_stuck_assemblies_and_flat_triangles_are_refused():
    puzzle = packing("hexiamonds", "6x6")
    with pytest.raises(NotExpressible, match="triangular"):
        apart_sheet(puzzle.disassemble(puzzle.first()))


def test_balls_are_drawn_coming_apart():
    puzzle = packing("iq", "pyramid5")
    found = puzzle.disassemble(puzzle.first())
    assert apart_animation(found).count("<animate") == found.moves + 1
