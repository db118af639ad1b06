"""Stages: the steps of the check, from counting colors to the group, each with what it found."""

from collections import Counter

import numpy as np

from puzzlery.twisty.validate.parts import Colors, Part
from puzzlery.twisty.validate.pieces_seen import Scenery
from puzzlery.twisty.validate.prepare import Plan
from puzzlery.twisty.validate.verdict import Reason, Stage


def stages(
    plan: Plan, scenery: Scenery, colors: Colors, reasons: list[Reason], explanations: int
) -> tuple[Stage, ...]:
    """The five steps: counts, color dictionaries, order, duplicates, group."""
    return (
        _counts(plan, colors),
        _dictionaries(plan, scenery, colors),
        _order(plan, scenery, colors),
        _duplicates(scenery),
        _group(plan, reasons, explanations),
    )


def _counts(plan: Plan, colors: Colors) -> Stage:
    size = int(max(plan.solved.max(), colors.max())) + 1
    wanted, seen = np.bincount(plan.solved, minlength=size), np.bincount(colors, minlength=size)
    wrong = int((wanted != seen).sum())
    text = f"{wrong} colors are there in wrong numbers" if wrong else "each color is there as often"
    return Stage("counts", wrong == 0, text)


def _sorted_rows(part: Part, colors: Colors) -> list[bytes]:
    """The colors on each piece without their order: what a dictionary of counts says."""
    return [row.tobytes() for row in np.sort(colors[part.orbit.slots], axis=1)]


def _dictionaries(plan: Plan, scenery: Scenery, colors: Colors) -> Stage:
    wrong = 0
    for part in scenery.parts:
        wanted = Counter(_sorted_rows(part, plan.solved))
        wrong += (Counter(_sorted_rows(part, colors)) - wanted).total()
    text = f"{wrong} slots show other colors than the pieces have" if wrong else "all pieces match"
    return Stage("color dictionaries", wrong == 0, text)


def _order(plan: Plan, scenery: Scenery, colors: Colors) -> Stage:
    needed = sum(_needs_order(part, plan.solved) for part in scenery.parts)
    passed = all(part.look(colors).fits(part) for part in scenery.parts)
    where = f"needed to tell pieces apart in {needed} of {len(scenery.parts)} orbits"
    return Stage("order on a piece", passed, where)


def _needs_order(part: Part, solved: Colors) -> bool:
    """Whether two kinds of piece have the same colors in another order."""
    return len(set(_sorted_rows(part, solved))) < len(part.counts)


def _duplicates(scenery: Scenery) -> Stage:
    alike = [count for part in scenery.parts for count in part.counts.values() if count > 1]
    text = f"{sum(alike)} pieces look like others, in {len(alike)} groups" if alike else "none"
    return Stage("duplicates", True, text)


def _group(plan: Plan, reasons: list[Reason], explanations: int) -> Stage:
    if reasons:
        return Stage("group", False, f"no element shows this; the group has {plan.group.order:,}")
    shown = f"{explanations:,} of its {plan.group.order:,} elements show this"
    return Stage("group", True, shown)
