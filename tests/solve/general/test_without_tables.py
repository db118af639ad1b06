"""Answers without tables: nearly solved states, small groups by steps, long cycles."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery import puzzle
from puzzlery._core import NeighborBeam
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import advance
from puzzlery.solve.general.general_model import GeneralModel
from puzzlery.solve.general.neighbor_beam import beam_of, steps_of
from puzzlery.twisty.model.puzzle import Puzzle


def globe(rows: int, columns: int) -> dict[str, Permutation]:
    """Rows that shift, and flips of half of the columns that exchange opposite rows."""
    half = columns // 2
    moves = {}
    for row in range(rows):
        to = np.arange(rows * columns).reshape(rows, columns)
        to[row] = np.roll(to[row], -1)
        moves[f"r{row}"] = Permutation(to.ravel().tolist())
    for first in range(columns):
        to = np.arange(rows * columns).reshape(rows, columns)
        places = [(first + k) % columns for k in range(half)]
        to[:, places] = to[::-1, places[::-1]]
        moves[f"f{first}"] = Permutation(to.ravel().tolist())
    return moves


def rings(size: int, crossing: int) -> dict[str, Permutation]:
    """Two rings that cross at two places."""
    degree = 2 * size - 2
    right = [0, *range(size, degree)]
    right.insert(crossing, crossing)
    cycles = {"l": [list(range(size))], "r": [right]}
    return {name: Permutation.from_cycles(rows, degree) for name, rows in cycles.items()}


def steps_price(model: GeneralModel, steps: list[tuple[int, int]]) -> int:
    return sum(min(power, model.layers[k].order - power) for k, power in steps)


def by_steps(moves: dict[str, Permutation], colors: np.ndarray) -> GeneralModel:
    prices = {
        name: tuple(min(power, move.order - power) for power in range(1, move.order))
        for name, move in moves.items()
    }
    return GeneralModel.of(moves, colors, prices)


def distances(moves: dict[str, Permutation], colors: tuple[int, ...], depth: int) -> dict:
    """The fewest single steps from each coloring to solved, by plain breadth first search."""
    steps = [p.images for move in moves.values() for p in (move, move.inverse)]
    found, layer = {colors: 0}, [colors]
    for far in range(1, depth + 1):
        after = []
        for state in layer:
            for to in steps:
                moved = [0] * len(state)
                for place, color in enumerate(state):
                    moved[to[place]] = color
                if found.setdefault(tuple(moved), far) == far and tuple(moved) not in after:
                    after.append(tuple(moved))
        layer = after
    return found


def scrambled(model: GeneralModel, word: list[tuple[int, int]]) -> Permutation:
    return model.effect([(k % len(model.layers), power) for k, power in word])


words = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 7)), max_size=8)


@settings(max_examples=10, deadline=None)
@given(words, st.integers(0, 3))
def test_beam_solves_what_it_says_at_the_price_it_says(
    word: list[tuple[int, int]], seed: int
) -> None:
    for moves in (globe(3, 8), rings(8, 2)):
        degree = len(next(iter(moves.values())))
        model = by_steps(moves, np.arange(degree) // 2)
        state = scrambled(model, word)
        beam = beam_of(model, state, seed=seed)
        assert beam is not None
        advance(beam, seconds=0.5, until=lambda beam: beam.found())
        if beam.found():
            steps = steps_of(model, beam)
            after = (state * model.effect(steps)).array
            assert (model.colors[after] == model.colors).all()
            assert beam.best_price() == steps_price(model, steps)


def test_beam_reaches_shortest_words_of_small_rings() -> None:
    moves = rings(6, 2)
    colors = np.array([2, 0, 2, 0, 0, 0, 1, 1, 1, 1])
    model = by_steps(moves, colors)
    known = distances(moves, tuple(colors.tolist()), 6)
    generator = np.random.default_rng(1)
    for _ in range(10):
        word = [(int(k), int(power)) for k, power in generator.integers((0, 1), (2, 6), (3, 2))]
        state = scrambled(model, word)
        shown = np.empty_like(colors)
        shown[state.array] = colors
        beam = beam_of(model, state)
        assert beam is not None
        advance(beam, seconds=0.5)
        shortest = known.get(tuple(shown.tolist()))
        assert beam.found()
        assert shortest is None or beam.best_price() == shortest


def test_a_globes_rows_are_its_shifts_and_a_flip_breaks_four_pairs() -> None:
    moves = globe(2, 12)
    model = by_steps(moves, np.arange(24))
    beam = beam_of(model, moves["f3"])
    assert isinstance(beam, NeighborBeam)
    assert beam.pairs() == 24
    assert beam.most_broken() == 4
    assert len(beam.shifts()) == 2 * 11
    shown = np.empty(24, dtype=int)
    shown[moves["f3"].array] = np.arange(24)
    assert beam.broken(shown.tolist()) == 4


def test_wildcards_leave_at_most_so_many_stickers_wrong_and_never_cost_moves() -> None:
    moves = rings(8, 2)
    model = by_steps(moves, np.arange(14) // 7)
    state = moves["l"] ** 3 * moves["r"] ** 2 * moves["l"]
    prices = []
    for wildcards in (0, 2, 4):
        beam = beam_of(model, state, wildcards=wildcards)
        assert beam is not None
        advance(beam, seconds=0.5)
        assert beam.found()
        after = (state * model.effect(steps_of(model, beam))).array
        assert (model.colors[after] != model.colors).sum() <= wildcards
        prices.append(beam.best_price())
    assert prices == sorted(prices, reverse=True)


def test_cubes_have_no_long_cycles() -> None:
    cube = puzzle("3x3x3")
    assert (
        beam_of(GeneralModel.of(cube.moves, np.arange(cube.degree)), cube.permutation("R")) is None
    )


def test_restored_beam_keeps_its_word_and_refuses_another_state() -> None:
    moves = rings(8, 2)
    model = by_steps(moves, np.arange(14) // 7)
    state = moves["l"] * moves["r"] * moves["l"]
    beam = beam_of(model, state)
    assert beam is not None
    advance(beam, seconds=0.3, until=lambda beam: beam.found())
    again = beam_of(model, state)
    assert again is not None
    again.restore(beam.snapshot())
    assert again.best() == beam.best()
    other = beam_of(model, moves["r"] * moves["l"] * moves["l"] * moves["r"])
    assert other is not None
    with pytest.raises(ValueError, match="another state"):
        other.restore(beam.snapshot())


@pytest.mark.parametrize(
    ("scramble", "metric", "least"),
    [("R Uw F2 L D2 B", "OBTM", 6), ("R U' 2F L D", "SSQTM", 5), ("R 2U2 F", "SSQTM", 4)],
)
def test_a_4x4x4_a_few_moves_from_solved_takes_no_more_of_them(
    scramble: str, metric: str, least: int
) -> None:
    four = puzzle("4x4x4")
    found = four.solve(scramble, "general", metric=metric)
    assert found.length <= least
    assert found.optimal


def test_steps_are_counted_where_the_metric_counts_them() -> None:
    pocket = puzzle("2x2x2")
    found = pocket.solve("R2 U2 F2", "general", metric="QTM")
    by_search = pocket.solve("R2 U2 F2", "search", metric="QTM")
    assert found.optimal
    assert found.length == by_search.length


def test_moves_of_huge_order_are_scrambled_and_solved() -> None:
    lengths = (2, 3, 5, 7, 11, 13, 17, 19)  # 9,699,690 powers
    begins = np.cumsum((0, *lengths))
    cycles = [list(range(a, b)) for a, b in pairwise(begins)]
    swap = [[int(begin), int(begin) + 1] for begin in begins[:-2]]
    degree = int(begins[-1])
    mine = Puzzle.from_cycles(
        {"a": cycles, "b": swap[:1], "c": [[0, 2]]}, [f"sticker {i}" for i in range(degree)]
    )
    scramble = mine.scramble(seed=3, length=5)
    assert len(scramble) <= 5
    assert mine.apply(scramble) == mine.apply(mine.scramble(seed=3, length=5))
