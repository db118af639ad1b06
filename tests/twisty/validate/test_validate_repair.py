"""Repairs: nothing smaller than a proven one is enough, as trying everything shows."""

import random
from itertools import islice

import numpy as np
import pytest
from tests.oracles.changes import all_changes
from tests.oracles.colorings import explanations
from tests.oracles.faults import faulty, recolored, shown, swapped, turned
from tests.twisty.validate.test_partial import random_even
from tests.twisty.validate.test_validate_brute import random_puzzle, random_wreath

from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring
from puzzlery.twisty.structure.colored_orbit import Colors
from puzzlery.twisty.validate import Repair
from puzzlery.twisty.validate.decision import decide

SMALL = ("2x2x2", "3x3x3", "skewb", "pyraminx", "dino", "4x4x4", "ivy cube", "gear cube extreme")


def cost(repair: Repair) -> int:
    """One for a piece or a swap, one for each sticker that gets a new color."""
    return sum(len(change.stickers) if change.kind == "recolor" else 1 for change in repair.changes)


def is_reachable(puzzle: Puzzle, colors: Colors) -> bool:
    return decide(puzzle.checker.plan, colors).answer == "reachable"


def broken(puzzle: Puzzle, rng: random.Random) -> list[int]:
    """A coloring with a few faults of different kinds."""
    picks = shown(puzzle, puzzle.group.random(rng))
    for fault in rng.choices((turned, swapped, recolored), k=rng.randint(1, 4)):
        picks = fault(puzzle, picks, rng)
    return picks


def smaller_is_enough(puzzle: Puzzle, colors: Colors, size: int) -> bool:
    """Whether so many changes, or fewer, make a coloring reachable."""
    if is_reachable(puzzle, colors):
        return True
    return size > 0 and any(
        smaller_is_enough(puzzle, changed, size - 1) for changed in all_changes(puzzle, colors)
    )


def check(puzzle: Puzzle, picks: list[int], most: int) -> bool:
    """Whether a repair was compared with all that is smaller, up to so many changes."""
    verdict = puzzle.validate(Coloring(puzzle, tuple(picks)))
    repair = verdict.repair
    if repair is None or verdict.rotation is not None or not repair.proven:
        return False
    size = cost(repair)
    colors = np.array(picks, dtype=np.uint16)
    assert not smaller_is_enough(puzzle, colors, min(size - 1, most))
    return size - 1 <= most


@pytest.mark.parametrize("name", SMALL)
def test_no_single_change_does_what_a_repair_does(name: str) -> None:
    puzzle, rng = named(name), random.Random(name)
    assert sum(check(puzzle, broken(puzzle, rng), most=1) for _ in range(6)) > 2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["2x2x2", "skewb", "ivy cube", "dino"])
def test_no_two_changes_do_what_a_repair_of_three_does(name: str) -> None:
    puzzle, rng = named(name), random.Random(name)
    compared = (check(puzzle, broken(puzzle, rng), most=2) for _ in range(40))
    assert sum(islice(compared, 40)) > 20


@pytest.mark.parametrize("name", ["3x3x3", "megaminx", "7x7x7", "FTO", "teraminx"])
def test_usual_faults_have_proven_repairs(name: str) -> None:
    puzzle, rng = named(name), random.Random(name)
    repairs = [
        puzzle.validate(Coloring(puzzle, tuple(faulty(puzzle, rng)))).repair for _ in range(8)
    ]
    assert all(repair.proven for repair in repairs if repair is not None)


def test_a_random_coloring_has_a_repair_that_is_not_called_smallest() -> None:
    puzzle, rng = named("megaminx"), random.Random(4)
    picks = list(puzzle.solved_colors)
    rng.shuffle(picks)
    verdict = puzzle.validate(Coloring(puzzle, tuple(picks)))
    assert verdict.repair is not None
    assert not verdict.repair.proven
    assert puzzle.validate(verdict.repair.coloring).reachable


def test_a_chain_of_two_stickers_is_preferred_to_one_piece_of_three() -> None:
    """A corner with three wrong colors may be mended by one new color here and one there."""
    cube = named("2x2x2")
    rng = random.Random(0)
    for _ in range(60):
        picks = list(cube.solved_colors)
        for _ in range(2):
            picks = recolored(cube, picks, rng)
        repair = cube.validate(Coloring(cube, tuple(picks))).repair
        if repair is not None:
            assert repair.proven
            assert cost(repair) <= 2


@pytest.mark.parametrize(
    ("moves", "solved", "shown"),
    [
        (
            {
                "a": [[0, 2], [1, 3]],
                "b": [[0, 11, 2, 9], [1, 8, 3, 10], [4, 5, 6, 7]],
                "c": [[0, 8, 6, 2, 10, 4], [1, 9, 7, 3, 11, 5]],
            },
            "012230311103",
            "130102321031",
        ),
        (
            {
                "a": [[0, 1], [2, 4, 3, 5], [6, 9, 8, 7], [10, 17], [11, 14], [12, 15], [13, 16]],
                "b": [[2, 5], [3, 4], [6, 7, 8, 9], [10, 15, 12, 17], [11, 16, 13, 14]],
                "c": [[0, 3, 4, 1, 2, 5], [6, 10, 17], [7, 11, 14], [8, 12, 15], [9, 13, 16]],
            },
            "010203020023012223",
            "011203200023202230",
        ),
    ],
)
def test_a_new_color_and_the_order_of_a_piece_cost_less_than_many_new_colors(
    moves: dict[str, list[list[int]]], solved: str, shown: str
) -> None:
    """The campaign found these: repairs of four changes were called the smallest."""
    mixed = Puzzle.from_cycles(moves, list(solved))
    repair = mixed.validate(list(shown)).repair
    assert repair is not None
    assert (cost(repair), repair.proven) == (3, True)
    assert mixed.validate(repair.coloring).reachable
    assert [change.kind for change in repair.changes].count("reorder") == 1


def painting_costs(puzzle: Puzzle, now: Colors, targets: np.ndarray) -> np.ndarray:
    """For each target what it costs to paint it slot by slot: new colors, or some and an order."""
    total = np.zeros(len(targets), dtype=np.int64)
    for orbit in puzzle.checker.plan.orbits:
        for row in orbit.slots:
            here, there = now[row], targets[:, row]
            painted = (here != there).sum(axis=1)
            if not orbit.is_fixed:
                counts = [
                    np.maximum((there == color).sum(axis=1) - int((here == color).sum()), 0)
                    for color in range(len(puzzle.palette))
                ]
                painted = np.minimum(painted, np.sum(counts, axis=0) + 1)
            total += painted
    return total


def compare_with_painting(rng: random.Random, puzzles: int) -> int:
    """Whether no repair that is proven costs more than painting any reachable coloring."""
    proven = 0
    for _ in range(puzzles):
        make = rng.choice((random_puzzle, random_wreath, random_even))
        puzzle = make(rng, 2_000)
        reached = np.array(sorted(explanations(puzzle)), dtype=np.uint16)
        for _ in range(10):
            picks = [rng.randrange(len(puzzle.palette)) for _ in range(puzzle.degree)]
            repair = puzzle.validate(Coloring(puzzle, tuple(picks))).repair
            if repair is None or not repair.proven:
                continue
            proven += 1
            now = np.array(picks, dtype=np.uint16)
            assert cost(repair) <= painting_costs(puzzle, now, reached).min(), picks
    return proven


def test_no_painting_is_cheaper_than_a_proven_repair_of_what_is_wrong_all_over() -> None:
    assert compare_with_painting(random.Random(0), 25) > 100


@pytest.mark.slow
def test_no_painting_is_cheaper_than_any_of_many_proven_repairs() -> None:
    assert compare_with_painting(random.Random(1), 600) > 2_000
