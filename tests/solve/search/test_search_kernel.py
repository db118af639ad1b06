"""The search kernel against plain searches, and under every limit it can be given."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.searching import distances, product, words

from puzzlery import puzzle
from puzzlery._core import ColoringSpace, SearchJob, SearchSpace, pack_nibbles
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import drive
from puzzlery.solve.coordinates.pruning_table import CoordinateGraph, graph_of
from puzzlery.solve.coordinates.search_engine import Engine, SearchLimits, grouped, word_of
from puzzlery.solve.moves.canonical import automaton
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.solve.search.pattern_split import parts
from puzzlery.solve.search.patterns import Looks

CUBE = puzzle("3x3x3")
SCRAMBLE = "R U F2 L D' B R2 U' F"


def engine_of(name: str, most: int = 50_000, memory: int = 2_000_000) -> Engine:
    chosen = puzzle(name)
    moves = MoveSet.for_search(chosen)
    looks = [Looks(part, moves) for part in parts(chosen, chosen.solved_colors, moves, most)]
    return Engine.of(moves, grouped(looks, memory))


@pytest.fixture(scope="module")
def cube_engine() -> Engine:
    return engine_of("3x3x3")


def all_words(engine: Engine, state: Permutation, weight: int) -> set[tuple[int, ...]]:
    """Every canonical word of a weight that solves a state, by trying them all."""
    effects = [one.permutation for one in engine.moves.moves]
    follow, weights = engine.moves.follow.tolist(), list(engine.moves.cost_bytes)
    return {
        word
        for word in words(follow, weights, weight)
        if (state * product(effects, word, len(state))).is_identity
    }


@pytest.mark.parametrize("name", ["2x2x2", "pyraminx", "skewb", "3x3x1"])
@pytest.mark.parametrize("scramble", [2, 3])
def test_all_solutions_are_found(name: str, scramble: int):
    engine = engine_of(name)
    chosen = puzzle(name)
    state = chosen.apply(chosen.scramble(seed=scramble, length=scramble)).permutation
    most = 4 if len(engine.moves.moves) > 9 else 5
    job = engine.search(engine.position(state), SearchLimits(high=most, beyond=None))
    found = {tuple(word_of(word)) for _, word in job.words()}
    expected = [all_words(engine, state, weight) for weight in range(most + 1)]
    assert found == set().union(*expected)
    assert job.counts == [len(level) for level in expected]


def test_short_scrambles_of_the_cube_have_all_their_solutions(cube_engine: Engine):
    state = CUBE.apply("R L U2").permutation
    job = cube_engine.search(cube_engine.position(state), SearchLimits(high=4, beyond=None))
    found = {tuple(word_of(word)) for _, word in job.words()}
    assert found == set().union(*(all_words(cube_engine, state, n) for n in range(5)))


@st.composite
def small_groups(draw: st.DrawFn) -> tuple[list[Permutation], list[int], Permutation]:
    degree = draw(st.integers(2, 5))
    images = draw(st.lists(st.permutations(range(degree)), min_size=1, max_size=3))
    effects = list(dict.fromkeys(map(Permutation, images)))
    effects = [effect for effect in effects if not effect.is_identity] or [
        Permutation([1, 0, *range(2, degree)])
    ]
    weights = draw(st.lists(st.integers(1, 4), min_size=len(effects), max_size=len(effects)))
    word = draw(st.lists(st.integers(0, len(effects) - 1), max_size=6))
    return effects, weights, product(effects, tuple(word), degree)


def coordinate(effects: list[Permutation], labels: list[int]) -> ColoringSpace:
    data = [effect.data for effect in effects]
    return drive(ColoringSpace(bytes(labels), data, list(range(len(labels))), 10_000))


def value(space: ColoringSpace, state: Permutation) -> int:
    return int(np.frombuffer(space.indices(state.array[None]), np.int64)[0])


def bounds(outer: np.ndarray, inner: np.ndarray, weights: list[int], reversible: bool):
    """Distances of the pairs of values of two coordinates, the inner one varying fastest."""
    actions = np.ascontiguousarray(inner.T)
    graph = CoordinateGraph(np.ascontiguousarray(outer), actions, weights, reversible=reversible)
    return drive(graph.job([0], 8, 1)).data()[: graph.states]


@settings(max_examples=80)
@given(small_groups(), st.booleans(), st.booleans())
def test_least_weight_agrees_with_dijkstra(
    given_group: tuple[list[Permutation], list[int], Permutation], prune: bool, nibbles: bool
):
    effects, weights, state = given_group
    degree = len(state)
    whole = coordinate(effects, list(range(degree)))
    coarse = coordinate(effects, [0] + [1] * (degree - 1))
    space = SearchSpace(bytes(weights), automaton(effects, weights))
    for part in (whole, coarse):
        space.add_coordinate(part.transitions(), part.goals)
    if prune:
        table = bounds(coarse.transitions(), whole.transitions(), weights, reversible=False)
        space.add_pruning(pack_nibbles(table) if nibbles else table, [0, 1], 4 if nibbles else 8)
    root = np.array([[value(whole, state), value(coarse, state)]], dtype=np.uint32)
    job = drive(SearchJob(space, root, 0, 60, 0, 0, 10))
    exact = distances([Permutation.identity(degree)], effects, weights)
    assert job.best == exact[state]
    for _, word in job.words():
        assert (state * product(effects, tuple(word_of(word)), degree)).is_identity


@settings(max_examples=80)
@given(small_groups())
def test_bounds_agree_with_dijkstra(
    given_group: tuple[list[Permutation], list[int], Permutation],
):
    effects, weights, _ = given_group
    degree = len(effects[0])
    space = coordinate(effects, list(range(degree)))
    known = set(zip(effects, weights, strict=True))
    reversible = all((e.inverse, w) in known for e, w in known)
    alone = np.zeros((1, len(effects)), np.uint32)
    table = bounds(alone, space.transitions(), weights, reversible)
    exact = distances([Permutation.identity(degree)], effects, weights)
    assert len(exact) == space.size
    for state, weight in exact.items():
        assert table[value(space, state)] == weight


def test_bounds_of_two_by_two_by_two_are_the_published_numbers():
    [table] = engine_of("2x2x2", memory=10**7).tables
    assert table.distances.counts == [
        1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644
    ]  # fmt: skip


def test_forward_and_backward_filling_agree():
    [table] = engine_of("2x2x2", memory=10**7).tables
    graph = graph_of(table.coordinate)
    one_way = CoordinateGraph(graph.outer, graph.actions, graph.costs, reversible=False)
    whole, pulled = (drive(one.job([0], 8, 1)) for one in (graph, one_way))
    assert whole.counts == pulled.counts
    assert np.array_equal(whole.data(), pulled.data())


def test_threads_change_neither_counts_nor_nodes(cube_engine: Engine):
    root = cube_engine.position(CUBE.apply("R U F2 L D' B").permutation)
    limits = SearchLimits(high=7, beyond=None)
    one = cube_engine.search(root, limits)
    two = cube_engine.search(root, SearchLimits(high=7, beyond=None, threads=3))
    assert one.counts == two.counts
    assert sorted(one.words()) == sorted(two.words())


def test_interrupted_and_resumed_search_is_the_same(cube_engine: Engine):
    root = cube_engine.position(CUBE.apply(SCRAMBLE).permutation)
    limits = SearchLimits(high=9, beyond=None)
    straight = cube_engine.search(root, limits)
    job, slices = cube_engine.job(root, limits), 0
    while not job.run(0.0):
        snapshot = job.snapshot()
        job = cube_engine.job(root, limits)
        job.restore(snapshot)
        slices += 1
    assert slices > 5
    assert (job.counts, job.nodes, job.reads) == (straight.counts, straight.nodes, straight.reads)
    assert job.words() == straight.words()


def test_interrupted_threads_find_the_same(cube_engine: Engine):
    root = cube_engine.position(CUBE.apply(SCRAMBLE).permutation)
    limits = SearchLimits(high=9, beyond=None, threads=2)
    job = cube_engine.job(root, limits)
    while not job.run(0.0):
        snapshot = job.snapshot()
        job = cube_engine.job(root, limits)
        job.restore(snapshot)
    assert job.counts == cube_engine.search(root, limits).counts


def test_snapshot_of_another_search_is_refused(cube_engine: Engine):
    root = cube_engine.position(CUBE.apply("R U").permutation)
    other = cube_engine.position(CUBE.apply("R U2").permutation)
    snapshot = cube_engine.job(root, SearchLimits()).snapshot()
    with pytest.raises(ValueError, match="another search"):
        cube_engine.job(other, SearchLimits()).restore(snapshot)
    with pytest.raises(ValueError, match="cut short"):
        cube_engine.job(root, SearchLimits()).restore(snapshot[:-3])


@settings(max_examples=60)
@given(st.data())
def test_damaged_snapshot_is_refused_or_harmless(cube_engine: Engine, data: st.DataObject):
    root = cube_engine.position(CUBE.apply("R U F2 L D'").permutation)
    job = cube_engine.job(root, SearchLimits(high=5))
    job.run(0.0)
    snapshot = bytearray(job.snapshot())
    snapshot[data.draw(st.integers(0, len(snapshot) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    other = cube_engine.job(root, SearchLimits(high=5))
    try:
        other.restore(bytes(snapshot))
    except ValueError:
        other.run(0.0)
        assert other.depth >= 0
    assert isinstance(other.words(), list)


def test_limit_stops_the_search(cube_engine: Engine):
    root = cube_engine.position(CUBE.apply("R2 L2 U2 D2 F2 B2").permutation)
    everything = cube_engine.search(root, SearchLimits(high=6))
    few = cube_engine.search(root, SearchLimits(high=6, limit=2))
    assert everything.found > 2
    assert few.found == 2
    assert few.words() == everything.words()[:2]


def test_solutions_need_not_pass_through_the_goal(cube_engine: Engine):
    root = cube_engine.position(CUBE.apply("R").permutation)
    passing = cube_engine.search(root, SearchLimits(high=3, beyond=None))
    direct = cube_engine.search(root, SearchLimits(high=3, beyond=None, passing=False))
    assert passing.counts[1] == direct.counts[1] == 1
    assert direct.counts[2:] <= passing.counts[2:]


def test_solved_state_has_the_empty_solution(cube_engine: Engine):
    job = cube_engine.search(cube_engine.position(CUBE.solved.permutation), SearchLimits())
    assert job.words() == [(0, b"")]


def test_progress_tells_depth_and_nodes(cube_engine: Engine):
    root = cube_engine.position(CUBE.apply(SCRAMBLE).permutation)
    job = cube_engine.job(root, SearchLimits(high=9))
    notes = []
    while not job.run(1.0):
        notes.append(job.progress())
    assert any(total for _, total, _ in notes)
    assert "depth 9" in notes[-1][2]
    assert "nodes" in notes[-1][2]


def test_bad_tables_are_refused():
    follow = np.array([[0]], dtype=np.uint16)
    swap = np.array([[1], [0]], dtype=np.uint32)
    with pytest.raises(ValueError, match="at least 1"):
        SearchSpace(b"\0", follow)
    with pytest.raises(ValueError, match="automaton"):
        SearchSpace(b"\1\1", follow)
    with pytest.raises(ValueError, match="lacks"):
        SearchSpace(b"\1", np.array([[7]], dtype=np.uint16))
    space = SearchSpace(b"\1", follow)
    with pytest.raises(ValueError, match="one column a move"):
        space.add_coordinate(np.zeros((2, 3), dtype=np.uint32), [0])
    with pytest.raises(ValueError, match="out of its coordinate"):
        space.add_coordinate(swap * 5, [0])
    with pytest.raises(ValueError, match="goal"):
        space.add_coordinate(swap, [2])
    space.add_coordinate(swap, [0])
    with pytest.raises(ValueError, match="size of its coordinates"):
        space.add_pruning(np.zeros(3, dtype=np.uint8), [0])
    with pytest.raises(ValueError, match="unknown coordinate"):
        space.add_pruning(np.zeros(2, dtype=np.uint8), [1])
    with pytest.raises(ValueError, match="8 or 4 bits"):
        space.add_pruning(np.zeros(2, dtype=np.uint8), [0], 2)
    two, by = np.array([0, 0], dtype=np.uint32), np.zeros(2, dtype=np.uint8)
    same, table = np.array([[0], [1]], dtype=np.uint32), np.zeros(2, dtype=np.uint8)
    space.add_reduced_pruning(table, [0], [0], two, by, same)
    for bad in ((two[:1], by, same), (two, by[:1], same), (two, by, same[:1])):
        with pytest.raises(ValueError, match="size of their coordinates"):
            space.add_reduced_pruning(table, [0], [0], *bad)
    for bad in ((two, by + 1, same), (two, by, same + 1)):
        with pytest.raises(ValueError, match="symmetry leads out"):
            space.add_reduced_pruning(table, [0], [0], *bad)
    with pytest.raises(ValueError, match="size of its coordinates"):
        space.add_reduced_pruning(table[:1], [0], [0], two, by, same)
    with pytest.raises(ValueError, match="outside of coordinate"):
        SearchJob(space, np.array([[2]], dtype=np.uint32), 0, 5)
    with pytest.raises(ValueError, match="one value for each"):
        SearchJob(space, np.zeros((1, 2), dtype=np.uint32), 0, 5)
    with pytest.raises(ValueError, match="thread"):
        SearchJob(space, np.zeros((1, 1), dtype=np.uint32), 0, 5, threads=0)


def test_bad_moves_are_refused_by_the_kernels():
    with pytest.raises(ValueError, match="not a permutation"):
        ColoringSpace(b"\0\1", [np.array([0, 0], dtype=np.uint16).tobytes()], [], 9)
    with pytest.raises(ValueError, match="degrees differ"):
        ColoringSpace(b"\0\1", [Permutation.identity(3).data], [], 9)
    with pytest.raises(ValueError, match="fixed place"):
        ColoringSpace(b"\0\1", [Permutation.identity(2).data], [2], 9)


def test_colorings_are_counted_again_after_a_snapshot():
    moves = MoveSet.for_search(puzzle("2x2x2"))
    labels = bytes(puzzle("2x2x2").solved_colors)
    args = (labels, moves.permutation_bytes, list(range(24)), 20_000)
    straight, job = drive(ColoringSpace(*args)), ColoringSpace(*args)
    job.run(0.0)
    resumed = ColoringSpace(*args)
    resumed.restore(job.snapshot())
    drive(resumed)
    assert straight.gave_up
    assert resumed.gave_up
    halves = MoveSet.for_search(puzzle("2x2x2"), moves=["R2", "U2", "F2"])
    args = (labels, halves.permutation_bytes, list(range(24)), 20_000)
    whole, job = drive(ColoringSpace(*args)), ColoringSpace(*args)
    job.run(0.0)
    resumed = ColoringSpace(*args)
    resumed.restore(job.snapshot())
    assert np.array_equal(drive(resumed).transitions(), whole.transitions())
    assert value(resumed, Permutation.identity(24)) == 0
