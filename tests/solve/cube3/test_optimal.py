"""Shortest solutions of the 3x3x3: right lengths, all of them, in every metric."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.cube_words import count_solutions

from puzzlery.errors import (
    NotExpressible,
    NotFound,
    PuzzleryError,
    TimedOut,
    UnknownName,
    Unsolvable,
)
from puzzlery.solve.api.methods import solutions
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.cube3.optimal_tables import Spec, forget
from puzzlery.twisty.catalog import puzzle

CUBE = puzzle("3x3x3")
FACE_MOVES = [face + mark for face in "UDRLFB" for mark in ("", "2", "'")]
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"


@pytest.fixture(scope="module", autouse=True)
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PUZZLERY_HOME", str(tmp_path_factory.mktemp("home")))
        yield
    forget()


def optimal(scramble: str, **limits: object) -> list[Solution]:
    return solutions(CUBE, scramble, "optimal", **{"memory": 120 << 20, **limits})


def test_solved_cube_needs_nothing() -> None:
    (only,) = optimal("")
    assert (str(only.alg), only.length, only.optimal) == ("", 0, True)


@pytest.mark.parametrize(
    ("scramble", "metric", "length"),
    [
        ("R2 L2 U2 D2 F2 B2", "HTM", 6),  # checkerboard
        ("R2 L2 U2 D2 F2 B2", "QTM", 12),
        ("R2 L2 U2 D2 F2 B2", "STM", 3),
        ("U D' R L' F B' U D'", "HTM", 8),  # six spots
        ("U D' R L' F B' U D'", "STM", 4),
        ("R U R' U R U2 R'", "HTM", 7),
        ("R U R' U R U2 R'", "QTM", 8),
    ],
)
def test_published_lengths(scramble: str, metric: str, length: int) -> None:
    assert optimal(scramble, metric=metric)[0].length == length


@pytest.mark.parametrize(
    "scramble",
    [
        "B' D L D2 L U2 B' L' U2 D' B2 L D' R2 L2",
        "B' D L D2 L U2 B' L' U2 D' F B U2 F' R2",
    ],
)
def test_fifteen_moves_where_a_table_with_dropped_entries_says_more(scramble: str) -> None:
    (only,) = optimal(scramble)
    assert only.length == 15
    assert only.optimal


@pytest.mark.parametrize(
    ("scramble", "metric", "most"),
    [
        ("R2 L2", "OBTM", 4),
        ("U D R2", "OBTM", 4),
        ("F B U' D", "OBTM", 4),
        ("R2 L2", "OBQTM", 4),
        ("R U R' U'", "OBQTM", 4),
        ("R L' U D'", "RBTM", 3),
        ("U D R2", "RBTM", 3),
    ],
)
def test_all_solutions_agree_with_plain_enumeration(scramble: str, metric: str, most: int) -> None:
    counts = count_solutions(CUBE, CUBE.apply(scramble).permutation, metric, most)
    found = optimal(scramble, metric=metric, count=10_000, max_length=most, beyond=most)
    lengths = [one.length for one in found]
    assert {n: lengths.count(n) for n in set(lengths)} == counts
    assert len({str(one.alg) for one in found}) == len(found)


@settings(max_examples=25)
@given(st.lists(st.sampled_from(FACE_MOVES), max_size=10))
def test_no_solution_is_longer_than_the_scramble(moves: list[str]) -> None:
    scramble = CUBE.alg(" ".join(moves))
    for metric in ("HTM", "QTM"):
        best = optimal(str(scramble), metric=metric)[0]
        assert best.length <= scramble.length(metric)
        assert best.length == best.alg.length(metric)


@settings(max_examples=20)
@given(st.lists(st.sampled_from([*FACE_MOVES, "M", "E'", "S2", "r", "Uw'"]), max_size=7))
def test_slices_solve_in_no_more_moves_than_they_scramble(moves: list[str]) -> None:
    scramble = CUBE.alg(" ".join(moves))
    best = optimal(str(scramble), metric="STM")[0]
    assert best.length <= scramble.length("STM")
    assert best.length == best.alg.length("STM", CUBE)


@settings(max_examples=20)
@given(st.lists(st.sampled_from(FACE_MOVES), max_size=9), st.sampled_from(["", "x", "z' y2"]))
def test_state_and_inverse_are_as_far(moves: list[str], held: str) -> None:
    scramble = CUBE.alg(" ".join(moves))
    there = optimal(f"{scramble} {held}")[0].length
    assert there == optimal(str(scramble.inverse))[0].length


def test_only_the_moves_allowed_are_made() -> None:
    best = optimal("R U R2 U' R", moves=("R", "U"))[0]
    assert {move.family for move in best.alg.moves()} <= {"R", "U"}
    halves = optimal("R2 U2 F2", moves=("U2", "R2", "F2"))[0]
    assert str(halves.alg) == "F2 U2 R2"


def test_weights_price_moves() -> None:
    usual = optimal("R2 U")[0]
    dear = optimal("R2 U", weights={"R2": 5})[0]
    assert (usual.length, dear.length, str(dear.alg)) == (2, 3, "U' R R")


def test_longer_solutions_are_marked_as_such() -> None:
    found = optimal("R2 U2 R2 U2 R2", moves=("R2", "U2"), count=100, beyond=2)
    assert [(one.length, one.optimal) for one in found] == [(5, True), (7, False)]
    assert found[1].note.startswith("2 longer than the shortest")


def test_threads_and_counts_are_told() -> None:
    one, two = (optimal("R U F D' L2 B U'", threads=n, count=50)[0] for n in (1, 2))
    assert one.length == two.length == 7
    assert one.nodes > 0
    assert one.reads > 0
    assert one.note.startswith("no solution costs less than 7")


def test_states_out_of_reach_are_refused() -> None:
    with pytest.raises(Unsolvable, match="U R do not lead"):
        optimal("F", moves=("U", "R"))
    with pytest.raises(NotFound, match="at most 3"):
        optimal("R U F D", max_length=3)
    with pytest.raises(TimedOut, match="no solution is shorter than"):
        optimal(SUPERFLIP, timeout=0.2)


def test_what_is_not_understood_is_refused() -> None:
    with pytest.raises(UnknownName, match='unknown move "Q"'):
        optimal("R", moves=("U", "Q"))
    with pytest.raises(PuzzleryError, match="does not take deep"):
        optimal("R", deep=True)
    with pytest.raises(NotExpressible, match="does not count in ETM"):
        optimal("R", metric="ETM")
    with pytest.raises(NotExpressible, match="M carries the centres along"):
        optimal("R", metric="STM", moves=("U", "M"))
    with pytest.raises(PuzzleryError, match="does not take mask"):
        optimal("R", mask=frozenset({1}))


@pytest.mark.slow
def test_superflip_is_twenty() -> None:
    (only,) = optimal(SUPERFLIP, memory=1 << 30, threads=2)
    assert (only.length, only.optimal) == (20, True)


@pytest.mark.slow
def test_table_that_was_altered_is_built_anew(tmp_path: Path) -> None:
    from puzzlery.tables.store import Store

    store = Store(tmp_path)
    spec = Spec("half", 0)
    first = bytes(store.open(spec.key, lambda: spec.job(1)).data)
    path = store.path(spec.key)
    content = bytearray(path.read_bytes())
    content[-5] ^= 1
    path.write_bytes(content)
    assert bytes(store.open(spec.key, lambda: spec.job(2)).data) == first


def test_of_moves_that_do_the_same_the_cheapest_is_made() -> None:
    """r and L differ by a rotation of the whole cube."""
    (only,) = optimal("L", moves=tuple("UDRLFBudrlfb"), weights=dict.fromkeys("UDRLFB", 5))
    assert only.length == 1
    assert {move.family for move in only.alg.moves()} == {"r", "x"}
