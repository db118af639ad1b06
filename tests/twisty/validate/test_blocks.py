"""Colorings of groups with blocks, and of primitive ones, against lists of all that is reached."""

import random
from collections import Counter

import numpy as np
import pytest
from tests.oracles import known_groups as known

from puzzlery.core.permutation import Permutation
from puzzlery.groups import PermGroup
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.validate.decision import decide
from puzzlery.twisty.validate.decision_plan import prepare

Picks = tuple[int, ...]
MOST_LISTED = 20_000


def reached(moves: list[Permutation], solved: Picks) -> set[Picks] | None:
    """All colorings that moves lead to; None if they are many."""
    images = [list(move) for move in moves]
    found, queue = {solved}, [solved]
    for colors in queue:
        for move in images:
            then = list(colors)
            for source, target in enumerate(move):
                then[target] = colors[source]
            if (after := tuple(then)) not in found:
                found.add(after)
                queue.append(after)
        if len(found) > MOST_LISTED:
            return None
    return found


def random_blocks(rng: random.Random) -> list[Permutation]:
    """A group with blocks: a wreath product of small groups, or a part of one."""
    makers = (known.symmetric, known.alternating, known.dihedral)
    inner = rng.choice(makers)(rng.randint(3, 5))
    outer = rng.choice(makers)(rng.randint(3, 4))
    moves = known.wreath(inner, outer)
    if rng.random() < 0.5:
        group = PermGroup(moves)
        moves = [group.random(rng) for _ in range(rng.randint(1, 3))]
    return moves


@pytest.mark.parametrize("seed", range(40))
def test_colorings_of_groups_with_blocks_are_decided_as_listed(seed: int) -> None:
    rng = random.Random(seed)
    moves, listed = random_blocks(rng), None
    while listed is None:
        solved = [rng.randrange(rng.randint(2, 3)) for _ in range(len(moves[0]))]
        listed = reached(moves, tuple(solved))
        moves = moves if listed else random_blocks(rng)
    plan = prepare(PermGroup(moves), solved)
    colorings = [list(colors) for colors in rng.sample(sorted(listed), min(20, len(listed)))]
    for colors in colorings[:]:
        a, b = rng.sample(range(len(colors)), 2)
        colors = colors.copy()
        colors[a], colors[b] = colors[b], colors[a]
        colorings += [colors, rng.sample(solved, len(solved))]
    for colors in colorings:
        answer = decide(plan, np.array(colors)).answer
        assert (answer == "reachable") == (tuple(colors) in listed)


@pytest.mark.parametrize("prime", [13, 31])
def test_colorings_of_primitive_groups_are_decided_as_listed(prime: int) -> None:
    moves, rng = known.projective_line(prime), random.Random(prime)
    solved = [rng.randrange(2) for _ in range(prime + 1)]
    listed = reached(moves, tuple(solved))
    plan = prepare(PermGroup(moves), solved)
    for colors in (rng.sample(solved, len(solved)) for _ in range(30)):
        answer = decide(plan, np.array(colors)).answer
        assert (answer == "reachable") == (tuple(colors) in listed)
    for colors in rng.sample(sorted(listed), 30):
        assert decide(plan, np.array(colors)).answer == "reachable"


def counts_in_blocks(colors: list[int], size: int) -> Counter[Picks]:
    """How many blocks show which colors: all that a wreath product of symmetric groups keeps."""
    blocks = [tuple(sorted(colors[k : k + size])) for k in range(0, len(colors), size)]
    return Counter(blocks)


@pytest.mark.parametrize(("size", "count"), [(6, 6), (10, 10)])
def test_large_wreath_products_reach_what_has_the_same_blocks(size: int, count: int) -> None:
    moves = known.wreath(known.symmetric(size), known.symmetric(count))
    rng = random.Random(size)
    solved = [rng.randrange(2) for _ in range(size * count)]
    plan = prepare(PermGroup(moves), solved)
    home = counts_in_blocks(solved, size)
    for _ in range(30):
        colors = np.array(solved)[list(plan.group.random(rng))].tolist()
        a, b = rng.sample(range(len(colors)), 2)
        colors[a], colors[b] = colors[b], colors[a]
        answer = decide(plan, np.array(colors)).answer
        assert (answer == "reachable") == (counts_in_blocks(colors, size) == home)


@pytest.mark.slow
def test_a_verdict_with_its_repair_ends_where_each_question_is_long() -> None:
    moves, rng = known.projective_line(499), random.Random(1)
    cycles = {f"m{k}": move.cycles() for k, move in enumerate(moves)}
    puzzle = Puzzle.from_cycles(cycles, [rng.choice(["red", "blue"]) for _ in range(500)])
    plan = puzzle.checker.plan
    puzzle.validate(rng.sample(list(puzzle.solved.coloring), 500))
    assert plan.search.work < 2_000_000_000
