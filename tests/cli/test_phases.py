"""`puzzlery phases`, run as people run it."""

import json

import pytest

from puzzlery.cli import main


def test_the_chain_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["phases", "3x3x3", "--cosets", "1e8"]) == 0
    said = capsys.readouterr().out
    for words in ("4 phases", "2,048", "1,082,565", "29,400", "663,552", "solved"):
        assert words in said


def test_the_chain_is_plain_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["phases", "skewb", "--memory", "16M", "--json"]) == 0
    [phase] = json.loads(capsys.readouterr().out)["phases"]
    assert phase["cosets"] == 3_149_280
    assert phase["to"] == "solved"
    assert phase["table_bytes"] > 0


@pytest.mark.parametrize(("option", "given"), [("--memory", "lots"), ("--cosets", "1")])
def test_budgets_that_mean_nothing_are_refused(
    option: str, given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["phases", "skewb", option, given]) == 2
    assert capsys.readouterr().err


def test_solving_by_phases(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "skewb", "R U' L", "--method", "phases", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["length"], found["optimal"], found["method"]) == (3, True, "phases")
