"""Placements, plainly: every way to put a piece on a board, as options of an exact cover."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

Cell = tuple[int, ...]
Motion = Callable[[Cell], Cell]


@dataclass(frozen=True)
class Packing:
    """A board, its pieces, the options, and what each symmetry of the board does to them."""

    cells: tuple[Cell, ...]
    pieces: tuple[str, ...]
    options: tuple[tuple[object, ...], ...]
    symmetries: tuple[tuple[int, ...], ...]

    @property
    def grid(self) -> tuple[tuple[Cell, ...], tuple[str, ...]]:
        return self.cells, self.pieces


PENTOMINOES = {
    "F": ".XX XX. .X.", "I": "XXXXX", "L": "XXXX X...", "N": "XXX. ..XX", "P": "XXX XX.",
    "T": "XXX .X. .X.", "U": "X.X XXX", "V": "XXX X.. X..", "W": "XX. .XX ..X",
    "X": ".X. XXX .X.", "Y": "XXXX .X..", "Z": "XX. .X. .XX",
}  # fmt: skip
IQ = {
    "A": "XXX X.X", "B": "..XX XXX.", "C": ".X. XX. .XX", "D": ".X. XXX", "E": ".X.. XXXX",
    "F": ".XX XXX", "G": ".XX XX.", "H": "XX X. X.", "I": "XXX ..X ..X", "J": "X... XXXX",
    "K": "X. XX", "L": "XX. .XX ..X",
}  # fmt: skip
KANOODLE = {
    "green": "XX.. .XXX", "cyan": "XXX ..X ..X", "purple": "XXXX", "yellow": "XX .X XX",
    "orange": "X.. XXX", "blue": ".X .X .X XX", "pink": "XXXX ..X.", "gray": ".X. XXX .X.",
    "magenta": "XX. .XX ..X", "red": "XX. XXX", "white": "X. XX", "light green": "XX XX",
}  # fmt: skip
SOMA = {
    "V": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
    "L": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)],
    "T": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)],
    "Z": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)],
    "P": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
    "A": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)],
    "B": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 0, 1)],
}
POLYHEXES = [
    "00 10 11 12 21", "00 10 11 20 21", "00 10 20 21 22", "00 10 20 21 30", "00 01 10 11 20",
    "00 10 11 20 30", "00 01 10 20 21", "00 01 02 10 20", "00 10 20 21", "00 10 11 21",
    "00 01 10 11", "00 10 11 20",
]  # fmt: skip


def drawn(picture: str) -> list[Cell]:
    """The cells of a shape drawn in rows of X and dots."""
    rows = picture.split()
    return [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X"]


def signed_permutations(size: int, *, proper: bool) -> list[Motion]:
    """The turns (and, unless proper, reflections) of a square or cube."""
    motions = []
    for order in permutations(range(size)):
        swaps = sum(order[j] > order[i] for i in range(size) for j in range(i))
        for signs in product((1, -1), repeat=size):
            determinant = (-1) ** swaps
            for sign in signs:
                determinant *= sign
            if determinant == 1 or not proper:
                motions.append(_signed(order, signs))
    return motions


def _signed(order: tuple[int, ...], signs: tuple[int, ...]) -> Motion:
    return lambda cell: tuple(s * cell[i] for s, i in zip(signs, order, strict=True))


def _at_origin(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    cells = list(cells)
    low = [min(axis) for axis in zip(*cells, strict=True)]
    return tuple(sorted(tuple(x - l for x, l in zip(c, low, strict=True)) for c in cells))


def pack(
    board: Iterable[Cell],
    pieces: Mapping[str, Sequence[Cell]],
    turns: list[Motion],
    symmetries: list[Motion],
) -> Packing:
    """All placements of the pieces on the board, and the symmetries of the board on them."""
    cells = tuple(board)
    inside = set(cells)
    found: dict[tuple[str, frozenset[Cell]], int] = {}
    for name, shape in pieces.items():
        for turned in sorted({_at_origin(map(turn, shape)) for turn in turns}):
            for cell in sorted(cells):
                shift = [x - y for x, y in zip(cell, turned[0], strict=True)]
                put = [tuple(x + s for x, s in zip(c, shift, strict=True)) for c in turned]
                if inside.issuperset(put):
                    found.setdefault((name, frozenset(put)), len(found))
    options = tuple((name, *sorted(put)) for name, put in found)
    return Packing(cells, tuple(pieces), options, tuple(_on_options(cells, found, symmetries)))


def _on_options(
    cells: tuple[Cell, ...],
    found: dict[tuple[str, frozenset[Cell]], int],
    motions: list[Motion],
) -> Iterable[tuple[int, ...]]:
    low = [min(axis) for axis in zip(*cells, strict=True)]
    for motion in motions:
        moved = [motion(cell) for cell in cells]
        corner = [min(axis) for axis in zip(*moved, strict=True)]
        image = {
            cell: tuple(x - c + l for x, c, l in zip(to, corner, low, strict=True))
            for cell, to in zip(cells, moved, strict=True)
        }
        if set(image.values()) == set(cells):
            yield tuple(found[name, frozenset(image[c] for c in put)] for name, put in found)


def along(height: int, width: int, holes: Iterable[Cell] = ()) -> list[Cell]:
    """A rectangle, cell after cell along its longer side."""
    left_out = set(holes)
    cells = ((r, c) for c in range(width) for r in range(height))
    return [cell for cell in cells if cell not in left_out]


def flat(pieces: dict[str, str], height: int, width: int, holes: Iterable[Cell] = ()) -> Packing:
    """Drawn pieces on a rectangle; they may be turned over."""
    motions = signed_permutations(2, proper=False)
    shapes = {name: drawn(picture) for name, picture in pieces.items()}
    return pack(along(height, width, holes), shapes, motions, motions)


def pyramid(pieces: dict[str, str], layers: int = 5) -> Packing:
    """Drawn pieces of balls in a square pyramid, apex first."""
    board = [
        (i + j + k, i - j, k)
        for k in reversed(range(layers))
        for i in range(layers - k)
        for j in range(layers - k)
    ]
    shapes = {name: [(r + c, r - c, 0) for r, c in drawn(p)] for name, p in pieces.items()}
    return pack(
        board,
        shapes,
        signed_permutations(3, proper=True),
        signed_permutations(3, proper=False),
    )


def tetrahedron(layers: int = 6) -> Packing:
    """The polyhexes as balls in a tetrahedron, apex first."""
    board = [
        (x + y, x + z, y + z)
        for z in reversed(range(layers))
        for y in range(layers - z)
        for x in range(layers - z - y)
    ]
    shapes = {
        str(number): [(x + y, x, y) for x, y in ((int(p[0]), int(p[1])) for p in text.split())]
        for number, text in enumerate(POLYHEXES, 1)
    }
    motions = signed_permutations(3, proper=False)
    return pack(board, shapes, motions, motions)


def soma() -> Packing:
    """The seven pieces of the Soma cube."""
    turns = signed_permutations(3, proper=True)
    return pack(list(product(range(3), repeat=3)), SOMA, turns, turns)


@cache
def known(name: str) -> Packing:
    """A packing with a published number of solutions, by name."""
    center = [(3, 3), (3, 4), (4, 3), (4, 4)]
    makers: dict[str, Callable[[], Packing]] = {
        "pentominoes 6x10": lambda: flat(PENTOMINOES, 6, 10),
        "pentominoes 5x12": lambda: flat(PENTOMINOES, 5, 12),
        "pentominoes 4x15": lambda: flat(PENTOMINOES, 4, 15),
        "pentominoes 3x20": lambda: flat(PENTOMINOES, 3, 20),
        "pentominoes 8x8": lambda: flat(PENTOMINOES, 8, 8, center),
        "soma": soma,
        "iq 5x11": lambda: flat(IQ, 5, 11),
        "kanoodle 5x11": lambda: flat(KANOODLE, 5, 11),
        "iq pyramid": lambda: pyramid(IQ),
        "kanoodle pyramid": lambda: pyramid(KANOODLE),
        "polyhex tetrahedron": tetrahedron,
    }
    return makers[name]()
