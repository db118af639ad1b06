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
    idle = _idle(plan, orientations)
    seen: set[Permutation] = set()
    kept = []
    for orientation in orientations:
        if orientation.rotation not in seen:
            kept.append(orientation)
            seen.update(rotation * orientation.rotation for rotation in idle)
    return kept


def _idle(plan: DecisionPlan, orientations: list[PuzzleOrientation]) -> set[Permutation]:
    """The rotations that show nothing new; products of such rotations are not asked again."""
    found = {orientations[0].rotation}
    moves = set(plan.group.generators)
    moves |= {move.inverse for move in moves}
    for orientation in orientations:
        new = orientation.rotation
        if new not in found and _is_idle(plan, orientation, moves):
            queue = list(found)
            found.update(queue)
            steps = [*found, new]
            for reached in queue:
                for step in steps:
                    if (then := reached * step) not in found:
                        found.add(then)
                        queue.append(then)
    return found


def _is_idle(plan: DecisionPlan, orientation: PuzzleOrientation, moves: set[Permutation]) -> bool:
    colors = orientation.apply(plan.solved)
    if plan.misplaced(colors) or decide(plan, colors).answer != "reachable":
        return False
    turned = (move.conjugate(orientation.rotation) for move in plan.group.generators)
    return all(move in moves or plan.group.contains(move) for move in turned)
