"""Orders of groups: published numbers, formulas, plain closure, sympy, and how they are proven."""

import json
from concurrent.futures import ThreadPoolExecutor
from math import factorial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.combinatorics import Permutation as SympyPermutation
from sympy.combinatorics import PermutationGroup as SympyGroup
from tests.groups.strategies import groups
from tests.oracles import known_groups as known

from puzzlery._core import StabChain
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import drive
from puzzlery.errors import DegreeMismatch, InvalidPuzzle, TimedOut
from puzzlery.groups import PermGroup
from puzzlery.groups.chain import Chain
from puzzlery.groups.wreath import Wreath

COUNTED = json.loads((Path(__file__).parents[1] / "data" / "pieces.json").read_text("utf-8"))
MEGAMINX = 100669616553523347122516032313645505168688116411019768627200000000000


@pytest.mark.parametrize(
    ("generators", "order"),
    [
        (known.symmetric(9), factorial(9)),
        (known.symmetric(60), factorial(60)),
        (known.alternating(5), 60),
        (known.alternating(48), factorial(48) // 2),
        (known.dihedral(7), 14),
        (known.dihedral(100), 200),
        (known.projective_line(7), 168),
        (known.projective_line(101), 101 * (101**2 - 1) // 2),
        (known.MATHIEU_11, 7920),
        (known.MATHIEU_12, 95040),
        (known.MATHIEU_24, 244823040),
        (known.rubik(), 43252003274489856000),
        (known.cube(3), 43252003274489856000),
        (known.cube(2), 3674160),
        (known.megaminx(), MEGAMINX),
    ],
)
def test_published_orders(generators, order):
    for seed in range(4):
        assert PermGroup(generators, seed=seed).order == order


@pytest.mark.parametrize(
    ("size", "orbits_of_24", "parities"),
    # Corners, middle edges, then orbits of 24 pieces that never turn; the generators' parities
    # span a space of so many dimensions.
    [(4, 2, 2), (5, 3, 2), (6, 6, 3), (7, 8, 3)],
)
def test_large_cubes_have_the_order_of_the_formula(size, orbits_of_24, parities):
    order = factorial(8) * 3**7 * factorial(24) ** orbits_of_24
    orbits = 1 + orbits_of_24
    if size % 2:
        order *= factorial(12) * 2**11
        orbits += 1
    group = PermGroup(known.cube(size))
    assert group.order == order // 2 ** (orbits - parities)
    assert group.proof == "structure"


@settings(max_examples=150)
@given(groups(7))
def test_order_agrees_with_closure(generators):
    assert PermGroup(generators).order == len(known.closure(generators, len(generators[0])))


@settings(max_examples=60)
@given(groups(14), st.integers(0, 99))
def test_order_agrees_with_sympy(generators, seed):
    theirs = SympyGroup([SympyPermutation(list(p)) for p in generators])
    assert PermGroup(generators, seed=seed).order == theirs.order()


@settings(max_examples=60)
@given(groups(6), st.data())
def test_order_is_the_same_in_any_faithful_action(generators, data):
    """Points, ordered pairs and sets of points side by side are moved as the points demand."""
    degree = len(generators[0])
    pairs = [(a, b) for a in range(degree) for b in range(degree)]
    sets = [frozenset(pair) for pair in pairs]
    labels = [*range(degree), *data.draw(st.permutations(pairs)), *dict.fromkeys(sets)]
    place = {label: k for k, label in enumerate(labels)}

    def image(p, label):
        if isinstance(label, int):
            return p[label]
        return type(label)(p[point] for point in label)

    larger = [Permutation([place[image(p, label)] for label in labels]) for p in generators]
    assert PermGroup(larger).order == PermGroup(generators).order


@settings(max_examples=60)
@given(st.data())
def test_order_agrees_with_sympy_where_orbits_are_tied(data):
    sizes = data.draw(st.lists(st.integers(2, 6), min_size=2, max_size=4))
    count = data.draw(st.integers(1, 3))
    generators = []
    for _ in range(count):
        images: list[int] = []
        for size in sizes:
            shifted = data.draw(st.permutations(range(len(images), len(images) + size)))
            images.extend(shifted)
        generators.append(Permutation(images))
    theirs = SympyGroup([SympyPermutation(list(p)) for p in generators])
    group = PermGroup(generators)
    assert group.order == theirs.order()
    assert group.proof in ("structure", "verified")


@settings(max_examples=60)
@given(groups(8), st.integers(0, 99))
def test_proving_alone_builds_the_whole_chain(generators, seed):
    """Schreier's lemma from an empty chain, without anything random."""
    degree = len(generators[0])
    kernel = StabChain(degree, [p.data for p in generators], seed)
    kernel.prove()
    drive(kernel)
    order = 1
    for size in kernel.orbit_sizes():
        order *= size
    assert order == len(known.closure(generators, degree))


@pytest.mark.parametrize("name", COUNTED)
def test_orders_that_gap_counted(name):
    degree = len(COUNTED[name]["points"])
    moves = [Permutation.from_cycles(move, degree) for move in COUNTED[name]["moves"].values()]
    assert PermGroup(moves).order == int(COUNTED[name]["order"])


def test_each_proof_is_named():
    assert PermGroup(known.rubik()).proof == "structure"
    assert PermGroup(known.MATHIEU_12).proof == "verified"
    assert PermGroup(known.MATHIEU_12, known_order=95040).proof == "known order"


def test_rotations_of_the_whole_are_proven_by_a_quotient():
    """The centers move like the 60 rotations of a dodecahedron, which is no wreath product."""
    group = PermGroup(known.megaminx_held_differently())
    assert group.order == 60 * MEGAMINX
    assert group.proof == "structure"


@pytest.mark.parametrize("wrong", [1, 95039, 95041, 190080])
def test_a_wrong_known_order_is_refused(wrong):
    with pytest.raises(InvalidPuzzle, match=f"said to be {wrong}"):
        PermGroup(known.MATHIEU_12, known_order=wrong).prove()


def test_wreath_orders_are_those_of_the_cube():
    corners, edges = Wreath(8, 3, 3), Wreath(12, 2, 2)
    assert corners.derived_order * edges.derived_order * 2 == 43252003274489856000


def test_groups_without_generators_need_a_degree():
    assert PermGroup([], degree=5).order == 1
    assert PermGroup([Permutation.identity(0)]).order == 1
    with pytest.raises(DegreeMismatch, match="needs degree"):
        PermGroup([])


def test_generators_of_different_degrees_are_refused():
    with pytest.raises(DegreeMismatch, match="generator 1 has 4 points; expected 3"):
        PermGroup([Permutation([0, 1, 2]), Permutation([0, 1, 2, 3])])


def test_a_stopped_proof_goes_on():
    generators = known.cube(7)
    chain = Chain(294, [p.data for p in generators], seed=0)
    with pytest.raises(TimedOut, match="not finished within 0 s"):
        chain.prove(timeout=0)
    assert chain.prove().order == PermGroup(generators).order


def test_large_cyclic_groups_are_quick():
    degree = 65535
    assert PermGroup([Permutation([*range(1, degree), 0])]).order == degree


def test_threads_may_ask_at_once():
    group = PermGroup(known.cube(7))
    with ThreadPoolExecutor(4) as pool:
        orders = set(pool.map(lambda _: group.order, range(8)))
    assert orders == {PermGroup(known.cube(7)).order}
