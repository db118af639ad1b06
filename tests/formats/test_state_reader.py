"""One reader of states: the library, the command line and the server read the same texts."""

import json

import numpy as np
import pytest

from puzzlery.cli.main import main
from puzzlery.cli.state_argument import state_argument
from puzzlery.errors import (
    DegreeMismatch,
    FileFault,
    PuzzleryError,
    SyntaxFault,
    UnknownName,
    Unsolvable,
)
from puzzlery.formats import dumps_state, write_facelets, write_net
from puzzlery.formats.states.state_reader import read_given, read_view
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.partial_coloring import OPEN
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.web.puzzle_queries import run_query

ALG = "R U2 F' L"
CUBE = puzzle("3x3x3")
STATE = CUBE.apply(ALG)
TEXTS = {
    "alg": ALG,
    "alg with brackets": "[R: U2]  // a remark",
    "facelets": write_facelets(STATE.coloring),
    "facelets in rows": "\n".join(
        write_facelets(STATE.coloring)[at : at + 9] for at in range(0, 54, 9)
    ),
    "net": write_net(STATE.coloring),
    "state as JSON": dumps_state(STATE),
    "coloring as JSON": dumps_state(STATE.coloring),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_solve_and_validate_read_every_text(text):
    shown = read_view(CUBE, text)
    solution = CUBE.solve(text, method="twophase")
    state = CUBE.validate(text).state
    assert state is not None
    assert state.coloring == shown
    assert state.apply(solution.alg).is_solved


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_command_line_reads_the_same(text, capsys, tmp_path):
    file = tmp_path / "given.txt"
    file.write_text(text)
    for argument in (text, str(file)):
        assert main(["check", "3x3x3", argument, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["state"] == list(CUBE.validate(text).state.permutation)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_server_reads_the_same(text):
    told = json.loads(run_query("check", "3x3x3", None, {"colors": None, "text": text}))
    assert told["coloring"] == list(read_view(CUBE, text))


def test_values_of_the_library_are_read_as_they_are():
    for given in (STATE, STATE.coloring, list(STATE.coloring), CUBE.alg(ALG)):
        assert read_view(CUBE, given) == STATE.coloring


def test_a_path_is_a_file_and_a_text_is_not(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "R"
    file.write_text("U2")
    assert read_given(CUBE, file) == CUBE.apply("U2")
    assert read_given(CUBE, "R") == CUBE.apply("R")
    (tmp_path / "empty").write_text(" \n")
    with pytest.raises(FileFault, match="nothing in it"):
        read_given(CUBE, tmp_path / "empty")


@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        ("R Q", SyntaxFault, "Q"),
        ("U" * 53, SyntaxFault, "53 facelets"),
        (["white"] * 53, DegreeMismatch, "54 stickers, not 53"),
        (["mauve"] * 54, UnknownName, "mauve"),
        ([9] * 54, UnknownName, "unknown color 9 at sticker 0 of 3x3x3"),
        (7, SyntaxFault, "not int"),
    ],
)
def test_what_is_no_state_is_refused(given, kind, words):
    for read in (lambda: read_given(CUBE, given), lambda: CUBE.solve(given)):
        with pytest.raises(kind, match=words):
            read()


def test_colors_may_be_numbers_arrays_and_labels():
    piece = Puzzle.from_cycles({"a": [[0, 1, 2, 3]]}, [1, 0, 1, 0])
    for given in (
        [0, 1, 0, 1],
        np.array([0, 1, 0, 1]),
        ("0", "1", "0", "1"),
        np.array([0.0, 1, 0, 1]),
    ):
        assert piece.validate(given).reachable
    assert not piece.validate([1, 1, 0, 0]).reachable
    pair = Puzzle.from_cycles({"a": [[0, 1]]}, np.array([("x", 1), ("y", 2)], dtype="O,O").tolist())
    assert pair.validate([("y", 2), ("x", 1)]).reachable
    assert CUBE.validate(np.array(STATE.coloring.picks)).state == STATE


def test_numbers_are_names_where_colors_are_numbers():
    far = Puzzle.from_cycles({"a": [[0, 1]]}, [7, 9])
    assert far.validate([9, 7]).reachable
    with pytest.raises(UnknownName, match="unknown color 1 at sticker 0"):
        far.validate([1, 0])
    with pytest.raises(UnknownName, match='unknown color "1"'):
        CUBE.validate(["1"] * 54)


def test_open_stickers_are_read_from_every_form():
    names = list(STATE.coloring)
    letters, net = write_facelets(STATE.coloring), write_net(STATE.coloring)
    face, rest = net.split("R:")
    forms = [
        [None, *names[1:]],
        ["?", *names[1:]],
        {place: name for place, name in enumerate(names) if place},
        f"?{letters[1:]}",
        f".{letters[1:]}",
        face.replace(f"U:\n  {face.split()[-9]}", "U:\n  ?") + "R:" + rest,
        json.dumps({"coloring": [None, *names[1:]]}),
    ]
    for given in forms:
        assert read_view(CUBE, given).picks == (OPEN, *STATE.coloring.picks[1:])
    partial = read_view(CUBE, forms[0])
    for text in (dumps_state(partial), write_net(partial), write_facelets(partial)):
        assert read_view(CUBE, text) == partial


@pytest.mark.parametrize("text", ["UUUUUUUUU", "U" * 9 + "R" * 9, "U??", "uuuuuuuuu"])
def test_facelets_that_are_too_few_are_not_taken_for_moves(text):
    with pytest.raises(SyntaxFault, match=f"{len(text)} facelets; 3x3x3 has"):
        CUBE.validate(text)
    assert CUBE.validate("RURURU").reachable


def test_open_stickers_are_solved_if_they_follow_from_the_others():
    names: list[str | None] = list(STATE.coloring)
    names[7] = None
    assert STATE.apply(CUBE.solve(names, method="twophase").alg).is_solved
    names[19] = names[5] = names[10] = None
    with pytest.raises(Unsolvable, match="4 stickers of 3x3x3 are open"):
        CUBE.solve(names)


REID = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR"
SOLVED_FACELETS = "".join(9 * face for face in "URFDLB")
NET = write_net(CUBE.solved.coloring)


@pytest.mark.parametrize(
    ("text", "open_stickers"),
    [
        (json.dumps(list(CUBE.solved.coloring)), 0),
        (json.dumps([None] * 27 + list(CUBE.solved.coloring)[27:]), 27),
        (json.dumps(list(CUBE.solved.coloring.picks)), 0),
        ('{"0": "white", "7": "white"}', 52),
        (" ".join(CUBE.solved.coloring), 0),
        (",".join(CUBE.solved.coloring).replace("red", "?"), 9),
        ("# mine\n" + SOLVED_FACELETS, 0),
        ("/".join(9 * letter for letter in "wrgyob"), 0),
        (NET.replace("w w w", "www"), 0),
        (NET.replace("w w w", "w.?"), 6),
        (REID.lower(), 0),
        ("? " * 20, 48),
        (REID.replace("URB", "U??").replace("UR ", "? "), 4),
        ("(uf,ub)(ul,ur)", 0),
    ],
)
def test_more_forms_are_read_as_people_write_them(text, open_stickers):
    verdict = CUBE.validate(state_argument(text))
    assert sum(color is None for color in verdict.coloring) == open_stickers
    assert verdict.state is not None
    if not text.startswith("("):
        known = zip(verdict.coloring, CUBE.solved.coloring, strict=True)
        assert all(seen in (None, solved) for seen, solved in known)


@pytest.mark.parametrize(
    ("puzzle_name", "text", "words"),
    [
        ("3x3x3", "UUUU RRRR FFFF DDDD LLLL BBBB", "24 facelets"),
        ("3x3x3", "UFUF RBRB FDFD DRDR LLLL UBUB", "24 facelets"),
        ("3x3x3", ".", "1 facelet;"),
        ("3x3x3", "x" * 54, "or [?] for one that is not seen"),
        ("3x3x3", "white red", "54 stickers, not 2"),
        ("3x3x3", "white white rad", 'unknown color "rad"'),
        ("3x3x3", '["white", "red"]', "54 stickers, not 2"),
        ("3x3x3", "https://example.com/?alg=R", "not those of example.com"),
        ("3x3x3", "https://alg.cubing.net/", "the link holds no moves"),
        ("3x3x3", "https://twizzle.net/explore/?alg=R&puzzle-description=c+f+0", "not the 3x3x3"),
        ("3x3x3", "https://twizzle.net/edit/?alg=R&puzzle=loopover", 'is about "loopover"'),
        ("3x3x3", 'version 2\nsolve {\n puzzle id="ft_hypercube:3"\n}\n', "ft_hypercube:3"),
        ("3x3x3", "./nofile", "cannot be read"),
        ("3x3x3", NET.replace("U:", "Up:"), 'unknown face "Up:"'),
        ("3x3x3", '{"puzzle": "2x2x2", "state": [0]}', "puzzle is 2x2x2"),
        ("3x3x3", REID.replace("DBR", "DBX"), "DBX"),
        ("megaminx", SOLVED_FACELETS, "no N×N×N cube"),
        ("megaminx", "U???", "expected a move"),
    ],
)
def test_what_is_misread_is_an_error_and_nothing_else(puzzle_name, text, words):
    with pytest.raises(PuzzleryError, match=words):
        puzzle(puzzle_name).validate(state_argument(text))


def test_arrays_of_faces_are_read_face_by_face():
    faces = np.array(STATE.coloring.picks).reshape(6, 3, 3)
    assert CUBE.validate(faces).state == STATE
    assert CUBE.validate(list(map(list, faces.reshape(6, 9)))).state == STATE


def test_values_that_are_no_state_are_refused_in_one_line():
    for given in (None, 5, {"red"}, b"UUUU"):
        with pytest.raises(SyntaxFault) as caught:
            CUBE.validate(given)
        assert "\n" not in str(caught.value)
