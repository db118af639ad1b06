"""Patterns: what of a state matters, as labels on the stickers; and the coordinates of a pattern.

Give every sticker a label. Two states look alike if every place shows the same label. Colors are
labels; "this sticker does not matter" is a label that all such stickers share; which way an edge
is flipped is a label of its two stickers. What a pattern can look like is counted out, and the
number of a look is a coordinate. A pattern that can look in too many ways is parted into coarser
ones that together say the same.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery._core import ColoringSpace
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter, drive
from puzzlery.errors import PuzzleryError, Unsolvable
from puzzlery.solve.moves.move_set import MoveSet

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


@dataclass(frozen=True, eq=False)
class Looks:
    """A coordinate: everything that a pattern can look like under some moves, by number.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("2x2x2")
    >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
    >>> looks = Looks.of(Pattern("colors", cube.solved_colors), moves)
    >>> looks.index(cube.permutation("R2 U2 R2 U2 R2 U2"))
    0
    """

    pattern: Pattern
    moves: MoveSet
    space: ColoringSpace

    @classmethod
    def of(
        cls,
        pattern: Pattern,
        moves: MoveSet,
        *,
        most: int = MOST_LOOKS,
        progress: Reporter | None = None,
        timeout: Clock | None = None,
    ) -> "Looks":
        """Count the looks out.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> halves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> Looks.of(Pattern("colors", cube.solved_colors), halves).size
        6
        """
        places = range(len(pattern.labels)) if pattern.fixed is None else sorted(pattern.fixed)
        job = ColoringSpace(pattern.codes, moves.permutation_bytes, list(places), most)
        space = drive(job, progress=progress, timeout=timeout)
        if space.gave_up:
            raise PuzzleryError(f"pattern {pattern.name} can look in more than {most} ways")
        return cls(pattern, moves, space)

    @property
    def size(self) -> int:
        """In how many ways the pattern can look."""
        return self.space.size

    @cached_property
    def goals(self) -> list[int]:
        """The numbers of the looks that count as solved.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> looks = Looks.of(Pattern("colors", cube.solved_colors), moves)
        >>> looks.goals
        [0]
        >>> half = Pattern("after R2", cube.solved_colors, closed=frozenset({"R2"}))
        >>> len(Looks.of(half, moves).goals)
        2
        """
        closed = self.pattern.closed
        closing = [n for n, one in enumerate(self.moves.moves) if one.name in closed]
        table = self.transitions.reshape(self.size, -1)
        goals = dict.fromkeys(self.space.goals)
        queue = list(goals)
        for look in queue:
            for reached in table[look, closing].tolist():
                if reached not in goals:
                    goals[reached] = None
                    queue.append(reached)
        return queue

    @cached_property
    def transitions(self) -> NDArray[np.uint32]:
        """The look after each move, as one flat array, row by row.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> looks = Looks.of(Pattern("colors", cube.solved_colors), moves)
        >>> looks.transitions.reshape(looks.size, len(moves))[0].tolist()
        [1, 2]
        """
        return self.space.transitions()

    def index(self, permutation: Permutation) -> int:
        """The number of the look of a state.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> looks = Looks.of(Pattern("colors", cube.solved_colors), moves)
        >>> [looks.index(cube.permutation(alg)) for alg in ("R2 R2", "R2", "U2")]
        [0, 1, 2]
        """
        found = self.space.index(permutation.data)
        if found < 0:
            raise Unsolvable(
                f"these moves never lead from here to the goal: {self.pattern.name} stays wrong"
            )
        return found
