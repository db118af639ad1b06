"""Pictures of pieces: bodies that are closed and fill the solid, and what is drawn of them."""

import re
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest
from pydantic import TypeAdapter

from puzzlery import Puzzle, PuzzleryError, puzzle
from puzzlery.render import Camera, Scene, pieces_svg, scene
from puzzlery.render.bodies import bodies
from puzzlery.render.pieces_svg import _by_layers
from puzzlery.twisty.geometry import cube, cut_puzzle
from puzzlery.twisty.mechanisms.bandage import bicube


def vector_area(outline):
    return np.cross(outline, np.roll(outline, -1, axis=0)).sum(axis=0) / 2


def volume(body):
    """By the divergence theorem: a cone over each side from the origin."""
    return sum(vector_area(side.outline) @ side.outline[0] for side in body.sides) / 3


@pytest.mark.parametrize("name", ["3x3x3", "megaminx", "skewb", "pyraminx crystal", "2x3x4", "fto"])
def test_bodies_are_closed_and_look_outward(name):
    for body in bodies(puzzle(name)):
        assert np.abs(sum(vector_area(side.outline) for side in body.sides)).max() < 1e-6
        assert volume(body) > 0
        for side in body.sides:
            area = vector_area(side.outline)
            assert area @ side.normal == pytest.approx(np.linalg.norm(area), rel=1e-6)
            assert (body.middle - side.outline[0]) @ side.normal < 0


@pytest.mark.parametrize(
    ("name", "total"),
    [("2x2x2", 8), ("skewb", 8), ("dino", 4), ("3x3x3", 8 * 26 / 27), ("4x4x4", 8 * 56 / 64)],
)
def test_the_parts_of_a_cut_solid_fill_it(name, total):
    """All of it, but for what is inside; the faces of a solid are at distance 1.

    A dino cube is twelve tetrahedra, each with an edge of the cube and two middles of faces.
    """
    assert sum(map(volume, bodies(puzzle(name)))) == pytest.approx(total, rel=1e-6)


@pytest.mark.parametrize("name", ["3x3x3", "gear cube", "Hungarian rings", "Square-2", "ivy cube"])
def test_cells_without_any_piece_joined_are_closed(name):
    subject = puzzle(name)
    alone = [frozenset({sticker}) for sticker in range(subject.degree)]
    found = bodies(subject, alone, shape="voronoi")
    assert len(found) == subject.degree
    for body in found:
        assert np.abs(sum(vector_area(side.outline) for side in body.sides)).max() < 1e-5
        assert volume_about(body) > 0


def volume_about(body):
    return (
        sum(vector_area(side.outline) @ (side.outline[0] - body.middle) for side in body.sides) / 3
    )


def test_cells_of_a_cube_fill_it():
    assert sum(map(volume_about, bodies(cube(3), shape="voronoi"))) < 8
    alone = [frozenset({sticker}) for sticker in range(54)]
    assert sum(map(volume_about, bodies(cube(3), alone, shape="voronoi"))) == pytest.approx(8)


def test_every_cell_holds_its_sticker():
    for body in bodies(puzzle("gear cube"), shape="voronoi"):
        for side in body.sides:
            if side.place < 0:
                assert (body.middle - side.outline[0]) @ side.normal < 1e-9


def test_walls_inside_of_pieces_are_left_out():
    subject = cube(2)
    joined = bodies(subject, shape="voronoi")
    alone = bodies(subject, [frozenset({k}) for k in range(24)], shape="voronoi")

    def walls(found):
        return sum(side.place < 0 for body in found for side in body.sides)

    assert walls(joined) < walls(alone)
    assert all(not side.hidden for body in alone for side in body.sides)
    assert any(side.hidden for body in joined for side in body.sides)


def test_one_piece_has_no_walls_and_shows_only_the_corners_of_the_solid():
    whole = [frozenset(range(54))]
    for body in bodies(cube(3), whole, shape="voronoi"):
        assert all(side.place >= 0 for side in body.sides)
        assert all(len(side.hidden) == len(side.outline) for side in body.sides)


def test_glued_pieces_have_no_wall_between_them():
    subject = bicube()
    plain, glued = bodies(cube(3)), bodies(subject)
    count = Counter(body.piece for body in glued)
    assert max(count.values()) == 3
    joints = sum(size - 1 for size in count.values())
    sides = [sum(len(body.sides) for body in found) for found in (plain, glued)]
    assert sides[0] - sides[1] == 2 * joints


def test_points_in_a_plane_become_a_plate():
    flat = Puzzle.from_cycles(
        {"a": [[0, 1, 2, 3]]}, ["red"] * 4, positions=[(0, 0, 5), (1, 0, 5), (1, 1, 5), (0, 1, 5)]
    )
    found = bodies(flat, [frozenset({k}) for k in range(4)])
    volumes = [volume_about(body) for body in found]
    assert volumes == pytest.approx([volumes[0]] * 4)


def test_few_points_have_bodies_too():
    for count in (1, 2, 3):
        line = [(k, 2 * k, 0) for k in range(count)]
        subject = Puzzle.from_cycles({}, ["red"] * count, positions=line)
        assert len(bodies(subject, [frozenset({k}) for k in range(count)])) == count
        ElementTree.fromstring(pieces_svg(subject))


@pytest.mark.parametrize(
    "points",
    [
        lambda rng, n: rng.normal(size=(n, 3)),
        lambda rng, n: rng.integers(0, 3, (n, 3)).astype(float),
        lambda rng, n: np.outer(rng.normal(size=n), [1, 2, 3]) + 5,
        lambda rng, n: np.column_stack([rng.normal(size=(n, 2)), np.zeros(n)]),
        lambda rng, n: 1e9 + 1e8 * rng.normal(size=(n, 3)),
        lambda rng, n: 1e-7 * rng.normal(size=(n, 3)),
        lambda rng, n: np.zeros((n, 3)),
    ],
    ids=["anywhere", "coinciding", "line", "plane", "far", "tiny", "one"],
)
def test_points_anywhere_are_drawn(points):
    rng = np.random.default_rng(4)
    for count in (1, 2, 3, 4, 5, 9, 14):
        moves = {"a": [rng.permutation(count)[:3].tolist()]}
        places = points(rng, count)
        subject = Puzzle.from_cycles(moves, ["red"] * count, positions=places)
        for explode in (0, 0.5):
            text = pieces_svg(subject, explode=explode)
            ElementTree.fromstring(text)
            assert "nan" not in text


@pytest.mark.parametrize("name", ["3x3x3", "megaminx", "helicopter", "fto", "7x7x7"])
@pytest.mark.parametrize("angles", [(36, 30), (0, 0), (200, -50)])
def test_what_is_painted_later_is_never_hidden_by_what_is_painted_before(name, angles):
    """A plane between two parts has the camera on the side of the later one, or beyond both."""
    subject = puzzle(name)
    found, spread = bodies(subject), 1.5
    camera = 20 * Camera(*angles).toward
    ordered = _by_layers(list(found), subject.grips, spread, camera)
    assert sorted(map(id, ordered)) == sorted(map(id, found))
    rng = np.random.default_rng(1)
    for first, second in np.sort(rng.integers(0, len(ordered), (300, 2)), axis=1):
        before, after = ordered[first].layers, ordered[second].layers
        if before == after:
            continue
        axis = next(k for k in range(len(before)) if before[k] != after[k])
        cuts = [spread * offset for offset in subject.grips[axis].offsets]
        height = camera @ np.array(subject.grips[axis].axis)
        seen_from = sum(cut > height for cut in cuts)
        between = (after[axis] - seen_from) * (before[axis] - seen_from)
        assert between <= 0 or abs(after[axis] - seen_from) <= abs(before[axis] - seen_from)


@pytest.mark.parametrize("by", ["pieces", "orbits", "stickers"])
@pytest.mark.parametrize("explode", [0.0, 0.7])
@pytest.mark.parametrize("name", ["3x3x3", "ivy cube", "bicube", "Hungarian rings", "pyraminx"])
def test_every_way_of_drawing_is_xml(name, explode, by):
    text = pieces_svg(puzzle(name), by=by, explode=explode)
    ElementTree.fromstring(text)
    assert "nan" not in text


def fills(text):
    return {int(place): shade for place, shade in re.findall(r'place="(\d+)" fill="(#\w+)"', text)}


def test_each_visible_piece_has_one_color():
    subject = cube(3)
    shown = fills(pieces_svg(subject, camera=Camera(45, 35)))
    faces = [subject.stickers[place].face for place in shown]
    assert Counter(faces) == {"U": 9, "F": 9, "R": 9}
    tops = [shown[place] for place in shown if subject.stickers[place].face == "U"]
    assert len(set(tops)) == 9
    by_orbit = fills(pieces_svg(subject, by="orbits", camera=Camera(45, 35)))
    assert Counter(by_orbit[place] for place in range(9)).most_common()[-1][1] == 1
    assert len({by_orbit[place] for place in range(9)}) == 3


def test_stickers_keep_their_colors():
    shown = fills(pieces_svg(cube(2), by="stickers", explode=0.4))
    assert len({shown[place] for place in range(4)}) == 1


def test_scenes_carry_bodies_when_asked():
    subject = cut_puzzle("c f 0")
    assert scene(subject).bodies == ()
    full = scene(subject, bodies=True)
    assert len(full.bodies) == 8
    assert sorted(place for body in full.bodies for place in body.places if place >= 0) == list(
        range(24)
    )
    assert all(body.starts[-1] * 3 == len(body.corners) for body in full.bodies)
    assert TypeAdapter(Scene).validate_python(full.to_dict()) == full


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"by": "smell"}, "smell"),
        ({"explode": -1}, "-1"),
        ({"explode": float("nan")}, "nan"),
        ({"shape": "round"}, "round"),
        ({"pieces": [frozenset({0})]}, "once"),
    ],
)
def test_wrong_options_are_refused(options, words):
    with pytest.raises(PuzzleryError, match=words):
        pieces_svg(cube(2), **options)


def test_without_scipy_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "scipy", None)
    with pytest.raises(PuzzleryError, match=r"puzzlery\[voronoi\]"):
        pieces_svg(puzzle("gear cube"))
    assert pieces_svg(cube(3))
