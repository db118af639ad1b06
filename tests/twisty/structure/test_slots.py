"""Slots, their orbits and orientations, each beside its definition written plainly."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.known_groups import closure

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.structure.orientation_group import OrientationGroup
from puzzlery.twisty.structure.partition import joined
from puzzlery.twisty.structure.pieces import piece_labels
from puzzlery.twisty.structure.slots import (
    connected_slots,
    equal_stabilizers,
    keep_slots,
    piece_orbits,
    slot_orbits,
    stabilizer_orbits,
)

permutations = st.integers(2, 6).flatmap(
    lambda n: st.lists(st.permutations(range(n)).map(Permutation), min_size=1, max_size=3)
)
PUZZLES = ["3x3x3", "megaminx", "gear cube", "fto", "supercube 3", "clock", "square-1"]


def arrays(moves: list[Permutation]) -> list[np.ndarray]:
    return [move.array for move in moves]


@given(permutations)
def test_stickers_are_together_iff_their_stabilizers_are_equal(moves) -> None:
    degree = len(moves[0])
    elements = closure(moves, degree)
    stabilizers = [{g for g in elements if g[i] == i} for i in range(degree)]
    labels = equal_stabilizers(arrays(moves), degree)
    for i, j in product(range(degree), repeat=2):
        assert (labels[i] == labels[j]) == (stabilizers[i] == stabilizers[j])


@given(permutations)
def test_oriented_slots_are_the_orders_in_which_elements_carry_the_first_slot(moves) -> None:
    degree = len(moves[0])
    elements = closure(moves, degree)
    for orbit in stabilizer_orbits(arrays(moves), degree):
        first = orbit.slots[0].tolist()
        reached = {tuple(g[sticker] for sticker in first) for g in elements}
        oriented = orbit.oriented_slots.reshape(-1, orbit.width).tolist()
        assert set(map(tuple, oriented)) == reached
        assert len(oriented) == len(reached)


@given(permutations)
def test_actions_of_two_elements_multiply_to_that_of_their_product(moves) -> None:
    p, q = moves[0], moves[-1]
    for orbit in stabilizer_orbits(arrays(moves), len(p)):
        (to, gained), (then, more), (both, total) = (
            orbit.action(one.array) for one in (p, q, p * q)
        )
        assert both.tolist() == then[to].tolist()
        assert total.tolist() == orbit.orientations.products[gained, more[to]].tolist()


@pytest.mark.parametrize("name", PUZZLES)
def test_slots_of_pieces_hold_all_of_a_state(name: str) -> None:
    toy = named(name)
    moves = [toy.moves[move].array for move in toy.basis]
    orbits = piece_orbits(piece_labels(toy), moves, 1_000)
    for seed in range(3):
        state = toy.group.random(seed)
        images = np.arange(toy.degree)
        for orbit in orbits:
            orbit.write(images, *orbit.read(state.array))
        assert Permutation(images) == state


def test_upright_moves_gain_no_orientation_where_they_reach_a_slot() -> None:
    cube = named("3x3x3")
    moves = [cube.moves[face].array for face in cube.basis]
    upright = [cube.turn(name).permutation.array for name in ("U", "D", "R2", "L2", "F2", "B2")]
    corners = next(orbit for orbit in stabilizer_orbits(moves, 54, upright) if orbit.size == 8)
    assert not any(corners.action(move)[1].any() for move in upright)
    assert any(corners.action(move)[1].any() for move in moves)


@given(permutations, st.data())
def test_labels_are_kept_iff_every_class_goes_to_a_class(moves, data) -> None:
    degree = len(moves[0])
    labels = np.array(data.draw(st.lists(st.integers(0, 2), min_size=degree, max_size=degree)))
    groups = {frozenset(np.flatnonzero(labels == label).tolist()) for label in labels}
    kept = all(frozenset(move[i] for i in group) in groups for move in moves for group in groups)
    assert keep_slots(arrays(moves), labels) == kept


@given(permutations, st.data())
def test_connected_slots_are_what_labels_and_moves_join(moves, data) -> None:
    degree = len(moves[0])
    labels = np.array(data.draw(st.lists(st.integers(0, 3), min_size=degree, max_size=degree)))
    pairs = [(i, move[i]) for move in moves for i in range(degree)]
    classes = [np.flatnonzero(labels == label).tolist() for label in set(labels.tolist())]
    expected = joined(np.arange(degree), [*pairs, *classes])
    assert connected_slots(labels, arrays(moves)).tolist() == expected.tolist()


def test_an_orbit_with_too_many_orientations_is_refused_or_split() -> None:
    swap, turn = Permutation([1, 0, 2, 3, 5, 4]), Permutation([1, 2, 3, 0, 4, 5])
    labels = np.array([0, 0, 0, 0, 1, 1])
    assert slot_orbits(labels, arrays([swap, turn]), 10) is None
    sizes = [(o.size, o.width) for o in piece_orbits(labels, arrays([swap, turn]), 10)]
    assert sizes == [(4, 1), (1, 2)]


@given(permutations)
def test_sums_add_up_and_forget_only_commutators(moves) -> None:
    degree = len(moves[0])
    group = OrientationGroup.generated([move.images for move in moves], degree, 1_000)
    assert group is not None
    assert set(group.elements) == {g.images for g in closure(moves, degree)}
    sums = group.sums()
    moduli = np.array(sums.moduli, dtype=np.int64)
    rng = random.Random(0)
    for _ in range(30):
        a, b = rng.randrange(group.order), rng.randrange(group.order)
        both = (sums.rows[a] + sums.rows[b]) % moduli if len(moduli) else sums.rows[a]
        assert (sums.rows[group.times(a, b)] == both).all()
        assert group.products[a, b] == group.times(a, b)
    commutators = [
        Permutation(a).commutator(Permutation(b)) for a, b in product(group.elements[:20], repeat=2)
    ]
    derived = closure(commutators, degree) if group.order <= 20 else None
    if derived is not None:
        assert group.order // len(derived) == int(np.prod(moduli))


@given(permutations)
def test_a_cyclic_group_is_numbered_by_powers(moves) -> None:
    degree = len(moves[0])
    group = OrientationGroup.generated([move.images for move in moves], degree, 1_000)
    assert group is not None
    cyclic = group.cyclic()
    orders = {Permutation(element).order for element in group.elements}
    assert (cyclic is not None) == (group.order in orders)
    if cyclic is not None:
        numbers = np.arange(group.order)
        sums = (numbers[:, None] + numbers) % group.order
        assert cyclic.products.tolist() == sums.tolist()


def test_a_group_larger_than_the_limit_is_not_listed() -> None:
    assert OrientationGroup.generated([(1, 2, 3, 4, 5, 0), (1, 0, 2, 3, 4, 5)], 6, 100) is None
