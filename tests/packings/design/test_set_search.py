"""Sets of pieces out of a family, against set after set, and against published numbers."""

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest
import typer
from typer.testing import CliRunner

from puzzlery.cli.packings.design import design
from puzzlery.errors import FileFault, InvalidPuzzle, TimedOut
from puzzlery.packings.apart.survey import survey
from puzzlery.packings.catalog import board, pieces
from puzzlery.packings.design import set_search
from puzzlery.packings.design.set_search import WantedSets, piece_sets
from puzzlery.packings.model.packing import Packing

app = typer.Typer()
app.command()(design)


def test_cutlers_solid_burrs_of_notchable_pieces_are_found():
    """W. H. Cutler (1978): 25 notchable pieces make 314 solid six-piece burrs."""
    found = piece_sets(pieces("notchable"), board("solid-burr"), WantedSets(6))
    assert (found.apart, len(found.pieces)) == (314, 25)
    assert sum(each.apart for each in found.sets) == 314
    # BurrTools finds 588 assemblies, of which 179 come apart, where mirror images count once.
    once = piece_sets(pieces("notchable"), board("solid-burr"), WantedSets(6), up_to="reflections")
    assert (once.assemblies, once.apart) == (588, 179)


def set_after_set(family, where, size, copies):
    """The same, from a survey of each set alone."""
    found = {}
    for chosen in combinations_with_replacement(family, size):
        used = Counter(piece.id for piece in chosen)
        if max(used.values()) > copies:
            continue
        exact = [
            replace(piece, low=used[piece.id], high=used[piece.id])
            for piece in family
            if piece.id in used
        ]
        alone = survey(Packing(tuple(exact), where))
        if alone.assemblies:
            names = tuple(piece.id for piece in chosen)
            levels = [each.rank for each in alone.found]
            found[names] = (alone.assemblies, len(alone.found), max(levels)[0] if levels else None)
    return found


@pytest.mark.parametrize(("copies", "where"), [(1, "2x2x4"), (4, "2x2x4"), (2, "1x4x4")])
def test_sets_are_those_that_are_found_one_by_one(copies, where):
    family = pieces("tetracubes")
    # A set of a puzzle's own knows of mirror images only if it has both; so without them.
    flat = tuple(piece for piece in family if not piece.shape.is_chiral)
    wanted = WantedSets(4, copies=copies, only_apart=False)
    found = piece_sets(flat, board(where), wanted, up_to="reflections")
    mine = {
        each.names: (each.assemblies, each.apart, each.best.rank[0] if each.best else None)
        for each in found.sets
    }
    assert mine == set_after_set(flat, board(where), 4, copies)
    assert mine


def test_sets_are_ranked_and_filtered():
    family, where = pieces("notchable"), board("solid-burr")
    found = piece_sets(family, where, WantedSets(6, most_assemblies=1, symmetric=False))
    ranks = [each.best.rank for each in found.sets]
    assert ranks == sorted(ranks, reverse=True)
    assert found.sets
    assert all(each.is_unique for each in found.sets)
    shapes = {piece.id: piece.shape for piece in family}
    assert all(shapes[name].symmetries(mirrors=False) == 1 for name in found.pieces)


def test_more_assemblies_than_fit_into_memory_are_refused(monkeypatch):
    monkeypatch.setattr(set_search, "MOST_ASSEMBLIES", 20)
    with pytest.raises(InvalidPuzzle, match="more than 20 solutions"):
        piece_sets(pieces("tetracubes"), board("2x2x4"), WantedSets(4))


@pytest.mark.parametrize(
    "wanted", [WantedSets(1), WantedSets(4, copies=0), WantedSets(4, symmetric=False)]
)
def test_sets_that_cannot_be_meant_are_refused(wanted):
    bar_only = tuple(piece for piece in pieces("tetracubes") if piece.id in "ABC"[:1])
    with pytest.raises(InvalidPuzzle):
        piece_sets(bar_only, board("2x2x4"), wanted)


def test_a_search_goes_on_from_its_file(tmp_path):
    file = tmp_path / "sets"
    family, where = pieces("tetracubes"), board("2x2x4")
    file.write_bytes(b"nothing of that kind")
    with pytest.raises(FileFault):
        piece_sets(family, where, WantedSets(4), resume=file)
    file.unlink()
    with pytest.raises(TimedOut):
        piece_sets(pieces("notchable"), board("solid-burr"), WantedSets(6), timeout=0)
    again = piece_sets(family, where, WantedSets(4), resume=file)
    assert not file.exists()
    assert again == piece_sets(family, where, WantedSets(4))


def test_the_command_line_ranks_sets():
    given = ["tetracubes", "2x2x4", "--size", "4", "--copies", "1", "--show", "2"]
    shown = CliRunner().invoke(app, given).output
    assert "29 assemblies up to rotations, of 17 sets of pieces" in shown
    data = json.loads(CliRunner().invoke(app, [*given, "--json"]).output)
    assert (data["assemblies"], data["assembled_sets"], len(data["sets"])) == (29, 17, 2)
    refused = CliRunner().invoke(app, [*given, "--up-to", "nothing"])
    assert refused.exit_code == 2
