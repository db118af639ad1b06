"""KPuzzle JSON."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from tests.formats.random_puzzles import forms

from puzzlery.errors import FileFault, NotExpressible
from puzzlery.formats.puzzles import kpuzzle
from puzzlery.formats.puzzles.orbit_finder import orbit_form
from puzzlery.formats.puzzles.orbit_form import puzzle_of, turns_of
from puzzlery.twisty.catalog import puzzle as from_catalog
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State

TINY = {
    "name": "tiny",
    "orbits": [
        {"orbitName": "A", "numPieces": 3, "numOrientations": 4},
        {"orbitName": "B", "numPieces": 2, "numOrientations": 1},
    ],
    "defaultPattern": {
        "A": {"pieces": [0, 1, 1], "orientation": [0, 0, 0], "orientationMod": [0, 2, 2]},
        "B": {"pieces": [0, 1], "orientation": [0, 0]},
    },
    "moves": {
        "R": {
            "A": {"permutation": [1, 2, 0], "orientationDelta": [0, 1, 3]},
            "B": {"permutation": [1, 0], "orientationDelta": [0, 0]},
        },
        "flip": {
            "A": {"permutation": [0, 1, 2], "orientationDelta": [0, 2, 0]},
            "B": {"permutation": [0, 1], "orientationDelta": [0, 0]},
        },
    },
    "derivedMoves": {"M": "[R, flip] R2'"},
}
OLD_SHAPE = {
    "orbits": {
        "A": {"numPieces": 3, "orientations": 4},
        "B": {"numPieces": 2, "orientations": 1},
    },
    "moves": {
        move: {
            orbit: {"permutation": part["permutation"], "orientation": part["orientationDelta"]}
            for orbit, part in parts.items()
        }
        for move, parts in TINY["moves"].items()
    },
}


def read(document):
    return kpuzzle.loads(json.dumps(document), "a.json")


def test_orbits_become_stickers():
    puzzle = read(TINY)
    assert puzzle.name == "tiny"
    assert puzzle.degree == 3 * 4 + 2
    # The piece of slot 1 comes to slot 0 as it is, that of slot 2 to slot 1 turned by 1.
    assert puzzle.moves["R"].images[4:8] == (0, 1, 2, 3)
    assert puzzle.moves["R"].images[8:12] == (5, 6, 7, 4)


def test_orientations_modulo_two_hide_half_turns():
    puzzle = read(TINY)
    assert State(puzzle, puzzle.moves["flip"]).coloring == puzzle.solved.coloring
    assert State(puzzle, puzzle.moves["R"]).coloring != puzzle.solved.coloring


def test_derived_moves_can_be_used_but_are_no_moves():
    puzzle = read(TINY)
    assert list(puzzle.moves) == ["R", "flip"]
    assert puzzle.permutation("M'") == puzzle.permutation("(R flip R' flip' R2')'")
    assert read(json.loads(kpuzzle.dumps(puzzle))).permutation("M") == puzzle.permutation("M")


def test_the_shape_of_2018_is_read_too():
    old = read(OLD_SHAPE)
    assert old.moves == read(TINY).moves
    assert len(old.palette) == old.degree


@pytest.mark.parametrize("key", ["startStateData", "startPieces"])
def test_older_names_of_the_default_pattern_are_read(key):
    document = {**OLD_SHAPE, key: {"A": {"permutation": [0, 1, 1], "orientation": [0, 0, 0]}}}
    assert len(read(document).palette) == 4 + 4 + 2


@settings(max_examples=50)
@given(forms())
def test_forms_survive(form):
    puzzle = puzzle_of(form, {}, turns_of(form))
    text = kpuzzle.dumps(puzzle)
    again = kpuzzle.loads(text)
    assert again == puzzle
    assert kpuzzle.dumps(again) == text
    assert orbit_form(again).sets == form.sets


def test_every_orbit_is_in_every_move():
    document = json.loads(kpuzzle.dumps(from_catalog("3x3x3")))
    orbits = [orbit["orbitName"] for orbit in document["orbits"]]
    assert orbits == ["CORNERS", "EDGES", "CENTERS"]
    assert all(list(parts) == orbits for parts in document["moves"].values())
    assert set(document["moves"]) == set("UFRDBLMESxyz")


def test_a_rotation_of_an_unknown_name_gets_a_known_one():
    fto = from_catalog("FTO")
    again = kpuzzle.loads(kpuzzle.dumps(fto))
    assert "T" in fto.rotations
    assert set(again.rotations) == {"Uv", "Tv"}
    assert again.permutation("T").order == fto.rotations["T"].order
    assert again.permutation("T") == again.rotations["Tv"]


def changed(path, value):
    """TINY with one value changed."""
    document = json.loads(json.dumps(TINY))
    at = document
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["orbits"], 5, "orbits is 5; expected a list"),
        (["orbits", 0, "numPieces"], 0, "orbits[0].numPieces is 0"),
        (["orbits", 0, "numPieces"], 10**9, "orbits[0].numPieces is 1000000000"),
        (["orbits", 0, "numPieces"], True, "expected a whole number"),
        (["orbits", 0, "numOrientations"], 60_000, "need 180002 stickers"),
        (["orbits", 1, "orbitName"], "A", "second orbit"),
        (["moves", "R", "A", "permutation"], [0, 1], "has 2 numbers; A has 3 pieces"),
        (["moves", "R", "A", "permutation"], [0, 1, 1], "stands twice"),
        (["moves", "R", "A", "permutation"], [0, 1, 3], "permutation[2] is 3"),
        (["moves", "R", "A", "orientationDelta"], [0, 4, 0], "orientationDelta[1] is 4"),
        (["moves", "R", "C"], {}, "moves.R.C is not a key"),
        (["moves"], [], "moves is []"),
        (["defaultPattern", "A", "orientationMod"], [0, 3, 3], "a divisor of 4"),
        (["defaultPattern", "A", "orientationMod"], [0, 2, 1], "look alike"),
        (["derivedMoves", "M"], "R Q", 'derivedMoves.M: the derived move "M"'),
        (["derivedMoves", "M"], "M", "stands for itself"),
    ],
)
def test_a_fault_names_the_value(path, value, words):
    with pytest.raises(FileFault) as caught:
        read(changed(path, value))
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: Expecting value"),
        ('{"orbits": [],\n "orbits": []}', "stands twice"),
        ('{"orbits":\n [NaN]}', "NaN is not a finite number"),
        ("[" * 100_000, "nested too deeply"),
        ('{"orbits": ' + "9" * 5000 + "}", "thousands of digits"),
        ('{"name": "\\ud800", "orbits": {}}', "half of a character"),
        ("[]", "is []; expected a table"),
        ("{}", 'has no "orbits"'),
    ],
)
def test_a_text_that_is_no_definition_is_refused(text, words):
    with pytest.raises(FileFault) as caught:
        kpuzzle.loads(text)
    assert words in str(caught.value)


def test_bandages_are_refused():
    puzzle = Puzzle.from_cycles({"a": [[0, 1]]}, ["red"] * 2, glued=[[0, 1]])
    with pytest.raises(NotExpressible, match="bandages"):
        kpuzzle.dumps(puzzle)


def one_face_and_rotations() -> dict[str, Any]:
    """The 2x2x2 as cubing.js defines it: one face, two rotations, and all else derived."""
    whole = json.loads(kpuzzle.dumps(from_catalog("2x2x2")))
    whole["moves"] = {name: whole["moves"][name] for name in ("U", "x", "y")}
    whole["derivedMoves"] = {
        "z": "[x: y]", "L": "[z: U]", "F": "[x: U]", "R": "[z': U]", "B": "[x': U]", "D": "[x2: U]",
        "Rv": "x", "M": "x' R L'",
    }  # fmt: skip
    return whole


def test_derived_moves_that_rotations_make_of_a_move_are_moves() -> None:
    read = kpuzzle.loads(json.dumps(one_face_and_rotations()))
    assert set(read.moves) == {"U", "L", "F", "R", "B", "D"}
    assert read.permutation("M") == read.permutation("x' R L'")
    # 3,674,160 positions in 24 orientations: the published number of the 2x2x2.
    assert read.group.order == 24 * 3_674_160
    again = kpuzzle.loads(kpuzzle.dumps(read))
    assert again.moves == read.moves
    assert again.permutation("M") == read.permutation("M")


def test_orientations_may_be_turned_back() -> None:
    written = one_face_and_rotations()
    plain = kpuzzle.loads(json.dumps(written))
    for move in written["moves"].values():
        deltas = move["CORNERS"]["orientationDelta"]
        move["CORNERS"]["orientationDelta"] = [-1 if delta == 2 else delta for delta in deltas]
    assert kpuzzle.loads(json.dumps(written)).moves == plain.moves
    written["moves"]["U"]["CORNERS"]["orientationDelta"][0] = -3
    with pytest.raises(FileFault, match="is -3; expected a whole number"):
        kpuzzle.loads(json.dumps(written))
