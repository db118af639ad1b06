"""Pieces and orbits against published counts and a flood fill."""

import random

import pytest

from puzzlery import Puzzle, puzzle

ROWS = [
    ("2x2x2", 8, "CORNERS:8x3"),
    ("3x3x3", 26, "CORNERS:8x3 EDGES:12x2 CENTERS:6x1"),
    ("4x4x4", 56, "CORNERS:8x3 EDGES:24x2 CENTERS:24x1"),
    ("megaminx", 62, "CORNERS:20x3 EDGES:30x2 CENTERS:12x1"),
    ("skewb", 14, "CORNERS:4x3 CORNERS2:4x3 CENTERS:6x1"),
    ("pyraminx", 14, "CORNERS:4x3 CORNERS2:4x3 EDGES:6x2"),
    ("helicopter", 32, "CORNERS:8x3 CENTERS:24x1"),
    ("skewb diamond", 14, "C4RNER:6x4 CENTERS:4x1 CENTERS2:4x1"),
    ("icosamate", 32, "C5RNER:12x5 CENTERS:20x1"),
]


@pytest.mark.parametrize(("name", "pieces", "orbits"), ROWS)
def test_published_counts(name, pieces, orbits):
    subject = puzzle(name)
    shown = [f"{o.name}:{o.pieces}x{o.orientations}" for o in subject.orbits()]
    assert len(subject.pieces()) == pieces
    assert sorted(shown) == sorted(orbits.split())


def test_fto_corners_reach_two_of_their_four_orientations():
    (corners,) = [orbit for orbit in puzzle("fto").orbits() if orbit.orientations == 4]
    assert corners.reachable == 2


def test_pieces_are_a_partition():
    for name in ("3x3x3", "megaminx", "gear cube", "square-1", "clock"):
        subject = puzzle(name)
        assert sorted(i for piece in subject.pieces() for i in piece) == list(range(subject.degree))


def raw(name: str) -> Puzzle:
    """The same puzzle with nothing known but its moves."""
    subject = puzzle(name)
    moves = {key: move.cycles() for key, move in subject.moves.items() if key in subject.basis}
    return Puzzle.from_cycles(moves, ["gray"] * subject.degree, name=f"raw {name}")


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("3x3x3", 21),  # 20 cubies and the core of six centres
        ("4x4x4", 56),
        ("megaminx", 51),
        ("skewb", 14),
        ("gear cube", 35),
        ("square-2", 26),
    ],
)
def test_moves_alone_tell_the_pieces(name, pieces):
    assert len(raw(name).pieces()) == pieces


def test_orbits_of_random_moves_agree_with_a_flood_fill():
    rng = random.Random(5)
    for _ in range(50):
        degree = rng.randint(2, 30)
        cycles = [rng.sample(range(degree), rng.randint(2, min(4, degree))) for _ in range(4)]
        subject = Puzzle.from_cycles({f"m{i}": [c] for i, c in enumerate(cycles)}, ["red"] * degree)
        ours = {frozenset().union(*orbit.slots) for orbit in subject.orbits()}
        groups = [set(piece) for piece in subject.pieces()]
        for cycle in cycles:
            touched = [group for group in groups if group & set(cycle)]
            groups = [group for group in groups if not group & set(cycle)]
            groups.append(set().union(*touched))
        assert ours == {frozenset(group) for group in groups}


def test_glued_pieces_count_as_one():
    assert len(puzzle("square-1").pieces()) == len(puzzle("square-2").pieces()) - 8
