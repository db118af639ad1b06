"""Sets of pieces that people know: some generated, some drawn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from puzzlery.packings.catalog.burr_sticks import notchable_sticks
from puzzlery.packings.model.lattice import CUBIC, HEXAGONAL, SQUARE, TRIANGULAR, Lattice
from puzzlery.packings.model.piece import Piece, letter_id
from puzzlery.packings.model.polyforms import polyforms
from puzzlery.packings.model.shape import Shape, shape_drawn

# The usual letters of the tetrominoes and pentominoes (Golomb, "Polyominoes").
_LETTERS_4 = {
    "I": ["XXXX"], "L": ["XXX", "X.."], "O": ["XX", "XX"], "S": [".XX", "XX."],
    "T": ["XXX", ".X."],
}  # fmt: skip
_LETTERS_5 = {
    "F": [".XX", "XX.", ".X."], "I": ["XXXXX"], "L": ["XXXX", "X..."], "N": ["XXX.", "..XX"],
    "P": ["XXX", "XX."], "T": ["XXX", ".X.", ".X."], "U": ["X.X", "XXX"],
    "V": ["XXX", "X..", "X.."], "W": ["XX.", ".XX", "..X"], "X": [".X.", "XXX", ".X."],
    "Y": ["XXXX", ".X.."], "Z": ["XX.", ".X.", ".XX"],
}  # fmt: skip

# SmartGames "IQ Puzzler Pro": the twelve pieces of 55 balls, with their colors.
_IQ: Mapping[str, tuple[str, str, list[str]]] = {
    "A": ("U pentomino", "#8ccf3f", ["XXX", "X.X"]),
    "B": ("N pentomino", "#f28cb8", ["..XX", "XXX."]),
    "C": ("F pentomino", "#f58220", [".X.", "XX.", ".XX"]),
    "D": ("T tetromino", "#0b7a3b", [".X.", "XXX"]),
    "E": ("Y pentomino", "#f9d616", [".X..", "XXXX"]),
    "F": ("P pentomino", "#c2dc2c", [".XX", "XXX"]),
    "G": ("S tetromino", "#9b1c2e", [".XX", "XX."]),
    "H": ("L tetromino", "#1f3a93", ["XX", "X.", "X."]),
    "I": ("V pentomino", "#1e88d2", ["XXX", "..X", "..X"]),
    "J": ("L pentomino", "#e12f2f", ["X...", "XXXX"]),
    "K": ("V tromino", "#7fc8ee", ["X.", "XX"]),
    "L": ("W pentomino", "#7b3fa0", ["XX.", ".XX", "..X"]),
}
# Educational Insights "Kanoodle", also sold as Lonpos: another twelve pieces of 55 balls.
_KANOODLE: Mapping[str, tuple[str, str, list[str]]] = {
    "G": ("Green", "#168a3e", ["XX..", ".XXX"]),
    "C": ("Cyan", "#22c3dd", ["XXX", "..X", "..X"]),
    "P": ("Purple", "#6a3d9a", ["XXXX"]),
    "Y": ("Yellow", "#f6dc26", ["XX", ".X", "XX"]),
    "O": ("Orange", "#f58220", ["X..", "XXX"]),
    "B": ("Blue", "#1f4fbf", [".X", ".X", ".X", "XX"]),
    "K": ("Pink", "#f6a5c0", ["XXXX", "..X."]),
    "A": ("Gray", "#8c8c8c", [".X.", "XXX", ".X."]),
    "M": ("Magenta", "#d22f9c", ["XX.", ".XX", "..X"]),
    "R": ("Red", "#d7263d", ["XX.", "XXX"]),
    "W": ("White", "#f4f4f4", ["X.", "XX"]),
    "L": ("LightGreen", "#8fd14f", ["XX", "XX"]),
}
# Piet Hein's seven irregular shapes of at most four cubes.
_SOMA = {
    "V": ((0, 0, 0), (0, 0, 1), (0, 1, 0)),
    "L": ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 0)),
    "T": ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 1)),
    "Z": ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 2)),
    "A": ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)),
    "B": ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 0, 0)),
    "P": ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)),
}
# The twelve pieces of 56 balls that fill a tetrahedron of six layers ("Kanoodle Extreme").
_POLYHEX = (
    ((0, 0), (1, 0), (1, 1), (1, 2), (2, 1)), ((0, 0), (1, 0), (1, 1), (2, 0), (2, 1)),
    ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2)), ((0, 0), (1, 0), (2, 0), (2, 1), (3, 0)),
    ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0)), ((0, 0), (1, 0), (1, 1), (2, 0), (3, 0)),
    ((0, 0), (0, 1), (1, 0), (2, 0), (2, 1)), ((0, 0), (0, 1), (0, 2), (1, 0), (2, 0)),
    ((0, 0), (1, 0), (2, 0), (2, 1)), ((0, 0), (1, 0), (1, 1), (2, 1)),
    ((0, 0), (0, 1), (1, 0), (1, 1)), ((0, 0), (1, 0), (1, 1), (2, 0)),
)  # fmt: skip
# DragonFjord's "A-Puzzle-A-Day": seven pentominoes and a rectangle leave two cells free.
_CALENDAR = ("L", "N", "P", "U", "V", "Y", "Z")


def lettered(shapes: Sequence[Shape], letters: Mapping[str, list[str]]) -> tuple[Piece, ...]:
    """Generated shapes under the letters by which they are known.

    >>> corner = shape_drawn(["X.", "XX"], SQUARE)
    >>> [piece.id for piece in lettered([corner.mirrored()], {"V": ["XX", "X."]})]
    ['V']
    """
    known = {shape_drawn(rows, SQUARE).canonical(): name for name, rows in letters.items()}
    named = [Piece(known[shape.canonical()], shape) for shape in shapes]
    return tuple(sorted(named, key=lambda piece: piece.id))


def numbered(shapes: Sequence[Shape]) -> tuple[Piece, ...]:
    """Shapes named A, B, C and so on.

    >>> [piece.id for piece in numbered(polyforms(SQUARE, 4))]
    ['A', 'B', 'C', 'D', 'E']
    """
    return tuple(Piece(letter_id(number), shape) for number, shape in enumerate(shapes))


def one_sided(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Pieces that may not be turned over, with mirror images as pieces of their own.

    >>> [piece.id for piece in one_sided(tetrominoes())]
    ['I', 'L', "L'", 'O', 'S', "S'", 'T']
    """
    found = []
    for piece in pieces:
        found.append(replace(piece, mirrors=False))
        if piece.shape.is_chiral:
            mirror = piece.shape.mirrored()
            found.append(replace(piece, id=f"{piece.id}'", shape=mirror, mirrors=False))
    return tuple(found)


def tetrominoes() -> tuple[Piece, ...]:
    """The five shapes of four squares.

    >>> "".join(piece.id for piece in tetrominoes())
    'ILOST'
    """
    return lettered(polyforms(SQUARE, 4), _LETTERS_4)


def pentominoes() -> tuple[Piece, ...]:
    """The twelve shapes of five squares.

    >>> "".join(piece.id for piece in pentominoes())
    'FILNPTUVWXYZ'
    """
    return lettered(polyforms(SQUARE, 5), _LETTERS_5)


def _drawn(table: Mapping[str, tuple[str, str, list[str]]]) -> tuple[Piece, ...]:
    return tuple(
        Piece(name, shape_drawn(rows, SQUARE), title=title, shade=shade)
        for name, (title, shade, rows) in table.items()
    )


def _free(lattice: Lattice, size: int) -> Callable[[], tuple[Piece, ...]]:
    return lambda: numbered(polyforms(lattice, size))


def _solid(size: int) -> Callable[[], tuple[Piece, ...]]:
    """In space a mirror image is a piece of its own."""
    return lambda: numbered(polyforms(CUBIC, size, one_sided=True))


def _soma() -> tuple[Piece, ...]:
    return tuple(Piece(name, Shape(CUBIC, cells)) for name, cells in _SOMA.items())


def _polyhex() -> tuple[Piece, ...]:
    return numbered([Shape(HEXAGONAL, cells) for cells in _POLYHEX])


def _calendar() -> tuple[Piece, ...]:
    chosen = [piece for piece in pentominoes() if piece.id in _CALENDAR]
    return (*chosen, Piece("O", shape_drawn(["XXX", "XXX"], SQUARE)))


SETS: Mapping[str, tuple[str, Callable[[], tuple[Piece, ...]]]] = {
    "iq": ("twelve pieces of 55 balls (IQ Puzzler Pro)", lambda: _drawn(_IQ)),
    "kanoodle": ("twelve other pieces of 55 balls (Kanoodle, Lonpos)", lambda: _drawn(_KANOODLE)),
    "trominoes": ("the 2 shapes of three squares", _free(SQUARE, 3)),
    "tetrominoes": ("the 5 shapes of four squares", tetrominoes),
    "pentominoes": ("the 12 shapes of five squares", pentominoes),
    "hexominoes": ("the 35 shapes of six squares", _free(SQUARE, 6)),
    "heptominoes": ("the 108 shapes of seven squares", _free(SQUARE, 7)),
    "pentiamonds": ("the 4 shapes of five triangles", _free(TRIANGULAR, 5)),
    "hexiamonds": ("the 12 shapes of six triangles", _free(TRIANGULAR, 6)),
    "polyiamonds": ("the 12 shapes of six triangles", _free(TRIANGULAR, 6)),
    "heptiamonds": ("the 24 shapes of seven triangles", _free(TRIANGULAR, 7)),
    "trihexes": ("the 3 shapes of three hexagons", _free(HEXAGONAL, 3)),
    "tetrahexes": ("the 7 shapes of four hexagons", _free(HEXAGONAL, 4)),
    "polyhexes": ("the 7 shapes of four hexagons", _free(HEXAGONAL, 4)),
    "pentahexes": ("the 22 shapes of five hexagons", _free(HEXAGONAL, 5)),
    "polyhex": ("twelve pieces of 56 balls for the tetrahedron", _polyhex),
    "soma": ("Piet Hein's seven pieces of cubes", _soma),
    "tetracubes": ("the 8 shapes of four cubes", _solid(4)),
    "pentacubes": ("the 29 shapes of five cubes", _solid(5)),
    "notchable": ("the 59 burr sticks that straight cuts make", notchable_sticks),
    "calendar": ("eight pieces that leave a month and a day free", _calendar),
}
