"""Elements: membership, numbers, random choice, stabilizers, equality."""

import pickle
from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.groups.strategies import groups, permutations
from tests.oracles import known_groups as known

from puzzlery._core import StabChain
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import drive
from puzzlery.errors import DegreeMismatch, InvalidPuzzle
from puzzlery.groups import PermGroup


@settings(max_examples=60)
@given(groups(6), st.data())
def test_membership_agrees_with_closure(generators, data):
    degree = len(generators[0])
    elements = known.closure(generators, degree)
    group = PermGroup(generators)
    for p in data.draw(st.lists(permutations(degree), max_size=20)):
        assert group.contains(p) == (p in group) == (p in elements)


@pytest.mark.parametrize("make", [known.rubik, known.megaminx, lambda: known.cube(4)])
def test_products_are_inside_and_torn_pieces_are_not(make):
    generators = make()
    group, rng = PermGroup(generators), Random(1)
    for _ in range(30):
        p = Permutation.product(rng.choices(generators, k=40), group.degree)
        assert p in group
        a, b = rng.sample(range(group.degree), 2)
        swapped = p * Permutation.from_cycles([[a, b]], group.degree)
        assert swapped not in group or group.stabilizer(set(range(group.degree)) - {a, b}).order > 1


def test_single_turns_of_pieces_are_not_reachable():
    """One corner twisted, one edge flipped, two edges swapped: the laws of the cube."""
    group = PermGroup(known.rubik())
    edge = next(b for b in group.blocks(group.orbits()[0])[0])
    edges = next(orbit for orbit in group.orbits() if edge <= orbit)
    pairs = group.blocks(edges)[0]
    corners = next(orbit for orbit in group.orbits() if orbit != edges)
    corner = sorted(group.blocks(corners)[0][0])
    assert (len(edge), len(corner)) == (2, 3)
    flip = Permutation.from_cycles([sorted(pairs[0])], 48)
    other = Permutation.from_cycles([sorted(pairs[1])], 48)
    twist = Permutation.from_cycles([corner], 48)
    assert flip not in group
    assert flip * other in group
    assert twist not in group
    assert twist**3 in group


@settings(max_examples=40)
@given(groups(6), st.data())
def test_the_quick_membership_agrees_with_division(generators, data):
    """Slots and invariants decide as the chain does, where they may."""
    degree = len(generators[0])
    kernel = drive(StabChain(degree, [p.data for p in generators], 0))
    group = PermGroup(generators)
    if group.proof != "structure" or group.order == 1:
        return
    for p in data.draw(st.lists(permutations(degree), max_size=20)):
        assert group.contains(p) == (kernel.digits(p.data) is not None)


@settings(max_examples=60)
@given(groups(6), st.data())
def test_many_are_judged_like_each(generators, data):
    """Any rows of points, permutations or not."""
    degree = len(generators[0])
    group = PermGroup(generators)
    row = st.lists(st.integers(-1, degree), min_size=degree, max_size=degree)
    rows = data.draw(st.lists(row | permutations(degree).map(list), min_size=1, max_size=20))
    wanted = [sorted(row) == [*range(degree)] and Permutation(row) in group for row in rows]
    for kind in (np.int64, np.int32):
        assert group.contains_many(np.array(rows, dtype=kind)).tolist() == wanted
    whole = [Permutation(row) for row in rows if sorted(row) == [*range(degree)]]
    assert group.contains_many(whole).tolist() == [p in group for p in whole]


@pytest.mark.parametrize("slots", [63, 64, 65, 130])
def test_parity_is_seen_on_any_number_of_slots(slots):
    """Even arrangements of pairs of points: two pairs swapped are outside, two and two inside."""
    degree = 2 * slots

    def cycle(*places: int) -> Permutation:
        return Permutation.from_cycles([[2 * k + j for k in places] for j in (0, 1)], degree)

    group = PermGroup([cycle(0, 1, k) for k in range(2, slots)])
    first, last = cycle(0, 1), cycle(slots - 2, slots - 1)
    assert first not in group
    assert last not in group
    assert first * last in group
    double = np.array(first.array)
    double[[0, 1]] = double[[2, 3]]
    assert not group.contains_many(double[None])[0]


def test_many_invariants_are_told_apart():
    """Twelve free orbits have more combinations of parities than a table holds."""
    orbits, size = 12, 5
    degree = orbits * size

    def swap(orbit: int) -> list[int]:
        return [orbit * size, orbit * size + 1]

    three = [[k * size, k * size + 1, k * size + j] for k in range(orbits) for j in (2, 3, 4)]
    pairs = [[swap(k), swap(k + 1)] for k in range(orbits - 1)]
    group = PermGroup([Permutation.from_cycles(c, degree) for c in [*([t] for t in three), *pairs]])
    for chosen in ([0], [0, 11], [3, 4, 5], [1, 2, 7, 9]):
        p = Permutation.from_cycles([swap(k) for k in chosen], degree)
        assert group.contains(p) == (len(chosen) % 2 == 0)
    assert group.proof == "structure"


def test_wrong_shapes_of_many_are_refused():
    group = PermGroup(known.symmetric(5))
    for bad in (np.zeros((2, 4), int), np.zeros(5, int), np.zeros((1, 5))):
        with pytest.raises(DegreeMismatch, match="expected rows of 5 whole numbers"):
            group.contains_many(bad)
    with pytest.raises(DegreeMismatch, match="4 points"):
        group.contains_many([Permutation([1, 0, 2, 3])])
    assert group.contains_many([]).tolist() == []


def test_wrong_degrees_are_refused():
    group = PermGroup(known.symmetric(5))
    for call in (group.contains, group.rank, group.word, lambda p: p in group):
        with pytest.raises(DegreeMismatch, match="4 points was given to a group on 5 points"):
            call(Permutation([1, 0, 2, 3]))
    with pytest.raises(DegreeMismatch, match="point 5 is outside"):
        group.stabilizer([5])


def test_other_things_are_not_elements():
    assert 3 not in PermGroup(known.symmetric(5))
    assert "U" not in PermGroup(known.symmetric(5))


@settings(max_examples=40)
@given(groups(6), st.integers(0, 9))
def test_rank_numbers_all_elements(generators, seed):
    group = PermGroup(generators, seed=seed)
    elements = known.closure(generators, group.degree)
    assert {group.rank(p) for p in elements} == set(range(group.order))
    assert all(group.unrank(group.rank(p)) == p for p in elements)
    assert set(group.elements()) == elements
    assert group.unrank(0).is_identity


@pytest.mark.parametrize("make", [known.rubik, known.megaminx, lambda: known.cube(7)])
def test_rank_undoes_unrank(make):
    group, rng = PermGroup(make()), Random(5)
    for number in [0, group.order - 1, *(rng.randrange(group.order) for _ in range(20))]:
        p = group.unrank(number)
        assert group.contains(p)
        assert group.rank(p) == number


def test_numbers_outside_and_strangers_are_refused():
    group = PermGroup(known.alternating(5))
    for number in (-1, 60):
        with pytest.raises(InvalidPuzzle, match=f"no element has number {number}; expected 0 … 59"):
            group.unrank(number)
    with pytest.raises(InvalidPuzzle, match=r"\(0 1\) is not an element"):
        group.rank(Permutation([1, 0, 2, 3, 4]))


def test_random_elements_are_uniform():
    """χ² with 59 degrees of freedom exceeds 110 once in 17,000 times."""
    group, rng = PermGroup(known.alternating(5)), Random(7)
    counts = Counter(group.random(rng) for _ in range(6000))
    assert len(counts) == 60
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 110


def test_random_elements_follow_the_seed():
    group = PermGroup(known.rubik())
    assert group.random(3) == group.random(3) == PermGroup(known.rubik()).random(3)
    assert group.random(3) != group.random(4)


@settings(max_examples=40)
@given(groups(6), st.data())
def test_stabilizers_agree_with_closure(generators, data):
    group = PermGroup(generators)
    points = data.draw(st.lists(st.integers(0, group.degree - 1), max_size=4))
    fixing = {p for p in group.elements() if all(p[x] == x for x in points)}
    assert set(group.stabilizer(points).elements()) == fixing


def test_holding_the_base_holds_everything():
    for make in (known.rubik, known.megaminx, lambda: known.MATHIEU_24):
        group = PermGroup(make())
        assert group.stabilizer(group.base).order == 1


def test_holding_one_corner_of_a_cube():
    group = PermGroup(known.cube(2))
    corner = next(iter(group.blocks()[0][0]))
    assert group.stabilizer([corner]).order == 3674160 // 21


@settings(max_examples=40)
@given(groups(8))
def test_strong_generators_generate(generators):
    group = PermGroup(generators)
    assert PermGroup(group.strong_generators, degree=group.degree) == group


def test_equality_does_not_depend_on_the_generators():
    n = 6
    other = [Permutation.from_cycles([[0, k]], n) for k in range(1, n)]
    assert PermGroup(known.symmetric(n)) == PermGroup(other)
    assert hash(PermGroup(known.symmetric(n))) == hash(PermGroup(other))
    assert PermGroup(known.symmetric(n)) != PermGroup(known.alternating(n))
    assert PermGroup(known.symmetric(n)) != PermGroup(known.symmetric(n + 1))
    assert PermGroup(known.symmetric(n)) != "S6"


@settings(max_examples=40)
@given(groups(5))
def test_being_abelian_agrees_with_the_definition(generators):
    group = PermGroup(generators)
    elements = list(group.elements())
    assert group.is_abelian == all(p * q == q * p for p in elements for q in elements)


def test_a_group_is_frozen_and_can_be_pickled():
    group = PermGroup({"a": Permutation([1, 0, 2]), "b": Permutation([1, 2, 0])})
    with pytest.raises(AttributeError, match="frozen"):
        group.degree = 4
    again = pickle.loads(pickle.dumps(group))
    assert (again, again.names, again.order) == (group, ("a", "b"), 6)
