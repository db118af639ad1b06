"""Moves with long cycles: a beam search by pairs of neighbors that no longer stand together.

A row of a globe or a ring of a wreath carries all of its places along, so that no short word
moves few pieces. But each move keeps most neighbors together, and the number of broken pairs tells
how far a state is from solved. `cpp/general/neighbor_beam.cpp` defines the words.
"""

from collections.abc import Iterator

import numpy as np

from puzzlery._core import NeighborBeam
from puzzlery.core.permutation import Permutation
from puzzlery.solve.general.general_model import GeneralModel, Step, turn_powers

# Shorter cycles of a move make no neighbors, as in the kernel.
LONG_CYCLE = 6
# Of a layer with more powers, only those near to none are used.
MOST_STEPS = 64
# The table of pairs has the square of this many entries of four bytes.
MOST_PLACES = 3_000
# A move breaks up at most this share of the pairs; else their number tells little.
MOST_BROKEN_SHARE = 0.5


def beam_of(
    model: GeneralModel, state: Permutation, *, wildcards: int = 0, seed: int = 0
) -> NeighborBeam | None:
    """The beam search for a state; None if the puzzle's moves have no long cycles.

    `wildcards` is the number of stickers that may be wrong in the end.

    >>> from puzzlery.core.progress import advance
    >>> ring = Permutation([*range(1, 12), 0])
    >>> flip = Permutation([3, 2, 1, 0, *range(4, 12)])
    >>> model = GeneralModel.of({"ring": ring, "flip": flip}, np.arange(12))
    >>> beam = beam_of(model, flip * ring * flip)
    >>> _ = advance(beam, until=lambda beam: beam.found())
    >>> steps = [_steps(model)[number] for number in beam.best()]
    >>> model.effect(steps) == (flip * ring * flip).inverse
    True
    """
    if len(model.colors) > MOST_PLACES or not _has_long_cycles(model):
        return None
    _, picks = np.unique(model.colors, return_inverse=True)
    shown = np.empty_like(picks)
    shown[state.array] = picks
    steps = _steps(model)
    beam = NeighborBeam(
        [(model.layers[k] ** power).array.tolist() for k, power in steps],
        [k for k, _ in steps],
        [_price(model, k, power) for k, power in steps],
        picks.tolist(),
        shown.tolist(),
        wildcards,
        seed,
    )
    return beam if beam.most_broken() <= MOST_BROKEN_SHARE * beam.pairs() else None


def steps_of(model: GeneralModel, beam: NeighborBeam) -> list[Step]:
    """The cheapest word that a beam has found."""
    steps = _steps(model)
    return [steps[number] for number in beam.best()]


def skeletons_of(model: GeneralModel, beam: NeighborBeam) -> list[list[Step]]:
    """Words of a beam after which few places are wrong, the most promising first.

    >>> ring = Permutation([*range(1, 12), 0])
    >>> flip = Permutation([3, 2, 1, 0, *range(4, 12)])
    >>> model = GeneralModel.of({"ring": ring, "flip": flip}, np.arange(12))
    >>> skeletons_of(model, beam_of(model, ring))
    []
    """
    steps = _steps(model)
    return [[steps[number] for number in word] for word in beam.skeletons()]


def _has_long_cycles(model: GeneralModel) -> bool:
    """Whether the layers with long cycles move each place that moves at all."""
    moved = np.zeros(len(model.colors), dtype=bool)
    far = np.zeros(len(model.colors), dtype=bool)
    for layer in model.layers:
        moved[list(layer.support)] = True
        for cycle in layer.cycles():
            if len(cycle) >= LONG_CYCLE:
                far[list(cycle)] = True
    return bool(moved.any()) and bool((far == moved).all())


def _steps(model: GeneralModel) -> list[Step]:
    """The powers of each layer, the single turn first."""
    return [(k, power) for k, layer in enumerate(model.layers) for power in _powers(layer.order)]


def _powers(order: int) -> Iterator[int]:
    for steps in range(1, min(MOST_STEPS, order // 2) + 1):
        yield steps
        if 2 * steps != order:
            yield order - steps


def _price(model: GeneralModel, layer: int, power: int) -> int:
    """The price of a turn; where none is listed, that of the single turn, once or for each step."""
    known = dict(zip(turn_powers(model.layers[layer]), model.prices[layer], strict=True))
    if power in known:
        return known[power]
    by_steps = known.get(2, 0) == 2 * known[1]
    return known[1] * (min(power, model.layers[layer].order - power) if by_steps else 1)
