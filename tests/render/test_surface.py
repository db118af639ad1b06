"""Surfaces: outlines for puzzles that have none of their own."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from puzzlery.render.solid import hull_facets, solid
from puzzlery.render.surface import frame, surface
from puzzlery.twisty.geometry import cube, cuboid, platonic
from puzzlery.twisty.mechanisms.rings import barrel
from puzzlery.twisty.mechanisms.square import square_one
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Skin


def bare(puzzle):
    """The same puzzle with nothing known of its stickers but where they are."""
    return replace(puzzle, skin=Skin.of_points(puzzle.skin.positions, puzzle.degree))


@pytest.mark.parametrize("puzzle", [cube(2), cube(3), cuboid(2, 3, 4), platonic("dodecahedron", 2)])
def test_bare_points_of_a_solid_face_as_its_faces_do(puzzle):
    assert np.allclose(surface(bare(puzzle)).normals, puzzle.skin.normals, atol=1e-6)


def test_bare_points_of_a_cube_bound_a_cube():
    body = solid(surface(bare(cube(3))))
    assert body is not None
    assert [len(face.outline) for face in body.faces] == [4] * 6


def test_bare_points_of_a_plane_face_the_viewer():
    flat = Puzzle.from_cycles(
        {"a": [[0, 1, 2]]},
        colors=["red"] * 4,
        positions=[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]],
    )
    assert np.allclose(surface(flat).normals, [0, 0, 1])


def test_discs_of_a_puzzle_without_positions_do_not_meet():
    cycles = {"a": [list(range(12))], "b": [[12, 13], [14, 15, 16]], "c": [list(range(17, 80))]}
    seen = surface(Puzzle.from_cycles(cycles, colors=["red"] * 81))
    for i, j in combinations(range(81), 2):
        reach = [np.linalg.norm(seen.polygons[k][0] - seen.centers[k]) for k in (i, j)]
        assert np.linalg.norm(seen.centers[i] - seen.centers[j]) > sum(reach)


def test_stickers_of_one_orbit_are_laid_out_together():
    seen = surface(Puzzle.from_cycles({"a": [[0, 2, 4]], "b": [[1, 3, 5]]}, colors=["red"] * 6))
    even, odd = seen.centers[::2, 0], seen.centers[1::2, 0]
    assert even.max() < odd.min()


def test_outlines_run_counter_clockwise_seen_from_outside():
    for puzzle in (cube(3), platonic("icosahedron", 2), square_one()):
        seen = surface(puzzle)
        for polygon, normal in zip(seen.polygons, seen.normals, strict=True):
            spokes = polygon - polygon.mean(axis=0)
            assert np.cross(spokes, np.roll(spokes, -1, axis=0)).sum(axis=0) @ normal > 0


def test_a_barrel_gets_a_lid_and_a_bottom():
    body = solid(surface(barrel(columns=5)))
    assert body is not None
    assert sorted(len(face.places) == 0 for face in body.faces) == [False] * 5 + [True] * 2


def test_a_turned_square_one_is_no_longer_convex():
    puzzle = square_one()
    assert solid(surface(puzzle)) is not None
    assert solid(surface(puzzle.apply("(1,0)"))) is None


@pytest.mark.parametrize("normal", [(0, 1, 0), (0, -1, 0), (0.01, 1, 0.02), (1, 2, 3), (0, 0, -1)])
def test_frames_are_right_handed_and_square(normal):
    unit = np.array(normal) / np.linalg.norm(normal)
    axes = np.array([*frame(np.array(normal, dtype=float)), unit])
    assert np.allclose(axes @ axes.T, np.eye(3))
    assert np.linalg.det(axes) == pytest.approx(1)


def test_hull_of_an_octahedron_has_eight_triangles():
    points = np.vstack([np.eye(3), -np.eye(3), 0.1 * np.eye(3)])
    facets = hull_facets(points)
    assert [len(outline) for _, outline in facets] == [3] * 8
    assert all(normal @ outline[0] > 0 for normal, outline in facets)
