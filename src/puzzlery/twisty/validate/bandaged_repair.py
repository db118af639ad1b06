"""Repairs of puzzles with bandages: every single change is tried before more are called least.

The invariants of the group do not know what is joined, so they cannot tell which repair is least.
Instead all single changes are tried against the true states. A repair of two changes is proven if
no single one is enough; of more, it is not.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors
from puzzlery.twisty.validate.change_effects import ChangeEffects
from puzzlery.twisty.validate.decision_plan import DecisionPlan
from puzzlery.twisty.validate.piece_changes import PieceChange, swaps, turns
from puzzlery.twisty.validate.recoloring import Painter, SlotRecoloring
from puzzlery.twisty.validate.repair import Budget, ProposedRepair, repaired

# Tries of repairs with several changes.
FEW_TRIES = 16
SingleChange = SlotRecoloring | PieceChange


def bandaged_repair(
    effects: ChangeEffects, colors: Colors, is_reachable: Callable[[Colors], bool]
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
    found = repaired(effects, colors, Budget(is_reachable, FEW_TRIES))
    return found and replace(found, proven=found.cost == 2)


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
