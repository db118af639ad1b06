"""Shapes of a puzzle with glued pieces: which places are joined, and where moves lead from there.

A *shape* is the set of places that glued stickers hold, whichever they are. It decides which moves
are free, and a free move leads from a shape to a shape. So the shapes are a graph; its loops, the
ways from the first shape back to it, permute the pieces (Schreier).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.progress import Clock
from puzzlery.twisty.model.state import unblocked
from puzzlery.twisty.model.turn import Turn

Rows = NDArray[np.uint16]
Numbers = NDArray[np.int32]
# Where a blocked move leads.
BLOCKED = -1


@dataclass(frozen=True, eq=False)
class ShapeGraph:
    """All shapes: one shortest way to each, and where each move leads.

    `ways` has a row for each shape: the state that its way leads to. `after` has the shape that
    each move leads to, or `BLOCKED`. The last move of the way to a shape is `last`, from the shape
    `before`.

    >>> import puzzlery
    >>> moves = {"a": [[0, 1, 2, 3]], "b": [[2, 3, 4, 5]]}
    >>> pair = puzzlery.Puzzle.from_cycles(moves, ["red"] * 6, glued=[[0, 1]])
    >>> found = shape_graph(tuple(pair.turns.values()), pair.glued, 6, most=100)
    >>> found.after.tolist()
    [[1, 0], [2, -1], [3, 4], [0, -1], [-1, 5], [5, 6], [-1, 2]]
    """

    ways: Rows
    after: Numbers
    before: Numbers
    last: Numbers
    turns: tuple[Turn, ...]
    groups: tuple[NDArray[np.int64], ...]

    def __len__(self) -> int:
        return len(self.ways)

    def number(self, state: NDArray[np.uint16]) -> int | None:
        """The number of the shape of a state; None if no free moves lead to it.

        >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
        >>> pair = bandaged_cube(["UFR UF"])
        >>> turns = tuple(pair.turns[name] for name in pair.basis)
        >>> shapes = shape_graph(turns, pair.glued, 54, most=100)
        >>> [shapes.number(pair.permutation(alg).array) for alg in ("", "R", "D", "U U'")]
        [0, None, 0, 0]
        """
        return self._numbers.get(_shapes(state[None], self.groups)[0].tobytes())

    @cached_property
    def _numbers(self) -> dict[bytes, int]:
        return {shape.tobytes(): k for k, shape in enumerate(_shapes(self.ways, self.groups))}

    def way(self, number: int) -> tuple[int, ...]:
        """The numbers of the moves of a shortest way to a shape.

        >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
        >>> pair = bandaged_cube(["UFR UF"])
        >>> turns = tuple(pair.turns[name] for name in pair.basis)
        >>> shapes = shape_graph(turns, pair.glued, 54, most=100)
        >>> max(len(shapes.way(number)) for number in range(24))
        5
        """
        moves: list[int] = []
        while number:
            moves.append(int(self.last[number]))
            number = int(self.before[number])
        return tuple(reversed(moves))

    @cached_property
    def lengths(self) -> Numbers:
        """The length of the way to each shape."""
        found = np.zeros(len(self), np.int32)
        for number in range(1, len(self)):
            found[number] = found[self.before[number]] + 1
        return found

    def loops(self, move: int) -> Rows:
        """What each loop does that makes this move, a row for each shape; nothing if it is blocked.

        The loop goes the way to the shape, makes the move and goes the way back.

        >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
        >>> pair = bandaged_cube(["UFR UF"])
        >>> turns = tuple(pair.turns[name] for name in pair.basis)
        >>> shapes = shape_graph(turns, pair.glued, 54, most=100)
        >>> made = shapes.loops(1)  # D is free in the first shape, and a loop by itself
        >>> bytes(made[0]) == pair.moves[pair.basis[1]].data
        True
        """
        free = np.flatnonzero(self.after[:, move] != BLOCKED)
        made = np.empty_like(self.ways)
        made[:] = np.arange(self.ways.shape[1], dtype=np.uint16)
        moved = self.turns[move].permutation.array[self.ways[free]].astype(np.int64)
        back = self._backward[self.after[free, move]]
        made[free] = np.take_along_axis(back, moved, axis=1)
        return made

    @cached_property
    def _backward(self) -> Rows:
        back = np.empty_like(self.ways)
        points = np.broadcast_to(np.arange(self.ways.shape[1], dtype=np.uint16), back.shape)
        np.put_along_axis(back, self.ways.astype(np.int64), points, axis=1)
        return back


def shape_graph(
    turns: tuple[Turn, ...],
    glued: Sequence[frozenset[int]],
    degree: int,
    *,
    most: int,
    clock: Clock | None = None,
) -> ShapeGraph | None:
    """List the shapes that these turns lead to, breadth first; None if there are more than `most`.

    >>> import puzzlery
    >>> bicube = puzzlery.puzzle("bicube")
    >>> turns = tuple(bicube.turns[name] for name in bicube.basis)
    >>> len(shape_graph(turns, bicube.glued, 54, most=1000))
    440
    >>> shape_graph(turns, bicube.glued, 54, most=100) is None
    True
    """
    groups = tuple(np.array(sorted(group)) for group in glued)
    ways = [np.arange(degree, dtype=np.uint16)]
    numbers = {_shapes(ways[0][None], groups)[0].tobytes(): 0}
    before, last, done = [0], [0], 0
    after: list[Numbers] = []
    while done < len(ways):
        frontier, first = np.array(ways[done:]), done
        done = len(ways)
        leads = np.full((len(frontier), len(turns)), BLOCKED, np.int32)
        for m, turn in enumerate(turns):
            free = np.flatnonzero(unblocked(frontier, groups, turn))
            moved = turn.permutation.array[frontier[free]]
            for k, shape in enumerate(_shapes(moved, groups)):
                number = numbers.setdefault(shape.tobytes(), len(ways))
                leads[free[k], m] = number
                if number < len(ways):
                    continue
                if number >= most:
                    return None
                ways.append(moved[k])
                before.append(first + int(free[k]))
                last.append(m)
            if clock is not None and clock.is_over:
                raise clock.timed_out(f"{len(ways)} shapes")
        after.append(leads)
    return ShapeGraph(
        np.array(ways), np.concatenate(after), np.array(before, np.int32),
        np.array(last, np.int32), turns, groups,
    )  # fmt: skip


def _shapes(ways: Rows, groups: Sequence[NDArray[np.int64]]) -> Rows:
    """For each state a row that tells which places are joined: each by the first of its group."""
    rows = np.broadcast_to(np.arange(ways.shape[1], dtype=np.uint16), ways.shape).copy()
    for group in groups:
        held = ways[:, group]
        np.put_along_axis(rows, held.astype(np.int64), held.min(axis=1, keepdims=True), axis=1)
    return rows
