"""Words of the stabilizer chain: a long solution that always works."""

from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Solution
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg


def unfit(puzzle: Puzzle) -> str | None:
    """The reason why words of moves cannot be applied to the puzzle; None if they can.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> unfit(puzzle("2x2x2")) is None
    True
    """
    return "joined pieces block some of its moves" if puzzle.glued else None


def solve(request: Request) -> list[Solution]:
    """One solution: the inverse of the state as a word in the basic moves.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> cube.apply("R U").apply(cube.solve("R U", "words").alg).is_solved
    True
    """
    puzzle = request.puzzle
    word = puzzle.group.word(
        request.state.permutation.inverse, progress=request.progress, timeout=request.timeout
    )
    moves = (puzzle.notation.written(str(name)) ** amount for name, amount in word)
    alg = Alg(tuple(moves)).simplify(puzzle)
    length = alg.length(request.metric, puzzle)
    return [
        Solution(alg, length, request.metric, optimal=not length, method="words",
                 note="solves one piece after the other; no claim that it is short")
    ]  # fmt: skip
