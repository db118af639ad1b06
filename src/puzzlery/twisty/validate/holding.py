"""Holding: the same puzzle in another grasp, found by what no move can change."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.structure.colored_orbit import Colors
from puzzlery.twisty.validate.decide import decide
from puzzlery.twisty.validate.prepare import Plan

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

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


def different(plan: Plan, ways: list[Holding]) -> list[Holding]:
    """The ways to hold it without those that show nothing which others do not show.

    If a rotation keeps the group, and moves alone can make the solved puzzle look rotated so, then
    they can make any state look so. Such rotations r form a group, and with w also r w is idle.
    """
    idle = [way.turned for way in ways if _is_idle(plan, way)]
    seen: set[Permutation] = set()
    kept = []
    for way in ways:
        if way.turned not in seen:
            kept.append(way)
            seen.update(turned * way.turned for turned in idle)
    return kept


def _is_idle(plan: Plan, way: Holding) -> bool:
    if decide(plan, way.done(plan.solved)).answer != "reachable":
        return False
    moves = plan.group.generators
    return all(plan.group.contains(move.conjugate(way.turned)) for move in moves)


def likely(plan: Plan, ways: list[Holding], colors: Colors) -> list[Holding]:
    """The ways to hold it in which the fewest of the pieces that stay in place are wrong."""
    wrong = [plan.misplaced(way.undone(colors)) for way in ways]
    return [way for way, count in zip(ways, wrong, strict=True) if count == min(wrong)]
