"""Orbit words: for each orbit of stickers the words of twists that solve it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.progress import Clock
from puzzlery.solve.general.commutator_pool import Ints, Twists, commutator_word
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.structure.partition import joined
from puzzlery.twisty.structure.pieces import piece_labels
from puzzlery.twisty.structure.slots import connected_slots

Kind = Literal["bare", "disturbing", "normal"]
# Words of one orbit, those that move fewest stickers first. Every step tries all of them with each
# setup, so the bound limits the time of a step.
MOST_WORDS = 4_000
# Commutators may move so many times as many stickers of the orbit as the one that moves fewest.
MOST_MOVED_FACTOR = 1.5


@dataclass(frozen=True, eq=False)
class WordEffects:
    """Words and their effects: the places that each moves, and their images.

    Rows are padded with the number after the last place, which is the number of places.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> effects = WordEffects.of([(0,), (0, 1)], Twists.of(puzzle("2x2x2")))
    >>> len(effects), effects.sources.shape
    (2, (2, 12))
    """

    words: tuple[tuple[int, ...], ...]
    sources: Ints
    targets: Ints
    degree: int

    @classmethod
    def of(cls, words: Sequence[tuple[int, ...]], twists: Twists) -> "WordEffects":
        """The effects of these words."""
        degree = twists.tables.shape[1]
        tables = [twists.product(word) for word in words]
        moved = [np.flatnonzero(table != np.arange(degree)) for table in tables]
        width = max(map(len, moved), default=0)
        sources, targets = np.full((2, len(words), width), degree, dtype=np.int64)
        for row, (table, places) in enumerate(zip(tables, moved, strict=True)):
            sources[row, : len(places)] = places
            targets[row, : len(places)] = table[places]
        return cls(tuple(words), sources, targets, degree)

    def chosen(self, rows: Ints) -> "WordEffects":
        """The effects of some of the words, without columns that only others need.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> effects = WordEffects.of([(0,), (0, 1)], Twists.of(puzzle("2x2x2")))
        >>> effects.chosen(np.array([1])).words, effects.chosen(np.array([1])).sources.shape
        (((0, 1),), (1, 0))
        """
        sources, targets = self.sources[rows], self.targets[rows]
        width = int((sources < self.degree).sum(axis=1).max(initial=0))
        words = tuple(self.words[row] for row in rows.tolist())
        return WordEffects(words, sources[:, :width], targets[:, :width], self.degree)

    def __len__(self) -> int:
        return len(self.words)

    def gains(self, at: Ints, counted: NDArray[np.bool_]) -> Ints:
        """How many more of the counted stickers are solved after each word.

        `at` gives the sticker at each place, and ends with the padding.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> effects = WordEffects.of([(0,)], Twists.of(puzzle("2x2x2")))
        >>> solved = np.arange(25)
        >>> effects.gains(solved, counted=solved < 24).tolist()
        [-12]
        """
        stickers = at[self.sources]
        change = (stickers == self.targets).astype(np.int64) - (stickers == self.sources)
        return np.asarray((change * counted[self.sources]).sum(axis=1))

    def applied(self, number: int, at: Ints) -> Ints:
        """The sticker at each place after a word.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> effects = WordEffects.of([(0,)], Twists.of(puzzle("2x2x2")))
        >>> int((effects.applied(0, np.arange(25)) != np.arange(25)).sum())
        12
        """
        after = at.copy()
        after[self.targets[number]] = at[self.sources[number]]
        return after

    def moving(self, wanted: NDArray[np.bool_]) -> Ints:
        """The numbers of the words that move a wanted place.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> twists = Twists.of(puzzle("2x2x2"))
        >>> effects = WordEffects.of([(0,), (0, 1)], twists)  # twist 1 is the inverse of twist 0
        >>> effects.moving(np.arange(25) < 24).tolist()
        [0]
        """
        return np.flatnonzero(wanted[self.sources].any(axis=1))


@dataclass(frozen=True, eq=False)
class OrbitWords:
    """An orbit of stickers with the words that solve it.

    A *normal* orbit has commutators that move nothing else. All small commutators of a
    *disturbing* one also move other orbits. A *bare* one has none, and is solved by twists. The
    last two kinds are solved first.
    """

    name: str
    kind: Kind
    places: NDArray[np.bool_]
    effects: WordEffects


def orbit_words(
    puzzle: Puzzle,
    twists: Twists,
    triples: Iterable[tuple[int, int, int]],
    timeout: Clock | None = None,
) -> list[OrbitWords]:
    """The words of all orbits, in the order in which they are solved."""
    named = _orbits(puzzle)
    free = np.any([places for _, places in named], axis=0)
    words = [commutator_word(twists, triple) for triple in triples]
    clock = Clock.of(timeout)
    if clock.is_over:
        raise clock.timed_out("words of orbits")
    effects = WordEffects.of(words, twists)
    # Words that move the core as a whole are useless: only rotations would undo that.
    within = np.flatnonzero(
        (free[effects.sources] | (effects.sources == puzzle.degree)).all(axis=1)
    )
    useful = effects.chosen(within)
    found = [_orbit_words_of(name, places, twists, useful) for name, places in named]
    order: tuple[Kind, ...] = ("bare", "disturbing", "normal")
    return sorted(found, key=lambda cluster: order.index(cluster.kind))


def _orbits(puzzle: Puzzle) -> list[tuple[str, NDArray[np.bool_]]]:
    """The sets of stickers that the pieces of an orbit can reach, each with a name of its own."""
    names = {min(slot): orbit.name for orbit in puzzle.orbits() for slot in orbit.slots}
    moves = [puzzle.moves[name].array for name in puzzle.basis]
    labels = connected_slots(joined(piece_labels(puzzle), puzzle.glued), moves)
    turning = np.any([move != np.arange(puzzle.degree) for move in moves], axis=0)
    used: dict[str, int] = {}
    made = []
    for label in np.unique(labels[turning]):
        places = np.append(labels == label, False)
        name = names[int(places.argmax())]
        used[name] = used.get(name, 0) + 1
        made.append((f"{name} {used[name]}" if used[name] > 1 else name, places))
    return made


def _orbit_words_of(
    name: str, places: NDArray[np.bool_], twists: Twists, useful: WordEffects
) -> OrbitWords:
    inside = places[useful.sources].sum(axis=1)
    outside = (useful.sources < len(places) - 1).sum(axis=1) - inside
    small = (inside > 0) & (inside * 2 <= places.sum())
    kinds: tuple[tuple[Kind, NDArray[np.bool_]], ...] = (
        ("normal", small & (outside == 0)),
        ("disturbing", small),
    )
    for kind, fitting in kinds:
        if fitting.any():
            least = inside[fitting].min()
            rows = np.flatnonzero(fitting & (inside <= MOST_MOVED_FACTOR * least))[:MOST_WORDS]
            return OrbitWords(name, kind, places, useful.chosen(rows))
    moving = twists.moved[:, places[:-1]].any(axis=1) & twists.basic
    singles = [(int(number),) for number in np.flatnonzero(moving)]
    return OrbitWords(name, "bare", places, WordEffects.of(singles, twists))
