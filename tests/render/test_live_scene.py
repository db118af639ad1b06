"""Live scenes: bodies that fill the solid, props that fit their puzzle, and cuts that are bent."""

import json

import numpy as np
import pytest

from puzzlery.render import live_scene
from puzzlery.render.bodies import bodies
from puzzlery.render.cross_sections import cross_sections
from puzzlery.render.live.bent_cuts import bent_outlines
from puzzlery.render.live.hull_bodies import hull_bodies
from puzzlery.render.props.prop_choice import props
from puzzlery.render.solid import cross_section
from puzzlery.render.surface import surface, vector_areas
from puzzlery.twisty.catalog import puzzle


def closed(body):
    """How far the areas of all sides of a body are from adding up to nothing, as they must."""
    return float(np.abs(vector_areas([side.outline for side in body.sides]).sum(axis=0)).max())


def volume(body):
    areas = vector_areas([side.outline for side in body.sides])
    return sum(
        float(area @ (side.outline[0] - body.middle)) / 3
        for area, side in zip(areas, body.sides, strict=True)
    )


@pytest.mark.parametrize("seed", range(20))
def test_sections_of_many_cells_are_those_of_each_alone(seed):
    """The plain twin clips one polygon at a time."""
    rng = np.random.default_rng(seed)
    own = rng.normal(size=(7, 3))
    own /= np.linalg.norm(own, axis=1, keepdims=True)
    heights = rng.uniform(-0.3, 0.3, 7)
    normals = rng.normal(size=(7, 9, 3))
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    normals[:, 0] = own
    offsets = rng.uniform(-0.1, 1.0, (7, 9))
    found = cross_sections(own, heights, normals, offsets, 1.0)
    for k, outline in enumerate(found):
        planes = list(zip(normals[k], offsets[k].tolist(), strict=True))
        alone = cross_section(own[k], float(heights[k]), planes, 0.2)
        assert len(alone) == len(outline)
        if len(alone):
            assert np.allclose(vector_areas([alone]), vector_areas([outline]), atol=1e-9)


@pytest.mark.parametrize("name", ["3x3x3", "megaminx", "pyraminx", "FTO", "skewb", "20x20x20"])
def test_bodies_are_closed_and_fit_into_the_solid(name):
    found = bodies(puzzle(name))
    assert max(map(closed, found)) < 1e-9
    outside = surface(puzzle(name))
    areas = vector_areas(outside.polygons)
    solid = float(np.einsum("ij,ij->", areas, outside.centers)) / 3
    inside = sum(map(volume, found))
    # Cells without stickers have no body; all others fill the solid.
    assert 0 < inside <= solid + 1e-9
    if name in ("pyraminx", "skewb"):
        return
    assert all(volume(body) > 0 for body in found)


def test_the_bodies_of_a_3x3x3_are_26_of_27_cubes():
    assert sum(map(volume, bodies(puzzle("3x3x3")))) == pytest.approx(8 * 26 / 27)


@pytest.mark.parametrize("name", ["Square-1", "Square-2", "Redi cube", "kilominx"])
def test_hulls_are_closed_and_hold_every_sticker_once(name):
    found = hull_bodies(puzzle(name))
    assert max(map(closed, found)) < 1e-7  # corners are rounded to nine digits
    places = [side.place for body in found for side in body.sides if side.place >= 0]
    assert sorted(places) == list(range(puzzle(name).degree))


def test_a_square_1_fills_its_cube():
    """A cube of side 2 has volume 8, and no cell of it is without stickers."""
    assert sum(map(volume, hull_bodies(puzzle("Square-1")))) == pytest.approx(8)


def test_bent_cuts_keep_the_faces_filled_and_the_pieces_apart():
    copter = puzzle("curvy copter")
    shown = surface(copter)
    straight, arcs = shown.polygons, bent_outlines(shown, copter.grips, *copter.hints["bend"])
    bent = vector_areas(arcs)
    assert np.einsum("ij,ij->i", bent, shown.normals).min() > 0
    # Six faces of four units: arcs take from one sticker what they give to another.
    assert np.linalg.norm(bent, axis=1).sum() == pytest.approx(24, rel=2e-3)
    assert np.linalg.norm(vector_areas(straight), axis=1).sum() == pytest.approx(24)


def test_a_bent_cut_turns_into_itself():
    """A half turn about its axis carries the points of a cut's arcs to points of its arcs."""
    copter = puzzle("curvy copter")
    arcs = np.concatenate(bent_outlines(surface(copter), copter.grips, *copter.hints["bend"]))
    axis = np.array(copter.grips[0].axis) / np.linalg.norm(copter.grips[0].axis)
    turned = 2 * np.outer(arcs @ axis, axis) - arcs
    gaps = np.linalg.norm(turned[:, None] - arcs[None], axis=2).min(axis=1)
    assert gaps.max() < 1e-9


@pytest.mark.parametrize("name", ["clock", "gear cube", "Hungarian rings", "top spin", "barrel"])
def test_props_name_places_and_pieces_of_their_puzzle(name):
    own = puzzle(name)
    found = live_scene(own)
    assert found.props
    for prop in found.props:
        assert all(0 <= place < own.degree for place in prop.places)
        assert -1 <= prop.follows < own.degree
        assert prop.piece == -1 or prop.piece == found.pieces[prop.follows]
        assert len(prop.corners) % 3 == 0
        if prop.kind in ("plate", "pin"):
            outline = np.array(prop.corners).reshape(-1, 3)
            assert vector_areas([outline])[0] @ prop.normal > 0


def test_every_ball_is_drawn_once():
    balls = [prop for prop in props(puzzle("Hungarian rings")) if prop.kind == "ball"]
    assert [prop.places for prop in balls] == [(place,) for place in range(38)]


def test_a_clock_has_eighteen_dials_and_a_hand_for_every_hour():
    found = props(puzzle("clock"))
    assert sum(len(prop.places) == 12 for prop in found) == 18
    assert sorted(p for prop in found if len(prop.places) == 1 for p in prop.places) == list(
        range(216)
    )


@pytest.mark.parametrize("name", ["3x3x3", "megaminx", "pyraminx", "clock", "gear cube", "FTO"])
def test_a_net_shows_every_sticker_somewhere_else(name):
    found = live_scene(puzzle(name))
    sheets = np.array(found.net).reshape(-1, 8)
    assert len(sheets) == len(found.face_names)
    points = np.array(found.positions).reshape(-1, 3)
    own = sheets[list(found.faces)]
    flat = np.stack([(own[:, :3] * points).sum(1), (own[:, 3:6] * points).sum(1)], 1) + own[:, 6:]
    apart = np.linalg.norm(flat[:, None] - flat[None], axis=2) + 9 * np.eye(len(flat))
    assert apart.min() > 0.01


def test_a_live_scene_survives_json():
    for name in ("clock", "Square-1", "curvy copter"):
        sent = live_scene(puzzle(name)).to_dict()
        assert json.dumps(json.loads(json.dumps(sent))) == json.dumps(sent)
