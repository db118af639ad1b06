"""The commands that the documentation shows say what it says they do."""

import re
import shlex
from pathlib import Path

import pytest

from puzzlery.cli.main import main

DOCS = Path(__file__).parent.parent / "docs"
COMMAND = re.compile(r"^\$ puzzlery (.*)\n((?:(?!\$ |```).*\n)*)", re.MULTILINE)


def shown(page: str) -> list[tuple[str, list[str]]]:
    """The commands of a page, each with the lines that it is said to print."""
    return [(line, said.splitlines()) for line, said in COMMAND.findall((DOCS / page).read_text())]


@pytest.mark.parametrize("page", ["packing.md"])
def test_shown_commands_print_what_is_shown(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    commands = shown(page)
    assert commands
    for line, said in commands:
        assert main(shlex.split(line)) == 0, line
        printed = capsys.readouterr().out
        for words in said:
            assert words in printed, (line, words, printed)


@pytest.mark.parametrize("page", sorted(path.name for path in DOCS.glob("*.md")))
def test_pictures_and_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", (DOCS / page).read_text()):
        assert (DOCS / target).exists(), target
