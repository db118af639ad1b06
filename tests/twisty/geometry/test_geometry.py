"""Puzzles cut out of solids: counts, shapes, turns and faults."""

import json
from collections import Counter
from math import cos, sin
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.arrangement import parts_of_a_face
from tests.oracles.flood import orbits
from tests.oracles.groups import group_order

from puzzlery.errors import InvalidPuzzle, SyntaxFault
from puzzlery.twisty.geometry import Cut, Description, cube, cut_puzzle, description_of_cube, solid

COUNTED = json.loads((Path(__file__).parents[2] / "data" / "cut_puzzles.json").read_text("utf-8"))
THIRD = "0.333333333333333"
# Description, stickers, pieces, axes, all layers that turn, orbits.
KNOWN = {
    "2x2x2": ("c f 0", 24, 8, 3, 6, "CORNERS:8x3"),
    "3x3x3": (f"c f {THIRD}", 54, 26, 3, 9, "CORNERS:8x3 EDGES:12x2 CENTERS:6x1"),
    "4x4x4": ("c f 0.5 f 0", 96, 56, 3, 12, "CORNERS:8x3 EDGES:24x2 CENTERS:24x1"),
    "5x5x5": (
        "c f 0.6 f 0.2", 150, 98, 3, 15,
        "CORNERS:8x3 EDGES:24x2 EDGES:12x2 CENTERS:24x1 CENTERS:24x1 CENTERS:6x1",
    ),
    "skewb": ("c v 0", 30, 14, 4, 8, "CORNERS:4x3 CORNERS:4x3 CENTERS:6x1"),
    "dino": ("c v 0.577350269189626", 24, 12, 4, 12, "EDGES:12x2"),
    "compy cube": (
        "c v 0.915641442663986", 54, 26, 4, 12, "CORNERS:4x3 CORNERS:4x3 EDGES:12x2 CENTERS:6x1",
    ),
    "helicopter": ("c e 0.707106781186547", 48, 32, 6, 18, "CORNERS:8x3 CENTERS:24x1"),
    "little chop": ("c e 0", 24, 24, 6, 12, "CENTERS:24x1"),
    "2x2x2 + dino": ("c f 0 v 0.577350269189626", 48, 24, 7, 18, "EDGES:24x2"),
    "pyraminx": (
        f"t v {THIRD} v 1.66666666666667", 36, 14, 4, 12, "CORNERS:4x3 CORNERS:4x3 EDGES:6x2",
    ),
    "tetraminx": (f"t v {THIRD}", 24, 10, 4, 8, "CORNERS:4x3 EDGES:6x2"),
    "master pyraminx": (
        "t v 0 v 1 v 2", 64, 30, 4, 16,
        "CORNERS:4x3 CORNERS:4x3 EDGES:12x2 EDGES:6x2 CENTERS:4x1",
    ),
    "Jing pyraminx": ("t f 0", 28, 14, 4, 8, "CORNERS:4x3 EDGES:6x2 CENTERS:4x1"),
    "pyramorphix": ("t e 0", 16, 8, 3, 6, "CORNERS:4x3 CENTERS:4x1"),
    "skewb diamond": ("o f 0", 32, 14, 4, 8, "C4RNER:6x4 CENTERS:4x1 CENTERS:4x1"),
    "FTO": (f"o f {THIRD}", 72, 42, 4, 12, "C4RNER:6x4 EDGES:12x2 CENTERS:12x1 CENTERS:12x1"),
    "octastar": ("o e 0", 48, 24, 6, 12, "EDGES:24x2"),
    "Trajber": ("o v 0.433012701892219", 56, 26, 3, 9, "C4RNER:6x4 EDGES:12x2 CENTERS:8x1"),
    "megaminx": ("d f 0.7", 132, 62, 6, 18, "CORNERS:20x3 EDGES:30x2 CENTERS:12x1"),
    "gigaminx": (
        "d f 0.64 f 0.82", 372, 242, 6, 30,
        "CORNERS:20x3 EDGES:60x2 EDGES:30x2 CENTERS:60x1 CENTERS:60x1 CENTERS:12x1",
    ),
    "pentultimate": ("d f 0", 72, 32, 6, 12, "CORNERS:20x3 CENTERS:12x1"),
    "pyraminx crystal": ("d f 0.447213595499989", 120, 50, 6, 18, "CORNERS:20x3 EDGES:30x2"),
    "big chop": ("d e 0", 120, 120, 15, 30, "CENTERS:60x1 CENTERS:60x1"),
    "chopasaurus": ("d v 0", 132, 92, 10, 20, "CORNERS:20x3 CENTERS:60x1 CENTERS:12x1"),
    "icosamate": ("i v 0", 80, 32, 6, 12, "C5RNER:12x5 CENTERS:20x1"),
    "radio chop": ("i f 0", 200, 92, 10, 20, "C5RNER:12x5 EDGES:60x2 CENTERS:20x1"),
    "Eitan's star": (
        "i f 0.61803398874989", 260, 152, 10, 30,
        "C5RNER:12x5 EDGES:60x2 CENTERS:60x1 CENTERS:20x1",
    ),
}  # fmt: skip
NUMBERS_OF_STATES = {
    "2x2x2": 3_674_160,
    "3x3x3": 43_252_003_274_489_856_000,
    "skewb": 3_149_280,
    "pyraminx": 75_582_720,
    "tetraminx": 933_120,
    "skewb diamond": 138_240,
    "dino": 12 * 19_958_400,  # held in twelve ways, as no piece of it stays put
    "megaminx": 100669616553523347122516032313645505168688116411019768627200000000000,
}


def known(name):
    return cut_puzzle(KNOWN[name][0], name=name)


@pytest.mark.parametrize("name", KNOWN)
def test_well_known_puzzles_have_their_published_counts(name):
    _, stickers, pieces, axes, layers, kinds = KNOWN[name]
    puzzle = known(name)
    counts = (len(puzzle.stickers), len(puzzle.pieces()), len(puzzle.grips), len(puzzle.turns))
    assert counts == (stickers, pieces, axes, layers)
    assert orbits(puzzle) == Counter(kinds.split())
    assert sum(grip.layers for grip in puzzle.grips) == layers


@pytest.mark.parametrize("name", NUMBERS_OF_STATES)
def test_the_basis_reaches_the_published_number_of_states(name):
    puzzle = known(name)
    moves = [puzzle.moves[move].images for move in puzzle.basis]
    assert group_order(moves) == NUMBERS_OF_STATES[name]


@pytest.mark.parametrize("name", COUNTED)
def test_agrees_with_plain_cutting(name):
    """The counts of tests/data/make_cut_puzzles.py, which are those that PuzzleGeometry shows."""
    counted = COUNTED[name]
    size = name.split("x")[0]
    puzzle = cube(int(size)) if size.isdigit() and "+" not in name else cut_puzzle(counted["cuts"])
    per_face = set(Counter(puzzle.skin.faces).values())
    assert len(set(puzzle.skin.faces)) == counted["faces"]
    assert puzzle.degree == counted["stickers"]
    assert per_face == {counted["stickers"] // counted["faces"]}
    assert len(puzzle.pieces()) == counted["pieces"]
    grips = Counter((len(grip.offsets), grip.order) for grip in puzzle.grips)
    assert grips == {(sort["cuts"], sort["order"]): sort["axes"] for sort in counted["grips"]}
    assert len(puzzle.turns) == sum(sort["axes"] * (sort["cuts"] + 1) for sort in counted["grips"])
    assert orbits(puzzle) == counted["orbits"]


distances = st.integers(-40, 240).map(lambda n: n / 80)
descriptions = st.builds(
    lambda shape, cuts: Description(shape, tuple(Cut(*cut) for cut in cuts)),
    st.sampled_from("tcodi"),
    st.lists(st.tuples(st.sampled_from("fve"), distances), min_size=1, max_size=2),
)


@given(descriptions)
def test_a_description_reads_back(description):
    assert Description.parse(str(description)) == description


@settings(max_examples=25)
@given(descriptions)
def test_faces_have_as_many_parts_as_lines_and_crossings_say(description):
    cuts = [(cut.kind, cut.distance) for cut in description.cuts]
    puzzle = cut_puzzle(str(description))
    per_face = set(Counter(puzzle.skin.faces).values())
    assert per_face == {parts_of_a_face(description.shape, cuts)}


@settings(max_examples=25)
@given(descriptions)
def test_stickers_tile_their_faces(description):
    puzzle = cut_puzzle(str(description))
    frame = solid(description.shape)
    whole = area(frame.outline)[0]
    covered: Counter[str] = Counter()
    for sticker in puzzle.stickers:
        polygon, normal = np.array(sticker.polygon), np.array(sticker.normal)
        size, outward = area(polygon)
        assert outward @ normal > 1 - 1e-6
        assert np.allclose(polygon @ normal, 1)
        covered[sticker.face] += size
    assert set(covered) == set(frame.faces)
    assert np.allclose(list(covered.values()), whole)


def area(polygon):
    """The area of a flat polygon, and the direction from which its corners run the usual way."""
    vector = sum(np.cross(a, b) for a, b in zip(polygon, np.roll(polygon, -1, axis=0), strict=True))
    size = np.linalg.norm(vector)
    return size / 2, vector / size


@settings(max_examples=25)
@given(descriptions)
def test_a_move_is_the_rotation_of_its_layer(description):
    puzzle = cut_puzzle(str(description))
    places = puzzle.skin.positions
    for turn in [*puzzle.turns.values(), *puzzle.whole.values()]:
        (spin,) = turn.spins
        assert spin.angle < 0
        assert spin.stickers == turn.moving
        moving = sorted(turn.moving)
        expected = places.copy()
        expected[moving] = turned(places[moving], np.array(spin.axis), spin.angle)
        assert np.allclose(places[turn.permutation.array], expected, atol=1e-6)


def turned(points, axis, angle):
    """Rodrigues' formula."""
    along = np.outer(points @ axis, axis)
    return points * cos(angle) + np.cross(axis, points) * sin(angle) + along * (1 - cos(angle))


@settings(max_examples=25)
@given(descriptions)
def test_layers_part_the_stickers_and_never_cut_a_piece(description):
    puzzle = cut_puzzle(str(description))
    for grip in puzzle.grips:
        layers = [
            turn.moving
            for turn in puzzle.turns.values()
            if abs(abs(np.dot(turn.spins[0].axis, grip.axis)) - 1) < 1e-9
        ]
        if grip.layers > 1:
            assert sorted(i for layer in layers for i in layer) == list(range(puzzle.degree))
        for piece in puzzle.pieces():
            assert all(piece <= layer or not piece & layer for layer in layers)


@pytest.mark.parametrize(("shape", "ways"), [("t", 12), ("c", 24), ("o", 24), ("d", 60), ("i", 60)])
def test_rotations_bring_the_solid_into_all_its_positions(shape, ways):
    assert len(cut_puzzle(f"{shape} f 0.9").solved_looks) == ways


@pytest.mark.parametrize("shape", "tcodi")
def test_opposite_and_neighboring_faces_have_different_colors(shape):
    colors = {sticker.face: sticker.color for sticker in cut_puzzle(f"{shape} f 0.9").stickers}
    assert len(set(colors.values())) == len(solid(shape).faces)


def test_borders_are_where_the_formats_page_says():
    # Distances of vertices and edges when faces lie at 1, as cubing.js measures them.
    borders = {
        "t": (3, 1.732), "c": (1.732, 1.414), "o": (1.732, 1.2247),
        "d": (1.2584, 1.1756), "i": (1.2584, 1.0705),
    }  # fmt: skip
    for shape, expected in borders.items():
        kinds = solid(shape).kinds
        found = (kinds["v"][0].distance, kinds["e"][0].distance)
        assert found == pytest.approx(expected, abs=5e-4)


def test_a_cut_beyond_the_border_adds_an_axis_but_no_plane():
    puzzle = cut_puzzle("c f 0 v 2")
    assert [grip.layers for grip in puzzle.grips] == [2, 2, 2, 1, 1, 1, 1]
    assert len(puzzle.turns) == 6
    assert puzzle.degree == 24


def test_negative_distances_cut_on_the_far_side():
    assert cut_puzzle("c f -0.5") == cut_puzzle("c f 0.5")
    assert cut_puzzle("t f -1").moves == cut_puzzle("t v 1").moves


def test_equal_cuts_count_once():
    assert cut_puzzle("d f 0.7 f 0.7") == cut_puzzle("d f 0.7")


def facelets(permutation):
    puzzle = cube(3)
    shown = ["?"] * 54
    for sticker, place in enumerate(permutation):
        shown[place] = puzzle.skin.faces[sticker]
    return "".join(shown)


def test_facelets_read_as_kociemba_writes_them():
    moves = cube(3).moves
    assert facelets(moves["R"]) == "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"
    assert facelets(moves["U"]) == "UUUUUUUUUBBBRRRRRRRRRFFFFFFDDDDDDDDDFFFLLLLLLLLLBBBBBB"


def test_known_sequences_of_the_cube_have_their_known_orders():
    puzzle = cube(3)
    assert puzzle.permutation("R U").order == 105
    assert puzzle.permutation("R U R' U'").order == 6
    superflip = puzzle.permutation("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")
    edges = [piece for piece in puzzle.pieces() if len(piece) == 2]
    assert superflip.order == 2
    assert {frozenset(cycle) for cycle in superflip.cycles()} == set(edges)


def test_the_cube_wears_the_usual_colors():
    colors = {sticker.face: sticker.color.name for sticker in cube(3).stickers}
    assert colors == {
        "U": "white", "R": "red", "F": "green", "D": "yellow", "L": "orange", "B": "blue",
    }  # fmt: skip
    assert list(colors) == list("URFDLB")


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 11, 20])
def test_cubes_are_the_puzzles_of_their_cuts(n):
    built, cut = cube(n), cut_puzzle(description_of_cube(n), name=f"{n}x{n}x{n}")
    assert built == cut
    assert list(built.turns) == list(cut.turns)
    assert (built.grips, built.cells, built.basis) == (cut.grips, cut.cells, cut.basis)
    assert (built.description, built.hints) == (cut.description, cut.hints)
    assert np.allclose(built.skin.positions, cut.skin.positions, atol=1e-12)
    assert built.skin.faces == cut.skin.faces
    corners = [sorted(map(tuple, np.round(polygon, 9))) for polygon in built.skin.polygons]
    assert corners == [sorted(map(tuple, np.round(polygon, 9))) for polygon in cut.skin.polygons]


@pytest.mark.parametrize(
    ("text", "caret", "reason"),
    [
        ("", 0, "expected a solid"),
        ("x f 0.5", 0, "expected a solid"),
        ("c", 1, "expected a cut"),
        ("c q 0.5", 2, "expected a cut"),
        ("c f 0.5 v", 9, "expected the distance"),
        ("c f  nan", 5, "expected a finite number"),
        ("c f 1e999", 4, "expected a finite number"),
        ("c f 0,5", 4, "expected a finite number"),
        ("c f 0.5 0.6", 8, "expected a cut"),
        ("c" + " f 2" * 1001, 4002, "at most 1000 cuts"),
    ],
)
def test_a_faulty_description_shows_where(text, caret, reason):
    with pytest.raises(SyntaxFault, match=reason) as caught:
        cut_puzzle(text)
    assert caught.value.position == caret


@pytest.mark.timing
def test_too_many_stickers_are_refused_at_once():
    cuts = " ".join(f"e {k / 200}" for k in range(200))
    started = perf_counter()
    with pytest.raises(InvalidPuzzle, match="stickers or more; at most 65535"):
        cut_puzzle(f"i {cuts}")
    assert perf_counter() - started < 5


def test_cuts_that_nearly_coincide_are_refused():
    with pytest.raises(InvalidPuzzle, match="nearly coincide"):
        cut_puzzle("d f 0.447213")


@pytest.mark.timing
def test_large_puzzles_are_built_in_half_a_second():
    yottaminx = "d f 0.64 f 0.6914 f 0.7429 f 0.7943 f 0.8457 f 0.8971 f 0.9486"
    for build in (lambda: cube(40), lambda: cut_puzzle(yottaminx)):
        assert min(timed(build) for _ in range(3)) < 0.5


def timed(build):
    started = perf_counter()
    build()
    return perf_counter() - started
