"""How people give a state in a command: a file if there is one, else the text itself."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puzzlery.formats.states.state_reader import View
    from puzzlery.twisty.model.puzzle import Puzzle

# A folder in front, or an ending of two to five small letters: neither occurs in a state, not even
# in the slashes of Square-1.
_FILE_NAME = re.compile(
    r"(\.{0,2}|~|[\w-]+|[A-Za-z]:)[/\\][\w-]+[/\\.]\S*|(\.{1,2}|~)[/\\][\w-]+"
    r"|[\w./\\ -]*\w\.[a-z]{2,5}"
)
# Six faces of a cube with slashes between them are no path.
_FACES = re.compile(r"([\w?.]{4,})(/[\w?.]{4,}){5}")


def state_argument(text: str) -> str | Path:
    """The path of a file if there is one of this name, else the text itself.

    A text that can only be the name of a file is one, even if there is no such file.

    >>> state_argument("R U R' U'")
    "R U R' U'"
    >>> state_argument("nofile.txt").name
    'nofile.txt'
    """
    bare = text.strip()
    is_named = _FILE_NAME.fullmatch(bare) and not _are_faces(bare)
    return Path(text) if _is_file(text) or is_named else text


def states_in(puzzle: "Puzzle", batch: Path) -> list[tuple[int, str]]:
    r"""The states in a file of many, each with the number of its first line.

    A state is a line, a net that begins with its first face, or a solve that another program
    recorded; # begins a comment.

    >>> import puzzlery, tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    ...     _, _ = file.write("# two states\nR U\nF2\n"), file.flush()
    ...     states_in(puzzlery.puzzle("2x2x2"), Path(file.name))
    [(2, 'R U'), (3, 'F2')]
    """
    from puzzlery.errors import FileFault
    from puzzlery.formats.states.net_text import is_net
    from puzzlery.formats.states.recordings import recordings_in
    from puzzlery.formats.text_files import read_text

    text = read_text(batch)
    recorded = recordings_in(text, str(batch))
    if recorded:
        return [(each.line, str(each.alg(puzzle))) for each in recorded]
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


def edited(puzzle: "Puzzle", text: str, edits: Sequence[str]) -> "View":
    """A coloring with some stickers changed, given as `12=red`, `12=r` or `12=?` (open).

    A sticker may also be called as `check` calls it.

    >>> import puzzlery
    >>> edited(puzzlery.puzzle("2x2x2"), "R", ["0=red", "top, back right=y"])[:4]
    ('red', 'yellow', 'white', 'green')
    """
    from puzzlery.errors import SyntaxFault
    from puzzlery.formats.states.net_text import color_signs
    from puzzlery.formats.states.state_reader import read_view
    from puzzlery.twisty.model.partial_coloring import seen_colors

    palette = [color.name for color in puzzle.palette]
    letters = dict(zip(color_signs(puzzle.palette), palette, strict=True))
    names: list[object] = [*read_view(puzzle, state_argument(text))]
    for edit in edits:
        number, equals, color = (word.strip() for word in edit.partition("="))
        place = _place(puzzle, number)
        if not equals or place is None:
            last = len(names) - 1
            named = "" if puzzle.skin is None else ' or "front, top left=red"'
            raise SyntaxFault(f"expected a sticker 0 … {last} and a color: 12=red{named}", edit, 0)
        names[place] = color if color in palette else letters.get(color, color)
    return seen_colors(puzzle, names)


def _place(puzzle: "Puzzle", text: str) -> int | None:
    """The place of a number or a name."""
    if _is_below(text, puzzle.degree):
        return int(text)
    if puzzle.skin is None:
        return None
    from puzzlery.render.sticker_words import place_named

    return place_named(puzzle, text)


def _is_below(number: str, limit: int) -> bool:
    return number.isascii() and number.isdecimal() and len(number) < 10 and int(number) < limit


def _are_faces(text: str) -> bool:
    return bool(_FACES.fullmatch(text)) and len({len(face) for face in text.split("/")}) == 1


def _is_file(text: str) -> bool:
    try:
        return bool(text) and Path(text).is_file()
    except (OSError, ValueError):
        return False
