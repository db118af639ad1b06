"""One reader of states: the library, the command line and the server read the same texts."""

import json

import pytest

from puzzlery.cli.main import main
from puzzlery.errors import DegreeMismatch, FileFault, SyntaxFault, UnknownName
from puzzlery.formats import dumps_state, write_facelets, write_net
from puzzlery.formats.states.state_reader import read_coloring, read_given
from puzzlery.twisty.catalog import puzzle
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
    shown = read_coloring(CUBE, text)
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
    assert told["coloring"] == list(read_coloring(CUBE, text))


def test_values_of_the_library_are_read_as_they_are():
    for given in (STATE, STATE.coloring, list(STATE.coloring), CUBE.alg(ALG)):
        assert read_coloring(CUBE, given) == STATE.coloring


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
        ([1] * 54, UnknownName, "sticker 0 of 3x3x3"),
        (7, SyntaxFault, "not int"),
    ],
)
def test_what_is_no_state_is_refused(given, kind, words):
    for read in (lambda: read_given(CUBE, given), lambda: CUBE.solve(given)):
        with pytest.raises(kind, match=words):
            read()
