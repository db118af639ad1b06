"""Gear cubes against published numbers of positions and what the cogs are known to do."""

from collections import Counter

import pytest
from tests.oracles.groups import group_order

from puzzlery.twisty.mechanisms.gears import gear_cube, gear_cube_extreme, gear_cube_ultimate


def order(subject, names):
    return group_order([subject.moves[name].images for name in names])


def cycle_type(lengths):
    counts = sorted(Counter(lengths).items())
    return {length: count // length for length, count in counts if length > 1}


def test_gear_cube_has_the_published_number_of_positions():
    """41,472 with plain bases (Jaap's Puzzle Page), times 4 for the bases' stickers."""
    assert order(gear_cube(), "URF") == 165_888 == 4 * 41_472


def test_extreme_has_the_published_number_of_positions():
    """8!·8!/2·3⁸·24 with one plain edge held (Jaap's Puzzle Page)."""
    assert order(gear_cube_extreme(), gear_cube_extreme().basis) == 127_994_801_356_800


def test_ultimate_has_the_published_number_of_positions():
    """The bases of the cogs add 2⁷; the held plain edge reaches four places."""
    ultimate = gear_cube_ultimate()
    assert order(ultimate, ultimate.basis) == 16_383_334_573_670_400
    assert order(ultimate, "UDRLFB") == 65_533_338_294_681_600


def test_a_gear_turn_comes_home_after_twelve():
    cube = gear_cube()
    for name in "URF":
        assert cycle_type(cube.moves[name].cycle_lengths.tolist()) == {2: 22, 4: 3, 12: 2}


def test_four_turns_roll_the_cogs_of_the_slice_by_a_third():
    cube = gear_cube()
    rolled = cube.apply("R4").permutation
    assert cycle_type(rolled.cycle_lengths.tolist()) == {3: 8}
    moved = {cube.cells[i] for i in rolled.support.tolist()}
    assert len(moved) == 4


def test_turning_a_face_is_turning_the_opposite_one_and_then_the_whole():
    cube = gear_cube()
    for near, far, whole in (("R", "L", "x"), ("U", "D", "y"), ("F", "B", "z")):
        assert cube.permutation(f"{near} {whole}2") == cube.permutation(far)


def test_layers_of_the_extreme_turn_by_quarters_above_and_below():
    extreme = gear_cube_extreme()
    orders = {name: move.order for name, move in extreme.moves.items()}
    assert orders == {"U": 4, "D": 4, "R": 12, "L": 12, "F": 12, "B": 12}


@pytest.mark.parametrize(
    ("build", "counts"),
    [
        (gear_cube, {1: 6, 2: 12, 3: 8, 6: 12}),
        (gear_cube_extreme, {1: 6, 2: 4, 3: 8, 6: 8}),
        (gear_cube_ultimate, {1: 6, 2: 12, 3: 8, 6: 8}),
    ],
)
def test_physical_pieces(build, counts):
    assert Counter(len(piece) for piece in build().pieces()) == counts


@pytest.mark.parametrize(
    ("build", "degree", "quarters", "halves"),
    [(gear_cube, 126, 0, 22), (gear_cube_ultimate, 102, 2, 16)],
)
def test_moves_have_the_cycles_of_their_mechanism(build, degree, quarters, halves):
    """A quarter turn carries stickers of corners, bases and cogs around: 3 + 2 + 6 cycles of 4.

    A geared turn swaps 12 stickers of corners, 8 of edges, and 6 on each cog of its face in
    pairs. The slice behind carries 4 centers and 8 stickers of bases by a quarter, 4 + 8 = 3 · 4,
    and 24 teeth, which are back when each cog has rolled by 5/6 twelve times.
    """
    subject = build()
    geared = {2: halves, 4: 3, 12: 2}
    expected = [{4: 11}] * quarters + [geared] * (len(subject.moves) - quarters)
    found = [cycle_type(move.cycle_lengths.tolist()) for move in subject.moves.values()]
    assert subject.degree == degree
    assert sorted(map(str, found)) == sorted(map(str, expected))
