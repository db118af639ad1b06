"""SVG in space: the right stickers in the right colors, in valid and steady text."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.render import Camera, svg
from puzzlery.render.palette import shaded
from puzzlery.twisty.geometry import cube, cuboid, cut_puzzle, platonic
from puzzlery.twisty.mechanisms.clock import clock
from puzzlery.twisty.mechanisms.gears import gear_cube
from puzzlery.twisty.model.puzzle import Puzzle

SVG = "{http://www.w3.org/2000/svg}"
CONVEX = [
    cube(2),
    cube(3),
    cuboid(2, 3, 4),
    platonic("tetrahedron", 3),
    platonic("octahedron", 3),
    cut_puzzle("d f 0.7"),
    platonic("icosahedron", 2),
    gear_cube(),
]


def drawn(text):
    """The shade at each drawn place."""
    paths = ElementTree.fromstring(text).iter(f"{SVG}path")
    return {
        int(path.attrib["data-place"]): path.attrib["fill"]
        for path in paths
        if "data-place" in path.attrib
    }


def toward(camera):
    around, up = np.radians([camera.azimuth, camera.elevation])
    return np.array([np.sin(around) * np.cos(up), np.sin(up), np.cos(around) * np.cos(up)])


@pytest.mark.parametrize("puzzle", CONVEX, ids=lambda puzzle: puzzle.name)
@settings(max_examples=8)
@given(azimuth=st.integers(-180, 180), elevation=st.integers(-85, 85))
def test_exactly_the_stickers_that_face_the_camera_are_drawn(puzzle, azimuth, elevation):
    camera = Camera(azimuth, elevation, float("inf"))
    slopes = puzzle.skin.normals @ toward(camera)
    seen = drawn(svg(puzzle, camera=camera))
    assert set(np.flatnonzero(slopes > 1e-4).tolist()) <= set(seen)
    assert set(seen) <= set(np.flatnonzero(slopes > -1e-4).tolist())


def test_a_near_camera_sees_fewer_stickers_than_a_far_one():
    near = Camera(45, 2, 1.5)
    assert len(drawn(svg(cube(3), camera=near))) < len(
        drawn(svg(cube(3), camera=replace(near, distance=float("inf"))))
    )


def test_three_faces_of_a_cube_are_seen():
    assert len(drawn(svg(cube(3)))) == 27


@pytest.mark.parametrize("alg", ["", "R", "R U R' U'", "x y", "M2 E2 S2"])
def test_colors_follow_the_moves(alg):
    state = cube(3).apply(alg)
    solved, now = drawn(svg(cube(3))), drawn(svg(state))
    # Shading depends on the face alone, so that a sticker on the same face tells the light.
    for place, shade in now.items():
        face = state.puzzle.skin.faces[place]
        peers = {
            pick
            for other, pick in enumerate(state.coloring.picks)
            if other in now and now[other] == shade and state.puzzle.skin.faces[other] == face
        }
        assert peers == {state.coloring.picks[place]}
        if state.coloring.picks[place] == state.puzzle.solved_colors[place]:
            assert shade == solved[place]


def test_shades_are_those_of_the_palette_in_the_light_of_the_face():
    puzzle = cube(3)
    for place, shade in drawn(svg(puzzle)).items():
        own = puzzle.palette[puzzle.solved_colors[place]].shade
        assert shade in {shaded(own, light / 1000) for light in range(700, 1100)}


@given(st.text())
@settings(max_examples=60)
def test_any_name_and_title_give_valid_xml(name):
    puzzle = Puzzle.from_cycles({"a": [[0, 1]]}, colors=["red", "blue"], name=name + '<&">')
    root = ElementTree.fromstring(svg(puzzle, letters=True))
    assert root.find(f"{SVG}title").text == as_xml(puzzle.name)
    titled = ElementTree.fromstring(svg(puzzle, title=f"]]>{name}", background=f'"/><x y="{name}'))
    assert titled.find(f"{SVG}title").text == as_xml(f"]]>{name}")
    assert titled.find(f"{SVG}x") is None


def as_xml(text):
    """What is left of a text in XML: one kind of line end, and no other control characters."""
    kept = "".join(
        "\ufffd" if (char < " " and char not in "\t\n\r") or char in "\ufffe\uffff" else char
        for char in text
    )
    return kept.replace("\r\n", "\n").replace("\r", "\n")


def test_color_names_of_letters_are_escaped():
    puzzle = Puzzle.from_cycles({"a": [[0, 1]]}, colors=["<script>", "&amp"])
    texts = [
        node.text for node in ElementTree.fromstring(svg(puzzle, letters=True)).iter(f"{SVG}text")
    ]
    assert texts == ["<", "&"]


def test_pictures_say_what_they_are():
    root = ElementTree.fromstring(svg(cube(3)))
    assert root.attrib["role"] == "img"
    assert root.find(f"{SVG}title").text == "3x3x3"


def test_the_same_state_gives_the_same_text():
    assert svg(cube(3).apply("R U")) == svg(cube(3).apply("R U"))


def test_numbers_have_at_most_two_decimals():
    coordinates = re.findall(r'd="([^"]*)"', svg(cut_puzzle("d f 0.7")))
    assert coordinates
    assert not re.search(r"\.\d{3}", " ".join(coordinates))


@pytest.mark.parametrize("view", ["3d", "net"])
def test_a_7x7x7_takes_less_than_150_kilobytes(view):
    assert len(svg(cube(7), view=view, letters=True).encode()) < 150_000


def test_letters_stand_on_every_seen_sticker_and_name_the_face():
    state = cube(3).apply("R")
    root = ElementTree.fromstring(svg(state, letters=True))
    texts = [node.text for node in root.iter(f"{SVG}text")]
    seen = drawn(svg(state))
    home = dict(zip(state.puzzle.solved_colors, state.puzzle.skin.faces, strict=True))
    assert sorted(texts) == sorted(home[state.coloring.picks[place]] for place in seen)


def test_hints_show_the_hidden_faces_too():
    assert set(drawn(svg(cube(3), hints=True))) == set(range(54))


def test_everything_stays_inside_of_the_frame():
    for options in ({}, {"hints": True}, {"view": "net"}, {"turn": "R", "fraction": 0.4}):
        text = svg(cube(3), size=300, **options)
        root = ElementTree.fromstring(text)
        wide, high = float(root.attrib["width"]), float(root.attrib["height"])
        assert max(wide, high) == pytest.approx(300)
        for data in re.findall(r' d="([^"]*)"', text):
            numbers = [float(word) for word in re.findall(r"-?[\d.]+", data)]
            assert min(numbers) >= 0
            assert max(numbers[::2]) <= wide
            assert max(numbers[1::2]) <= high


def test_a_flat_puzzle_is_seen_straight_on():
    assert len(drawn(svg(clock()))) == 9 * 12


def test_a_flat_puzzle_from_behind_may_be_empty():
    ring = Puzzle.from_cycles({"a": [[0, 1, 2]]}, colors=["red"] * 3)
    assert drawn(svg(ring, camera=Camera(180, 0))) == {}


def test_notebooks_get_a_picture():
    assert cube(3).apply("R")._repr_svg_() == svg(cube(3).apply("R"))
    assert cube(3)._repr_svg_() == svg(cube(3))


def test_the_body_may_have_a_color_of_its_own():
    assert "#ffffff" not in svg(cube(3), view="net", palette="standard")
    assert "#ffffff" in svg(cube(3), view="net", plastic="#fff")


def test_a_coloring_is_drawn_as_its_state():
    state = cube(3).apply("R U2 F")
    assert svg(state.coloring) == svg(state)


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"view": "4d"}, UnknownName, 'unknown view "4d"; expected "3d" or "net"'),
        ({"palette": "grey"}, UnknownName, "did you mean gray"),
        ({"palette": {"whit": "#fff"}}, UnknownName, "did you mean white"),
        ({"palette": ["#fff"]}, PuzzleryError, "lists 1 shades; 3x3x3 has 6"),
        ({"size": -3}, PuzzleryError, "-3 pixels"),
        ({"size": float("nan")}, PuzzleryError, "nan pixels"),
        ({"turn": "Q"}, PuzzleryError, "Q"),
        ({"view": "net", "turn": "R"}, PuzzleryError, 'need the view "3d"'),
    ],
)
def test_faults_say_what_was_given_and_what_is_expected(options, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        svg(cube(3), **options)


@pytest.mark.parametrize("angles", [(float("nan"), 0, 7), (0, 0, 0.5), (0, 0, float("nan"))])
def test_impossible_cameras_are_refused(angles):
    with pytest.raises(PuzzleryError, match="expected"):
        Camera(*angles)
