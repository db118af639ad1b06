"""Meeting in the middle: shortest words for small puzzles and for short stretches of large ones."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from puzzlery._core import MeetInTheMiddle
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, drive
from puzzlery.core.work_clock import now
from puzzlery.solve.general.general_model import GeneralModel, Ints, Step, turn_powers
from puzzlery.twisty.notation.metrics import shortest

# Turns of a word, if no bound is given: more than any word has that so few colorings can reach.
MOST_TURNS = 60


@dataclass(frozen=True, eq=False)
class Neighborhood:
    """All colorings within a few turns of solved.

    >>> swaps = {"a": Permutation([1, 0, 2]), "b": Permutation([0, 2, 1])}
    >>> near = Neighborhood.of(swaps, np.arange(3), 1000)
    >>> near.steps(Permutation([2, 1, 0]))
    [(0, 1), (1, 1), (0, 1)]
    """

    kernel: MeetInTheMiddle
    turns: tuple[Step, ...]
    orders: tuple[int, ...]
    colors: Ints
    speed: float  # colorings in a second

    @classmethod
    def of(
        cls,
        layers: Mapping[str, Permutation],
        colors: Ints,
        most: int,
        *,
        by_steps: bool = False,
        timeout: float | Clock | None = None,
    ) -> "Neighborhood":
        """All colorings within the greatest depth that has at most `most` colorings.

        A turn of a layer by any number of steps counts as one, or each step if `by_steps`.

        >>> near = Neighborhood.of({"a": Permutation([1, 2, 0])}, np.arange(3), 1000)
        >>> near.kernel.size(), near.kernel.complete()
        (3, True)
        """
        orders = tuple(move.order for move in layers.values())
        turns = [
            (k, power)
            for k, layer in enumerate(layers.values())
            for power in (sorted({1, layer.order - 1}) if by_steps else turn_powers(layer))
        ]
        moves = list(layers.values())
        _, picks = np.unique(colors, return_inverse=True)
        kernel = MeetInTheMiddle(
            [(moves[k] ** power).array.tolist() for k, power in turns],
            # A turn does not follow one of its own layer, but a step may follow a step.
            [-1 if by_steps else k for k, _ in turns],
            picks.reshape(-1).tolist(),
            most,
        )
        start = now()
        drive(kernel, timeout=timeout)
        speed = kernel.size() / max(1e-4, now() - start)
        return cls(kernel, tuple(turns), orders, picks.reshape(-1).astype(np.int64), speed)

    def steps(
        self,
        state: Permutation,
        *,
        longest: int = MOST_TURNS,
        most: int = 100_000,
        seconds: float = math.inf,
    ) -> list[Step] | None:
        """The fewest steps after which the state looks solved; None if none were found.

        `most` bounds the colorings of the search from the state: it begins no further depth after
        so many. `seconds` bounds its time.

        >>> near = Neighborhood.of({"a": Permutation([1, 2, 3, 0])}, np.array([0, 1, 0, 1]), 9)
        >>> near.steps(Permutation([2, 3, 0, 1])), near.steps(Permutation([1, 2, 3, 0]))
        ([], [(0, 3)])
        """
        shown = np.empty_like(self.colors)
        shown[state.array] = self.colors
        word = self.kernel.word(shown.tolist(), longest, most, seconds)
        return None if word is None else [self._step(letter) for letter in word]

    def _step(self, letter: int) -> Step:
        layer, power = self.turns[letter if letter >= 0 else -1 - letter]
        return (layer, power if letter >= 0 else self.orders[layer] - power)


def near_solved(model: GeneralModel, most: int, *, timeout: float | None = None) -> Neighborhood:
    """At most so many colorings near solved; turns or steps count as one, see `counts_steps`.

    >>> model = GeneralModel.of({"a": Permutation([1, 2, 0])}, np.arange(3))
    >>> near_solved(model, 1000).kernel.size()
    3
    """
    layers = dict(zip(model.names, model.layers, strict=True))
    return Neighborhood.of(
        layers, model.colors, most, by_steps=counts_steps(model), timeout=timeout
    )


@lru_cache(maxsize=4)
def neighborhood_of(model: GeneralModel, most: int) -> Neighborhood:
    """The same, computed once for each model.

    >>> model = GeneralModel.of({"a": Permutation([1, 2, 0])}, np.arange(3))
    >>> neighborhood_of(model, 1000) is neighborhood_of(model, 1000)
    True
    """
    return near_solved(model, most)


def counts_steps(model: GeneralModel) -> bool:
    """Whether each turn costs as much as the single steps that it is made of, and these cost 1.

    >>> turn = Permutation([1, 2, 3, 0])
    >>> [
    ...     counts_steps(GeneralModel.of({"a": turn}, np.arange(4), {"a": prices}))
    ...     for prices in ((1, 2, 1), (1, 1, 1))
    ... ]
    [True, False]
    """
    return all(
        price == abs(shortest(power, layer.order))
        for layer, row in zip(model.layers, model.prices, strict=True)
        for power, price in zip(turn_powers(layer), row, strict=True)
    )


def merged(steps: Sequence[Step], orders: Sequence[int]) -> list[Step]:
    """Steps with neighboring turns of one layer merged.

    >>> merged([(0, 1), (1, 1), (1, 3), (0, 2)], orders=[4, 4])
    [(0, 3)]
    """
    made: list[Step] = []
    for layer, power in steps:
        if made and made[-1][0] == layer:
            power += made.pop()[1]
        if power % orders[layer]:
            made.append((layer, power % orders[layer]))
    return made
