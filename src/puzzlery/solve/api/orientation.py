"""The grasp: how the puzzle is held, found before it is solved and kept in the answer."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzlery.core.permutation import Permutation
from puzzlery.errors import Unsolvable
from puzzlery.formats.states.state_reader import StateLike, read_given
from puzzlery.twisty.model.state import Coloring, State
from puzzlery.twisty.notation.alg import Alg, Group, Move
from puzzlery.twisty.validate.holding import Holding, holdings

if TYPE_CHECKING:
    from puzzlery.solve.api.request import Goal
    from puzzlery.twisty.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Grasp:
    """A state as an element of the puzzle's group, and the way in which it is held."""

    state: State
    way: Holding

    def told(self, alg: Alg) -> Alg:
        """The moves that solve the element, as the hands make them that hold it this way.

        Where the puzzle has no names for the moves so turned, the grasp is undone first.
        """
        if self.way.turned.is_identity:
            return alg
        if alg.nodes and isinstance(alg.nodes[-1], Group):
            # Moves on the inverse are made before the grasp, which therefore leaves them alone.
            return self.told(Alg(alg.nodes[:-1])) + Alg(alg.nodes[-1:])
        puzzle = self.state.puzzle
        names = _names(puzzle)
        moves = []
        for move in alg.moves():
            turned = puzzle.turn(move).permutation.conjugate(self.way.turned)
            if turned not in names:
                return self.way.alg.inverse + alg
            moves.append(names[turned])
        return Alg(tuple(moves))


def read_state(puzzle: "Puzzle", given: StateLike) -> State:
    """The state that is given, or one that shows the coloring that is given."""
    found = read_given(puzzle, given)
    return found if isinstance(found, State) else _explained(puzzle, found)


def grasp(state: State, goal: "Goal") -> Grasp:
    """The way the puzzle is held, and the element of its group; an error if there is none."""
    puzzle = state.puzzle
    for way in holdings(puzzle):
        element = state.permutation * way.turned.inverse
        if puzzle.group.contains(element):
            return Grasp(State(puzzle, element), way)
    if goal == "stickers":
        raise Unsolvable(f"no moves of {puzzle.name} lead to this arrangement of its stickers")
    return grasp(_explained(puzzle, state.coloring), "stickers")


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
