"""Symmetries: as many as the solid has, and each carries moves to moves."""

import pytest

from puzzlery import Puzzle, puzzle

COUNTS = [
    ("3x3x3", 48),
    ("2x2x2", 48),
    ("megaminx", 120),
    ("pyraminx", 24),
    ("fto", 48),
    ("icosamate", 120),
    ("helicopter", 48),
    ("2x3x4", 8),
    ("3x3x2", 16),
    ("gear cube", None),
]


@pytest.mark.parametrize(("name", "count"), COUNTS)
def test_there_are_as_many_as_the_solid_has(name, count):
    subject = puzzle(name)
    found = subject.symmetries()
    if count is not None:
        assert len(found) == count
        assert len(subject.symmetries(reflections=False)) == count // 2
    assert found[0].stickers.is_identity
    assert len({symmetry.stickers for symmetry in found}) == len(found)


@pytest.mark.parametrize(
    "name", ["3x3x3", "megaminx", "pyraminx", "2x3x4", "gear cube", "ivy cube"]
)
def test_each_carries_moves_to_moves(name):
    subject = puzzle(name)
    for symmetry in subject.symmetries():
        for move, (image, amount) in symmetry.moves.items():
            assert (
                subject.moves[move].conjugate(symmetry.stickers) == subject.moves[image] ** amount
            )


def test_they_form_a_group():
    every = {symmetry.stickers for symmetry in puzzle("skewb").symmetries()}
    assert all(a * b in every for a in every for b in every)


def test_mirrors_turn_clockwise_into_counter_clockwise():
    for symmetry in puzzle("3x3x3").symmetries():
        faces = [symmetry.moves[face] for face in "UDLRFB"]
        assert all(amount == (-1 if symmetry.is_reflection else 1) for _, amount in faces)


def test_without_positions_only_the_identity_is_known():
    (only,) = Puzzle.from_cycles({"a": [[0, 1, 2]]}, ["red"] * 3).symmetries()
    assert only.stickers.is_identity
    assert only.moves == {"a": ("a", 1)}


def test_flat_puzzles_have_the_symmetries_of_their_plane():
    square = [[1, 1, 0], [-1, 1, 0], [-1, -1, 0], [1, -1, 0]]
    spun = Puzzle.from_cycles({"a": [[0, 1, 2, 3]]}, ["red"] * 4, positions=square)
    assert len(spun.symmetries()) == 8
    assert len(spun.symmetries(reflections=False)) == 4


def test_a_bandage_breaks_symmetry():
    fused = puzzle("fused cube")
    assert 1 < len(fused.symmetries()) < 48
