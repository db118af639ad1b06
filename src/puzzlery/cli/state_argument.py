"""How people give a state in a command: a file if there is one, else the text itself."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle
    from puzzlery.twisty.model.state import Coloring, State


def read_given(puzzle: "Puzzle", text: str) -> "State | Coloring":
    """The state or coloring that a person means."""
    from puzzlery.formats.states import state_reader

    return state_reader.read_given(puzzle, *_content(text))


def read_coloring(puzzle: "Puzzle", text: str) -> "Coloring":
    """What one sees of the state that a person means."""
    from puzzlery.formats.states import state_reader

    return state_reader.read_coloring(puzzle, *_content(text))


def states_in(puzzle: "Puzzle", batch: Path) -> list[tuple[int, str]]:
    """The states in a file of many, each with the number of its first line.

    A state is a line, or a net that begins with its first face; # begins a remark.
    """
    from puzzlery.errors import FileFault
    from puzzlery.formats.states.net_text import is_net
    from puzzlery.formats.text_files import read_text

    text = read_text(batch)
    numbered = enumerate(map(str.strip, text.splitlines()), 1)
    lines = [(number, line) for number, line in numbered if line and line[0] != "#"]
    if not lines:
        raise FileFault(f"nothing in it; expected states of {puzzle.name}", source=str(batch))
    return list(_nets(puzzle, lines)) if is_net(text) else lines


def _nets(puzzle: "Puzzle", lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The nets in a file; one begins where the name of its first face stands."""
    from puzzlery.formats.states.net_text import net_faces

    first = net_faces(puzzle)[0].name
    starts = [at for at, (_, line) in enumerate(lines) if line.partition(":")[0].strip() == first]
    if not starts or starts[0]:
        starts.insert(0, 0)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield lines[start][0], "\n".join(line for _, line in lines[start:end])


def edited(coloring: "Coloring", edits: Sequence[str]) -> "Coloring":
    """The coloring with some stickers colored anew, given as `12=red` or with a net's letter."""
    from puzzlery.errors import SyntaxFault
    from puzzlery.formats.states.net_text import color_signs
    from puzzlery.twisty.model.state import Coloring

    palette = [color.name for color in coloring.puzzle.palette]
    letters = dict(zip(color_signs(coloring.puzzle.palette), palette, strict=True))
    names = list(coloring)
    for edit in edits:
        number, equals, color = (word.strip() for word in edit.partition("="))
        if not equals or not _is_below(number, len(names)):
            last = len(names) - 1
            raise SyntaxFault(f"expected a sticker 0 … {last} and a color: 12=red", edit, 0)
        names[int(number)] = color if color in palette else letters.get(color, color)
    return Coloring.of(coloring.puzzle, names)


def _is_below(number: str, limit: int) -> bool:
    return number.isascii() and number.isdecimal() and len(number) < 10 and int(number) < limit


def _content(text: str) -> tuple[str, str]:
    """What the text stands for, and the file that it comes from."""
    from puzzlery.errors import FileFault
    from puzzlery.formats.text_files import read_text

    if not _is_file(text):
        return text, ""
    content = read_text(text)
    if not content.strip():
        raise FileFault("nothing in it; expected a state", source=text)
    return content, text


def _is_file(text: str) -> bool:
    try:
        return bool(text) and Path(text).is_file()
    except (OSError, ValueError):
        return False
