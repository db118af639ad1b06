"""Fullest packings, against all sets of placements that do not overlap."""

import json
import random
import time

import pytest
import typer
from typer.testing import CliRunner

from puzzlery.cli.packings.pack import pack
from puzzlery.packings.catalog import packing
from puzzlery.packings.design.fullest import fullest


def most_cells(puzzle):
    """The most cells that placements cover which do not overlap, each piece at most once."""
    options = puzzle.options()

    def covered(number, taken, used):
        if number == len(options):
            return len(taken)
        here = options[number]
        most = covered(number + 1, taken, used)
        if here.piece not in used and taken.isdisjoint(here.cells):
            most = max(most, covered(number + 1, taken | set(here.cells), used | {here.piece}))
        return most

    return covered(0, frozenset(), frozenset())


SHAPES = ["XX", "XXX", "XX\nX.", "XX\nXX", "XXX\n.X.", "XXX\nX..", "XX.\n.XX", ".X.\nXXX\n.X."]


@pytest.mark.parametrize("seed", range(40))
def test_no_choice_of_placements_covers_more(seed):
    rng = random.Random(seed)
    shapes = {f"p{n}": shape for n, shape in enumerate(rng.sample(SHAPES, rng.randint(1, 3)))}
    board = f"{rng.randint(1, 3)}x{rng.randint(2, 4)}"
    puzzle = packing(shapes, board)
    found = fullest(puzzle)
    assert found.is_proven
    assert found.covered == most_cells(puzzle)
    if found.solution is None:
        assert found.covered == 0
    else:
        cells = [cell for each in found.solution for cell in each.cells]
        assert len(cells) == len(set(cells)) == found.covered


def test_what_lies_there_already_stays():
    puzzle = packing({"a": "XX", "b": "XXX"}, "1x5", fixed=".aa..")
    found = fullest(puzzle)
    assert (found.covered, found.is_proven) == (2, True)
    assert set(puzzle.fixed) <= set(found.solution)


def test_the_command_line_covers_what_it_can():
    app = typer.Typer()
    app.command()(pack)
    shown = CliRunner().invoke(app, ["tetrominoes", "4x5", "--fullest"]).output
    assert "16 of 20 cells covered (proven)" in shown
    data = json.loads(CliRunner().invoke(app, ["tetrominoes", "4x5", "--fullest", "--json"]).output)
    assert (data["covered"], data["at_most"], data["proven"]) == (16, 16, True)
    refused = CliRunner().invoke(app, ["tetrominoes", "4x5", "--fullest", "--count"])
    assert refused.exit_code == 2


def test_a_time_limit_leaves_a_bound():
    start = time.monotonic()
    found = fullest(packing("hexominoes", "14x15"), timeout=1.5)
    assert time.monotonic() - start < 20
    assert 0 <= found.covered <= found.at_most <= 210
