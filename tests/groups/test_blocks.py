"""Blocks and orbits, beside their definitions."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from tests.groups.strategies import groups
from tests.oracles import known_groups as known

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.errors import DegreeMismatch, InvalidPuzzle
from puzzlery.groups import PermGroup


def plain_blocks(group: PermGroup, orbit: frozenset[int]) -> set[frozenset[int]]:
    """Every block with the orbit's first point, but for that point alone and for the orbit."""
    first, *others = sorted(orbit)
    elements = list(group.elements())
    found = set()
    for size in range(1, len(others)):
        for chosen in combinations(others, size):
            block = frozenset([first, *chosen])
            images = (frozenset(p[x] for x in block) for p in elements)
            if all(image == block or not image & block for image in images):
                found.add(block)
    return found


@settings(max_examples=60)
@given(groups(7, most=2))
def test_minimal_blocks_agree_with_the_definition(generators):
    group = PermGroup(generators)
    for orbit in group.orbits():
        if len(orbit) == 1:
            continue
        every = plain_blocks(group, orbit)
        minimal = {block for block in every if not any(other < block for other in every)}
        systems = group.blocks(orbit)
        assert {next(b for b in blocks if min(orbit) in b) for blocks in systems} == minimal
        for blocks in systems:
            assert sorted(x for block in blocks for x in block) == sorted(orbit)


@settings(max_examples=60)
@given(groups(7))
def test_orbits_agree_with_closure(generators):
    group = PermGroup(generators)
    elements = known.closure(generators, group.degree)
    assert set(group.orbits()) == {frozenset(p[x] for p in elements) for x in range(group.degree)}
    assert group.is_transitive == (len(group.orbits()) == 1)


def test_blocks_of_a_cube_are_its_corners():
    group = PermGroup(known.cube(2))
    orbit = max(group.orbits(), key=len)
    (corners,) = group.blocks(orbit)
    assert [len(corner) for corner in corners] == [3] * 7
    assert group.action_on_blocks(corners).order == 5040


def test_a_primitive_group_has_no_blocks():
    assert PermGroup(known.MATHIEU_11).blocks() == []


def test_the_action_on_blocks_keeps_names():
    group = PermGroup({"turn": Permutation([1, 2, 3, 0])})
    (halves,) = group.blocks()
    acting = group.action_on_blocks(halves)
    assert (acting.names, acting.degree, acting.order) == (("turn",), 2, 2)


def test_torn_blocks_and_unclear_orbits_are_refused():
    group = PermGroup(known.rubik())
    with pytest.raises(InvalidPuzzle, match="to more than one block"):
        group.action_on_blocks([{0, 1, 2}, {3, 4, 5}])
    with pytest.raises(InvalidPuzzle, match=r"which orbit\? .* has 2, of sizes 24, 24"):
        group.blocks()
    with pytest.raises(InvalidPuzzle, match="is not an orbit"):
        group.blocks([0, 1])
    with pytest.raises(DegreeMismatch, match="point 48"):
        group.action_on_blocks([{48}])


def test_kernels_refuse_stray_points():
    stray, short = Permutation([0, 1, 2]).data[:-2] + b"\x09\x00", b"\x00\x00"
    for bad in (stray, short):
        with pytest.raises(ValueError, match=r"outside|differ"):
            _core.orbit_labels(3, [bad])
    with pytest.raises(ValueError, match="outside"):
        _core.block_labels(3, [], 0, 3)
