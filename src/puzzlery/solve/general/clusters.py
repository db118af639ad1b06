"""Clusters: the orbits of stickers, and the words that solve each of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from puzzlery.solve.general.commutator_pool import Ints, Twists, commutator_word
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.structure.partition import joined
from puzzlery.twisty.structure.pieces import piece_labels
from puzzlery.twisty.structure.slots import connected_slots

Kind = Literal["bare", "disturbing", "normal"]
MOST_TOOLS = 4_000
# Beside the commutators that move least, those that move a little more of the cluster are kept.
SLACK = 1.5


@dataclass(frozen=True, eq=False)
class Tools:
    """Words and what they do: the places that each moves and where these go.

    Rows are filled up with a place that is none, the one after the last.
    """

    words: tuple[tuple[int, ...], ...]
    sources: Ints
    targets: Ints

    @classmethod
    def of(cls, words: Sequence[tuple[int, ...]], twists: Twists) -> "Tools":
        """The tools that these words are."""
        degree = twists.tables.shape[1]
        tables = [twists.product(word) for word in words]
        moved = [np.flatnonzero(table != np.arange(degree)) for table in tables]
        width = max(map(len, moved), default=0)
        sources, targets = np.full((2, len(words), width), degree, dtype=np.int64)
        for row, (table, places) in enumerate(zip(tables, moved, strict=True)):
            sources[row, : len(places)] = places
            targets[row, : len(places)] = table[places]
        return cls(tuple(words), sources, targets)

    def __len__(self) -> int:
        return len(self.words)

    def gains(self, at: Ints, counted: NDArray[np.bool_]) -> Ints:
        """How many more stickers are at home after each word, among the counted ones.

        `at` tells which sticker stands at each place, and names the place that is none.
        """
        stickers = at[self.sources]
        change = (stickers == self.targets).astype(np.int64) - (stickers == self.sources)
        gains: Ints = (change * counted[self.sources]).sum(axis=1)
        return gains

    def applied(self, number: int, at: Ints) -> Ints:
        """Which sticker stands at each place after a word."""
        after = at.copy()
        after[self.targets[number]] = at[self.sources[number]]
        return after

    def moving(self, wanted: NDArray[np.bool_]) -> Ints:
        """The numbers of the words that move one of the wanted places."""
        return np.flatnonzero(wanted[self.sources].any(axis=1))


@dataclass(frozen=True, eq=False)
class Cluster:
    """An orbit of stickers, with the words that are of use for it.

    A *normal* one has commutators that move nothing else. A *disturbing* one has small
    commutators, but each moves stickers of other clusters, too. A *bare* one has none at all, and
    twists take their part. The last two are solved first.
    """

    name: str
    kind: Kind
    places: NDArray[np.bool_]
    tools: Tools


def clusters(
    puzzle: Puzzle, twists: Twists, triples: Iterable[tuple[int, int, int]]
) -> list[Cluster]:
    """The clusters in the order in which they are solved."""
    named = _orbits(puzzle)
    free = np.any([places for _, places in named], axis=0)
    words = [commutator_word(twists, triple) for triple in triples]
    tools = Tools.of(words, twists)
    # What moves the core as a whole is no use: only its turns about the rest would undo that.
    within = np.flatnonzero((free[tools.sources] | (tools.sources == puzzle.degree)).all(axis=1))
    useful = Tools.of([words[row] for row in within], twists)
    found = [_cluster(name, places, twists, useful) for name, places in named]
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


def _cluster(name: str, places: NDArray[np.bool_], twists: Twists, useful: Tools) -> Cluster:
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
            rows = np.flatnonzero(fitting & (inside <= SLACK * least))[:MOST_TOOLS]
            words = [useful.words[row] for row in rows]
            return Cluster(name, kind, places, Tools.of(words, twists))
    moving = twists.moved[:, places[:-1]].any(axis=1) & twists.basic
    singles = [(int(number),) for number in np.flatnonzero(moving)]
    return Cluster(name, "bare", places, Tools.of(singles, twists))
