"""Subsets of domino reduction: how far a state is from half-turn reduction, as cubers name it.

In domino reduction on an axis the corners form two *tetrads*: four corners of which no two are
neighbors. A half turn keeps both, a quarter turn of the axis exchanges two of each. `4b2 2e` says
that 4 corners are in the wrong tetrad, that 2 quarter turns bring the corners home, and that 2
edges are bad; a and b tell classes apart which agree in both numbers.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.solve.cube3.numbering import CORNERS, EDGES, pieces
from puzzlery.solve.cube3.recognition import FACES, cube3
from puzzlery.solve.cube3.step_catalog import group_of, turns
from puzzlery.solve.cube3.step_plan import in_order, places_of
from puzzlery.twisty.model.state import State

Perms = NDArray[np.intp]
# The numbers of the corners of one tetrad, and of the edges that an M slice would carry.
TETRAD = tuple(CORNERS.index(name) for name in ("URF", "ULB", "DLF", "DRB"))
MIDDLE = tuple(EDGES.index(name) for name in ("UF", "UB", "DF", "DB"))
SIDES = tuple(EDGES.index(name) for name in ("UR", "UL", "DR", "DL"))
# A class of 4 bad corners that has so few corner arrangements is called a, the others b.
FEW = 1152
_NAME = re.compile(r"([024])([abc])(\d)(?:\s*([02468])e)?")


@dataclass(frozen=True, slots=True)
class HtrSubset:
    """A class of states in domino reduction.

    `quarter_turns` are those that the corners need, with half turns free.

    >>> print(subset_of(cube3().permutation("U R2 U"), "ud"))
    4b2 2e
    """

    bad_corners: int
    letter: str
    quarter_turns: int
    bad_edges: int

    @property
    def corners(self) -> str:
        """The name of the corners alone, such as 4b2."""
        return f"{self.bad_corners}{self.letter}{self.quarter_turns}"

    def __str__(self) -> str:
        return f"{self.corners} {self.bad_edges}e"


def subset_of(state: Permutation, axis: str) -> HtrSubset:
    """The subset of a state that is in domino reduction on an axis: ud, fb or rl.

    A state and its inverse are in the same one, and half turns never change it.

    >>> print(subset_of(cube3().permutation("R2 U2"), "ud"))
    0c0 0e
    >>> subset_of(cube3().permutation("R"), "ud")
    Traceback (most recent call last):
        ...
    puzzlery.errors.PuzzleryError: this state is not in domino reduction on ud
    """
    seen = state.conjugate(places_of(cube3(), ("ud",))[(in_order(axis),)])
    if not group_of(cube3(), turns("ud")).contains(seen):
        raise PuzzleryError(f"this state is not in domino reduction on {axis}")
    told = pieces(State(cube3(), seen))
    corners, edges = told[:8], told[16:28]
    bad_corners, letter, quarter_turns = _classes()[bytes(corners)]
    moved = sum(corners[slot] in TETRAD for slot in range(8) if slot not in TETRAD)
    astray = sum(edges[slot] in MIDDLE for slot in SIDES)
    return HtrSubset(bad_corners, letter, quarter_turns, _bad_edges(moved, astray))


def _bad_edges(moved: int, astray: int) -> int:
    """Edges of the wrong slice, after the quarter turn or none that suits the corners best."""
    if moved == 2:
        return min(2 * astray, 8 - 2 * astray)
    return 2 * astray if moved < 2 else 8 - 2 * astray


def parse_subset(text: str) -> str:
    """The name of one or of many subsets as `subset_matches` takes it.

    What others call 4c3, 4c4 and 4c5 is 4b3, 4b4 and 4b5 here.

    >>> parse_subset("4c3 2e"), parse_subset("2c3"), parse_subset("3")
    ('4b3 2e', '2c3', '3')
    """
    given = text.strip().lower()
    if re.fullmatch(r"\d", given) and int(given) <= 5:
        return given
    found = _NAME.fullmatch(given)
    if found is not None:
        corners = f"{found[1]}{'b' if (found[1], found[2]) == ('4', 'c') else found[2]}{found[3]}"
        if corners in corner_classes():
            return f"{corners} {found[4]}e" if found[4] else corners
    raise PuzzleryError(
        f'unknown subset "{text}"; expected a number of quarter turns from 0 to 5, one of '
        f"{', '.join(corner_classes())}, or one of these with its bad edges, such as 4a1 2e"
    )


def subset_matches(subset: HtrSubset, wanted: str) -> bool:
    """Whether a subset is the one, or one of those, that `parse_subset` has read.

    >>> one = subset_of(cube3().permutation("U R2 U R2 U"), "ud")
    >>> [subset_matches(one, name) for name in (str(one), "2c3", "3", "2c4")]
    [True, True, True, False]
    """
    if len(wanted) == 1:
        return subset.quarter_turns == int(wanted)
    return wanted in (subset.corners, str(subset))


def corner_classes() -> dict[str, int]:
    """How many of the 40,320 arrangements of the corners are in each class.

    >>> corner_classes()["2c3"], len(corner_classes())
    (6144, 12)
    """
    counts: dict[str, int] = {}
    for bad, letter, quarter in _classes().values():
        name = f"{bad}{letter}{quarter}"
        counts[name] = counts.get(name, 0) + 1
    return dict(sorted(counts.items(), key=lambda one: (one[0][2], one[0])))


@cache
def _classes() -> dict[bytes, tuple[int, str, int]]:
    """The class of each arrangement of the corners: bad corners, letter and quarter turns.

    A class is an orbit of arrangements under half turns on either side, inversion and U D.
    """
    perms = np.array(list(permutations(range(8))), dtype=np.intp)
    quarter = _quarter_turns(perms)
    halves = [_corner_turn(f"{face}2") for face in FACES]
    both = _corner_turn("U")[_corner_turn("D")]
    label = np.arange(len(perms))
    links = [_ranks(perms[:, turn]) for turn in (*halves, both)]
    links.append(_ranks(np.argsort(perms, axis=1)))
    while True:
        less = label
        for link in links:
            less = np.minimum(less, less[link])
        if (less == label).all():
            break
        label = less
    sizes = np.bincount(label, minlength=len(perms))
    least = np.full(len(perms), 99)
    np.minimum.at(least, label, quarter)
    moved = np.isin(perms, TETRAD)[:, [s for s in range(8) if s not in TETRAD]].sum(axis=1)
    bad = 2 * np.minimum(moved, 4 - moved)
    return {
        bytes(row.tolist()): (int(b), _letter(int(b), int(sizes[k])), int(least[k]))
        for row, b, k in zip(perms, bad, label, strict=True)
    }


def _letter(bad: int, size: int) -> str:
    if bad < 4:
        return "c"
    return "a" if size <= FEW else "b"


def _corner_turn(name: str) -> Perms:
    """Which corner each slot holds after a turn."""
    told = pieces(cube3().apply(name))
    return np.frombuffer(told[:8], dtype=np.uint8).astype(np.intp)


def _ranks(perms: Perms) -> NDArray[np.intp]:
    """The numbers of permutations in the order of `itertools.permutations`."""
    smaller = (perms[:, :, None] > perms[:, None, :]) & (np.arange(8)[:, None] < np.arange(8))
    factors = np.array([5040, 720, 120, 24, 6, 2, 1, 1], dtype=np.intp)
    found: NDArray[np.intp] = smaller.sum(axis=2, dtype=np.intp) @ factors
    return found


def _quarter_turns(perms: Perms) -> NDArray[np.intp]:
    """The least number of quarter turns of U and D for each arrangement, half turns being free."""
    halves = [_ranks(perms[:, _corner_turn(f"{face}2")]) for face in FACES]
    quarters = [_ranks(perms[:, _corner_turn(name)]) for name in ("U", "U'", "D", "D'")]
    distance = np.full(len(perms), -1)
    layer = np.zeros(1, dtype=np.intp)
    for number in range(len(perms)):
        layer = _spread(layer, halves, distance, number)
        if not len(layer):
            return distance
        layer = np.unique(np.concatenate([turn[layer] for turn in quarters]))
    raise AssertionError("quarter turns lead to every arrangement")


def _spread(
    start: NDArray[np.intp],
    halves: list[NDArray[np.intp]],
    distance: NDArray[np.intp],
    number: int,
) -> NDArray[np.intp]:
    """Mark all that half turns reach from what has no distance yet, and tell what was new."""
    found = list(_waves(start[distance[start] < 0], halves, distance, number))
    return np.concatenate(found) if found else start[:0]


def _waves(
    wave: NDArray[np.intp],
    halves: list[NDArray[np.intp]],
    distance: NDArray[np.intp],
    number: int,
) -> Iterator[NDArray[np.intp]]:
    while len(wave):
        distance[wave] = number
        yield wave
        reached = np.unique(np.concatenate([turn[wave] for turn in halves]))
        wave = reached[distance[reached] < 0]
