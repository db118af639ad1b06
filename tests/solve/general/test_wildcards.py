"""Wildcards: so many stickers may be wrong in the end, and what costs most stays so."""

import pytest

from puzzlery import puzzle
from puzzlery.errors import PuzzleryError
from puzzlery.twisty.model.puzzle import Puzzle

SCRAMBLE = "R U2 F' L D' B2 R' U L2 F D R2 B' L' U' F2"


def wrong(moved: Puzzle, alg: object) -> int:
    shown = moved.apply(SCRAMBLE).apply(alg).permutation.inverse.images
    colors = moved.solved_colors
    return sum(colors[shown[place]] != colors[place] for place in range(moved.degree))


@pytest.mark.parametrize("name", ["3x3x3", "4x4x4"])
def test_no_more_stickers_are_wrong_than_there_are_wildcards(name: str) -> None:
    chosen = puzzle(name)
    lengths = {}
    for wildcards in (0, 9, 30):
        found = chosen.solve(
            SCRAMBLE, "general", metric="SSTM", proposals=20_000, wildcards=wildcards, seed=1
        )
        lengths[wildcards] = found.length
        assert wrong(chosen, found.alg) <= wildcards
        assert not (found.optimal and wildcards)
    assert lengths[30] < lengths[0]


def test_as_many_wildcards_as_stickers_need_no_move() -> None:
    chosen = puzzle("4x4x4")
    found = chosen.solve(SCRAMBLE, "general", proposals=1_000, wildcards=chosen.degree)
    assert found.length <= 20


@pytest.mark.parametrize("given", [-1, 1.5, "4"])
def test_a_number_of_stickers_is_expected(given: object) -> None:
    with pytest.raises(PuzzleryError, match="wildcards"):
        puzzle("2x2x2").solve("R U", "general", wildcards=given)
