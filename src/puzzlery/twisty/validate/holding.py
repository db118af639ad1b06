"""Holding: the same puzzle in another grasp, found by what no move can change."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from puzzlery.permutation import Permutation
from puzzlery.twisty.alg import Alg, Move
from puzzlery.twisty.validate.parts import Colors
from puzzlery.twisty.validate.prepare import Plan

if TYPE_CHECKING:
    from puzzlery.twisty.puzzle import Puzzle

MOST = 256


@dataclass(frozen=True, slots=True)
class Holding:
    """A rotation of the whole puzzle, as an alg and as a permutation of the places."""

    alg: Alg
    turned: Permutation

    def undone(self, colors: Colors) -> Colors:
        """What one would see if the puzzle were held as usual."""
        return colors[self.turned.array]

    def done(self, colors: Colors) -> Colors:
        """What one sees when it is held this way; undoes `undone`."""
        held = np.empty_like(colors)
        held[self.turned.array] = colors
        return held


def holdings(puzzle: "Puzzle") -> list[Holding]:
    """All ways to hold the puzzle that its rotations give, the usual one first."""
    found: dict[Permutation, tuple[Move, ...]] = {Permutation.identity(puzzle.degree): ()}
    queue = list(found)
    steps = list(_steps(puzzle))
    for held in queue:
        for move, rotation in steps:
            turned = held * rotation
            if turned not in found and len(found) < MOST:
                found[turned] = (*found[held], move)
                queue.append(turned)
    return [Holding(Alg(moves), turned) for turned, moves in found.items()]


def _steps(puzzle: "Puzzle") -> Iterator[tuple[Move, Permutation]]:
    """The named rotations and their powers, so that few words reach everything."""
    assert puzzle.notation is not None
    for name, rotation in puzzle.rotations.items():
        written, seen = puzzle.notation.written(name), {Permutation.identity(puzzle.degree)}
        for amount in (1, -1, 2, -2):
            power = rotation**amount
            if power not in seen:
                seen.add(power)
                yield written.of_amount(written.amount * amount), power


def likely(plan: Plan, ways: list[Holding], colors: Colors) -> list[Holding]:
    """The ways to hold it in which the fewest of the fixed stickers are wrong."""
    fixed = plan.fixed
    wrong = [int((way.undone(colors)[fixed] != plan.solved[fixed]).sum()) for way in ways]
    return [way for way, count in zip(ways, wrong, strict=True) if count == min(wrong)]
