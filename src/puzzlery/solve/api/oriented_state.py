"""Oriented states: in which orientation a puzzle is given, found before it is solved."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzlery.core.permutation import Permutation
from puzzlery.errors import Unsolvable
from puzzlery.formats.states.state_reader import StateLike, read_given
from puzzlery.twisty.model.state import Coloring, State
from puzzlery.twisty.notation.alg import Alg, Group, Move
from puzzlery.twisty.structure.puzzle_orientation import PuzzleOrientation, puzzle_orientations

if TYPE_CHECKING:
    from puzzlery.solve.api.request import Goal
    from puzzlery.twisty.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class OrientedState:
    """A state as an element of the puzzle's group, and the orientation of the whole puzzle."""

    state: State
    orientation: PuzzleOrientation

    def in_orientation(self, alg: Alg) -> Alg:
        """Moves that solve the element, written for the puzzle in this orientation.

        Where the puzzle has no names for the rotated moves, it is first rotated back.
        """
        if self.orientation.rotation.is_identity:
            return alg
        if alg.nodes and isinstance(alg.nodes[-1], Group):
            # Moves on the inverse are made before the rotation, which therefore leaves them alone.
            return self.in_orientation(Alg(alg.nodes[:-1])) + Alg(alg.nodes[-1:])
        puzzle = self.state.puzzle
        names = _names(puzzle)
        moves = []
        for move in alg.moves():
            turned = puzzle.turn(move).permutation.conjugate(self.orientation.rotation)
            if turned not in names:
                return self.orientation.alg.inverse + alg
            moves.append(names[turned])
        return Alg(tuple(moves))


def read_state(puzzle: "Puzzle", given: StateLike) -> State:
    """The state that is given, or one that shows the coloring that is given."""
    found = read_given(puzzle, given)
    return found if isinstance(found, State) else _explained(puzzle, found)


def oriented_state(state: State, goal: "Goal") -> OrientedState:
    """The element of the group and the orientation that make a state; an error if none do."""
    puzzle = state.puzzle
    for orientation in puzzle_orientations(puzzle):
        element = state.permutation * orientation.rotation.inverse
        if puzzle.group.contains(element):
            return OrientedState(State(puzzle, element), orientation)
    if goal == "stickers":
        raise Unsolvable(f"no moves of {puzzle.name} lead to this arrangement of its stickers")
    return oriented_state(_explained(puzzle, state.coloring), "stickers")


def _explained(puzzle: "Puzzle", coloring: Coloring) -> State:
    """A state that shows the coloring; an error with every reason if there is none."""
    verdict = puzzle.validate(coloring)
    if verdict.state is None:
        reasons = [reason.text for reason in verdict.reasons]
        if verdict.repair is not None:
            reasons.append(f"repair: {verdict.repair.text}")
        raise Unsolvable(f"no moves of {puzzle.name} lead to this state:", reasons)
    return verdict.state


def _names(puzzle: "Puzzle") -> dict[Permutation, Move]:
    """How the turns of single layers are written, by what they do."""
    assert puzzle.notation is not None
    names: dict[Permutation, Move] = {}
    for name, permutation in puzzle.moves.items():
        unit = puzzle.notation.written(name)
        order = permutation.order
        for times in sorted(range(1 - order // 2, order // 2 + 1), key=lambda n: (abs(n), -n)):
            if times:
                names.setdefault(permutation**times, unit.of_amount(unit.amount * times))
    return names
