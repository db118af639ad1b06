"""Reading the inverse: the value of a coordinate for the inverse of a state, by a few questions.

Sticker i of a state x stands at place x[i]. So place i of the inverse shows the sticker x[i], and a
coordinate that can be seen by labels on stickers can be read off the places of stickers of x. A
*tree* asks for one label after the other until the value is decided.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlery._core import SearchSpace
from puzzlery.core.permutation import Points
from puzzlery.solve.coordinates.coordinate import Coordinate, Ints
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.structure.symmetry import Symmetry

# Values of a coordinate that is read: its tree then takes some MiB and is made in half a second.
MOST_VALUES = 1 << 18
# A place is carried as a byte.
MOST_PLACES = 256
# Looks by which the next question is chosen: more take longer and choose alike.
SAMPLE = 1_000
# Sums and nodes of one level, so that its questions stay in the nearest caches.
MOST_SUMS, MOST_NODES = 1 << 12, 1 << 18

Bytes = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class InverseTree:
    """Questions to a state whose answers decide the value of a coordinate for its inverse.

    Question q looks where sticker `stickers[q]` stands, and adds what `addends[q]` says of that
    place. Level k of the tree asks `counts[k]` questions; their sum, less than `widths[k]`, chooses
    the node of the next level. `nodes` has `widths[k]` numbers for each node, level by level; those
    of the last level are values.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> co, state = named_coordinate(cube(3), "co-ud"), cube(3).apply("R U F")
    >>> tree = InverseTree.of(co)
    >>> tree.counts, tree.widths  # seven corners, each turned in one of three ways
    ((7,), (2187,))
    >>> int(tree.values(state.permutation.array[None])[0]) == co.index(state.inverse)
    True
    """

    stickers: tuple[int, ...]
    addends: NDArray[np.uint16]
    counts: tuple[int, ...]
    widths: tuple[int, ...]
    nodes: NDArray[np.uint32]

    @classmethod
    def of(cls, coordinate: Coordinate) -> "InverseTree | None":
        """The tree of a coordinate; None if it has no labels, or too many values."""
        if coordinate.labels is None or coordinate.size > MOST_VALUES:
            return None
        names, labels = np.unique(coordinate.labels, return_inverse=True)
        if len(names) > MOST_PLACES:
            return None
        values, looks = _looks(coordinate, labels.reshape(-1).astype(np.uint8))
        return _Growing(values, looks, labels.reshape(-1)).tree()

    def seen_through(self, symmetry: Symmetry | None) -> "InverseTree":
        """The tree of the same coordinate for states that are seen through a symmetry."""
        if symmetry is None:
            return self
        by, back = symmetry.stickers.array, symmetry.stickers.inverse.array
        asked = tuple(int(back[sticker]) for sticker in self.stickers)
        return replace(self, stickers=asked, addends=self.addends[:, by])

    def values(self, images: Points) -> Ints:
        """The values for the inverses of many states, as the kernel finds them."""
        told = [
            row[images[:, sticker]].astype(np.int64)
            for sticker, row in zip(self.stickers, self.addends, strict=True)
        ]
        node, first, here = np.zeros(len(images), dtype=np.int64), 0, 1
        for count, width in zip(self.counts, self.widths, strict=True):
            total, told = sum(told[:count]), told[count:]
            end = first + here * width
            node = self.nodes[first + node * width + total].astype(np.int64)
            first, here = end, 1 + int(self.nodes[first:end].max())
        return node


def _looks(coordinate: Coordinate, labels: Bytes) -> tuple[Ints, Bytes]:
    """The values that moves reach, and for each the labels that all places show."""
    table = coordinate.transitions
    undone = [permutation.inverse.array for permutation in coordinate.moves.permutations]
    looks = np.empty((coordinate.size, len(labels)), dtype=np.uint8)
    seen = np.zeros(coordinate.size, dtype=bool)
    layer = np.array([coordinate.solved])
    looks[layer], seen[layer] = labels, True
    while layer.size:
        after = []
        for move, places in enumerate(undone):
            reached = table[layer, move]
            new = ~seen[reached]
            looks[reached[new]] = looks[layer[new]][:, places]
            seen[reached] = True
            after.append(reached[new])
        layer = np.concatenate(after)
    values = np.flatnonzero(seen)
    return values, looks[values]


@dataclass(eq=False)
class _Level:
    """A level that still grows: where it began, and what its questions add."""

    node: Ints
    here: int
    width: int = 1
    rows: list[NDArray[np.uint16]] = field(default_factory=list)


class _Growing:
    """A tree that grows by the question that tells most looks apart, until it tells all."""

    def __init__(self, values: Ints, looks: Bytes, labels: Ints) -> None:
        self.values, self.looks, self.labels = values, looks, labels
        self.open = [int(p) for p in np.flatnonzero((looks != looks[:1]).any(axis=0))]
        self.node = np.zeros(len(values), dtype=np.int64)
        self.here = 1
        self.stickers: list[int] = []
        self.levels: list[_Level] = []

    def tree(self) -> InverseTree | None:
        while self.here < len(self.values) and self.open:
            self._ask(self._best())
        if self.here < len(self.values) or not self.levels:
            return None
        ends = [level.node for level in self.levels[1:]] + [self.values]
        return InverseTree(
            tuple(self.stickers),
            np.stack([row[self.labels] for level in self.levels for row in level.rows]),
            tuple(len(level.rows) for level in self.levels),
            tuple(level.width for level in self.levels),
            np.concatenate(list(map(self._nodes, self.levels, ends))),
        )

    def _best(self) -> int:
        """The place whose label tells most looks apart, by a sample where that suffices."""
        for step in (max(1, len(self.values) // SAMPLE), 1):
            node, looks = self.node[::step], self.looks[::step]
            told = [len(np.unique(node * MOST_PLACES + looks[:, p])) for p in self.open]
            if max(told) > len(np.unique(node)):
                break
        return self.open[int(np.argmax(told))]

    def _ask(self, place: int) -> None:
        shown = self.looks[:, place]
        known = np.unique(shown)
        level = self._level(len(known))
        row = np.zeros(MOST_PLACES, dtype=np.uint16)
        row[known] = level.width * np.arange(len(known))
        level.rows.append(row)
        level.width *= len(known)
        self.stickers.append(place)
        self.open.remove(place)
        told, self.node = np.unique(self.node * MOST_PLACES + shown, return_inverse=True)
        self.node, self.here = self.node.reshape(-1), len(told)

    def _level(self, answers: int) -> _Level:
        """The last level, or a new one where a question with so many answers has no room."""
        last = self.levels[-1] if self.levels else None
        if last is None or last.width * answers > min(MOST_SUMS, MOST_NODES // last.here):
            last = _Level(self.node, self.here)
            self.levels.append(last)
        return last

    def _nodes(self, level: _Level, after: Ints) -> NDArray[np.uint32]:
        asked = self._asked_before(level)
        places = self.stickers[asked : asked + len(level.rows)]
        total = np.zeros(len(self.values), dtype=np.int64)
        for place, row in zip(places, level.rows, strict=True):
            total += row[self.looks[:, place]]
        nodes = np.zeros(level.here * level.width, dtype=np.uint32)
        nodes[level.node * level.width + total] = after
        return nodes

    def _asked_before(self, level: _Level) -> int:
        return sum(len(one.rows) for one in self.levels[: self.levels.index(level)])


@dataclass(frozen=True, eq=False)
class CarriedStickers:
    """The stickers whose places a search carries along, so that trees can be asked.

    >>> from puzzlery.twisty.geometry import cube
    >>> carried = CarriedStickers(MoveSet.of(cube(3)), (0, 2, 9, 11, 18))
    >>> carried.rows(cube(3).permutation("U").array[None]).shape  # five bytes: two numbers
    (1, 2)
    """

    moves: MoveSet
    stickers: tuple[int, ...]

    @classmethod
    def by(cls, moves: MoveSet, trees: Sequence[InverseTree]) -> "CarriedStickers | None":
        """Those that some tree asks for; None if there is no tree, or if too many places move."""
        found = cls(moves, tuple(sorted({s for tree in trees for s in tree.stickers})))
        return found if found.stickers and len(found._places) <= MOST_PLACES else None

    @cached_property
    def _places(self) -> Ints:
        """The places that moves change."""
        moving = np.zeros(self.moves.puzzle.degree, dtype=bool)
        for permutation in self.moves.permutations:
            moving[permutation.support] = True
        return np.flatnonzero(moving)

    @cached_property
    def _numbers(self) -> Bytes:
        numbers = np.zeros(self.moves.puzzle.degree, dtype=np.uint8)
        numbers[self._places] = np.arange(len(self._places))
        return numbers

    def rows(self, images: Points) -> NDArray[np.uint32]:
        """The carried bytes of many states, as the numbers that follow a position's values."""
        room = np.zeros((len(images), -(-len(self.stickers) // 4) * 4), dtype=np.uint8)
        room[:, : len(self.stickers)] = self._numbers[images[:, list(self.stickers)]]
        return room.view(np.uint32)

    def give_to(self, space: SearchSpace, trees: Mapping[int, InverseTree]) -> None:
        """Let a search carry them, and give it the trees of its coordinates by their numbers."""
        moved = [self._numbers[move.array[self._places]] for move in self.moves.permutations]
        space.carry(np.stack(moved), len(self.stickers))
        for number, tree in trees.items():
            asked = [self.stickers.index(sticker) for sticker in tree.stickers]
            addends = np.ascontiguousarray(tree.addends[:, self._places])
            space.add_tree(number, asked, addends, tree.counts, tree.widths, tree.nodes)
