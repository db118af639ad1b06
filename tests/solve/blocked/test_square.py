"""Square-1: published numbers, a plain twin, and claims of "shortest" that brute force attacks."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles import square_pieces

from puzzlery import _core, puzzle
from puzzlery.core.progress import drive
from puzzlery.errors import NotFound, PuzzleryError, Unsolvable
from puzzlery.solve.api.methods import solutions, solve
from puzzlery.solve.blocked.square_random import (
    free_layers,
    free_shapes,
    random_content,
    random_square_state,
    short_word_to,
)
from puzzlery.solve.blocked.square_slots import SquareSlots, square_slots
from puzzlery.solve.blocked.square_tables import square_tables
from puzzlery.solve.exhaustive.gods_number import census
from puzzlery.twisty.mechanisms.bandage import bandage
from puzzlery.twisty.model.state import State

SQUARE = puzzle("square-1")
# Masonjones 2005, slashes with free layer turns.
SLASHES = [1, 64, 1153, 17050, 235144, 3091458, 38893230]
walks = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=8)


@pytest.fixture(autouse=True, scope="module")
def tables():
    """The tables are there before any time is measured."""
    return square_tables(0, threads=2)


def slots() -> SquareSlots:
    found = square_slots(SQUARE)
    assert found is not None
    return found


def walked(turns):
    """A walk on the puzzle and on its twin; the slice turns where it is free in the twin."""
    state, twin = SQUARE.solved, square_pieces.solved()
    for x, y in turns:
        twin = square_pieces.turn(twin, x, y)
        state = state.apply(slots().alg([(x, y)]))
        assert state.allows("/") == square_pieces.is_free(twin)
        if square_pieces.is_free(twin):
            state, twin = state.apply("/"), square_pieces.slash(twin)
    return state, twin


@given(walks)
def test_half_slots_are_those_of_a_square_of_pieces_and_angles(turns):
    state, twin = walked(turns)
    assert slots().content(state) == square_pieces.content(twin)
    assert slots().state(square_pieces.content(twin)) == state


def test_shapes_are_the_published_ones():
    shapes = _core.square_shapes()
    assert len(shapes) == 170
    by_distance = Counter(distance for *_, distance in shapes)
    assert [by_distance[k] for k in range(8)] == [1, 1, 3, 13, 44, 74, 32, 2]
    assert census(SQUARE).counts == (1, 1, 3, 13, 44, 74, 32, 2)


def test_free_layers_and_shapes_are_the_published_ones():
    corners = Counter(layer.count(False) for layer in free_layers())
    assert [corners[k] for k in range(2, 7)] == [37, 62, 46, 12, 1]
    assert len(free_shapes()) == len(set(free_shapes())) == 3678


def test_states_by_slashes_are_the_published_ones():
    assert list(census(SQUARE, depth=4).counts) == SLASHES[:5]


@pytest.mark.slow
def test_states_up_to_six_slashes_are_the_published_ones():
    assert list(census(SQUARE, depth=6).counts) == SLASHES


def test_states_by_slashes_are_those_of_the_plain_twin():
    assert [len(layer) for layer in square_pieces.slash_distances(2)] == SLASHES[:3]


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_solutions_solve_the_puzzle_with_its_bandages(seed):
    dice = random.Random(seed)
    state = random_square_state(SQUARE, dice)
    found = solve(
        SQUARE, state, "square1", timeout=0.2, metric=dice.choice(["slash", "WCA", "HTM"])
    )
    assert state.apply(found.alg).is_solved
    assert found.length == found.alg.length(found.metric, SQUARE)


def test_a_state_whose_slice_is_blocked_is_solved():
    state = SQUARE.apply("(1, 0) / (3, 3) / (1, 0)")
    assert not state.allows("/")
    found = solve(SQUARE, state)
    assert (found.length, found.optimal) == (2, True)
    assert state.apply(found.alg).is_solved
    turned = solve(SQUARE, "(2, -5)")
    assert (str(turned.alg), turned.length) == ("(-2, 5)", 0)
    assert str(solve(SQUARE, "").alg) == ""


def test_no_shorter_solution_in_slashes_exists():
    layers = square_pieces.slash_distances(2)
    dice = random.Random(2)
    for distance, layer in enumerate(layers):
        for key in dice.sample(sorted(layer), min(40, len(layer))):
            state = slots().state(square_pieces.content(layer[key]))
            found = solve(SQUARE, state, "square1", timeout=60)
            assert (found.length, found.optimal) == (distance, True)


@pytest.mark.parametrize(
    ("metric", "most", "layers"),
    [
        ("WCA", 3, (1, 64, 78, 2496)),
        ("HTM", 4, (1, 15, 69, 212, 1141)),
        pytest.param("WCA", 4, (1, 64, 78, 2496, 2929), marks=pytest.mark.slow),
        pytest.param("HTM", 6, (1, 15, 69, 212, 1141, 3933, 14029), marks=pytest.mark.slow),
    ],
)
def test_no_shorter_solution_in_other_metrics_exists(metric, most, layers):
    """The numbers of states are published, too: for WCA by sq1 optimizers, for turns by Chen."""
    best = square_pieces.costs(most, pairs=metric == "WCA")
    assert tuple(Counter(best.values())[k] for k in range(most + 1)) == layers
    dice = random.Random(3)
    for content in dice.sample(sorted(best), 20 * most):
        found = solve(SQUARE, slots().state(content), "square1", metric=metric, timeout=60)
        assert (found.length, found.optimal) == (best[content], True)


def test_last_turn_of_a_solution_with_few_slashes_is_the_best_one():
    """Two ways to one cube, of which only the one that was seen later needs no last turn."""
    found = solve(SQUARE, "(6, 6) / (3, -3) / (-3, 0)", "square1", metric="WCA", timeout=60)
    assert (found.length, found.optimal) == (4, True)


def test_all_solutions_of_the_least_slashes_are_different_and_solve():
    state = SQUARE.apply("/ (3, 0) / (3, 3) /")
    found = solutions(SQUARE, state, "square1", count=50, timeout=60)
    assert len({str(one.alg) for one in found}) == len(found) > 1
    assert {one.length for one in found} == {found[0].length}
    assert all(state.apply(one.alg).is_solved for one in found)


def test_a_search_that_is_saved_goes_on_to_the_same_end():
    content = random_content(random.Random(8))
    tables = square_tables(0)
    whole = drive(tables.search(content, 0))
    job = tables.search(content, 0)
    for _ in range(20):
        if job.run(0):
            break
        saved, job = job.snapshot(), tables.search(content, 0)
        job.restore(saved)
    drive(job)
    assert (len(job.words[0]), job.is_proven) == (len(whole.words[0]), True)
    with pytest.raises(ValueError, match="another search"):
        tables.search(random_content(random.Random(9)), 0).restore(job.snapshot())


def test_threads_find_equally_short_solutions():
    tables = square_tables(0)
    for seed in range(3):
        content = slots().content(SQUARE.apply(SQUARE.scramble(seed=seed, length=6)))
        one, two = (drive(tables.search(content, 1, threads=n)) for n in (1, 2))
        lengths = {slots().alg(job.words[0]).length("WCA", SQUARE) for job in (one, two)}
        assert len(lengths) == 1
        assert one.is_proven
        assert two.is_proven


def test_a_table_that_is_saved_goes_on_to_the_same_end():
    whole, job = drive(_core.SquarePatternJob(True, 0)), _core.SquarePatternJob(True, 0)
    while not job.run(20):
        saved, job = job.snapshot(), _core.SquarePatternJob(True, 0)
        job.restore(saved)
    assert job.counts == whole.counts
    assert bytes(job.data()) == bytes(whole.data())
    with pytest.raises(ValueError, match="another"):
        _core.SquarePatternJob(False, 0).restore(saved)


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_pruning_tables_never_say_too_much(seed):
    """A state some slashes from solved has no larger bound; the search begins with the bound."""
    dice = random.Random(seed)
    twin, made = square_pieces.solved(), dice.randrange(6)
    for _ in range(made):
        twin = square_pieces.slash(dice.choice(square_pieces.free_turns(twin)))
    job = square_tables(0).search(square_pieces.content(twin), 0)
    assert job.bound <= made


def test_random_states_have_every_shape_equally_often():
    dice = random.Random(1)
    draws = 20_000
    seen = Counter(len(set(random_content(dice)[:12]) & set(range(8))) for _ in range(draws))
    weights = {k: Counter(layer.count(False) for layer in free_layers())[k] for k in range(2, 7)}
    total = sum(weights[k] * weights[8 - k] for k in weights)
    expected = {k: draws * weights[k] * weights[8 - k] / total for k in weights}
    # Four degrees of freedom: 0.999 of all draws stay below 18.5.
    assert sum((seen[k] - expected[k]) ** 2 / expected[k] for k in weights) < 18.5


def test_words_are_the_same_for_a_state_and_lead_to_it():
    for seed in range(3):
        content = random_content(random.Random(seed))
        alg = short_word_to(slots(), content)
        assert alg == short_word_to(slots(), content)
        assert SQUARE.apply(alg) == random_square_state(SQUARE, random.Random(seed))


def test_what_makes_no_sense_is_refused():
    apart = State(SQUARE, puzzle("square-2").permutation("(-1, 0) /"))
    with pytest.raises(Unsolvable):
        slots().content(apart)
    with pytest.raises(PuzzleryError, match="metric RBTM"):
        solve(SQUARE, "/", "square1", metric="RBTM")
    with pytest.raises(PuzzleryError, match="beyond"):
        solve(SQUARE, "/", "square1", beyond=1)
    with pytest.raises(NotFound, match="the shortest has 2"):
        solve(SQUARE, "/ (3, 0) /", "square1", max_length=1)
    for content in (b"", bytes(25), bytes([0] * 12 + [1] * 12 + [0])):
        with pytest.raises(ValueError, match=r"expected|no layers|no turn"):
            square_tables(0).search(content, 0)


def test_other_puzzles_are_no_square():
    stiff = bandage(SQUARE, [[0, 2]])
    assert square_slots(stiff) is None
    assert square_slots(puzzle("bicube")) is None
