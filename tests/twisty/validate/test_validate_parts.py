"""The steps of validation, each beside its definition written plainly."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlery._core import Matcher
from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.groups import PermGroup
from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.structure.colored_orbit import parity
from puzzlery.twisty.validate.decision import decide
from puzzlery.twisty.validate.invariants import invariants


def closure(generators: list[tuple[int, ...]], degree: int) -> set[tuple[int, ...]]:
    found = {tuple(range(degree))}
    queue = list(found)
    for element in queue:
        for then in generators:
            product_ = tuple(then[i] for i in element)
            if product_ not in found:
                found.add(product_)
                queue.append(product_)
    return found


permutations = st.integers(2, 6).flatmap(
    lambda n: st.lists(st.permutations(range(n)).map(tuple), min_size=1, max_size=3)
)


@given(
    st.lists(st.sampled_from([2, 3, 4, 6, 12]), min_size=1, max_size=4).flatmap(
        lambda moduli: st.tuples(
            st.just(moduli),
            st.lists(st.tuples(*(st.integers(0, m - 1) for m in moduli)), max_size=3),
        )
    )
)
def test_invariants_vanish_on_just_what_the_rows_generate(case) -> None:
    moduli, rows = case
    reached = {(0,) * len(moduli)}
    queue = list(reached)
    for at in queue:
        for row in rows:
            there = tuple((a + b) % m for a, b, m in zip(at, row, moduli, strict=True))
            if there not in reached:
                reached.add(there)
                queue.append(there)
    rules = invariants(moduli, rows)
    for point in product(*map(range, moduli)):
        assert (point in reached) == all(rule.value(point) == 0 for rule in rules)


@given(st.integers(1, 8).flatmap(lambda n: st.permutations(range(n))))
def test_parity_counts_inversions(places) -> None:
    pairs = [(i, j) for i in range(len(places)) for j in range(i)]
    assert parity(places) == sum(places[i] < places[j] for i, j in pairs) % 2


@given(permutations, st.data())
def test_the_matcher_finds_an_element_iff_there_is_one(moves, data) -> None:
    degree = len(moves[0])
    elements = closure(moves, degree)
    colors = st.lists(st.integers(0, 2), min_size=degree, max_size=degree)
    before = data.draw(colors)
    after = data.draw(st.permutations(before))
    group = PermGroup([Permutation(move) for move in moves])
    matcher = Matcher(degree, [Permutation(m).data for m in moves], list(range(degree)), 1)
    while np.prod(matcher.orbit_sizes()) != group.order:
        matcher.grow(4)
    shown = [np.array(c, dtype=np.uint16).tobytes() for c in (before, after)]
    answer, found, _ = matcher.search(*shown, 10_000)
    matching = [g for g in elements if all(after[g[i]] == before[i] for i in range(degree))]
    assert answer == bool(matching)
    if matching:
        assert tuple(np.frombuffer(found, dtype=np.uint16).tolist()) in matching
    keeping = sum(all(before[g[i]] == before[i] for i in range(degree)) for g in elements)
    assert np.prod(matcher.symmetries(shown[0], 10_000)) == keeping


def test_the_matcher_stops_at_its_limit() -> None:
    group = named("dino").group
    data = [g.data for g in group.generators]
    matcher = Matcher(24, data, list(range(24)), 1)
    matcher.grow(400)
    colors = np.zeros(24, dtype=np.uint16).tobytes()
    assert matcher.search(colors, colors, 3)[0] == -1
    assert matcher.symmetries(colors, 3) is None


def test_the_matcher_refuses_what_is_no_permutation() -> None:
    for bad in (b"\0\0\0\0", b"\1\0"):
        with pytest.raises(ValueError, match=r"not a permutation|degrees differ"):
            Matcher(2, [bad], [0, 1], 0)
    with pytest.raises(ValueError, match="no base"):
        Matcher(2, [b"\1\0\0\0"], [0, 0], 0)
    with pytest.raises(ValueError, match="degrees differ"):
        Matcher(2, [b"\1\0\0\0"], [0, 1], 0).search(b"", b"", 1)


@pytest.mark.parametrize("name", ["3x3x3", "gear cube", "clock", "4x4x4"])
def test_the_prepared_order_is_that_of_the_group(name: str) -> None:
    plan = named(name).checker.plan
    assert plan.order == named(name).group.order
    assert {s for orbit in plan.orbits for s in orbit.stickers} == set(range(plan.group.degree))


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.int32, np.uint16])
def test_the_width_of_color_numbers_does_not_matter(kind: type) -> None:
    cube = named("3x3x3")
    colors = np.array(cube.apply("R U F2").coloring.picks, dtype=kind)
    assert decide(cube.checker.plan, colors).element == cube.permutation("R U F2")


@pytest.mark.parametrize("wrong", [np.full(54, -1), np.full(54, 1 << 16), np.zeros(54)])
def test_what_numbers_no_color_is_refused(wrong: np.ndarray) -> None:
    with pytest.raises(PuzzleryError, match="colors are numbers"):
        decide(named("3x3x3").checker.plan, wrong)
