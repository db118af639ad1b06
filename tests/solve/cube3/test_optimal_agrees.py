"""Optimal lengths beside other programs: meeting halfway, twips, and the two-phase search."""

import random
from collections.abc import Iterator

import pytest
from benchmarks.cube3.optimal import RIVAL
from benchmarks.node import run_with_cubing
from tests.oracles.halfway import Halfway

from puzzlery.solve.api.methods import solve
from puzzlery.solve.api.request import Request
from puzzlery.solve.cube3 import twophase
from puzzlery.solve.cube3.optimal_shortcut import LEAST_PROOF_SECONDS, Shortcut, serves
from puzzlery.solve.cube3.optimal_tables import forget
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.state import State

CUBE = puzzle("3x3x3")
FACE_MOVES = [face + mark for face in "UDRLFB" for mark in ("", "2", "'")]


@pytest.fixture(scope="module", autouse=True)
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PUZZLERY_HOME", str(tmp_path_factory.mktemp("home")))
        yield
    forget()


def walk(rng: random.Random, length: int) -> str:
    return " ".join(rng.choice(FACE_MOVES) for _ in range(length))


def random_state(seed: int) -> State:
    return State(CUBE, CUBE.group.random(random.Random(seed)))


@pytest.mark.slow
def test_lengths_agree_with_meeting_halfway() -> None:
    halfway = Halfway(CUBE)
    assert [len(shell) for shell in halfway.shells] == [
        1, 18, 243, 3240, 43239, 574908, 7618438,
    ]  # fmt: skip
    rng = random.Random(50)
    for length in [9, 10, 11, 12] * 6:
        state = CUBE.apply(walk(rng, length))
        assert solve(CUBE, state, "optimal").length == halfway.distance(state)


@pytest.mark.slow
def test_lengths_agree_with_twips() -> None:
    rng = random.Random(51)
    scrambles = [walk(rng, length) for length in [6, 7, 8, 9, 10] * 10]
    theirs = run_with_cubing(RIVAL, scrambles)
    if theirs is None:
        pytest.skip("Node is not installed")
    ours = [solve(CUBE, scramble, "optimal").length for scramble in scrambles]
    assert ours == [length for length, _ in theirs]


@pytest.mark.slow
def test_neither_the_scramble_nor_two_phase_is_shorter() -> None:
    twophase.table()
    rng = random.Random(52)
    scrambles = [walk(rng, length) for length in (13, 14, 15, 16, 17) * 3]
    for length, state in [
        *((len(scramble.split()), CUBE.apply(scramble)) for scramble in scrambles),
        *((20, random_state(seed)) for seed in range(5)),
    ]:
        best = solve(CUBE, state, "optimal", threads=2)
        assert best.optimal
        assert best.length <= length
        assert best.length <= solve(CUBE, state, "twophase", timeout=1.0).length
        assert state.apply(best.alg).is_solved


def request_for(state: State, **limits: object) -> Request:
    return Request(CUBE, state, "OBTM", **limits)  # type: ignore[arg-type]


def test_shortcut_has_a_solution_of_the_least_length_possible() -> None:
    state = CUBE.apply("R U F2 D' L B U2")
    shortcut = Shortcut(request_for(state))
    assert shortcut.solution(7, LEAST_PROOF_SECONDS / 2, None) is None
    found = shortcut.solution(18, 10.0, None)
    assert found is not None
    assert state.apply(found).is_solved
    assert 0 < shortcut.used < 5.0
    assert shortcut.nodes > 0


def test_shortcut_gives_up_when_its_time_is_used() -> None:
    shortcut = Shortcut(request_for(random_state(1)))
    assert shortcut.solution(14, 0.2, None) is None
    used = shortcut.used
    assert shortcut.solution(14, 10.0, 0.0) is None
    assert shortcut.used == used


@pytest.mark.parametrize(
    ("limits", "fits"),
    [
        ({}, True),
        ({"count": 2}, False),
        ({"beyond": 1}, False),
        ({"moves": ("U", "R")}, False),
        ({"options": {"weights": {"U": 2}}}, False),
    ],
)
def test_shortcut_serves_plain_requests_only(limits: dict[str, object], fits: bool) -> None:
    assert serves(request_for(CUBE.apply("R"), **limits)) is fits
