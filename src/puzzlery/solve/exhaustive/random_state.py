"""Random-state scrambles: a shortest alg to a state, every one as likely as any other."""

from random import Random

from puzzlery.core.progress import Reporter
from puzzlery.errors import PuzzleryError
from puzzlery.solve.blocked.square_random import square_scramble
from puzzlery.solve.blocked.square_slots import square_slots
from puzzlery.solve.exhaustive import full_table
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move

# States that are solved in fewer moves are not used in competitions (WCA regulation 4b3).
LEAST_MOVES = {"2x2x2": 4, "pyraminx": 6, "skewb": 7}
USUAL_LEAST = 2


def suits(puzzle: Puzzle) -> bool:
    """Whether random states are drawn: from a full table, or from all states of Square-1.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> [suits(puzzle(name)) for name in ("pyraminx", "square-1", "3x3x3")]
    [True, True, False]
    """
    return square_slots(puzzle) is not None or full_table.unfit(puzzle) is None


def random_state_scramble(
    puzzle: Puzzle,
    seed: int | None = None,
    *,
    least: int | None = None,
    progress: Reporter | None = None,
) -> Alg:
    """A shortest alg to a random state; the same seed gives the same alg.

    For Square-1 it is a short one, to a state in which the slice can turn.

    States closer to solved than `least` moves are drawn again. Moves that commute with all
    others, such as the tips of a pyraminx, come last.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> floppy = puzzle("3x3x1")
    >>> alg = random_state_scramble(floppy, seed=1)
    >>> alg == random_state_scramble(floppy, seed=1), 2 <= alg.length(floppy.metric, floppy) <= 8
    (True, True)
    """
    if square_slots(puzzle) is not None:
        return square_scramble(puzzle, seed, least=least or 0, progress=progress)
    table = full_table.full_table(puzzle, progress=progress)
    least = LEAST_MOVES.get(puzzle.name, USUAL_LEAST) if least is None else least
    if least > table.distances.deepest:
        raise PuzzleryError(
            f"no state of {puzzle.name} is {least} moves from solved; "
            f"expected at most {table.distances.deepest}"
        )
    dice = Random(seed)
    while True:
        i = table.states.index(puzzle.group.random(dice))
        if table.distance(i) >= least:
            return _loose_last(puzzle, table.way_to(i))


def _loose_last(puzzle: Puzzle, alg: Alg) -> Alg:
    units = [puzzle.moves[name] for name in puzzle.basis]

    def is_loose(move: Move) -> bool:
        made = puzzle.turn(move).permutation
        return all(made * unit == unit * made for unit in units)

    moves: list[Move] = sorted(alg.moves(), key=is_loose)
    return Alg(tuple(moves))
