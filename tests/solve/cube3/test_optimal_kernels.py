"""The kernels of the optimal solver: bounds that never exceed the distance, and equal searches."""

import random
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles import phases

from puzzlery._core import CosetJob, CosetTable, OptimalSearch, corner_distance
from puzzlery.core.progress import drive
from puzzlery.solve.cube3.numbering import pieces
from puzzlery.solve.cube3.optimal_moves import alphabet
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.state import State

CUBE = puzzle("3x3x3")
HALF = alphabet("OBTM").letters
QUARTER = [letter for letter in HALF if sum(letter[1:3]) % 2]
SLICE = alphabet("RBTM").letters
FACE_MOVES = [face + mark for face in "UDRLFB" for mark in ("", "2", "'")]
SCRAMBLE = "B' D L D2 L U2 B' L' U2 D' B2 L D' R2 L2"


def built(letters: list[tuple[int, int, int, int]], flips: int, base: int) -> CosetTable:
    return CosetTable(drive(CosetJob(letters, flips, base, base, 2)).data(), flips, base)


@pytest.fixture(scope="module")
def coarse() -> CosetTable:
    return built(HALF, 0, 5)


@pytest.fixture(scope="module")
def fine() -> CosetTable:
    return built(HALF, 2, 7)


@settings(max_examples=100)
@given(st.lists(st.sampled_from(FACE_MOVES), max_size=12))
def test_bounds_never_exceed_the_length_of_a_walk(
    fine: CosetTable, coarse: CosetTable, moves: list[str]
) -> None:
    state = CUBE.apply(" ".join(moves))
    for seen in (state, state.inverse):
        assert fine.bound(pieces(seen)) <= len(moves)
        assert coarse.bound(pieces(seen)) <= len(moves)


def cosets(letters: list[tuple[int, int, int, int]], most: int) -> Iterator[tuple[int, State]]:
    """A state of each coset up to a distance, by plain breadth-first search on patterns."""
    names = [_name(letter) for letter in letters]
    frontier = [CUBE.apply("")]
    seen = {_pattern(frontier[0])}
    for distance in range(most):
        yield from ((distance, state) for state in frontier)
        longer = []
        for state in (one.apply(name) for one in frontier for name in names):
            if _pattern(state) not in seen:
                seen.add(_pattern(state))
                longer.append(state)
        frontier = longer
    yield from ((most, state) for state in frontier)


def _name(letter: tuple[int, int, int, int]) -> str:
    axis, first, second, _ = letter
    return " ".join(f"{'UDRLFB'[2 * axis + i]}{n}" for i, n in enumerate((first, second)) if n)


def _pattern(state: State) -> tuple[int, ...]:
    """Which slice each edge belongs to, and which tetrad and twist each corner has."""
    corners, twists, edges, _ = phases.unpacked(pieces(state))
    slices = (2 if edge >= 8 else edge % 2 for edge in edges)
    return (*slices, *((corner + corner // 4) % 2 for corner in corners), *twists)


@pytest.mark.parametrize(
    ("letters", "most"), [(HALF, 3), (QUARTER, 3), (SLICE, 2)], ids=["half", "quarter", "slice"]
)
def test_distances_of_cosets_are_exact(letters: list[tuple[int, int, int, int]], most: int) -> None:
    base = most - 2
    table = built(letters, 0, base)
    for distance, state in cosets(letters, most):
        expected = distance if distance > base else 0
        assert table.bound(pieces(state)) == expected


def test_search_does_not_depend_on_how_it_is_run(fine: CosetTable, coarse: CosetTable) -> None:
    start = pieces(CUBE.apply(SCRAMBLE))
    ways: list[dict[str, Any]] = [
        {"lanes": 1},
        {"lanes": 12},
        {"threads": 2},
        {"portable": True},
    ]
    searches = [
        drive(OptimalSearch(start, HALF, [fine, coarse], longest=13, **way)) for way in ways
    ]
    assert {(search.nodes, search.reads) for search in searches} == {(36_179, 21_168)}
    assert all(not search.words() for search in searches)


def test_near_the_goal_a_nearer_table_spares_much_of_the_search(
    fine: CosetTable, coarse: CosetTable
) -> None:
    nearer = built(HALF, 0, 2)
    start = pieces(CUBE.apply("R U F2 D' L B U2 R' D"))
    ladders = ([fine, coarse], [fine, coarse, nearer])
    two, three = (drive(OptimalSearch(start, HALF, one, wanted=99)) for one in ladders)
    assert two.words() == three.words() != []
    assert 3 * three.reads < 2 * two.reads


def test_flips_bound_what_cosets_forget(fine: CosetTable, coarse: CosetTable) -> None:
    superflip = pieces(CUBE.apply("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"))
    search = drive(OptimalSearch(superflip, HALF, [fine, coarse], longest=12))
    assert not search.words()
    assert search.nodes < 10_000_000  # two billion without the flips


def test_distances_of_corners_agree_with_a_plain_search() -> None:
    # Published numbers of corner states by distance: 1, 18, 243, 2,874.
    effects = [CUBE.permutation(move) for move in FACE_MOVES]
    layers = [{_corners(CUBE.solved): CUBE.solved}]
    seen = set(layers[0])
    while len(layers) < 4:
        longer = {
            _corners(after): after
            for state in layers[-1].values()
            for after in (State(CUBE, state.permutation * effect) for effect in effects)
        }
        layers.append({key: longer[key] for key in longer.keys() - seen})
        seen |= longer.keys()
    assert [len(layer) for layer in layers] == [1, 18, 243, 2874]
    for distance, layer in enumerate(layers):
        found = {corner_distance(pieces(state), HALF) for state in layer.values()}
        assert found == {distance}


def _corners(state: State) -> bytes:
    return bytes(pieces(state)[:16])


def test_small_tables_are_filled_in_slices(fine: CosetTable, coarse: CosetTable) -> None:
    """No slice takes much longer than it may, although a table takes most of a second."""
    start = pieces(CUBE.apply("R L B F R L B F R L B F"))
    # Tables are kept by the order of the moves, too, so these are not there yet.
    search = OptimalSearch(start, HALF[::-1], [fine, coarse], longest=11)
    longest, finished = 0.0, False
    while not finished:
        before = time.thread_time()
        finished = search.run(10)
        longest = max(longest, time.thread_time() - before)
    assert longest < 0.3
    assert not search.words()
    assert search.nodes < 40_000_000


@settings(max_examples=50)
@given(st.lists(st.sampled_from(FACE_MOVES), max_size=14))
def test_distances_of_corners_never_exceed_the_length_of_a_walk(moves: list[str]) -> None:
    state = CUBE.apply(" ".join(moves))
    assert corner_distance(pieces(state), HALF) <= min(len(moves), 11)
    assert corner_distance(pieces(state), HALF) == corner_distance(pieces(state.inverse), HALF)


def test_corners_bound_what_cosets_forget(fine: CosetTable, coarse: CosetTable) -> None:
    # Every piece stands where its coset wants it, so the tables of cosets say 0.
    start = pieces(CUBE.apply("R L B F R L B F R L B F"))
    search = drive(OptimalSearch(start, HALF, [fine, coarse], longest=11))
    assert not search.words()
    assert search.nodes < 40_000_000  # 191 million without the corners


@pytest.mark.parametrize("letters", [HALF, QUARTER, SLICE], ids=["half", "quarter", "slice"])
def test_no_walk_is_shorter_than_what_is_found(letters: list[tuple[int, int, int, int]]) -> None:
    table = built(letters, 0, 3)
    rng = random.Random(1)
    for _ in range(30):
        walk = [rng.choice(letters) for _ in range(7)]
        state = CUBE.apply(" ".join(map(_name, walk)))
        longest = sum(cost for *_, cost in walk)
        search = drive(OptimalSearch(pieces(state), letters, [table], longest=longest))
        assert search.words() or state.is_solved


def test_plain_search_finds_the_same(fine: CosetTable, coarse: CosetTable) -> None:
    start = pieces(CUBE.apply("R U F2 D' L B U2"))
    found = [drive(OptimalSearch(start, HALF, [fine, coarse], wanted=99, lanes=n)) for n in (0, 12)]
    assert found[0].words() == found[1].words() != []


def test_table_goes_on_from_a_snapshot(coarse: CosetTable) -> None:
    first = CosetJob(HALF, 0, 3, 3, 1)
    whole = bytes(drive(CosetJob(HALF, 0, 3, 3, 2)).data())
    while first.progress()[0] < 100:
        assert not first.run(5)
    second = CosetJob(HALF, 0, 3, 3, 2)
    second.restore(first.snapshot())
    assert second.progress()[0] >= 90
    assert bytes(drive(second).data()) == whole


def test_search_goes_on_from_a_snapshot(fine: CosetTable, coarse: CosetTable) -> None:
    start = pieces(CUBE.apply(SCRAMBLE))
    first = OptimalSearch(start, HALF, [fine, coarse], wanted=3)
    first.run(1)
    second = OptimalSearch(start, HALF, [fine, coarse], wanted=3)
    second.restore(first.snapshot())
    assert {len(word) for word in drive(second).words()} == {15}


def test_what_makes_no_sense_is_refused(coarse: CosetTable) -> None:
    solved = pieces(CUBE.apply(""))
    with pytest.raises(ValueError, match="0 to 9 flips"):
        CosetJob(HALF, 10, 5, 5)
    with pytest.raises(ValueError, match="1 to 45 moves"):
        CosetJob([], 0, 5, 5)
    with pytest.raises(ValueError, match="cost of a move"):
        OptimalSearch(solved, [(0, 1, 0, 0)], [coarse])
    with pytest.raises(ValueError, match="reads 1 to 4 tables"):
        OptimalSearch(solved, HALF, [])
    with pytest.raises(ValueError, match="knows more flips"):
        OptimalSearch(solved, HALF, [coarse, built(HALF, 1, 3)])
    with pytest.raises(ValueError, match="another size"):
        CosetTable(np.zeros(10, np.uint8), 0, 5)
    with pytest.raises(ValueError, match="no state of the 3x3x3"):
        OptimalSearch(bytes(8) + solved[8:], HALF, [coarse])
    with pytest.raises(RuntimeError, match="not finished"):
        CosetJob(HALF, 0, 5, 5).data()
    with pytest.raises(ValueError, match="another kind"):
        CosetJob(HALF, 0, 5, 5).restore(b"\0" * 64)
