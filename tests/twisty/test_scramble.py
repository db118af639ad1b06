"""Scrambles: seeded, legal, without wasted moves, and in the words of each puzzle."""

import re

import pytest

from puzzlery import Puzzle, PuzzleryError, puzzle
from puzzlery.twisty.catalog import entries
from puzzlery.twisty.mechanisms.bandage import bandage


@pytest.mark.parametrize("name", [entry.name for entry in entries()])
def test_every_catalogue_puzzle_is_scrambled_by_what_it_can_read(name):
    subject = puzzle(name)
    alg = subject.scramble(seed=7)
    assert subject.alg(str(alg)) == alg
    assert not subject.apply(str(alg)).permutation.is_identity


def test_the_seed_decides():
    cube = puzzle("3x3x3")
    assert cube.scramble(seed=1) == cube.scramble(seed=1)
    assert cube.scramble(seed=1) != cube.scramble(seed=2)
    assert cube.scramble() != cube.scramble()


def test_no_move_is_wasted():
    for name in ("3x3x3", "5x5x5", "pyraminx", "skewb", "helicopter"):
        subject = puzzle(name)
        for seed in range(5):
            alg = subject.scramble(seed=seed, length=60)
            assert len(list(alg.simplify(subject).moves())) == 60


def test_competition_puzzles_are_scrambled_as_in_competitions():
    assert re.fullmatch(r"([RUF]['2]? ?)+", str(puzzle("2x2x2").scramble(seed=1)))
    assert re.fullmatch(r"([UDLRFB]['2]? ?)+", str(puzzle("3x3x3").scramble(seed=1)))
    pyraminx = str(puzzle("pyraminx").scramble(seed=1))
    assert re.fullmatch(r"([ULRB]'? ){8,}([ulrb]'? ?)*", pyraminx)
    six = str(puzzle("6x6x6").scramble(seed=1))
    assert re.fullmatch(r"((3[UFR]w|[UDLRFB]w?)['2]? ?)+", six)
    assert len(six.split()) == 80
    minx = str(puzzle("megaminx").scramble(seed=1)).split("\n")
    assert len(minx) == 7
    assert all(re.fullmatch(r"(R(\+\+|--) D(\+\+|--) ?){5}U'?", line.strip()) for line in minx)
    clock = str(puzzle("clock").scramble(seed=1))
    assert re.fullmatch(
        r"([UDLR]{1,2}|ALL)\d[+-]( ([UDLR]{1,2}|ALL)\d[+-]){8} y2( (.|ALL)\d[+-]){5}", clock
    )
    assert re.fullmatch(r"(\(-?\d, -?\d\) / ?)+", str(puzzle("square-1").scramble(seed=3)))


def test_blocked_moves_are_never_made():
    for name in ("square-1", "fused cube", "bicube"):
        subject = puzzle(name)
        for seed in range(5):
            alg = subject.scramble(seed=seed, length=30)
            assert not subject.apply(alg).is_solved
            assert len(list(alg.moves())) >= 30


def test_faulty_lengths_and_moveless_puzzles_are_refused():
    with pytest.raises(PuzzleryError, match="length -1"):
        puzzle("3x3x3").scramble(length=-1)
    still = Puzzle.from_cycles({"a": []}, ["red"] * 2, name="still life")
    with pytest.raises(PuzzleryError, match="still life has no moves"):
        still.scramble()


def test_a_bandaged_megaminx_is_scrambled_by_free_moves():
    """The long turns of competitions would cut through what is joined."""
    megaminx = puzzle("megaminx")
    corner = next(sorted(piece) for piece in megaminx.pieces() if len(piece) == 3)
    faces = {megaminx.stickers[i].face for i in corner}
    edge = next(
        sorted(piece) for piece in megaminx.pieces()
        if len(piece) == 2 and {megaminx.stickers[i].face for i in piece} < faces
    )  # fmt: skip
    stiff = bandage(megaminx, [[corner[0], edge[0]]])
    for seed in range(5):
        alg = stiff.scramble(seed=seed)
        assert len(alg) > 50
        assert not stiff.apply(alg).is_solved
    assert "++" in str(megaminx.scramble(seed=1))
