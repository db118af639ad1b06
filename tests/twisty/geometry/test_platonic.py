"""Families and cuboids: sizes, layers, and the shapes they keep."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.groups import group_order
from tests.oracles.polyhedra import tiles

from puzzlery.core.permutation import Permutation
from puzzlery.errors import InvalidPuzzle, UnknownName
from puzzlery.twisty.geometry import FAMILIES, cube, cuboid, cut_puzzle, platonic, solid

# Shape, size: stickers, moves, order of a move; counted in the twisty-polyhedra program.
COUNTS = {
    ("tetrahedron", 3): (36, 12, 3),
    ("tetrahedron", 5): (100, 20, 3),
    ("cube", 4): (96, 12, 4),
    ("octahedron", 2): (32, 8, 3),
    ("octahedron", 4): (128, 16, 3),
    ("dodecahedron", 2): (132, 12, 5),
    ("dodecahedron", 6): (732, 36, 5),
    ("icosahedron", 2): (80, 24, 5),
    ("icosahedron", 4): (320, 48, 5),
}


@pytest.mark.parametrize(("shape", "size"), COUNTS)
def test_families_have_the_counts_of_their_first_program(shape, size):
    puzzle = platonic(shape, size)
    stickers, moves, order = COUNTS[shape, size]
    assert (puzzle.degree, len(puzzle.moves)) == (stickers, moves)
    assert {move.order for move in puzzle.moves.values()} == {order}


@pytest.mark.parametrize("shape", FAMILIES)
def test_every_small_size_is_there(shape):
    family = FAMILIES[shape]
    for size in family.sizes[:6]:
        puzzle = platonic(shape, size)
        assert puzzle.degree == family.stickers(size)
        per_face = Counter(puzzle.skin.faces).values()
        assert len(set(per_face)) == 1


def test_an_icosahedron_turns_the_rows_around_each_vertex():
    sizes = Counter(len(turn.moving) for turn in platonic("icosahedron", 4).turns.values())
    assert sizes == {5: 12, 15: 12, 25: 12, 35: 12}


def test_families_are_the_puzzles_that_people_know():
    pyraminx = cut_puzzle("t v 0.333333333333333 v 1.66666666666667")
    assert platonic("tetrahedron", 3) == pyraminx
    assert platonic("octahedron", 3) == cut_puzzle("o f 0.333333333333333")
    assert platonic("cube", 5) == cube(5)
    megaminx, small = cut_puzzle("d f 0.7"), platonic("dodecahedron", 2)
    assert all(megaminx.moves[name] == move for name, move in small.moves.items())
    assert set(megaminx.moves) - set(small.moves) == {"2U", "2F", "2R", "2L", "2BR", "2BL"}


def test_sizes_that_do_not_exist_are_refused_with_those_that_do():
    with pytest.raises(InvalidPuzzle, match="size 3; its sizes are the even numbers from 2 to 64"):
        platonic("dodecahedron", 3)
    with pytest.raises(InvalidPuzzle, match="size 0; its sizes are the numbers from 1 to 127"):
        platonic("tetrahedron", 0)
    with pytest.raises(UnknownName, match="did you mean icosahedron"):
        platonic("icosaedron", 2)


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        *(("tetrahedron", size) for size in (3, 4, 5)),
        *(("cube", size) for size in (2, 3, 4)),
        *(("octahedron", size) for size in (2, 3, 4)),
        *(("dodecahedron", size) for size in (2, 4, 6)),
        *(("icosahedron", size) for size in (2, 3, 4)),
    ],
)
def test_layers_are_those_of_plain_tiles(shape, size):
    """One renumbering of the stickers carries all layers of the oracle to all of ours."""
    theirs = tiles(shape, size)
    puzzle = platonic(shape, size)
    frame = solid(shape[0])
    face = np.array(theirs.face)
    count = len(frame.normals)
    middles = np.array([theirs.position[face == k].mean(axis=0) for k in range(count)])
    aligning = alignment(units(middles), frame.normals)
    faces = (units(middles) @ aligning.T @ frame.normals.T).argmax(axis=1)
    moves = [Permutation(images) for images in theirs.moves]
    axes = theirs.axis @ aligning.T
    ours = list(puzzle.turns.values())
    our_axes = np.array([turn.spins[0].axis for turn in ours])
    our_keys = layer_keys([t.permutation for t in ours], our_axes, puzzle.skin.positions)
    number = {key: k for k, key in enumerate(our_keys)}
    pairs = [number[key] for key in layer_keys(moves, axes, theirs.position @ aligning.T)]
    assert sorted(pairs) == list(range(len(ours)))

    our_marks = marks(
        dict(enumerate(t.permutation for t in ours)), map(frame.faces.index, puzzle.skin.faces)
    )
    their_marks = marks(dict(zip(pairs, moves, strict=True)), faces[face])
    place = {mark: index for index, mark in enumerate(our_marks)}
    assert len(place) == puzzle.degree
    renumbering = Permutation([place[mark] for mark in their_marks])
    for pair, move in zip(pairs, moves, strict=True):
        ours_there = ours[pair].permutation
        assert move.conjugate(renumbering) in (ours_there, ours_there.inverse)


def units(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def alignment(theirs, ours):
    """A rotation that carries one set of face normals to the other."""

    def frame(a, b):
        return np.column_stack([a, b, np.cross(a, b)])

    beside = np.argsort(theirs @ theirs[0])[-2]
    inverse = np.linalg.inv(frame(theirs[0], theirs[beside]))
    for a in ours:
        for b in ours:
            if abs(a @ b - theirs[0] @ theirs[beside]) < 1e-3:
                rotation = frame(a, b) @ inverse
                if ((theirs @ rotation.T @ ours.T).max(axis=1) > 1 - 1e-3).all():
                    return rotation
    raise AssertionError("the solids differ")


def layer_keys(moves, axes, positions):
    """For each layer its axis, and its rank along it."""
    lines = [min(tuple(a.round(2) + 0.0), tuple(-a.round(2) + 0.0)) for a in axes]
    heights = [
        (positions[move.support] @ np.array(line)).mean()
        for move, line in zip(moves, lines, strict=True)
    ]
    return [
        (line, sum(h < height - 1e-6 for h, l in zip(heights, lines, strict=True) if l == line))
        for line, height in zip(lines, heights, strict=True)
    ]


def marks(moves, faces):
    """Each sticker by its face and the layers that move it."""
    listed = list(faces)
    moving = [set() for _ in listed]
    for number, move in moves.items():
        for sticker in move.support.tolist():
            moving[sticker].add(number)
    return [(int(face), frozenset(numbers)) for face, numbers in zip(listed, moving, strict=True)]


sides = st.integers(1, 6)


@settings(max_examples=40)
@given(sides, sides, sides)
def test_cuboids_have_the_pieces_of_their_surface(a, b, c):
    puzzle = cuboid(a, b, c)
    inner = max(a - 2, 0) * max(b - 2, 0) * max(c - 2, 0)
    assert len(puzzle.pieces()) == a * b * c - inner
    assert puzzle.degree == 2 * (a * b + b * c + c * a)


@settings(max_examples=40)
@given(sides, sides, sides)
def test_layers_of_cuboids_make_the_turns_that_keep_the_shape(a, b, c):
    puzzle = cuboid(a, b, c)
    expected = {}
    for names, size, across in (("RLM", a, (b, c)), ("UDE", b, (a, c)), ("FBS", c, (a, b))):
        square = across[0] == across[1]
        for layer in range(1, size + 1) if size > 1 else ():
            near = 2 * layer - 1 - size
            name = names[2] if near == 0 else names[near > 0]
            number = min(layer, size + 1 - layer)
            prefix = "" if near == 0 or number == 1 else str(number)
            expected[f"{prefix}{name}{'' if square else '2'}"] = square
    assert set(puzzle.turns) == set(expected)
    for name, square in expected.items():
        assert puzzle.moves[name].order == (1 if max(a, b, c) == 1 else 4 if square else 2)


def test_moves_of_cuboids_are_written_as_people_write_them():
    domino = cuboid(3, 2, 3)
    assert domino.permutation("R2 R2").is_identity
    assert not domino.permutation("R2").is_identity
    assert domino.permutation("U R2 U'") != domino.permutation("R2")
    assert domino.permutation("x2") == domino.permutation("Rv2")
    with pytest.raises(UnknownName, match=r'unknown move "R" for 3x2x3; its moves are .*R2'):
        domino.permutation("R")
    with pytest.raises(UnknownName, match='unknown move "x"'):
        domino.permutation("x")


@pytest.mark.parametrize(
    ("sizes", "order"),
    [
        ((3, 3, 1), 192),
        ((2, 2, 3), 241_920),
        # 406,425,600 states, each held in four ways that its centers do not tell apart.
        ((3, 2, 3), 4 * 406_425_600),
    ],
)
def test_cuboids_have_their_published_number_of_states(sizes, order):
    puzzle = cuboid(*sizes)
    assert group_order([puzzle.moves[name].images for name in puzzle.basis]) == order


def test_sides_without_cubes_are_refused():
    with pytest.raises(InvalidPuzzle, match="a side of 0; expected whole numbers from 1 on"):
        cuboid(3, 0, 3)
    with pytest.raises(InvalidPuzzle, match="300x300x2 would have 182400 stickers"):
        cuboid(300, 300, 2)
