"""Products, inverses and long words of permutations, beside NumPy and sympy."""

import random
from collections.abc import Iterator
from functools import reduce

import numpy as np
from sympy.combinatorics import Permutation as SympyPermutation

from benchmarks.measure import Row, seconds_per_call
from puzzlery.core.permutation import Permutation

AREA = "permutations"


def rows() -> Iterator[Row]:
    """The tasks, from the size of a 3×3×3 to the largest degree."""
    rng = random.Random(1)
    for degree in (54, 732, 9_600):
        yield from _products(degree, rng)
    yield _word(54, 1_000, rng)


def _products(degree: int, rng: random.Random) -> Iterator[Row]:
    p, q = (Permutation(rng.sample(range(degree), degree)) for _ in range(2))
    a, b = p.array.copy(), q.array.copy()
    sp, sq = SympyPermutation(list(p)), SympyPermutation(list(q))
    assert (p * q).array.tolist() == b[a].tolist() == (sp * sq).array_form
    yield Row(
        AREA,
        f"product, {degree:,} points",
        seconds_per_call(lambda: p * q),
        {
            "NumPy": seconds_per_call(lambda: b[a]),
            "sympy": seconds_per_call(lambda: sp * sq),
        },
    )
    yield Row(
        AREA,
        f"inverse, {degree:,} points",
        seconds_per_call(lambda: p.inverse),
        {
            "NumPy": seconds_per_call(lambda: np.argsort(a)),
            "sympy": seconds_per_call(lambda: ~sp),
        },
    )


def _word(degree: int, length: int, rng: random.Random) -> Row:
    moves = [Permutation(rng.sample(range(degree), degree)) for _ in range(18)]
    word = [rng.choice(moves) for _ in range(length)]
    arrays = [move.array.copy() for move in word]
    theirs = [SympyPermutation(list(move)) for move in word]
    return Row(
        AREA,
        f"word of {length:,} moves, {degree} points",
        seconds_per_call(lambda: Permutation.product(word, degree)),
        {
            "NumPy": seconds_per_call(lambda: reduce(lambda x, y: y[x], arrays)),
            "sympy": seconds_per_call(lambda: reduce(lambda x, y: x * y, theirs)),
        },
    )
