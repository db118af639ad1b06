"""Distinct orientations: those of the whole puzzle that may show what moves alone do not."""

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.structure.puzzle_orientation import PuzzleOrientation
from puzzlery.twisty.validate.decision import decide
from puzzlery.twisty.validate.decision_plan import DecisionPlan


def distinct_orientations(
    plan: DecisionPlan, orientations: list[PuzzleOrientation]
) -> list[PuzzleOrientation]:
    """The orientations, without those that show nothing new.

    If a rotation keeps the group, and moves alone can make the solved puzzle look rotated so, then
    they can make any state look so. Such rotations r form a group: if the orientation w is kept,
    then r w shows nothing new.

    >>> import puzzlery
    >>> from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations
    >>> dino = puzzlery.puzzle("dino")
    >>> found = puzzle_orientations(dino)
    >>> len(found), len(distinct_orientations(dino.checker.plan, found))
    (24, 2)
    """
    idle = [one.rotation for one in orientations if _is_idle(plan, one)]
    seen: set[Permutation] = set()
    kept = []
    for orientation in orientations:
        if orientation.rotation not in seen:
            kept.append(orientation)
            seen.update(rotation * orientation.rotation for rotation in idle)
    return kept


def _is_idle(plan: DecisionPlan, orientation: PuzzleOrientation) -> bool:
    if decide(plan, orientation.apply(plan.solved)).answer != "reachable":
        return False
    moves = plan.group.generators
    return all(plan.group.contains(move.conjugate(orientation.rotation)) for move in moves)
