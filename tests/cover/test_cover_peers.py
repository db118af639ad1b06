"""Another exact-cover program finds as many solutions."""

import random

import exact_cover
import numpy as np

from puzzlery.cover.exact_cover import ExactCover


def larger(rng: random.Random) -> list[list[int]]:
    """Up to 20 items and 90 options, among them at least one solution."""
    items = list(range(rng.randint(10, 20)))
    options = {tuple(sorted(rng.sample(items, rng.randint(2, 4)))) for _ in range(80)}
    rng.shuffle(items)
    hidden = [tuple(sorted(items[i : i + 3])) for i in range(0, len(items), 3)]
    return [list(option) for option in sorted(options | set(hidden))]


def test_500_larger_covers_agree_with_another_program():
    rng = random.Random(7)
    for _ in range(500):
        options = larger(rng)
        matrix = np.zeros((len(options), 1 + max(map(max, options))), dtype=bool)
        for row, option in zip(matrix, options, strict=True):
            row[option] = True
        expected = int(exact_cover.get_solution_count(matrix))
        assert expected > 0
        cover = ExactCover(options)
        assert cover.count() == expected
        for engine in ("links", "cells", "masks", "sweep", "graph"):
            assert cover.count(engine=engine) == expected
