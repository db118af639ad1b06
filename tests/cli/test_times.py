"""`puzzlery times`: times are added, averaged, written for csTimer and read again."""

import json
from pathlib import Path
from typing import Any

import pytest

from puzzlery.cli.main import main

FIVE = ("5.99", "5.28", "5.25", "6.13", "9.19")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["times", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def library(tmp_path: Path) -> str:
    return str(tmp_path / "sessions.sqlite")


def test_the_average_of_five_published_times(library: str, capsys: pytest.CaptureFixture[str]):
    """Feliks Zemdegs, Malaysia Cube Open 2017: 5.80."""
    adds = [part for time in FIVE for part in ("--add", time)]
    found = told(capsys, "record", *adds, "--library", library)
    assert [(row["name"], row["current"]) for row in found["rows"]] == [("mo3", 686), ("ao5", 580)]
    assert main(["times", "record", "--library", library]) == 0
    assert "ao5          5.80" in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_what_is_written_is_read_into_another_library(
    library: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
):
    file, other = str(tmp_path / f"times.{kind}"), str(tmp_path / "other.sqlite")
    first = told(
        capsys, "mine", "--add", "1:02.34", "--add", "DNF", "--write", file, "--library", library
    )
    into = ["mine"] if kind == "csv" else []
    for _ in range(2):
        told(capsys, *into, "--read", file, "--library", other)
    again = told(capsys, "mine", "--library", other)
    assert {**again, "session": 0} == {**first, "session": 0}
    assert (again["count"], again["best"]) == (2, 6234)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--add", "9.5"], "SESSION"),
        (["mine", "--add", "fast"], '"fast"'),
        (["nowhere"], '"nowhere"'),
        (["--write", "x.csv"], "x.csv"),
    ],
)
def test_what_cannot_be_heeded_is_refused(
    library: str, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
):
    assert main(["times", *arguments, "--library", library]) == 2
    assert said in capsys.readouterr().err
