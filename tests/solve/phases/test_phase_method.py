"""Method "phases": every answer solves, small puzzles are shortest, limits hold."""

import heapq
import random
import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

import puzzlery
from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock, Report, drive
from puzzlery.errors import NotFound, PuzzleryError, TimedOut
from puzzlery.solve.api.methods import solutions
from puzzlery.solve.moves.canonical import automaton
from puzzlery.solve.phases import phase_method
from puzzlery.solve.phases.chain_finder import phases
from puzzlery.solve.phases.move_subgroups import MoveLattice
from puzzlery.solve.phases.phase_solver import PhaseSolver
from puzzlery.solve.phases.phase_tables import phase_table, table_parts
from puzzlery.tables.store import Store
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State

CUBE = puzzlery.puzzle("3x3x3")


@pytest.fixture(scope="module")
def cube_solver() -> PhaseSolver:
    return PhaseSolver(phases(CUBE))


@pytest.mark.parametrize(
    "name", ["2x2x2", "3x3x3", "skewb", "pyraminx", "3x3x2", "2x2x3", "FTO", "ivy cube", "dino"]
)
def test_random_states_are_solved(name: str) -> None:
    puzzle = puzzlery.puzzle(name)
    for seed in range(3):
        state = State(puzzle, puzzle.group.random(seed))
        found = puzzle.solve(state, "phases", max_length=200)
        assert state.apply(found.alg).is_solved
        assert found.length == found.alg.length(found.metric, puzzle)


def test_parts_are_the_phases_and_lead_into_the_subgroups() -> None:
    state = State(CUBE, CUBE.group.random(5))
    for found in solutions(CUBE, state, "phases", count=8):
        if not found.parts:
            continue
        assert len(found.parts) == 2
        after = state.apply(found.parts[0].alg)
        assert after.apply(found.parts[1].alg).is_solved


@pytest.mark.parametrize("name", ["2x2x2", "skewb", "2x2x3"])
def test_small_puzzles_get_shortest_solutions(name: str) -> None:
    puzzle = puzzlery.puzzle(name)
    for seed in range(4):
        state = State(puzzle, puzzle.group.random(seed))
        found = puzzle.solve(state, "phases")
        assert found.optimal
        assert found.length == puzzle.solve(state, "table").length


def test_a_puzzle_that_moves_can_rotate_is_as_short_as_with_all_layers() -> None:
    """Two layers of a 3x3x2 turn about one axis; turning the other one instead saves a move."""
    puzzle = puzzlery.puzzle("3x3x2")
    scramble = "F2 U2 F R2 U2 F U2 B' U2 L2 R2 F L2 B'"
    state = puzzle.apply(scramble).inverse
    assert puzzle.solve(state, "phases", max_length=14, timeout=60).length <= 14
    assert puzzle.solve("B U2 B'", "phases", max_length=3, timeout=60).length <= 3


def test_a_solved_puzzle_has_the_empty_solution() -> None:
    found = CUBE.solve("", "phases")
    assert found.length == 0
    assert str(found.alg) == ""


@pytest.mark.parametrize("scramble", ["R", "R U", "R U F2 D'", "L2 B' U R D2"])
def test_short_scrambles_of_the_cube_get_short_solutions(scramble: str) -> None:
    found = CUBE.solve(scramble, "phases")
    assert found.length <= len(scramble.split())


def test_bounds_never_exceed_the_length_of_a_walk(cube_solver: PhaseSolver) -> None:
    rng = random.Random(2)
    for number, phase in enumerate(cube_solver.chain.phases):
        moves = table_parts(cube_solver.chain, number).moves
        for length in range(1, 12):
            for _ in range(20):
                state = CUBE.solved.permutation
                for _ in range(length):
                    state = state * rng.choice(moves)
                assert cube_solver.plan.bound(number, state.data) <= length
        assert cube_solver.plan.bound(number, phase.goal.random(1).data) == 0


def test_a_table_with_symmetries_agrees_with_one_without(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Edge flips with the middle layer: 1,013,760 cosets, as classes and one by one."""
    chain = phases(CUBE)
    phase, parts = chain.phases[0], table_parts(chain, 0)
    edges = [k for k, size in enumerate(phase.coordinate.sizes) if size in (495, 2048)]
    layout = parts._layout(edges)
    assert layout is not None
    plans = []
    for symmetries in (phase.symmetries, phase.symmetries[:1]):
        chosen = replace(parts, symmetries=symmetries, title=f"{len(symmetries)}")
        plan = _core.PhasePlan()
        plan.add_phase(
            list(phase.coordinate.spaces), [move.data for move in parts.moves],
            list(range(18)), [1] * 18, [False] * 18, chain.lattice.moves.follow, [],
        )  # fmt: skip
        table = phase_table(chosen, layout, store=Store(tmp_path))
        table.add_to(plan)
        plans.append((plan, len(table.entries)))
    (reduced, few), (plain, many) = plans
    assert few < many / 4
    for seed in range(300):
        state = CUBE.group.random(seed).data
        assert reduced.bound(0, state) == plain.bound(0, state)


def test_threads_and_slices_find_solutions_too(cube_solver: PhaseSolver) -> None:
    state = CUBE.group.random(9)
    views = cube_solver.views(state)
    assert len(views) == 6
    job = cube_solver.search(views, wanted=3, longest=200, enough=22, threads=2)
    for _ in range(2000):
        if job.run(1):
            break
    start, moves, lengths = job.answers[0]
    assert sum(lengths) == len(moves)
    word = cube_solver.word(views[start], moves)
    alg = cube_solver.chain.lattice.moves.alg(word)
    assert State(CUBE, state).apply(alg).is_solved
    resumed = cube_solver.search(views, wanted=3, longest=200, enough=22, threads=1)
    resumed.restore(job.snapshot())
    assert resumed.answers == job.answers


def test_a_length_that_is_impossible_is_refused() -> None:
    skewb = puzzlery.puzzle("skewb")
    with pytest.raises(NotFound, match="no solution has at most 2 moves"):
        skewb.solve("R U' L B", "phases", max_length=2)


def test_blocked_moves_and_unknown_options_are_refused() -> None:
    with pytest.raises(PuzzleryError, match="may be blocked"):
        puzzlery.puzzle("bicube").solve("", "phases")
    with pytest.raises(PuzzleryError, match="does not take mask"):
        CUBE.solve("R", "phases", mask=frozenset({1}))


def test_the_time_limit_holds_while_tables_are_built(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("PUZZLERY_HOME", str(tmp_path))
    phase_method._solvers.clear()
    start = time.process_time()
    with pytest.raises(TimedOut):
        CUBE.solve("R U F", "phases", timeout=0.05)
    assert time.process_time() - start < 3


def test_progress_is_reported() -> None:
    reports: list[Report] = []
    CUBE.solve("R U F", "phases", search_seconds=0.1, progress=reports.append)
    assert "moves" in reports[-1].note


def test_the_general_solver_finishes_what_phases_leave() -> None:
    puzzle = puzzlery.puzzle("4x4x4")
    found = puzzle.solve(puzzle.scramble(seed=1), "phases", memory=1 << 20, search_seconds=1)
    assert puzzle.apply(puzzle.scramble(seed=1)).apply(found.alg).is_solved
    assert found.parts[-1].name == "rest"


def test_a_plan_refuses_what_does_not_fit() -> None:
    chain = phases(puzzlery.puzzle("2x2x2"))
    plan = _core.PhasePlan()
    with pytest.raises(ValueError, match="needs its phase"):
        plan.add_table([], [0], bytes_of(4))
    with pytest.raises(ValueError, match="a phase has 1 to 24"):
        plan.add_phase([], [], [], [], [], chain.lattice.moves.follow, [])


def bytes_of(count: int):  # type: ignore[no-untyped-def]
    return np.zeros(count, dtype=np.uint8)


def test_a_search_that_is_finished_says_so() -> None:
    chain = phases(puzzlery.puzzle("skewb"))
    solver = PhaseSolver(chain, timeout=Clock(None))
    state = chain.puzzle.apply("R U'").permutation
    job = drive(solver.search(solver.views(state), wanted=1, longest=200, enough=-1, threads=1))
    assert job.proven
    assert len(job.answers[0][1]) == 2


def cheapest(start: Permutation, moves: Sequence[Permutation], costs: Sequence[int]) -> int:
    """What the cheapest word costs that leads back to the identity, by Dijkstra's algorithm."""
    queue, done = [(0, start.data)], set[bytes]()
    while queue:
        cost, data = heapq.heappop(queue)
        state = Permutation(np.frombuffer(data, dtype=np.uint16).tolist())
        if state.is_identity:
            return cost
        if data not in done:
            done.add(data)
            for move, more in zip(moves, costs, strict=True):
                heapq.heappush(queue, (cost + more, (state * move).data))
    raise AssertionError("not reachable")


def test_a_search_finds_the_cheapest_solution_if_moves_differ_in_cost(tmp_path) -> None:  # type: ignore[no-untyped-def]
    rings = Puzzle.from_cycles({"a": [[0, 1, 2, 3]], "b": [[3, 4, 5]]}, colors=list("abcdef"))
    chain = phases(rings)
    [phase] = chain.phases
    a = rings.moves["a"]
    # Half turns of a ring count two; a turn of the other ring counts three.
    price = {a: 1, a.inverse: 1, a * a: 2}
    found = table_parts(chain, 0)
    costs = [price.get(move, 3) for move in found.moves]
    parts = replace(found, costs=costs, symmetries=phase.symmetries[:1])
    plan = _core.PhasePlan()
    plan.add_phase(
        list(phase.coordinate.spaces), [move.data for move in parts.moves],
        list(range(len(costs))), costs, [False] * len(costs), automaton(parts.moves), [],
    )  # fmt: skip
    for layout in parts.layouts(1 << 20):
        phase_table(parts, layout, store=Store(tmp_path)).add_to(plan)
    for seed in range(25):
        state = rings.group.random(seed)
        job = drive(_core.PhaseSearch(plan, [state.data], 1, 240, -1, 1))
        _, moves, _ = job.answers[0]
        assert job.proven
        assert Permutation.product([state, *(parts.moves[k] for k in moves)], 6).is_identity
        least = cheapest(state, parts.moves, costs)
        assert sum(costs[k] for k in moves) == least
        assert not moves or job.history[-1][1] == least


def test_a_plan_refuses_moves_that_cost_nothing() -> None:
    chain = phases(puzzlery.puzzle("2x2x2"))
    solver = PhaseSolver(chain)
    moves = table_parts(chain, 0).moves
    with pytest.raises(ValueError, match="costs at least 1"):
        solver.plan.add_phase(
            list(chain.phases[0].coordinate.spaces), [move.data for move in moves],
            list(range(len(moves))), [0] * len(moves), [False] * len(moves),
            automaton(moves), [],
        )  # fmt: skip


def test_blocks_of_layers_are_turned_and_nothing_is_proven_where_pieces_look_alike() -> None:
    """A 2x3x4 has pairs of pieces of the same colors; of this state 13 was once called shortest."""
    cuboid = puzzlery.puzzle("2x3x4")
    state = State(cuboid, cuboid.group.random(1))
    shorter = "F2 Fw2 Dw2 Fw2 D2 R2 U2 R2 F2 D2 F2"
    assert state.apply(shorter).is_solved
    found = cuboid.solve(state, "phases", timeout=60)
    assert found.length <= 13
    assert not found.optimal
    assert any(move.family == "Fw" for move in found.alg.moves())


def test_moves_of_phases_are_closed_under_symmetry_and_no_rotated_twins() -> None:
    """`Uw` and `Dw` of a 4x4x4 are both there; `3Uw` is `D`, but for a rotation."""
    lattice = MoveLattice(puzzlery.puzzle("4x4x4"))
    families = {move.written.family for move in lattice.moves.moves}
    assert {"Uw", "Dw", "Fw", "Bw", "Rw", "Lw"} <= families
    assert not any(name.startswith("3") for name in lattice.moves.names)
    assert puzzlery.puzzle("3x3x3").basis == tuple(
        dict.fromkeys(move.written.family for move in MoveLattice(CUBE).moves.moves)
    )
