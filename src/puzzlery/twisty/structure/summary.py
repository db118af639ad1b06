"""Summaries: all that can be counted about a puzzle, as plain data."""

from dataclasses import dataclass

from puzzlery.twisty.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class OrbitSummary:
    """An orbit in numbers; of its orientations only some can be reached.

    >>> from puzzlery.twisty.geometry import cube
    >>> summary(cube(2)).orbits[0]
    OrbitSummary(name='CORNERS', pieces=8, orientations=3, reachable_orientations=3)
    """

    name: str
    pieces: int
    orientations: int
    reachable_orientations: int


@dataclass(frozen=True, slots=True)
class GripSummary:
    """An axis: the names of its two ends, its order, and how many cuts it has.

    >>> from puzzlery.twisty.geometry import cube
    >>> summary(cube(3)).grips[0]
    GripSummary(names=('U', 'D'), order=4, cuts=2)
    """

    names: tuple[str, str]
    order: int
    cuts: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A puzzle in numbers and names; `orders` holds the order of each move.

    >>> from puzzlery.twisty.geometry import cube
    >>> found = summary(cube(3))
    >>> found.basis, found.orders["R"]
    (('U', 'D', 'F', 'B', 'R', 'L'), 4)
    """

    name: str
    description: str
    note: str
    faces: int
    stickers: int
    pieces: int
    axes: int
    moves: int
    move_names: tuple[str, ...]
    basis: tuple[str, ...]
    rotations: tuple[str, ...]
    orders: dict[str, int]
    colors: tuple[str, ...]
    metric: str
    glued: int
    orbits: tuple[OrbitSummary, ...]
    grips: tuple[GripSummary, ...]


def summary(puzzle: Puzzle) -> Summary:
    """The summary of a puzzle.

    >>> from puzzlery.twisty.geometry import cube
    >>> found = summary(cube(3))
    >>> found.stickers, found.pieces, [orbit.pieces for orbit in found.orbits]
    (54, 26, [8, 12, 6])
    """
    skin = puzzle.skin
    return Summary(
        name=puzzle.name,
        description=puzzle.description,
        note=puzzle.note,
        faces=len(set(skin.faces)) if skin is not None else 0,
        stickers=puzzle.degree,
        pieces=len(puzzle.pieces()),
        axes=len(puzzle.grips) or _spin_axes(puzzle),
        moves=len(puzzle.turns),
        move_names=tuple(puzzle.turns),
        basis=tuple(puzzle.basis),
        rotations=tuple(puzzle.whole),
        orders={name: move.order for name, move in puzzle.moves.items()},
        colors=tuple(color.name for color in puzzle.palette),
        metric=puzzle.metric,
        glued=len(puzzle.glued),
        orbits=tuple(
            OrbitSummary(orbit.name, orbit.pieces, orbit.orientations, orbit.reachable)
            for orbit in puzzle.orbits()
        ),
        grips=tuple(
            GripSummary(grip.names, grip.order, len(grip.offsets)) for grip in puzzle.grips
        ),
    )


def _spin_axes(puzzle: Puzzle) -> int:
    """The different lines that layers turn about, for puzzles that are no plane cuts."""
    lines = set()
    for turn in puzzle.turns.values():
        if turn.spins:
            x, y, z = (round(part, 6) + 0.0 for part in turn.spins[-1].axis)
            lines.add(max((x, y, z), (-x + 0.0, -y + 0.0, -z + 0.0)))
    return len(lines)
