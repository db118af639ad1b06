"""Drawings: cells written as characters in rows, layers parted by an empty line.

Squares stand side by side. Hexagons stand two columns apart, every second row moved by one:

    A B B        Triangles fill every column,     AAB
     A C C       and point up and down in turn:   ABB

Balls and cubes are drawn layer by layer.
"""

from collections.abc import Callable, Iterable, Mapping

from puzzlery.errors import SyntaxFault
from puzzlery.packings.model.lattice import RHOMBIC, TETRAHEDRAL, Cell, Lattice, Spot

NOTHING = ". "


def _triangular_spot(cell: Cell) -> Spot:
    row = cell[1] // 3
    return (0, row, 2 * (cell[0] // 3) + row + cell[0] % 3 - 1)


def _hexagonal_cell(spot: Spot) -> Cell | None:
    _, row, column = spot
    return None if (column - row) % 2 else ((column - row) // 2, row)


def _triangular_cell(spot: Spot) -> Cell:
    _, row, column = spot
    points = (column - row) % 2 + 1
    return (3 * ((column - row) // 2) + points, 3 * row + points)


def _ball_cell(spot: Spot) -> Cell | None:
    layer, row, column = spot
    return None if (layer + row + column) % 2 else (column, row, layer)


def _prism_spot(cell: Cell) -> Spot:
    _, row, column = _triangular_spot(cell[1:])
    return (cell[0], row, column)


def _prism_cell(spot: Spot) -> Cell:
    return (spot[0], *_triangular_cell((0, *spot[1:])))


def _solid_spot(cell: Cell) -> Spot:
    return (cell[2], cell[1], cell[0])


def _cube_part_spot(cell: Cell) -> Spot:
    return (cell[2] + 2, cell[1] + 2, cell[0] + 2)


def _cube_part_cell(spot: Spot) -> Cell | None:
    cell = (spot[2] - 2, spot[1] - 2, spot[0] - 2)
    return cell if RHOMBIC.holds(cell) else None


def _tetrahedral_spot(cell: Cell) -> Spot:
    return (cell[2] // 2, cell[1] // 2, cell[0] // 2)


def _tetrahedral_cell(spot: Spot) -> Cell | None:
    cell = (2 * spot[2] + 1, 2 * spot[1] + 1, 2 * spot[0] + 1)
    return cell if TETRAHEDRAL.holds(cell) else None


_SPOTS: Mapping[str, Callable[[Cell], Spot]] = {
    "square": lambda cell: (0, cell[0], cell[1]),
    "cubic": lambda cell: (cell[0], cell[1], cell[2]),
    "hexagonal": lambda cell: (0, cell[1], 2 * cell[0] + cell[1]),
    "triangular": _triangular_spot,
    "fcc": _solid_spot,
    "prismatic": _prism_spot,
    "rhombic": _cube_part_spot,
    "tetrahedral": _tetrahedral_spot,
}
_CELLS: Mapping[str, Callable[[Spot], Cell | None]] = {
    "square": lambda spot: spot[1:],
    "cubic": lambda spot: spot,
    "hexagonal": _hexagonal_cell,
    "triangular": _triangular_cell,
    "fcc": _ball_cell,
    "prismatic": _prism_cell,
    "rhombic": _cube_part_cell,
    "tetrahedral": _tetrahedral_cell,
}


def spot_of(lattice: Lattice, cell: Cell) -> Spot:
    """Where a cell of a lattice is written: layer, row, column.

    >>> from puzzlery.packings.model.lattice import HEXAGONAL
    >>> spot_of(HEXAGONAL, (0, 0)), spot_of(HEXAGONAL, (0, 1)), spot_of(HEXAGONAL, (1, 0))
    ((0, 0, 0), (0, 1, 1), (0, 0, 2))
    """
    return _SPOTS[lattice.name](cell)


def cell_at(lattice: Lattice, spot: Spot) -> Cell | None:
    """The cell that is written at a spot, or None where the lattice has none.

    >>> from puzzlery.packings.model.lattice import HEXAGONAL
    >>> cell_at(HEXAGONAL, (0, 1, 3)), cell_at(HEXAGONAL, (0, 1, 2))
    ((1, 1), None)
    """
    return _CELLS[lattice.name](spot)


def marks(text: str) -> list[tuple[Spot, str]]:
    """The characters of a drawing that are neither a dot nor a space, with their spots.

    An empty line begins the next layer; so does a line of dashes.

    >>> marks("AB\\n.B")
    [((0, 0, 0), 'A'), ((0, 0, 1), 'B'), ((0, 1, 1), 'B')]
    """
    return [
        ((layer, row, column), character)
        for layer, lines in enumerate(layers(text))
        for row, line in enumerate(lines)
        for column, character in enumerate(line)
        if character not in NOTHING
    ]


def layers(text: str) -> list[list[str]]:
    """The lines of a drawing, layer by layer.

    >>> layers("AB\\nAB\\n\\nCC")
    [['AB', 'AB'], ['CC']]
    """
    found: list[list[str]] = [[]]
    for line in text.expandtabs().splitlines():
        if line.strip().strip("-"):
            found[-1].append(line.rstrip())
        elif found[-1]:
            found.append([])
    return found if found[-1] else found[:-1]


def cells_of(text: str, lattice: Lattice) -> dict[Cell, str]:
    """The cells of a drawing and the character that stands at each.

    >>> from puzzlery.packings.model.lattice import HEXAGONAL
    >>> cells_of("A B\\n C", HEXAGONAL)
    {(0, 0): 'A', (1, 0): 'B', (0, 1): 'C'}
    """
    found: dict[Cell, str] = {}
    for spot, character in marks(text):
        cell = cell_at(lattice, spot)
        if cell is None:
            layer, row, column = spot
            raise SyntaxFault(
                f"the {lattice.name} lattice has no cell in row {row + 1}, column {column + 1}"
                + (f" of layer {layer + 1}" if layer else ""),
                layers(text)[layer][row],
                column,
            )
        found[cell] = character
    return found


def drawn(characters: Mapping[Spot, str], nothing: str = ".") -> str:
    """Characters in rows and layers; `nothing` stands where none is given.

    >>> print(drawn({(0, 0, 0): "A", (0, 1, 1): "B"}))
    A.
    .B
    """
    if not characters:
        return ""
    depth = max(layer for layer, _, _ in characters) + 1
    return "\n\n".join(_layer(characters, layer, nothing) for layer in range(depth))


def _layer(characters: Mapping[Spot, str], layer: int, nothing: str) -> str:
    mine = {(row, column): each for (z, row, column), each in characters.items() if z == layer}
    height = max((row for row, _ in mine), default=-1) + 1
    width = max((column for _, column in mine), default=-1) + 1
    rows = ([mine.get((row, column), nothing) for column in range(width)] for row in range(height))
    # An empty line would begin the next layer, so a row or layer without anything is a dot.
    return "\n".join("".join(row).rstrip() or "." for row in rows) or "."


def spots_from_zero(lattice: Lattice, cells: Iterable[Cell]) -> dict[Cell, Spot]:
    """The spots of cells, moved so that a drawing begins at the first row and column.

    Hexagons, triangles and balls are moved by whole steps of their lattice only, so that the
    drawing can be read again.

    >>> from puzzlery.packings.model.lattice import SQUARE
    >>> spots_from_zero(SQUARE, [(5, 7), (6, 8)])
    {(5, 7): (0, 0, 0), (6, 8): (0, 1, 1)}
    """
    spots = {cell: spot_of(lattice, cell) for cell in cells}
    low = (min(spot[axis] for spot in spots.values()) for axis in range(3))
    top, row, column = _lattice_step(lattice, *low)
    return {cell: (z - top, y - row, x - column) for cell, (z, y, x) in spots.items()}


# The side, in spots, of the cubes of which the cells of these lattices are parts.
_CUBE_SIDES = {"rhombic": 5, "tetrahedral": 3}


def _lattice_step(lattice: Lattice, top: int, row: int, column: int) -> Spot:
    """The spot nearest to one given, at or before it, that a step of the lattice leads to."""
    if lattice.name in _CUBE_SIDES:
        side = _CUBE_SIDES[lattice.name]
        cubes = [part // side for part in (top, row, column)]
        cubes[2] -= sum(cubes) % 2 if lattice is TETRAHEDRAL else 0
        return (side * cubes[0], side * cubes[1], side * cubes[2])
    if lattice.name in ("hexagonal", "triangular", "prismatic"):
        return (top, row, column - (row + column) % 2)
    return (top, row, column - (top + row + column) % 2 if lattice.name == "fcc" else column)
