"""Distances on the 3x3x3 by meeting halfway: all states up to 6 moves from both ends, in numpy.

A state is where one sticker of each of its 20 moving pieces stands; it is remembered as a 64-bit
sum of random numbers. Nothing here knows of pieces, symmetries or lower bounds.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State

FACES = "UDRLFB"
REACH = 6

States = NDArray[np.uint8]
Keys = NDArray[np.uint64]


class Halfway:
    """The states up to `REACH` moves from the solved one, and how far others are by way of them."""

    def __init__(self, cube: Puzzle) -> None:
        turns = [cube.moves[face] ** n for face in FACES for n in (1, 2, 3)]
        self._turns = np.array([turn.images for turn in turns], np.uint8)
        self._chosen = _one_sticker_each(cube)
        rng = np.random.default_rng(1)
        self._random = rng.integers(1 << 64, size=(20, cube.degree), dtype=np.uint64)
        self.shells = [keys for keys, _ in self._grown(cube.apply(""), REACH)]

    def distance(self, state: State) -> int:
        """How many moves the state is away, which must be at most twice the reach."""
        for steps, (keys, _) in enumerate(self._grown(state, REACH)):
            for shell, known in enumerate(self.shells):
                if np.isin(keys, known, assume_unique=True).any():
                    return steps + shell
        raise ValueError(f"more than {2 * REACH} moves away")

    def _grown(self, state: State, reach: int) -> Iterator[tuple[Keys, States]]:
        """The states at each distance from a state, breadth first."""
        images = np.array(state.permutation.images, np.uint8)
        states = images[self._chosen][None, :]
        before = now = self._keys(states)
        yield now, states
        for _ in range(reach):
            further = np.concatenate([turn[states] for turn in self._turns])
            keys, first = np.unique(self._keys(further), return_index=True)
            fresh = ~(np.isin(keys, before) | np.isin(keys, now))
            before, now, states = now, keys[fresh], further[first[fresh]]
            yield now, states

    def _keys(self, states: States) -> Keys:
        keys = np.zeros(len(states), np.uint64)
        for column, random in enumerate(self._random):
            keys += random[states[:, column]]
        return keys


def _one_sticker_each(cube: Puzzle) -> list[int]:
    """The first sticker of every piece that some turn of a face carries elsewhere."""
    assert cube.cells is not None
    moved = {point for face in FACES for point in cube.moves[face].support.tolist()}
    first: dict[int, int] = {}
    for sticker in sorted(moved):
        first.setdefault(cube.cells[sticker], sticker)
    return list(first.values())
