"""The general solver: every puzzle, both goals, verified; better with time; honest when odd."""

import threading
import time
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.polyhedra import tiles
from tests.strategies import permutations

from puzzlery._core import GeneralSearch, GeneralTables
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Report
from puzzlery.errors import NotFound, Stopped, Unsolvable
from puzzlery.solve.general.general_model import GeneralModel
from puzzlery.solve.general.solution_parts import bracketed, named_parts
from puzzlery.twisty.catalog import entries, puzzle
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg

QUICK = 0.15
NAMES = (
    "2x2x2", "3x3x3", "4x4x4", "2x2x3", "supercube 3", "pyraminx", "skewb", "helicopter",
    "dino", "Square-2", "gear cube", "ivy cube", "top spin", "megaminx", "octahedron 3",
    "tetrahedron 4", "icosahedron 2", "c f 0 v 0.577350269",
)  # fmt: skip


@pytest.mark.parametrize("goal", ["colors", "stickers"])
@pytest.mark.parametrize("name", NAMES)
def test_it_solves(name: str, goal: str) -> None:
    chosen = puzzle(name)
    state = chosen.apply(chosen.scramble(seed=1))
    found = chosen.solve(state, "general", goal=goal, search_seconds=QUICK)
    end = state.apply(found.alg)
    assert end.is_solved
    if goal == "stickers":
        held = end.permutation
        assert held.is_identity or any(held == turned for turned in _wholes(chosen))


def _wholes(chosen: Puzzle) -> list[Permutation]:
    """What kernel_layers the whole puzzle does."""
    found = [Permutation.identity(chosen.degree)]
    for one in found:
        found += {one * whole for whole in chosen.rotations.values()} - set(found)
    return found


@settings(max_examples=15, deadline=None)
@given(
    st.lists(permutations(9).filter(lambda p: not p.is_identity), min_size=1, max_size=3),
    st.lists(st.sampled_from(["red", "blue", "green"]), min_size=9, max_size=9),
    st.integers(0, 10**6),
)
def test_it_solves_what_users_define(
    moves: list[Permutation], colors: list[str], seed: int
) -> None:
    mine = Puzzle.from_cycles({f"m{k}": p.cycles() for k, p in enumerate(moves)}, colors)
    state = State(mine, mine.group.random(seed))
    for goal in ("colors", "stickers"):
        found = mine.solve(state, "general", goal=goal, search_seconds=5)
        end = state.apply(found.alg)
        assert end.permutation.is_identity if goal == "stickers" else end.is_solved


def test_an_odd_group_falls_back_to_words_and_says_so() -> None:
    # The Mathieu group M24: no element moves fewer than 16 points, so there is no 3-cycle.
    moves = {
        "a": "(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22)",
        "b": "(2 16 9 6 8)(3 12 13 18 4)(7 17 10 11 22)(14 19 21 20 15)",
        "c": "(0 23)(1 22)(2 11)(3 15)(4 17)(5 9)(6 19)(7 13)(8 20)(10 16)(12 21)(14 18)",
    }
    cycles = {name: Permutation.parse(text, 24).cycles() for name, text in moves.items()}
    odd = Puzzle.from_cycles(cycles, [f"c{k}" for k in range(24)])
    assert odd.group.order == 244_823_040
    state = State(odd, odd.group.random(1))
    found = odd.solve(state, "general", search_seconds=QUICK)
    assert state.apply(found.alg).permutation.is_identity
    assert "stabilizer chain" in found.note


@pytest.mark.parametrize("name", ["little chop", "Hungarian rings", "pentultimate", "skewb"])
def test_deep_cuts_have_three_cycles(name: str) -> None:
    chosen = puzzle(name)
    state = chosen.apply(chosen.scramble(seed=5))
    found = chosen.solve(state, "general", search_seconds=QUICK)
    assert state.apply(found.alg).is_solved
    assert "stabilizer chain" not in found.note


@pytest.mark.parametrize("degree", [12, 30, 60])
def test_random_permutations_are_solved_without_the_chain(degree: int) -> None:
    dice = Random(degree)
    moves = {f"m{k}": Permutation(dice.sample(range(degree), degree)).cycles() for k in range(2)}
    mine = Puzzle.from_cycles(moves, [f"c{k}" for k in range(degree)])
    state = State(mine, mine.group.random(degree))
    found = mine.solve(state, "general", goal="stickers", search_seconds=QUICK)
    assert state.apply(found.alg).permutation.is_identity
    assert "stabilizer chain" not in found.note


def test_moves_without_fixed_points_are_solved() -> None:
    # Three random perfect matchings: a move leaves no point alone, and it has no other powers.
    dice = Random(24)
    moves = {}
    for k in range(3):
        points = dice.sample(range(24), 24)
        moves[f"m{k}"] = [points[i : i + 2] for i in range(0, 24, 2)]
    mine = Puzzle.from_cycles(moves, [f"c{k}" for k in range(24)])
    state = State(mine, mine.group.random(1))
    found = mine.solve(state, "general", search_seconds=QUICK)
    assert state.apply(found.alg).permutation.is_identity
    assert "stabilizer chain" not in found.note


def test_pieces_that_only_turn_are_counted_not_listed() -> None:
    # Twenty corners that turn where they are have 3^20 states together.
    star = puzzle("starminx")
    state = star.apply(star.scramble(seed=2))
    found = star.solve(state, "general", search_seconds=QUICK)
    assert state.apply(found.alg).is_solved
    assert "stabilizer chain" not in found.note


def _random_moves(degree: int, dice: Random) -> dict[str, list[list[int]]]:
    """Moves of a few short cycles each."""
    moves = {}
    for number in range(4 + degree // 12):
        points = dice.sample(range(degree), min(degree, 24))
        sizes = [dice.choice([2, 3, 4, 5]) for _ in range(4)]
        ends = [sum(sizes[:k]) for k in range(5)]
        moves[f"m{number}"] = [points[a:b] for a, b in pairwise(ends)]
    return moves


def test_small_puzzles_are_solved_optimally() -> None:
    cube = puzzle("2x2x2")
    found = cube.solve("R U F", "general", timeout=30)
    assert (found.length, found.optimal) == (3, True)
    deep = cube.solve("R U2 F' R2 U F R' U2 F2 R U'", "general", timeout=30)
    assert deep.optimal
    assert deep.length <= 11


@pytest.mark.timing
def test_answers_get_better_with_time() -> None:
    cube = puzzle("4x4x4")
    found = cube.solve(cube.scramble(seed=2), "general", timeout=1.0, metric="SSTM")
    seconds, lengths = zip(*found.history, strict=True)
    assert list(seconds) == sorted(seconds)
    assert list(lengths) == sorted(set(lengths), reverse=True)
    assert lengths[-1] == found.length < lengths[0]


@pytest.mark.timing
def test_a_third_of_the_published_length_is_reached_on_the_cube() -> None:
    cube = puzzle("3x3x3")
    lengths = [
        cube.solve(cube.scramble(seed=seed), "general", timeout=0.5, metric="STM").length
        for seed in range(5)
    ]
    assert sorted(lengths)[2] <= 148 / 3


def test_masked_stickers_do_not_matter() -> None:
    cube = puzzle("3x3x3")
    corners = frozenset(s for piece in cube.pieces() if len(piece) == 3 for s in piece)
    state = cube.apply(cube.scramble(seed=3))
    found = cube.solve(state, "general", goal="stickers", mask=corners, search_seconds=QUICK)
    end = state.apply(found.alg).permutation
    assert all(end[sticker] == sticker for sticker in corners)


def test_an_unreachable_state_is_refused_with_reasons() -> None:
    cube = puzzle("2x2x2")
    corner = sorted(next(piece for piece in cube.pieces() if len(piece) == 3))
    twisted = Permutation.from_cycles([corner], cube.degree)
    with pytest.raises(Unsolvable):
        cube.solve(State(cube, twisted), "general", goal="stickers")


def test_a_limit_that_is_not_met_is_an_error() -> None:
    cube = puzzle("3x3x3")
    with pytest.raises(NotFound, match="not 2 or fewer"):
        cube.solve(cube.scramble(seed=1), "general", max_length=2, search_seconds=QUICK)


def test_a_lesson_is_a_skeleton_and_commutators() -> None:
    cube = puzzle("3x3x3")
    state = cube.apply(cube.scramble(seed=4))
    found = cube.solve(state, "general", commutators=True)
    assert found.parts[0].name == "skeleton"
    assert all("[" in str(part.alg) for part in found.parts[1:])
    end = state
    for part in found.parts:
        end = end.apply(part.alg)
    assert end.is_solved


def test_what_is_no_commutator_is_written_plainly() -> None:
    steps = [(0, 1), (1, 1)]
    assert (
        str(bracketed(steps, [4, 4], lambda s: Alg.parse(" ".join("RU"[k] for k, _ in s)))) == "R U"
    )


@pytest.mark.parametrize("name", ["3x3x3", "5x5x5", "pyraminx", "skewb"])
def test_parts_are_the_alg_and_do_what_they_say(name: str) -> None:
    chosen = puzzle(name)
    kinds = {orbit.name.lower(): orbit for orbit in chosen.orbits()}
    solved = State(chosen, Permutation.identity(chosen.degree)).coloring
    for seed in range(4):
        state = chosen.apply(chosen.scramble(seed=seed, length=12))
        found = chosen.solve(state, "general", search_seconds=QUICK)
        assert sum((part.alg for part in found.parts), Alg(())) == found.alg
        for part in found.parts:
            state = state.apply(part.alg)
            places = [
                place
                for kind in part.name.split(", ")
                if kind in kinds
                for slot in kinds[kind].slots
                for place in slot
            ]
            shown = state.coloring
            assert all(shown[place] == solved[place] for place in places)


def test_an_orbit_solved_early_ends_a_part() -> None:
    cube = puzzle("3x3x3")
    state = cube.apply("M2 E2 S2 R")
    parts = named_parts(
        cube, np.array(cube.solved_colors), state.permutation, cube.alg("R' S2 E2 M2")
    )
    assert [part.name for part in parts] == ["corners", "edges"]
    assert named_parts(cube, np.array(cube.solved_colors), Permutation.identity(54), Alg(())) == ()


def _search() -> tuple[GeneralTables, GeneralSearch]:
    cube = puzzle("3x3x3")
    model = GeneralModel.of(cube.moves, np.array(cube.solved_colors))
    tables = model.tables()
    while not tables.run(100):
        pass
    start = model.start(cube.permutation("R U F' L2 D B R2 U' F"))
    return tables, GeneralSearch(tables, *start)


def test_a_snapshot_keeps_the_best_answer() -> None:
    _, search = _search()
    search.run(50)
    _, again = _search()
    again.restore(search.snapshot())
    assert again.found()
    assert again.best() == search.best()
    again.run(20)
    assert len(again.best()) <= len(search.best())


def test_a_snapshot_of_something_else_is_refused() -> None:
    tables, search = _search()
    with pytest.raises(ValueError, match="another kind"):
        search.restore(tables.snapshot())


def test_a_state_of_another_puzzle_is_refused() -> None:
    tables, _ = _search()
    with pytest.raises(ValueError, match="does not belong"):
        GeneralSearch(tables, [0, 1], [])
    cube = puzzle("3x3x3")
    start, totals = GeneralModel.of(cube.moves, np.array(cube.solved_colors)).start(
        cube.permutation("R")
    )
    with pytest.raises(ValueError, match="not a permutation of the pieces"):
        GeneralSearch(tables, [0] * len(start), totals)


def test_a_layer_that_is_no_permutation_is_refused() -> None:
    with pytest.raises(ValueError, match="not a permutation"):
        GeneralTables([2], [1], [[0, 0]], [2], [[1]], [[1]], [b"\1\0\0\1"], [])
    with pytest.raises(ValueError, match="its order"):
        GeneralTables([3], [1], [[1, 2, 0]], [2], [[1]], [[1]], [bytes(9)], [])


def test_powers_that_do_not_belong_together_are_refused() -> None:
    turn = [1, 2, 3, 0]
    with pytest.raises(ValueError, match="without its inverse"):
        GeneralTables([4], [1], [turn], [4], [[1, 2]], [[1, 1]], [bytes(16)], [])
    with pytest.raises(ValueError, match="not below its order"):
        GeneralTables([4], [1], [turn], [4], [[1, 3, 4]], [[1, 1, 1]], [bytes(16)], [])
    with pytest.raises(ValueError, match="by one step"):
        GeneralTables([4], [1], [turn], [4], [[2]], [[1]], [bytes(16)], [])


@pytest.mark.parametrize(
    ("shape", "size"),
    [("tetrahedron", 3), ("cube", 4), ("octahedron", 4), ("icosahedron", 2)],
)
def test_it_solves_plain_permutations(shape: str, size: int) -> None:
    made = tiles(shape, size)
    moves = {f"m{k}": Permutation(images).cycles() for k, images in enumerate(made.moves)}
    mine = Puzzle.from_cycles(moves, [f"color {face}" for face in made.face])
    state = State(mine, mine.group.random(1))
    # In this time no reduction can be prepared, so annealing solves the cube as well.
    found = mine.solve(state, "general", search_seconds=0.5, timeout=30)
    assert state.apply(found.alg).is_solved


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_a_thousand_scrambles_are_solved(part: int) -> None:
    names = [entry.name for entry in entries() if not entry.name.startswith(("30x", "40x"))]
    chosen = [one for name in names if not (one := puzzle(name)).glued]
    scrambles = [(one, seed) for one in chosen for seed in range(2 if one.degree > 700 else 10)]
    assert len(scrambles) >= 1000
    for one, seed in scrambles[part::10]:
        state = one.apply(one.scramble(seed=seed))
        goal = "stickers" if seed % 2 else "colors"
        found = one.solve(state, "general", goal=goal, search_seconds=QUICK)
        assert state.apply(found.alg).is_solved, f"{one.name}, seed {seed}"


def _shuffles(degree: int, dice: Random) -> dict[str, list[tuple[int, ...]]]:
    """Two permutations without any structure."""
    return {f"m{k}": Permutation(dice.sample(range(degree), degree)).cycles() for k in range(2)}


def _matchings(degree: int, dice: Random) -> dict[str, list[list[int]]]:
    """Three moves that swap all points in pairs."""
    drawn = [dice.sample(range(degree), degree) for _ in range(3)]
    return {
        f"m{k}": [points[i : i + 2] for i in range(0, degree, 2)] for k, points in enumerate(drawn)
    }


@pytest.mark.slow
@pytest.mark.parametrize("make", [_random_moves, _shuffles, _matchings])
@pytest.mark.parametrize("degree", [20, 40, 70, 100, 150, 200])
def test_random_groups_up_to_200_points_are_solved(make: Any, degree: int) -> None:
    moves = make(degree, Random(degree))
    mine = Puzzle.from_cycles(moves, [f"c{k % 30}" for k in range(degree)])
    state = State(mine, mine.group.random(degree))
    for goal in ("colors", "stickers"):
        found = mine.solve(state, "general", goal=goal, search_seconds=2)
        assert state.apply(found.alg).is_solved


def test_threads_search_side_by_side_and_the_best_counts() -> None:
    chosen = puzzle("megaminx")
    start = chosen.apply(chosen.scramble(seed=5))
    found = chosen.solve(start, "general", search_seconds=0.6, threads=2)
    assert start.apply(found.alg).is_solved
    assert found.length == found.history[-1][1]
    lengths = [length for _, length in found.history]
    assert lengths == sorted(lengths, reverse=True)
    assert len(set(lengths)) == len(lengths)


def test_an_interrupted_search_stops_its_other_threads() -> None:
    chosen = puzzle("megaminx")

    def interrupt(report: Report) -> None:
        if report.note != "first answer":
            raise Stopped("enough")

    began, threads = time.monotonic(), threading.active_count()
    with pytest.raises(Stopped):
        chosen.solve(chosen.scramble(seed=6), "general", search_seconds=60, threads=3,
                     progress=interrupt)  # fmt: skip
    assert time.monotonic() - began < 20
    assert threading.active_count() == threads
