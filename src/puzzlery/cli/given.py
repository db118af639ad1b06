"""How people give a state: as a file, as facelets, as an alg, or many of them, one a line."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzlery.twisty.puzzle import Puzzle
    from puzzlery.twisty.state import Coloring, State


def read_given(puzzle: "Puzzle", text: str) -> "State | Coloring":
    """What a person means by a state: a file if there is one, else facelets, else an alg."""
    return _from_file(puzzle, text) if _is_file(text) else _from_text(puzzle, text)


def read_coloring(puzzle: "Puzzle", text: str) -> "Coloring":
    """What one sees of the state that a person means."""
    from puzzlery.twisty.state import State

    given = read_given(puzzle, text)
    return given.coloring if isinstance(given, State) else given


def lines(batch: Path) -> list[tuple[int, str]]:
    """The lines of a file that hold a state, with their numbers; # begins a remark."""
    from puzzlery.formats.files import read_text

    numbered = enumerate(map(str.strip, read_text(batch).splitlines()), 1)
    return [(number, line) for number, line in numbered if line and line[0] != "#"]


def _from_file(puzzle: "Puzzle", path: str) -> "State | Coloring":
    from puzzlery.formats.files import read_text
    from puzzlery.formats.netfile import is_net, read_net
    from puzzlery.formats.state_file import loads_state

    text = read_text(path)
    if is_net(text):
        return read_net(puzzle, text, path)
    if text.lstrip().startswith("{"):
        return loads_state(text, puzzle, path)
    return _from_text(puzzle, text.strip())


def _from_text(puzzle: "Puzzle", text: str) -> "State | Coloring":
    from puzzlery.formats import read_facelets
    from puzzlery.twisty.validate.reading import is_facelets

    return read_facelets(puzzle, text) if is_facelets(puzzle, text) else puzzle.apply(text)


def _is_file(text: str) -> bool:
    try:
        return bool(text) and Path(text).is_file()
    except (OSError, ValueError):
        return False
