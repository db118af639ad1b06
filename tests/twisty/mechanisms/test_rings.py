"""Rings and barrels against published counts, colors and groups."""

from collections import Counter
from math import factorial

import pytest
from tests.oracles.groups import group_order

from puzzlery.core.permutation import Permutation
from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.mechanisms.rings import (
    barrel,
    hungarian_rings,
    rubiks_rings,
    three_rings,
    top_spin,
)


def order(subject):
    return group_order([move.images for move in subject.moves.values()])


def shape(subject):
    """How the cycles of two rings meet: their lengths, and how far apart the shared balls are."""
    left, right = (subject.moves[name].cycles()[0] for name in "LR")
    shared = sorted(set(left) & set(right))
    gaps = [(ring.index(shared[1]) - ring.index(shared[0])) % len(ring) for ring in (left, right)]
    return len(left), len(right), [min(gap, len(left) - gap) for gap in gaps]


def test_hungarian_rings_are_two_cycles_of_twenty_that_meet_five_apart():
    """As the permutations (1 38 37 …) and (1 20 19 …) sharing 1 and 6 on www.sfu.ca/~jtmulhol."""
    assert hungarian_rings().degree == 38
    assert shape(hungarian_rings()) == (20, 20, [5, 5])


def test_hungarian_rings_have_two_colors_of_ten_and_two_of_nine():
    assert sorted(Counter(hungarian_rings().solved.coloring).values()) == [9, 9, 10, 10]


def test_each_color_of_the_hungarian_rings_is_one_row():
    rings = hungarian_rings()
    for name, colors in (("L", ("yellow", "black")), ("R", ("blue", "red"))):
        (track,) = rings.moves[name].cycles()
        seen = [rings.solved.coloring[spot] for spot in track]
        for color in colors:
            borders = [i for i in range(20) if (seen[i] == color) != (seen[i - 1] == color)]
            assert len(borders) == 2


def test_rubiks_rings_have_34_balls_of_three_colors():
    rings = rubiks_rings()
    assert shape(rings) == (18, 18, [6, 6])
    assert Counter(rings.solved.coloring) == {"blue": 11, "red": 11, "yellow": 12}


@pytest.mark.parametrize(
    "build",
    [hungarian_rings, rubiks_rings, three_rings, top_spin, barrel],
)
def test_all_orders_of_the_balls_are_reached(build):
    subject = build()
    assert order(subject) == factorial(subject.degree)


@pytest.mark.parametrize(
    ("left", "right", "gap"), [(12, 20, (3, 4)), (8, 8, (2, 2)), (6, 9, (1, 2))]
)
def test_rings_of_any_size_turn(left, right, gap):
    rings = hungarian_rings(left, right, gap)
    assert rings.degree == left + right - 2
    assert [rings.moves[name].order for name in "LR"] == [left, right]


def test_rings_turn_clockwise():
    rings = hungarian_rings()
    start = rings.skin.positions[:, 0].argmin()
    end = rings.moves["L"][start]
    assert rings.skin.positions[end][1] > rings.skin.positions[start][1]


def test_the_turntable_reverses_its_balls():
    table = top_spin(20, 4)
    assert table.moves["T"] == Permutation.from_cycles([[0, 3], [1, 2]], 20)
    assert top_spin(9, 5).moves["T"].cycles() == [(0, 4), (1, 3)]


def test_an_odd_ring_with_a_table_for_four_reaches_even_orders_only():
    assert order(top_spin(9, 4)) == factorial(9) // 2


def test_barrel_has_four_balls_of_each_column_and_three_above():
    assert sorted(Counter(barrel().solved.coloring).values()) == [3, 4, 4, 4, 4, 4]


def test_pushing_twice_brings_the_barrel_back():
    assert barrel().moves["S"].order == 2
    assert Counter(map(len, barrel().moves["S"].cycles())) == {2: 11}


def test_a_push_brings_the_ball_above_into_the_drum_that_becomes_the_lower():
    tub = barrel()
    above = tub.skin.positions[:, 1].argmax()
    assert tub.skin.positions[tub.moves["S"][above]][1] == pytest.approx(-1.5)


def test_drums_turn_five_columns_of_two():
    for name in "TB":
        assert Counter(map(len, barrel().moves[name].cycles())) == {5: 2}


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: hungarian_rings(2, 20), "a ring of 2 balls with crossings 5 apart"),
        (lambda: hungarian_rings(20, 20, (11, 5)), "at most half a ring apart"),
        (lambda: hungarian_rings(10**9, 10**9), "expected 1 … 2000"),
        (lambda: three_rings(10), "expected a multiple of 6"),
        (lambda: top_spin(5, 6), "turntable for 6 of 5 balls"),
        (lambda: top_spin(10**9, 4), "expected 1 … 2000"),
        (lambda: barrel(2), "expected 3 columns"),
        (lambda: barrel(plungers=(0, 1)), "also column −c"),
        (lambda: barrel(plungers=(0, 5)), "must be different"),
    ],
)
def test_what_does_not_fit_is_refused(build, message):
    with pytest.raises(InvalidPuzzle, match=message):
        build()
