"""Loops of a puzzle with glued pieces: sequences that lead from the solved shape back to it.

Which moves are free depends on the places that glued stickers hold, whichever they are: the
*shape*. First the shape is solved, by a shortest way among shapes. What is left is done by loops:
each leads from the solved shape back to it, and permutes the pieces. Loops are always free, in any
order; so they are the moves of a puzzle without bandages, and every method for such puzzles works.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock
from puzzlery.errors import PuzzleryError, Unsolvable
from puzzlery.groups import PermGroup
from puzzlery.solve.blocked.blocked_bodies import BlockedBodies
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import PlainNotation, Turn
from puzzlery.twisty.structure.shape_graph import BLOCKED, ShapeGraph, shape_graph

# Listing them takes some 30 microseconds for each shape and move.
MOST_SHAPES = 50_000
# So many of the shortest loops become moves, and those that are needed to generate the others.
MOST_LOOPS = 24


@dataclass(frozen=True, eq=False)
class LoopEffects:
    """What the loops of all shapes and moves do: different effects, the shortest loop of each.

    `numbers` has for each shape and move the number of its loop's effect, 0 where it is blocked;
    effect 0 changes nothing. The shortest loop of an effect makes move `move` in shape `shape`.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
    >>> effects = shape_loops(blocked_bodies(bandaged_cube(["UFR UF"]))).effects
    >>> effects.permutations[0].is_identity, effects.numbers.shape
    (True, (24, 18))
    """

    permutations: tuple[Permutation, ...]
    lengths: tuple[int, ...]
    shape: NDArray[np.int64]
    move: NDArray[np.int64]
    numbers: NDArray[np.int64]

    @classmethod
    def of(cls, shapes: ShapeGraph, clock: Clock | None) -> "LoopEffects":
        """The effects of all loops, the shortest first."""
        count, moves = shapes.after.shape
        found: dict[bytes, int] = {np.arange(shapes.ways.shape[1], dtype=np.uint16).tobytes(): 0}
        numbers = np.zeros((count, moves), np.int64)
        lengths, best = [0], [(0, 0)]
        for move in range(moves):
            after = shapes.after[:, move]
            long = (shapes.lengths + shapes.lengths[after] + 1).tolist()
            made = shapes.loops(move)
            for shape in np.flatnonzero(after != BLOCKED).tolist():
                number = found.setdefault(made[shape].tobytes(), len(found))
                numbers[shape, move] = number
                if number == len(lengths):
                    lengths.append(long[shape])
                    best.append((shape, move))
                elif long[shape] < lengths[number]:
                    lengths[number], best[number] = long[shape], (shape, move)
            if clock is not None and clock.is_over:
                raise clock.timed_out(f"{len(found)} loops")
        order = sorted(range(len(lengths)), key=lengths.__getitem__)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        effects = list(found)
        at = np.array([best[k] for k in order], np.int64)
        return cls(
            tuple(Permutation._from_bytes(effects[k]) for k in order),
            tuple(lengths[k] for k in order), at[:, 0], at[:, 1], place[numbers],
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class ShapeLoops:
    """The shapes of a puzzle with a shortest way to each, and loops at the solved shape.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
    >>> pair = blocked_bodies(bandaged_cube(["UFR UF"]))
    >>> len(shape_loops(pair).shapes), len(shape_loops(pair).loops)
    (24, 24)
    """

    bodies: BlockedBodies
    shapes: ShapeGraph
    effects: LoopEffects
    loops: tuple[tuple[int, ...], ...]
    puzzle: Puzzle

    @cached_property
    def states(self) -> int:
        """How many states there are: shapes times the order of the group of loops.

        >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
        >>> from puzzlery.twisty.catalog import puzzle
        >>> shape_loops(blocked_bodies(puzzle("bicube"))).states
        1108800
        """
        return len(self.shapes) * self.puzzle.group.order

    def to_solved_shape(self, state: Permutation) -> tuple[int, ...]:
        """The moves that solve the shape of a state.

        >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
        >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
        >>> siamese = bandaged_cube(["UFR UF"])
        >>> found = shape_loops(blocked_bodies(siamese))
        >>> print(found.bodies.alg(found.to_solved_shape(siamese.permutation("D U"))))
        U'
        """
        shape = self.shapes.number(state.array)
        if shape is None:
            raise Unsolvable(f"no moves of {self.bodies.puzzle.name} lead to this shape")
        return _inverse(self.bodies, self.shapes.way(shape))

    def moves_of(self, loop: str, amount: int) -> list[int]:
        """The moves of a loop of the puzzle, as often as it is made."""
        moves = self.loops[int(loop.removeprefix("loop "))]
        return list((moves if amount > 0 else _inverse(self.bodies, moves)) * abs(amount))


_listed: dict[BlockedBodies, ShapeLoops] = {}
MOST_LISTED = 4


def shape_loops(bodies: BlockedBodies, clock: Clock | None = None) -> ShapeLoops:
    """List the shapes and choose loops that generate all others, the shortest first.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.twisty.catalog import puzzle
    >>> found = shape_loops(blocked_bodies(puzzle("bicube")))
    >>> len(found.shapes), found.states
    (440, 1108800)
    """
    if bodies not in _listed:
        made = _shape_loops(bodies, clock)
        for oldest in list(_listed)[: 1 + len(_listed) - MOST_LISTED]:
            del _listed[oldest]
        _listed[bodies] = made
    return _listed[bodies]


def _shape_loops(bodies: BlockedBodies, clock: Clock | None) -> ShapeLoops:
    puzzle = bodies.puzzle
    turns = tuple(
        replace(puzzle.turn(one.written), permutation=one.permutation) for one in bodies.moves
    )
    shapes = shape_graph(turns, puzzle.glued, puzzle.degree, most=MOST_SHAPES, clock=clock)
    if shapes is None:
        raise PuzzleryError(f"{puzzle.name} has more than {MOST_SHAPES} shapes, too many to list")
    effects = LoopEffects.of(shapes, clock)
    chosen = _generating(effects.permutations, puzzle.degree, clock)
    words = tuple(_word(bodies, shapes, effects, number) for number in chosen)
    moves = {
        f"loop {k}": Turn.plain(f"loop {k}", effects.permutations[number])
        for k, number in enumerate(chosen)
    }
    free = replace(
        puzzle, name=f"{puzzle.name} by loops", turns=moves, whole={}, basis=(), glued=(),
        notation=PlainNotation(moves), grips=(), hints={}, cells=None,
    )  # fmt: skip
    return ShapeLoops(bodies, shapes, effects, words, free)


def _word(
    bodies: BlockedBodies, shapes: ShapeGraph, effects: LoopEffects, number: int
) -> tuple[int, ...]:
    """The moves of the shortest loop with this effect."""
    shape, move = int(effects.shape[number]), int(effects.move[number])
    after = int(shapes.after[shape, move])
    return (*shapes.way(shape), move, *_inverse(bodies, shapes.way(after)))


def _inverse(bodies: BlockedBodies, moves: tuple[int, ...]) -> tuple[int, ...]:
    by_effect = {one.permutation: number for number, one in enumerate(bodies.moves)}
    return tuple(by_effect[bodies.moves[m].permutation.inverse] for m in reversed(moves))


def _generating(loops: Sequence[Permutation], degree: int, clock: Clock | None) -> list[int]:
    """The numbers of the shortest loops, and of further ones until they generate all."""
    chosen: list[int] = []
    for number, loop in enumerate(loops):
        if len(chosen) == MOST_LOOPS:
            break
        if not loop.is_identity and not any(loop in (loops[k].inverse, loops[k]) for k in chosen):
            chosen.append(number)
    group = PermGroup([loops[k] for k in chosen], degree=degree)
    for number, loop in enumerate(loops):
        if clock is not None and number % 256 == 0 and clock.is_over:
            raise clock.timed_out(f"{number} of {len(loops)} loops")
        if not group.contains(loop):
            chosen.append(number)
            group = PermGroup([loops[k] for k in chosen], degree=degree)
    return chosen
