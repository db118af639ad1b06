"""Words of the general solver as algs of the puzzle, with their length and their parts."""

from collections.abc import Sequence

from puzzlery.errors import NotFound
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import SolutionPart
from puzzlery.solve.general.general_model import GeneralModel, Step
from puzzlery.solve.general.solution_parts import named_parts
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.notation.metrics import shortest


def written(puzzle: Puzzle, model: GeneralModel, steps: Sequence[Step]) -> Alg:
    """Steps as moves of the puzzle, each in its shorter direction."""
    units = {k: _unit(puzzle, model.names[k]) for k, _ in steps}
    return Alg(tuple(units[k] ** shortest(power, model.layers[k].order) for k, power in steps))


def _unit(puzzle: Puzzle, name: str) -> Move:
    """The single turn of a layer of the puzzle, or of a block of layers."""
    if name in puzzle.turns:
        return puzzle.notation.written(name)
    (move,) = puzzle.alg(name).moves()
    return move


def checked_length(request: Request, alg: Alg) -> int:
    """The length of an alg; an error if it exceeds the requested length."""
    length = alg.length(request.metric, request.puzzle)
    if request.max_length is not None and length > request.max_length:
        raise NotFound(
            f"the general solver found {length} moves for {request.puzzle.name}, "
            f"not {request.max_length} or fewer; give it more time"
        )
    return length


def parts_of(request: Request, model: GeneralModel, alg: Alg) -> tuple[SolutionPart, ...]:
    """The alg in parts that each solve one more kind of pieces."""
    return named_parts(request.puzzle, model.colors, request.state.permutation, alg)
