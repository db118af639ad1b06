"""Coordinates tell of a state, a moved state and a transformed state what they promise."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.solve.coordinates.basic import (
    combination,
    orientation,
    oriented_sets,
    partial_permutation,
    permutation,
    sets,
)
from puzzlery.solve.coordinates.composite import Composite
from puzzlery.solve.coordinates.coordinate import transformed
from puzzlery.solve.coordinates.coordinate_slots import slots_of
from puzzlery.solve.coordinates.named_coordinates import named_coordinate
from puzzlery.solve.coordinates.parity import Parity
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.geometry import cube
from puzzlery.twisty.model.state import State

PUZZLES = [
    "2x2x2",
    "3x3x3",
    "tetraminx",
    "skewb",
    "dino",
    "gear cube",
    "4x4x4",
    "megaminx",
    "2x2x3",
]


def coordinates_of(toy):
    """One of every kind for every orbit, as far as they are small."""
    moves = MoveSet.of(toy)
    for orbit, slots in enumerate(slots_of(toy)):
        some = list(range(0, slots.size, 2))[:3]
        if slots.size <= 7:
            yield permutation(toy, orbit, moves)
        if slots.orientations.order > 1 and slots.orientations.order**slots.size < 5000:
            yield orientation(toy, orbit, moves)
        if slots.size > 1:
            yield Parity(toy, orbit, moves)
            yield combination(toy, orbit, some, moves)
            yield partial_permutation(
                toy, orbit, some[:2], moves, oriented=slots.orientations.order > 1
            )
            yield sets(toy, orbit, [min(k, 2) for k in range(slots.size)], moves)
        if slots.size <= 4 and slots.orientations.order > 1:
            yield oriented_sets(toy, orbit, [k % 2 for k in range(slots.size)], moves)
            yield Composite(permutation(toy, orbit, moves), orientation(toy, orbit, moves))


ALL = [(name, c) for name in PUZZLES for c in coordinates_of(puzzle(name))]


@pytest.mark.parametrize(("name", "coordinate"), ALL, ids=lambda x: str(x)[:70])
def test_laws_of_coordinates(name, coordinate):
    dice = random.Random(name)
    toy, moves = coordinate.puzzle, coordinate.moves
    going_along = coordinate.symmetries()
    for _ in range(12):
        i = dice.randrange(coordinate.size)
        assert coordinate.index(coordinate.state(i)) == i
        state = State(toy, toy.group.random(dice))
        value = coordinate.index(state)
        m = dice.randrange(len(moves))
        moved = State(toy, state.permutation * moves.permutations[m])
        assert coordinate.move(value, m) == coordinate.index(moved)
        t = dice.choice(going_along)
        assert coordinate.transform(value, t) == coordinate.index(transformed(state, t))
        assert coordinate.transforms([t])[value, 0] == coordinate.index(transformed(state, t))


@pytest.mark.parametrize("name", PUZZLES)
def test_slots_hold_all_of_a_state(name):
    toy = puzzle(name)
    for seed in range(5):
        p = toy.group.random(seed)
        images = np.arange(toy.degree)
        for slots in slots_of(toy):
            slots.write(images, *slots.read(p.array))
        assert Permutation(images) == p


def test_sizes_are_the_known_ones():
    sizes = {
        "co-ud": 2187, "eo-fb": 2048, "cp": 40320, "ep": 479001600, "slice-rl": 495,
        "sliceperm-ud": 11880, "flipslice-ud": 1013760, "corners": 88179840,
        "dr-ud": 2217093120, "htr-corners": 70, "htr-cp": 420,
        "slices": 34650, "htr": 14553000, "parity-1": 2, "permutation-0": 40320,
    }  # fmt: skip
    assert {name: named_coordinate(cube(3), name).size for name in sizes} == sizes


@pytest.mark.parametrize(
    ("name", "keeping"),
    [
        ("eo-fb", "U D R L F2 B2"),
        ("eo-ud", "F B R L U2 D2"),
        ("eo-rl", "F B U D R2 L2"),
        ("co-ud", "U D R2 L2 F2 B2"),
        ("co-rl", "R L U2 D2 F2 B2"),
        ("slice-ud", "U D R2 L2 F2 B2"),
        ("flipslice-ud", "U D R2 L2 F2 B2"),
        ("htr-cp", "U2 D2 R2 L2 F2 B2"),
        ("slices", "U2 D2 R2 L2 F2 B2"),
        ("htr", "U2 D2 R2 L2 F2 B2"),
        ("dr-ud", "U D R2 L2 F2 B2"),
        ("htr-corners", "U2 D2 R2 L2 F2 B2"),
    ],
)
def test_named_coordinates_keep_what_their_step_keeps(name, keeping):
    coordinate = named_coordinate(cube(3), name)
    kept = {
        m
        for m in coordinate.moves.names
        if coordinate.move(coordinate.solved, m) == coordinate.solved
    }
    families = {move[0] for move in keeping.split() if len(move) == 1}
    expected = {m for m in coordinate.moves.names if m in keeping.split() or m[0] in families}
    assert kept == expected


def test_quotient_obeys_the_laws_of_coordinates():
    coordinate = named_coordinate(cube(3), "htr-cp")
    going_along = coordinate.symmetries()
    assert len(going_along) == 48
    assert coordinate.index(cube(3).apply("U2 R2 F2 L2 D2")) == coordinate.solved
    for seed in range(20):
        state = State(cube(3), cube(3).group.random(seed))
        value = coordinate.index(state)
        assert coordinate.index(coordinate.state(value)) == value
        assert coordinate.move(value, "R") == coordinate.index(state.apply("R"))
        t = going_along[seed]
        assert coordinate.transforms([t])[value, 0] == coordinate.index(transformed(state, t))


def test_composite_counts_with_its_first_part_fastest():
    co, cp = named_coordinate(cube(3), "co-ud"), named_coordinate(cube(3), "cp")
    both = Composite(co, cp)
    state = cube(3).apply("R U F")
    assert both.index(state) == co.index(state) + co.size * cp.index(state)
    assert both.split(both.index(state)) == [co.index(state), cp.index(state)]


def test_symmetry_may_swap_the_orbits_of_a_composite():
    skewb = puzzle("dino")
    halves = Composite(combination(skewb, 0, [0, 1]), combination(skewb, 0, [2, 3]))
    alone = combination(skewb, 0, [0, 1])
    swapping = [t for t in skewb.symmetries() if halves.carries(t) and not alone.carries(t)]
    for t in swapping:
        state = State(skewb, skewb.group.random(3))
        value = halves.index(state)
        assert halves.transforms([t])[value, 0] == halves.index(transformed(state, t))


@given(st.integers(0, 11879), st.integers(0, 17))
def test_half_turn_is_two_quarter_turns(i, m):
    coordinate = named_coordinate(cube(3), "sliceperm-ud")
    face = coordinate.moves.names[m][0]
    twice = coordinate.move(coordinate.move(i, face), face)
    assert coordinate.move(i, f"{face}2") == twice


def test_unknown_names_are_clear_errors():
    with pytest.raises(UnknownName, match=r"of skewb; expected one of permutation-0, orient[^,]*,"):
        named_coordinate(puzzle("skewb"), "nonsense")
    with pytest.raises(UnknownName, match="unknown coordinate"):
        named_coordinate(cube(3), "eo-xy")
    with pytest.raises(PuzzleryError, match="is a coordinate of the 3x3x3"):
        named_coordinate(puzzle("skewb"), "eo-fb")
    with pytest.raises(PuzzleryError, match="has no orbit 7"):
        named_coordinate(cube(3), "permutation-7")
    with pytest.raises(PuzzleryError, match="has no value 2048"):
        named_coordinate(cube(3), "eo-fb").state(2048)
    with pytest.raises(PuzzleryError, match="too many for a table"):
        _ = named_coordinate(cube(3), "ep").transitions
    with pytest.raises(UnknownName, match="none of the moves"):
        MoveSet.of(cube(3), only=["Q"])


def test_kernel_refuses_what_is_no_arrangement():
    basic = _core.Basic("places", bytes([1, 2, 0]), 2, False)
    assert basic.size == 3 * 2 * 4
    assert basic.unrank(basic.size - 1) == (bytes([0, 2, 1]), bytes([0, 1, 1]))
    home, flat = np.arange(3), np.zeros(3, np.int64)
    rows = np.array([[0, 1, 2], [2, 1, 0]], np.uint16)
    found = np.frombuffer(basic.indices(rows, home, home, flat), np.int64)
    assert [basic.unrank(int(i))[0] for i in found] == [b"\1\2\0", b"\0\2\1"]
    for images, slots, match in [
        ([[0, 0, 1]], home, "twice"),
        ([[0, 1, 9]], home, "not at all"),
        ([[0, 1, 2]], np.array([0, 1, -1]), "not at all"),
        ([[0, 1]], home, "degree"),
    ]:
        with pytest.raises(ValueError, match=match):
            basic.indices(np.array(images, np.uint16), home, slots, flat)
    with pytest.raises(ValueError, match="letter"):
        basic.indices(rows, home[:2], home, flat)
    with pytest.raises(ValueError, match="letter"):
        basic.indices(rows, home, home, flat - 1)
    with pytest.raises(ValueError, match="reference"):
        basic.indices(rows, home + 1, home, flat)
    with pytest.raises(ValueError, match="number"):
        basic.unrank(24)
    for bad in (
        b"",
        bytes([0, 0, 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, 1]),
        bytes([0, 1, 2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1]),
    ):
        with pytest.raises(ValueError, match=r"size|permut"):
            _core.TransitionJob(basic, [bad], 1)
    with pytest.raises(ValueError, match="too large"):
        _core.Basic("sets", bytes(range(60)), 1, False)
