"""Filters: which states are too close to solved to be used as a scramble."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Reporter
from puzzlery.solve.blocked.square_slots import SquareSlots
from puzzlery.solve.blocked.square_tables import square_tables
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg
from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations
from puzzlery.twisty.structure.written_moves import written_moves

# The regulations of 2024 ask for states that need at least so many moves (4b3); 2 elsewhere.
LEAST_MOVES = {"2x2x2": 4, "pyraminx": 6, "skewb": 7, "Square-1": 11}
USUAL_LEAST = 2
# The metrics of the search for Square-1.
SLASH_METRIC, WCA_METRIC = 0, 1
SLICE_MS = 1000.0


def least_moves(puzzle: Puzzle) -> int:
    """How many moves a state of this puzzle must need at least to be used as a scramble.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> least_moves(puzzle("skewb")), least_moves(puzzle("3x3x3"))
    (7, 2)
    """
    return LEAST_MOVES.get(puzzle.name, USUAL_LEAST)


@dataclass(frozen=True, eq=False)
class OneMoveFilter:
    """Refuses what looks solved, or as after one move, however the puzzle is turned as a whole.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> near = OneMoveFilter.of(cube)
    >>> [near.is_far(cube.permutation(alg)) for alg in ("", "x", "Rw", "M", "R U")]
    [False, False, False, True, True]
    """

    puzzle: Puzzle
    near: frozenset[bytes]

    @classmethod
    def of(cls, puzzle: Puzzle) -> "OneMoveFilter":
        turned = [orientation.rotation for orientation in puzzle_orientations(puzzle)]
        moves = [Permutation.identity(puzzle.degree), *_single_moves(puzzle)]
        looks = {_looks(puzzle, move * rotation) for move in moves for rotation in turned}
        return cls(puzzle, frozenset(looks))

    def is_far(self, state: Permutation) -> bool:
        """Whether at least two moves are needed.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("3x3x3")
        >>> OneMoveFilter.of(cube).is_far(cube.permutation("R2 y"))
        False
        """
        return _looks(self.puzzle, state) not in self.near


def _single_moves(puzzle: Puzzle) -> Iterator[Permutation]:
    """The moves that count as one: on cubes blocks that contain a face, not slices."""
    for move in written_moves(puzzle):
        if Alg((move,)).length(puzzle.metric, puzzle) <= 1:
            yield puzzle.turn(move).permutation


def _looks(puzzle: Puzzle, state: Permutation) -> bytes:
    colors = np.empty(puzzle.degree, dtype=np.uint16)
    colors[state.array] = puzzle.solved_colors
    return colors.tobytes()


def square_is_far(
    slots: SquareSlots, content: bytes, least: int, progress: Reporter | None = None
) -> bool:
    """Whether a state of Square-1 needs at least `least` moves as competitions count them.

    A word of n slashes has at least n − 1 turns between them, 2n − 1 moves. So the search stops as
    soon as it has proven enough slashes. Otherwise the shortest word itself is counted.

    >>> from puzzlery.solve.blocked.square_slots import square_slots
    >>> from puzzlery.twisty.catalog import puzzle
    >>> square = puzzle("square-1")
    >>> state = square.apply("(1, 0) / (3, 3) / (-1, 0)")
    >>> [square_is_far(square_slots(square), square_slots(square).content(state), least)
    ...  for least in (5, 6)]
    [True, False]
    """
    tables = square_tables(0, progress=progress)
    job = tables.search(content, SLASH_METRIC)
    while not job.run(0):
        if 2 * job.bound - 1 >= least:
            return True
    if 2 * (len(job.words[0]) - 1) - 1 >= least:
        return True
    job = tables.search(content, WCA_METRIC)
    while not job.run(SLICE_MS):
        pass
    return slots.alg(job.words[0]).length("WCA", slots.puzzle) >= least
