"""Oriented states: in which orientation a puzzle is given, found before it is solved."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzlery.core.permutation import Permutation
from puzzlery.errors import Unsolvable
from puzzlery.formats.states.state_reader import StateLike, View, read_given
from puzzlery.twisty.model.partial_coloring import PartialColoring
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg, Group, Move
from puzzlery.twisty.notation.metrics import turn_amounts
from puzzlery.twisty.structure.puzzle_orientation import PuzzleOrientation, puzzle_orientations

if TYPE_CHECKING:
    from puzzlery.solve.api.request import Goal
    from puzzlery.twisty.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class OrientedState:
    """A state as an element of the puzzle's group, and the orientation of the whole puzzle.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> found = oriented_state(cube.apply("R x"), "colors")
    >>> print(found.orientation.alg, found.state == cube.apply("R"))
    x True
    """

    state: State
    orientation: PuzzleOrientation

    def in_orientation(self, alg: Alg) -> Alg:
        """Moves that solve the element, written for the puzzle in this orientation.

        Where the puzzle has no names for the rotated moves, it is first rotated back. Rotations
        at the end are left out: solved is solved, however it is held.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("3x3x3")
        >>> found = oriented_state(cube.apply("U x"), "colors")
        >>> print(found.in_orientation(Alg.parse("U'")))
        B'
        >>> cube.apply("U x").apply("B'").is_solved
        True
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
        while moves and puzzle.turn(moves[-1]).is_rotation:
            moves.pop()
        return Alg(tuple(moves))


def read_state(puzzle: "Puzzle", given: StateLike) -> State:
    """The given state, or a state that shows the given coloring.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> read_state(cube, "R U") == cube.apply("R U")
    True
    >>> read_state(cube, cube.apply("R U").coloring) == cube.apply("R U")
    True
    """
    found = read_given(puzzle, given)
    return found if isinstance(found, State) else _explained(puzzle, found)


def oriented_state(state: State, goal: "Goal") -> OrientedState:
    """Split a state into an element of the group and an orientation; an error if it has none.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> print(oriented_state(cube.apply("M"), "colors").orientation.alg)
    x'
    """
    puzzle = state.puzzle
    for orientation in puzzle_orientations(puzzle):
        element = state.permutation * orientation.rotation.inverse
        if puzzle.group.contains(element):
            return OrientedState(State(puzzle, element), orientation)
    if goal == "stickers":
        raise Unsolvable(f"no moves of {puzzle.name} lead to this arrangement of its stickers")
    return oriented_state(_explained(puzzle, state.coloring), "stickers")


def _explained(puzzle: "Puzzle", coloring: View) -> State:
    """A state that shows the coloring; an error with every reason if there is none.

    Open stickers must follow from the others.
    """
    verdict = puzzle.validate(coloring)
    if isinstance(coloring, PartialColoring) and verdict.state and verdict.completions != 1:
        raise Unsolvable(
            f"{len(coloring.open)} stickers of {puzzle.name} are open, and what is seen does not "
            "tell their colors"
        )
    if verdict.state is None:
        reasons = [reason.text for reason in verdict.reasons]
        if verdict.repair is not None:
            reasons.append(f"repair: {verdict.repair.text}")
        raise Unsolvable(f"no moves of {puzzle.name} lead to this state:", reasons)
    return verdict.state


def _names(puzzle: "Puzzle") -> dict[Permutation, Move]:
    """How turns of single layers and of the whole are written, by what they do."""
    assert puzzle.notation is not None
    names: dict[Permutation, Move] = {}
    for name, permutation in [*puzzle.moves.items(), *puzzle.rotations.items()]:
        unit = puzzle.notation.written(name)
        for times in sorted(turn_amounts(permutation.order), key=lambda n: (abs(n), -n)):
            names.setdefault(permutation**times, unit.of_amount(unit.amount * times))
    return names
