"""Pictures of packings: outlines without inner lines, letters, views."""

import json
import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from tests.oracles.packings.algorithm_x import covers
from tests.packing_strategies import drawn_lattices, packings, shapes

from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.packings import Packing, PackingSolution, Piece, board, packing
from puzzlery.packings.model.boards import rectangle
from puzzlery.packings.model.lattice import HEXAGONAL, SQUARE, TRIANGULAR
from puzzlery.render.packings.packing_cells import TILES, ball_places, outline, places_in_space
from puzzlery.render.packings.packing_colors import shades
from puzzlery.render.packings.packing_scene import packing_scene
from puzzlery.render.packings.packing_svg import packing_svg

SVG = "{http://www.w3.org/2000/svg}"


def solved(pieces, where):
    puzzle = packing(pieces, where)
    chosen = next(covers(puzzle.exact_cover(symmetries=False)))
    return PackingSolution(puzzle, tuple(puzzle.options()[n] for n in chosen))


def area(loop):
    after = [*loop[1:], loop[0]]
    return sum(a * d - b * c for (a, b), (c, d) in zip(loop, after, strict=True)) / 2


@settings(max_examples=60)
@given(
    drawn_lattices.filter(lambda grid: grid in (SQUARE, HEXAGONAL, TRIANGULAR)).flatmap(
        lambda grid: shapes(grid, most=9)
    )
)
def test_the_outline_of_a_shape_encloses_its_area(shape):
    tile = TILES[shape.lattice.name]
    one = abs(area(outline(tile, shape.cells[:1])[0]))
    whole = abs(sum(area(loop) for loop in outline(tile, shape.cells)))
    assert whole == pytest.approx(one * len(shape))


def test_a_ring_has_an_outer_and_an_inner_outline():
    ring = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    loops = outline(TILES["square"], ring)
    assert sorted(round(abs(area(loop))) for loop in loops) == [1, 9]


def test_balls_that_touch_are_drawn_one_apart():
    for where in (board("pyramid3"), board("tetrahedron4")):
        places = ball_places(where)
        for cell in where.cells:
            for near in where.lattice.neighbors(cell):
                if near in places and where.spots[near][0] == where.spots[cell][0]:
                    (a, b), (c, d) = places[cell], places[near]
                    assert (a - c) ** 2 + (b - d) ** 2 == pytest.approx(1)


@settings(max_examples=40)
@given(drawn_lattices.flatmap(lambda grid: packings(grid, colors=("",))))
def test_neighbors_are_one_apart_in_space(puzzle):
    where = puzzle.board
    places = places_in_space(where)
    apart = {"triangular": 1 / 3**0.5}.get(where.lattice.name, 1)
    for cell in where.cells:
        for near in where.lattice.neighbors(cell):
            if near in places:
                assert math.dist(places[cell], places[near]) == pytest.approx(apart)


@pytest.mark.parametrize("name", ["pyramid4", "tetrahedron4"])
def test_layers_of_balls_are_level_and_go_up(name):
    where = board(name)
    places = places_in_space(where)
    heights = {}
    for cell, (layer, _, _) in where.spots.items():
        heights.setdefault(layer, set()).add(round(places[cell][2], 6))
    assert all(len(each) == 1 for each in heights.values())
    assert sorted(heights, key=lambda layer: min(heights[layer])) == [0, 1, 2, 3]


@pytest.mark.parametrize("name", ["soma 3x3x3", "iq pyramid5", "tetrahexes 4x7"])
def test_a_scene_is_plain_data(name):
    puzzle = packing(*name.split())
    some = PackingSolution(puzzle, (puzzle.options()[0],))
    scene = packing_scene(some)
    data = json.loads(json.dumps(scene.to_json()))
    assert len(data["positions"]) == len(puzzle.board)
    (piece,) = data["pieces"]
    assert len(piece["cells"]) == len(some.placements[0].cells)
    assert len(data["outlines"]) in (0, len(puzzle.board))


def test_a_flat_solution_has_one_filled_path_a_piece():
    solution = solved("tetrahexes", "4x7")
    root = ElementTree.fromstring(packing_svg(solution))
    filled = [p for p in root.iter(f"{SVG}path") if p.get("fill-rule")]
    assert len(filled) == 7
    assert not list(root.iter(f"{SVG}text"))


def test_letters_are_written_on_every_cell_when_asked_or_colorblind():
    solution = solved({"A": "X.\nXX", "B": "X"}, "2x2")
    for options in ({"letters": True}, {"palette": "colorblind"}):
        root = ElementTree.fromstring(packing_svg(solution, **options))
        assert sorted(t.text for t in root.iter(f"{SVG}text")) == ["A", "A", "A", "B"]


def test_layers_stand_side_by_side_and_solids_are_balls_or_cubes():
    pyramid = packing("iq", "pyramid5")
    layered = ElementTree.fromstring(packing_svg(pyramid))
    assert len(list(layered.iter(f"{SVG}circle"))) == 55
    solid = ElementTree.fromstring(packing_svg(pyramid, view="solid"))
    assert len(list(solid.iter(f"{SVG}circle"))) == 55
    cube = ElementTree.fromstring(packing_svg(board("3x3x3"), view="solid"))
    assert len(list(cube.iter(f"{SVG}polygon"))) == 27


def test_no_line_runs_inside_a_piece_in_space():
    bar = Packing((Piece("A", packing({"A": "XXX"}, "1x3").pieces[0].shape),), board("1x1x3"))
    one = PackingSolution(bar, (bar.options()[0],))
    root = ElementTree.fromstring(packing_svg(one, view="solid"))
    # Three faces of a bar of three cubes: 8 + 8 + 4 edges of cubes around them.
    assert len(list(root.iter(f"{SVG}line"))) == 20


def test_pictures_are_as_large_as_asked_and_named():
    text = packing_svg(rectangle(2, 8), size=300, background="#ffffff", title="a<b")
    root = ElementTree.fromstring(text)
    assert root.get("width") == "300"
    assert root.find(f"{SVG}title").text == "a<b"
    assert float(root.get("height")) < 100


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"view": "layer"}, UnknownName),
        ({"size": 0}, PuzzleryError),
        ({"palette": "x"}, UnknownName),
    ],
)
def test_wrong_options_are_refused(options, kind):
    with pytest.raises(kind):
        packing_svg(packing("iq", "5x11"), **options)


@settings(max_examples=30)
@given(drawn_lattices.flatmap(lambda grid: packings(grid, colors=("", "a"))))
def test_any_packing_can_be_drawn(puzzle):
    for view in ("layers", "solid"):
        root = ElementTree.fromstring(packing_svg(puzzle, view=view))
        assert not re.search("nan|inf", root.get("viewBox"))


@pytest.mark.parametrize("palette", ["standard", "colorblind", "gray"])
def test_pieces_of_a_set_have_different_shades(palette):
    for name, where in (("iq", "5x11"), ("kanoodle", "5x11"), ("pentominoes", "6x10")):
        found = shades(packing(name, where), palette)
        assert len(set(found.values())) == 12
    many = shades(packing("hexominoes", "14x15"), palette)
    assert len(set(many.values())) == 35
