"""How people give a state in a command: a file if there is one, else the text itself."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzlery.twisty.puzzle import Puzzle
    from puzzlery.twisty.state import Coloring, State


def read_given(puzzle: "Puzzle", text: str) -> "State | Coloring":
    """The state or coloring that a person means."""
    from puzzlery.formats import given

    return given.read_given(puzzle, *_content(text))


def read_coloring(puzzle: "Puzzle", text: str) -> "Coloring":
    """What one sees of the state that a person means."""
    from puzzlery.formats import given

    return given.read_coloring(puzzle, *_content(text))


def lines(batch: Path) -> list[tuple[int, str]]:
    """The lines of a file that hold a state, with their numbers; # begins a remark."""
    from puzzlery.formats.files import read_text

    numbered = enumerate(map(str.strip, read_text(batch).splitlines()), 1)
    return [(number, line) for number, line in numbered if line and line[0] != "#"]


def _content(text: str) -> tuple[str, str]:
    """What the text stands for, and the file that it comes from."""
    from puzzlery.formats.files import read_text

    return (read_text(text), text) if _is_file(text) else (text, "")


def _is_file(text: str) -> bool:
    try:
        return bool(text) and Path(text).is_file()
    except (OSError, ValueError):
        return False
