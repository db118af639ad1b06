"""Supercubes: the plain cube's group, and what the pictures add to it."""

from collections import Counter
from math import factorial

import pytest
from tests.oracles.groups import group_order

from puzzlery.core.permutation import Permutation
from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.geometry import cube
from puzzlery.twisty.mechanisms.supercube import supercube

PLAIN = 43_252_003_274_489_856_000


def test_centers_of_the_3x3x3_multiply_its_positions_by_2048():
    turns = [supercube(3).moves[face].images for face in "URFDLB"]
    assert group_order(turns) == PLAIN * 2048


def test_centers_of_the_4x4x4_may_stand_in_any_order_that_parity_allows():
    """7!·3⁶·24!·24!/2 with one corner held: centers and corners are odd together."""
    turns = [move.images for name, move in supercube(4).moves.items() if name not in "DLB"]
    assert group_order(turns) == factorial(7) * 3**6 * factorial(24) ** 2 // 2


@pytest.mark.parametrize("n", [2, 4, 6])
def test_even_cubes_have_no_center_to_cut(n):
    assert supercube(n).moves == cube(n).moves


@pytest.mark.parametrize("n", [3, 5, 7])
def test_odd_cubes_have_eighteen_stickers_more(n):
    assert supercube(n).degree == cube(n).degree + 18
    assert len(supercube(n).pieces()) == len(cube(n).pieces())


def test_a_turn_is_the_plain_one_beside_the_centers():
    """Stickers of edges and corners keep their order, so their permutations must agree."""
    plain, picture = cube(3), supercube(3)
    ours = [i for i, cell in enumerate(picture.cells) if picture.cells.count(cell) < 4]
    theirs = [i for i in range(54) if i % 9 != 4]
    for name, move in plain.moves.items():
        if name not in "EMS":
            images = [ours.index(picture.moves[name][i]) for i in ours]
            assert Permutation(images) == Permutation([theirs.index(move[i]) for i in theirs])


def test_a_quarter_turn_shows_on_its_center():
    picture = supercube(3)
    assert not picture.apply("U D' R L' F B'").is_solved
    turned = picture.apply("(R U R' U)5").permutation
    assert {len(cycle) for cycle in turned.cycles()} == {2}
    assert {picture.skin.faces[i] for i in turned.support.tolist()} == {"U"}


def test_wide_and_slice_turns_are_read():
    picture = supercube(5)
    assert picture.permutation("3Rw") == picture.permutation("R 2R 3R")
    assert picture.permutation("x") == picture.permutation("3Rw 2Lw'")
    assert picture.apply("x y2").is_solved


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_each_face_shows_four_tints_of_each_kind_of_center(n):
    picture = supercube(n)
    shown = Counter(picture.solved.coloring)
    tinted = {name: count for name, count in shown.items() if name[-1].isdigit()}
    centers = n * n - 4 * (n - 1) + (3 if n % 2 else 0)
    assert len(tinted) == 18
    assert set(tinted.values()) == {centers // 4}


def test_centers_of_one_orbit_on_one_face_are_told_apart():
    picture = supercube(6)
    for orbit in picture.orbits():
        if orbit.orientations == 1:
            spots = [min(slot) for slot in orbit.slots]
            assert len({picture.solved_colors[spot] for spot in spots}) == 24


def test_too_small_a_supercube_is_refused():
    with pytest.raises(InvalidPuzzle, match="size 1 has no centers to turn"):
        supercube(1)
