"""Numbering groups: every state of a small puzzle by number, and how far each is from solved.

The group is taken apart into rows: with H the elements that fix the first points of a base, every
element is h · g, h in H and g the representative of a row. No number is left unused, whatever laws
bind the pieces.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter, drive
from puzzlery.errors import NotFound, PuzzleryError
from puzzlery.groups import PermGroup
from puzzlery.solve.coordinates.pruning_table import Bits, CoordinateGraph, Distances, moves_text
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.tables.store import Store
from puzzlery.tables.table_key import TableKey
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.validate import count_in_words

VERSION = 1
LARGEST_INNER = 2600
MOST_ROWS = 4_000_000
# From here on two bits a state; distances are then known modulo 3 only.
MOST_BYTES = 1 << 28


def unfit(puzzle: Puzzle) -> str | None:
    """The reason why the states of a puzzle cannot be numbered; None if they can.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> unfit(puzzle("2x2x2")) is None
    True
    """
    if puzzle.glued:
        return "joined pieces block some of its moves, so its states are no group"
    return None


@dataclass(frozen=True, eq=False)
class GroupNumbering:
    """All states of a puzzle by number, and the moves between them.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> states = group_numbering(puzzle("3x3x1"))
    >>> states.graph.states == puzzle("3x3x1").group.order
    True
    """

    puzzle: Puzzle
    moves: MoveSet
    kernel: _core.GroupRows

    @cached_property
    def graph(self) -> CoordinateGraph:
        """The states and moves as the kernel reads them.

        >>> rings = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[1, 2, 3]]}, ["w", "r", "g", "b"])
        >>> group_numbering(rings).graph.states
        12
        """
        count = len(self.moves)
        return CoordinateGraph(
            self.kernel.outer(count), self.kernel.actions(), self.moves.costs, self.kernel.by(count)
        )

    def index(self, element: Permutation) -> int:
        """The number of a state.

        >>> rings = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[1, 2, 3]]}, ["w", "r", "g", "b"])
        >>> states = group_numbering(rings)
        >>> sorted(states.index(element) for element in rings.group.elements())
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
        """
        number = self.kernel.index(element.data)
        if number < 0:
            raise NotFound(f"no moves of {self.puzzle.name} lead to {element}")
        return number

    def element(self, i: int) -> Permutation:
        """The state with this number.

        >>> rings = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[1, 2, 3]]}, ["w", "r", "g", "b"])
        >>> states = group_numbering(rings)
        >>> len({states.element(i) for i in range(12)})
        12
        """
        return Permutation._from_bytes(self.kernel.element(i))

    def neighbors(self, i: int) -> list[int]:
        """The numbers of the states that each move leads to.

        >>> rings = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[1, 2, 3]]}, ["w", "r", "g", "b"])
        >>> states = group_numbering(rings)
        >>> after = states.neighbors(states.index(rings.permutation("b")))
        >>> dict(zip(states.moves.names, after, strict=True))["b'"] == states.solved[0]
        True
        """
        graph = self.graph
        row, inner = divmod(i, graph.actions.shape[1])
        after = graph.actions[graph.by[row], inner].astype(np.int64)
        after += graph.outer[row].astype(np.int64) * graph.actions.shape[1]
        numbers: list[int] = after.tolist()
        return numbers

    @cached_property
    def solved(self) -> list[int]:
        """The numbers of all states that look solved; one, unless pieces look alike.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> len(group_numbering(puzzle("3x3x1")).solved)
        1
        >>> alike = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[1, 2, 3]]}, ["w", "w", "b", "b"])
        >>> len(group_numbering(alike).solved)
        2
        """
        colors = as_points(self.puzzle.solved_colors)
        return self.kernel.matching(colors, colors)


def group_numbering(
    puzzle: Puzzle,
    moves: MoveSet | None = None,
    *,
    progress: Reporter | None = None,
    timeout: Clock | None = None,
) -> GroupNumbering:
    """All states of a puzzle that has not too many of them.

    >>> from puzzlery.twisty.geometry import cube
    >>> two = group_numbering(cube(2))
    >>> two.element(two.index(cube(2).permutation("R U"))) == cube(2).permutation("R U")
    True
    """
    reason = unfit(puzzle)
    if reason:
        raise PuzzleryError(f"{puzzle.name}: {reason}")
    moves = moves or MoveSet.of(puzzle)
    group = puzzle.group
    rows = group.order // inner_size(group)
    if rows > MOST_ROWS:
        raise PuzzleryError(
            f"{puzzle.name} has {count_in_words(group.order)} states; "
            "expected at most some 10^10 to count them all"
        )
    job = group_rows(group, moves.permutations)
    return GroupNumbering(puzzle, moves, drive(job, progress=progress, timeout=timeout))


def inner_size(group: PermGroup) -> int:
    """How many elements of a group have one row of numbers.

    >>> from puzzlery.twisty.geometry import cube
    >>> inner_size(cube(2).group)
    648
    """
    return _split(group.base, group._chain.kernel.orbit_sizes())[2]


def group_rows(group: PermGroup, moves: Sequence[Permutation]) -> _core.GroupRows:
    """The job that numbers the elements of a group, and finds where moves lead from each.

    The moves must generate the group.

    >>> turn = Permutation([1, 2, 3, 4, 0])
    >>> rows = drive(group_rows(PermGroup([turn]), [turn]))
    >>> sorted(rows.index((turn**k).data) for k in range(5))
    [0, 1, 2, 3, 4]
    """
    fixed, rest, inner = _split(group.base, group._chain.kernel.orbit_sizes())
    # In an order that depends on nothing but the set, so that kept tables stay right.
    subgroup = sorted(element.data for element in group.stabilizer(fixed).elements())
    return _core.GroupRows(
        group.degree, [p.data for p in moves], as_points(fixed), as_points(rest), subgroup,
        group.order // inner,
    )  # fmt: skip


def distances(
    states: GroupNumbering,
    *,
    start: Sequence[int] | None = None,
    threads: int = 1,
    bits: Bits | None = None,
    store: Store | None = None,
    progress: Reporter | None = None,
    timeout: Clock | None = None,
) -> Distances:
    """The distance of every state from those that look solved, or from `start`.

    >>> rings = Puzzle.from_cycles({"a": [[0, 1, 2]], "b": [[1, 2, 3]]}, ["w", "r", "g", "b"])
    >>> list(distances(group_numbering(rings)).counts)
    [1, 4, 6, 1]
    """
    size = states.graph.states
    bits = bits or (8 if size <= MOST_BYTES or max(states.moves.costs) > 1 else 2)
    starts = states.solved if start is None else list(start)
    key = TableKey.of(
        states.puzzle, "distances", VERSION, moves=moves_text(states.moves), bits=bits,
        start=" ".join(map(str, starts)), base=" ".join(map(str, states.puzzle.group.base)),
    )  # fmt: skip
    table = (store or Store.usual()).open(
        key, lambda: states.graph.job(starts, bits, threads), progress=progress, timeout=timeout
    )
    return Distances(table.data, bits, size)


def _split(base: list[int], sizes: list[int]) -> tuple[list[int], list[int], int]:
    """The base points that H fixes, the rest, and the order of H, as large as is handy."""
    inner, first = 1, len(base)
    while first and inner * sizes[first - 1] <= LARGEST_INNER:
        first -= 1
        inner *= sizes[first]
    return base[:first], base[first:], inner


def as_points(points: Sequence[int]) -> bytes:
    """Points in the format of the kernels: two bytes each.

    >>> len(as_points([0, 300]))
    4
    """
    return np.array(points, dtype=np.uint16).tobytes()
