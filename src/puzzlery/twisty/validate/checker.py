"""The checker: all that a puzzle needs to judge colorings, prepared once and kept with it."""

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.model.partial_coloring import PartialColoring
from puzzlery.twisty.model.state import Coloring, State
from puzzlery.twisty.structure.colored_orbit import Colors
from puzzlery.twisty.structure.puzzle_orientation import PuzzleOrientation, puzzle_orientations
from puzzlery.twisty.validate.bandage_shapes import BandageShapes, shapes_of
from puzzlery.twisty.validate.bandaged_repair import FEW_TRIES, bandaged_repair
from puzzlery.twisty.validate.change_effects import ChangeEffects
from puzzlery.twisty.validate.check_stages import failed_stages, passed_stages
from puzzlery.twisty.validate.decision import Decision, decide
from puzzlery.twisty.validate.decision_plan import DecisionPlan, prepare
from puzzlery.twisty.validate.distinct_orientations import distinct_orientations
from puzzlery.twisty.validate.listed_repair import ListedStates
from puzzlery.twisty.validate.partial_verdict import PartialChecker
from puzzlery.twisty.validate.pieces_seen import SeenPieces
from puzzlery.twisty.validate.repair import Budget, repaired, replaced
from puzzlery.twisty.validate.unreachable_reasons import badness, reasons
from puzzlery.twisty.validate.verdict import Reason, Repair, Verdict

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

# How often a repair may ask whether a coloring is reachable.
TRIES = 1_000


class Checker:
    """Decides which colorings of one puzzle are reachable; the analysis is done once.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("2x2x2")
    >>> Checker(cube).verdict(cube.apply("R U").coloring).reachable
    True
    """

    def __init__(self, puzzle: "Puzzle") -> None:
        self.puzzle = puzzle
        self.pieces = SeenPieces(puzzle)

    @cached_property
    def plan(self) -> DecisionPlan:
        """The analysis of the puzzle's group, bandages ignored.

        >>> import puzzlery
        >>> puzzlery.puzzle("pyraminx").checker.plan.order
        75582720
        """
        return prepare(self.puzzle.group, self.puzzle.solved_colors)

    @cached_property
    def effects(self) -> ChangeEffects:
        """What changes by hand add to the invariants.

        >>> import puzzlery
        >>> len(puzzlery.puzzle("2x2x2").checker.effects.rules)  # only the sum of twists
        1
        """
        return ChangeEffects(self.plan)

    @cached_property
    def orientations(self) -> list[PuzzleOrientation]:
        """The orientations of the whole puzzle that may look different, the usual one first.

        >>> import puzzlery
        >>> puzzles = [puzzlery.puzzle(name) for name in ("3x3x3", "pyraminx", "dino")]
        >>> [len(puzzle.checker.orientations) for puzzle in puzzles]
        [24, 12, 2]
        """
        found = puzzle_orientations(self.puzzle)
        return found if self.puzzle.glued else distinct_orientations(self.plan, found)

    @cached_property
    def shapes(self) -> BandageShapes | None:
        """The shapes of a puzzle with bandages; None if there are too many.

        >>> import puzzlery
        >>> len(puzzlery.puzzle("bicube").checker.shapes.ways)
        440
        """
        return shapes_of(self.puzzle)

    @cached_property
    def listed_states(self) -> ListedStates | None:
        """All reachable colorings of a puzzle with bandages; None if they are too many.

        >>> import puzzlery
        >>> puzzlery.puzzle("bicube").checker.listed_states is None
        True
        """
        return None if self.shapes is None else ListedStates.of(self.shapes, self.plan)

    @cached_property
    def states(self) -> tuple[int | None, int]:
        """The number of different reachable colorings, and in how many orientations each comes.

        A 4x4x4 has no centers that hold it: its moves alone turn it as a whole. Bandages are
        ignored; the number is None if it would take too long to find.

        >>> import puzzlery
        >>> [puzzlery.puzzle(name).checker.states for name in ("2x2x2", "dino")]
        [(3674160, 1), (239500800, 12)]
        """
        plan = self.plan
        turned = [one.apply(plan.solved) for one in puzzle_orientations(self.puzzle)]
        reached = sum(decide(plan, colors).answer == "reachable" for colors in turned)
        return plan.order // plan.explanations if plan.explanations else None, reached

    @cached_property
    def partial(self) -> PartialChecker:
        """The judge of colorings with open stickers.

        >>> import puzzlery
        >>> str(puzzlery.puzzle("2x2x2").checker.partial.chance)
        '1/3'
        """
        return PartialChecker(self)

    def verdict(self, seen: Coloring | PartialColoring) -> Verdict:
        """The verdict on a coloring, in whichever orientation the puzzle is held.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> verdict = cube.checker.verdict(cube.apply("R U x").coloring)
        >>> verdict.reachable, str(verdict.rotation)
        (True, 'x')
        """
        if isinstance(seen, PartialColoring):
            return self.partial.verdict(seen)
        colors = np.array(seen.picks, dtype=np.uint16)
        usual, *others = self.orientations
        for orientation in (usual, *others):
            held = orientation.undo(colors)
            if orientation is not usual and self.plan.misplaced(held):
                continue
            decision, count = self._decide(held)
            if decision.element is not None:
                return self._reachable(seen, orientation, decision.element, count)
        return self._unreachable(seen, colors)

    def _decide(self, colors: Colors) -> tuple[Decision, int]:
        """The decision, and how many elements show the coloring."""
        decision = decide(self.plan, colors)
        if decision.answer != "reachable" or not self.puzzle.glued:
            return decision, (self.plan.explanations or 0) if decision.element else 0
        if self.shapes is None:
            return Decision("undecided"), 0
        return self.shapes.decide(colors)

    def _is_reachable(self, colors: Colors) -> bool:
        return self._decide(colors)[0].answer == "reachable"

    def _reachable(
        self, seen: Coloring, orientation: PuzzleOrientation, element: Permutation, count: int
    ) -> Verdict:
        return Verdict(
            seen,
            True,
            State(self.puzzle, element * orientation.rotation),
            count,
            rotation=orientation.alg or None,
            stages=passed_stages(self.plan, self.pieces, count),
            completions=1,
            assembled=1,
            share=None if self.puzzle.glued else self.partial.share(Fraction(1)),
        )

    def _unreachable(self, seen: Coloring, colors: Colors) -> Verdict:
        orientation = self._best_orientation(colors)
        held, pieces = orientation.undo(colors), self.pieces.in_orientation(orientation.rotation)
        decided = self._decide(held)[0].answer == "unreachable"
        found = self._reasons(held, pieces) if decided else [_undecided(self.puzzle)]
        return Verdict(
            seen,
            False,
            reasons=found,
            repair=self._repair(orientation, held, pieces) if decided else None,
            rotation=orientation.alg or None,
            stages=failed_stages(self.plan, self.pieces, held),
            decided=decided,
            completions=0 if decided else None,
            share=Fraction(0) if decided else None,
        )

    def _best_orientation(self, colors: Colors) -> PuzzleOrientation:
        """The orientation in which the least is wrong; the usual one if no other is better."""
        orientations = [
            self.orientations[0],
            *likely_orientations(self.plan, self.orientations, colors),
        ]
        if len(set(orientations)) == 1:
            return orientations[0]
        return min(
            orientations, key=lambda orientation: badness(self.plan, orientation.undo(colors))
        )

    def _budget(self, tries: int) -> Budget:
        return Budget(self._is_reachable, tries, work=lambda: self.plan.search.work)

    def _reasons(self, colors: Colors, pieces: SeenPieces) -> list[Reason]:
        if decide(self.plan, colors).answer == "unreachable":
            return reasons(self.plan, pieces, colors)
        joined = sorted(sticker for group in self.puzzle.glued for sticker in group)
        text = "all pieces are there, but with what is joined no moves lead to this"
        return [Reason("arrangement", text, pieces.spots(joined))]

    def _repair(
        self, orientation: PuzzleOrientation, colors: Colors, pieces: SeenPieces
    ) -> Repair | None:
        if self.puzzle.glued:
            found = bandaged_repair(self.effects, colors, self._is_reachable, self.listed_states)
        else:
            found = repaired(self.effects, colors, self._budget(TRIES))
            if found is None:
                found = replaced(self.effects, colors, self._budget(FEW_TRIES))
        if found is None:
            return None
        told = []
        for change in found.changes:
            for part in change.parts(colors):
                told.append(part.described(pieces, colors))
                colors = part.applied(colors)
        mended = Coloring(self.puzzle, tuple(orientation.apply(colors).tolist()))
        return Repair(tuple(told), mended, found.proven)


def _undecided(puzzle: "Puzzle") -> Reason:
    text = f"it would take too long to find out whether moves of {puzzle.name} lead to this"
    return Reason("undecided", text, ())


def likely_orientations(
    plan: DecisionPlan, orientations: list[PuzzleOrientation], colors: Colors
) -> list[PuzzleOrientation]:
    """The orientations in which the fewest pieces that never leave their place are wrong.

    >>> import puzzlery
    >>> import numpy as np
    >>> cube = puzzlery.puzzle("3x3x3")
    >>> plan, orientations = cube.checker.plan, cube.checker.orientations
    >>> seen = np.array(cube.apply("R x").coloring.picks, dtype=np.uint16)
    >>> [str(one.alg) for one in likely_orientations(plan, orientations, seen)]
    ['x']
    """
    wrong = [plan.misplaced(orientation.undo(colors)) for orientation in orientations]
    pairs = zip(orientations, wrong, strict=True)
    return [orientation for orientation, count in pairs if count == min(wrong)]
