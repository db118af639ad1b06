"""STL files of packings: closed surfaces of the right volume."""

import math
import struct
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from tests.packing_strategies import drawn_lattices, shapes

from puzzlery.errors import PuzzleryError
from puzzlery.packings import Piece, Shape, pieces
from puzzlery.packings.catalog import packing
from puzzlery.packings.model.lattice import CUBIC, FCC, HEXAGONAL, SQUARE, TRIANGULAR
from puzzlery.render.packings.packing_mesh import assembly_stl, piece_stl

CELL = {"square": 1, "cubic": 1, "hexagonal": math.sqrt(3) / 2, "triangular": math.sqrt(3) / 4}


def triangles(data):
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    for number in range(count):
        numbers = struct.unpack_from("<12f", data, 84 + 50 * number)
        yield tuple(tuple(round(x, 4) for x in numbers[k : k + 3]) for k in (3, 6, 9))


def volume(faces):
    total = 0.0
    for (a, b, c), (d, e, f), (g, h, i) in faces:
        total += a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return total / 6


def is_closed(faces):
    """Every edge is passed as often in one direction as in the other."""
    edges = Counter()
    for a, b, c in faces:
        for one, other in ((a, b), (b, c), (c, a)):
            edges[one, other] += 1
            edges[other, one] -= 1
    return not any(edges.values())


@settings(max_examples=40)
@given(
    drawn_lattices.filter(lambda grid: grid is not FCC).flatmap(lambda grid: shapes(grid, most=6))
)
def test_a_piece_is_a_closed_solid_of_its_cells(shape):
    faces = list(triangles(piece_stl(Piece("A", shape), unit=1, gap=0)))
    assert is_closed(faces)
    assert volume(faces) == pytest.approx(CELL[shape.lattice.name] * len(shape), rel=1e-3)


@settings(max_examples=40)
@given(
    drawn_lattices.filter(lambda grid: grid in (SQUARE, CUBIC)).flatmap(lambda g: shapes(g, most=6))
)
def test_a_gap_makes_pieces_smaller_and_keeps_them_closed(shape):
    faces = list(triangles(piece_stl(Piece("A", shape), unit=10, gap=0.5)))
    assert is_closed(faces)
    assert 0.8 < volume(faces) / (1000 * len(shape)) < 1


def test_a_single_cube_gives_way_on_all_sides():
    cube = Piece("A", next(iter(pieces("tetracubes"))).shape)
    one = Piece("B", type(cube.shape)(CUBIC, ((0, 0, 0),)))
    faces = list(triangles(piece_stl(one, unit=10, gap=1)))
    assert volume(faces) == pytest.approx(9**3)


def test_balls_are_joined_spheres():
    tromino = next(piece for piece in pieces("iq") if piece.id == "K").on(FCC)
    faces = list(triangles(piece_stl(tromino, unit=10, gap=0)))
    assert is_closed(faces)
    assert volume(faces) > 3 * 0.95 * math.pi / 6 * 1000
    assert max(x for face in faces for x, _, _ in face) <= 20


@pytest.mark.parametrize("lattice", [HEXAGONAL, TRIANGULAR])
def test_prisms_stand_one_high(lattice):
    name = {HEXAGONAL: "trihexes", TRIANGULAR: "pentiamonds"}[lattice]
    faces = list(triangles(piece_stl(pieces(name)[0], unit=2)))
    assert {z for face in faces for _, _, z in face} == {0.0, 2.0}


def test_a_screw_keeps_its_hand():
    """The piece is rebuilt from the middles of its cubes in right-handed axes, and recognized."""
    screw = next(piece for piece in pieces("soma") if piece.id == "A")
    faces = list(triangles(piece_stl(screw, unit=1, gap=0)))
    low = [min(point[axis] for face in faces for point in face) for axis in range(3)]
    inside = []
    for cell in product(range(3), repeat=3):
        middle = [a + b + 0.5 for a, b in zip(low, cell, strict=True)]
        if winds_around(faces, middle):
            x, y, z = cell
            inside.append((z, -y, x))
    assert Shape(CUBIC, tuple(inside)).canonical(False) == screw.shape.canonical(False)


def winds_around(faces, point):
    """Whether a surface encloses a point: the solid angles of its triangles add up to 4π."""
    total = 0.0
    for face in faces:
        a, b, c = ([p - q for p, q in zip(corner, point, strict=True)] for corner in face)
        top = (
            a[0] * (b[1] * c[2] - b[2] * c[1])
            - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
        )
        x, y, z = math.hypot(*a), math.hypot(*b), math.hypot(*c)
        dots = [sum(p * q for p, q in zip(u, v, strict=True)) for u, v in ((a, b), (a, c), (b, c))]
        total += 2 * math.atan2(top, x * y * z + dots[0] * z + dots[1] * y + dots[2] * x)
    return abs(total) > 6


def test_an_assembly_fills_its_board_and_can_be_pulled_apart():
    solution = packing("soma", "3x3x3").first()
    together = list(triangles(assembly_stl(solution, unit=1, gap=0)))
    assert volume(together) == pytest.approx(27)
    apart = list(triangles(assembly_stl(solution, unit=1, gap=0, apart=1.0)))
    assert volume(apart) == pytest.approx(27, rel=1e-3)
    assert max(x for face in apart for x, _, _ in face) > 3


@pytest.mark.parametrize(("unit", "gap"), [(0, 0), (10, 5), (10, -1), (float("nan"), 0)])
def test_wrong_sizes_are_refused(unit, gap):
    with pytest.raises(PuzzleryError, match="a gap under half a cell"):
        piece_stl(pieces("soma")[0], unit=unit, gap=gap)
