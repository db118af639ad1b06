"""Named coordinates: the ones that cubers speak of, on each axis; and any puzzle's by orbit.

    co-AXIS         how the corners sit, as U D R2 L2 F2 B2 leave them (for ud)      2,187
    eo-AXIS         how the edges sit, as U D R L F2 B2 leave them (for fb)          2,048
    cp, ep          where the corners are; where the edges are (too many for a table)
    slice-AXIS      which slots hold the four edges of the slice between the faces     495
    sliceperm-AXIS  where these four are                                            11,880
    flipslice-AXIS  slice-AXIS, and how all edges sit: the edges' part of phase 1  1,013,760
    phase1-AXIS     flipslice-AXIS under 16 symmetries × co-AXIS               140,908,410
    dr-AXIS         flipslice-AXIS × co-AXIS: 0 where half turns and two faces suffice
    corners         co-ud × cp: all of the corners                              88,179,840
    htr-corners     which corners are on which of the two tetrads                       70
    htr-cp          where the corners are, up to half turns                             420
    slices          which slots hold the edges of which slice                        34,650
    htr             both: with good orientations, 0 where half turns suffice     14,553,000
    permutation-K, orientation-K, parity-K   of orbit K, for any puzzle

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
    sets,
)
from puzzlery.solve.coordinates.coordinate import Composite, Coordinate, Parity
from puzzlery.solve.coordinates.quotient import Quotient
from puzzlery.solve.coordinates.symmetric import SymComposite, Symmetric
from puzzlery.solve.cube3.recognition import recognize
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.puzzle import Puzzle

AXES = {"ud": "UD", "rl": "RL", "fb": "FB"}
CORNERS, EDGES = 0, 1
Maker = Callable[[Puzzle, str, MoveSet], Coordinate]


def named(puzzle: Puzzle, name: str, moves: MoveSet | None = None) -> Coordinate:
    """The coordinate of a name, such as "eo-fb" of the 3x3x3 or "orientation-0" of any puzzle.

    >>> from puzzlery.twisty.geometry import cube
    >>> eo = named(cube(3), "eo-fb")
    >>> eo.index(cube(3).apply("U R' D2 L F2")) == eo.solved
    True
    >>> eo.index(cube(3).apply("F")) == eo.solved
    False
    """
    return _named(puzzle, name, moves or MoveSet.of(puzzle))


@lru_cache(maxsize=128)
def _named(puzzle: Puzzle, name: str, moves: MoveSet) -> Coordinate:
    by_orbit = re.fullmatch(r"(permutation|orientation|parity)-(\d+)", name)
    if by_orbit:
        return _BY_ORBIT[by_orbit[1]](puzzle, int(by_orbit[2]), moves)
    kind, _, axis = name.partition("-")
    if name in _PLAIN:
        _check_cube(puzzle, name)
        return _PLAIN[name](puzzle, "ud", moves)
    if kind not in _ON_AXIS or axis not in AXES:
        known = [*_PLAIN, *(f"{one}-{axis}" for one in _ON_AXIS for axis in AXES)]
        raise UnknownName.near(
            f'unknown coordinate "{name}"; expected one of {", ".join(known)}', name, known
        )
    _check_cube(puzzle, name)
    return _ON_AXIS[kind](puzzle, axis, moves)


def _check_cube(puzzle: Puzzle, name: str) -> None:
    match = recognize(puzzle)
    if match is None or not match.has_usual_names:
        raise PuzzleryError(
            f'"{name}" is a coordinate of the 3x3x3; those of {puzzle.name} are '
            "permutation-K, orientation-K and parity-K for its orbits K"
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


def slice_pieces(puzzle: Puzzle, axis: str) -> list[int]:
    """The edges between the two faces of an axis: those that these faces never turn."""
    slots = orbit_slots(puzzle, EDGES)
    still = np.ones(slots.size, dtype=bool)
    for face in AXES[axis]:
        to, _ = slots.action(puzzle.moves[face].array)
        still &= to == np.arange(slots.size)
    return np.flatnonzero(still).tolist()


def _slice(puzzle: Puzzle, axis: str, moves: MoveSet) -> Basic:
    return combination(puzzle, EDGES, slice_pieces(puzzle, axis), moves)


def _sliceperm(puzzle: Puzzle, axis: str, moves: MoveSet) -> Basic:
    return partial_permutation(puzzle, EDGES, slice_pieces(puzzle, axis), moves)


def _flipslice(puzzle: Puzzle, axis: str, moves: MoveSet) -> Basic:
    """How the edges sit, and which slots hold those of the slice.

    Quarter turns of one of the two other axes flip edges, by convention; seen from the other
    one, it is those of the slice that count as flipped. So both belong together.
    """
    own = set(slice_pieces(puzzle, axis))
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
        classes[slice_pieces(puzzle, one)] = number
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
