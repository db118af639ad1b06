"""Cubie words: a cube's pieces named by their faces, as Singmaster and Reid write states.

    UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR     solved
    (FR,UR,BR,DR)(FRU,URB,BRD,DRF)                                          after R
    (UF)+(UR)+   (UFR)-                                                     flipped, twisted

A list of words tells which piece is in each slot, in Reid's order; six words for the centers may
follow. A piece that is not seen is ?, and of U?? only one sticker is. In cycles the piece at the
first slot goes to the second, each letter to the one below it; + says that a piece comes back
twisted clockwise, - counterclockwise, and either that it comes back flipped.
"""

import re

from puzzlery.errors import NotExpressible, SyntaxFault
from puzzlery.twisty.model.partial_coloring import OPEN, PartialColoring, view
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring
from puzzlery.twisty.structure.piece_names import piece_named

EDGES = ("UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL")
CORNERS = ("UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR")
CENTERS = ("U", "L", "F", "R", "B", "D")
_WORD = r"[URFDLB?]{1,3}"
_LIST = re.compile(rf"\s*(?:(?:{_WORD})\s+){{7,25}}(?:{_WORD})\s*")
_CYCLE = re.compile(r"\(\s*([URFDLB]{2,3}(?:\s*,\s*[URFDLB]{2,3})*)\s*\)([+-]?)\s*")
# The faces of a corner clockwise, whichever comes first.
_CLOCKWISE = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB")


def read_words(puzzle: Puzzle, text: str) -> Coloring | PartialColoring | None:
    """What a cube looks like whose pieces are written as words; None if the text is no such words.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("3x3x3")
    >>> read_words(cube, "(FR,UR,BR,DR)(FRU,URB,BRD,DRF)") == cube.apply("R").coloring
    True
    >>> read_words(cube, "R U R' U'") is None
    True
    >>> read_words(cube, "(fr,ur,br,dr)(fru,urb,brd,drf)") == cube.apply("R").coloring
    True
    """
    if text.islower():
        text = text.upper()
    if _is_list(text):
        return _of_list(puzzle, text)
    if re.fullmatch(rf"\s*(?:{_CYCLE.pattern})+", text) and re.search("[,+-]", text):
        return _of_cycles(puzzle, text)
    return None


def _is_list(text: str) -> bool:
    """Whether a text is a list of pieces, not moves: it begins with one, and has a corner.

    >>> _is_list("UF UR UB UL DF DR DB DL"), _is_list("R U R U R U R U"), _is_list("? " * 20)
    (False, False, True)
    """
    words = text.split()
    if not _LIST.fullmatch(text):
        return False
    if set(words) == {"?"}:
        return len(words) in (len(CORNERS), len(EDGES) + len(CORNERS))
    return (len(words[0]) > 1 or words[0] == "?") and any(len(word) == 3 for word in words)


def _of_list(puzzle: Puzzle, text: str) -> Coloring | PartialColoring:
    slots = _slots(puzzle)
    words = text.split()
    names = [*slots, *CENTERS] if len(words) == len(slots) + 6 and len(slots) > 8 else slots
    if len(words) != len(names):
        raise SyntaxFault(
            f"{len(words)} pieces; {puzzle.name} has {len(slots)}: {' '.join(slots)}", text, 0
        )
    looks = dict(zip(names, words, strict=True))
    return _shown(puzzle, looks, text)


def _of_cycles(puzzle: Puzzle, text: str) -> Coloring | PartialColoring:
    looks: dict[str, str] = {}
    for match in _CYCLE.finditer(text):
        names = re.split(r"\s*,\s*", match[1])
        if len({len(name) for name in names}) > 1:
            raise SyntaxFault("a cycle has edges and corners", text, match.start())
        for here, there in zip(names, [*names[1:], _turned(names[0], match[2])], strict=True):
            if any(set(there) == set(slot) for slot in looks):
                raise SyntaxFault(f"{there} stands twice in the cycles", text, match.start())
            looks[there] = here
    return _shown(puzzle, looks, text)


def _turned(name: str, sign: str) -> str:
    """Where the letters of a piece are after a twist: the place of each is named in its turn.

    >>> _turned("UFR", "+"), _turned("UFR", "-"), _turned("UF", "+")
    ('RUF', 'FRU', 'FU')
    """
    if not sign or len(name) == 2:
        return name[::-1] if sign else name
    around = next((each for each in _CLOCKWISE if set(each) == set(name)), name)
    step = 1 if sign == "+" else -1
    return "".join(around[(around.index(face) + step) % 3] for face in name)


def _slots(puzzle: Puzzle) -> tuple[str, ...]:
    size = puzzle.hints.get("cube", 0)
    if size not in (2, 3) or puzzle.degree != 6 * size * size:
        raise NotExpressible(f"{puzzle.name} is no 2x2x2 or 3x3x3; words of pieces are for those")
    return (*EDGES, *CORNERS) if size == 3 else CORNERS


def _shown(puzzle: Puzzle, looks: dict[str, str], text: str) -> Coloring | PartialColoring:
    """The coloring in which each slot shows the faces of a word."""
    _slots(puzzle)
    picks = list(puzzle.solved_colors)
    face_color = {puzzle.stickers[at].face: pick for at, pick in enumerate(puzzle.solved_colors)}
    for slot, word in looks.items():
        if word != "?" and len(word) != len(slot):
            at = text.find(word)
            raise SyntaxFault(f"{word} cannot be at {slot}: it has {len(word)} faces", text, at)
        for sticker, face in zip(piece_named(puzzle, slot), word * len(slot), strict=False):
            picks[sticker] = OPEN if face == "?" else face_color[face]
    return view(puzzle, picks)
