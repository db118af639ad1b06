"""Solvers from coordinates: shortest ways to make all of them solved, with proof.

A solver searches by iterative deepening (IDA*): all sequences of 0, 1, 2 … moves, each given up as
soon as one of the pruning tables says that the rest does not suffice.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from puzzlery._core import SearchJob
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter
from puzzlery.errors import NotFound, PuzzleryError
from puzzlery.formats.states.state_reader import StateLike
from puzzlery.solve.api.oriented_state import oriented_state, read_state
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.coordinates.composite import Composite
from puzzlery.solve.coordinates.coordinate import Coordinate, Ints
from puzzlery.solve.coordinates.pruning_table import check_sizes
from puzzlery.solve.coordinates.search_engine import HIGHEST, Engine, SearchLimits, word_of
from puzzlery.solve.coordinates.symmetric import SymComposite, Symmetric
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg
from puzzlery.twisty.structure.symmetry import Symmetry

Told = Callable[[Alg], Alg]
# Symmetries through which a table is looked up: each costs time at every node that it cuts off.
USUAL_VIEWS = 3


@dataclass(frozen=True, eq=False)
class CoordinateSolver:
    """Solves all of its coordinates at once, by the fewest moves; see `solver`.

    `is_full` says that only the solved state has all coordinates solved. Then a state and its
    inverse take equally many moves, and so does a state that is seen through a symmetry.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> eo = solver(cube(3), [named_coordinate(cube(3), "eo-fb")])
    >>> eo.is_full, [str(found.alg) for found in eo.solve("R F U B2", count=2)]
    (False, ["U' F", "U' F'"])
    """

    coordinates: tuple[Coordinate, ...]
    engine: Engine
    is_full: bool

    @property
    def puzzle(self) -> Puzzle:
        return self.engine.moves.puzzle

    @cached_property
    def _turns_back(self) -> bool:
        return self.is_full and self.engine.moves.is_reversible

    def bound(self, state: StateLike) -> int:
        """The least cost of a solution that the tables alone can tell.

        >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
        >>> from puzzlery.twisty.geometry import cube
        >>> eo = solver(cube(3), [named_coordinate(cube(3), "eo-fb")])
        >>> eo.bound("F R F")
        3
        """
        return max(map(self.engine.bound, self._sides(self._read(state))))

    def _sides(self, permutation: Permutation) -> list[Permutation]:
        """The state, and its inverse where that takes as many moves."""
        return [permutation, permutation.inverse] if self._turns_back else [permutation]

    def _read(self, state: StateLike) -> Permutation:
        return oriented_state(read_state(self.puzzle, state), "colors").state.permutation

    def solve(
        self,
        state: StateLike,
        *,
        count: int = 1,
        beyond: int = 0,
        max_length: int | None = None,
        threads: int = 1,
        timeout: float | Clock | None = None,
        progress: Reporter | None = None,
    ) -> list[Solution]:
        """The shortest solutions, the best first, each applied to the state and verified.

        At most `count` of them, none more than `beyond` longer than the shortest.

        >>> from puzzlery.solve.coordinates.basic import pieces
        >>> from puzzlery.twisty.geometry import cube
        >>> cross = solver(cube(3), [pieces(cube(3), ["DF", "DR", "DB", "DL"])])
        >>> [best] = cross.solve("D R2 F' U L B")
        >>> best.length, best.optimal
        (5, True)
        """
        _check_limits(count=count, beyond=beyond, max_length=max_length, threads=threads)
        start = time.perf_counter()
        held = oriented_state(read_state(self.puzzle, state), "colors")
        given = held.state.permutation
        # The search is the shorter the more a table knows, so it begins where they know most.
        side = max(self._sides(given), key=self.engine.bound)
        high = HIGHEST if max_length is None else min(HIGHEST, max_length)
        limits = SearchLimits(0, high, beyond, count, count, threads)
        roots = self.engine.position(side)
        job = self.engine.search(roots, limits, progress=progress, timeout=timeout)
        if not job.found:
            raise NotFound(
                f"no more than {high} {self.engine.moves.metric} by these moves solve "
                f"{', '.join(one.label for one in self.coordinates)} here"
            )
        words = [word_of(word) for _, word in job.words()]
        if side != given:
            words = [self._undone(word) for word in words]
        seconds = time.perf_counter() - start
        return [self._solution(job, given, word, held.in_orientation, seconds) for word in words]

    def _undone(self, word: Sequence[int]) -> list[int]:
        return [self.engine.moves.inverses[move] for move in reversed(word)]

    def _solution(
        self, job: SearchJob, given: Permutation, word: Sequence[int], told: Told, seconds: float
    ) -> Solution:
        moves = self.engine.moves
        self._verify(given, word)
        length = sum(moves.costs[move] for move in word)
        proof = f"all sequences of these moves up to {job.best - 1} were ruled out"
        return Solution(
            told(moves.alg(word)),
            length,
            moves.metric,
            optimal=length == job.best,
            method="coordinates",
            nodes=job.nodes,
            reads=job.reads,
            seconds=seconds,
            note=proof if job.best else "",
        )

    def _verify(self, given: Permutation, word: Sequence[int]) -> None:
        """Make the moves, and see that every coordinate has become one of its goals."""
        made = [self.engine.moves.permutations[move] for move in word]
        after = State(self.puzzle, given * Permutation.product(made, self.puzzle.degree))
        for one in self.coordinates:
            if one.index(after) not in one.goals:
                raise AssertionError(f"{self.engine.moves.alg(word)} does not solve {one.label}")


def solver(
    puzzle: Puzzle,
    coordinates: Coordinate | Iterable[Coordinate],
    *,
    moves: Iterable[str] | None = None,
    metric: str | None = None,
    weights: Mapping[str, int] | None = None,
    full: bool | None = None,
    views: int = USUAL_VIEWS,
    threads: int = 1,
    timeout: float | Clock | None = None,
    progress: Reporter | None = None,
) -> CoordinateSolver:
    """A solver with a pruning table for each coordinate, or for one; it checks them first.

    `moves` names the moves that may be made, `metric` or `weights` say what they cost; else the
    coordinates' own moves are made. If the coordinates together tell every state from the solved
    one (`full`; None: find it out), the solver also asks its tables about the inverse of each
    position, where that pays, and through up to `views` symmetries that keep the moves.

    >>> from puzzlery.solve.coordinates.basic import orientation, permutation
    >>> from puzzlery.twisty.geometry import cube
    >>> two = solver(cube(2), [orientation(cube(2)), permutation(cube(2))])
    >>> two.is_full, two.solve("R U2 F' R U F2 R'")[0].length
    (True, 7)
    """
    given = [coordinates] if isinstance(coordinates, Coordinate) else list(coordinates)
    _check_limits(views=views, threads=threads)
    if not given:
        raise PuzzleryError("a solver needs at least one coordinate")
    for one in given:
        if not isinstance(one, Coordinate):
            raise PuzzleryError(f"{one!r} is no coordinate; named_coordinate gives one by its name")
        if one.puzzle != puzzle:
            raise PuzzleryError(
                f"{one.label} is a coordinate of {one.puzzle.name}, not {puzzle.name}"
            )
    made = _moves(puzzle, given[0].moves, moves, metric, weights)
    placed = tuple(one.on(made) for one in given)
    clock = Clock.of(timeout)
    for one in placed:
        check_sizes(one)
    for one in placed:
        one.prepare(progress=progress, timeout=clock)
    is_full = tells_all(placed) if full is None else full
    seen = [views_of(one, views if is_full else 1) for one in placed]
    engine = Engine.of(
        made, placed, views=seen, both_sides=is_full, threads=threads, progress=progress,
        timeout=clock,
    )  # fmt: skip
    return CoordinateSolver(placed, engine, is_full)


# The smallest value of each limit.
LEAST = {"count": 1, "beyond": 0, "max_length": 0, "threads": 1, "views": 1}


def _check_limits(**limits: int | None) -> None:
    for name, given in limits.items():
        if given is not None and (not isinstance(given, int) or given < LEAST[name]):
            raise PuzzleryError(
                f"{name} must be a whole number from {LEAST[name]} on, not {given!r}"
            )


def _moves(
    puzzle: Puzzle,
    own: MoveSet,
    names: Iterable[str] | None,
    metric: str | None,
    weights: Mapping[str, int] | None,
) -> MoveSet:
    if names is not None:
        return MoveSet.for_search(puzzle, metric, names, weights)
    chosen = own if metric is None else MoveSet.of(puzzle, metric)
    return chosen.weighed(weights) if weights else chosen


def tells_all(coordinates: Sequence[Coordinate]) -> bool:
    """Whether it is sure that only the solved state has all these coordinates solved.

    So it is if the labels of all coordinates together give every sticker that moves a label of
    its own, and each has a single goal.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> names = ["co-ud", "cp", "eo-fb", "ep"]
    >>> parts = [named_coordinate(cube(3), name) for name in names]
    >>> tells_all(parts), tells_all(parts[:3])
    (True, False)
    """
    known = [labels for one in coordinates for labels in _labels_of(one)]
    if not known or any(len(one.goals) > 1 for one in coordinates):
        return False
    moving = np.zeros(len(known[0]), dtype=bool)
    for permutation in coordinates[0].moves.permutations:
        moving[permutation.support] = True
    joint = np.stack(known, axis=1)[moving]
    return len(np.unique(joint, axis=0)) == len(joint)


def _labels_of(coordinate: Coordinate) -> list[Ints]:
    """The labels of the parts, as far as they can be seen on the stickers."""
    if isinstance(coordinate, SymComposite):
        return _labels_of(coordinate.symmetric.base) + _labels_of(coordinate.other)
    if isinstance(coordinate, Symmetric):
        return []
    if isinstance(coordinate, Composite):
        return [labels for part in coordinate.parts for labels in _labels_of(part)]
    return [] if coordinate.labels is None else [coordinate.labels]


def views_of(coordinate: Coordinate, most: int) -> list[Symmetry | None]:
    """Symmetries that keep the moves and show the coordinate something new; None, as it is, first.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> len(views_of(named_coordinate(cube(3), "eo-fb"), 9))  # three axes
    3
    """
    found: list[Symmetry | None] = [None]
    if most <= 1:
        return found
    own = {symmetry.stickers for symmetry in coordinate.symmetries()}
    shown = set(own)
    for symmetry in coordinate.puzzle.symmetries():
        if len(found) >= most:
            break
        stickers = symmetry.stickers
        if stickers not in shown and coordinate.moves.under(stickers) is not None:
            found.append(symmetry)
            # Whatever follows that the coordinate carries shows nothing new.
            shown |= {stickers * after for after in own}
    return found
