"""Partial verdicts: what is certain of a puzzle of which only some stickers are seen."""

from fractions import Fraction
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from puzzlery.groups import PermGroup
from puzzlery.twisty.model.partial_coloring import OPEN, PartialColoring
from puzzlery.twisty.model.state import Coloring, State
from puzzlery.twisty.structure.puzzle_orientation import PuzzleOrientation, puzzle_orientations
from puzzlery.twisty.structure.slots import Ints
from puzzlery.twisty.validate.decision import decide
from puzzlery.twisty.validate.decision_plan import DecisionPlan, prepare
from puzzlery.twisty.validate.distinct_orientations import distinct_orientations
from puzzlery.twisty.validate.orbit_fillings import FillableOrbit, TooManyFillings
from puzzlery.twisty.validate.partial_count import MOST_TIED, PartialCounter, PartialView
from puzzlery.twisty.validate.partial_reasons import contradictions, partial_reasons
from puzzlery.twisty.validate.questions import (
    Questions,
    stickers_among_all,
    stickers_to_look_at,
)
from puzzlery.twisty.validate.verdict import Reason, Stage, Verdict, count_in_words

if TYPE_CHECKING:
    from puzzlery.twisty.validate.checker import Checker

# Shapes of a bandaged puzzle that are tried for one view.
MOST_SHAPES_TRIED = 300


class PartialChecker:
    """Judges partial colorings of one puzzle; see `Checker`, which owns it.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("3x3x3")
    >>> str(cube.checker.partial.chance)  # of a cube that is put together at random
    '1/12'
    """

    def __init__(self, checker: "Checker") -> None:
        self.checker = checker
        self.plan, self.pieces = checker.plan, checker.pieces
        self.orientations = checker.orientations
        larger = None if checker.puzzle.glued else self._with_all_moves()
        if larger is not None:
            self.plan = larger
            self.pieces = checker.pieces.moved_by(larger.group.generators)
            self.orientations = distinct_orientations(larger, puzzle_orientations(checker.puzzle))

    def _with_all_moves(self) -> DecisionPlan | None:
        """The plan of all moves, where that is simpler than the basis with all rotations.

        The basis of a 2x2x2 leaves one corner in its place, which rotations carry elsewhere. But
        what all moves do is done by moves of the basis and one rotation then, so the colorings in
        these orientations are those of one group. None if that does not help.
        """
        puzzle, group = self.checker.puzzle, self.plan.group
        if not puzzle.rotations or self._rotations_keep(group):
            return None
        larger = PermGroup(puzzle.moves, degree=puzzle.degree)
        rotations = [one.rotation for one in puzzle_orientations(puzzle)]
        inside, shared = (
            sum(each.contains(rotation) for rotation in rotations) for each in (larger, group)
        )
        if larger.order * shared != group.order * inside or not self._rotations_keep(larger):
            return None
        plan = prepare(larger, puzzle.solved_colors)
        lookalikes = plan.search.lookalikes
        few = lookalikes is not None and plan.search.order // lookalikes <= MOST_TIED
        return plan if few else None

    @cached_property
    def counter(self) -> PartialCounter:
        """Counts reachable colorings of the puzzle held as usual.

        >>> import puzzlery
        >>> len(puzzlery.puzzle("3x3x3").checker.partial.counter.fillable)
        3
        """
        return PartialCounter(self.plan)

    @cached_property
    def assembly(self) -> list[FillableOrbit]:
        """The orbits of the pieces, to count assembled colorings, whether moves reach them or not.

        >>> import puzzlery
        >>> [len(one.looks) for one in puzzlery.puzzle("2x2x2").checker.partial.assembly]
        [24]
        """
        return [FillableOrbit(orbit, counts_only=True) for orbit in self.pieces.orbits]

    @cached_property
    def chance(self) -> Fraction | None:
        """The share of all assembled colorings that moves reach; None if it is not known.

        >>> import puzzlery
        >>> str(puzzlery.puzzle("megaminx").checker.partial.chance)
        '1/24'
        """
        if self.checker.puzzle.glued:
            return None
        nothing = np.full(self.checker.puzzle.degree, OPEN)
        try:
            reached, assembled = self.reached(self.views(nothing)), self.assembled(nothing)
        except TooManyFillings:
            return None
        return Fraction(reached, assembled) if reached and assembled else None

    def share(self, chance: Fraction) -> Fraction | None:
        """The share of the ways to put the pieces together, if equal pieces had their own names.

        >>> import puzzlery
        >>> str(puzzlery.puzzle("4x4x4").checker.partial.share(Fraction(1)))
        '1/2'
        """
        explanations = self.plan.explanations
        if explanations is None:
            return None
        return chance * explanations / prod(orbit.lookalikes for orbit in self.pieces.orbits)

    def is_reachable(self, colors: Ints) -> bool:
        """Whether moves reach a coloring, in any orientation of the puzzle.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> cube.checker.partial.is_reachable(np.array(cube.apply("R x").coloring.picks))
        True
        """
        return any(
            decide(self.plan, colors[orientation.rotation.array]).answer == "reachable"
            for orientation in self.orientations
        )

    def verdict(self, seen: PartialColoring) -> Verdict:
        """The verdict on what is seen: reachable for sure, impossible for sure, or possible.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> colors = list(cube.solved.coloring)
        >>> colors[7] = None  # the other sticker of this edge tells it
        >>> cube.validate(colors).reachable
        True
        """
        colors = np.array(seen.picks, dtype=np.int64)
        try:
            if self.checker.puzzle.glued:
                return self._bandaged(seen, colors)
            return self._judged(seen, colors)
        except TooManyFillings as fault:
            reason = Reason("undecided", f"it would take too long to find out: {fault}", ())
            return Verdict(seen, False, reasons=[reason], decided=False)

    def views(self, colors: Ints) -> list[tuple[PuzzleOrientation, PartialView]]:
        """The orientations of the whole puzzle in which what is seen is possible.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> len(cube.checker.partial.views(np.full(54, OPEN)))
        24
        """
        plan = self.plan
        found = []
        for orientation in self.orientations:
            held = colors[orientation.rotation.array]
            fixed = held[plan.fixed]
            if ((fixed == OPEN) | (fixed == plan.solved[plan.fixed])).all():
                view = self.counter.view(held)
                if view.count:
                    found.append((orientation, view))
        return found

    def reached(self, views: list[tuple[PuzzleOrientation, PartialView]]) -> int | None:
        """The number of colorings in some views; None if some may be counted twice.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("2x2x2")
        >>> partial = cube.checker.partial
        >>> partial.reached(partial.views(np.full(24, OPEN))) == 24 * cube.group.order
        True
        """
        held = [orientation for orientation, _ in views]
        if not self._rotations_keep_the_group and any(
            self._overlap(a, b) is None for i, a in enumerate(held) for b in held[:i]
        ):
            return None
        return sum(view.count for _, view in views)

    def assembled(self, colors: Ints) -> int | None:
        """The number of assembled colorings that agree with what is seen, in any orientation.

        >>> import puzzlery
        >>> partial = puzzlery.puzzle("3x3x3").checker.partial
        >>> colors = np.array(puzzlery.puzzle("3x3x3").solved_colors)
        >>> colors[[7, 19]] = OPEN  # an edge, or the same edge flipped
        >>> partial.assembled(colors)
        2
        """
        total, counted = 0, list[PuzzleOrientation]()
        for orientation in self.orientations:
            number = self.assembled_as_held(colors[orientation.rotation.array])
            if not number:
                continue
            overlaps = {self._overlap(orientation, other) for other in counted}
            if None in overlaps:
                return None
            if "equal" not in overlaps:
                total += number
                counted.append(orientation)
        return total

    def assembled_as_held(self, held: Ints) -> int:
        """The number of assembled colorings that agree with what is seen, held as usual.

        >>> import puzzlery
        >>> puzzlery.puzzle("2x2x2").checker.partial.assembled_as_held(np.full(24, OPEN))
        264539520
        """
        if not all(one.options(held).any(axis=1).all() for one in self.assembly):
            return 0
        return prod(one.fillings(held).total for one in self.assembly)

    def _overlap(self, a: PuzzleOrientation, b: PuzzleOrientation) -> str | None:
        """Whether the assembled colorings in two orientations are "equal" or "disjoint".

        If rotations keep the group, they keep its slots and how pieces turn in them, and so all
        assembled colorings or none are common. Otherwise pieces that never move may tell that
        none are: where they come to lie, no piece of the other orientation looks like them.
        """
        fixed, solved = self.plan.fixed, self.plan.solved.astype(np.int64)
        if (self._rotated(solved, a, b)[fixed] != solved[fixed]).any() and self._is_still(a, b):
            return "disjoint"
        if self._rotations_keep_the_group:
            shown = self._rotated(solved, a, b)
            return "equal" if self.assembled_as_held(shown) else "disjoint"
        still = np.full(self.checker.puzzle.degree, OPEN)
        still[self.plan.fixed] = self.plan.solved[self.plan.fixed]
        shown = self._rotated(still, a, b)
        clear = all(one.options(shown).any(axis=1).all() for one in self.assembly)
        return None if clear else "disjoint"

    def _is_still(self, a: PuzzleOrientation, b: PuzzleOrientation) -> bool:
        """Whether what never moves in one orientation does not move in the other one either."""
        fixed = self.plan.fixed
        return set(a.rotation.array[fixed].tolist()) == set(b.rotation.array[fixed].tolist())

    @staticmethod
    def _rotated(colors: Ints, a: PuzzleOrientation, b: PuzzleOrientation) -> Ints:
        """What is seen in orientation a, as it looks to someone who takes it for orientation b."""
        turned = np.empty_like(colors)
        turned[a.rotation.array] = colors
        return turned[b.rotation.array]

    @cached_property
    def _rotations_keep_the_group(self) -> bool:
        return self._rotations_keep(self.plan.group)

    def _rotations_keep(self, group: PermGroup) -> bool:
        """Whether every rotation carries the group to itself."""
        return all(
            group.contains(move.conjugate(rotation))
            for rotation in self.checker.puzzle.rotations.values()
            for move in group.generators
        )

    def _judged(self, seen: PartialColoring, colors: Ints) -> Verdict:
        views = self.views(colors)
        if not views:
            return self._impossible(seen, colors)
        reached, assembled = self.reached(views), self.assembled(colors)
        orientation, view = views[0]
        state = self._state(orientation, view)
        chance = Fraction(reached, assembled) if reached and assembled else None
        is_sure = chance == 1
        asked = Questions((), True) if is_sure else self._questions(colors, views)
        return Verdict(
            seen,
            is_sure,
            state,
            (reached or 0) * (self.plan.explanations or 0),
            rotation=orientation.alg or None,
            stages=_stages(seen, reached, assembled),
            decided=is_sure,
            completions=reached,
            assembled=assembled,
            share=None if chance is None else self.share(chance),
            look_at=asked.stickers,
            is_fewest=asked.proven,
        )

    def _questions(
        self, colors: Ints, views: list[tuple[PuzzleOrientation, PartialView]]
    ) -> Questions:
        """The stickers that decide it."""
        if len(views) > 1:
            return stickers_among_all(self, colors)
        orientation, view = views[0]
        found = stickers_to_look_at(self, view)
        spots = (orientation.rotation[sticker] for sticker in found.stickers)
        return Questions(tuple(sorted(spots)), found.proven)

    def _state(self, orientation: PuzzleOrientation, view: PartialView) -> State:
        """One state that agrees with what is seen."""
        element = decide(self.plan, view.example()).element
        assert element is not None, "the coloring found is not reachable"
        return State(self.checker.puzzle, element * orientation.rotation)

    def _impossible(self, seen: PartialColoring, colors: Ints) -> Verdict:
        """The verdict where no reachable coloring agrees, told as the puzzle seems to be held."""
        orientation = min(
            self.orientations,
            key=lambda one: contradictions(self.counter, colors[one.rotation.array]),
        )
        pieces = self.pieces.in_orientation(orientation.rotation)
        assembled = self.assembled(colors)
        return Verdict(
            seen,
            False,
            reasons=partial_reasons(self.counter, pieces, colors[orientation.rotation.array]),
            rotation=orientation.alg or None,
            stages=_stages(seen, 0, assembled),
            completions=0,
            assembled=assembled,
            share=Fraction(0),
        )

    def _bandaged(self, seen: PartialColoring, colors: Ints) -> Verdict:
        """The verdict on a puzzle with bandages: its shapes are tried one after the other."""
        puzzle, shapes = self.checker.puzzle, self.checker.shapes
        if shapes is None:
            raise TooManyFillings("the puzzle has too many shapes")
        counter = PartialCounter(shapes.plan)
        counts, example, tried = list[int](), None, 0
        for orientation in self.orientations:
            held = colors[orientation.rotation.array]
            for number in shapes.possible(held):
                tried += 1
                if tried > MOST_SHAPES_TRIED:
                    break
                view = counter.view(held[shapes.ways[number]])
                if not view.count:
                    continue
                counts.append(view.count)
                if example is None:
                    shown = np.empty(puzzle.degree, dtype=np.int64)
                    shown[shapes.ways[number]] = view.example()
                    spots = np.empty_like(shown)
                    spots[orientation.rotation.array] = shown
                    example = Coloring(puzzle, tuple(spots.tolist()))
        is_complete = tried <= MOST_SHAPES_TRIED
        if example is None:
            if not is_complete:
                raise TooManyFillings("too many shapes agree with what is seen")
            text = "no moves lead to a state that looks like this"
            return Verdict(seen, False, reasons=[Reason("arrangement", text, ())], completions=0)
        whole = self.checker.verdict(example)
        # Two shapes can show one coloring, so only the colorings of a single shape are counted.
        reached = counts[0] if is_complete and len(counts) == 1 else None
        is_sure = reached == 1 and self.assembled(colors) == 1
        return Verdict(
            seen,
            is_sure,
            whole.state,
            whole.explanations,
            rotation=whole.rotation,
            stages=_stages(seen, reached, None),
            decided=is_sure,
            completions=reached,
        )


def _stages(seen: PartialColoring, reached: int | None, assembled: int | None) -> tuple[Stage, ...]:
    known = len(seen) - len(seen.open)
    pieces = "not counted" if assembled is None else f"{count_in_words(assembled)} ways"
    group = "not counted" if reached is None else f"moves reach {count_in_words(reached)} of them"
    return (
        Stage("seen", True, f"{known} of {len(seen)} stickers"),
        Stage("pieces", assembled != 0, f"{pieces} to put the pieces together that look like this"),
        Stage("group", reached != 0, group),
    )
