"""The one reader of states: everything that a person may give to describe the state of a puzzle.

A state may be given as
- a `State` or a `Coloring`,
- moves that lead there: an `Alg`, a `Move`, or text such as `R U R' U'`,
- what one sees: a list or an array of colors (names, labels or numbers in the palette), a table
  of stickers and their colors, both also as JSON or words, the facelets of a cube, or a text net,
- the pieces of a cube in words, as Reid and Singmaster write them,
- JSON as `write_state` writes it,
- a link or a log of another program with one recording,
- a `Path` to a file that holds any of these texts.

A sticker whose color is not known is None in a list, null in JSON, and `?` or `.` in a text; what
a table leaves out is not known either. Then the result is a `PartialColoring`.

The library, the command line and the server all read with this module. A text never names a
file here: only a `Path` is looked for on the disk.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from puzzlery.errors import DegreeMismatch, FileFault, SyntaxFault
from puzzlery.formats.states.color_lists import read_color_list
from puzzlery.formats.states.cubie_words import read_words
from puzzlery.formats.states.facelets import is_facelets, read_facelets
from puzzlery.formats.states.net_text import is_net, read_net
from puzzlery.formats.states.recordings import recorded_state
from puzzlery.formats.states.state_file import loads_state
from puzzlery.formats.text_files import faults_in, read_text
from puzzlery.twisty.model.partial_coloring import PartialColoring, seen_colors, view
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring, State
from puzzlery.twisty.notation.alg import Alg, Move

View = Coloring | PartialColoring
StateLike = (
    State | View | Alg | Move | str | Path
    | Sequence[object] | NDArray[np.generic] | Mapping[int, object]
)  # fmt: skip


def read_given(puzzle: Puzzle, given: StateLike) -> State | View:
    """The state that is given, or what one sees of it where only that is known.

    >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, colors=["red", "blue"], name="pair")
    >>> read_given(pair, "a").permutation.images
    (1, 0)
    >>> read_given(pair, ["blue", "red"])
    <Coloring of pair: blue red>
    """
    if isinstance(given, State):
        return State(puzzle, given.permutation)
    if isinstance(given, Alg | Move):
        return puzzle.apply(given)
    if isinstance(given, Path):
        return _read_file(puzzle, given)
    return _read_text(puzzle, given) if isinstance(given, str) else _listed(puzzle, given)


def read_view(puzzle: Puzzle, given: StateLike) -> View:
    """What one sees of the state that is given.

    >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, colors=["red", "blue"], name="pair")
    >>> read_view(pair, "a"), read_view(pair, {1: "red"})
    (<Coloring of pair: blue red>, <PartialColoring of pair: ? red>)
    """
    found = read_given(puzzle, given)
    return found.coloring if isinstance(found, State) else found


def _read_file(puzzle: Puzzle, path: Path) -> State | View:
    text = read_text(path)
    if not text.strip():
        raise FileFault("nothing in it; expected a state", source=str(path))
    with faults_in(str(path)):
        return _read_text(puzzle, text, str(path))


def _read_text(puzzle: Puzzle, text: str, source: str = "") -> State | View:
    """A filled net, a recording, colors, JSON, words, facelets of a cube, or else an alg."""
    recorded = recorded_state(puzzle, text, source)
    if recorded is not None:
        return recorded
    if is_net(text):
        return read_net(puzzle, text, source)
    written = _without_comments(text).strip()
    colors = read_color_list(puzzle, written, source)
    if colors is not None:
        return _listed(puzzle, colors)
    if written.startswith("{"):
        return loads_state(text, puzzle, source)
    named = read_words(puzzle, written)
    if named is not None:
        return named
    return read_facelets(puzzle, written) if is_facelets(puzzle, written) else puzzle.apply(written)


def _without_comments(text: str) -> str:
    """The lines that do not begin with #."""
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))


def _listed(puzzle: Puzzle, colors: object) -> View:
    """What one sees, from a coloring of an equal puzzle, a table, a list or an array of colors."""
    if isinstance(colors, Mapping):
        return _from_table(puzzle, colors)
    if isinstance(colors, np.ndarray):
        colors = colors.ravel().tolist()
    if not isinstance(colors, Sequence) or isinstance(colors, bytes | bytearray):
        raise SyntaxFault(
            f"expected moves, a list of colors, or a text that shows them, "
            f"not {type(colors).__name__}", "", 0,
        )  # fmt: skip
    if len(colors) and all(isinstance(row, list | np.ndarray) for row in colors):
        return _listed(puzzle, [color for row in colors for color in row])  # face by face
    if len(colors) != puzzle.degree:
        raise DegreeMismatch(
            f"a coloring of {puzzle.name} has {puzzle.degree} stickers, not {len(colors)}"
        )
    if isinstance(colors, View) and colors.puzzle.palette == puzzle.palette:
        return view(puzzle, colors.picks)
    return seen_colors(puzzle, colors)


def _from_table(puzzle: Puzzle, colors: Mapping[object, object]) -> View:
    """What one sees if only the stickers of a table are known."""
    strange = [place for place in colors if not _is_place(place, puzzle.degree)]
    if strange:
        raise DegreeMismatch(
            f"{strange[0]!r} is no sticker of {puzzle.name}; expected 0 … {puzzle.degree - 1}"
        )
    given: list[object] = [None] * puzzle.degree
    for place, color in colors.items():
        given[int(place)] = color  # type: ignore[call-overload]
    return seen_colors(puzzle, given)


def _is_place(place: object, degree: int) -> bool:
    return isinstance(place, int | np.integer) and bool(0 <= place < degree)
