"""Counts of states by distance are the published ones, and those of a plain search."""

import subprocess
import sys

import numpy as np
import pytest

from puzzlery import Puzzle, _core
from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import drive
from puzzlery.errors import PuzzleryError
from puzzlery.solve.api.methods import solve
from puzzlery.solve.exhaustive.full_table import FullTable
from puzzlery.solve.exhaustive.gods_number import census
from puzzlery.solve.exhaustive.group_numbering import distances, group_numbering
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.tables.store import Store
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.geometry import cube
from puzzlery.twisty.mechanisms.bandage import bandaged_cube
from puzzlery.twisty.model.state import State
from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations

TWO = (1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644)


def plain_counts(toy, moves):
    """States at each distance, found one by one; a bandage is asked before each move."""
    seen, layer, counts = {toy.solved.permutation}, [toy.solved], []
    while layer:
        counts.append(len(layer))
        following = []
        for state in layer:
            for move, permutation in zip(moves.names, moves.permutations, strict=True):
                after = state.permutation * permutation
                if after not in seen and state.allows(move):
                    seen.add(after)
                    following.append(State(toy, after))
        layer = following
    return tuple(counts)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("2x2x2", TWO),
        ("tetraminx", (1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32)),
        ("skewb", (1, 8, 48, 288, 1728, 10248, 59304, 315198, 1225483, 1455856, 81028, 90)),
    ],
)
def test_known_counts(name, counts):
    found = census(puzzle(name), antipodes=1)
    assert found.counts == counts
    assert found.gods_number == 11
    assert found.states == puzzle(name).group.order


@pytest.mark.parametrize("name", ["3x3x1", "1x2x3", "pyramorphix", "ivy cube"])
def test_counts_agree_with_plain_search(name):
    toy = puzzle(name)
    assert census(toy).counts == plain_counts(toy, MoveSet.of(toy))


def test_half_turns_reach_the_known_states():
    halves = [f"{face}2" for face in "UDRLFB"]
    toy = cube(3)
    group = type(toy)(
        "half turns", toy.degree, {name: toy.turn(name) for name in halves}, toy.palette,
        toy.solved_colors,
    )  # fmt: skip
    found = census(group)
    assert found.states == 663552
    assert found.gods_number == 15


THREE = (1, 18, 243, 3240, 43239, 574908, 7618438, 100803036, 1332343288)


def test_three_by_three_begins_as_known():
    found = census(cube(3), depth=5, symmetry=True)
    assert found.counts == THREE[:6]
    assert found.gods_number is None
    assert (found.symmetries, found.classes) == (48, (1, 2, 9, 75, 934, 12077))


@pytest.mark.slow
def test_three_by_three_goes_on_as_known():
    found = census(cube(3), depth=8, symmetry=True)
    assert found.counts == THREE
    assert found.classes[6:] == (159131, 2101575, 27762103)


@pytest.mark.parametrize("name", ["3x3x1", "ivy cube", "2x2x3", "skewb"])
def test_layers_of_classes_count_what_all_states_count(name):
    toy = puzzle(name)
    whole_count = census(toy)
    layered = census(toy, depth=30)
    assert (layered.counts, layered.gods_number) == (whole_count.counts, whole_count.gods_number)


def class_layers():
    moves = [p.data for p in MoveSet.of(cube(2)).permutations]
    symmetries = [s.stickers for s in cube(2).symmetries() if MoveSet.of(cube(2)).under(s.stickers)]
    return _core.ClassLayerJob(24, moves, [s.data for s in symmetries], 6, 10**6)


def test_layers_of_classes_are_resumed():
    job = class_layers()
    while not job.run(1):
        again = class_layers()
        again.restore(job.snapshot())
        job = again
    assert tuple(job.counts) == TWO[:7]


def test_bandage_is_asked_before_each_move():
    toy = puzzle("bicube")
    found = census(toy, depth=4).counts
    moves = MoveSet.of(toy)
    assert found == _first(toy, moves, 4)


def _first(toy, moves, depth):
    seen, layer, counts = {toy.solved.permutation}, [toy.solved], [1]
    for _ in range(depth):
        following = {}
        for state in layer:
            for move in moves.names:
                if state.allows(move):
                    after = state.apply(move)
                    if after.permutation not in seen:
                        seen.add(after.permutation)
                        following[after.permutation] = after
        layer = list(following.values())
        counts.append(len(layer))
    return tuple(counts)


def test_two_by_two_up_to_symmetry_as_known():
    found = census(cube(2), symmetry=True)
    assert found.symmetries == 48
    assert found.classes == (1, 2, 5, 19, 68, 271, 1148, 4915, 18364, 39707, 13225, 77)


@pytest.mark.parametrize("name", ["3x3x1", "ivy cube"])
def test_classes_agree_with_plain_classes(name):
    toy = puzzle(name)
    found = census(toy, symmetry=True)
    moves = MoveSet.of(toy)
    symmetries = [s.stickers for s in toy.symmetries() if moves.under(s.stickers)]
    assert len(symmetries) == found.symmetries
    classes = {min(p.conjugate(t).data for t in symmetries): None for p in toy.group.elements()}
    assert sum(found.classes) == len(classes)


def test_quarter_turn_metric_of_the_two_by_two():
    found = census(cube(2), "QTM")
    assert found.counts[:6] == (1, 6, 27, 120, 534, 2256)
    assert (found.gods_number, found.counts[-1]) == (14, 276)


def test_antipodes_are_as_far_as_any():
    toy = puzzle("ivy cube")
    found = census(toy, antipodes=5)
    assert len(found.antipodes) == 5
    for alg in found.antipodes:
        assert alg.length("OBTM", toy) == found.gods_number
        assert toy.solve(toy.apply(alg), method="table").length == found.gods_number


def test_two_bits_count_as_eight(tmp_path):
    states = group_numbering(puzzle("tetraminx"))
    eight = distances(states, bits=8, store=Store(tmp_path))
    two = distances(states, bits=2, store=Store(tmp_path), threads=3)
    assert two.counts == eight.counts
    assert all(two[i] == eight[i] % 3 for i in range(0, states.graph.states, 97))


def test_two_bits_tell_whole_distances(tmp_path):
    states = group_numbering(puzzle("tetraminx"))
    eight = distances(states, bits=8, store=Store(tmp_path))
    two = FullTable(states, distances(states, bits=2, store=Store(tmp_path)))
    some = list(range(0, states.graph.states, 97))
    assert two.descent.heights(some) == [eight[i] for i in some]
    far = np.flatnonzero(eight.data[: eight.size] == 11).tolist()
    assert two.descent.tops(11, 0, two.descent.rows, 2) == far
    assert len(two.one_way(far[0])) == two.distance(far[0]) == 11
    with pytest.raises(ValueError, match="no state"):
        two.descent.way(states.graph.states)


def test_what_is_held_otherwise_is_counted_once():
    toy = puzzle("3x3x2")
    turned = [
        orientation.rotation
        for orientation in puzzle_orientations(toy)
        if toy.group.contains(orientation.rotation)
    ]
    assert len(turned) == 4

    def held(p):
        return min((p * rotation).data for rotation in turned)

    layer, seen, counts = [Permutation.identity(toy.degree)], {b""}, []
    for _ in range(5):
        layer = list({held(p): p for p in layer if held(p) not in seen}.values())
        seen.update(map(held, layer))
        counts.append(len(layer))
        layer = [p * move for p in layer for move in MoveSet.of(toy).permutations]
    assert census(toy, depth=4).counts == tuple(counts)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "states", "most"), [("dino", 19958400, 11), ("3x3x2", 406425600, 18)]
)
def test_large_spaces_have_the_known_sizes(name, states, most):
    found = census(puzzle(name), symmetry=True, antipodes=2, threads=2)
    assert (found.states, found.gods_number) == (states, most)
    assert [len(alg) for alg in found.antipodes] == [most, most][: found.counts[-1]]
    assert found.states / found.symmetries < sum(found.classes) < found.states


@pytest.mark.parametrize("name", ["2x2x2", "skewb", "gear cube", "2x2x3", "ivy cube"])
def test_numbers_follow_the_moves(name):
    toy = puzzle(name)
    states = group_numbering(toy)
    for seed in range(10):
        p = toy.group.random(seed)
        i = states.index(p)
        assert states.element(i) == p
        assert states.neighbors(i) == [states.index(p * m) for m in states.moves.permutations]


def test_what_is_too_large_or_senseless_is_refused():
    with pytest.raises(PuzzleryError, match="43,252,003,274,489,856,000 states"):
        census(cube(3))
    with pytest.raises(PuzzleryError, match="cost nothing"):
        census(cube(2), "slash")
    with pytest.raises(PuzzleryError, match="all moves cost 1"):
        census(cube(3), "QTM", depth=2)


def points(*images):
    return Permutation(images).data


def test_kernel_refuses_what_is_no_group():
    with pytest.raises(ValueError, match="not whole"):
        drive(
            _core.GroupRows(
                3, [points(1, 2, 0), points(1, 0, 2)], b"\0\0", b"\1\0", [points(0, 1, 2)], 9
            )
        )
    with pytest.raises(ValueError, match="more rows"):
        drive(_core.GroupRows(3, [points(1, 2, 0)], b"\0\0", b"", [points(0, 1, 2)], 2))
    with pytest.raises(ValueError, match="agree on the base"):
        _core.GroupRows(3, [], b"", b"\0\0", [points(0, 1, 2), points(0, 2, 1)], 1)
    with pytest.raises(ValueError, match="not a permutation"):
        _core.GroupRows(2, [b"\0\0\0\0"], b"", b"\0\0", [points(0, 1)], 1)
    with pytest.raises(ValueError, match="out of range"):
        _core.StateLayerJob(2, [points(1, 0)], [b"\5\0"], [], [points(0, 1)], 3, 10)
    with pytest.raises(ValueError, match="turning part"):
        _core.StateLayerJob(2, [points(1, 0)], [], [], [points(0, 1)], 3, 10)


def two_by_two_layers():
    moves = [p.data for p in MoveSet.of(cube(2)).permutations]
    return _core.StateLayerJob(24, moves, [b""] * len(moves), [], [points(*range(24))], 5, 10**6)


def test_layers_are_resumed():
    job = two_by_two_layers()
    while not job.run(1):
        again = two_by_two_layers()
        again.restore(job.snapshot())
        job = again
    assert tuple(job.counts) == TWO[:6]


def test_states_that_do_not_fit_the_memory_are_refused_at_once():
    """299,335,680 states are counted by shapes and loops before any of them is listed."""
    stiff = bandaged_cube(["UFR FR DFR", "UFL FL DFL", "UB B DB", "UBR BR"])
    with pytest.raises(PuzzleryError, match=r"has 299,335,680 states; .* 1,000,000 are allowed"):
        census(stiff, memory=1_000_000)
    with pytest.raises(PuzzleryError, match="memory bounds the list"):
        census(puzzle("skewb"), memory=1 << 30)


def test_farthest_states_of_bandaged_puzzles_are_reached_and_as_far_as_said():
    moves = {"a": [[0, 1, 2, 3]], "b": [[2, 3, 4, 5]]}
    alike = Puzzle.from_cycles(moves, list("rgbbrr"), glued=[[0, 1], [2, 3]], name="alike")
    for toy, count in ((puzzle("bicube"), 3), (alike, 2)):
        found = census(toy, antipodes=count)
        assert len(found.antipodes) == min(count, found.counts[-1])
        assert len({toy.apply(alg).permutation for alg in found.antipodes}) == len(found.antipodes)
        for alg in found.antipodes:
            assert alg.length("OBTM", toy) == found.gods_number
            assert solve(toy, alg, goal="stickers").length == found.gods_number


def test_bandaged_puzzles_are_not_counted_up_to_symmetry():
    with pytest.raises(PuzzleryError, match="not counted up to symmetry"):
        census(puzzle("bicube"), symmetry=True)


def test_a_list_of_states_keeps_its_promise_of_memory():
    """Peak memory a state while the list grows, measured by the system in a process of its own."""
    program = """
import resource, sys
from puzzlery import _core, puzzle
from puzzlery.solve.blocked.blocked_bodies import blocked_bodies
from puzzlery.solve.blocked.blocked_table import ANY_DEPTH, most_states
bodies = blocked_bodies(puzzle("bicube"))
job = _core.BlockedTableJob(bodies.kernel, bodies.goals, ANY_DEPTH, 1 << 30)
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
before = peak()
while not job.run(1000): pass
job.data()
print((peak() - before) / job.states, (1 << 30) / most_states(bodies, 1 << 30))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    used, promised = map(float, done.stdout.split())
    assert used < 1.1 * promised
