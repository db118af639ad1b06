"""What cells sweep when they slide: against points drawn at random inside them."""

import random
from itertools import product

import numpy as np
import pytest

from puzzlery.packings.apart.axes import in_space, kind_of, shifted, sliding_axes
from puzzlery.packings.apart.polyhedral_axes import corners, kind_numbers
from puzzlery.packings.model.lattice import CUBIC, LATTICES, PRISMATIC, RHOMBIC, TETRAHEDRAL

OF_TETRAHEDRA = (RHOMBIC, TETRAHEDRAL)


def cells_near(lattice, reach):
    return [cell for cell in product(reach, repeat=3) if lattice.holds(cell)]


def inside(bodies, points):
    """Which of the points are inside which tetrahedra, by their barycentric coordinates."""
    first = bodies[:, 0]
    frames = np.linalg.inv(np.swapaxes(bodies[:, 1:] - first[:, None], 1, 2).astype(float))
    parts = np.einsum("bij,bpj->bpi", frames, points[None] - first[:, None])
    return ((parts > 1e-9).all(axis=2) & (parts.sum(axis=2) < 1 - 1e-9)).T


@pytest.mark.parametrize("lattice", OF_TETRAHEDRA, ids=str)
def test_tetrahedra_fill_space_without_overlap(lattice):
    near = cells_near(lattice, range(-8, 9) if lattice is RHOMBIC else range(-13, 14))
    bodies = np.array([corners(lattice, cell) for cell in near])
    points = np.random.default_rng(1).uniform(-4, 4, (400, 3))
    assert (inside(bodies, points).sum(axis=1) == 1).all()
    # Each touches those that the lattice calls its neighbors along a triangle.
    for cell in kind_numbers(lattice):
        mine = {tuple(corner) for corner in corners(lattice, cell).tolist()}
        for other in lattice.neighbors(cell):
            shared = mine & {tuple(corner) for corner in corners(lattice, other).tolist()}
            assert len(shared) == 3


@pytest.mark.parametrize("lattice", OF_TETRAHEDRA, ids=str)
@pytest.mark.parametrize("axis", [0, 4, 11])
def test_tetrahedra_sweep_the_cells_that_their_points_pass(lattice, axis):
    axis = sliding_axes(lattice)[axis]
    rng = np.random.default_rng(7)
    kind_cell = random.Random(axis.names[0]).choice(list(kind_numbers(lattice)))
    near = cells_near(lattice, range(-9, 10) if lattice is RHOMBIC else range(-15, 26))
    bodies = np.array([corners(lattice, cell) for cell in near])
    weights = rng.dirichlet(np.ones(4), 6000)
    way = 2 * lattice.period * np.array(axis.step)
    points = weights @ corners(lattice, kind_cell) + rng.uniform(0, 1, (6000, 1)) * way
    reached = (bodies.min(axis=1) < points.max(axis=0)) & (bodies.max(axis=1) > points.min(axis=0))
    chosen = np.flatnonzero(reached.all(axis=1))
    met = inside(bodies[chosen], points).any(axis=0)
    passed = {near[n] for n in chosen[met].tolist()} - {kind_cell}
    expected = {(in_space(lattice, cell), kind_of(lattice, cell)) for cell in passed}
    assert set(axis.swept[kind_of(lattice, kind_cell)]) == expected


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=str)
def test_a_step_is_a_translation_of_the_lattice(lattice):
    cell = next(iter(cells_near(lattice, range(6)) if lattice.dimension == 3 else [(1, 1)]))
    for axis in sliding_axes(lattice):
        moved = shifted(lattice, cell, axis.step)
        flat = lattice.dimension == 2
        if not flat:
            assert lattice.holds(moved)
            assert kind_of(lattice, moved) == kind_of(lattice, cell)
            step = np.array(in_space(lattice, moved)) - np.array(in_space(lattice, cell))
            assert tuple(step.tolist()) == axis.step


def test_prisms_slide_as_triangles_do_and_rise():
    assert len(sliding_axes(PRISMATIC)) == 4
    assert sliding_axes(PRISMATIC)[0].names == ("up", "down")
    assert len(sliding_axes(CUBIC)) == 3
