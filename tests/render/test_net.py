"""Nets: every face once, joined along edges, none over another."""

from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from puzzlery.render import svg
from puzzlery.render.drawn_puzzle import drawn_puzzle
from puzzlery.render.net import unfold, unfolded_outlines
from puzzlery.render.solid import hinges, solid
from puzzlery.render.surface import surface
from puzzlery.twisty.geometry import cube, cuboid, cut_puzzle, platonic
from puzzlery.twisty.mechanisms.clock import clock
from puzzlery.twisty.mechanisms.gears import gear_cube
from puzzlery.twisty.mechanisms.rings import barrel
from puzzlery.twisty.mechanisms.square import square_one

SOLIDS = {
    "cube": lambda: cube(3),
    "cuboid": lambda: cuboid(1, 2, 4),
    "slab": lambda: cuboid(3, 5, 3),
    "tetrahedron": lambda: platonic("tetrahedron", 3),
    "octahedron": lambda: platonic("octahedron", 3),
    "dodecahedron": lambda: platonic("dodecahedron", 2),
    "icosahedron": lambda: platonic("icosahedron", 2),
    "skewb": lambda: cut_puzzle("c v 0"),
    "gear cube": gear_cube,
    "barrel": barrel,
    "prism": lambda: square_one().apply("").coloring,
}


def separated(a, b):
    """Whether some side of either polygon has all of the other beyond it, by the definition."""
    for one, other in ((a, b), (b, a)):
        for start, end in zip(one, np.roll(one, -1, axis=0), strict=True):
            normal = np.array([start[1] - end[1], end[0] - start[0]])
            if ((other - start) @ normal).max() < 1e-4 * np.linalg.norm(normal):
                return True
    return False


@pytest.mark.parametrize("name", SOLIDS)
def test_no_face_of_a_net_lies_over_another(name):
    body = solid(surface(SOLIDS[name]()))
    outlines = [sheet.project(body.faces[sheet.face].outline) for sheet in unfold(body)]
    assert len(outlines) == len(body.faces)
    assert all(separated(a, b) for a, b in combinations(outlines, 2))


@pytest.mark.parametrize("name", SOLIDS)
def test_faces_of_a_net_are_joined_along_edges(name):
    body = solid(surface(SOLIDS[name]()))
    sheets = {sheet.face: sheet for sheet in unfold(body)}
    joined = {
        frozenset((edge.first, edge.second))
        for edge in hinges(body)
        if all(
            np.allclose(
                sheets[edge.first].project(end), sheets[edge.second].project(end), atol=1e-6
            )
            for end in (edge.start, edge.end)
        )
    }
    reached = {0}
    while more := {face for pair in joined if pair & reached for face in pair} - reached:
        reached |= more
    assert reached == set(range(len(body.faces)))


@pytest.mark.parametrize("name", SOLIDS)
def test_unfolding_keeps_all_lengths(name):
    seen = drawn_puzzle(SOLIDS[name]())
    for place, flat in unfolded_outlines(seen):
        solid_one = seen.surface.polygons[place]
        for a, b in combinations(range(len(flat)), 2):
            assert np.linalg.norm(flat[a] - flat[b]) == pytest.approx(
                np.linalg.norm(solid_one[a] - solid_one[b])
            )


def test_a_cube_unfolds_into_the_usual_cross():
    puzzle = cube(3)
    body = solid(surface(puzzle))
    middles = {
        body.faces[sheet.face].name: sheet.project(body.faces[sheet.face].outline).mean(axis=0)
        for sheet in unfold(body)
    }
    side = np.linalg.norm(middles["U"] - middles["F"])
    cells = {
        face: tuple(np.round((middle - middles["F"]) / side).astype(int).tolist())
        for face, middle in middles.items()
    }
    assert cells == {
        "F": (0, 0), "U": (0, 1), "D": (0, -1), "L": (-1, 0), "R": (1, 0), "B": (2, 0),
    }  # fmt: skip


def test_neighbors_across_an_edge_of_the_net_are_neighbors_on_the_cube():
    puzzle = cube(3)
    found = dict(unfolded_outlines(drawn_puzzle(puzzle)))
    bottom = {tuple(np.round(corner, 6)) for corner in puzzle.skin.polygons[_at(puzzle, 0, 3, 2)]}
    top = {tuple(np.round(corner, 6)) for corner in puzzle.skin.polygons[_at(puzzle, 0, 2, 3)]}
    assert len(bottom & top) == 2
    below, above = found[_at(puzzle, 0, 2, 3)], found[_at(puzzle, 0, 3, 2)]
    assert above.mean(axis=0)[1] > below.mean(axis=0)[1]
    assert above.mean(axis=0)[0] == pytest.approx(below.mean(axis=0)[0])


def _at(puzzle, *position):
    """The sticker at a position, in thirds of the cube's half width."""
    scale = np.abs(puzzle.skin.positions).max() / 3
    apart = np.abs(puzzle.skin.positions / scale - np.array(position)).max(axis=1)
    assert apart.min() < 1e-6
    return int(apart.argmin())


@pytest.mark.parametrize("puzzle", [cube(4), gear_cube(), clock(), square_one().apply("(1,0)/")])
def test_a_net_shows_every_sticker_once(puzzle):
    root = ElementTree.fromstring(svg(puzzle, view="net"))
    places = [int(node.attrib["data-place"]) for node in root.iter() if "data-place" in node.attrib]
    degree = getattr(puzzle, "degree", None) or puzzle.puzzle.degree
    assert len(set(places)) == len(places)
    assert set(places) <= set(range(degree))
    if hasattr(puzzle, "degree"):
        assert len(places) == degree
