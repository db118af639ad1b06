"""Two-phase by price: its words solve, cost what it says, and are shortest on short scrambles."""

import random

import numpy as np
import pytest

from puzzlery import puzzle
from puzzlery._core import PricedSearch
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import advance
from puzzlery.solve.cube3.numbering import pieces
from puzzlery.solve.general.cube3_layers import LayeredCube, layered_cube
from puzzlery.solve.general.general_solver import model_of
from puzzlery.twisty.model.state import State

CUBE = puzzle("3x3x3")
SLICES = tuple("UDRLFBMES")
AXES = ("UD", "RL", "FB")


def layered(**weights: int) -> LayeredCube:
    model = model_of(CUBE, "SSQTM", SLICES, tuple(sorted(weights.items())), "colors", None)
    found = layered_cube(CUBE, model)
    assert found is not None
    return found


def turned(block: int) -> Permutation:
    first, second = (CUBE.moves[face] for face in AXES[block // 16])
    return first ** (block // 4 % 4) * second ** (block % 4)


def search(state: Permutation, cube: LayeredCube) -> PricedSearch:
    home = cube.home(state)
    assert home is not None
    return PricedSearch(
        pieces(home[0]), cube.before.ravel().tolist(), cube.costs.ravel().tolist(), home[1]
    )


@pytest.mark.parametrize("weights", [{}, {"U": 3, "D": 3}])
def test_its_word_costs_what_it_says(weights: dict[str, int]) -> None:
    # With weights the axes differ, so that only one of them can be that of the subgroup.
    cube, dice = layered(**weights), random.Random(1)
    state = Permutation.product([CUBE.moves[dice.choice(SLICES)] for _ in range(40)], CUBE.degree)
    job = search(state, cube)
    assert not advance(job, until=lambda job: job.found())
    home = cube.home(state)
    assert home is not None
    word = [turned(block) for block in job.best()]
    after = home[0].permutation * Permutation.product(word, CUBE.degree)
    assert State(CUBE, after).is_solved
    steps = cube.cheapest([tuple(job.best())], home[1])
    model = model_of(CUBE, "SSQTM", SLICES, tuple(sorted(weights.items())), "colors", None)
    assert steps is not None
    assert job.price() == sum(model.prices[k][power - 1] for k, power in steps)
    assert (state * model.effect(steps)).is_identity


def test_short_scrambles_get_shortest_words() -> None:
    # All states up to three quarter turns of layers, by plain breadth first search.
    turns = [turn for name in SLICES for turn in (CUBE.moves[name], CUBE.moves[name].inverse)]
    far = {Permutation.identity(CUBE.degree): 0}
    layer = list(far)
    for price in range(1, 4):
        layer = [after for state in layer for turn in turns if (after := state * turn) not in far]
        far.update(dict.fromkeys(layer, price))
    cube = layered()
    for state in random.Random(2).sample(sorted(far, key=lambda state: state.images), 25):
        # The search ends when nothing cheaper than its word is left.
        job = search(state, cube)
        assert advance(job)
        assert job.price() == far[state]


def test_bad_prices_are_refused() -> None:
    solved, none = pieces(CUBE.solved), [0] * 192
    with pytest.raises(ValueError, match="48 blocks"):
        PricedSearch(solved, [0] * 18, [1] * 18, 0)
    with pytest.raises(ValueError, match="unknown frame"):
        PricedSearch(solved, none, [1] * 192, 1)
    with pytest.raises(ValueError, match="unknown frame"):
        PricedSearch(solved, [1] * 192, [1] * 192, 0)
    with pytest.raises(ValueError, match="below 1"):
        PricedSearch(solved, none, [0] * 192, 0)
    prices = np.ones((48, 4), dtype=int)
    prices[1] = 2
    with pytest.raises(ValueError, match="inverse"):
        PricedSearch(solved, none, prices.ravel().tolist(), 0)
    prices[1], prices[5], prices[15] = 1, 100, 100
    with pytest.raises(ValueError, match="too much"):
        PricedSearch(solved, none, prices.ravel().tolist(), 0)
