"""Facelet strings of N×N×N cubes: the letters U R F D L B of what one sees, face by face.

Kociemba's order: the faces U R F D L B, each row by row; U and D are seen with F below U and
above D. It is also the order of the stickers of our cubes.
"""

import re
from collections.abc import Container
from math import isqrt

from puzzlery.errors import NotExpressible, SyntaxFault
from puzzlery.twisty.model.partial_coloring import OPEN, OPEN_SIGNS, PartialColoring, view
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring

FACES = "URFDLB"
# People write moves without spaces, as in RUR'U'; strings of more letters than this are facelets.
LONGEST_UNSPACED = 20
# Signs that people put between the faces.
_BETWEEN = "/,;|"
# Four equal faces in a row; as moves they would do nothing.
_RUN = re.compile(f"([{FACES}])\\1{{3}}", re.IGNORECASE)
_SPACED = str.maketrans(_BETWEEN, " " * len(_BETWEEN))
_NOT_OPEN = str.maketrans("", "", "".join(OPEN_SIGNS))


def read_facelets(puzzle: Puzzle, text: str) -> Coloring | PartialColoring:
    """The coloring of a facelet string; spaces, line ends and / , ; | between faces are ignored.

    The letters are those of the faces. Two other alphabets are understood: any six signs on a cube
    with fixed centers, where the sign in the middle of a face stands for its color; and the first
    letters of the colors, if they are different. A facelet that one cannot see is ? or a dot.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("2x2x2")
    >>> read_facelets(cube, "UFUF RRRR FDFD DBDB LLLL UBUB") == cube.apply("R").coloring
    True
    """
    size = _size(puzzle)
    signs = [(sign, at) for at, sign in enumerate(text) if sign.strip(_BETWEEN).strip()]
    if len(signs) != puzzle.degree:
        end = signs[puzzle.degree][1] if len(signs) > puzzle.degree else len(text)
        given = f"{len(signs)} facelet{'s' * (len(signs) != 1)}"
        raise SyntaxFault(
            f"{given}; {puzzle.name} has 6 × {size} × {size} = {puzzle.degree}", text, end
        )
    colors = _face_colors(puzzle, size)
    meaning = _meaning("".join(sign for sign, _ in signs), puzzle, size)
    picks = []
    for sign, at in signs:
        if sign in OPEN_SIGNS:
            picks.append(OPEN)
            continue
        if sign not in meaning:
            known = " ".join(dict.fromkeys(letter.upper() for letter in meaning))
            raise SyntaxFault(
                f'unknown facelet "{sign}"; expected one of {known}, or ? for one that is not seen',
                text, at,
            )  # fmt: skip
        picks.append(colors[meaning[sign]])
    return view(puzzle, picks)


def is_facelets(puzzle: Puzzle, text: str) -> bool:
    """Whether a text has as many letters as a cube has stickers, or looks like such a string.

    A string of faces that is too short looks like moves without spaces. It is taken for facelets
    if a letter stands in it as often in a row as nobody writes a move, if a sign is open, or if it
    is six words of as many letters as a face has.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("2x2x2")
    >>> is_facelets(cube, "UUUURRRRFFFFDDDDLLLLBBBB"), is_facelets(cube, "R U R' U'")
    (True, False)
    >>> is_facelets(cube, "UUUU"), is_facelets(cube, "U??R"), is_facelets(cube, "RURU")
    (True, True, False)
    >>> is_facelets(puzzlery.puzzle("3x3x3"), "UFUF RBRB FDFD DRDR LLLL UBUB")
    True
    """
    words = text.translate(_SPACED).split()
    signs = "".join(words)
    known = signs.translate(_NOT_OPEN)
    if not _has_six_faces(puzzle):
        # Those of a cube are no moves of another puzzle.
        return (
            len(signs) > LONGEST_UNSPACED
            and _looks_like_faces(words)
            and _RUN.search(signs) is not None
        )
    if len(signs) == puzzle.degree or (signs and not known):
        return True
    if not known.isalpha():
        return False
    if _looks_like_faces(words) or any(_RUN.search(word) for word in words):
        return True
    return len(words) == 1 and (len(signs) > LONGEST_UNSPACED or "?" in signs)


def _has_six_faces(puzzle: Puzzle) -> bool:
    return puzzle.skin is not None and "".join(dict.fromkeys(puzzle.skin.faces)) == FACES


def _looks_like_faces(words: list[str]) -> bool:
    """Whether words are six faces of equal size, or these in one; only letters of faces and ?."""
    signs = "".join(words).upper()
    if set(signs) - set(FACES + "".join(OPEN_SIGNS)):
        return False
    sizes = {len(word) for word in words}
    each = len(signs) // 6
    is_square = each > 1 and each == isqrt(each) ** 2 and each * 6 == len(signs)
    return is_square and sizes in ({each}, {len(signs)})


def write_facelets(coloring: Coloring | PartialColoring) -> str:
    """The facelet string of a coloring, in the letters of the faces.

    >>> import puzzlery
    >>> write_facelets(puzzlery.puzzle("2x2x2").apply("R").coloring)
    'UFUFRRRRFDFDDBDBLLLLUBUB'
    """
    puzzle = coloring.puzzle
    letters = dict(zip(_face_colors(puzzle, _size(puzzle)), FACES, strict=True))
    letters[OPEN] = OPEN_SIGNS[0]
    for place, pick in enumerate(coloring.picks):
        if pick not in letters:
            raise NotExpressible(f"sticker {place} has a color of no face of {puzzle.name}")
    return "".join(letters[pick] for pick in coloring.picks)


def _size(puzzle: Puzzle) -> int:
    """N of an N×N×N cube; anything else is refused."""
    size = isqrt(puzzle.degree // 6)
    faces = "".join(letter * size * size for letter in FACES)
    known = puzzle.skin.faces if puzzle.skin is not None else ()
    if 6 * size * size != puzzle.degree or (known and "".join(known) != faces):
        raise NotExpressible(f"{puzzle.name} is no N×N×N cube; facelet strings are for those")
    return size


def _face_colors(puzzle: Puzzle, size: int) -> list[int]:
    """The color of each face when solved."""
    area = size * size
    blocks = [puzzle.solved_colors[at * area : (at + 1) * area] for at in range(6)]
    colors = [block[0] for block in blocks]
    if any(len(set(block)) > 1 for block in blocks) or len(set(colors)) < 6:
        raise NotExpressible(
            f"{puzzle.name} does not have one color a face, six in all; "
            "a facelet string has a letter for each face"
        )
    return colors


def _meaning(signs: str, puzzle: Puzzle, size: int) -> dict[str, int]:
    """Which face each sign stands for."""
    letters = _either_case({face: number for number, face in enumerate(FACES)})
    used = set(signs) - set(OPEN_SIGNS)
    if used <= set(letters):
        return letters
    area = size * size
    centers = [signs[face * area + area // 2] for face in range(6)]
    if size % 2 and set(centers) == used and len(used) == 6:
        return {sign: face for face, sign in enumerate(centers)}
    initials = _either_case(_initials(puzzle, size))
    return letters if _count(signs, letters) >= _count(signs, initials) else initials


def _either_case(letters: dict[str, int]) -> dict[str, int]:
    return letters | {letter.lower(): face for letter, face in letters.items()}


def _count(signs: str, letters: Container[str]) -> int:
    """How many of the signs are among the letters."""
    return sum(sign in letters for sign in signs)


def _initials(puzzle: Puzzle, size: int) -> dict[str, int]:
    """The first letters of the face colors; none when two begin alike."""
    names = [puzzle.palette[pick].name for pick in _face_colors(puzzle, size)]
    initials = {name[:1].upper(): face for face, name in enumerate(names)}
    return initials if len(initials) == 6 else {}
