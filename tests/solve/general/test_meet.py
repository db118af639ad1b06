"""Meeting in the middle agrees with a plain breadth-first search."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.distances import distances
from tests.strategies import permutations

from puzzlery import puzzle
from puzzlery._core import MeetInTheMiddle
from puzzlery.core.permutation import Permutation
from puzzlery.solve.general.meet_in_the_middle import Neighborhood

DEGREE = 6


@settings(max_examples=40, deadline=None)
@given(
    st.lists(permutations(DEGREE).filter(lambda p: not p.is_identity), min_size=1, max_size=3),
    st.lists(st.integers(0, 2), min_size=DEGREE, max_size=DEGREE),
    st.sampled_from([1, 5, 40, 10_000]),
)
def test_agrees_with_breadth_first_search(
    layers: list[Permutation], colors: list[int], most: int
) -> None:
    solved = np.unique(colors, return_inverse=True)[1].reshape(-1)
    near = Neighborhood.of({str(k): p for k, p in enumerate(layers)}, solved, most)
    known = distances([p.images for p in layers], solved.tolist())
    for shown, distance in list(known.items())[:60]:
        word = near.kernel.word(list(shown), 30, 100_000)
        assert word is not None
        assert near.kernel.proven()
        assert len(word) == distance


def test_steps_solve_the_state() -> None:
    layers = {"a": Permutation([1, 2, 0, 3, 4]), "b": Permutation([0, 1, 3, 4, 2])}
    near = Neighborhood.of(layers, np.arange(5), 20)
    state = layers["a"] * layers["b"] * layers["b"] * layers["a"]
    steps = near.steps(state)
    assert steps is not None
    assert len(steps) <= 3
    moves = list(layers.values())
    assert Permutation.product([state, *(moves[k] ** power for k, power in steps)], 5).is_identity


def test_a_coloring_that_no_turns_show_is_not_found() -> None:
    near = Neighborhood.of({"a": Permutation([1, 2, 0])}, np.arange(3), 100)
    assert near.kernel.complete()
    assert near.steps(Permutation([1, 0, 2])) is None


def test_a_search_ends_in_the_middle_of_a_depth_when_its_time_is_over() -> None:
    """A further depth of a 4x4x4 has millions of colorings; it once took a second more."""
    cube = puzzle("4x4x4")
    colors = np.array(cube.solved_colors)
    near = Neighborhood.of({name: cube.moves[name] for name in cube.basis}, colors, 1000)
    state = cube.permutation(cube.scramble(seed=1))
    start = time.process_time()
    assert near.steps(state, most=300_000, seconds=0.0) is None
    assert not near.kernel.proven()
    assert time.process_time() - start < 0.2


@pytest.mark.parametrize(
    ("turns", "families", "solved"),
    [([[0, 0]], [0], [0, 1]), ([[1, 0]], [], [0, 1]), ([[1, 0, 2]], [0], [0, 1])],
)
def test_what_is_no_puzzle_is_refused(
    turns: list[list[int]], families: list[int], solved: list[int]
) -> None:
    with pytest.raises(ValueError, match=r"turn|permutation"):
        MeetInTheMiddle(turns, families, solved, 10)
