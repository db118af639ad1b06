"""Lattices and shapes: groups, canonical forms, and the published numbers of polyforms."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.packing_strategies import lattices, shapes

from puzzlery.errors import InvalidPuzzle, UnknownName
from puzzlery.packings.model.lattice import (
    CUBIC,
    FCC,
    HEXAGONAL,
    LATTICES,
    SQUARE,
    TRIANGULAR,
    added,
    determinant,
    lattice,
    lift,
    turned,
)
from puzzlery.packings.model.polyforms import polyforms
from puzzlery.packings.model.shape import Shape


@pytest.mark.parametrize("grid", LATTICES.values(), ids=str)
def test_turns_form_a_group(grid):
    def times(a, b):
        return tuple(turned(tuple(zip(*b, strict=True)), row) for row in a)

    turns = set(grid.turns)
    sizes = {"square": 8, "hexagonal": 12, "triangular": 12, "prismatic": 24}
    assert len(turns) == sizes.get(grid.name, 48)
    assert {times(a, b) for a, b in product(grid.turns, repeat=2)} == turns
    assert [determinant(turn) for turn in grid.turns].count(1) == len(grid.rotations)


@pytest.mark.parametrize("grid", LATTICES.values(), ids=str)
def test_turns_carry_cells_to_cells_and_neighbors_to_neighbors(grid):
    cells = [c for c in product(range(-3, 4), repeat=grid.dimension) if grid.holds(c)]
    for turn in grid.turns:
        for cell in cells[::7]:
            image = turned(turn, cell)
            assert grid.holds(image)
            assert {turned(turn, n) for n in grid.neighbors(cell)} == set(grid.neighbors(image))


@pytest.mark.parametrize(
    ("grid", "sided", "numbers"),
    [
        # OEIS A000105, A000988, A000577, A006534, A000228, A038119, A000162.
        (SQUARE, False, [1, 1, 2, 5, 12, 35, 108]),
        (SQUARE, True, [1, 1, 2, 7, 18, 60]),
        (TRIANGULAR, False, [1, 1, 1, 3, 4, 12, 24]),
        (TRIANGULAR, True, [1, 1, 1, 4, 6, 19, 43]),
        (HEXAGONAL, False, [1, 1, 3, 7, 22, 82]),
        (CUBIC, False, [1, 1, 2, 7, 23]),
        (CUBIC, True, [1, 1, 2, 8, 29]),
    ],
)
def test_polyforms_are_as_many_as_published(grid, sided, numbers):
    counts = [len(polyforms(grid, size, one_sided=sided)) for size in range(1, len(numbers) + 1)]
    assert counts == numbers


def test_shapes_may_be_turned_over_unless_told_otherwise():
    assert polyforms(SQUARE, 4) == polyforms(SQUARE, 4, one_sided=False)
    assert polyforms(SQUARE, 4) != polyforms(SQUARE, 4, one_sided=True)


def test_shapes_have_from_one_to_ten_cells():
    # OEIS A000577.
    assert len(polyforms(TRIANGULAR, 10)) == 448
    for size in (-1, 0, 11):
        with pytest.raises(InvalidPuzzle, match=f"shapes of {size} cells; expected 1 … 10 cells"):
            polyforms(TRIANGULAR, size)


@pytest.mark.parametrize("grid", LATTICES.values(), ids=str)
def test_polyforms_are_connected_shapes_in_order(grid):
    for size in (1, 2, 3):
        found = polyforms(grid, size)
        assert all(len(shape) == size and shape.is_connected for shape in found)
        assert found == tuple(shape.canonical(True) for shape in found)
        assert [shape.cells for shape in found] == sorted(shape.cells for shape in found)


@settings(max_examples=40)
@given(lattices.flatmap(shapes), st.data())
def test_canonical_form_does_not_depend_on_motion(shape, data):
    turn = data.draw(st.sampled_from(shape.lattice.turns))
    step = data.draw(st.sampled_from([-60, 0, 60, 120]))
    moved = [added(turned(turn, cell), (step,) * shape.lattice.dimension) for cell in shape.cells]
    assert Shape(shape.lattice, tuple(moved)).canonical(True) == shape.canonical(True)


@settings(max_examples=40)
@given(lattices.flatmap(lambda grid: shapes(grid, colors=("", "a"))))
def test_orientations_times_symmetries_is_the_size_of_the_group(shape):
    for mirrors in (True, False):
        turns = shape.allowed_turns(mirrors)
        assert len(shape.orientations(mirrors)) * shape.symmetries(mirrors) == len(turns)


@settings(max_examples=40)
@given(lattices.flatmap(shapes))
def test_mirroring_twice_gives_the_shape_back(shape):
    assert shape.mirrored().mirrored().canonical(False) == shape.canonical(False)
    assert shape.is_chiral == (len(shape.orientations(True)) > len(shape.orientations(False)))


@settings(max_examples=40)
@given(shapes(SQUARE), st.sampled_from([CUBIC, FCC]))
def test_flat_shapes_stay_flat_and_connected_in_space(shape, grid):
    laid = shape.on(grid)
    assert laid.is_flat
    assert laid.is_connected
    assert len(laid) == len(shape)


@settings(max_examples=40)
@given(shapes(SQUARE))
def test_turning_over_is_a_rotation_in_space(shape):
    assert len(shape.on(CUBIC).orientations(False)) == len(shape.on(CUBIC).orientations(True))


def test_solid_shapes_are_not_flat():
    tripod = Shape(CUBIC, ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert not tripod.is_flat
    assert Shape(CUBIC, ((0, 0, 0), (1, 1, 1), (2, 2, 2))).is_flat


@pytest.mark.parametrize(
    ("cells", "words"),
    [((), "no cells"), (((0, 0), (0, 0)), "twice"), (((0, 0, 0),), "no cell of the square")],
)
def test_malformed_shapes_are_refused(cells, words):
    with pytest.raises(InvalidPuzzle, match=words):
        Shape(SQUARE, cells)


def test_unknown_lattices_and_impossible_lifts_say_what_is_known():
    with pytest.raises(UnknownName, match="did you mean square"):
        lattice("sqare")
    with pytest.raises(InvalidPuzzle, match="cannot lie on a hexagonal board"):
        lift(SQUARE, HEXAGONAL)
