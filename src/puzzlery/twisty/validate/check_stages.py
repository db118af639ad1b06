"""Stages of the check, from counting colors to the group, each with what it found."""

from collections import Counter

import numpy as np

from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors
from puzzlery.twisty.validate.decision_plan import DecisionPlan
from puzzlery.twisty.validate.pieces_seen import SeenPieces
from puzzlery.twisty.validate.verdict import Stage, count_in_words

# What is checked, in this order: each check is stricter than the one before it.
NAMES = ("counts", "color dictionaries", "order on a piece", "duplicates", "group")


def passed_stages(plan: DecisionPlan, pieces: SeenPieces, explanations: int) -> tuple[Stage, ...]:
    """The five stages of the check for a reachable coloring.

    >>> import puzzlery
    >>> checker = puzzlery.puzzle("2x2x2").checker
    >>> passed_stages(checker.plan, checker.pieces, 1)[-1].text
    'of the 3,674,160 elements of the group 1 shows this'
    """
    elements, showing = count_in_words(plan.order), count_in_words(explanations)
    shows = "shows" if explanations == 1 else "show"
    group = f"of {_the(elements)} elements of the group {showing} {shows} this"
    texts = (_counts(0), _pieces(0), _order(pieces), _duplicates(pieces), group)
    return tuple(Stage(name, True, text) for name, text in zip(NAMES, texts, strict=True))


def failed_stages(plan: DecisionPlan, pieces: SeenPieces, colors: Colors) -> tuple[Stage, ...]:
    """The five stages of the check for a coloring that no element of the group shows.

    >>> import puzzlery
    >>> checker = puzzlery.puzzle("3x3x3").checker
    >>> flipped = checker.plan.solved.copy()
    >>> flipped[[7, 19]] = flipped[[19, 7]]
    >>> stages = failed_stages(checker.plan, checker.pieces, flipped)
    >>> [stage.name for stage in stages if not stage.passed]
    ['group']
    """
    wanted, seen = Counter(plan.solved.tolist()), Counter(colors.tolist())
    wrong = sum(wanted[color] != seen[color] for color in wanted | seen)
    strange = sum(_strange(orbit, plan.solved, colors) for orbit in pieces.orbits)
    ordered = all(orbit.look(colors).fits(orbit) for orbit in pieces.orbits)
    group = f"none of {_the(count_in_words(plan.order))} elements of the group shows this"
    return (
        Stage(NAMES[0], not wrong, _counts(wrong)),
        Stage(NAMES[1], not strange, _pieces(strange)),
        Stage(NAMES[2], ordered, _order(pieces)),
        Stage(NAMES[3], True, _duplicates(pieces)),
        Stage(NAMES[4], False, group),
    )


def _the(count: str) -> str:
    return count if count.startswith("about") else f"the {count}"


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


def _order(pieces: SeenPieces) -> str:
    needed = pieces.orbits_that_need_order
    if not needed:
        return "not needed: the colors on each piece alone tell it from others"
    return f"needed to tell pieces apart in {needed} of {len(pieces.puzzle.orbits())} orbits"


def _duplicates(pieces: SeenPieces) -> str:
    alike = pieces.duplicates
    return f"{sum(alike)} pieces look like others, {len(alike)} looks in all" if alike else "none"
