"""Faults that people make: colorings of a puzzle with one thing wrong, or several."""

import random
from collections.abc import Callable

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.model.puzzle import Puzzle

Picks = list[int]


def shown(puzzle: Puzzle, element: Permutation) -> Picks:
    """What an element of the group shows."""
    picks = [0] * puzzle.degree
    for sticker, place in enumerate(element):
        picks[place] = puzzle.solved_colors[sticker]
    return picks


def exchanged(picks: Picks, a: list[int], b: list[int]) -> Picks:
    """The colors of two lists of places exchanged."""
    changed = picks.copy()
    for x, y in zip(a, b, strict=True):
        changed[x], changed[y] = picks[y], picks[x]
    return changed


def turned(puzzle: Puzzle, picks: Picks, rng: random.Random) -> Picks:
    """The colors of one piece carried round: a twist, a flip, or something impossible."""
    whole = sorted(rng.choice(puzzle.pieces()))
    changed = picks.copy()
    for place, then in zip(whole, whole[1:] + whole[:1], strict=True):
        changed[then] = picks[place]
    return changed


def swapped(puzzle: Puzzle, picks: Picks, rng: random.Random) -> Picks:
    """Two pieces of one orbit exchanged, as a move would carry them."""
    orbit = rng.choice([orbit for orbit in puzzle.orbits() if orbit.pieces > 1] or puzzle.orbits())
    slot = sorted(rng.choice(orbit.slots))
    by = puzzle.group.random(rng)
    there = [by[sticker] for sticker in slot]
    return picks if there[0] in slot else exchanged(picks, slot, there)


def recolored(puzzle: Puzzle, picks: Picks, rng: random.Random) -> Picks:
    """One sticker with another color."""
    changed = picks.copy()
    changed[rng.randrange(puzzle.degree)] = rng.randrange(len(puzzle.palette))
    return changed


def mirrored(puzzle: Puzzle, picks: Picks, rng: random.Random) -> Picks:
    """Two stickers of one piece exchanged."""
    large = [sorted(piece) for piece in puzzle.pieces() if len(piece) > 1]
    if not large:
        return recolored(puzzle, picks, rng)
    a, b = rng.sample(rng.choice(large), 2)
    return exchanged(picks, [a], [b])


def misplaced(puzzle: Puzzle, picks: Picks, rng: random.Random) -> Picks:
    """Two pieces with as many stickers exchanged, whatever their orbits."""
    first = sorted(rng.choice(puzzle.pieces()))
    others = [sorted(piece) for piece in puzzle.pieces() if len(piece) == len(first)]
    return exchanged(picks, first, rng.choice(others))


FAULTS: tuple[Callable[[Puzzle, Picks, random.Random], Picks], ...] = (
    turned, swapped, recolored, mirrored, misplaced,
)  # fmt: skip


def faulty(puzzle: Puzzle, rng: random.Random) -> Picks:
    """A reachable coloring with one to three faults."""
    picks = shown(puzzle, puzzle.group.random(rng))
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        picks = rng.choice(FAULTS)(puzzle, picks, rng)
    return picks
