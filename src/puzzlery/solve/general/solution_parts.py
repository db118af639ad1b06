"""Parts of a short solution: cuts after which one more orbit of pieces is solved."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.solve.api.solution import SolutionPart
from puzzlery.solve.general.general_model import Ints
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move

RESTORED_LATER = "what follows moves them, and brings all of them back"
ALL_TOGETHER = "all together"


def named_parts(
    puzzle: Puzzle, labels: Ints, state: Permutation, alg: Alg
) -> tuple[SolutionPart, ...]:
    """An alg cut wherever one more kind of pieces looks solved, as it does at the end.

    A short solution often solves pieces of all kinds together, and then has one part.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> labels = np.array(cube.solved_colors)
    >>> scramble = cube.permutation("M2 E2 S2 R")
    >>> for part in named_parts(cube, labels, scramble, Alg.parse("R' S2 E2 M2")):
    ...     print(part.name, "-", part.alg)
    corners - R'
    edges - S2 E2 M2
    """
    moves = tuple(alg.moves())
    if not moves:
        return ()
    kinds = {orbit.name.lower(): sorted(set().union(*orbit.slots)) for orbit in puzzle.orbits()}
    right = np.array(list(_solved_flags(puzzle, labels, state, moves, list(kinds.values()))))
    solved_at: dict[int, list[str]] = {}
    for number, name in enumerate(kinds):
        time = int(np.argmax(right[:, number]))
        if not right[0, number]:
            solved_at.setdefault(time, []).append(name)
    solved_at.setdefault(len(moves), [ALL_TOGETHER])
    return tuple(
        SolutionPart(
            ", ".join(solved_at[end]),
            Alg(moves[start:end]),
            RESTORED_LATER if end < len(moves) else "",
        )
        for start, end in pairwise([0, *sorted(solved_at)])
    )


def _solved_flags(
    puzzle: Puzzle,
    labels: Ints,
    state: Permutation,
    moves: Sequence[Move],
    places: Sequence[list[int]],
) -> Iterator[NDArray[np.bool_]]:
    """For each time and each list of places whether all of them look solved."""
    turns = {move: puzzle.turn(move).permutation.array for move in set(moves)}
    positions = state.array
    for move in (None, *moves):
        positions = positions if move is None else turns[move][positions]
        shown = np.empty_like(labels)
        shown[positions] = labels
        wrong = shown != labels
        yield np.array([not wrong[own].any() for own in places])
