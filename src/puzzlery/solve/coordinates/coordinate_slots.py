"""Slots: the orbits of a puzzle as coordinates see them, each slot with its ways to be filled.

A piece is followed by one of its stickers. The places where that sticker can go are the orbit:
so many slots, and in each of them as many places as there are orientations. Numbering the places
of a slot 0 … r − 1 numbers the orientations; a move then carries slot q to slot `to[q]` and adds
`twist[q]` to the orientation of whatever is there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.twisty.model.puzzle import Puzzle

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Slots:
    """One orbit: `places[q]` are the places of slot q, in the order of the orientations.

    Every sticker that goes along with these pieces has its `slot` and its `turn`, others −1.
    `family` numbers the orbits of single stickers that these are made of. Where orientations do
    not add up (a piece that turns about several axes), every place counts as a slot of its own.
    """

    number: int
    places: Ints
    slot: Ints
    turn: Ints
    family: Ints

    @property
    def count(self) -> int:
        """How many slots there are, and pieces."""
        return len(self.places)

    @property
    def turns(self) -> int:
        """In how many ways a piece sits in a slot."""
        return int(self.places.shape[1])

    @property
    def stickers(self) -> int:
        """How many stickers a piece has."""
        return int((self.slot == 0).sum())

    def action(self, permutation: Permutation) -> tuple[Ints, Ints]:
        """For each slot where its piece goes, and by how much that is turned."""
        images = permutation.array[self.places[:, 0]].astype(np.int64)
        return self.slot[images], self.turn[images]

    def read(self, permutation: Permutation) -> tuple[Ints, Ints]:
        """For each slot the piece that is there, and its orientation."""
        to, turn = self.action(permutation)
        pieces, turns = np.empty_like(to), np.empty_like(turn)
        pieces[to] = np.arange(self.count)
        turns[to] = turn
        return pieces, turns

    def write(self, images: Ints, pieces: Ints, turns: Ints) -> None:
        """Put the pieces into the slots of a list of images: sticker → place."""
        where, turned = np.empty_like(pieces), np.empty_like(turns)
        where[pieces] = np.arange(self.count)
        turned[pieces] = turns
        for family in np.unique(self.family[self.family >= 0]):
            own = np.flatnonzero(self.family == family)
            at = np.full((self.count, self.turns), -1)
            at[self.slot[own], self.turn[own]] = own
            piece = self.slot[own]
            images[own] = at[where[piece], (self.turn[own] + turned[piece]) % self.turns]


def slots_of(puzzle: Puzzle, upright: Sequence[Permutation] = ()) -> list[Slots]:
    """The orbits of pieces that the basis moves, the largest pieces first.

    Orbits of stickers that always go along with one another are one. The orientations are
    numbered such that the permutations `upright`, if given, change none, where that can be.
    """
    return list(_slots_of(puzzle, tuple(upright)))


@lru_cache(maxsize=256)
def _slots_of(puzzle: Puzzle, upright: tuple[Permutation, ...]) -> tuple[Slots, ...]:
    moves = [puzzle.moves[name] for name in puzzle.basis]
    if puzzle.glued:
        raise PuzzleryError(f"{puzzle.name} has joined pieces; its states have no coordinates")
    labels = _stabilizer_labels(puzzle.degree, moves)
    points = _point_orbits(puzzle.degree, moves)
    found = [_slots(family, labels, points, moves, upright) for family in _families(labels, points)]
    found.sort(key=lambda slots: (-slots.stickers, int(slots.places.min())))
    return tuple(
        Slots(number, s.places, s.slot, s.turn, s.family) for number, s in enumerate(found)
    )


def _stabilizer_labels(degree: int, moves: Sequence[Permutation]) -> Ints:
    """For each sticker a number that it shares with those that never move without it."""
    data = [move.data for move in moves]
    start = _core.signatures(degree, data, [], True)
    return np.frombuffer(_core.equal_stabilizers(start, data), np.uint16).astype(np.int64)


def _point_orbits(degree: int, moves: Sequence[Permutation]) -> Ints:
    labels = _core.orbit_labels(degree, [move.data for move in moves])
    return np.frombuffer(labels, np.uint16).astype(np.int64)


def _families(labels: Ints, points: Ints) -> list[list[int]]:
    """The orbits of stickers that move, those being together whose stickers go along."""
    sizes = np.bincount(points)
    families: dict[tuple[int, ...], list[int]] = {}
    for orbit in np.unique(points):
        if sizes[orbit] > 1:
            own = tuple(np.unique(labels[points == orbit]).tolist())
            families.setdefault(own, []).append(int(orbit))
    return list(families.values())


def _slots(
    family: list[int],
    labels: Ints,
    points: Ints,
    moves: Sequence[Permutation],
    upright: Sequence[Permutation],
) -> Slots:
    first = int(np.flatnonzero(points == family[0])[0])
    ways = _ways(first, labels, [*upright], moves)
    cycle = _cycle(first, labels, points, ways, moves)
    own = cycle or np.flatnonzero((labels == labels[first]) & (points == points[first]))
    places = np.array([[way[place] for place in own] for way in ways.values()])
    places = places if cycle else places.reshape(-1, 1)
    slot, turn, kind = (np.full(len(labels), -1) for _ in range(3))
    for number, orbit in enumerate(family):
        table = places if orbit == family[0] else _along(orbit, places, labels, points, moves)
        slot[table] = np.arange(len(table))[:, None]
        turn[table] = np.arange(table.shape[1])[None, :]
        kind[table] = number
    order = np.argsort(places.min(axis=1))
    back = np.argsort(order)
    slot = np.where(slot >= 0, back[slot], -1)
    return Slots(0, places[order], slot, turn, kind)


def _ways(
    first: int, labels: Ints, upright: Sequence[Permutation], moves: Sequence[Permutation]
) -> dict[int, Permutation]:
    """For each slot, by its label, a product of moves that carries the first slot there.

    Upright moves go first: a slot that they can reach is reached by them alone.
    """
    ways = {int(labels[first]): Permutation.identity(len(labels))}
    for steps in (upright, [*upright, *moves]):
        queue = list(ways.values())
        for way in queue:
            for step in steps:
                further = way * step
                label = int(labels[further[first]])
                if label not in ways:
                    ways[label] = further
                    queue.append(further)
    return ways


def _cycle(
    first: int, labels: Ints, points: Ints, ways: dict[int, Permutation],
    moves: Sequence[Permutation],
) -> list[int] | None:  # fmt: skip
    """The places of the first slot in the order in which one turn carries them around.

    The products that carry the slot to itself turn it; None if none goes through all places.
    """
    own = np.flatnonzero((labels == labels[first]) & (points == points[first])).tolist()
    turns = {tuple(own): Permutation.identity(len(labels))}
    queue = list(turns.values())
    for way in ways.values():
        for move in moves:
            further = way * move
            home = further * ways[int(labels[further[first]])].inverse
            queue.append(home)
    for turn in queue:
        for other in list(turns.values()):
            product = other * turn
            turns.setdefault(tuple(product[p] for p in own), product)
    for turn in turns.values():
        cycle = [first]
        while (following := turn[cycle[-1]]) != first:
            cycle.append(following)
        if len(cycle) == len(own):
            return cycle
    return None


def _along(
    orbit: int, places: Ints, labels: Ints, points: Ints, moves: Sequence[Permutation]
) -> Ints:
    """The places of another orbit of stickers, each in the row and column of its companion."""
    start = int(places[0, 0])
    mate = int(np.flatnonzero((points == orbit) & (labels == labels[start]))[0])
    found = {start: mate}
    queue = [start]
    for place in queue:
        for move in moves:
            if (to := move[place]) not in found:
                found[to] = move[found[place]]
                queue.append(to)
    return np.array([[found[int(place)] for place in row] for row in places])
