"""Puzzles with glued pieces: tables, searches and loops against brute force over real states."""

import random
import time

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tests.oracles.bandaged_layers import bandaged_layers

from puzzlery import Puzzle, _core, puzzle
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, drive
from puzzlery.errors import NotFound, PuzzleryError, TimedOut, Unsolvable
from puzzlery.solve.api.methods import METHODS, choose, solutions, solve
from puzzlery.solve.api.request import Request
from puzzlery.solve.blocked import blocked_solver
from puzzlery.solve.blocked import blocked_table as tables_module
from puzzlery.solve.blocked import shape_loops as shape_loops_module
from puzzlery.solve.blocked.blocked_bodies import TooManyStates, blocked_bodies
from puzzlery.solve.blocked.blocked_solver import number_of_states, shortened
from puzzlery.solve.blocked.blocked_table import blocked_table
from puzzlery.solve.blocked.numbered_states import NumberedTable, numbered_states
from puzzlery.solve.blocked.shape_loops import shape_loops
from puzzlery.solve.coordinates.pruning_table import Distances
from puzzlery.solve.exhaustive.gods_number import census
from puzzlery.solve.general import general_solver
from puzzlery.tables.store import Store
from puzzlery.twisty.mechanisms.bandage import bandage, bandaged_cube
from puzzlery.twisty.model.state import State

BICUBE = puzzle("bicube")
# The edges of the second layer glued to the corners above and below.
PILLARS = ["UFR FR DFR", "UFL FL DFL", "UBL BL DBL", "UBR BR DBR"]
# Small puzzles of each sort: some states are blocked, all are, bodies that look alike, none moves.
RING = {"a": [[0, 1, 2, 3]], "b": [[2, 3, 4, 5]]}
TOYS = [
    Puzzle.from_cycles(RING, list("rgbwyo"), glued=[[0, 1]], name="pair in rings"),
    Puzzle.from_cycles(RING, list("rgbbrr"), glued=[[0, 1], [2, 3]], name="alike in rings"),
    Puzzle.from_cycles(
        {"a": [[0, 1, 2, 3]], "b": [[2, 3, 4, 5]], "c": [[4, 5, 6, 7]]},
        list("rrrrggbb"), glued=[[0, 1], [6, 7]], name="chain",
    ),
    bandage(puzzle("3x3x1"), [[0, 1]], name="stiff floppy"),
]  # fmt: skip


def allowed(toy, state, moves):
    for one in moves:
        if state.allows(one.written):
            yield one, State(toy, state.permutation * one.permutation)


def by_looks(toy, goal="colors"):
    """The distance of each state by what one sees and what is glued where: brute force backwards.

    All states are listed first, then the distances from those that look solved.
    """
    moves = blocked_bodies(toy).moves
    listed, queue = {toy.solved.permutation}, [toy.solved]
    for state in queue:
        for _, after in allowed(toy, state, moves):
            if after.permutation not in listed:
                listed.add(after.permutation)
                queue.append(after)
    solved = [
        p for p in listed
        if Request(toy, toy.solved, toy.metric, goal=goal).is_reached_by(p)
    ]  # fmt: skip
    far, queue = dict.fromkeys(solved, 0), [State(toy, p) for p in solved]
    for state in queue:
        for _, after in allowed(toy, state, moves):
            if after.permutation not in far:
                far[after.permutation] = far[state.permutation] + 1
                queue.append(after)
    return far


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_solutions_are_shortest_by_brute_force(toy):
    for goal in ("colors", "stickers"):
        far = by_looks(toy, goal)
        states = sorted(far, key=lambda p: p.images)
        for p in random.Random(1).sample(states, min(60, len(states))):
            state = State(toy, p)
            found = solve(toy, state, "blocked", goal=goal, timeout=60)
            assert found.optimal
            assert found.length == far[p]
            after = state.apply(found.alg).permutation
            assert Request(toy, state, toy.metric, goal=goal).is_reached_by(after)


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_meeting_in_the_middle_agrees_with_the_table(toy):
    bodies = blocked_bodies(toy)
    table = blocked_table(bodies)
    for p in random.Random(2).choices(sorted(by_looks(toy), key=lambda p: p.images), k=20):
        job = drive(_core.BlockedMeeting(bodies.kernel, bodies.goals, bodies.poses(p), 10**6))
        assert job.is_solved
        assert job.depth == len(job.way()) == len(table.ways(p, 1)[0])
        assert State(toy, p).apply(bodies.alg(job.way())).is_solved


@pytest.mark.parametrize("goal", ["colors", "stickers"])
@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_numbers_are_one_to_one_and_their_distances_those_of_brute_force(toy, goal):
    """Every state, those that look alike included, with all ways from some of them."""
    bodies = blocked_bodies(toy, None, goal)
    states = numbered_states(bodies, shape_loops(bodies))
    job = drive(states.graph.job(states.starts(), 2, 1))
    table = NumberedTable(states, Distances(job.data(), 2, states.graph.states))
    far = by_looks(toy, goal)
    assert {states.index(p) for p in far} == set(range(len(far)))
    assert table.counts == [list(far.values()).count(d) for d in range(1 + max(far.values()))]
    moves = blocked_bodies(toy).moves
    for p in far:
        [way] = table.ways(p, 1)
        assert len(way) == far[p]
        reached = {after.permutation: one.name for one, after in allowed(toy, State(toy, p), moves)}
        ahead = {name for after, name in reached.items() if far[after] == far[p] - 1}
        assert {bodies.moves[way[0]].name for way in table.ways(p, 10**6) if way} == ahead


@st.composite
def glued_toys(draw):
    """Random cycles, colors and glue: groups may overlap, and bodies turn in place unseen."""
    degree = draw(st.integers(4, 6))
    points = st.permutations(range(degree))
    moves = {name: [draw(points)[: draw(st.integers(2, 4))]] for name in "abc"}
    colors = draw(st.lists(st.sampled_from("rgby"), min_size=degree, max_size=degree))
    glued = [draw(points)[: draw(st.integers(2, 3))] for _ in range(draw(st.integers(1, 2)))]
    return moves, colors, glued


@given(glued_toys())
@settings(max_examples=15)
@example(({"a": [[1, 3, 0]], "b": [[1, 2, 3]]}, "rrrr", [[3, 1, 2]]))
@example(({"a": [[5, 1]], "b": [[4, 0, 5]], "c": [[3, 1]]}, "yrbrbgr", [[1, 3], [6, 2, 0]]))
@example(({"a": [[2, 3, 4]], "b": [[4, 1, 2]]}, "rgggr", [[2, 1], [4, 3, 2]]))
def test_numbers_agree_with_brute_force_for_random_glue(toy):
    moves, colors, glued = toy
    toy = Puzzle.from_cycles(moves, list(colors), glued=glued, name="random glue")
    assume(blocked_bodies(toy).moves)
    for goal in ("colors", "stickers"):
        bodies = blocked_bodies(toy, None, goal)
        states = numbered_states(bodies, shape_loops(bodies))
        far = by_looks(toy, goal)
        counts = drive(states.graph.job(states.starts(), 2, 1)).counts
        assert counts == [list(far.values()).count(d) for d in range(1 + max(far.values()))]


def test_a_table_that_is_stopped_again_and_again_ends_like_one_that_is_not(tmp_path, monkeypatch):
    """Time runs out while shapes are listed, states are numbered, and the table is filled."""
    bodies = blocked_bodies(bandaged_cube(PILLARS))
    monkeypatch.setattr(tables_module, "_opened", {})
    monkeypatch.setattr(shape_loops_module, "_listed", {})
    store, stops = Store(tmp_path), 0
    while True:
        try:
            table = blocked_table(bodies, store=store, timeout=0.001 * 1.5**stops)
            break
        except TimedOut:
            stops += 1
    assert stops
    assert table.counts == blocked_table(bodies, store=Store(tmp_path / "at once")).counts
    assert [entry.condition for entry in store.list()] == ["finished"]


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_states_are_as_many_as_shapes_and_loops_say(toy):
    listed = by_looks(toy, "stickers")
    assert number_of_states(blocked_bodies(toy)) == len(listed)
    assert sum(blocked_table(blocked_bodies(toy, None, "stickers")).counts) == len(listed)
    assert census(toy).states == len(listed)


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_validation_agrees_with_what_allowed_moves_reach(toy):
    """Every coloring that free moves reach is valid; of the others none is said to be reachable."""
    shown = {State(toy, p).coloring.picks for p in by_looks(toy)}
    for picks in random.Random(3).sample(sorted(shown), min(25, len(shown))):
        assert toy.validate(list(_named(toy, picks))).reachable
    dice = random.Random(4)
    for _ in range(25):
        picks = list(dice.choice(sorted(shown)))
        dice.shuffle(picks)
        verdict = toy.validate(list(_named(toy, picks)))
        if verdict.reachable is not None:
            assert verdict.reachable == (tuple(picks) in shown)


def _named(toy, picks):
    return (toy.palette[pick].name for pick in picks)


def test_bicube_has_the_published_number_of_states_and_shapes():
    """Jaap's Puzzle Page: 440 shapes and 1,108,800 positions."""
    found = census(BICUBE)
    assert (found.states, found.gods_number) == (1_108_800, 28)
    assert len(shape_loops(blocked_bodies(BICUBE)).shapes) == 440


def test_table_of_the_bicube_agrees_with_states_kept_as_permutations():
    assert census(BICUBE, depth=12).counts == census(BICUBE).counts[:13]
    assert census(BICUBE, "QTM").states == 1_108_800


@given(st.integers(0, 10**9))
@settings(max_examples=20)
def test_bicubes_are_solved_and_no_neighbor_is_two_nearer(seed):
    alg = BICUBE.scramble(seed=seed, length=60)
    state = BICUBE.apply(alg)
    found = solve(BICUBE, state)
    assert found.optimal
    assert state.apply(found.alg).is_solved
    for _, after in allowed(BICUBE, state, blocked_bodies(BICUBE).moves):
        assert abs(solve(BICUBE, after).length - found.length) <= 1


def test_table_of_a_bandaged_cube_is_that_of_the_plain_twin():
    pillars = bandaged_cube(PILLARS)
    layers = bandaged_layers(pillars)
    assert blocked_table(blocked_bodies(pillars)).counts == [len(one) for one in layers]
    for seed in range(100):
        check_by_layers(pillars, layers, seed)


@pytest.mark.slow
def test_bicubes_are_solved_as_short_as_the_plain_twin_says():
    layers = bandaged_layers(BICUBE)
    for seed in range(100):
        check_by_layers(BICUBE, layers, seed)


def check_by_layers(stiff, layers, seed):
    state = stiff.apply(stiff.scramble(seed=seed, length=60))
    found = solve(stiff, state)
    key = bytes(state.permutation.images)
    assert found.optimal
    assert found.length == next(far for far, layer in enumerate(layers) if key in layer)
    assert state.apply(found.alg).is_solved


def test_bandages_that_never_block_leave_a_puzzle_without_bandages():
    fused = puzzle("fused cube")
    bodies = blocked_bodies(fused)
    assert bodies.is_never_blocked
    assert bodies.free_basis == ("U", "F", "R")
    # The group of three faces that share a corner, as GAP counts it.
    assert number_of_states(bodies) == 170_659_735_142_400
    state = fused.apply(fused.scramble(seed=1, length=40))
    found = solve(fused, state, timeout=4)
    assert state.apply(found.alg).is_solved


@pytest.mark.parametrize(
    "blocks", [["UFR UF"], ["UFR UF UFL", "DBR DB DBL"], ["U UF", "D DB", "R FR"]], ids=str
)
def test_large_bandaged_cubes_are_solved_by_loops(blocks):
    stiff = bandaged_cube(blocks)
    state = stiff.apply(stiff.scramble(seed=5, length=50))
    found = solve(stiff, state, timeout=2)
    assert state.apply(found.alg).is_solved
    assert not found.optimal
    assert "loops" in found.note


def test_near_states_of_large_bandaged_cubes_are_solved_shortest():
    stiff = bandaged_cube(["UFR UF"])
    found = solve(stiff, "D B L' D2 B", timeout=30)
    assert (found.length, found.optimal) == (5, True)


def test_loops_come_back_to_the_solved_shape_and_are_free_there():
    bodies = blocked_bodies(bandaged_cube(["UFR UF UFL", "DBR DB DBL"]))
    found = shape_loops(bodies)
    glued = set(bodies.puzzle.glued)
    for number, loop in enumerate(found.loops):
        after = bodies.puzzle.apply(bodies.alg(list(loop)))
        places = {frozenset(after.permutation[i] for i in group) for group in glued}
        assert places == glued
        assert after.permutation == found.puzzle.moves[f"loop {number}"]


def test_shortening_takes_out_detours():
    bodies = blocked_bodies(BICUBE)
    table = blocked_table(bodies)
    for seed in range(3):
        walk = BICUBE.scramble(seed=seed, length=24)
        names = [one.name for one in bodies.moves]
        back = [names.index(str(move)) for move in walk.inverse.simplify(BICUBE).moves()]
        state = BICUBE.apply(walk)
        made = shortened(state.permutation, bodies, [*back[:5], *_undone(bodies, back[:5]), *back],
                         Clock(1))  # fmt: skip
        assert len(table.ways(state.permutation, 1)[0]) <= len(made) <= len(back)
        assert state.apply(bodies.alg(made)).is_solved


def _undone(bodies, moves):
    effects = [one.permutation for one in bodies.moves]
    return [effects.index(effects[number].inverse) for number in reversed(moves)]


def test_table_that_is_saved_goes_on_to_the_same_end():
    bodies = blocked_bodies(TOYS[-1])
    solved = [bodies.poses(TOYS[-1].solved.permutation)]

    def job():
        return _core.BlockedTableJob(bodies.kernel, solved, 100, 10**6)

    whole, part = drive(job()), job()
    while not part.run(0):
        saved, part = part.snapshot(), job()
        part.restore(saved)
    assert part.counts == whole.counts
    assert bytes(part.data()) == bytes(whole.data())


def test_too_many_states_and_too_little_time_are_said(monkeypatch, tmp_path):
    bodies = blocked_bodies(BICUBE)
    monkeypatch.setattr(tables_module, "_opened", {})
    with pytest.raises(TooManyStates, match=r"has 1,108,800 states; .* and 10,000 are allowed"):
        blocked_table(bodies, memory=10_000, store=Store(tmp_path))
    monkeypatch.setattr(shape_loops_module, "MOST_SHAPES", 10)
    monkeypatch.setattr(shape_loops_module, "_listed", {})
    with pytest.raises(TooManyStates, match="more than 625 states"):
        blocked_table(bodies, memory=10_000, store=Store(tmp_path))
    assert sum(blocked_table(bodies, memory=1 << 30, store=Store(tmp_path)).counts) == 1_108_800
    monkeypatch.undo()
    stiff = bandaged_cube(["UFR UF"])
    start = time.monotonic()
    with pytest.raises((TimedOut, NotFound), match=r"not solved; tried: .*from both ends"):
        solve(stiff, stiff.scramble(seed=1, length=50), "blocked", timeout=0.05, max_length=10)
    assert time.monotonic() - start < 15


def test_stiff_puzzles_say_so():
    stuck = Puzzle.from_cycles({"a": [[0, 1]]}, ["r", "g", "b"], glued=[[0, 2]], name="stuck")
    assert solve(stuck, "").length == 0
    with pytest.raises(PuzzleryError):
        solve(stuck, State(stuck, Permutation([1, 0, 2])), "blocked")


def test_limits_are_kept_or_refused():
    with pytest.raises(NotFound, match="the shortest has 3"):
        solve(BICUBE, "U F R", max_length=2)
    with pytest.raises(PuzzleryError, match="beyond"):
        solve(BICUBE, "U F R", "blocked", beyond=1)
    with pytest.raises(PuzzleryError, match="undo one another, not only U' F F2 F' R"):
        solve(BICUBE, "U F R", "blocked", moves=("U'", "F", "R"))
    several = solutions(BICUBE, "U F R", count=10)
    assert {one.length for one in several} == {several[0].length}
    assert [method.name for method in choose(Request(BICUBE, BICUBE.solved, "OBTM"))] == ["blocked"]
    assert METHODS["blocked"].unfit(puzzle("3x3x3"))


@given(st.data())
@settings(max_examples=40)
def test_random_bandages_of_a_small_puzzle_are_solved_shortest(data):
    base = puzzle("3x3x1")
    group = data.draw(st.lists(st.integers(0, base.degree - 1), min_size=2, max_size=4))
    toy = bandage(base, [group])
    assume(toy.glued)
    far = by_looks(toy)
    p = data.draw(st.sampled_from(sorted(far, key=lambda p: p.images)))
    found = solve(toy, State(toy, p), "blocked", timeout=60)
    turns = [move for move in found.alg.moves() if not toy.turn(move).is_rotation]
    assert len(turns) == far[p]
    assert found.optimal == blocked_bodies(toy).is_uniform or not turns
    assert State(toy, p).apply(found.alg).is_solved


def test_bodies_that_look_alike_are_one_kind():
    toy = Puzzle.from_cycles(
        {"a": [[0, 2, 4], [1, 3, 5]], "b": [[4, 6], [5, 7]]},
        list("rbrbgggg"), glued=[[0, 1], [2, 3]], name="pairs",
    )  # fmt: skip
    bodies = blocked_bodies(toy)
    kinds = [kind for _, kind in bodies.bodies]
    assert (len(kinds), len(set(kinds))) == (4, 2)
    table = blocked_table(bodies)
    # Four pairs of stickers in four places, two and two alike.
    assert sum(table.counts) == 6


@pytest.fixture
def little_time(monkeypatch):
    """Small shares of time, without a limit that a busy machine could reach."""
    monkeypatch.setattr(blocked_solver, "USUAL_MEETING_SECONDS", 0.05)
    monkeypatch.setattr(blocked_solver, "USUAL_LOOP_SECONDS", 0.1)


@pytest.mark.parametrize("blocks", [["UFR UF"], ["U UF", "D DB", "R FR"]], ids=str)
def test_loops_are_solved_by_plain_words_where_the_general_solver_has_too_little_time(
    blocks, monkeypatch, little_time
):
    def late(request):
        raise TimedOut("not finished")

    monkeypatch.setattr(general_solver, "solve", late)
    stiff = bandaged_cube(blocks)
    for seed in range(5):
        state = stiff.apply(stiff.scramble(seed=seed, length=50))
        found = solve(stiff, state)
        assert state.apply(found.alg).is_solved
        assert "loops" in found.note


def test_time_is_left_for_a_plain_word_where_bandages_never_block(monkeypatch):
    """On a machine so busy that the general solver used up its time, there was no answer at all."""

    def late(request):
        time.sleep(request.clock.left())
        raise TimedOut("not finished")

    monkeypatch.setattr(general_solver, "solve", late)
    fused = puzzle("fused cube")
    state = fused.apply(fused.scramble(seed=3, length=50))
    start = time.monotonic()
    granted = blocked_solver.FREE_SHARE * 3.0
    found = solve(fused, state, timeout=3.0)
    assert state.apply(found.alg).is_solved
    assert "loops" in found.note
    assert time.monotonic() - start > 0.5 * granted, "the general solver was asked first"


def test_states_that_loops_do_not_reach_are_refused():
    stiff = bandaged_cube(["UFR UF"])
    edge = next(sorted(piece) for piece in stiff.pieces() if len(piece) == 2)
    images = list(range(54))
    images[edge[0]], images[edge[1]] = edge[1], edge[0]
    state = State(stiff, Permutation(images))
    request = Request(stiff, state, "OBTM", timeout=2)
    with pytest.raises(Unsolvable, match="no moves of bandaged 3x3x3 that are free"):
        METHODS["blocked"].solver()(request)


@pytest.mark.parametrize("name", ["4x4x4", "FTO"])
def test_bandaged_puzzles_of_many_bodies_are_solved(name, little_time):
    """A state takes more than 128 bits, and on a 4x4x4 an inner layer counts two."""
    base = puzzle(name)
    first, *others = (min(piece) for piece in base.pieces())
    positions = base.skin.positions
    near = min(others, key=lambda other: np.linalg.norm(positions[other] - positions[first]))
    stiff = bandage(base, [[first, near]])
    state = stiff.apply(stiff.scramble(seed=3, length=12))
    found = solve(stiff, state, "blocked")
    assert not found.optimal
    assert state.apply(found.alg).is_solved


def test_inner_layers_that_count_two_make_no_proof():
    stiff = bandage(puzzle("4x4x4"), [[0, 1]])
    bodies = blocked_bodies(stiff, "OBTM")
    assert {one.cost for one in bodies.moves} == {1, 2}
    # Blocks such as Uw, which are free where U and 2U are blocked, count two there.
    assert {one.name for one in blocked_bodies(stiff, "SSTM").moves if one.cost > 1} >= {"Rw"}
    with pytest.raises(PuzzleryError, match="are not counted"):
        census(stiff)
