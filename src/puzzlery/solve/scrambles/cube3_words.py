"""Words of random states of the 3x3x3: with pads for fewest moves, with an orientation for blind.

The *pads* `R' U' F` stand before and after a scramble for fewest moves. Two fixed factors change
nothing about uniformity: if g is uniform, pad·g·pad is.
"""

from functools import cache
from itertools import pairwise
from random import Random

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Reporter
from puzzlery.errors import NotFound
from puzzlery.solve.cube3 import twophase
from puzzlery.solve.cube3.numbering import AMOUNTS, alg_of, pieces
from puzzlery.solve.cube3.recognition import cube3
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg, Move

# The two-phase search finds a word of so many moves for every state, usually in 5 ms.
LONGEST = 21
PAD = Alg.parse("R' U' F")
AXES = {"U": 0, "D": 0, "R": 1, "L": 1, "F": 2, "B": 2}
SLICE_MS = 1000.0


def word_to(
    state: State,
    *,
    first: str = "",
    last: str = "",
    progress: Reporter | None = None,
) -> Alg:
    """A word of at most 21 face turns to a state of the catalogue's cube.

    It does not begin with a turn about the axis of the face `first`, nor end about that of `last`.
    Where the first word found does, a turn is put before or after another word. The same state
    gives the same word.

    >>> cube = cube3()
    >>> alg = word_to(cube.apply("R U F"), first="F", last="R")
    >>> cube.apply(alg) == cube.apply("R U F"), str(alg)[0] in "FB", alg.length() <= 21
    (True, False, True)
    """
    for before, after in _ends(first, last):
        turns = [cube3().permutation(Alg(end)).inverse for end in (before, after)]
        middle = _word(turns[0] * state.permutation * turns[1], progress)
        moves = [*before, *middle, *after]
        if len(moves) <= LONGEST and _fits(moves, middle, first, last):
            return Alg(tuple(moves))
    raise NotFound(f"no word of at most {LONGEST} moves begins and ends as asked")


@cache
def _ends(first: str, last: str) -> tuple[tuple[tuple[Move, ...], tuple[Move, ...]], ...]:
    """Turns to put before and after a word, nothing first; each allowed there."""
    begins, finishes = (
        [(), *((Move(face, n),) for face in AXES for n in AMOUNTS if AXES[face] != AXES.get(other))]
        for other in (first, last)
    )
    pairs = [(begin, finish) for begin in begins for finish in finishes]
    return tuple(sorted(pairs, key=lambda pair: len(pair[0]) + len(pair[1])))


def _word(state: Permutation, progress: Reporter | None) -> list[Move]:
    """The first word of at most 21 moves; one thread finds the same one each time."""
    table, numbered = twophase.table(progress), pieces(State(cube3(), state))
    job = _core.TwoPhase(table, twophase.REACH, numbered, 1, LONGEST, 1)
    while not job.run(SLICE_MS):
        pass
    solving = list(alg_of(job.answers[0]).moves())
    return [move.of_amount(2 if move.amount == 2 else -move.amount) for move in solving[::-1]]


def _fits(moves: list[Move], middle: list[Move], first: str, last: str) -> bool:
    """Whether the ends are as asked, and no turn merges with the one put before or after."""
    if not moves:
        return True
    axes = [AXES[move.family] for move in moves]
    inner = [AXES[move.family] for move in middle]
    joined = sum(one == other for one, other in pairwise(axes))
    apart = joined == sum(one == other for one, other in pairwise(inner))
    return apart and axes[0] != AXES.get(first) and axes[-1] != AXES.get(last)


def padded(state: State, progress: Reporter | None = None) -> Alg:
    """A scramble for fewest moves to the state pad·state·pad.

    >>> cube = cube3()
    >>> alg = padded(cube.apply("R U F"))
    >>> cube.apply(alg) == cube.apply("R' U' F R U F R' U' F")
    True
    """
    return PAD + word_to(state, first="F", last="R", progress=progress) + PAD


def with_orientation(alg: Alg, turns: tuple[Move, ...]) -> Alg:
    """The alg, and then wide turns or rotations that decide how the puzzle is held.

    >>> print(with_orientation(Alg.parse("R U"), (Move("Fw", 1),)))
    R U Fw
    """
    return Alg((*alg.nodes, *turns))


def orientation_suffixes(*ways: tuple[Move, ...]) -> list[tuple[Move, ...]]:
    """The 24 suffixes that hold a cube in its 24 orientations: one of six tops, then one of four.

    >>> found = orientation_suffixes((Move("Rw", 1), Move("Fw", 1)), (Move("Uw", 1),))
    >>> len(found), " ".join(map(str, found[6]))
    (24, 'Rw Uw2')
    """
    (tip, tilt), (spin,) = ways
    tops = [(), *((tip**n,) for n in (1, 2, -1)), *((tilt**n,) for n in (1, -1))]
    spins = [(), *((spin**n,) for n in (1, 2, -1))]
    return [(*top, *turn) for top in tops for turn in spins]


def random_cube3(rng: Random) -> State:
    """A random state of the catalogue's 3x3x3, every one as likely as any other.

    >>> random_cube3(Random(1)) == random_cube3(Random(1))
    True
    """
    return State(cube3(), cube3().group.random(rng))
