"""Patterns: what of a state matters, as labels on the stickers; and the coordinates of a pattern.

Give every sticker a label. Two states look alike if every place shows the same label. Colors are
labels; "this sticker does not matter" is a label that all such stickers share; which way an edge
is flipped is a label of its two stickers. What a pattern can look like is counted out, and the
number of a look is a coordinate. A pattern that can look in too many ways is parted into coarser
ones that together say the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from puzzlery._core import ColoringSpace
from puzzlery.core.permutation import Permutation, Points
from puzzlery.core.progress import Clock, Reporter, drive
from puzzlery.errors import PuzzleryError, Unsolvable
from puzzlery.solve.coordinates.coordinate import Coordinate, Ints, Table
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.state import State

Labels = tuple[int, ...]
ANY = -1
MOST_LABELS = 256
MOST_LOOKS = 1 << 22


@dataclass(frozen=True)
class Pattern:
    """Labels of the stickers, and the places that must show them; None means all places.

    Where `closed` names moves, whatever these make of the goal is a goal, too.

    >>> Pattern("two", (0, 0, 5, 5, -1)).codes
    b'\\x01\\x01\\x02\\x02\\x00'
    """

    name: str
    labels: Labels
    fixed: frozenset[int] | None = None
    closed: frozenset[str] = frozenset()

    @property
    def codes(self) -> bytes:
        """The labels as bytes: 0 for the smallest label, 1 for the next.

        >>> list(Pattern("colors", (30, 10, 20, 10)).codes)
        [2, 0, 1, 0]
        """
        numbers = {label: n for n, label in enumerate(sorted(set(self.labels)))}
        if len(numbers) > MOST_LABELS:
            raise PuzzleryError(
                f"pattern {self.name} has {len(numbers)} labels; at most {MOST_LABELS} are counted"
            )
        return bytes(numbers[label] for label in self.labels)


class Looks(Coordinate):
    """A coordinate: everything that a pattern can look like under some moves, by number.

    The looks are counted out when it is made. There must not be more than `most` of them.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
    >>> looks = Looks(Pattern("colors", cube.solved_colors), moves)
    >>> looks.size, looks.index(cube.apply("R2 U2 R2 U2 R2 U2"))
    (6, 0)
    """

    built_in = True

    def __init__(
        self,
        pattern: Pattern,
        moves: MoveSet,
        *,
        most: int = MOST_LOOKS,
        progress: Reporter | None = None,
        timeout: Clock | None = None,
    ) -> None:
        super().__init__(moves.puzzle, moves, pattern.name)
        places = range(len(pattern.labels)) if pattern.fixed is None else sorted(pattern.fixed)
        job = ColoringSpace(pattern.codes, moves.permutation_bytes, list(places), most)
        self.pattern, self.space = pattern, drive(job, progress=progress, timeout=timeout)
        if self.space.gave_up:
            raise PuzzleryError(f"pattern {pattern.name} can look in more than {most} ways")

    def _on(self, moves: MoveSet) -> Self:
        return type(self)(self.pattern, moves)

    def _definition(self) -> bytes:
        pattern = self.pattern
        told = pattern.codes, sorted(pattern.fixed or ()), sorted(pattern.closed)
        return repr(told).encode()

    @property
    def size(self) -> int:
        return self.space.size

    @cached_property
    def goals(self) -> Sequence[int]:
        """The numbers of the looks that count as solved.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> Looks(Pattern("colors", cube.solved_colors), moves).goals
        [0]
        >>> half = Pattern("after R2", cube.solved_colors, closed=frozenset({"R2"}))
        >>> len(Looks(half, moves).goals)
        2
        """
        closed = self.pattern.closed
        closing = [n for n, one in enumerate(self.moves.moves) if one.name in closed]
        goals = dict.fromkeys(self.space.goals)
        queue = list(goals)
        for look in queue:
            for reached in self.transitions[look, closing].tolist():
                if reached not in goals:
                    goals[reached] = None
                    queue.append(reached)
        return queue

    @property
    def labels(self) -> Ints:
        return np.array(self.pattern.labels)

    @cached_property
    def transitions(self) -> Table:
        """The look after each move.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> Looks(Pattern("colors", cube.solved_colors), moves).transitions[0].tolist()
        [1, 2]
        """
        return self.space.transitions()

    def index(self, state: State) -> int:
        """The number of the look of a state; an error if these moves never lead to it.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> looks = Looks(Pattern("colors", cube.solved_colors), moves)
        >>> [looks.index(cube.apply(alg)) for alg in ("R2 R2", "R2", "U2")]
        [0, 1, 2]
        """
        found = int(self.indices(state.permutation.array[None])[0])
        if found < 0:
            raise Unsolvable(
                f"these moves never lead from here to the goal: {self.pattern.name} stays wrong"
            )
        return found

    def indices(self, images: Points) -> Ints:
        rows = np.ascontiguousarray(images, dtype=np.uint16)
        return np.frombuffer(self.space.indices(rows), dtype=np.int64)

    def state(self, i: int) -> State:
        """The state that the first way to a look leads to.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> looks = Looks(Pattern("colors", cube.solved_colors), moves)
        >>> [looks.index(looks.state(i)) for i in range(6)]
        [0, 1, 2, 3, 4, 5]
        """
        self._check(i)
        made = []
        while i:
            i, move = divmod(int(self._first_ways[i]), len(self.moves))
            made.append(self.moves.permutations[move])
        return State(self.puzzle, Permutation.product(made[::-1], self.puzzle.degree))

    @cached_property
    def _first_ways(self) -> Ints:
        """For each look the first entry of the transitions that leads to it."""
        flat = self.transitions.ravel()
        first = np.zeros(self.size, dtype=np.int64)
        first[flat[::-1]] = np.arange(flat.size)[::-1]
        return first
