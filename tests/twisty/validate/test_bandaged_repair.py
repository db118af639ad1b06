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


def compare(rng: random.Random, tries: int) -> list[int]:
    """Compare verdicts and repairs with the walk; give the costs of proven repairs."""
    costs = []
    for _ in range(tries):
        puzzle = random_bandaged(rng)
        reached = walked(puzzle)
        picks = list(rng.choice(sorted(reached)))
        for _ in range(rng.randint(0, 3)):
            picks[rng.randrange(puzzle.degree)] = rng.randrange(len(puzzle.palette))
        verdict = puzzle.validate(Coloring(puzzle, tuple(picks)))
        assert verdict.reachable == (tuple(picks) in reached)
        repair = verdict.repair
        singles = all_changes(puzzle, np.array(picks, dtype=np.uint16))
        if verdict.reachable:
            continue
        one_is_enough = any(tuple(changed.tolist()) in reached for changed in singles)
        if repair is None:
            assert not one_is_enough
            continue
        assert repair.coloring.picks in reached
        assert one_is_enough == (cost(repair) == 1)
        assert repair.proven == (cost(repair) <= 2)
        costs.append(cost(repair))
    return costs


def test_bandaged_puzzles_are_judged_and_repaired_as_a_walk_tells() -> None:
    costs = compare(random.Random(0), 120)
    assert costs.count(1) > 15
    assert costs.count(2) > 2


@pytest.mark.slow
def test_many_bandaged_puzzles_are_judged_and_repaired_as_a_walk_tells() -> None:
    assert len(compare(random.Random(1), 10_000)) > 1_000


def test_one_wrong_sticker_of_square_one_is_always_mended() -> None:
    square, rng = named("Square-1"), random.Random(4)
    for seed in range(4):
        picks = list(square.apply(square.scramble(seed=seed)).coloring.picks)
        place = rng.randrange(square.degree)
        picks[place] = (picks[place] + 1) % len(square.palette)
        repair = square.validate(Coloring(square, tuple(picks))).repair
        assert repair is not None
        assert (cost(repair), repair.proven) == (1, True)
