"""Orders of groups with blocks: formulas, and bounds that no group exceeds."""

from math import factorial

import pytest
from hypothesis import given
from tests.groups.strategies import groups
from tests.oracles import known_groups as known

from puzzlery.core.permutation import Permutation
from puzzlery.groups import PermGroup
from puzzlery.groups.block_bound import block_bound


def order_of(generators: list[Permutation]) -> int:
    return PermGroup(generators).order


@pytest.mark.parametrize(("inner", "outer"), [(6, 6), (10, 10), (3, 30), (30, 3), (20, 20)])
def test_wreath_products_of_symmetric_groups_are_proven_without_the_long_proof(inner, outer):
    moves = known.wreath(known.symmetric(inner), known.symmetric(outer))
    group = PermGroup(moves)
    assert group.order == factorial(inner) ** outer * factorial(outer)
    assert group.proof == "structure"


def test_blocks_within_blocks_are_bounded_in_turn():
    inner = known.wreath(known.symmetric(5), known.symmetric(4))
    group = PermGroup(known.wreath(inner, known.alternating(5)))
    assert group.order == (factorial(5) ** 4 * factorial(4)) ** 5 * 60
    assert group.proof == "structure"


def test_signs_that_go_together_halve_the_bound():
    """Even moves, and one that swaps two points in a block together with two blocks."""
    even = known.wreath(known.alternating(7), known.alternating(6))
    inner, outer = known.symmetric(7)[0], known.symmetric(6)[0]
    point_swap, block_swap = known.wreath([inner], [outer])
    group = PermGroup([*even, point_swap * block_swap])
    assert 2 * group.order == factorial(7) ** 6 * factorial(6)
    assert group.proof == "structure"


def test_a_group_without_blocks_has_no_bound():
    assert block_bound(24, known.MATHIEU_24, order_of) is None


@given(groups(6))
def test_no_group_is_larger_than_its_bound(generators):
    degree = len(generators[0])
    bound = block_bound(degree, generators, order_of)
    assert bound is None or bound % len(known.closure(generators, degree)) == 0
