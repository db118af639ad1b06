"""The five platonic solids as puzzles of any size, defined as in the program twisty-polyhedra."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import takewhile
from math import sqrt

from puzzlery.core.permutation import MAX_DEGREE
from puzzlery.errors import InvalidPuzzle, UnknownName
from puzzlery.twisty.geometry.cuboid import cube
from puzzlery.twisty.geometry.cut import Cut, Description, cut_puzzle
from puzzlery.twisty.geometry.solids import SHAPES, solid
from puzzlery.twisty.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class PlatonicFamily:
    """Puzzles of one shape: the cuts of each size, and its number of stickers.

    `step` is the difference between sizes; with `outer_only` the layer in the middle does not
    turn.

    >>> FAMILIES["octahedron"].stickers(3), FAMILIES["octahedron"].description(3)
    (72, 'o f 0.3333333333333333')
    """

    letter: str
    kind: str
    distances: Callable[[int], Iterable[float]]
    stickers: Callable[[int], int]
    step: int = 1
    outer_only: bool = False

    @property
    def sizes(self) -> range:
        """The sizes that exist: those with at most `MAX_DEGREE` stickers.

        >>> FAMILIES["cube"].sizes, FAMILIES["dodecahedron"].sizes
        (range(1, 105), range(2, 65, 2))
        """
        fitting = takewhile(
            lambda size: self.stickers(size) <= MAX_DEGREE, range(self.step, MAX_DEGREE, self.step)
        )
        return range(self.step, max(fitting) + 1, self.step)

    def description(self, size: int) -> str:
        """The cuts of a size, as `cut_puzzle` reads them.

        >>> FAMILIES["cube"].description(4)
        'c f 0.5 f 0'
        """
        cuts = tuple(Cut(self.kind, distance) for distance in self.distances(size))
        return str(Description(self.letter, cuts))


def platonic(shape: str, size: int) -> Puzzle:
    """The puzzle of a platonic shape with `size` layers along an edge.

    Tetrahedra turn about their vertices, cubes, octahedra and dodecahedra about their faces,
    icosahedra about their vertices. The sizes of a dodecahedron are even. The middle layers of
    dodecahedra and icosahedra do not turn.

    >>> platonic("tetrahedron", 3), platonic("dodecahedron", 4), platonic("icosahedron", 2)
    (<Puzzle tetrahedron 3: 36 stickers, 12 moves>,
     <Puzzle dodecahedron 4: 372 stickers, 24 moves>,
     <Puzzle icosahedron 2: 80 stickers, 24 moves>)
    """
    family = FAMILIES.get(shape)
    if family is None:
        raise UnknownName.near(
            f'unknown shape "{shape}"; the platonic ones are {", ".join(FAMILIES)}', shape, FAMILIES
        )
    if size not in family.sizes:
        raise InvalidPuzzle(f"there is no {shape} of size {size}; {_sizes(family.sizes)}")
    if shape == "cube":
        return cube(size)
    return cut_puzzle(
        family.description(size), name=f"{shape} {size}", outer_only=family.outer_only
    )


def _sizes(sizes: range) -> str:
    even = "even " if sizes.step == 2 else ""
    return f"its sizes are the {even}numbers from {sizes[0]} to {sizes[-1]}"


def _tetrahedron(size: int) -> list[float]:
    """Layers of equal height from a vertex, at 3, to the face opposite, at -1."""
    return [(3 * size - 4 * k) / size for k in range(1, size)] or [3.0]


def _octahedron(size: int) -> list[float]:
    """Layers of equal height between opposite faces."""
    return [(size - 2 * k) / size for k in range(1, size // 2 + 1)] or [1.0]


def _dodecahedron(size: int) -> list[float]:
    """Layers of equal height on each face; deeper than 0.618 they would cut those across."""
    if size == 2:
        return [0.7]
    return [1 - 0.36 * 2 * k / size for k in range(1, size // 2 + 1)]


def _icosahedron(size: int) -> list[float]:
    """Layers of equal height on the five faces around a vertex; the last ends at their rim."""
    top = solid("i").kinds["v"][0].distance
    rim = top / sqrt(5)
    return [top - (top - rim) * k / size for k in range(1, size + 1)]


FAMILIES = {
    SHAPES[family.letter]: family
    for family in (
        PlatonicFamily("t", "v", _tetrahedron, lambda n: 4 * n * n),
        PlatonicFamily("c", "f", _octahedron, lambda n: 6 * n * n),
        PlatonicFamily("o", "f", _octahedron, lambda n: 8 * n * n),
        PlatonicFamily(
            "d", "f", _dodecahedron, lambda n: 15 * n * (n + 2) + 12, step=2, outer_only=True
        ),
        PlatonicFamily("i", "v", _icosahedron, lambda n: 20 * n * n, outer_only=True),
    )
}
