"""Names of pieces: the faces on which a piece shows, such as UFR."""

from itertools import permutations
from typing import TYPE_CHECKING

from puzzlery.errors import UnknownName

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle


def piece_named(puzzle: "Puzzle", name: str) -> list[int]:
    """The stickers of a piece, in the order of the faces in its name.

    Where faces have no names, the number of one of its stickers names a piece.

    >>> from puzzlery.twisty.geometry import cube
    >>> len(piece_named(cube(3), "UFR")), len(piece_named(cube(3), "FU"))
    (3, 2)
    """
    faces = puzzle.skin.faces if puzzle.skin and puzzle.skin.faces else ()
    if not any(faces):
        return _numbered(puzzle, name)
    by_length = sorted(set(faces) - {""}, key=len, reverse=True)
    wanted, rest = [], name.strip()
    while rest:
        face = next((face for face in by_length if rest.startswith(face)), None)
        if face is None:
            known = ", ".join(sorted(by_length))
            raise UnknownName(f'"{name}" names no piece of {puzzle.name}; its faces are {known}')
        wanted.append(face)
        rest = rest[len(face) :]
    for piece in puzzle.pieces():
        for order in permutations(piece):
            if [faces[sticker] for sticker in order] == wanted:
                return list(order)
    raise UnknownName(f'no piece of {puzzle.name} has stickers on the faces of "{name}"')


def _numbered(puzzle: "Puzzle", name: str) -> list[int]:
    """The stickers of the piece that has the sticker of a number, that one first."""
    if not name.isdecimal() or int(name) >= puzzle.degree:
        raise UnknownName(
            f'"{name}" is no sticker of {puzzle.name}; expected a number below {puzzle.degree}'
        )
    piece = next(piece for piece in puzzle.pieces() if int(name) in piece)
    return [int(name), *sorted(piece - {int(name)})]
