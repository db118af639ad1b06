"""Text nets: a puzzle's stickers as letters, face by face, to be filled in by hand.

    # 2x2x2: put at each place the letter of the color that you see there
    # w = white, r = red, g = green, y = yellow, o = orange, b = blue
    U:
      w w
      w w

A line that begins with # is a comment. Faces come in a fixed order, each from its top row to its
bottom row as seen from outside, so that the letters alone determine the coloring. A color may be
written as its letter or by its name. A sticker that one cannot see is ? or a dot.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass

import numpy as np

from puzzlery.errors import FileFault
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.partial_coloring import OPEN, OPEN_SIGNS, PartialColoring, view
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats
from puzzlery.twisty.model.state import Coloring

# Stickers without faces are listed in rows of this length.
ROW_SIZE = 12
# Error messages show at most so many colors, and so many characters of a word.
MAX_SHOWN = 40
# Stickers whose heights differ by less are in one row; the faces of puzzles are about 2 high.
ROW_TOLERANCE = 1e-3
SPARE_SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


@dataclass(frozen=True, slots=True)
class NetFace:
    """A face in a net: its name, and its stickers row by row.

    >>> NetFace("U", ((0, 1), (2, 3))).stickers
    [0, 1, 2, 3]
    """

    name: str
    rows: tuple[tuple[int, ...], ...]

    @property
    def stickers(self) -> list[int]:
        """The stickers in the order in which a net lists them.

        >>> NetFace("U", ((4, 1), (2, 3))).stickers
        [4, 1, 2, 3]
        """
        return [sticker for row in self.rows for sticker in row]


def write_net(coloring: Coloring | PartialColoring) -> str:
    """A coloring as a text net; that of the solved puzzle is a template to fill in.

    >>> import puzzlery
    >>> print(write_net(puzzlery.puzzle("2x2x2").apply("R").coloring))
    # 2x2x2: put at each place the letter of the color that you see there
    # w = white, r = red, g = green, y = yellow, o = orange, b = blue
    U:
      w g
      w g
    R:
    ...
    """
    puzzle = coloring.puzzle
    signs = color_signs(puzzle.palette)
    legend = ", ".join(f"{s} = {c.name}" for s, c in zip(signs, puzzle.palette, strict=True))
    lines = [
        f"# {puzzle.name}: put at each place the letter of the color that you see there",
        f"# {legend}",
    ]
    for face in net_faces(puzzle):
        lines += [f"{face.name}:", *_drawn(face, [_sign(signs, pick) for pick in coloring.picks])]
    return "\n".join(lines) + "\n"


def _sign(signs: list[str], pick: int) -> str:
    return OPEN_SIGNS[0] if pick == OPEN else signs[pick]


def read_net(puzzle: Puzzle, text: str, source: str = "") -> Coloring | PartialColoring:
    """The coloring that a filled-in net shows; the inverse of `write_net`.

    >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, colors=["red", "blue"], name="pair")
    >>> read_net(pair, write_net(pair.apply("a").coloring)) == pair.apply("a").coloring
    True
    """
    known = _meanings(puzzle)
    faces = net_faces(puzzle)
    names = dict.fromkeys(face.name for face in faces)
    order = [sticker for face in faces for sticker in face.stickers]
    picks = [OPEN] * puzzle.degree
    filled = 0
    for word, line, face in _letters(text, names, known):
        if filled == len(order):
            raise FileFault(
                f"more than {puzzle.degree} letters, the number of stickers of {puzzle.name}",
                source=source, line=line,
            )  # fmt: skip
        _check_face(face, filled, faces, source, line)
        if word not in known and word.endswith(":"):
            raise FileFault(
                f'unknown face "{word[:MAX_SHOWN]}"; the faces are {", ".join(names)}',
                source=source, line=line,
            )  # fmt: skip
        if word not in known:
            legend = ", ".join([*known][len(OPEN_SIGNS) : MAX_SHOWN])
            raise FileFault(
                f'unknown color "{word[:MAX_SHOWN]}"; expected one of {legend}',
                source=source, line=line,
            )  # fmt: skip
        picks[order[filled]] = known[word]
        filled += 1
    if filled < len(order):
        raise FileFault(
            f"{filled} letters; {puzzle.name} has {puzzle.degree} stickers", source=source
        )
    return view(puzzle, picks)


def is_net(text: str) -> bool:
    """Whether a text looks like a net: a line that names a face, before any letters.

    >>> is_net("U:\\n w w\\n w w"), is_net("U: w w w w"), is_net("[R: U2]")
    (True, True, False)
    """
    for line in text.splitlines():
        bare = line.strip()
        if bare and not bare.startswith("#"):
            name, colon, letters = bare.partition(":")
            # A colon also stands in `[R: U]`, in JSON and in remarks of algs.
            return bool(colon) and not set(name) & set("[({/") and not (letters and " " in name)
    return False


def color_signs(palette: tuple[Color, ...]) -> list[str]:
    """A letter for each color, its first one where that is free.

    >>> color_signs((Color("blue", "#00f"), Color("black", "#000"), Color("red", "#f00")))
    ['b', 'l', 'r']
    """
    signs: list[str] = []
    for color in palette:
        own = [sign for sign in color.name.lower() if sign in SPARE_SIGNS]
        free = (sign for sign in [*own, *SPARE_SIGNS] if sign not in signs)
        signs.append(next(free, color.name))
    return signs


def net_faces(puzzle: Puzzle) -> list[NetFace]:
    """The faces in the order of their first stickers, each with its rows from top to bottom.

    >>> import puzzlery
    >>> [(face.name, face.rows) for face in net_faces(puzzlery.puzzle("2x2x2"))][0]
    ('U', ((0, 1), (2, 3)))
    """
    skin = puzzle.skin
    if skin is None or not any(skin.faces):
        numbers = range(puzzle.degree)
        rows = tuple(tuple(numbers[at : at + ROW_SIZE]) for at in range(0, puzzle.degree, ROW_SIZE))
        return [NetFace("stickers", rows)]
    members: dict[str, list[int]] = {}
    for sticker, name in enumerate(skin.faces):
        members.setdefault(name or "other", []).append(sticker)
    return [
        NetFace(name, _rows(stickers, skin.positions[stickers], skin.normals[stickers]))
        for name, stickers in members.items()
    ]


def _rows(stickers: list[int], points: Floats, normals: Floats) -> tuple[tuple[int, ...], ...]:
    """Stickers of one face in rows, as seen from outside.

    Faces are upright; the top is seen with the front below it, the bottom with the front above.
    """
    normal = normals.sum(axis=0)
    normal = normal / max(float(np.linalg.norm(normal)), 1e-9)
    if abs(normal[1]) > 0.99:
        up = np.array([0.0, 0.0, -1.0 if normal[1] > 0 else 1.0])
    else:
        up = np.array([0.0, 1.0, 0.0])
    heights, along = points @ up, points @ np.cross(up, normal)
    rows: list[list[int]] = []
    last = np.inf
    for at in np.argsort(-heights, kind="stable").tolist():
        if last - heights[at] > ROW_TOLERANCE:
            rows.append([])
        rows[-1].append(at)
        last = heights[at]
    return tuple(tuple(stickers[at] for at in sorted(row, key=along.item)) for row in rows)


def _drawn(face: NetFace, signs: list[str]) -> Iterator[str]:
    lines = [" ".join(signs[sticker] for sticker in row) for row in face.rows]
    width = max(map(len, lines))
    for line in lines:
        yield f"  {' ' * ((width - len(line)) // 2)}{line}"


def _meanings(puzzle: Puzzle) -> dict[str, int]:
    """The color of each letter and each name, in either case where that is unambiguous."""
    signs = color_signs(puzzle.palette)
    exact = {sign: number for number, sign in enumerate(signs)}
    named = {color.name: number for number, color in enumerate(puzzle.palette)}
    loose = {sign.swapcase(): number for sign, number in exact.items() if sign.isalpha()}
    return {**dict.fromkeys(OPEN_SIGNS, OPEN), **loose, **named, **exact}


def _words(text: str, names: Container[str]) -> Iterator[tuple[str, int, str | None]]:
    """The letters one by one, with their lines, the first of a face with the face's name."""
    face: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("#"):
            continue
        head, colon, rest = bare.partition(":")
        if colon and head.strip() in names:
            face, bare = head.strip(), rest
        for word in bare.split():
            yield word, number, face
            face = None


def _letters(
    text: str, names: Container[str], known: dict[str, int]
) -> Iterator[tuple[str, int, str | None]]:
    """The words of `_words`; letters without spaces between them one by one."""
    for word, number, face in _words(text, names):
        apart = word not in known and all(letter in known for letter in word)
        for letter in word if apart else (word,):
            yield letter, number, face
            face = None


def _check_face(
    name: str | None, filled: int, faces: list[NetFace], source: str, line: int
) -> None:
    """Refuse a face that begins where the one before it is not full, or in another order."""
    if name is None:
        return
    start = 0
    for face in faces:
        if face.name == name and start != filled:
            raise FileFault(
                f"face {name} begins after {filled} letters; expected {start} before it",
                source=source, line=line,
            )  # fmt: skip
        start += len(face.stickers)
