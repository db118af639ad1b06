"""Parts of a solution: cuts after which one more orbit is solved, or commutators to follow."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzlery._core import GeneralSearch
from puzzlery.core.permutation import Permutation, Points
from puzzlery.solve.api.solution import SolutionPart
from puzzlery.solve.general.general_model import GeneralModel, Ints, Step
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move

RESTORED_LATER = "what follows moves them, and brings all of them back"
ALL_TOGETHER = "all together"

Write = Callable[[Sequence[Step]], Alg]


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
    right = _solved_flags(puzzle, labels, state, moves, list(kinds.values()))
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
) -> NDArray[np.bool_]:
    """For each time and each list of places whether all of them look solved.

    The lists have no place in common. Only places that a move turns are compared anew.
    """
    kind_of = np.full(len(labels), len(places))  # the last kind is of places in no list
    for number, own in enumerate(places):
        kind_of[own] = number
    shown = np.empty_like(labels)
    shown[state.array] = labels

    def wrong(where: Points | slice) -> NDArray[np.int64]:
        """How many of these places are wrong, by kind."""
        return np.bincount(kind_of[where][shown[where] != labels[where]], minlength=len(places) + 1)

    turns = {move: _moved(puzzle.turn(move).permutation.array) for move in set(moves)}
    counts = [wrong(slice(None))]
    for move in moves:
        before, after = turns[move]
        old = wrong(after)
        shown[after] = shown[before]
        counts.append(counts[-1] + wrong(after) - old)
    right: NDArray[np.bool_] = np.array(counts)[:, :-1] == 0
    return right


def _moved(images: Points) -> tuple[Points, Points]:
    """The places that a turn empties, and where it carries each."""
    places = np.flatnonzero(images != np.arange(len(images))).astype(images.dtype)
    return places, images[places]


def commutator_parts(
    search: GeneralSearch, model: GeneralModel, write: Write
) -> tuple[SolutionPart, ...]:
    """The parts of a solution in order; none if the kernel finds none.

    A 3-cycle is written `[S: [A, B]]`: the setup S brings three pieces to where the commutator
    cycles them.
    """
    parts = []
    orders = [layer.order for layer in model.layers]
    for orbit, word in search.commutator_steps():
        steps = [(model.kernel_layers[k], power) for k, power in word]
        if orbit < 0:
            parts.append(
                SolutionPart("skeleton", write(steps), "parities, small orbits, easy pieces")
            )
            continue
        name = f"3-cycle of orbit {orbit + 1}"
        parts.append(SolutionPart(name, bracketed(steps, orders, write), model.orbit_note(orbit)))
    return tuple(parts)


def bracketed(steps: Sequence[Step], orders: Sequence[int], write: Write) -> Alg:
    """Steps as a commutator or a conjugate of one, if they are one; else as they are.

    >>> from puzzlery.twisty.notation.alg import Move
    >>> def write(steps): return Alg(tuple(Move("RUF"[k], p if p < 3 else -1) for k, p in steps))
    >>> print(bracketed([(2, 1), (0, 1), (1, 1), (0, 3), (1, 3), (2, 3)], [4, 4, 4], write))
    [F: [R, U]]
    """
    for setup in range(len(steps) // 2 + 1):
        core = steps[setup : len(steps) - setup]
        if list(steps[len(steps) - setup :]) != undone(steps[:setup], orders):
            break
        halves = _halves(core, orders)
        if halves:
            commutator = Alg.commutator(write(halves[0]), write(halves[1]))
            return Alg.conjugate(write(steps[:setup]), commutator) if setup else commutator
    return write(steps)


def undone(steps: Sequence[Step], orders: Sequence[int]) -> list[Step]:
    """The steps that undo these.

    >>> undone([(0, 1), (1, 2)], orders=[4, 4])
    [(1, 2), (0, 3)]
    """
    return [(layer, orders[layer] - power) for layer, power in reversed(steps)]


def _halves(
    core: Sequence[Step], orders: Sequence[int]
) -> tuple[Sequence[Step], Sequence[Step]] | None:
    """A and B with the core equal to A B A⁻¹ B⁻¹, the longest A first."""
    if len(core) % 2:
        return None
    middle = len(core) // 2
    for size in range(middle - 1, 0, -1):
        a, b = core[:size], core[size:middle]
        if list(core[middle:]) == [*undone(a, orders), *undone(b, orders)]:
            return a, b
    return None
