"""Painter's order: what is painted last is what a ray from the camera meets first."""

import numpy as np
import pytest

from puzzlery.render.drawing import default_camera, draw
from puzzlery.render.drawn_puzzle import drawn_puzzle, turned
from puzzlery.render.plane import contains
from puzzlery.render.solid import hull_facets
from puzzlery.render.surface import surface
from puzzlery.render.view import Camera, Eye
from puzzlery.twisty.geometry import cube, cut_puzzle, platonic
from puzzlery.twisty.mechanisms.gears import gear_cube
from puzzlery.twisty.mechanisms.square import square_one

CAMERAS = [Camera(), Camera(-50, 15), Camera(20, -35), Camera(200, 5, 3.0)]


def first_hits(sheets, eye, x, y):
    """The number of the nearest sheet on the ray through each point; −1 where there is none."""
    right, up, _ = eye.axes
    rays = eye.center + eye.radius * (np.outer(x, right) + np.outer(y, up)) - eye.position
    best, found = np.full(len(x), np.inf), np.full(len(x), -1)
    for number, (polygon, normal) in enumerate(sheets):
        slopes = rays @ normal
        slopes = np.where(np.abs(slopes) < 1e-9, 1e-9, slopes)
        far = ((polygon[0] - eye.position) @ normal) / slopes
        axis = int(np.abs(normal).argmax())
        hits = np.delete(eye.position + far[:, None] * rays, axis, axis=1)
        hit = contains(np.delete(polygon, axis, axis=1), *hits.T) & (far > 0) & (far < best)
        best, found = np.where(hit, far, best), np.where(hit, number, found)
    return found


def painted(patches, x, y):
    """The place of the last patch over each point; −1 for plastic, −2 for nothing."""
    found = np.full(len(x), -2)
    for patch in patches:
        found = np.where(contains(patch.path.points, x, y), patch.place, found)
    return found


def check(state, camera, *, move=None, fraction=0.0, right=1.0, alike=None):
    """Compare what is painted with what is nearest; places of one number in `alike` are equal."""
    if alike is None:
        alike = np.arange(state.puzzle.degree)
    seen = drawn_puzzle(state)
    eye = Eye.on(camera, seen.body.corners if seen.body else seen.surface.corners)
    turn = state.puzzle.turn(move) if move else None
    patches = draw(seen, camera, turn=turn, fraction=fraction)
    truth = turned(seen.surface, turn, fraction) if turn else seen.surface
    x, y = (grid.ravel() for grid in np.meshgrid(*2 * [np.linspace(-0.97, 0.96, 45)]))
    tops = painted(patches, x, y)
    nearest = first_hits(zip(truth.polygons, truth.normals, strict=True), eye, x, y)
    stickers = tops >= 0
    assert stickers.sum() > 300
    assert (alike[tops[stickers]] == alike[nearest[stickers]]).mean() >= right


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("alg", ["(1,0)", "(1,0) / (3,0)", "(1,0) / (3,3) / (-1,2) /"])
def test_square_one_of_any_shape_is_painted_right(alg, camera):
    # Stickers of one piece overlap by a hair, so that no seam is seen between them.
    state = square_one().apply(alg)
    alike = np.zeros(state.puzzle.degree, dtype=int)
    for number, piece in enumerate(state.puzzle.pieces()):
        alike[[state.permutation[sticker] for sticker in piece]] = number
    check(state, camera, right=0.998, alike=alike)


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("alg", ["(1,0)", "(1,0) / (3,3) / (-1,2) /", "(1,0) / (3,0) / (-3,-3) /"])
def test_plastic_hides_no_sticker_that_is_before_it(alg, camera):
    state = square_one().apply(alg)
    seen = drawn_puzzle(state)
    shown = seen.surface
    cores = [0.6 * polygon + 0.4 * polygon.mean(axis=0) for polygon in shown.polygons]
    sheets = list(zip(cores, shown.normals, strict=True))
    for piece in state.puzzle.pieces():
        places = [state.permutation[sticker] for sticker in piece]
        corners = np.concatenate([shown.polygons[place] for place in places])
        # A hair smaller, so that the stickers lie on it and not in it.
        inner = corners.mean(axis=0) + 0.999 * (corners - corners.mean(axis=0))
        sheets += [(outline, normal) for normal, outline in hull_facets(inner)]
    eye = Eye.on(camera, shown.corners)
    x, y = (grid.ravel() for grid in np.meshgrid(*2 * [np.linspace(-0.97, 0.96, 45)]))
    nearest = first_hits(sheets, eye, x, y)
    tops = painted(draw(seen, camera), x, y)
    stickers = (nearest >= 0) & (nearest < len(cores))
    assert stickers.sum() > 150
    assert (tops[stickers] == nearest[stickers]).all()


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("move", ["R", "M", "U2", "2-3Rw", "F'"])
def test_a_half_turned_cube_is_painted_right(move, camera):
    check(cube(5 if "-" in move else 3).apply("R U F"), camera, move=move, fraction=0.37)


@pytest.mark.parametrize("fraction", [0.2, 0.8])
def test_half_turned_solids_are_painted_right(fraction):
    for puzzle in (cut_puzzle("d f 0.7"), platonic("octahedron", 3), cut_puzzle("c v 0")):
        for move in list(puzzle.turns)[:3]:
            check(puzzle.solved, Camera(25, 20), move=move, fraction=fraction)


def test_a_turn_of_no_fraction_is_no_turn():
    seen = drawn_puzzle(cube(3))
    still = draw(seen, Camera())
    begun = draw(seen, Camera(), turn=cube(3).turn("R"), fraction=0.0)
    assert {patch.place for patch in still} == {patch.place for patch in begun}


def test_a_whole_turn_ends_where_the_move_leads():
    for puzzle in (cube(3), gear_cube()):
        turn = next(iter(puzzle.turns.values()))
        moved = turned(surface(puzzle), turn, 1.0)
        home = surface(puzzle)
        for sticker in range(puzzle.degree):
            place = turn.permutation[sticker]
            assert np.allclose(moved.centers[sticker], home.centers[place], atol=1e-6)
            assert np.allclose(moved.normals[sticker], home.normals[place], atol=1e-6)


def test_a_flat_puzzle_is_looked_at_along_its_normal():
    from puzzlery.twisty.mechanisms.rings import hungarian_rings

    seen = drawn_puzzle(hungarian_rings())
    assert abs(default_camera(seen).toward @ seen.surface.normals[0]) == pytest.approx(1)
