"""Stages: the steps of the check, from counting colors to the group, each with what it found."""

from collections import Counter
from math import log10

import numpy as np

from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors
from puzzlery.twisty.validate.pieces_seen import Scenery
from puzzlery.twisty.validate.prepare import Plan
from puzzlery.twisty.validate.verdict import Stage

LARGE = 10**24
NAMES = ("counts", "color dictionaries", "order on a piece", "duplicates", "group")


def in_words(number: int) -> str:
    """A number that may be very large.

    >>> in_words(95551488), in_words(24**60)
    ('95,551,488', 'about 6.50 × 10^82')
    """
    if number < LARGE:
        return f"{number:,}"
    whole, rest = divmod(log10(number), 1)
    return f"about {10**rest:.2f} × 10^{int(whole)}"


def passed_stages(plan: Plan, scenery: Scenery, explanations: int) -> tuple[Stage, ...]:
    """The five steps for a coloring that passes them all."""
    group = (
        f"of the {in_words(plan.order)} elements of the group {in_words(explanations)} show this"
    )
    texts = (_counts(0), _pieces(0), _order(scenery), _duplicates(scenery), group)
    return tuple(Stage(name, True, text) for name, text in zip(NAMES, texts, strict=True))


def failed_stages(plan: Plan, scenery: Scenery, colors: Colors) -> tuple[Stage, ...]:
    """The five steps for a coloring that no element of the group shows."""
    wanted, seen = Counter(plan.solved.tolist()), Counter(colors.tolist())
    wrong = sum(wanted[color] != seen[color] for color in wanted | seen)
    strange = sum(_strange(orbit, plan.solved, colors) for orbit in scenery.orbits)
    ordered = all(orbit.look(colors).fits(orbit) for orbit in scenery.orbits)
    group = f"none of the {in_words(plan.order)} elements of the group shows this"
    return (
        Stage(NAMES[0], not wrong, _counts(wrong)),
        Stage(NAMES[1], not strange, _pieces(strange)),
        Stage(NAMES[2], ordered, _order(scenery)),
        Stage(NAMES[3], True, _duplicates(scenery)),
        Stage(NAMES[4], False, group),
    )


def _strange(orbit: ColoredOrbit, solved: Colors, colors: Colors) -> int:
    """How many slots have colors, taken without order, that no piece is left for."""
    wanted, seen = (
        Counter(row.tobytes() for row in np.sort(shown[orbit.slots], axis=1))
        for shown in (solved, colors)
    )
    return (seen - wanted).total()


def _counts(wrong: int) -> str:
    return f"{wrong} colors are there in wrong numbers" if wrong else "all colors as when solved"


def _pieces(strange: int) -> str:
    if not strange:
        return "the colors on each piece are those of a piece"
    return f"{strange} slot{'s' * (strange > 1)} with colors that no piece is left for"


def _order(scenery: Scenery) -> str:
    needed = scenery.orbits_that_need_order
    return f"needed to tell pieces apart in {needed} of {len(scenery.orbits)} orbits"


def _duplicates(scenery: Scenery) -> str:
    alike = scenery.duplicates
    return f"{sum(alike)} pieces look like others, {len(alike)} looks in all" if alike else "none"
