"""Where an attempt stands: what is bad on each axis, what is reached, and what is left to solve.

On an axis an edge is *bad* if it needs a quarter turn of the two faces of the axis, and a corner if
its sticker of the axis is on another one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from puzzlery.core.permutation import Permutation
from puzzlery.solve.cube3.numbering import CORNERS, EDGES, pieces
from puzzlery.solve.cube3.recognition import cube3
from puzzlery.solve.cube3.step_catalog import dr_case, find_step, group_of, turns
from puzzlery.solve.cube3.step_plan import places_of
from puzzlery.solve.fewest.htr_subsets import subset_of
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.piece_names import piece_named

AXES = ("ud", "fb", "rl")
# Where the twists that `pieces` tells are those of the axis ud, and the flips those of fb.
CORNER_AXIS, EDGE_AXIS = "ud", "fb"


@dataclass(frozen=True, slots=True)
class AxisStanding:
    """What is bad on one axis, with the places of the bad pieces.

    `case` counts what domino reduction on this axis lacks: 4c2e are four corners and two edges
    that are in the wrong one of the slice and the rest. `subset` is the name of the subset of
    half-turn reduction, once domino reduction is reached.
    """

    axis: str
    bad_edges: int
    bad_corners: int
    case: str
    subset: str | None
    edge_places: tuple[int, ...]
    corner_places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The three axes, the steps that are reached, and the cycles that are left.

    >>> found = standing(cube3().permutation("R"))
    >>> found.reached, found.left, [(one.bad_edges, one.case) for one in found.axes]
    (('eo on ud', 'eo on fb', 'dr on rl'), '4c 4e', [(0, '4c4e'), (0, '4c4e'), (4, '0c0e')])
    """

    axes: tuple[AxisStanding, ...]
    reached: tuple[str, ...]
    left: str


def standing(state: Permutation) -> Standing:
    """Where a state stands; a state and its inverse reach the same, but look different.

    >>> standing(cube3().permutation("U R2 U")).axes[0].subset
    '4b2 2e'
    >>> standing(cube3().permutation("R2 U2")).reached
    ('htr',)
    >>> standing(cube3().solved.permutation).reached
    ('solved',)
    """
    axes = tuple(_on_axis(state, axis) for axis in AXES)
    return Standing(axes, tuple(_reached(state, axes)), _left(state))


def _on_axis(state: Permutation, axis: str) -> AxisStanding:
    cube = cube3()
    turned = places_of(cube, (CORNER_AXIS,))[(axis,)]
    seen = state.conjugate(turned)
    corners = [k for k, twist in enumerate(pieces(State(cube, seen))[8:16]) if twist]
    corner_places = _places(turned, CORNERS, corners)
    turned_for_edges = places_of(cube, (EDGE_AXIS,))[(axis,)]
    edges = [
        k for k, flip in enumerate(pieces(State(cube, state.conjugate(turned_for_edges)))[28:40])
        if flip
    ]  # fmt: skip
    twisted, outside = dr_case(cube, seen)
    in_domino = group_of(cube, turns("ud")).contains(seen)
    return AxisStanding(
        axis,
        len(edges),
        len(corners),
        f"{twisted}c{outside}e",
        str(subset_of(state, axis)) if in_domino else None,
        _places(turned_for_edges, EDGES, edges),
        corner_places,
    )


def _places(turned: Permutation, names: tuple[str, ...], slots: list[int]) -> tuple[int, ...]:
    """The places of slots that were seen after a rotation, as they are without it."""
    back = turned.inverse
    return tuple(back[place] for slot in slots for place in piece_named(cube3(), names[slot]))


def _reached(state: Permutation, axes: tuple[AxisStanding, ...]) -> Iterator[str]:
    """The furthest that is reached: all of it on several axes, but no step that another implies."""
    if state.is_identity:
        yield "solved"
        return
    if find_step("htr").reached(cube3(), state):
        yield "htr"
        return
    for one in axes:
        if one.subset is not None:
            yield f"dr on {one.axis}"
        elif one.bad_edges == 0:
            yield f"eo on {one.axis}"


def _left(state: Permutation) -> str:
    """The cycles of pieces, corners and edges apart, and those turned in their slots.

    >>> _left(cube3().permutation("R U R' U'"))
    '2c 2c 3e'
    """
    told = pieces(State(cube3(), state))
    parts = [
        *_cycles(told[:8], told[8:16], "c", "twisted"),
        *_cycles(told[16:28], told[28:40], "e", "flipped"),
    ]
    return " ".join(parts)


def _cycles(slots: bytes, turned: bytes, kind: str, word: str) -> Iterator[str]:
    seen: set[int] = set()
    lengths = []
    for start in range(len(slots)):
        length, at = 0, start
        while at not in seen:
            seen.add(at)
            length, at = length + 1, slots[at]
        if length > 1:
            lengths.append(length)
    yield from (f"{length}{kind}" for length in sorted(lengths, reverse=True))
    alone = sum(slots[k] == k and turned[k] != 0 for k in range(len(slots)))
    if alone:
        yield f"{alone}{kind} {word}"
