"""Repairs of puzzles with bandages: least where the true states can be searched, else so called.

The invariants of the group do not know what is joined, so they alone cannot tell which repair is
least. What is known of cheaper ones comes from three sides:

- all single changes are tried against the true states;
- without bandages more states are reachable, so that the least repair then is a lower bound;
- where few colorings are reachable, all of them are listed and everything around them is searched.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors
from puzzlery.twisty.validate.change_effects import ChangeEffects
from puzzlery.twisty.validate.decision import decide
from puzzlery.twisty.validate.decision_plan import DecisionPlan
from puzzlery.twisty.validate.listed_repair import ListedStates, SingleChange
from puzzlery.twisty.validate.piece_changes import swaps, turns
from puzzlery.twisty.validate.recoloring import Painter, SlotRecoloring
from puzzlery.twisty.validate.repair import Budget, ProposedRepair, repaired, replaced

# Tries of repairs with several changes.
FEW_TRIES = 16
# Tries without bandages, where a try takes about a millisecond.
UNBANDAGED_TRIES = 200


def bandaged_repair(
    effects: ChangeEffects,
    colors: Colors,
    is_reachable: Callable[[Colors], bool],
    listed: ListedStates | None = None,
) -> ProposedRepair | None:
    """The fewest changes found that make a coloring of a bandaged puzzle reachable.

    >>> import puzzlery
    >>> moves = {"a": [[0, 2]], "b": [[1, 2, 3]]}
    >>> colors = ["red", "green", "red", "red"]
    >>> pair = puzzlery.Puzzle.from_cycles(moves, colors, glued=[[0, 3]])
    >>> repair = pair.validate(["red"] * 4).repair
    >>> repair.text, repair.proven
    ('color sticker 1 green', True)
    """
    home = effects.plan.solved
    choices = [(change, change.applied(colors)) for change in single_changes(effects.plan, colors)]
    choices.sort(key=lambda choice: -int((choice[1] == home).sum()))
    for change, changed in choices:
        if is_reachable(changed):
            return ProposedRepair((change,), changed, True)
    none_up_to = 1
    if listed is not None:
        least, searched = listed.least(colors)
        if least is not None:
            return least
        none_up_to = max(none_up_to, searched)
    found = repaired(effects, colors, Budget(is_reachable, FEW_TRIES))
    if found is None:
        return replaced(effects, colors, Budget(is_reachable, FEW_TRIES))
    if found.cost > none_up_to + 1:
        none_up_to = max(none_up_to, _least_unbandaged(effects, colors) - 1)
    return replace(found, proven=found.cost <= none_up_to + 1)


def _least_unbandaged(effects: ChangeEffects, colors: Colors) -> int:
    """The cost of the least repair if nothing were joined; 1 if it is not proven."""

    def is_reachable(changed: Colors) -> bool:
        return decide(effects.plan, changed).answer == "reachable"

    if is_reachable(colors):
        return 1
    found = repaired(effects, colors, Budget(is_reachable, UNBANDAGED_TRIES))
    return found.cost if found is not None and found.proven else 1


def single_changes(plan: DecisionPlan, colors: Colors) -> Iterator[SingleChange]:
    """All single changes that could make a coloring reachable; other ones leave a wrong count.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> kinds = [len(list(single_changes(plan.alone(orbit), plan.alone(orbit).solved)))
    ...          for orbit in plan.orbits[:2]]
    >>> kinds  # swaps, and turns as twists or as colors put in order
    [60, 90]
    """
    missing = Counter(plan.solved.tolist()) - Counter(colors.tolist())
    surplus = Counter(colors.tolist()) - Counter(plan.solved.tolist())
    if missing.total() == 1:
        ((old, _),), ((new, _),) = surplus.items(), missing.items()
        for sticker in np.flatnonzero(colors == old).tolist():
            yield SlotRecoloring((sticker,), (new,), 1, "recolor", 0, (0, 0))
    elif not missing:
        for orbit in plan.orbits:
            yield from swaps(orbit, plan.solved, colors)
            for turn in range(1, orbit.orientations.order):
                yield from turns(orbit, plan.solved, turn, colors)
            yield from _reordered(orbit, colors)


def _reordered(orbit: ColoredOrbit, colors: Colors) -> Iterator[SlotRecoloring]:
    """Pieces whose colors are put in order."""
    painter = Painter(orbit, colors)
    for kind in painter.looks:
        for slot, number in np.argwhere(painter.costs(kind) == 1).tolist():
            paint = painter.paint(kind, slot, number)
            if paint.kind == "reorder":
                yield paint
