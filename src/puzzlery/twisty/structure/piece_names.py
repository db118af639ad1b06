"""Names of pieces: the faces on which a piece shows, such as UFR, and the layers it lies in."""

import re
from itertools import permutations
from typing import TYPE_CHECKING

from puzzlery.errors import PuzzleryError, UnknownName

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle


def piece_named(puzzle: "Puzzle", name: str) -> list[int]:
    """The stickers of a piece, in the order of the faces in its name.

    Where several pieces show on the same faces, small letters name the layers: the wing `UFr` lies
    in the second layer from R, `UF3r` in the third, and the center `Uf3r` in the second from F.
    Without them the piece is meant that lies in no such layer beside the middle. Where faces have
    no names, the number of one of its stickers names a piece.

    >>> from puzzlery.twisty.geometry import cube
    >>> len(piece_named(cube(3), "UFR")), len(piece_named(cube(3), "FU"))
    (3, 2)
    >>> piece_named(cube(4), "UFr") != piece_named(cube(4), "UFl")
    True
    """
    faces = puzzle.skin.faces if puzzle.skin and puzzle.skin.faces else ()
    if not any(faces):
        return _numbered(puzzle, name)
    wanted, layers = _faces_in(name.strip(), faces), ""
    if wanted is None:
        split = re.fullmatch(r"([A-Z]+)((?:\d*[a-z])+)", name.strip())
        wanted = _faces_in(split[1], faces) if split else None
        layers = split[2] if split else ""
    if wanted is None:
        known = ", ".join(sorted(set(faces) - {""}, key=len, reverse=True))
        raise UnknownName(f'"{name}" names no piece of {puzzle.name}; its faces are {known}')
    found = [
        list(order)
        for piece in puzzle.pieces()
        for order in permutations(piece)
        if [faces[sticker] for sticker in order] == wanted
    ]
    if not found:
        raise UnknownName(f'no piece of {puzzle.name} has stickers on the faces of "{name}"')
    if layers:
        found = [piece for piece in found if _lies_in(puzzle, piece, layers)]
    return _only_one(puzzle, name, found)


def _faces_in(text: str, faces: tuple[str, ...]) -> list[str] | None:
    """The names of faces that a text consists of; None if it does not."""
    by_length = sorted(set(faces) - {""}, key=len, reverse=True)
    wanted, rest = [], text
    while rest:
        face = next((face for face in by_length if rest.startswith(face)), None)
        if face is None:
            return None
        wanted.append(face)
        rest = rest[len(face) :]
    return wanted


def _lies_in(puzzle: "Puzzle", piece: list[int], layers: str) -> bool:
    """Whether a piece lies in layers such as `f3r`: the second from F, the third from R."""
    for number, face in re.findall(r"(\d*)([a-z])", layers):
        moving = _layer(puzzle, int(number or 2), face.upper())
        if not set(piece) <= moving:
            return False
    return True


def _layer(puzzle: "Puzzle", number: int, face: str) -> frozenset[int]:
    """The places of a layer, counted from a face; none if moves do not name it."""
    try:
        return frozenset(puzzle.turn(f"{number}{face}").moving)
    except PuzzleryError:
        return frozenset()


def _only_one(puzzle: "Puzzle", name: str, found: list[list[int]]) -> list[int]:
    """The one piece that is meant; in the middle of its edge or face if there are several."""
    pieces = {frozenset(piece): piece for piece in reversed(found)}
    if len(pieces) > 1:
        size = puzzle.hints.get("cube", 0)
        middle = [f"{size // 2 + 1}{face}" for face in "RUF"] if size % 2 else []
        inner = [_layer(puzzle, int(text[:-1]), text[-1]) for text in middle]
        central = {
            key: piece
            for key, piece in pieces.items()
            if sum(key <= layer for layer in inner) == 3 - len({*_shown(puzzle, piece)})
        }
        pieces = central or pieces
    if len(pieces) != 1:
        some = "several pieces" if pieces else "no piece"
        raise PuzzleryError(
            f'"{name}" names {some} of {puzzle.name}; add small letters for the layers, such as '
            '"UFr" for the wing in the second layer from R'
        )
    return next(iter(pieces.values()))


def _shown(puzzle: "Puzzle", piece: list[int]) -> list[str]:
    return [puzzle.stickers[sticker].face for sticker in piece]


def _numbered(puzzle: "Puzzle", name: str) -> list[int]:
    """The stickers of the piece that has the sticker of a number, that one first."""
    if not name.isdecimal() or int(name) >= puzzle.degree:
        raise UnknownName(
            f'"{name}" is no sticker of {puzzle.name}; expected a number below {puzzle.degree}'
        )
    piece = next(piece for piece in puzzle.pieces() if int(name) in piece)
    return [int(name), *sorted(piece - {int(name)})]
