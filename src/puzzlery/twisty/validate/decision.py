"""The decision: an element of the group that shows a coloring, or the proof that there is none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.structure.colored_orbit import (
    ColoredOrbit,
    Colors,
    OrbitLook,
    as_colors,
    parity,
)
from puzzlery.twisty.validate.decision_plan import DecisionPlan

Answer = Literal["reachable", "unreachable", "undecided"]


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether moves lead to a coloring; if so, one element of the group that shows it.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("2x2x2")
    >>> turned = np.array(cube.apply("R").coloring.picks, dtype=np.uint16)
    >>> decide(cube.checker.plan, turned).element == cube.moves["R"]
    True
    """

    answer: Answer
    element: Permutation | None = None


def decide(plan: DecisionPlan, numbers: NDArray[np.integer]) -> Decision:
    """Decide exactly whether moves lead to a coloring.

    Each orbit must show its own pieces; then only coordinates and the tied orbits are left, and
    the small group is searched for an element that fits them.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> flipped = plan.solved.copy()
    >>> flipped[[7, 19]] = flipped[[19, 7]]
    >>> decide(plan, plan.solved).answer, decide(plan, flipped).answer
    ('reachable', 'unreachable')
    """
    colors, looks = as_colors(numbers), []
    for orbit in plan.orbits:
        look = orbit.look(colors)
        if not look.fits(orbit):
            return Decision("unreachable")
        looks.append(look)
    pairs = list(zip(plan.free, looks[: len(plan.free)], strict=True))
    seen = [x for orbit, look in pairs for x in orbit.seen_coordinates(look)]
    found, sure = plan.search.find(colors, seen)
    if found is None:
        return Decision("unreachable" if sure else "undecided")
    images = np.arange(plan.group.degree, dtype=np.uint16)
    images[plan.search.stickers] = found.images
    for (orbit, look), wanted in zip(pairs, found.coordinates, strict=True):
        _arrange(orbit, look, wanted, images)
    return Decision("reachable", _verified(plan, colors, Permutation._from_bytes(images.tobytes())))


def _arrange(
    orbit: ColoredOrbit,
    look: OrbitLook,
    wanted: tuple[int, ...],
    images: np.ndarray[tuple[int, ...], np.dtype[np.uint16]],
) -> None:
    """Carry the stickers of a free orbit to where they are seen, with the wanted coordinates."""
    places = orbit.pairing(look)
    if orbit.size > 1 and parity(places) != wanted[-1]:
        _swap_twins(orbit, places)
    extra = _hidden_turns(orbit, look, wanted)
    turns = orbit.orientations
    shown = turns.array[[look.orientations[place] for place in places]]
    for slot, turn in extra.items():
        shown[slot] = shown[slot][turns.array[turn]]
    images[orbit.home_stickers] = orbit.slots[np.array(places)[:, None], shown]


def _swap_twins(orbit: ColoredOrbit, places: list[int]) -> None:
    """Let two pieces that look alike change places."""
    first: dict[int | None, int] = {}
    for slot, kind in enumerate(orbit.home.kinds):
        other = first.setdefault(kind, slot)
        if other != slot:
            places[slot], places[other] = places[other], places[slot]
            return


def _hidden_turns(orbit: ColoredOrbit, look: OrbitLook, wanted: Sequence[int]) -> dict[int, int]:
    """Turns that cannot be seen, by slot, which bring the sum of turns to what is wanted."""
    sums, turns = orbit.sums, orbit.orientations
    if not sums.moduli:
        return {}
    moduli = np.array(sums.moduli)
    now = sums.rows[look.orientations].sum(axis=0) - sums.rows[orbit.home.orientations].sum(axis=0)
    goal = tuple(((np.array(wanted[: len(moduli)]) - now) % moduli).tolist())
    ways: dict[tuple[int, ...], dict[int, int]] = {(0,) * len(moduli): {}}
    queue = list(ways)
    steps = {
        (orbit.home.kinds.index(kind), t) for kind, still in enumerate(orbit.still) for t in still
    }
    for at in queue:
        if at == goal:
            break
        for slot, turn in sorted(steps):
            there = tuple(((np.array(at) + sums.rows[turn]) % moduli).tolist())
            if there not in ways:
                before = ways[at].get(slot, 0)
                ways[there] = {**ways[at], slot: turns.times(before, turn)}
                queue.append(there)
    return ways[goal]


def _verified(plan: DecisionPlan, colors: Colors, element: Permutation) -> Permutation:
    """The element, once it is seen to show the coloring and to lie in the group."""
    if not np.array_equal(colors[element.array], plan.solved) or not plan.group.contains(element):
        raise AssertionError("the element found does not explain the coloring")
    return element
