"""Commutators that move few stickers, computed once for each puzzle and kept in the store.

A *twist* is a layer turned by any angle. With twists X, Y and Z, `C = X Y X'` is a conjugate and
`C Z C' Z'` a commutator. Where the supports of C and Z hardly overlap, nearly everything that the
commutator does is undone again, and it moves few stickers.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Report, Reporter
from puzzlery.tables.store import Store
from puzzlery.tables.table_job import ReadyTable
from puzzlery.tables.table_key import TableKey
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg, Move

Ints = NDArray[np.int64]
# Stickers that both C and Z move; the more of them, the more the commutator moves.
MOST_OVERLAP = 24
# Stickers that a kept commutator moves. One that moves more disturbs most of what is solved, so the
# bound keeps the pool small.
MOST_MOVED = 60


@dataclass(frozen=True, eq=False)
class Twists:
    """All twists: their moves, permutations, numbers of their inverses, and which are basic.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> twists = Twists.of(puzzle("2x2x2"))
    >>> print(twists.alg(twists.backwards((0, 1, 2))))
    U2 U U'
    """

    moves: tuple[Move, ...]
    tables: Ints
    undoing: Ints
    basic: NDArray[np.bool_]

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Twists":
        """The turns of every layer by every angle.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> len(Twists.of(puzzle("2x2x2")))  # six faces, three angles
        18
        """
        made: dict[Permutation, tuple[Move, bool]] = {}
        for name, turn in puzzle.moves.items():
            unit = puzzle.notation.written(name)
            for times in _amounts(turn.order):
                made.setdefault(turn**times, (unit**times, name in puzzle.basis))
        number = {twist: index for index, twist in enumerate(made)}
        return cls(
            tuple(move for move, _ in made.values()),
            np.array([twist.array for twist in made], dtype=np.int64),
            np.array([number[twist.inverse] for twist in made], dtype=np.int64),
            np.array([basic for _, basic in made.values()]),
        )

    def __len__(self) -> int:
        return len(self.moves)

    @cached_property
    def moved(self) -> NDArray[np.bool_]:
        """For each twist a row that says which places it moves.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> int(Twists.of(puzzle("3x3x3")).moved[0].sum())
        20
        """
        return np.asarray(self.tables != np.arange(self.tables.shape[1]))

    def alg(self, numbers: "list[int] | tuple[int, ...]") -> Alg:
        """Twists by their numbers as an alg."""
        return Alg(tuple(self.moves[number] for number in numbers))

    def backwards(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """The twists that undo these, by number."""
        return tuple(int(self.undoing[number]) for number in reversed(numbers))

    def product(self, numbers: tuple[int, ...]) -> Ints:
        """The permutation of twists one after the other.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> twists = Twists.of(puzzle("2x2x2"))
        >>> bool((twists.product((0, 0, 0, 0)) == range(24)).all())
        True
        """
        made = np.arange(self.tables.shape[1])
        for number in numbers:
            made = self.tables[number][made]
        return made


def _amounts(order: int) -> list[int]:
    """By how many steps a layer may be turned: 1, -1, 2 …"""
    amounts = (n for n in range(1 - (order + 1) // 2, order // 2 + 1) if n)
    return sorted(amounts, key=lambda n: (abs(n), n < 0))


def commutator_word(twists: Twists, triple: tuple[int, int, int]) -> tuple[int, ...]:
    """The eight twists of the commutator of the conjugate X Y X' with Z.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> twists = Twists.of(puzzle("2x2x2"))
    >>> names = [str(move) for move in twists.moves]
    >>> word = commutator_word(twists, (names.index("R"), names.index("U"), names.index("D")))
    >>> print(twists.alg(word))
    R U R' D R U' R' D'
    """
    x, y, z = triple
    conjugate = (x, y, int(twists.undoing[x]))
    return (*conjugate, z, *twists.backwards(conjugate), int(twists.undoing[z]))


def small_commutators(
    puzzle: Puzzle,
    twists: Twists,
    store: Store,
    progress: Reporter | None = None,
    timeout: Clock | None = None,
) -> list[tuple[int, int, int]]:
    """The triples (X, Y, Z) whose commutators move few stickers, from the store if possible.

    Of commutators with the same effect, one is kept.
    """
    key = TableKey("commutators", puzzle.fingerprint, {"overlap": MOST_OVERLAP}, version=1)
    clock = Clock.of(timeout)
    table = store.open(key, lambda: ReadyTable(_found(twists, progress, clock)), timeout=clock)
    return [(int(x), int(y), int(z)) for x, y, z in table.array(np.uint16, -1, 3)]


def _found(twists: Twists, progress: Reporter | None, clock: Clock) -> NDArray[np.uint16]:
    """All small commutators, the smallest first."""
    kept: dict[bytes, tuple[int, tuple[int, int, int]]] = {}
    for x in range(len(twists)):
        if progress is not None:
            progress(Report(x, len(twists), "commutators", 0.0))
        if clock.is_over:
            raise clock.timed_out("commutators")
        for y in range(len(twists)):
            _add_commutators(twists, x, y, kept)
    triples = [triple for _, triple in sorted(kept.values())]
    return np.array(triples, dtype=np.uint16).reshape(-1, 3)


def _add_commutators(
    twists: Twists, x: int, y: int, kept: dict[bytes, tuple[int, tuple[int, int, int]]]
) -> None:
    """Keep the commutators of X Y X' with every Z that overlaps it a little."""
    tables, undoing = twists.tables, twists.undoing
    conjugate = tables[undoing[x]][tables[y][tables[x]]]
    places = np.arange(len(conjugate))
    support = conjugate != places
    overlap = twists.moved[:, support].sum(axis=1)
    zs = np.flatnonzero((overlap > 0) & (overlap <= MOST_OVERLAP))
    if not len(zs):
        return
    back = np.empty_like(conjugate)
    back[conjugate] = places
    made = _after(tables[undoing[zs]], back[tables[zs][:, conjugate]])
    moved = (made != places).sum(axis=1)
    for row in np.flatnonzero((moved > 0) & (moved <= MOST_MOVED)):
        kept.setdefault(
            made[row].astype(np.uint16).tobytes(), (int(moved[row]), (x, y, int(zs[row])))
        )


def _after(then: Ints, first: Ints) -> Ints:
    """Row by row, first one table and then the other."""
    return np.asarray(np.take_along_axis(then, first, axis=1))
