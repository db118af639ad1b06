"""Pieces of a hundred definitions with whole numbers as colors, beside lists of all elements."""

import random

from tests.oracles.colorings import all_elements
from tests.twisty.validate.test_validate_brute import random_cycles, random_wreath

from puzzlery.twisty.model.puzzle import Puzzle


def pieces_by_list(puzzle: Puzzle) -> set[frozenset[int]]:
    """The sets of stickers that the same elements leave in their places."""
    elements = sorted(all_elements(puzzle))
    keepers: dict[tuple[int, ...], set[int]] = {}
    for sticker in range(puzzle.degree):
        kept = tuple(k for k, element in enumerate(elements) if element[sticker] == sticker)
        keepers.setdefault(kept, set()).add(sticker)
    return {frozenset(piece) for piece in keepers.values()}


def definition(rng: random.Random) -> tuple[dict[str, list[list[int]]], list[int]]:
    """Moves as cycles, and colors as whole numbers that need not begin at 0."""
    degree = rng.randint(2, 8)
    moves = {name: random_cycles(rng, degree) for name in "abc"[: rng.randint(1, 2)]}
    return moves, [rng.choice([0, 1, 1, 7, -2]) for _ in range(degree)]


def test_a_hundred_definitions_with_whole_numbers_as_colors() -> None:
    rng, done = random.Random(18), 0
    while done < 100:
        moves, colors = definition(rng)
        puzzle = Puzzle.from_cycles(moves, colors)
        if done % 4 == 0:
            puzzle = random_wreath(rng, 500)
            colors = list(puzzle.solved_colors)
        if puzzle.group.order > 1_000:
            continue
        done += 1
        assert {frozenset(piece) for piece in puzzle.pieces(centers="axes")} == pieces_by_list(
            puzzle
        )
        assert puzzle.validate(colors).reachable
        move = next(iter(puzzle.moves.values()))
        turned = [0] * puzzle.degree
        for sticker, place in enumerate(move):
            turned[place] = colors[sticker]
        verdict = puzzle.validate(turned)
        assert verdict.reachable
        assert verdict.state is not None
