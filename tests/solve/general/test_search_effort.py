"""A search by proposals repeats exactly; searches side by side share their words."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlery._core import GeneralSearch, GeneralTables
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import drive
from puzzlery.solve.general.general_model import GeneralModel
from puzzlery.solve.general.solution_parts import named_parts
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.puzzle import Puzzle


def prepared(name: str) -> tuple[Puzzle, GeneralModel, GeneralTables]:
    chosen = puzzle(name)
    model = GeneralModel.of(chosen.moves, np.array(chosen.solved_colors))
    return chosen, model, drive(model.tables())


CHOSEN, MODEL, TABLES = prepared("3x3x3")


def solves(chosen: Puzzle, model: GeneralModel, state: Permutation, search: GeneralSearch) -> bool:
    steps = [(model.kernel_layers[k], power) for k, power in search.best()]
    done = state * model.effect(steps)
    colors = np.array(chosen.solved_colors)
    return bool((colors[done.array] == colors).all())


@pytest.mark.parametrize("slice_ms", [1, 1000])
def test_the_same_seed_and_proposals_give_the_same_word(slice_ms: float) -> None:
    state = CHOSEN.permutation(CHOSEN.scramble(seed=5))
    searches = [
        GeneralSearch(TABLES, *MODEL.start(state), seed=3, proposals=60_000) for _ in range(2)
    ]
    drive(searches[0])
    while not searches[1].run(slice_ms):
        pass
    assert searches[0].best() == searches[1].best()
    assert searches[0].history() == searches[1].history()


def test_the_solver_takes_a_number_of_proposals() -> None:
    scramble = CHOSEN.scramble(seed=1)
    found = [CHOSEN.solve(scramble, "general", proposals=50_000, seed=2) for _ in range(2)]
    assert found[0].alg == found[1].alg
    assert CHOSEN.apply(scramble).apply(found[0].alg).is_solved


def test_searches_that_share_words_solve_the_state() -> None:
    state = CHOSEN.permutation(CHOSEN.scramble(seed=6))
    one, other = (
        GeneralSearch(TABLES, *MODEL.start(state), seed=seed, proposals=80_000) for seed in (1, 2)
    )
    other.share_with(one)
    while not all([one.run(2), other.run(2)]):
        pass
    assert solves(CHOSEN, MODEL, state, one)
    assert solves(CHOSEN, MODEL, state, other)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 6), st.integers(0, 99))
def test_windows_of_short_words_may_vanish(length: int, seed: int) -> None:
    # A window whose moves all merged away once led to a time before the word.
    state = CHOSEN.permutation(CHOSEN.scramble(seed=seed, length=length))
    search = GeneralSearch(TABLES, *MODEL.start(state), seed=seed, proposals=30_000)
    drive(search)
    assert solves(CHOSEN, MODEL, state, search)


def test_many_orbits_are_traced_one_by_one() -> None:
    # With more than 24 orbits each has rows of its own; a wrong row would give a wrong cost.
    chosen, model, tables = prepared("11x11x11")
    assert len(model.orbits) > 24
    state = chosen.permutation(chosen.scramble(seed=1, length=12))
    search = GeneralSearch(tables, *model.start(state), seed=1, proposals=100_000)
    drive(search)
    assert solves(chosen, model, state, search)
    assert len(search.best()) == search.history()[-1][1]


def test_pieces_that_fit_must_look_alike() -> None:
    with pytest.raises(ValueError, match="look alike"):
        GeneralTables([2], [1], [[1, 0]], [2], [[1]], [[1]], [b"\1\1\0\1"], [])


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 99), st.integers(1, 12))
def test_parts_agree_with_a_plain_look_at_every_time(seed: int, length: int) -> None:
    scramble = CHOSEN.scramble(seed=seed, length=length)
    labels = np.array(CHOSEN.solved_colors)
    alg = CHOSEN.alg(scramble).inverse
    parts = named_parts(CHOSEN, labels, CHOSEN.permutation(scramble), alg)
    kinds = {orbit.name.lower(): set().union(*orbit.slots) for orbit in CHOSEN.orbits()}
    moves = list(alg.moves())
    looks = []
    for time in range(len(moves) + 1):
        place = (
            CHOSEN.permutation(scramble) * CHOSEN.permutation(type(alg)(tuple(moves[:time])))
        ).array
        shown = {int(place[sticker]): labels[sticker] for sticker in range(54)}
        looks.append(
            {kind for kind, own in kinds.items() if all(shown[i] == labels[i] for i in own)}
        )
    time = 0
    for part in parts:
        time += len(part.alg)
        first = {kind for kind in looks[time] if not any(kind in look for look in looks[:time])}
        assert part.name == "all together" or set(part.name.split(", ")) == first
    assert time == len(moves)
