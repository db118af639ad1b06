"""The one reader of states: everything that a person may give to describe the state of a puzzle.

A state may be given as
- a `State` or a `Coloring`,
- moves that lead there: an `Alg`, a `Move`, or text such as `R U R' U'`,
- what one sees: a list of color names, the facelets of a cube, or a text net,
- JSON as `write_state` writes it,
- a `Path` to a file that holds any of these texts.

The library, the command line and the server all read with this module. A text never names a
file here: only a `Path` is looked for on the disk.
"""

from collections.abc import Sequence
from pathlib import Path

from puzzlery.errors import DegreeMismatch, FileFault, SyntaxFault, UnknownName
from puzzlery.formats.states.facelets import is_facelets, read_facelets
from puzzlery.formats.states.net_text import is_net, read_net
from puzzlery.formats.states.state_file import loads_state
from puzzlery.formats.text_files import read_text
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring, State
from puzzlery.twisty.notation.alg import Alg, Move

StateLike = State | Coloring | Alg | Move | str | Path | Sequence[str]


def read_given(puzzle: Puzzle, given: StateLike) -> State | Coloring:
    """The state that is given, or the coloring where only that is known.

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


def read_coloring(puzzle: Puzzle, given: StateLike) -> Coloring:
    """The coloring that is given, or that of the state that is given.

    >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, colors=["red", "blue"], name="pair")
    >>> read_coloring(pair, "a")
    <Coloring of pair: blue red>
    """
    found = read_given(puzzle, given)
    return found.coloring if isinstance(found, State) else found


def _read_file(puzzle: Puzzle, path: Path) -> State | Coloring:
    text = read_text(path)
    if not text.strip():
        raise FileFault("nothing in it; expected a state", source=str(path))
    return _read_text(puzzle, text, str(path))


def _read_text(puzzle: Puzzle, text: str, source: str = "") -> State | Coloring:
    """A filled net, JSON, facelets of a cube, or else an alg."""
    if is_net(text):
        return read_net(puzzle, text, source)
    if text.lstrip().startswith("{"):
        return loads_state(text, puzzle, source)
    written = text.strip()
    return read_facelets(puzzle, written) if is_facelets(puzzle, written) else puzzle.apply(written)


def _listed(puzzle: Puzzle, colors: Coloring | Sequence[str]) -> Coloring:
    """A coloring of this puzzle, from one of an equal puzzle or from names of colors."""
    if not isinstance(colors, Sequence | Coloring):
        raise SyntaxFault(
            f"expected moves, a list of color names, or a text that shows them, "
            f"not {type(colors).__name__}", "", 0,
        )  # fmt: skip
    if len(colors) != puzzle.degree:
        raise DegreeMismatch(
            f"a coloring of {puzzle.name} has {puzzle.degree} stickers, not {len(colors)}"
        )
    if isinstance(colors, Coloring) and colors.puzzle.palette == puzzle.palette:
        return Coloring(puzzle, colors.picks)
    names = list(colors)
    strange = next((at for at, name in enumerate(names) if not isinstance(name, str)), None)
    if strange is not None:
        raise UnknownName(
            f"sticker {strange} of {puzzle.name} has the color {names[strange]!r}; "
            "expected the name of a color"
        )
    return Coloring.of(puzzle, names)
