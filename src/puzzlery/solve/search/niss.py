"""NISS: searches whose moves may be made on a state and on its inverse.

Moves A on the state g and B on its inverse lead to B⁻¹ g A. If the goal is a subgroup, it does not
matter in which order A and B are made. So all words of the shorter part are made, and from each of
the positions that this gives the longer part is searched for with all pruning tables.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery._core import OtherSide
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Reporter
from puzzlery.solve.coordinates.search_engine import Engine, Position, SearchLimits, word_of
from puzzlery.solve.moves.canonical import FORBIDDEN
from puzzlery.solve.moves.move_set import MoveSet

Word = tuple[int, ...]
# Words that share a prefix are made together: up to this weight some ten thousand of them.
WEIGHT_BELOW_PREFIX = 4


def other_side_of(moves: MoveSet, last: Sequence[bool]) -> OtherSide:
    """The kernel that makes words on the inverse; each ends with one of the moves in `last`."""
    return OtherSide(
        moves.puzzle.degree, moves.permutation_bytes, moves.cost_bytes, moves.follow, list(last)
    )


@dataclass(frozen=True, slots=True)
class NissSolution:
    """A solution: the number of the state it solves, and the moves on either side."""

    root: int
    normal: Word
    inverse: Word


@dataclass
class NissSearch:
    """A search from several states on one side, on either, or on both.

    `last` tells for each move whether it may end a part that the other side goes on from: a move
    that keeps the goal changes nothing there.
    """

    engine: Engine
    states: Sequence[Permutation]
    last: Sequence[bool]
    threads: int = 1
    progress: Reporter | None = None
    timeout: Clock | None = None
    nodes: int = 0
    reads: int = 0

    @cached_property
    def _normal_roots(self) -> Position:
        return np.vstack([self.engine.position(state) for state in self.states])

    @cached_property
    def _inverse_roots(self) -> Position:
        return np.vstack([self.engine.position(state.inverse) for state in self.states])

    @cached_property
    def _inverse(self) -> OtherSide:
        return other_side_of(self.engine.moves, self.last)

    def one_side(self, weight: int, *, inverse: bool = False) -> Iterator[NissSolution]:
        """All solutions of exactly this weight with moves on one side only.

        >>> from puzzlery.solve.moves.move_set import MoveSet
        >>> from puzzlery.solve.search.patterns import Looks, Pattern
        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> engine = Engine.of(moves, [Looks(Pattern("colors", cube.solved_colors), moves)])
        >>> search = NissSearch(engine, [cube.permutation("R2 U2")], [True] * len(moves))
        >>> [found] = search.one_side(2)
        >>> " ".join(moves.names[m] for m in found.normal)
        'U2 R2'
        >>> [found] = search.one_side(2, inverse=True)
        >>> " ".join(moves.names[m] for m in found.inverse)
        'R2 U2'
        """
        roots = self._inverse_roots if inverse else self._normal_roots
        for root, word in self._words(roots, weight):
            yield NissSolution(root, (), word) if inverse else NissSolution(root, word, ())

    def both_sides(self, weight: int) -> Iterator[NissSolution]:
        """All solutions of exactly this weight with moves on both sides.

        >>> from puzzlery.solve.moves.move_set import MoveSet
        >>> from puzzlery.solve.search.patterns import Looks, Pattern
        >>> from puzzlery.twisty.catalog import puzzle
        >>> cube = puzzle("2x2x2")
        >>> moves = MoveSet.for_search(cube, moves=["R2", "U2"])
        >>> engine = Engine.of(moves, [Looks(Pattern("colors", cube.solved_colors), moves)])
        >>> search = NissSearch(engine, [cube.permutation("R2 U2")], [True] * len(moves))
        >>> [found] = search.both_sides(2)
        >>> moves.names[found.normal[0]], moves.names[found.inverse[0]]
        ('U2', 'R2')
        """
        for short in range(1, weight // 2 + 1):
            for number in range(len(self.states)):
                yield from self._split(number, short, weight - short, inverse=True)
                if 2 * short < weight:
                    yield from self._split(number, short, weight - short, inverse=False)

    def _split(
        self, number: int, short: int, long: int, *, inverse: bool
    ) -> Iterator[NissSolution]:
        """Solutions with a part of weight `short` made first, on the inverse or on the state."""
        state = self.states[number] if inverse else self.states[number].inverse
        for prefix in self._prefixes(0, short - WEIGHT_BELOW_PREFIX):
            firsts, roots = self._other_side(state, short, prefix)
            for root, word in self._words(roots, long) if len(roots) else ():
                length, *moves = firsts[root].tolist()
                first = tuple(moves[:length])
                yield (
                    NissSolution(number, word, first)
                    if inverse
                    else NissSolution(number, first, word)
                )

    def _prefixes(self, state: int, weight: int) -> Iterator[Word]:
        """The beginnings of words, such that few enough words begin with each."""
        if weight <= 0:
            yield ()
            return
        for move, after in enumerate(self.engine.moves.follow[state].tolist()):
            if after != FORBIDDEN:
                for rest in self._prefixes(after, weight - self.engine.moves.costs[move]):
                    yield (move, *rest)

    def _other_side(
        self, state: Permutation, weight: int, prefix: Word
    ) -> tuple[NDArray[np.uint16], Position]:
        states, words = self._inverse.reached(state.data, weight, prefix)
        images = np.frombuffer(states, dtype=np.uint16).reshape(-1, len(state))
        has_position, roots = self.engine.positions(images)
        rows = np.frombuffer(words, dtype=np.uint16).reshape(-1, weight + 1)
        return rows[has_position], roots

    def _words(self, roots: Position, weight: int) -> Iterator[tuple[int, Word]]:
        limits = SearchLimits(weight, weight, beyond=None, threads=self.threads, passing=False)
        job = self.engine.search(roots, limits, progress=self.progress, timeout=self.timeout)
        self.nodes += job.nodes
        self.reads += job.reads
        for root, word in job.words():
            yield root, tuple(word_of(word))
