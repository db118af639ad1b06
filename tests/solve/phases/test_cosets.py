"""Cosets of any subgroup: numbered once each, moved by tables, in groups small and large."""

import random
from math import prod

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import puzzlery
from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock
from puzzlery.errors import PuzzleryError, TimedOut
from puzzlery.groups import PermGroup
from puzzlery.solve.phases.carried_values import ValueTree
from puzzlery.solve.phases.coset_coordinate import NotNumbered, coset_coordinate
from puzzlery.solve.phases.coset_parts import CosetPart, action_part, narrowed

CUBE = puzzlery.puzzle("3x3x3")
MOST_ELEMENTS = 5040


@st.composite
def groups_with_subgroup(draw: st.DrawFn) -> tuple[PermGroup, PermGroup]:
    """A small permutation group, and the subgroup that some of its elements generate."""
    degree = draw(st.integers(2, 6))
    permutations = st.permutations(range(degree)).map(Permutation)
    generators = draw(st.lists(permutations, min_size=1, max_size=3))
    assume(not all(generator.is_identity for generator in generators))
    group = PermGroup(generators, degree=degree)
    seeds = draw(st.lists(st.integers(0, 10**6), max_size=2))
    subgroup = PermGroup([group.random(seed) for seed in seeds], degree=degree)
    return group, subgroup


@given(groups_with_subgroup())
@settings(max_examples=25, deadline=None)
def test_two_elements_have_one_number_just_if_they_are_in_one_coset(
    groups: tuple[PermGroup, PermGroup],
) -> None:
    group, subgroup = groups
    found = coset_coordinate(group, subgroup, group.generators)
    plain = {frozenset(h * g for h in subgroup.elements()) for g in group.elements()}
    numbers = [{found.index(element) for element in coset} for coset in plain]
    assert all(len(number) == 1 for number in numbers)
    assert len(set().union(*numbers)) == len(plain) == found.cosets
    assert all(found.index(h) == 0 for h in subgroup.elements())
    assert found.size == prod(found.sizes) >= found.cosets


@given(groups_with_subgroup(), st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_tables_move_cosets_as_permutations_do(
    groups: tuple[PermGroup, PermGroup], seed: int
) -> None:
    group, subgroup = groups
    found = coset_coordinate(group, subgroup, group.generators)
    element = group.random(seed)
    for number, move in enumerate(group.generators):
        after = [found.transitions(k)[v, number] for k, v in enumerate(found.values(element))]
        assert after == found.values(element * move)


@given(groups_with_subgroup())
@settings(max_examples=20, deadline=None)
def test_a_stabilizer_chain_numbers_every_subgroup(groups: tuple[PermGroup, PermGroup]) -> None:
    group, subgroup = groups
    part = action_part(subgroup, range(group.degree))
    space = part.space(group.generators, MOST_ELEMENTS)
    assert space is not None
    assert space.size == group.order // subgroup.order
    for element in list(group.elements())[:60]:
        moves = [group.generators[k] for k in space.word(space.index(element.data))]
        leader = Permutation.product(moves, group.degree)
        assert subgroup.contains(element * leader.inverse)


def test_narrowed_keeps_just_the_elements_that_keep_the_labels() -> None:
    symmetric = PermGroup([Permutation([1, 0, 2, 3, 4]), Permutation([1, 2, 3, 4, 0])])
    part = CosetPart((0, 1, 2, 3, 4), bytes([0, 0, 1, 1, 1]))
    kept = narrowed(symmetric, part, 100)
    assert kept is not None
    assert kept.order == 2 * 6
    assert all({p[0], p[1]} == {0, 1} for p in kept.elements())
    assert narrowed(symmetric, part, 5) is None


@pytest.mark.parametrize(
    ("larger", "smaller", "sizes"),
    [
        ("U D F B R L", "U D F2 B2 R L", [2048]),
        ("U D F2 B2 R L", "U D F2 B2 R2 L2", [495, 2187]),
        ("U D F2 B2 R2 L2", "U2 D2 F2 B2 R2 L2", [70, 420]),
        ("U D F B R L", "U D F2 B2 R2 L2", [495, 2048, 2187]),
    ],
)
def test_the_machine_finds_the_coordinates_of_thistlethwaite_and_kociemba(
    larger: str, smaller: str, sizes: list[int]
) -> None:
    moves = [CUBE.permutation(move) for move in larger.split()]
    goal = PermGroup([CUBE.permutation(move) for move in smaller.split()])
    found = coset_coordinate(PermGroup(moves), goal, moves)
    assert sorted(found.sizes) == sizes
    assert found.size == found.cosets


def test_a_symmetry_carries_numbers_as_it_carries_states() -> None:
    moves = [CUBE.moves[name] for name in CUBE.basis]
    goal = PermGroup([CUBE.permutation(move) for move in ("U", "D", "F2", "B2", "R2", "L2")])
    found = coset_coordinate(CUBE.group, goal, moves)
    turned = CUBE.rotations["y"]
    becomes = [moves.index(move.conjugate(turned)) for move in moves]
    for part, space in enumerate(found.spaces):
        carried = ValueTree(found.transitions(part)).carried(becomes)
        if carried is None:
            continue
        for seed in range(50):
            state = CUBE.group.random(seed)
            image = space.index(state.conjugate(turned).data)
            assert carried[space.index(state.data)] == image


def test_a_symmetry_that_splits_values_is_refused() -> None:
    # Two points are exchanged by one move and kept by the other; the symmetry exchanges the moves.
    transitions = np.array([[1, 0], [0, 1]], dtype=np.uint32)
    assert ValueTree(transitions).carried([1, 0]) is None
    assert ValueTree(transitions).carried([0, 1]) is not None


def test_cosets_that_are_too_many_are_refused() -> None:
    with pytest.raises(NotNumbered, match="cosets of a subgroup are not told apart"):
        coset_coordinate(CUBE.group, PermGroup([], degree=CUBE.degree), CUBE.group.generators, 10)


def test_numbering_stops_at_the_time_limit() -> None:
    with pytest.raises(TimedOut):
        coset_coordinate(
            CUBE.group, PermGroup([], degree=CUBE.degree), CUBE.group.generators, timeout=Clock(0)
        )


def test_a_permutation_outside_of_the_group_has_no_number() -> None:
    swap = Permutation([1, 0, 2, 3])
    found = coset_coordinate(PermGroup([swap]), PermGroup([], degree=4), [swap])
    with pytest.raises(PuzzleryError, match="not in the group"):
        found.index(Permutation([0, 2, 1, 3]))


def test_numbering_goes_on_from_a_snapshot() -> None:
    moves = [move.data for move in CUBE.group.generators]
    corners = next(orbit for orbit in CUBE.group.orbits() if len(orbit) == 24)
    points = np.array(sorted(corners), dtype=np.uint16).tobytes()
    labels = bytes(int(k < 6) for k in range(24))

    def started() -> _core.CosetSpace:
        return _core.CosetSpace(points, labels, [], moves, 10**6)

    whole, begun, resumed = started(), started(), started()
    while not whole.run(50):
        pass
    begun.run(0)
    resumed.restore(begun.snapshot())
    while not resumed.run(50):
        pass
    assert np.array_equal(whole.transitions(), resumed.transitions())
    rng = random.Random(3)
    for _ in range(20):
        state = CUBE.group.random(rng).data
        assert whole.index(state) == resumed.index(state)


@pytest.mark.parametrize("damage", [b"", b"short", bytes(64)])
def test_a_damaged_snapshot_is_refused(damage: bytes) -> None:
    moves = [Permutation([1, 2, 0]).data]
    space = _core.CosetSpace(
        np.arange(3, dtype=np.uint16).tobytes(), bytes([0, 1, 1]), [], moves, 9
    )
    with pytest.raises(ValueError, match="snapshot"):
        space.restore(damage)
