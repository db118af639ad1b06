"""Any puzzle has a picture, however odd its points are."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery.render import Camera, scene, svg, text
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Skin

coordinates = st.integers(-2, 2)
points = st.tuples(coordinates, coordinates, coordinates)
clouds = st.lists(points, min_size=1, max_size=9)
cameras = st.builds(
    Camera, st.integers(-180, 180), st.integers(-90, 90), st.sampled_from([1.5, 7.0, float("inf")])
)


def puzzle_at(cloud):
    colors = [("red", "blue", "green")[i % 3] for i in range(len(cloud))]
    return Puzzle.from_cycles({"a": [list(range(len(cloud)))]}, colors=colors, positions=cloud)


def check(puzzle, camera):
    state = puzzle.apply("a")
    for picture in (svg(state, camera=camera), svg(state, view="net", letters=True)):
        ElementTree.fromstring(picture)
        assert "nan" not in picture
        assert "inf" not in picture
    assert "nan" not in json.dumps(scene(state).to_dict()).casefold()
    assert str(text(state, width=30)) is not None
    assert text(state, width=30, view="3d").in_color(30) is not None


@settings(max_examples=40)
@given(clouds, cameras)
def test_points_anywhere_are_drawn(cloud, camera):
    check(puzzle_at(cloud), camera)


@settings(max_examples=40)
@given(clouds, cameras, st.data())
def test_outlines_of_any_shape_are_drawn(cloud, camera, data):
    outline = st.lists(points, min_size=3, max_size=6)
    polygons = tuple(np.array(data.draw(outline), dtype=float) for _ in cloud)
    plain = puzzle_at(cloud)
    skin = Skin(plain.skin.positions, plain.skin.normals, polygons)
    check(replace(plain, skin=skin), camera)


def test_one_sticker_without_a_place_is_drawn():
    lone = Puzzle.from_cycles({"a": [[0]]}, colors=["red"])
    assert 'data-place="0"' in svg(lone)
    assert "R" in str(text(lone))
