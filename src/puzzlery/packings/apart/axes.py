"""Axes: the directions in which pieces of a lattice slide, and the cells that a step sweeps.

Cells get three coordinates. A flat lattice becomes one layer, whose pieces can also be lifted.
A piece slides by whole steps, and each step must be free of collisions all the way. Cubes sweep
nothing but the cell they enter. All other cells are wider than their lines: what they sweep is
computed from their exact shape, that of tetrahedra in `polyhedral_axes`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from puzzlery.packings.apart import polyhedral_axes
from puzzlery.packings.apart.polyhedral_axes import SweptCell
from puzzlery.packings.apart.polyhedral_axes import Vector as Vector
from puzzlery.packings.model.lattice import (
    CUBIC,
    FCC,
    HEXAGONAL,
    PRISMATIC,
    RHOMBIC,
    SQUARE,
    TETRAHEDRAL,
    TRIANGULAR,
    Cell,
    Lattice,
    added,
)

Corners = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SlidingAxis:
    """A direction: its step, what each kind of cell sweeps during a step, and its two names.

    What is swept are cells relative to the one that moves, each with its kind.
    """

    step: Vector
    swept: tuple[tuple[SweptCell, ...], ...]
    names: tuple[str, str]


def in_space(lattice: Lattice, cell: Cell) -> Vector:
    """The three coordinates of a cell: column, row and layer among squares and cubes.

    A tetrahedron has those of its cube; which part of the cube it is, its kind tells.

    >>> in_space(CUBIC, (2, 1, 0)), in_space(SQUARE, (1, 0)), in_space(RHOMBIC, (5, -1, 12))
    ((0, 1, 2), (0, 1, 0), (1, 0, 2))
    """
    if lattice in _OF_TETRAHEDRA:
        return polyhedral_axes.cube_of(lattice, cell)
    if lattice is CUBIC:
        return (cell[2], cell[1], cell[0])
    if lattice is SQUARE:
        return (cell[1], cell[0], 0)
    if lattice is PRISMATIC:
        return (cell[1], cell[2], cell[0])
    return (cell[0], cell[1], cell[2] if len(cell) == 3 else 0)


def shifted(lattice: Lattice, cell: Cell, shift: Vector) -> Cell:
    """Where a cell is after a shift in these coordinates; a flat lattice gets a third for layers.

    >>> shifted(CUBIC, (2, 1, 0), (5, 0, 0)), shifted(SQUARE, (1, 0), (0, 0, 3))
    ((2, 1, 5), (3, 1, 0))
    """
    x, y, z = shift
    if lattice in _OF_TETRAHEDRA:
        return added(cell, tuple(lattice.period * part for part in shift))
    if lattice is SQUARE:
        return (z, cell[0] + y, cell[1] + x)
    if lattice is CUBIC:
        return added(cell, (z, y, x))
    if lattice is PRISMATIC:
        return added(cell, (z, x, y))
    return added((*cell, 0)[:3], shift)


_OF_TETRAHEDRA = (RHOMBIC, TETRAHEDRAL)


def kind_of(lattice: Lattice, cell: Cell) -> int:
    """Cells of one kind look alike: triangles point one way or the other.

    >>> kind_of(TRIANGULAR, (1, 1)), kind_of(TRIANGULAR, (2, 2)), kind_of(CUBIC, (5, 0, 0))
    (0, 1, 0)
    """
    if lattice in _OF_TETRAHEDRA:
        return polyhedral_axes.kind_numbers(lattice)[lattice.residue(cell)]
    return cell[-1] % 3 - 1 if lattice in (TRIANGULAR, PRISMATIC) else 0


@cache
def sliding_axes(lattice: Lattice) -> tuple[SlidingAxis, ...]:
    """The axes of a lattice.

    >>> [len(sliding_axes(lattice)) for lattice in (CUBIC, PRISMATIC, HEXAGONAL, FCC, RHOMBIC)]
    [3, 4, 4, 13, 13]
    >>> sliding_axes(CUBIC)[2].names
    ('up', 'down')
    """
    if lattice in (SQUARE, CUBIC):
        return tuple(SlidingAxis(step, (((step, 0),),), _CUBE_NAMES[step]) for step in _CUBE_NAMES)
    if lattice is TRIANGULAR:
        return _flat_axes([(3, 0), (0, 3), (3, -3)], (1, 2), _TRIANGLES)
    if lattice is HEXAGONAL:
        return _flat_axes([(1, 0), (0, 1), (1, -1)], (0,), (_HEXAGON,))
    if lattice is PRISMATIC:
        # In the order of BurrTools, on which it depends which of several shortest plans is found.
        *across, lift = _flat_axes([(3, 0), (0, 3), (-3, 3)], (1, 2), _TRIANGLES)
        return (lift, *across)
    if lattice is FCC:
        return tuple(_ball_axis(step) for step in _ball_steps())
    steps = polyhedral_axes.shifts(lattice)
    return tuple(
        SlidingAxis(step, polyhedral_axes.swept(lattice, step), _named(_unit(step)))
        for step in steps
    )


# Layers go up, rows come to the front, columns go to the right, as pictures show them.
_CUBE_NAMES: dict[Vector, tuple[str, str]] = {
    (1, 0, 0): ("right", "left"),
    (0, 1, 0): ("to the front", "to the back"),
    (0, 0, 1): ("up", "down"),
}

# Corners around a cell in units of a third of the lattice, relative to the cell's own middle.
_TRIANGLES: tuple[Corners, ...] = (((-1, -1), (2, -1), (-1, 2)), ((1, 1), (-2, 1), (1, -2)))
_HEXAGON: Corners = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))


def _named(step: Sequence[int]) -> tuple[str, str]:
    back = tuple(-part for part in step)
    return f"along {tuple(step)}", f"along {back}"


def _unit(step: Vector) -> tuple[int, ...]:
    return tuple((part > 0) - (part < 0) for part in step)


def _flat_axes(
    steps: Iterable[tuple[int, int]], remainders: tuple[int, ...], shapes: tuple[Corners, ...]
) -> tuple[SlidingAxis, ...]:
    """Axes of a flat lattice in its plane, and the one that lifts."""
    across = [
        SlidingAxis(
            (*step, 0),
            tuple(_swept_in_plane(kind, step, remainders, shapes) for kind in range(len(shapes))),
            _named((*step, 0)),
        )
        for step in steps
    ]
    above = tuple((((0, 0, 1), kind),) for kind in range(len(shapes)))
    lift = SlidingAxis((0, 0, 1), above, ("up", "down"))
    return (*across, lift)


def _swept_in_plane(
    kind: int, step: tuple[int, int], remainders: tuple[int, ...], shapes: tuple[Corners, ...]
) -> tuple[SweptCell, ...]:
    """The cells, relative to one of a kind, that its polygon crosses during a step."""
    period = 3 if len(remainders) > 1 else 1
    start, scale = remainders[kind], 3 // period
    found: list[SweptCell] = []
    reach = range(-2 * period - 2, 2 * period + 3)
    for dx, dy in product(reach, reach):
        x, y = start + dx, start + dy
        if (dx, dy) == (0, 0) or x % period != y % period or x % period not in remainders:
            continue
        other = remainders.index(x % period)
        moved = tuple((scale * dx + a, scale * dy + b) for a, b in shapes[other])
        if _crosses(shapes[kind], (scale * step[0], scale * step[1]), moved):
            found.append(((dx, dy, 0), other))
    return tuple(found)


def _crosses(shape: Corners, step: tuple[int, int], other: Corners) -> bool:
    """Whether a polygon that moves by a step meets the inside of another (separating axes)."""
    swept = (*shape, *((x + step[0], y + step[1]) for x, y in shape))
    for dx, dy in (*_edges(shape), *_edges(other), step):
        mine = [dx * y - dy * x for x, y in swept]
        theirs = [dx * y - dy * x for x, y in other]
        if max(mine) <= min(theirs) or max(theirs) <= min(mine):
            return False
    return True


def _edges(shape: Corners) -> list[tuple[int, int]]:
    ends = (*shape[1:], shape[0])
    return [(c - a, d - b) for (a, b), (c, d) in zip(shape, ends, strict=True)]


def _ball_steps() -> list[Vector]:
    """The 6 lines through touching balls, the 3 axes, the 4 normals of the dense layers."""
    near = [v for v in product((-1, 0, 1), repeat=3) if sum(map(abs, v)) == 2]
    normals = list(product((-2, 2), repeat=3))
    axes = [(2, 0, 0), (0, 2, 0), (0, 0, 2)]
    steps = [*near, *axes, *normals]
    return [(a, b, c) for a, b, c in steps if (a, b, c) > (0, 0, 0)]


def _ball_axis(step: Vector) -> SlidingAxis:
    reach = range(-4, 5)
    cells = [(x, y, z) for x, y, z in product(reach, reach, reach) if (x + y + z) % 2 == 0]
    swept = tuple((cell, 0) for cell in cells if any(cell) and _ball_meets(step, cell))
    return SlidingAxis(step, (swept,), _named(step))


def _ball_meets(step: Vector, cell: Vector) -> bool:
    """Whether a ball that moves by a step comes nearer to the ball at a cell than touching it.

    Balls that touch are √2 apart. The squared distance at the part t of the way is
    |cell|² − 2t(cell·step) + t²|step|², least at t = cell·step / |step|².
    """
    along = sum(a * b for a, b in zip(cell, step, strict=True))
    length, size = sum(a * a for a in step), sum(a * a for a in cell)
    if along <= 0:
        return size < 2
    if along >= length:
        return sum((a - b) ** 2 for a, b in zip(cell, step, strict=True)) < 2
    return size * length - along * along < 2 * length
