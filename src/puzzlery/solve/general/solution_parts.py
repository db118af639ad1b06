"""Parts of a short answer: where it can be told that some kinds of pieces are solved."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.solve.api.solution import Part
from puzzlery.solve.general.blueprint import Ints
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move

WHILE = "what follows moves them, and brings all of them back"
TOGETHER = "all together"


def named_parts(puzzle: Puzzle, looks: Ints, state: Permutation, alg: Alg) -> tuple[Part, ...]:
    """An alg cut at each time after which one more kind of pieces looks solved and ends so.

    A short answer brings pieces of all kinds home at once, so that there may be only one part.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> looks = np.array(cube.solved_colors)
    >>> scramble = cube.permutation("M2 E2 S2 R")
    >>> for part in named_parts(cube, looks, scramble, Alg.parse("R' S2 E2 M2")):
    ...     print(part.name, "-", part.alg)
    corners - R'
    edges - S2 E2 M2
    """
    moves = tuple(alg.moves())
    if not moves:
        return ()
    kinds = {orbit.name.lower(): sorted(set().union(*orbit.slots)) for orbit in puzzle.orbits()}
    right = np.array(list(_right(puzzle, looks, state, moves, list(kinds.values()))))
    solved_at: dict[int, list[str]] = {}
    for number, name in enumerate(kinds):
        time = int(np.argmax(right[:, number]))
        if not right[0, number]:
            solved_at.setdefault(time, []).append(name)
    solved_at.setdefault(len(moves), [TOGETHER])
    return tuple(
        Part(", ".join(solved_at[end]), Alg(moves[start:end]), WHILE if end < len(moves) else "")
        for start, end in pairwise([0, *sorted(solved_at)])
    )


def _right(
    puzzle: Puzzle,
    looks: Ints,
    state: Permutation,
    moves: Sequence[Move],
    places: Sequence[list[int]],
) -> Iterator[NDArray[np.bool_]]:
    """For each time and each list of places whether all of them look right."""
    turns = {move: puzzle.turn(move).permutation.array for move in set(moves)}
    stands = state.array
    for move in (None, *moves):
        stands = stands if move is None else turns[move][stands]
        shown = np.empty_like(looks)
        shown[stands] = looks
        wrong = shown != looks
        yield np.array([not wrong[own].any() for own in places])
