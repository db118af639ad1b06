"""Orders from orbits alone, beside stabilizer chains and formulas."""

import random
import time
from math import factorial

import pytest

from puzzlery.core.permutation import Permutation
from puzzlery.groups import PermGroup
from puzzlery.groups.giant_order import giant_order
from puzzlery.twisty.geometry import cube


def by_chain(moves: list[Permutation]) -> int:
    return PermGroup(moves)._chain.prove().order


def joined(parts: list[list[int]]) -> list[int]:
    """One permutation that acts on disjoint sets of points as the parts do."""
    images: list[int] = []
    for part in parts:
        images += [len(images) + image for image in part]
    return images


def random_moves(rng: random.Random) -> list[Permutation]:
    """Moves on a few orbits, of which some are copies of others, or follow their parity."""
    sizes = [rng.choice([3, 5, 7, 8, 9, 11]) for _ in range(rng.randint(1, 4))]
    copies = [(rng.randrange(len(sizes)), rng.random() < 0.4) for _ in range(rng.randint(0, 2))]
    relabeled = [rng.sample(range(sizes[of]), sizes[of]) for of, _ in copies]
    moves = []
    for _ in range(rng.randint(2, 3)):
        parts = [rng.sample(range(size), size) for size in sizes]
        if rng.random() < 0.3:
            parts[0] = list(range(sizes[0]))
        for (of, only_parity), labels in zip(copies, relabeled, strict=True):
            if only_parity:
                odd = sum(len(c) - 1 for c in Permutation(parts[of]).cycles()) % 2
                parts.append([1, 0] if odd else [0, 1])
            else:
                own = [0] * sizes[of]
                for point, image in enumerate(parts[of]):
                    own[labels[point]] = labels[image]
                parts.append(own)
        moves.append(Permutation(joined(parts)))
    return moves


def test_orbits_tell_the_order_that_a_chain_tells() -> None:
    rng, told = random.Random(0), 0
    for _ in range(150):
        moves = random_moves(rng)
        found = giant_order(moves, by_chain, seed=rng.randrange(1000))
        told += found is not None
        assert found is None or found == by_chain(moves)
    assert told > 40


def test_groups_that_only_look_large_are_no_giants() -> None:
    # M11 and M12 are highly transitive, but hold few of the even arrangements.
    a = Permutation.parse("(0 1 2 3 4 5 6 7 8 9 10)", 12)
    b = Permutation.parse("(2 6 10 7)(3 9 4 5)", 12)
    c = Permutation.parse("(0 11)(1 10)(2 5)(3 7)(4 8)(6 9)", 12)
    assert giant_order([a, b, c], by_chain) is None
    # PSL(2, 23) on 24 points has elements with a cycle of 23.
    shift = Permutation([*((x + 1) % 23 for x in range(23)), 23])
    inverse = [23, *(-pow(x, -1, 23) % 23 for x in range(1, 23)), 0]
    assert giant_order([shift, Permutation(inverse)], by_chain) is None


@pytest.mark.parametrize("size", [7, 12])
def test_large_cubes_have_the_order_of_the_chain(size: int) -> None:
    moves = [cube(size).moves[name] for name in cube(size).basis]
    assert giant_order(moves, by_chain) == by_chain(moves)


def test_the_order_of_a_40x40x40_is_that_of_the_formula() -> None:
    """Corners as on a 2x2x2 with a free corner; 19 orbits of wings and 361 of centers are giants.

    A turn of layer k is an odd arrangement of the wings and centers that it carries by an odd
    number of 4-cycles: all turns together give 20 independent parities, corners among them.
    """
    forty = cube(40)
    start = time.process_time()
    order = forty.group.order
    assert time.process_time() - start < 2
    giants = 19 + 19 * 19
    even = factorial(8) // 2 * 3**7 * (factorial(24) // 2) ** giants
    parities, rest = divmod(order, even)
    assert rest == 0
    assert parities == 2**20
