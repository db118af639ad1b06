"""Reading: the ways in which a coloring may be given."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzlery.errors import DegreeMismatch, SyntaxFault, UnknownName
from puzzlery.twisty.model.state import Coloring

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

ColoringLike = Coloring | Sequence[str] | str


def as_coloring(puzzle: "Puzzle", given: ColoringLike) -> Coloring:
    """A coloring from itself, from a list of color names, or from a facelet string of a cube."""
    if isinstance(given, str):
        from puzzlery.formats.states.facelets import read_facelets

        return read_facelets(puzzle, given)
    if not isinstance(given, Sequence | Coloring):
        raise SyntaxFault(f"expected a list of color names, not {type(given).__name__}", "", 0)
    if len(given) != puzzle.degree:
        raise DegreeMismatch(
            f"a coloring of {puzzle.name} has {puzzle.degree} stickers, not {len(given)}"
        )
    if isinstance(given, Coloring) and given.puzzle.palette == puzzle.palette:
        return Coloring(puzzle, given.picks)
    names = list(given)
    strange = next((at for at, name in enumerate(names) if not isinstance(name, str)), None)
    if strange is not None:
        raise UnknownName(
            f"sticker {strange} of {puzzle.name} has the color {names[strange]!r}; "
            "expected the name of a color"
        )
    return Coloring.of(puzzle, names)


def is_facelets(puzzle: "Puzzle", text: str) -> bool:
    """Whether a text has as many letters as a cube has stickers, or looks like such a string."""
    signs = "".join(text.split())
    if puzzle.skin is None or "".join(dict.fromkeys(puzzle.skin.faces)) != "URFDLB":
        return False
    return len(signs) == puzzle.degree or (len(signs) > 20 and signs.isalpha() and " " not in text)
