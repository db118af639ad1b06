"""Solvers from coordinates: shortest for every state, by whatever sides, views and threads."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.searching import distances

from puzzlery.core.permutation import Permutation
from puzzlery.errors import NotFound, PuzzleryError, TimedOut
from puzzlery.solve import coordinates
from puzzlery.solve.api.methods import solutions
from puzzlery.solve.coordinates import Coordinate, named_coordinate, slots_of, solver
from puzzlery.solve.coordinates.coordinate_solver import tells_all, views_of
from puzzlery.solve.coordinates.search_engine import Engine, SearchLimits
from puzzlery.solve.exhaustive.full_table import full_table
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.geometry import cube
from puzzlery.twisty.model.state import State

CUBE = cube(3)


def all_of(name: str) -> list[Coordinate]:
    """A permutation and an orientation for every orbit: together they are the state."""
    chosen = puzzle(name)
    found: list[Coordinate] = []
    for k, orbit in enumerate(slots_of(chosen)):
        found += [coordinates.permutation(chosen, k)] if orbit.size > 1 else []
        found += [coordinates.orientation(chosen, k)] if orbit.orientations.order > 1 else []
    return found


def random_states(name: str, count: int) -> list[State]:
    chosen, dice = puzzle(name), random.Random(name)
    return [State(chosen, chosen.group.random(dice)) for _ in range(count)]


@pytest.mark.parametrize("name", ["2x2x2", "tetraminx", "skewb", "ivy cube", "gear cube"])
def test_lengths_are_those_of_the_table_of_all_states(name):
    made = solver(puzzle(name), all_of(name))
    assert made.is_full
    table = full_table(puzzle(name), made.engine.moves.metric)
    for state in random_states(name, 12):
        [best] = made.solve(state)
        assert (best.length, best.optimal) == (
            table.distance(table.states.index(state.permutation)),
            True,
        )
        assert state.apply(best.alg).permutation.is_identity


@settings(max_examples=12, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["R", "L", "R'", "L'"]), st.integers(1, 9), max_size=3),
    st.randoms(use_true_random=False),
)
def test_weights_and_few_moves_agree_with_dijkstra(weights, dice):
    """Weights may differ by direction, so that a state and its inverse are not equally far."""
    ivy = puzzle("ivy cube")
    made = solver(ivy, all_of("ivy cube"), moves=["R", "L"], weights=weights)
    moves = made.engine.moves
    exact = distances([Permutation.identity(ivy.degree)], moves.permutations, moves.costs)
    for state in dice.sample(sorted(exact, key=lambda state: state.data), 5):
        assert made.solve(State(ivy, state))[0].length == exact[state]


@pytest.mark.parametrize("name", ["2x2x2", "tetraminx"])
def test_sides_and_views_change_no_answer(name):
    plain = solver(puzzle(name), all_of(name), full=False)
    clever = solver(puzzle(name), all_of(name), views=4)
    for state in random_states(name, 6):
        few = [one.solve(state, count=10_000, beyond=1) for one in (plain, clever)]
        lengths = [[found.length for found in some] for some in few]
        assert lengths[0] == lengths[1]
        ends = [{tuple(found.alg.moves()) for found in some} for some in few]
        assert all(len(end) == len(some) for end, some in zip(ends, few, strict=True))


def cube_solver(**options) -> coordinates.CoordinateSolver:
    names = ["co-ud*slice-ud", "eo-fb*slice-ud", "cp", "sliceperm-ud*parity-0"]
    parts = [named_coordinate(CUBE, name) for name in names]
    others = [named_coordinate(CUBE, f"sliceperm-{axis}") for axis in ("rl", "fb")]
    return solver(CUBE, [*parts, *others], **options)


def test_cube_is_solved_as_by_the_method_search():
    made = cube_solver()
    assert made.is_full
    assert max(len(table.views) for table in made.engine.tables) == 3
    for seed in range(6):
        scramble = CUBE.scramble(seed=seed, length=6)
        [best], [known] = made.solve(scramble), solutions(CUBE, scramble, "search")
        assert best.length == known.length
        assert CUBE.apply(scramble).apply(best.alg).is_solved


def test_views_and_the_inverse_save_nodes():
    """Eight moves: the same proof with fewer nodes by symmetric views of the same tables."""
    scramble = "R U F2 L D' B R2 U'"
    [plain] = cube_solver(full=False).solve(scramble)
    [clever] = cube_solver().solve(scramble)
    assert plain.length == clever.length
    assert clever.nodes < plain.nodes


@pytest.mark.parametrize("length", range(7))
def test_bounds_are_never_too_high(length):
    made = cube_solver()
    for seed in range(5):
        assert made.bound(CUBE.scramble(seed=seed, length=length)) <= length


def small_parts() -> tuple[Coordinate, Coordinate]:
    toy = puzzle("tetraminx")
    return coordinates.permutation(toy, 4), coordinates.orientation(toy, 4)


def test_tables_of_classes_guide_as_the_plain_ones_do():
    """Symmetric, symcomposite, composite: the same positions are cut off."""
    edges, flips = small_parts()
    classes = coordinates.Symmetric(edges, flips.symmetries())
    nodes = []
    for parts in (
        [coordinates.Composite(flips, edges)],
        [coordinates.SymComposite(classes, flips)],
        [edges, flips],
        [classes.base, flips],
    ):
        engine = Engine.of(edges.moves, parts)
        found = []
        for state in random_states("tetraminx", 8):
            job = engine.search(engine.position(state.permutation), SearchLimits())
            found.append((job.best, job.counts, job.nodes))
        nodes.append(found)
    assert nodes[0] == nodes[1]
    assert nodes[2] == nodes[3]
    assert [best for best, _, _ in nodes[0]] == [best for best, _, _ in nodes[2]]


def test_symmetric_coordinate_alone_is_looked_up_by_class():
    edges, flips = small_parts()
    classes = coordinates.Symmetric(edges, flips.symmetries())
    both = solver(puzzle("tetraminx"), [classes, edges])
    alone = solver(puzzle("tetraminx"), [edges])
    for state in random_states("tetraminx", 8):
        assert both.solve(state)[0].length == alone.solve(state)[0].length


@pytest.mark.slow
def test_domino_reduction_by_its_whole_table_needs_no_search():
    """The table of phase 1 is exact, so a search goes straight down: 2,217,093,120 states."""
    made = solver(CUBE, [named_coordinate(CUBE, "phase1-ud")], threads=2)
    for seed in range(5):
        state = State(CUBE, CUBE.group.random(seed))
        [best] = made.solve(state)
        assert best.length == made.bound(state) <= 12
        assert best.nodes < 18 * 18 * 12


SMALL = ["3x3x1", "2x2x1", "ivy cube"]


@pytest.mark.parametrize("name", SMALL)
def test_full_sets_tell_every_state(name):
    """Refute: no state but the solved one may have all coordinates solved."""
    chosen = puzzle(name)
    elements = np.array([element.array for element in chosen.group.elements()])
    parts = all_of(name)
    extra = [coordinates.Parity(chosen, k) for k, o in enumerate(slots_of(chosen)) if o.size > 1]
    claimed = 0
    known = {one: one.indices(elements) == one.solved for one in [*parts, *extra]}
    for count in range(1, len(parts) + 1):
        for some in combinations(known, count):
            if tells_all(some):
                claimed += 1
                assert np.logical_and.reduce([known[one] for one in some]).sum() == 1
    assert claimed


def test_views_show_something_new_and_no_more():
    assert len(views_of(named_coordinate(CUBE, "eo-fb"), 99)) == 3
    assert len(views_of(named_coordinate(CUBE, "cp"), 99)) == 1
    assert len(views_of(coordinates.pieces(CUBE, ["UF"]), 99)) == 12
    assert len(views_of(coordinates.pieces(CUBE, ["UF"]), 4)) == 4


def test_all_solutions_of_the_cross_are_told_once():
    cross = solver(CUBE, [coordinates.pieces(CUBE, ["DF", "DR", "DB", "DL"])])
    assert not cross.is_full
    found = cross.solve("D R2 F' U L B", count=10_000, beyond=1)
    lengths = [one.length for one in found]
    assert lengths == sorted(lengths)
    assert set(lengths) == {5, 6}
    assert [one.optimal for one in found] == [length == 5 for length in lengths]
    assert len({str(one.alg) for one in found}) == len(found)
    for one in found:
        after = CUBE.apply("D R2 F' U L B").apply(one.alg).permutation
        assert all(after[s] == s for p in CUBE.pieces() if len(p) == 2 for s in p if _down(p))


def _down(piece: frozenset[int]) -> bool:
    return any(CUBE.stickers[sticker].face == "D" for sticker in piece)


def test_cross_of_any_state_takes_at_most_eight_moves():
    """The known counts of the cross: 190,080 states, 8 moves at most."""
    [table] = solver(CUBE, [coordinates.pieces(CUBE, ["DF", "DR", "DB", "DL"])]).engine.tables
    assert table.distances.counts == [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]


def test_threads_find_the_same():
    eo = solver(CUBE, [named_coordinate(CUBE, "eo-fb")])
    # All 748 solutions of five and six moves: of more, threads would choose other ones.
    one, two = (eo.solve("F R B U F", count=2000, beyond=1, threads=n) for n in (1, 2))
    assert len(one) == 748
    assert sorted(str(found.alg) for found in one) == sorted(str(found.alg) for found in two)


def test_limits_are_kept():
    made = cube_solver()
    with pytest.raises(NotFound, match="no more than 3"):
        made.solve("R U F L D", max_length=3)
    with pytest.raises(TimedOut):
        made.solve(CUBE.scramble(seed=5), timeout=0.2)
    reports = []
    made.solve("R U F2 L D' B R2 U' F", progress=reports.append)
    assert made.solve("")[0].length == 0


def test_puzzle_may_be_held_in_any_way():
    made = solver(cube(2), [coordinates.orientation(cube(2)), coordinates.permutation(cube(2))])
    for scramble in ("L", "R U x", "D B' y"):
        [best] = made.solve(scramble)
        assert cube(2).apply(scramble).apply(best.alg).is_solved
        assert best.length <= 2


def test_metric_is_what_moves_cost():
    eo = named_coordinate(CUBE, "eo-fb")
    [best] = solver(CUBE, [eo], metric="QTM").solve("F R2 B")
    assert best.metric == "OBQTM"
    assert best.length == best.alg.length("OBQTM", CUBE)


def test_a_coordinate_too_large_is_refused_before_tables_of_others_are_built(tmp_path, monkeypatch):
    monkeypatch.setenv("PUZZLERY_HOME", str(tmp_path))
    with pytest.raises(PuzzleryError, match="too many for a table"):
        cube(3).solve("R U F", "coordinates", coordinates="corners ep")
    assert not list(tmp_path.rglob("*.table*"))


def test_method_takes_names(capsys):
    [best] = solutions(CUBE, "R F", "coordinates", coordinates="eo-fb*slice-ud co-ud")
    assert best.method == "coordinates"
    after = CUBE.apply("R F").apply(best.alg)
    for name in ("eo-fb", "slice-ud", "co-ud"):
        one = named_coordinate(CUBE, name)
        assert one.index(after) == one.solved
    with pytest.raises(PuzzleryError, match="name coordinates"):
        solutions(CUBE, "R F", "coordinates")
    with pytest.raises(PuzzleryError, match="joined pieces"):
        solutions(puzzle("square-1"), "/", "coordinates", coordinates="permutation-0")
    assert MoveSet.of(CUBE) == named_coordinate(CUBE, "eo-fb").moves
