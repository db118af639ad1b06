"""Colorings with known faults, over many puzzles; a plain membership test where that decides."""

import random

import pytest
from tests.oracles.faults import faulty, shown
from tests.oracles.membership import only_permutation

from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring

QUICK = ("2x2x2", "3x3x3", "4x4x4", "skewb", "pyraminx", "megaminx", "gear cube", "FTO", "dino",
         "helicopter", "gear cube ultimate", "Hungarian rings")  # fmt: skip
MANY = (*QUICK, "5x5x5", "7x7x7", "supercube 4", "supercube 5", "2x2x3", "3x3x5", "2x3x4",
        "tetrahedron 4", "octahedron 2", "icosahedron 2", "master skewb", "mastermorphix",
        "curvy copter", "Jing pyraminx", "teraminx", "pyraminx crystal", "icosamate", "kilominx",
        "gear cube extreme", "Square-2", "clock", "ivy cube", "Redi cube", "top spin")  # fmt: skip


def judge(puzzle: Puzzle, rng: random.Random) -> bool:
    """Judge a reachable coloring and a faulty one; whether the faulty one was refused."""
    right = Coloring(puzzle, tuple(shown(puzzle, puzzle.group.random(rng))))
    verdict = puzzle.validate(right)
    assert verdict.reachable
    assert verdict.rotation is None
    assert verdict.state is not None
    assert verdict.state.coloring == right
    assert puzzle.group.contains(verdict.state.permutation)
    return refused(puzzle, faulty(puzzle, rng))


def refused(puzzle: Puzzle, picks: list[int]) -> bool:
    """Whether a coloring is unreachable; the verdict is compared with whatever else is known."""
    coloring = Coloring(puzzle, tuple(picks))
    verdict = puzzle.validate(coloring)
    assert verdict.decided
    compare_with_membership(puzzle, picks, verdict.reachable and verdict.rotation is None)
    if verdict.reachable:
        assert verdict.state is not None
        assert verdict.state.coloring == coloring
        turned = puzzle.permutation(verdict.rotation or "")
        assert puzzle.group.contains(verdict.state.permutation * turned.inverse)
        return False
    assert verdict.reasons
    assert all(reason.text for reason in verdict.reasons)
    assert all(reason.stickers or reason.text.startswith("no ") for reason in verdict.reasons)
    assert verdict.repair is not None
    assert puzzle.validate(verdict.repair.coloring).reachable
    assert verdict.repair.coloring != coloring
    return True


def compare_with_membership(puzzle: Puzzle, picks: list[int], reachable: bool) -> None:
    try:
        permutation = only_permutation(puzzle, picks)
    except ValueError:
        return
    known = permutation is not None and puzzle.group.contains(permutation)
    assert reachable == known


@pytest.mark.parametrize("name", QUICK)
def test_faults_are_refused_with_reasons_and_repairs(name: str) -> None:
    puzzle, rng = named(name), random.Random(name)
    assert sum(judge(puzzle, rng) for _ in range(12)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", MANY)
def test_ten_thousand_colorings_are_judged_rightly(name: str) -> None:
    puzzle, rng = named(name), random.Random(f"many {name}")
    assert sum(judge(puzzle, rng) for _ in range(150)) > 0
