"""Half-slots of Square-1: a state of the puzzle as the kernel reads it.

Each layer has twelve half-slots of 30°. They are found by what the moves do: `U` and `D` carry
half-slot i to i − 1, and the slash exchanges the half-slots 0 … 5 of both layers. A corner fills
two half-slots, an edge one.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
from puzzlery.errors import Unsolvable
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg, Move, Node, Pair
from puzzlery.twisty.notation.metrics import TWELFTHS, shortest

WEDGES = TWELFTHS
HALF = WEDGES // 2
# The pieces of the solved layers, by half-slot: corners are 0 … 7, edges 8 … 15.
SOLVED = bytes(
    [
        *(label for k in range(4) for label in (8 + k, k, k)),
        *(label for k in range(4, 8) for label in (k, k, 8 + k)),
    ]
)
# A word of the kernel: turns of both layers in twelfths, between which there are slashes.
Word = list[tuple[int, int]] | list[list[int]]


@dataclass(frozen=True, eq=False)
class SquareSlots:
    """The half-slots of a Square-1: the places of each, upper layer first.

    Row i holds the places of half-slot i, in an order that all rows share: a piece that goes from
    one half-slot to another carries its stickers from row to row.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> slots = square_slots(puzzle("square-1"))
    >>> slots.content(puzzle("square-1").solved)[:6]
    b'\\x08\\x00\\x00\\t\\x01\\x01'
    """

    puzzle: Puzzle
    places: NDArray[np.int64]
    middle: int

    def content(self, state: State) -> bytes:
        """The piece in each of the 24 half-slots, and whether the middle is turned over.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> square = puzzle("square-1")
        >>> square_slots(square).content(square.apply("/"))[-1]
        1
        """
        images = state.permutation.array
        slot_at = np.full(self.puzzle.degree, -1)
        slot_at[self.places] = np.arange(2 * WEDGES)[:, None]
        there = slot_at[images[self.places[:, 0]]].tolist()
        labels = bytearray(2 * WEDGES)
        for home, slot in enumerate(there):
            labels[slot] = SOLVED[home]
        turned = int(images[self.middle] != self.middle)
        found = bytes([*labels, turned])
        halves = [(there[k], there[k + 1]) for k in map(SOLVED.index, range(8))]
        if any(_following(one) != other for one, other in halves) or self.state(found) != state:
            raise Unsolvable(f"no moves of {self.puzzle.name} lead here: a corner is taken apart")
        return found

    def state(self, content: bytes) -> State:
        """The state whose half-slots hold these pieces.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> square = puzzle("square-1")
        >>> slots, state = square_slots(square), square.apply("(1, 0) / (3, 0) /")
        >>> slots.state(slots.content(state)) == state
        True
        """
        slash = self.puzzle.moves["/"].array
        images = np.arange(self.puzzle.degree)
        if content[-1]:
            inside = np.setdiff1d(images, self.places.ravel())
            images[inside] = slash[inside]
        for slot in range(2 * WEDGES):
            images[self.places[self._home(content, slot)]] = self.places[slot]
        return State(self.puzzle, Permutation(images))

    def _home(self, content: bytes, slot: int) -> int:
        """The half-slot where the content of one belongs: a corner's halves keep their order."""
        label = content[slot]
        first = SOLVED.index(label)
        if label >= 8:
            return first
        return first + (content[_following(slot, -1)] == label)

    def alg(self, word: Word) -> Alg:
        """A word of the kernel as people write it.

        >>> from puzzlery.twisty.catalog import puzzle
        >>> print(square_slots(puzzle("square-1")).alg([(0, 0), (3, 11), (0, 6)]))
        / (3, -1) / (0, 6)
        """
        nodes: list[Node] = []
        for number, (top, bottom) in enumerate(word):
            if number:
                nodes.append(Move("/"))
            if top or bottom:
                nodes.append(Pair(shortest(top, WEDGES), shortest(bottom, WEDGES)))
        return Alg(tuple(nodes))


@lru_cache(maxsize=8)
def square_slots(puzzle: Puzzle) -> SquareSlots | None:
    """The half-slots of a puzzle that is a Square-1; None if it is not one.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> square_slots(puzzle("square-2")) is None
    True
    """
    assert puzzle.notation is not None
    if puzzle.notation.dialect != "square1" or set(puzzle.turns) != {"U", "D", "/"}:
        return None
    places = _places(puzzle)
    if places is None or set(puzzle.glued) != _corners(places):
        return None
    slash = puzzle.moves["/"].array
    rest = np.setdiff1d(np.arange(puzzle.degree), places.ravel())
    moved = rest[slash[rest] != rest]
    if not len(moved) or any((puzzle.moves[name].array[rest] != rest).any() for name in "UD"):
        return None
    return SquareSlots(puzzle, places, int(moved[0]))


def _following(slot: int, by: int = 1) -> int:
    """The half-slot beside one, in the same layer."""
    return slot // WEDGES * WEDGES + (slot + by) % WEDGES


def _places(puzzle: Puzzle) -> NDArray[np.int64] | None:
    """The places of each half-slot; None if the moves are not those of a Square-1."""
    up, down, slash = (puzzle.moves[name].array.astype(np.int64) for name in ("U", "D", "/"))
    right = np.zeros(puzzle.degree, dtype=bool)
    right[sorted(puzzle.turns["/"].moving)] = True
    layer = np.array(sorted(puzzle.turns["U"].moving))
    # The first half-slot is on the right, and U carries it to the left.
    first = layer[right[layer] & ~right[up[layer]]]
    rows = [first]
    back = np.argsort(up)
    while len(rows) < WEDGES:
        rows.append(back[rows[-1]])
    rows.append(slash[first])
    back = np.argsort(down)
    while len(rows) < 2 * WEDGES:
        rows.append(back[rows[-1]])
    places = np.array(rows)
    top, bottom = places[:WEDGES], places[WEDGES:]
    fits = (
        len(first) > 0
        and set(top.ravel()) == puzzle.turns["U"].moving
        and set(bottom.ravel()) == puzzle.turns["D"].moving
        and len(set(places.ravel())) == places.size
        and (up[top[0]] == top[-1]).all()
        and (down[bottom[0]] == bottom[-1]).all()
        and (slash[top[:HALF]] == bottom[:HALF]).all()
        and (slash[bottom[:HALF]] == top[:HALF]).all()
        and right[places[[*range(HALF), *range(WEDGES, WEDGES + HALF)]]].all()
        and not right[top[HALF:]].any()
        and not right[bottom[HALF:]].any()
    )
    return places if fits else None


def _corners(places: NDArray[np.int64]) -> set[frozenset[int]]:
    """The stickers of each corner of the solved puzzle."""
    return {
        frozenset(
            int(place)
            for slot in range(2 * WEDGES)
            if SOLVED[slot] == corner
            for place in places[slot]
        )
        for corner in range(8)
    }
