"""Named coordinates: the usual ones of the 3x3x3, on each axis, and those of any puzzle's orbits.

    co-AXIS         orientations of corners, kept by U D R2 L2 F2 B2 (for ud)        2,187
    eo-AXIS         orientations of edges, kept by U D R L F2 B2 (for fb)            2,048
    cp, ep          permutation of the corners; of the edges (too many for a table)
    slice-AXIS      which slots hold the four edges of the slice between the faces     495
    sliceperm-AXIS  the slots of each of these four                                 11,880
    flipslice-AXIS  slice-AXIS, and orientations of all edges                    1,013,760
    phase1-AXIS     flipslice-AXIS under 16 symmetries × co-AXIS               140,908,410
    dr-AXIS         flipslice-AXIS × co-AXIS: domino reduction
    corners         co-ud × cp: all of the corners                              88,179,840
    htr-corners     which corners are on which of the two tetrads                       70
    htr-cp          permutation of the corners, up to half turns                        420
    slices          which slots hold the edges of which slice                        34,650
    htr             htr-cp × slices: half turn reduction, after dr               14,553,000
    permutation-K, orientation-K, parity-K   of orbit K, for any puzzle
    pieces:DF+DR    where these pieces are and how they sit, for any puzzle
    A*B             the composite of two of these, such as co-ud*slice-ud

An axis is ud, rl or fb.
"""

import re
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.solve.coordinates.basic import (
    Basic,
    combination,
    orbit_slots,
    orientation,
    oriented_sets,
    partial_permutation,
    permutation,
    pieces,
    sets,
)
from puzzlery.solve.coordinates.composite import Composite
from puzzlery.solve.coordinates.coordinate import Coordinate
from puzzlery.solve.coordinates.coordinate_slots import slots_of
from puzzlery.solve.coordinates.parity import Parity
from puzzlery.solve.coordinates.quotient import Quotient
from puzzlery.solve.coordinates.symmetric import SymComposite, Symmetric
from puzzlery.solve.cube3.recognition import recognize
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.puzzle import Puzzle

AXES = {"ud": "UD", "rl": "RL", "fb": "FB"}
CORNERS, EDGES = 0, 1
Maker = Callable[[Puzzle, str, MoveSet], Coordinate]


def named_coordinate(puzzle: Puzzle, name: str, moves: MoveSet | None = None) -> Coordinate:
    """The coordinate of a name, such as "eo-fb" of the 3x3x3 or "orientation-0" of any puzzle.

    >>> from puzzlery.twisty.geometry import cube
    >>> eo = named_coordinate(cube(3), "eo-fb")
    >>> eo.index(cube(3).apply("U R' D2 L F2")) == eo.solved
    True
    >>> eo.index(cube(3).apply("F")) == eo.solved
    False
    """
    moves = moves or MoveSet.of(puzzle)
    names = [one.strip() for one in name.split("*")]
    if len(names) > 1:
        return Composite(*(_named(puzzle, one, moves) for one in names))
    return _named(puzzle, name, moves)


def names_of(puzzle: Puzzle) -> list[str]:
    """The names of a puzzle's coordinates that are not too large to be numbered.

    Composites and chosen pieces have names, too, but are too many to be listed.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> names_of(puzzle("2x2x2"))
    ['permutation-0', 'orientation-0', 'parity-0']
    """
    return [name for name in _listed(puzzle) if _can_be_made(puzzle, name)]


def _listed(puzzle: Puzzle) -> list[str]:
    found = _cube_names() if _is_cube(puzzle) else []
    for orbit in slots_of(puzzle):
        found += [f"permutation-{orbit.number}"] if orbit.size > 1 else []
        found += [f"orientation-{orbit.number}"] if orbit.orientations.order > 1 else []
        found += [f"parity-{orbit.number}"] if orbit.size > 1 else []
    return found


def _can_be_made(puzzle: Puzzle, name: str) -> bool:
    try:
        named_coordinate(puzzle, name)
    except PuzzleryError:
        return False
    return True


def _cube_names() -> list[str]:
    return [*_PLAIN, *(f"{one}-{axis}" for one in _ON_AXIS for axis in AXES)]


def _is_cube(puzzle: Puzzle) -> bool:
    match = recognize(puzzle)
    return match is not None and match.has_usual_names


@lru_cache(maxsize=128)
def _named(puzzle: Puzzle, name: str, moves: MoveSet) -> Coordinate:
    by_orbit = re.fullmatch(r"(permutation|orientation|parity)-(\d+)", name)
    if by_orbit:
        return _BY_ORBIT[by_orbit[1]](puzzle, int(by_orbit[2]), moves)
    if name.startswith("pieces:"):
        return pieces(puzzle, name.removeprefix("pieces:").split("+"), moves)
    kind, _, axis = name.partition("-")
    if name in _PLAIN:
        _check_cube(puzzle, name)
        return _PLAIN[name](puzzle, "ud", moves)
    if kind not in _ON_AXIS or axis not in AXES:
        # Names of the 3x3x3 are no help on other puzzles.
        known = [*_listed(puzzle), "pieces:A+B"]
        raise UnknownName.near(
            f'unknown coordinate "{name}" of {puzzle.name}; expected one of {", ".join(known)}',
            name, known,
        )  # fmt: skip
    _check_cube(puzzle, name)
    return _ON_AXIS[kind](puzzle, axis, moves)


def _check_cube(puzzle: Puzzle, name: str) -> None:
    if not _is_cube(puzzle):
        raise PuzzleryError(
            f'"{name}" is a coordinate of the 3x3x3; those of {puzzle.name} are '
            "permutation-K, orientation-K and parity-K for its orbits K, and pieces:A+B"
        )


def _half_turns(axes: str) -> list[str]:
    return [f"{face}2" for face in "UDRLFB" if face not in axes]


def _co(puzzle: Puzzle, axis: str, moves: MoveSet) -> Basic:
    faces = AXES[axis]
    return orientation(puzzle, CORNERS, moves, upright=[*faces, *_half_turns(faces)])


def _eo(puzzle: Puzzle, axis: str, moves: MoveSet) -> Basic:
    return orientation(puzzle, EDGES, moves, upright=_upright_edges(AXES[axis]))


def _upright_edges(bad: str) -> list[str]:
    return [face if face not in bad else f"{face}2" for face in "UDRLFB"]


def _slice_pieces(puzzle: Puzzle, axis: str) -> list[int]:
    """The edges between the two faces of an axis: those that these faces never turn."""
    slots = orbit_slots(puzzle, EDGES)
    still = np.ones(slots.size, dtype=bool)
    for face in AXES[axis]:
        to, _ = slots.action(puzzle.moves[face].array)
        still &= to == np.arange(slots.size)
    return np.flatnonzero(still).tolist()


def _slice(puzzle: Puzzle, axis: str, moves: MoveSet) -> Basic:
    return combination(puzzle, EDGES, _slice_pieces(puzzle, axis), moves)


def _sliceperm(puzzle: Puzzle, axis: str, moves: MoveSet) -> Basic:
    return partial_permutation(puzzle, EDGES, _slice_pieces(puzzle, axis), moves)


def _flipslice(puzzle: Puzzle, axis: str, moves: MoveSet) -> Basic:
    """Orientations of edges, and which slots hold those of the slice.

    By convention quarter turns of one of the two other axes flip edges. Exchanging these axes
    changes the orientation of exactly the edges of the slice, so both belong together.
    """
    own = set(_slice_pieces(puzzle, axis))
    classes = [int(k in own) for k in range(orbit_slots(puzzle, EDGES).size)]
    bad = AXES[{"ud": "fb", "rl": "ud", "fb": "rl"}[axis]]
    return oriented_sets(puzzle, EDGES, classes, moves, upright=_upright_edges(bad))


def _dr(puzzle: Puzzle, axis: str, moves: MoveSet) -> Composite:
    return Composite(_co(puzzle, axis, moves), _flipslice(puzzle, axis, moves))


def _phase1(puzzle: Puzzle, axis: str, moves: MoveSet) -> SymComposite:
    co = _co(puzzle, axis, moves)
    return SymComposite(Symmetric(_flipslice(puzzle, axis, moves), co.symmetries()), co)


def _tetrads(puzzle: Puzzle, axis: str, moves: MoveSet) -> Basic:
    """Half turns carry a corner to the four of its tetrad only."""
    slots = orbit_slots(puzzle, CORNERS)
    tetrad, queue = {0}, [0]
    for slot in queue:
        for name in _half_turns(""):
            to, _ = slots.action(puzzle.turn(name).permutation.array)
            if int(to[slot]) not in tetrad:
                tetrad.add(int(to[slot]))
                queue.append(int(to[slot]))
    return combination(puzzle, CORNERS, tetrad, moves)


def _slices(puzzle: Puzzle, axis: str, moves: MoveSet) -> Basic:
    classes = np.zeros(orbit_slots(puzzle, EDGES).size, dtype=np.int64)
    for number, one in enumerate(AXES):
        classes[_slice_pieces(puzzle, one)] = number
    return sets(puzzle, EDGES, classes.tolist(), moves)


def _htr_cp(puzzle: Puzzle, axis: str, moves: MoveSet) -> Quotient:
    return Quotient(permutation(puzzle, CORNERS, moves), _half_turns(""))


_BY_ORBIT: dict[str, Callable[[Puzzle, int, MoveSet], Coordinate]] = {
    "permutation": permutation,
    "orientation": orientation,
    "parity": Parity,
}
_PLAIN: dict[str, Maker] = {
    "cp": lambda puzzle, _, moves: permutation(puzzle, CORNERS, moves),
    "ep": lambda puzzle, _, moves: permutation(puzzle, EDGES, moves),
    "corners": lambda puzzle, axis, moves: Composite(
        _co(puzzle, axis, moves), permutation(puzzle, CORNERS, moves)
    ),
    "htr-corners": _tetrads,
    "htr-cp": _htr_cp,
    "slices": _slices,
    "htr": lambda puzzle, axis, moves: Composite(
        _htr_cp(puzzle, axis, moves), _slices(puzzle, axis, moves)
    ),
}
_ON_AXIS: dict[str, Maker] = {
    "co": _co,
    "eo": _eo,
    "slice": _slice,
    "sliceperm": _sliceperm,
    "flipslice": _flipslice,
    "dr": _dr,
    "phase1": _phase1,
}
