"""Verdicts and repairs of bandaged puzzles, against a walk through all of their states."""

import random

import numpy as np
import pytest
from tests.oracles.changes import all_changes
from tests.twisty.validate.test_validate_brute import COLORS, random_cycles
from tests.twisty.validate.test_validate_repair import cost

from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring


def random_bandaged(rng: random.Random) -> Puzzle:
    """A puzzle of up to six stickers, of which two or three are joined."""
    degree = rng.randint(4, 6)
    moves = {name: random_cycles(rng, degree) for name in "abc"[: rng.randint(2, 3)]}
    colors = [rng.choice(COLORS[: rng.randint(2, 4)]) for _ in range(degree)]
    glued = [rng.sample(range(degree), rng.choice([2, 2, 3]))]
    return Puzzle.from_cycles(moves, colors, glued=glued)


def walked(puzzle: Puzzle) -> set[tuple[int, ...]]:
    """The colorings of all states that free moves reach; a state lists where each sticker is."""
    turns = list(puzzle.turns.values())
    powers = [(turn.moving, tuple(turn.permutation)) for turn in turns]
    powers += [(turn.moving, tuple(turn.permutation.inverse)) for turn in turns]
    start = tuple(range(puzzle.degree))
    states, queue = {start}, [start]
    for state in queue:
        for moving, images in powers:
            sides = [{state[sticker] in moving for sticker in group} for group in puzzle.glued]
            then = tuple(images[place] for place in state)
            if all(len(side) == 1 for side in sides) and then not in states:
                states.add(then)
                queue.append(then)
    colors = puzzle.solved_colors
    return {tuple(colors[state.index(place)] for place in range(len(state))) for state in states}


def least_cost(puzzle: Puzzle, picks: tuple[int, ...], reached: set[tuple[int, ...]]) -> int:
    """The fewest changes that lead to a reachable coloring, by a plain search in breadth."""
    layer, passed = {picks}, {picks}
    for changes in range(6):
        if not layer.isdisjoint(reached):
            return changes
        after = {
            tuple(changed.tolist())
            for colors in layer
            for changed in all_changes(puzzle, np.array(colors, dtype=np.uint16))
        }
        layer = after - passed
        passed |= layer
    raise AssertionError(f"more than 5 changes for {picks}")


def compare(rng: random.Random, tries: int, most_faults: int = 3) -> list[int]:
    """Compare verdicts and repairs with the walk; give the costs of proven repairs."""
    costs = []
    for _ in range(tries):
        puzzle = random_bandaged(rng)
        reached = walked(puzzle)
        picks = list(rng.choice(sorted(reached)))
        for _ in range(rng.randint(0, most_faults)):
            picks[rng.randrange(puzzle.degree)] = rng.randrange(len(puzzle.palette))
        verdict = puzzle.validate(Coloring(puzzle, tuple(picks)))
        assert verdict.reachable == (tuple(picks) in reached)
        if verdict.reachable:
            continue
        repair = verdict.repair
        assert repair is not None
        assert repair.coloring.picks in reached
        least = least_cost(puzzle, tuple(picks), reached)
        assert repair.proven
        assert cost(repair) == least
        costs.append(least)
    return costs


def test_bandaged_puzzles_are_judged_and_repaired_as_a_walk_tells() -> None:
    costs = compare(random.Random(0), 120)
    assert costs.count(1) > 15
    assert costs.count(2) > 2


def test_bandaged_puzzles_that_are_wrong_all_over_get_the_least_repair() -> None:
    costs = compare(random.Random(5), 60, most_faults=12)
    assert costs.count(3) > 5
    assert costs.count(4) > 0


@pytest.mark.parametrize("name", ["bicube", "fused cube", "Square-1"])
def test_there_is_always_a_repair_and_it_is_called_least_only_if_it_is_known(name: str) -> None:
    puzzle, rng = named(name), random.Random(3)
    for faults in (4, 6, 10, 20):
        picks = list(puzzle.apply(puzzle.scramble(seed=faults)).coloring.picks)
        for _ in range(faults):
            picks[rng.randrange(puzzle.degree)] = rng.randrange(len(puzzle.palette))
        repair = puzzle.validate(Coloring(puzzle, tuple(picks))).repair
        assert repair is not None
        assert puzzle.validate(repair.coloring).reachable


def test_a_repair_is_proven_by_what_would_be_needed_without_bandages() -> None:
    bicube = named("bicube")
    picks = list(bicube.solved_colors)
    for place in (0, 9, 18):
        picks[place] = (picks[place] + 1) % 6
    repair = bicube.validate(Coloring(bicube, tuple(picks))).repair
    assert repair is not None
    assert repair.coloring.picks == bicube.solved_colors
    assert (cost(repair), repair.proven) == (3, True)


@pytest.mark.slow
def test_many_bandaged_puzzles_are_judged_and_repaired_as_a_walk_tells() -> None:
    assert len(compare(random.Random(1), 3_000)) > 600
    assert compare(random.Random(2), 1_000, most_faults=12).count(4) > 20


def test_one_wrong_sticker_of_square_one_is_always_mended() -> None:
    square, rng = named("Square-1"), random.Random(4)
    for seed in range(4):
        picks = list(square.apply(square.scramble(seed=seed)).coloring.picks)
        place = rng.randrange(square.degree)
        picks[place] = (picks[place] + 1) % len(square.palette)
        repair = square.validate(Coloring(square, tuple(picks))).repair
        assert repair is not None
        assert (cost(repair), repair.proven) == (1, True)
