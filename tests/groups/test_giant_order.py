"""Orders from orbits alone, beside stabilizer chains and formulas."""

import random
import time
from math import factorial

import pytest

from puzzlery.core.permutation import Permutation
from puzzlery.groups import PermGroup
from puzzlery.groups.giant_order import giants_of
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


def tried(rng: random.Random, group: PermGroup, moves: list[Permutation]) -> list[Permutation]:
    """Elements, elements with points exchanged, and any permutations of one orbit."""
    found = [group.random(rng) for _ in range(5)]
    for _ in range(15):
        orbit = sorted(rng.choice([orbit for orbit in group.orbits() if len(orbit) > 1]))
        points = rng.sample(orbit, rng.randint(2, min(len(orbit), 4)))
        found.append(group.random(rng) * Permutation.from_cycles([points], group.degree))
    return [*found, Permutation(rng.sample(range(group.degree), group.degree))]


def test_orbits_tell_the_order_and_the_members_that_a_chain_tells() -> None:
    rng, told, members = random.Random(0), 0, 0
    for _ in range(150):
        moves = random_moves(rng)
        found = giants_of(moves, PermGroup, seed=rng.randrange(1000))
        if found is not None:
            told += 1
            group = PermGroup(moves)
            assert found.order == group._chain.prove().order
            for p in tried(rng, group, moves):
                members += (held := found.contains(p))
                assert held == group.contains(p)
    assert told > 40
    assert members > 200


def test_groups_that_only_look_large_are_no_giants() -> None:
    # M11 and M12 are highly transitive, but hold few of the even arrangements.
    a = Permutation.parse("(0 1 2 3 4 5 6 7 8 9 10)", 12)
    b = Permutation.parse("(2 6 10 7)(3 9 4 5)", 12)
    c = Permutation.parse("(0 11)(1 10)(2 5)(3 7)(4 8)(6 9)", 12)
    assert giants_of([a, b, c], PermGroup) is None
    # PSL(2, 23) on 24 points has elements with a cycle of 23.
    shift = Permutation([*((x + 1) % 23 for x in range(23)), 23])
    inverse = [23, *(-pow(x, -1, 23) % 23 for x in range(1, 23)), 0]
    assert giants_of([shift, Permutation(inverse)], PermGroup) is None


@pytest.mark.parametrize("size", [7, 12])
def test_large_cubes_have_the_order_of_the_chain(size: int) -> None:
    moves = [cube(size).moves[name] for name in cube(size).basis]
    giants = giants_of(moves, PermGroup)
    assert giants is not None
    assert giants.order == by_chain(moves)
    group = PermGroup(moves)
    rng = random.Random(size)
    for p in tried(rng, group, moves):
        assert giants.contains(p) == group.contains(p)


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
