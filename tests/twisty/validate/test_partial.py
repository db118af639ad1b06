"""Partial colorings are judged as a list of all colorings judges them."""

import random
from collections.abc import Callable
from fractions import Fraction
from math import factorial, prod

import numpy as np
import pytest
from tests.oracles.assemblies import agreeing, assembled_colorings, decides, fewest_questions
from tests.oracles.colorings import explanations
from tests.twisty.validate.test_validate_brute import random_puzzle, random_wreath

from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.model.partial_coloring import OPEN, PartialColoring, view
from puzzlery.twisty.model.puzzle import Puzzle

MOST_ASSEMBLED = 6_000
Maker = Callable[[random.Random, int], Puzzle]


def partly_seen(rng: random.Random, colors: list[int], palette: int) -> list[int]:
    """A coloring with some stickers open, and sometimes one painted anew."""
    seen = list(colors)
    if rng.random() < 0.2:
        seen[rng.randrange(len(seen))] = rng.randrange(palette)
    for place in rng.sample(range(len(seen)), rng.randint(1, 1 + len(seen) // 2)):
        seen[place] = OPEN
    return seen


def random_even(rng: random.Random, most: int = 0) -> Puzzle:
    """A puzzle of 3-cycles and flips, which reach half of the arrangements or fewer."""
    slots = rng.randint(3, 5)
    moves: dict[str, list[list[int]]] = {}
    for name in "abc":
        a, b, c = rng.sample(range(slots), 3)
        moves[name] = [[2 * a, 2 * b, 2 * c], [2 * a + 1, 2 * b + 1, 2 * c + 1]]
    a, b = rng.sample(range(slots), 2)
    moves["d"] = [[2 * a, 2 * a + 1], [2 * b, 2 * b + 1]]
    colors = list(range(2 * slots))
    if rng.random() < 0.3:
        colors[0] = colors[3]
    return Puzzle.from_cycles(moves, colors)


def check(puzzle: Puzzle, rng: random.Random, tries: int) -> list[str]:
    """Compare verdicts with the lists; give the answers."""
    reachable, assembled = set(explanations(puzzle)), assembled_colorings(puzzle)
    answers: list[str] = []
    for _ in range(tries):
        seen = partly_seen(rng, list(rng.choice(sorted(assembled))), len(puzzle.palette))
        reached, possible = agreeing(reachable, seen), agreeing(assembled, seen)
        verdict = puzzle.validate(view(puzzle, seen))
        assert (verdict.completions, verdict.assembled) == (len(reached), len(possible))
        if reached:
            assert verdict.state is not None
            assert verdict.state.coloring.picks in reached
            assert verdict.reachable == (len(reached) == len(possible))
            assert verdict.explanations == sum(explanations(puzzle)[each] for each in reached)
            assert decides(verdict.look_at, reached, possible)
            if verdict.is_fewest and len(possible) < 500:
                assert len(verdict.look_at) == fewest_questions(seen, reached, possible)
        else:
            assert verdict.answer == "impossible"
            assert verdict.reasons
        answers.append(verdict.answer)
    return answers


def is_small(puzzle: Puzzle, most: float) -> bool:
    return prod(orbit.arrangements for orbit in puzzle.checker.pieces.orbits) < most


@pytest.mark.parametrize("make", [random_puzzle, random_wreath, random_even])
def test_partial_colorings_of_small_puzzles_are_judged_as_listed(make: Maker) -> None:
    rng = random.Random(5)
    answers: list[str] = []
    while len(answers) < 120:
        puzzle = make(rng, 300)
        if is_small(puzzle, 4_000):
            answers += check(puzzle, rng, 6)
    if make is random_even:
        kinds = ("reachable", "possible", "impossible")
        assert min(answers.count(kind) for kind in kinds) > 8, answers


@pytest.mark.slow
@pytest.mark.parametrize("make", [random_puzzle, random_wreath, random_even])
@pytest.mark.parametrize("seed", range(4))
def test_many_partial_colorings_are_judged_as_listed(make: Maker, seed: int) -> None:
    rng = random.Random(seed)
    done = 0
    while done < 3_000:
        puzzle = make(rng, 2_000)
        if is_small(puzzle, MOST_ASSEMBLED):
            done += len(check(puzzle, rng, 20))


@pytest.mark.parametrize(
    ("name", "chance"),
    [
        ("3x3x3", Fraction(1, 12)),  # three laws: twists, flips, one parity
        ("2x2x2", Fraction(1, 3)),
        ("megaminx", Fraction(1, 24)),  # both parities are even
        ("pyraminx", Fraction(1, 4)),
        ("4x4x4", Fraction(1, 3)),  # centers that look alike hide the parity
    ],
)
def test_the_chance_of_a_random_assembly_is_the_known_one(name: str, chance: Fraction) -> None:
    assert named(name).checker.partial.chance == chance


def test_nothing_seen_leaves_all_colorings_in_all_orientations() -> None:
    for name, orientations in (("3x3x3", 24), ("2x2x2", 24), ("pyraminx", 12)):
        puzzle = named(name)
        verdict = puzzle.validate([None] * puzzle.degree)
        assert verdict.completions == orientations * puzzle.group.order
        assert verdict.answer == "possible"


def test_equal_pieces_are_counted_in_the_share() -> None:
    cube = named("4x4x4")
    verdict = cube.validate("R 2U")
    assert verdict.share == Fraction(verdict.explanations, factorial(4) ** 6) == Fraction(1, 2)
    assert named("3x3x3").validate("R U").share == 1
    assert named("3x3x3").validate({4: "red"}).share == Fraction(1, 12)


def test_one_open_sticker_follows_from_the_others_and_an_open_edge_does_not() -> None:
    cube = named("3x3x3")
    colors: list[str | None] = list(cube.apply("R U F'").coloring)
    colors[7] = None
    assert cube.validate(colors).reachable
    colors[19] = None
    verdict = cube.validate(colors)
    assert (verdict.answer, verdict.completions, verdict.assembled) == ("possible", 1, 2)
    assert verdict.state == cube.apply("R U F'")
    assert set(verdict.look_at) < {7, 19}
    assert verdict.is_fewest


def test_open_edges_of_a_broken_cube_do_not_hide_what_is_broken() -> None:
    cube = named("3x3x3")
    colors: list[str | None] = list(cube.solved.coloring)
    colors[8], colors[9], colors[20] = colors[9], colors[20], colors[8]
    colors[7] = colors[19] = None
    verdict = cube.validate(colors)
    assert verdict.answer == "impossible"
    assert [reason.kind for reason in verdict.reasons] == ["twisted"]
    colors[0] = colors[36] = colors[47] = None
    assert cube.validate(colors).answer == "possible"


def test_pieces_that_cannot_be_are_told_by_what_is_seen_of_them() -> None:
    cube = named("3x3x3")
    kinds = [
        cube.validate(seen).reasons[0].kind
        for seen in (
            {7: "white", 19: "white"},
            {7: "white", 19: "green", 5: "green", 10: "white"},
            {4: "white", 31: "white"},
        )
    ]
    assert kinds == ["no such piece", "twice", "fixed"]


def test_a_bandaged_puzzle_is_judged_by_its_shapes() -> None:
    colors = ["red", "red", "blue", "blue", "white", "white"]
    moves = {"a": [[0, 1, 2, 3]], "b": [[2, 3, 4, 5]]}
    pair = Puzzle.from_cycles(moves, colors, glued=[[0, 1]])
    reached, queue = {pair.solved.coloring.picks}, [pair.solved]
    states = {pair.solved}
    for state in queue:
        for move in ("a", "b", "a'", "b'"):
            if state.allows(move) and (then := state.apply(move)) not in states:
                states.add(then)
                queue.append(then)
                reached.add(then.coloring.picks)
    rng = random.Random(1)
    for _ in range(60):
        seen = partly_seen(rng, list(rng.choice(sorted(reached))), 3)
        verdict = pair.validate(PartialColoring(pair, tuple(seen)))
        agree = agreeing(reached, seen)
        assert (verdict.state is not None) == bool(agree)
        if agree:
            assert verdict.state is not None
            assert verdict.state.coloring.picks in agree
            assert verdict.completions in (None, len(agree))


def test_half_a_4x4x4_is_judged_in_few_steps() -> None:
    cube, rng = named("4x4x4"), random.Random(3)
    colors: list[str | None] = list(cube.apply(cube.scramble(seed=3)).coloring)
    for place in rng.sample(range(96), 48):
        colors[place] = None
    seen = np.array(cube.validate(colors).coloring.picks)
    steps = [filling.steps for filling in cube.checker.partial.counter.view(seen).fillings]
    assert max(len(step.before) for orbit in steps for step in orbit) < 2_000
