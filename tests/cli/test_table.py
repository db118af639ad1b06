"""`puzzlery table` shows, checks and removes what the store holds."""

import json

import numpy as np
import pytest

from puzzlery.cli import main
from puzzlery.tables.store import Store
from puzzlery.tables.table_job import ReadyTable
from puzzlery.tables.table_key import TableKey


@pytest.fixture
def store(monkeypatch, tmp_path):
    monkeypatch.setenv("PUZZLERY_HOME", str(tmp_path))
    store = Store.usual()
    store.open(TableKey("odd", title="toy"), lambda: ReadyTable(np.arange(1, 99, 2)))
    store.open(TableKey("even", parameters={"up to": 98}), lambda: ReadyTable(np.arange(0, 99, 2)))
    return store


def run(capsys, *arguments):
    code = main(["table", *arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_list_names_every_table(store, capsys):
    code, data = run(capsys, "list")
    assert code == 0
    assert [(one["name"], one["condition"]) for one in data["tables"]] == [
        ("even", "finished"),
        ("odd", "finished"),
    ]
    assert data["tables"][0]["parameters"] == {"up to": 98}
    assert main(["table", "list"]) == 0
    assert "tables: 2" in capsys.readouterr().out


def test_check_finds_a_flipped_byte(store, capsys):
    assert run(capsys, "check")[0] == 0
    path = store.path(TableKey("odd"))
    altered = bytearray(path.read_bytes())
    altered[4100] ^= 4
    path.write_bytes(altered)
    code, data = run(capsys, "check")
    assert code == 1
    assert {one["name"]: one["condition"] for one in data["tables"]} == {
        "even": "finished",
        "odd": "damaged",
    }
    assert main(["table", "check", "even"]) == 0
    assert "tables checked: 1" in capsys.readouterr().out


def test_remove_takes_what_is_named(store, capsys):
    code, data = run(capsys, "remove", "toy")
    assert code == 0
    assert data["removed"] == [TableKey("odd").file_name]
    assert run(capsys, "remove", "--all")[1]["removed"] == [
        store.path(TableKey("even", parameters={"up to": 98})).name
    ]
    assert run(capsys, "list")[1]["tables"] == []


def test_unknown_table_is_a_clear_error(store, capsys):
    code, data = run(capsys, "remove", "evn")
    assert code == 2
    assert 'no table "evn"' in data["error"]["message"]
    assert run(capsys, "remove")[0] == 2


def test_build_makes_a_table_that_is_listed(store, capsys):
    code, data = run(capsys, "build", "3x3x3", "eo-fb", "--bits", "4")
    assert code == 0
    assert (data["states"], data["deepest"]) == (2048, 7)
    code, data = run(capsys, "build", "1x2x3")
    assert data["counts"] == [1, 3, 5, 8, 13, 13, 5]
    names = {one["name"] for one in run(capsys, "list")[1]["tables"]}
    assert {"pruning", "distances"} <= names
    assert run(capsys, "build", "3x3x3", "eo-fb", "--bits", "3")[0] == 2
    assert run(capsys, "build", "3x3x3")[0] == 2


def test_coordinates_of_a_puzzle_are_listed_with_their_sizes(store, capsys):
    code, data = run(capsys, "coordinates", "3x3x3")
    assert code == 0
    assert data["coordinates"]["eo-fb"] == 2048
    assert data["coordinates"]["phase1-ud"] == 140_908_410
    assert main(["table", "coordinates", "megaminx"]) == 0
    assert "orientation-1" in capsys.readouterr().out


def test_composites_and_pieces_are_built_by_name(store, capsys):
    _, data = run(capsys, "build", "3x3x3", "pieces:DF+DR+DB+DL")
    assert data["counts"] == [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]
    _, data = run(capsys, "build", "3x3x3", "co-ud*slice-ud", "--metric", "QTM")
    assert data["states"] == 2187 * 495
    assert main(["table", "build", "3x3x3", "eo-fb"]) == 0
    assert "7: 13" in capsys.readouterr().out


def test_coordinates_are_solved_by_name(store, capsys):
    scramble = "D R2 F' U L B"
    assert main(["solve", "3x3x3", scramble, "--coordinates", "pieces:DF+DR+DB+DL"]) == 0
    assert "5 moves" in capsys.readouterr().out
    assert main(["solve", "3x3x3", scramble, "--coordinates", "eo-xy"]) == 2
    assert 'unknown coordinate "eo-xy"' in capsys.readouterr().err
    assert main(["solve", "3x3x3", scramble, "--coordinates", "eo-fb", "--method", "twophase"]) == 2
