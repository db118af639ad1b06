"""Pieces and orbits against published counts and a plain pair-by-pair twin."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlery import Puzzle, puzzle
from puzzlery.twisty.orbits import refine

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


def plain_pieces(degree: int, moves: list[list[int]]) -> set[frozenset[int]]:
    """Pairs are apart if a move treats them differently, or carries them to a pair apart."""

    def length(move: list[int], point: int) -> int:
        steps, at = 1, move[point]
        while at != point:
            steps, at = steps + 1, move[at]
        return steps if move[point] != point else 0

    apart = {
        (a, b)
        for a in range(degree)
        for b in range(degree)
        if any(length(m, a) != length(m, b) for m in moves)
    }
    while True:
        more = {
            (a, b)
            for a in range(degree)
            for b in range(degree)
            if (a, b) not in apart and any((m[a], m[b]) in apart for m in moves)
        }
        if not more:
            break
        apart |= more
    return {frozenset(b for b in range(degree) if (a, b) not in apart) for a in range(degree)}


@given(
    st.integers(1, 9).flatmap(lambda n: st.lists(st.permutations(range(n)), min_size=1, max_size=3))
)
def test_refinement_agrees_with_plain_pairs(moves):
    degree = len(moves[0])
    names = {f"m{number}": move for number, move in enumerate(moves)}
    from puzzlery.permutation import Permutation

    subject = Puzzle.from_cycles(
        {name: Permutation(move).cycles() for name, move in names.items()}, ["red"] * degree
    )
    assert set(subject.pieces()) == plain_pieces(degree, [list(move) for move in moves])


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


def test_a_point_that_turns_in_place_is_a_piece_of_its_own():
    turning = Puzzle.from_cycles({"a": [[0, 1], [2]]}, ["red"] * 4)
    assert turning.pieces() == [frozenset({0, 1}), frozenset({2}), frozenset({3})]


def test_glued_pieces_count_as_one():
    assert len(puzzle("square-1").pieces()) == len(puzzle("square-2").pieces()) - 8


def test_no_moves_leave_one_piece():
    import numpy as np

    assert refine(np.zeros((1, 4), dtype=np.int64), []).tolist() == [0, 0, 0, 0]
