"""Permutations: the laws of a group, and plain twins in Python and NumPy."""

import pickle
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import combinatorics as sympy
from tests.strategies import permutations

from puzzlery.core.permutation import MAX_DEGREE, Permutation
from puzzlery.errors import DegreeMismatch, PuzzleryError, SyntaxFault

any_permutation = st.integers(1, 40).flatmap(permutations)


def same_degree(count: int) -> st.SearchStrategy[list[Permutation]]:
    return st.integers(1, 30).flatmap(
        lambda n: st.lists(permutations(n), min_size=count, max_size=count)
    )


@given(same_degree(3))
def test_product_is_associative(three):
    p, q, r = three
    assert (p * q) * r == p * (q * r)


@given(same_degree(2))
def test_product_is_first_left_then_right(two):
    p, q = two
    assert (p * q).images == tuple(q[p[i]] for i in range(len(p)))


@given(same_degree(2))
def test_product_agrees_with_sympy(two):
    p, q = two
    theirs = sympy.Permutation(list(p)) * sympy.Permutation(list(q))
    assert list(p * q) == theirs.array_form


@given(any_permutation)
def test_inverse_undoes(p):
    assert (p * p.inverse).is_identity
    assert (~p * p).is_identity


@given(any_permutation, st.integers(-50, 50))
def test_power_is_repeated_product(p, n):
    expected = Permutation.identity(len(p))
    for _ in range(abs(n)):
        expected = expected * (p if n > 0 else p.inverse)
    assert p**n == expected


def test_power_takes_any_exponent():
    p = Permutation([1, 2, 0])
    assert p ** (3 * 10**40 + 1) == p
    assert p ** -(3 * 10**40 + 1) == p.inverse


@given(any_permutation)
def test_order_and_parity_agree_with_sympy(p):
    theirs = sympy.Permutation(list(p))
    assert p.order == theirs.order()
    assert p.parity == theirs.parity()
    assert p.is_even == theirs.is_even


@given(any_permutation)
def test_order_brings_everything_home(p):
    assert (p**p.order).is_identity


@given(same_degree(2))
def test_conjugation_relabels_cycles(two):
    p, by = two
    relabelled = [tuple(by[i] for i in cycle) for cycle in p.cycles()]
    assert p.conjugate(by) == Permutation.from_cycles(relabelled, len(p))


@given(same_degree(2))
def test_commutator_is_trivial_exactly_when_they_commute(two):
    p, q = two
    assert p.commutator(q).is_identity == (p * q == q * p)


@given(any_permutation)
def test_cycle_notation_round_trips(p):
    assert Permutation.parse(str(p), degree=len(p)) == p
    assert Permutation.from_cycles(p.cycles(singletons=True), len(p)) == p


@given(any_permutation)
def test_cycle_lengths_are_those_of_the_cycles(p):
    expected = np.ones(len(p), dtype=int)
    for cycle in p.cycles():
        expected[list(cycle)] = len(cycle)
    assert p.cycle_lengths.tolist() == expected.tolist()


@given(
    st.integers(1, 30).flatmap(
        lambda n: st.lists(permutations(n), max_size=6).map(lambda f: (n, f))
    )
)
def test_product_of_many_is_the_product_one_by_one(case):
    degree, factors = case
    expected = Permutation.identity(degree)
    for factor in factors:
        expected = expected * factor
    assert Permutation.product(factors, degree) == expected


@given(any_permutation)
def test_values_are_hashable_and_picklable(p):
    again = pickle.loads(pickle.dumps(p))
    assert again == p
    assert hash(again) == hash(p)
    assert {p: 1}[again] == 1


def test_half_of_all_permutations_are_even():
    from itertools import permutations as every

    even = sum(Permutation(images).is_even for images in every(range(6)))
    assert even == factorial(6) // 2


def test_largest_degree_works():
    shift = Permutation(np.roll(np.arange(MAX_DEGREE), -1))
    assert shift.order == MAX_DEGREE
    assert (shift**MAX_DEGREE).is_identity
    assert shift.cycle_lengths[0] == MAX_DEGREE


def test_degrees_that_differ_are_an_error_that_says_so():
    with pytest.raises(DegreeMismatch, match=r"of 2 and of 5 points"):
        Permutation([1, 0]) * Permutation([1, 0, 2, 3, 4])
    with pytest.raises(DegreeMismatch, match="of 3 and of 2 points"):
        Permutation.product([Permutation([1, 0])], 3)


@pytest.mark.parametrize(
    ("images", "complaint"),
    [
        ([0, 0], "0 stands twice"),
        ([0, 2], r"image 2 is outside of 0 … 1"),
        ([-1, 0], "image -1 is outside"),
        ([0.5, 1], "whole numbers"),
        (["a"], "whole numbers"),
        ([10**30], "whole numbers"),
        (np.zeros((2, 2)), "one row"),
        (range(MAX_DEGREE + 1), "degree 65536 is not supported"),
    ],
)
def test_what_is_no_permutation_is_refused(images, complaint):
    with pytest.raises(PuzzleryError, match=complaint):
        Permutation(images)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("(0 1", 0),
        ("(0 1)x", 5),
        ("0 1", 0),
        ("(0 1)(2 3", 5),
        ("(a)", 0),
        ("(0 " + "9" * 5000 + ")", 3),
    ],
)
def test_faulty_cycles_show_the_place(text, position):
    with pytest.raises(SyntaxFault) as caught:
        Permutation.parse(text)
    assert caught.value.position == position


def test_cycles_must_be_disjoint_and_in_range():
    with pytest.raises(PuzzleryError, match="1 stands twice"):
        Permutation.from_cycles([[0, 1], [1, 2]], 3)
    with pytest.raises(DegreeMismatch, match="point 7"):
        Permutation.from_cycles([[0, 7]], 3)


def test_a_permutation_is_frozen():
    p = Permutation([1, 0])
    with pytest.raises(AttributeError):
        p.data = b""
    with pytest.raises(ValueError, match="read-only"):
        p.array[0] = 0


def test_the_largest_point_decides_the_degree():
    assert Permutation.parse("(0 2)(1,3)").images == (2, 3, 0, 1)
    assert Permutation.parse("(4 2)").images == (0, 1, 4, 3, 2)
    assert Permutation.parse("") == Permutation.parse(" () ") == Permutation.identity(0)
    assert Permutation.parse("(0 1)\n", degree=3).images == (1, 0, 2)


@pytest.mark.parametrize("cycles", [[[0, 3]], [[-1, 0]], [[3]], [[1, 2], [0, -3]]])
def test_points_outside_are_refused(cycles):
    with pytest.raises(DegreeMismatch, match=r"is outside of 0 … 2"):
        Permutation.from_cycles(cycles, 3)


@given(permutations(9), st.sampled_from([2**62, 2**63, 2**64, 2**90]), st.integers(-2, 2))
def test_exponents_around_the_size_of_a_word(p, size, beside):
    assert p ** -(size + beside) == (p ** (size + beside)).inverse
    exponent = size + beside
    assert p**exponent == p ** (exponent % p.order)


@pytest.mark.parametrize("degree", [-1, MAX_DEGREE + 1])
def test_degrees_have_bounds(degree):
    with pytest.raises(PuzzleryError, match=f"degree {degree} is not supported"):
        Permutation.identity(degree)
    with pytest.raises(PuzzleryError, match=f"degree {degree} is not supported"):
        Permutation.from_cycles([], degree)


def test_points_are_written_with_six_digits_at_most():
    assert Permutation.parse("(65534 000001)").degree == MAX_DEGREE
    with pytest.raises(SyntaxFault) as caught:
        Permutation.parse("(0 0000001)")
    assert caught.value.position == 3


@given(any_permutation)
def test_a_permutation_is_a_row_of_its_images(p):
    images = [p[point] for point in range(len(p))]
    assert list(p) == images == p.array.tolist() == list(p.images)
    assert len(p) == p.degree == len(images)
    assert p == Permutation(images) == Permutation(np.array(images, dtype=np.float64))
    assert p.support.tolist() == [point for point, image in enumerate(images) if point != image]
    assert p.is_identity == (images == sorted(images))
    assert p.data == b"".join(image.to_bytes(2, "little") for image in images)


def test_a_permutation_is_equal_and_multiplied_to_none_but_its_kind():
    p = Permutation([1, 0])
    assert p != (1, 0)
    assert (p == Permutation([1, 0])) is True
    with pytest.raises(TypeError):
        p * 3
    with pytest.raises(AttributeError, match="frozen; cannot set data"):
        p.data = b""
    assert repr(p) == "Permutation('(0 1)', degree=2)"
    assert str(Permutation.identity(2)) == "()"


def test_the_first_image_that_is_wrong_is_told():
    with pytest.raises(PuzzleryError, match="image 7 is outside of 0 … 2"):
        Permutation([0, 7, 9])
    with pytest.raises(PuzzleryError, match="1 stands twice"):
        Permutation([0, 1, 1, 2, 2])
    with pytest.raises(PuzzleryError, match=r"got shape \(1, 2\)"):
        Permutation(np.array([[0, 1]]))


@given(any_permutation)
def test_points_that_stay_are_listed_when_asked_for(p):
    alone = [cycle for cycle in p.cycles(singletons=True) if len(cycle) == 1]
    assert alone == [(point,) for point in range(len(p)) if p[point] == point]
    assert [cycle for cycle in p.cycles(singletons=True) if len(cycle) > 1] == p.cycles()
    assert all(cycle[0] == min(cycle) for cycle in p.cycles())
    assert p.cycles() == sorted(p.cycles())
