"""Numbers for the states of a puzzle with glued pieces: a shape, and an element of a group.

Every state is a loop at the solved shape, followed by the way to its own shape. So with N loops of
different effect, state number s · N + l has the shape s and the loop l. A move that is free carries
shapes to shapes, and multiplies loops by one loop from the right; a blocked move changes nothing.
That is the graph of a coordinate, whose distances take two bits a state.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter, drive
from puzzlery.solve.blocked.blocked_bodies import BlockedBodies, TooManyStates
from puzzlery.solve.blocked.shape_loops import ShapeLoops
from puzzlery.solve.coordinates.pruning_table import CoordinateGraph, Distances
from puzzlery.solve.exhaustive.group_numbering import group_rows, inner_size
from puzzlery.twisty.structure.shape_graph import BLOCKED

# Of states that look solved; a table begins at each.
MOST_STARTS = 1_000_000
# Entries of the graph that are made between two looks at the clock.
ENTRIES_AT_ONCE = 1 << 20


@dataclass(frozen=True, eq=False)
class NumberedStates:
    """All states of a puzzle with glued pieces by number, and the moves between them.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.solve.blocked.shape_loops import shape_loops
    >>> from puzzlery.twisty.catalog import puzzle
    >>> bodies = blocked_bodies(puzzle("bicube"))
    >>> states = numbered_states(bodies, shape_loops(bodies))
    >>> states.graph.states
    1108800
    """

    bodies: BlockedBodies
    loops: ShapeLoops
    rows: _core.GroupRows
    graph: CoordinateGraph

    def index(self, state: Permutation) -> int | None:
        """The number of a state; None if no free moves lead to it.

        >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
        >>> from puzzlery.solve.blocked.shape_loops import shape_loops
        >>> from puzzlery.twisty.catalog import puzzle
        >>> bicube = puzzle("bicube")
        >>> bodies = blocked_bodies(bicube)
        >>> states = numbered_states(bodies, shape_loops(bodies))
        >>> states.index(bicube.permutation("L")) is None  # L is blocked
        True
        >>> len({states.index(bicube.permutation(alg)) for alg in ("", "U", "U F", "U U'")})
        3
        """
        shape = self.loops.shapes.number(state.array)
        if shape is None:
            return None
        way = Permutation._from_bytes(self.loops.shapes.ways[shape].tobytes())
        loop, group = state * way.inverse, self.loops.puzzle.group
        # Numbers look at the base of the group only, which tells apart none but its elements.
        if not group.contains(loop):
            return None
        return shape * group.order + self.rows.index(loop.data)

    def neighbors(self, i: int) -> Iterator[int]:
        """The number of the state that each move leads to; the same one if it is blocked.

        >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
        >>> from puzzlery.solve.blocked.shape_loops import shape_loops
        >>> from puzzlery.twisty.catalog import puzzle
        >>> bodies = blocked_bodies(puzzle("bicube"))
        >>> states = numbered_states(bodies, shape_loops(bodies))
        >>> i = states.index(puzzle("bicube").permutation(""))
        >>> [bodies.moves[m].name for m, j in enumerate(states.neighbors(i)) if j != i]
        ['U', 'U2', "U'", 'F', 'F2', "F'", 'R', 'R2', "R'"]
        """
        row, inner = divmod(i, self.graph.actions.shape[1])
        for to, by in zip(self.graph.outer[row], self.graph.by[row], strict=True):
            yield int(to) * self.graph.actions.shape[1] + int(self.graph.actions[by, inner])

    def starts(self, clock: Clock | None = None) -> list[int]:
        """The numbers of all states that look solved.

        >>> from puzzlery import Puzzle
        >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
        >>> from puzzlery.solve.blocked.shape_loops import shape_loops
        >>> moves = {"a": [[0, 1, 2]], "b": [[2, 3]]}
        >>> row = Puzzle.from_cycles(moves, ["red"] * 3 + ["blue"], glued=[[0, 1]], name="row")
        >>> bodies = blocked_bodies(row)
        >>> len(numbered_states(bodies, shape_loops(bodies)).starts())
        3
        """
        colors = np.array(self.bodies.colors, np.uint16)
        if self.bodies.is_faithful:
            start = self.index(Permutation.identity(len(colors)))
            assert start is not None
            return [start]
        order, found = self.loops.puzzle.group.order, list[int]()
        for shape, way in enumerate(self.loops.shapes.ways):
            if clock is not None and clock.is_over:
                raise clock.timed_out("states that look solved")
            made = self.rows.matching(colors.tobytes(), colors[way].tobytes())
            found += [shape * order + number for number in made]
            if len(found) > MOST_STARTS:
                raise TooManyStates(f"more than {MOST_STARTS} states look solved")
        return found


@dataclass(frozen=True, eq=False)
class NumberedTable:
    """The distance of every state modulo three; a descent tells the rest.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.solve.blocked.blocked_table import blocked_table
    >>> from puzzlery.twisty.catalog import puzzle
    >>> table = blocked_table(blocked_bodies(puzzle("bicube")))
    >>> len(table.counts), sum(table.counts)
    (29, 1108800)
    """

    states: NumberedStates
    distances: Distances

    @property
    def counts(self) -> list[int]:
        """The number of states at each distance."""
        return self.distances.counts

    @cached_property
    def descent(self) -> _core.Descent:
        """The kernel that walks toward solved."""
        graph = self.states.graph
        return _core.Descent(
            graph.outer, graph.by, graph.actions, list(graph.costs), self.distances.data
        )

    def ways(self, state: Permutation, most: int) -> list[list[int]]:
        """Shortest ways from a state to solved, as numbers of moves.

        >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
        >>> from puzzlery.solve.blocked.blocked_table import blocked_table
        >>> from puzzlery.twisty.catalog import puzzle
        >>> bicube = puzzle("bicube")
        >>> bodies = blocked_bodies(bicube)
        >>> ways = blocked_table(bodies).ways(bicube.permutation("U F"), 9)
        >>> [str(bodies.alg(way)) for way in ways]
        ["F' U'"]
        """
        i = self.states.index(state)
        if i is None:
            return []
        way = self.descent.way(i)
        if most == 1:
            return [way]
        found: list[list[int]] = []
        self._descend(i, len(way), [], found, most)
        return found

    def _descend(
        self, i: int, left: int, made: list[int], found: list[list[int]], most: int
    ) -> None:
        if not left:
            found.append(list(made))
            return
        wanted = (left - 1) % 3
        for move, j in enumerate(self.states.neighbors(i)):
            if len(found) < most and j != i and self.distances[j] == wanted:
                self._descend(j, left - 1, [*made, move], found, most)


def needed_bytes(loops: ShapeLoops) -> int:
    """The memory that the table and the graph of all states take while they are built.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.solve.blocked.shape_loops import shape_loops
    >>> from puzzlery.twisty.catalog import puzzle
    >>> needed_bytes(shape_loops(blocked_bodies(puzzle("bicube")))) // 10**6  # MB
    27
    """
    group = loops.puzzle.group
    inner, effects = inner_size(group), len(loops.effects.permutations)
    rows = group.order // inner
    # Where moves lead and what they do, four bytes each: in each row of states, and of the group.
    moves = 8 * (len(loops.shapes) * len(loops.bodies.moves) + effects) * rows
    elements = 4 * inner * inner + 8 * group.degree * (rows + inner + len(loops.shapes))
    return loops.states // 4 + moves + elements


def numbered_states(
    bodies: BlockedBodies,
    loops: ShapeLoops,
    *,
    progress: Reporter | None = None,
    clock: Clock | None = None,
) -> NumberedStates:
    """Number all states: shapes times the elements of the group of loops.

    >>> from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
    >>> from puzzlery.solve.blocked.shape_loops import shape_loops
    >>> from puzzlery.twisty.mechanisms.bandage import bandaged_cube
    >>> pillars = ["UFR FR DFR", "UFL FL DFL", "UBL BL DBL", "UBR BR DBR"]
    >>> bodies = blocked_bodies(bandaged_cube(pillars))
    >>> numbered_states(bodies, shape_loops(bodies)).graph.states
    248832
    """
    shapes, effects = loops.shapes, loops.effects
    rows = drive(
        group_rows(loops.puzzle.group, effects.permutations), progress=progress, timeout=clock
    )
    to, by = (table(len(effects.permutations)) for table in (rows.outer, rows.by))
    count, moves = len(to), len(bodies.moves)
    outer = np.empty((len(shapes), count, moves), np.uint32)
    acting = np.empty_like(outer)
    idle = rows.index(Permutation.identity(bodies.puzzle.degree).data) % rows.actions().shape[1]
    at_once = max(1, ENTRIES_AT_ONCE // (count * moves))
    for first in range(0, len(shapes), at_once):
        if clock is not None and clock.is_over:
            raise clock.timed_out(f"{first} of {len(shapes)} shapes")
        some = slice(first, first + at_once)
        after, loop = shapes.after[some], effects.numbers[some]
        own = np.arange(first, first + len(after))[:, None]
        blocked = (after == BLOCKED)[:, None, :]
        leads = np.where(after == BLOCKED, own, after)[:, None, :] * count
        stays = np.arange(count)[None, :, None]
        outer[some] = leads + np.where(blocked, stays, to[:, loop].transpose(1, 0, 2))
        acting[some] = np.where(blocked, idle, by[:, loop].transpose(1, 0, 2))
    graph = CoordinateGraph(
        outer.reshape(-1, moves), rows.actions(), [1] * moves, acting.reshape(-1, moves),
        reversible=bodies.is_reversible,
    )  # fmt: skip
    return NumberedStates(bodies, loops, rows, graph)
