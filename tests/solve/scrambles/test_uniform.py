"""Random states follow the exact laws of uniform states; seeds are fixed, so nothing flickers."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import comb
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare

from puzzlery import puzzle
from puzzlery.solve.blocked.square_random import random_content
from puzzlery.solve.scrambles.cube3_words import random_cube3
from puzzlery.solve.scrambles.scramble_makers import maker_of
from puzzlery.solve.scrambles.table_words import TableWords

DRAWN = 12_000
# Of fair draws, one in ten thousand looks less likely than this.
LEAST_CHANCE = 1e-4
# Cycle types of corners, of 40,320 permutations: each n!/Π(k^m m!); the rest is one class.
CORNER_CYCLES = {
    (7, 1): 5760, (8,): 5040, (5, 2, 1): 4032, (6, 2): 3360, (6, 1, 1): 3360,
    (4, 3, 1): 3360, (5, 3): 2688, (4, 2, 1, 1): 2520,
}  # fmt: skip


def fits(observed: Sequence[int], weights: Sequence[int]) -> bool:
    """Whether counts fit exact weights; classes that are expected less than 5 times are joined."""
    expected = np.array(weights) * (sum(observed) / sum(weights))
    rare = expected < 5
    joined = [*np.array(observed)[~rare], np.array(observed)[rare].sum()]
    law = [*expected[~rare], expected[rare].sum()]
    if not law[-1]:
        joined, law = joined[:-1], law[:-1]
    return bool(chisquare(joined, law).pvalue > LEAST_CHANCE)


@cache
def cube_states() -> np.ndarray:
    dice = Random(20)
    return np.array([random_cube3(dice).permutation.array for _ in range(DRAWN)])


@cache
def seen(size: int) -> tuple[np.ndarray, np.ndarray]:
    """For each state which slot each piece of this size goes to, and its first sticker's side.

    The first sticker of a piece is that on U or D, else that on F or B.
    """
    cube = puzzle("3x3x3")
    rank = {face: k for k, face in enumerate("UDFBRL")}

    def around(piece: tuple[int, ...]) -> list[int]:
        """The stickers, the first one first, then clockwise."""
        first = min(piece, key=lambda s: rank[cube.stickers[s].face])
        others = [s for s in piece if s != first]
        if len(others) == 2:
            names = "".join(cube.stickers[s].face for s in (first, *others))
            clockwise = {"URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"}
            if names not in clockwise:
                others.reverse()
        return [first, *others]

    rows = [around(tuple(piece)) for piece in cube.pieces() if len(piece) == size]
    slot, side = np.zeros(cube.degree, dtype=int), np.zeros(cube.degree, dtype=int)
    for k, row in enumerate(rows):
        slot[row], side[row] = k, range(size)
    goes = cube_states()[:, [row[0] for row in rows]]
    return slot[goes], side[goes]


def cycle_type(images: Sequence[int]) -> tuple[int, ...]:
    left, lengths = set(range(len(images))), []
    while left:
        start = at = min(left)
        length = 0
        while at in left:
            left.remove(at)
            at, length = images[at], length + 1
        assert at == start
        lengths.append(length)
    return tuple(sorted(lengths, reverse=True))


def test_flips_and_twists_follow_their_laws() -> None:
    flipped = (seen(2)[1] != 0).sum(axis=1)
    assert fits(
        [int((flipped == k).sum()) for k in range(0, 13, 2)], [comb(12, k) for k in range(0, 13, 2)]
    )
    assert not (flipped % 2).any()
    twists = seen(3)[1]
    assert not (twists.sum(axis=1) % 3).any()
    sums = twists.sum(axis=1)
    assert fits([int((sums == k).sum()) for k in range(0, 16, 3)], [1, 112, 784, 1016, 266, 8])
    twisted = (twists != 0).sum(axis=1)
    law = [1, 0, 56, 112, 420, 560, 616, 336, 86]
    assert not (twisted == 1).any()
    counts = [int((twisted == k).sum()) for k in range(9)]
    assert fits([c for c, w in zip(counts, law, strict=True) if w], [w for w in law if w])


def test_every_piece_is_in_every_slot_equally_often() -> None:
    for size, count in ((3, 8), (2, 12)):
        slots = seen(size)[0]
        for piece in range(count):
            assert fits(np.bincount(slots[:, piece], minlength=count).tolist(), [1] * count)


def test_cycles_and_parity_follow_their_laws() -> None:
    corners, edges = seen(3)[0].tolist(), seen(2)[0].tolist()
    types = [cycle_type(row) for row in corners]
    counted = Counter(types)
    others = 40_320 - sum(CORNER_CYCLES.values())
    law = [*CORNER_CYCLES.values(), others]
    counts = [counted[one] for one in CORNER_CYCLES]
    assert fits([*counts, DRAWN - sum(counts)], law)
    odd = [(8 - len(one)) % 2 for one in types]
    assert odd == [(12 - len(cycle_type(row))) % 2 for row in edges]
    assert fits([odd.count(0), odd.count(1)], [1, 1])
    fixed = [sum(k == at for k, at in enumerate(row)) for row in edges]
    law = [176214841, 176214840, 88107426, 29369120, 7342335, 1468368]
    counts = [fixed.count(k) for k in range(6)]
    assert fits(counts, law)


def test_a_law_that_is_not_uniform_is_noticed() -> None:
    # Sorting by coin tosses favors small moves: fits() must not accept anything.
    dice = Random(1)
    slots = [dice.choice([0, 0, 1, 2, 3, 4, 5, 6, 7]) for _ in range(DRAWN)]
    assert not fits(np.bincount(slots, minlength=8).tolist(), [1] * 8)


@pytest.mark.parametrize(
    ("name", "law"),
    [
        ("2x2x2", [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]),
        ("skewb", [1, 8, 48, 288, 1728, 10248, 59304, 315198, 1225483, 1455856, 81028, 90]),
    ],
)
def test_distances_of_small_puzzles_follow_their_published_laws(name: str, law: list[int]) -> None:
    small = puzzle(name)
    maker, words = maker_of(small), TableWords.of(small)
    depths = [words.distance(small.permutation(alg)) for alg in maker.scrambles(1500, seed=4)]
    assert min(depths) >= maker.least
    counts = [depths.count(k) for k in range(maker.least, len(law))]
    assert fits(counts, law[maker.least :])


def test_every_state_of_a_small_puzzle_comes_equally_often() -> None:
    floppy = puzzle("3x3x1")
    maker, words = maker_of(floppy), TableWords.of(floppy)
    drawn = Counter(floppy.permutation(alg) for alg in maker.scrambles(1870, seed=5))
    far = [p for p in floppy.group.elements() if words.distance(p) >= maker.least]
    assert len(far) == 192 - 1 - 4
    assert set(drawn) <= set(far)
    assert fits([drawn[p] for p in far], [1] * len(far))


def test_states_of_square_1_are_weighted_by_their_shapes() -> None:
    dice = Random(6)
    contents = [random_content(dice) for _ in range(6000)]
    corners = [sum(a == b for a, b in pairwise(c[:12])) for c in contents]
    assert fits([corners.count(k) for k in range(2, 7)], [37, 744, 2116, 744, 37])
    assert fits([sum(c[-1] == k for c in contents) for k in (0, 1)], [1, 1])
    orders = [list(dict.fromkeys(c[:-1])) for c in contents]
    odd = [(16 - len(cycle_type(order))) % 2 for order in orders]
    assert fits([odd.count(0), odd.count(1)], [1, 1])
