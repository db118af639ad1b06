"""Validation agrees with a list of everything that moves lead to."""

import random
from collections.abc import Callable

import pytest
from tests.oracles.colorings import all_elements, explanations

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring

COLORS = ("red", "blue", "green", "white")


def random_puzzle(rng: random.Random, most: int = 3_000) -> Puzzle:
    """A puzzle of up to nine stickers with a small group; colors repeat."""
    while True:
        degree = rng.randint(2, 9)
        moves = {name: random_cycles(rng, degree) for name in "abc"[: rng.randint(1, 3)]}
        colors = [rng.choice(COLORS[: rng.randint(1, 4)]) for _ in range(degree)]
        made = Puzzle.from_cycles(moves, colors)
        if made.group.order <= most:
            return made


def random_cycles(rng: random.Random, degree: int) -> list[list[int]]:
    """Disjoint cycles, often of one length so that stickers go together."""
    points = rng.sample(range(degree), degree)
    length = rng.choice([2, 2, 3, 3, 4])
    cut = [points[i : i + length] for i in range(0, degree, length)]
    chosen = [cycle for cycle in cut if len(cycle) > 1 and rng.random() < 0.7]
    return chosen or [points[:2]]


def random_wreath(rng: random.Random, most: int = 3_000) -> Puzzle:
    """A puzzle of pieces that turn in their slots, in one orbit or two that may be tied."""
    while True:
        most_slots = rng.choice([4, 4, 3])
        shapes = [(rng.randint(1, most_slots), rng.randint(1, 4)) for _ in range(rng.randint(1, 2))]
        degree = sum(slots * width for slots, width in shapes)
        moves = {name: wreath_cycles(rng, shapes) for name in "abc"[: rng.randint(1, 3)]}
        colors = [rng.choice(COLORS[: rng.randint(2, 4)]) for _ in range(degree)]
        made = Puzzle.from_cycles(moves, colors)
        if 1 < made.group.order <= most:
            return made


def wreath_cycles(rng: random.Random, shapes: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Slots arranged anew, and each piece turned round; orbits of one size may go together."""
    images: list[int] = []
    orders = {slots: rng.sample(range(slots), slots) for slots, _ in shapes}
    linked = shapes[0][1] % 2 == 0
    for slots, width in shapes:
        start = len(images)
        order = orders[slots] if linked else rng.sample(range(slots), slots)
        for slot in range(slots):
            turn = rng.randrange(width)
            images += [start + order[slot] * width + (j + turn) % width for j in range(width)]
    return Permutation(images).cycles(singletons=True)


def random_coloring(
    rng: random.Random, puzzle: Puzzle, reachable: list[tuple[int, ...]]
) -> list[int]:
    """A reachable coloring, often with two or more stickers exchanged, sometimes recolored."""
    picks = list(rng.choice(reachable))
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        a, b = rng.randrange(puzzle.degree), rng.randrange(puzzle.degree)
        picks[a], picks[b] = picks[b], picks[a]
    if rng.random() < 0.1:
        picks[rng.randrange(puzzle.degree)] = rng.randrange(len(puzzle.palette))
    return picks


def check(puzzle: Puzzle, rng: random.Random, tries: int) -> int:
    """Compare verdicts with the list; give the number of unreachable ones."""
    known = explanations(puzzle)
    elements = all_elements(puzzle)
    listed = sorted(known)
    refused = 0
    for _ in range(tries):
        picks = random_coloring(rng, puzzle, listed)
        coloring = Coloring(puzzle, tuple(picks))
        verdict = puzzle.validate(coloring)
        assert verdict.decided
        if tuple(picks) in known:
            assert verdict.reachable
            assert verdict.rotation is None
            assert verdict.explanations == known[tuple(picks)]
        if verdict.reachable:
            assert verdict.state is not None
            assert verdict.state.coloring == coloring
            assert not verdict.reasons
            turned = puzzle.permutation(verdict.rotation or "")
            assert (verdict.state.permutation * turned.inverse).images in elements
        else:
            refused += 1
            assert verdict.reasons
            assert verdict.explanations == 0
            if verdict.repair is not None:
                assert puzzle.validate(verdict.repair.coloring).reachable
    return refused


@pytest.mark.parametrize("seed", range(60))
def test_small_random_puzzles_are_judged_as_listed(seed: int) -> None:
    rng = random.Random(seed)
    check(random_puzzle(rng), rng, 30)


@pytest.mark.parametrize("seed", range(60))
def test_small_random_wreaths_are_judged_as_listed(seed: int) -> None:
    rng = random.Random(seed)
    check(random_wreath(rng), rng, 30)


@pytest.mark.slow
@pytest.mark.parametrize("make", [random_puzzle, random_wreath])
@pytest.mark.parametrize("seed", range(1_000, 1_500))
def test_many_small_random_puzzles_are_judged_as_listed(
    make: Callable[[random.Random, int], Puzzle], seed: int
) -> None:
    rng = random.Random(seed)
    check(make(rng, 20_000), rng, 60)


@pytest.mark.parametrize("name", ["1x2x3", "3x3x1", "pyramorphix"])
def test_small_catalogue_puzzles_are_judged_as_listed(name: str) -> None:
    rng = random.Random(name)
    assert check(named(name), rng, 150) > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", ["2x2x3", "ivy cube", "octahedron 2", "gear cube", "2x3x4"])
def test_larger_catalogue_puzzles_are_judged_as_listed(name: str) -> None:
    rng = random.Random(name)
    assert check(named(name), rng, 400) > 30


def test_a_repair_exists_for_every_single_exchange_on_small_puzzles() -> None:
    rng = random.Random(5)
    for _ in range(60):
        puzzle = random_puzzle(rng)
        listed = sorted(explanations(puzzle))
        picks = list(rng.choice(listed))
        a, b = rng.randrange(puzzle.degree), rng.randrange(puzzle.degree)
        picks[a], picks[b] = picks[b], picks[a]
        verdict = puzzle.validate(Coloring(puzzle, tuple(picks)))
        if not verdict.reachable:
            assert verdict.repair is not None
            assert puzzle.validate(verdict.repair.coloring).reachable
            assert len(verdict.repair.changes) <= 2


def test_a_group_without_moves_reaches_only_the_solved_coloring() -> None:
    still = Puzzle.from_cycles({"a": [[0]]}, colors=["red", "blue"])
    assert still.group.order == 1
    assert still.validate(["red", "blue"]).reachable
    verdict = still.validate(["blue", "red"])
    assert {reason.kind for reason in verdict.reasons} == {"fixed"}
    assert Permutation.identity(2) in still.group
