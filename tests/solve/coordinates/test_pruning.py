"""Distances in pruning tables are the known ones, whatever the bits, threads and symmetries."""

import random
import signal
import subprocess
import sys

import numpy as np
import pytest

from puzzlery import _core
from puzzlery.core.progress import drive
from puzzlery.solve.coordinates.basic import orientation, permutation
from puzzlery.solve.coordinates.composite import Composite
from puzzlery.solve.coordinates.coordinate import transformed
from puzzlery.solve.coordinates.named_coordinates import named_coordinate
from puzzlery.solve.coordinates.pruning_table import (
    CoordinateGraph,
    graph_of,
    lower_bound,
    pruning_table,
)
from puzzlery.solve.coordinates.symmetric import SymComposite, Symmetric
from puzzlery.solve.moves.move_set import MoveSet
from puzzlery.tables.store import Store
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.geometry import cube
from puzzlery.twisty.model.state import State

CORNERS = [1, 18, 243, 2874, 28000, 205416, 1168516, 5402628, 20776176, 45391616, 15139616, 64736]
TWO = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]


def plain_distances(coordinate):
    """Breadth first by the coordinate's own moves, one value at a time."""
    found, layer = {coordinate.solved: 0}, [coordinate.solved]
    while layer:
        following = []
        for i in layer:
            for m in range(len(coordinate.moves)):
                if (j := coordinate.move(i, m)) not in found:
                    found[j] = found[i] + 1
                    following.append(j)
        layer = following
    return found


def two():
    cube_2 = cube(2)
    moves = MoveSet.of(cube_2)
    return Composite(orientation(cube_2, 0, moves), permutation(cube_2, 0, moves))


@pytest.mark.parametrize(
    ("name", "states", "deepest"),
    [("eo-fb", 2048, 7), ("co-ud", 2187, 6), ("slice-ud", 495, 5)],
)
@pytest.mark.parametrize("bits", [8, 4, 2])
def test_small_coordinates_have_the_known_depths(tmp_path, name, states, deepest, bits):
    coordinate = named_coordinate(cube(3), name)
    table = pruning_table(coordinate, bits=bits, store=Store(tmp_path))
    plain = plain_distances(coordinate)
    assert (sum(table.counts), table.deepest) == (states, deepest)
    assert all(table[i] == (d % 3 if bits == 2 else d) for i, d in plain.items())


@pytest.mark.parametrize("bits", [8, 2])
@pytest.mark.parametrize("threads", [1, 3])
def test_two_by_two_has_the_known_counts(bits, threads):
    job = drive(graph_of(two()).job([two().solved], bits, threads))
    assert job.counts == TWO


def test_quarter_turns_are_counted_by_their_cost():
    cube_2 = cube(2)
    moves = MoveSet.of(cube_2, "OBQTM")
    both = Composite(orientation(cube_2, 0, moves), permutation(cube_2, 0, moves))
    only = moves.restricted(["U", "U'", "F", "F'", "R", "R'"])
    quarter = moves.restricted([name for name in only.names if "2" not in name])
    plain = Composite(orientation(cube_2, 0, quarter), permutation(cube_2, 0, quarter))
    weighted = drive(graph_of(both).job([both.solved], 8, 2)).counts
    assert weighted == drive(graph_of(plain).job([plain.solved], 8, 1)).counts
    assert weighted[:5] == [1, 6, 27, 120, 534]
    assert len(weighted) - 1 == 14


def test_resumed_job_gives_the_same_table():
    graph, start = graph_of(two()), [two().solved]
    whole = drive(graph.job(start, 8, 1))
    job = graph.job(start, 8, 1)
    snapshots = 0
    while not job.run(5):
        again = graph.job(start, 8, 2)
        again.restore(job.snapshot())
        job, snapshots = again, snapshots + 1
    assert snapshots > 2
    assert job.counts == whole.counts
    assert np.array_equal(job.data(), whole.data())


def test_snapshot_of_another_table_is_refused():
    job = graph_of(two()).job([two().solved], 8, 1)
    other = graph_of(named_coordinate(cube(3), "eo-fb")).job([0], 8, 1)
    with pytest.raises(ValueError, match="another graph"):
        other.restore(job.snapshot())
    with pytest.raises(ValueError, match="cut short"):
        job.restore(job.snapshot()[:-5])
    with pytest.raises(RuntimeError, match="not finished"):
        job.data()


def test_kernel_refuses_tables_that_lead_astray():
    one = np.zeros((1, 2), np.uint32)
    fine = np.array([[1, 0], [0, 1]], np.uint32)
    assert drive(CoordinateGraph(one, fine, [1, 1]).job([0], 8, 1)).counts == [1, 1]
    for graph in (
        CoordinateGraph(one + 1, fine, [1, 1]),
        CoordinateGraph(one, fine + 1, [1, 1]),
        CoordinateGraph(one, fine, [1]),
        CoordinateGraph(one, fine, [0, 1]),
        CoordinateGraph(one, fine[:1], [1, 1]),
        CoordinateGraph(one, fine, [1, 1], by=one + 2),
        CoordinateGraph(one, fine, [1, 1], weight=np.ones(3, np.uint32)),
        CoordinateGraph(
            one, fine, [1, 1], self_start=np.array([0, 9], np.uint32), self_actions=fine
        ),
    ):
        with pytest.raises(ValueError, match=r"needs|leads|costs|cut short"):
            graph.job([0], 8, 1)
    with pytest.raises(ValueError, match="no state"):
        CoordinateGraph(one, fine, [1, 1]).job([2], 8, 1)
    with pytest.raises(ValueError, match="8 or 2 bits"):
        _core.pruning_job(
            one, one[:0], fine, one[0, :0], one[0, :0], one[:0], one[0, :0], [1, 1], [0], True,
            3, 1, 1,
        )  # fmt: skip


def small_symcomposite():
    """The 2x2x2's permutations under its own symmetries, with how one class of pieces is."""
    toy = puzzle("tetraminx")
    moves = MoveSet.of(toy)
    edges = permutation(toy, 4, moves)
    turned = orientation(toy, 4, moves, upright=[])
    return SymComposite(Symmetric(edges, turned.symmetries()), turned)


def test_symcomposite_follows_the_state():
    coordinate = small_symcomposite()
    toy, dice = coordinate.puzzle, random.Random(1)
    for _ in range(20):
        state = toy.solved
        i, offset = coordinate.index(state), coordinate.offset(state)
        for _ in range(15):
            m = dice.randrange(len(coordinate.moves))
            state = State(toy, state.permutation * coordinate.moves.permutations[m])
            i, offset = coordinate.carried(i, offset, m)
            assert coordinate.index(state) in coordinate.same(i)
            assert coordinate.transitions[i].tolist() == [
                coordinate.move(i, k) for k in range(len(coordinate.moves))
            ]
        assert coordinate.index(coordinate.state(i)) in coordinate.same(i)
        t = dice.choice(coordinate.symmetric.used)
        assert coordinate.index(transformed(state, t)) in coordinate.same(coordinate.index(state))


def test_symmetric_table_counts_as_the_plain_one():
    coordinate = small_symcomposite()
    plain = Composite(coordinate.other, coordinate.symmetric.base)
    by_symmetry = drive(graph_of(coordinate).job([coordinate.solved], 8, 2))
    assert by_symmetry.counts == drive(graph_of(plain).job([plain.solved], 8, 1)).counts
    table, dice = by_symmetry.data(), random.Random(2)
    for _ in range(50):
        i = dice.randrange(coordinate.size)
        assert {int(table[same]) for same in coordinate.same(i)} == {int(table[i])}


def test_classes_are_as_many_as_known():
    corners = Symmetric(
        named_coordinate(cube(3), "cp"), named_coordinate(cube(3), "co-ud").symmetries()
    )
    assert corners.size == 2768
    assert corners.class_of[corners.representatives].tolist() == list(range(2768))
    orbit_sizes = len(corners.used) // corners.is_self.sum(axis=1)
    assert orbit_sizes.sum() == 40320
    for raw in range(0, 40320, 997):
        t = corners.used[corners.to_representative[raw]]
        assert corners.base.transform(raw, t) == corners.representatives[corners.class_of[raw]]


def test_phase_one_has_the_known_classes():
    assert named_coordinate(cube(3), "phase1-ud").symmetric.size == 64430


def test_bounds_hold_for_random_walks():
    coordinate = named_coordinate(cube(3), "eo-fb")
    table = pruning_table(coordinate)
    for seed in range(30):
        length = seed % 8
        state = cube(3).apply(cube(3).scramble(seed=seed, length=length))
        assert lower_bound(coordinate, table, state) <= length


@pytest.mark.slow
def test_corners_have_the_known_counts():
    coordinate = named_coordinate(cube(3), "corners")
    assert drive(graph_of(coordinate).job([coordinate.solved], 8, 2)).counts == CORNERS


@pytest.mark.slow
def test_phase_one_has_the_known_depth():
    coordinate = named_coordinate(cube(3), "phase1-ud")
    counts = drive(graph_of(coordinate).job([coordinate.solved], 2, 2)).counts
    assert sum(counts) == 2217093120
    assert len(counts) - 1 == 12


BUILD = """
import os, signal, sys
from pathlib import Path
from tests.solve.coordinates.test_pruning import two
from puzzlery.tables.store import Store
from puzzlery.solve.coordinates.pruning_table import pruning_table
# Short slices, so that a fast machine can be interrupted, too. It kills itself, as another process
# may come too late where the machine is busy.
store, reports_left = Store(Path(sys.argv[1]), snapshot_seconds=0.0, slice_ms=1.0), int(sys.argv[2])
def report(r):
    global reports_left
    print(r.done, flush=True)
    reports_left -= 1
    if reports_left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
print(sum(pruning_table(two(), store=store, progress=report).counts))
"""


def test_killed_build_goes_on_where_it_was(tmp_path):
    def build(reports):
        command = [sys.executable, "-c", BUILD, str(tmp_path), str(reports)]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)

    killed = build(3)
    assert killed.returncode == -signal.SIGKILL
    assert not list(tmp_path.glob("*.table"))
    output = build(-1).stdout.split()
    assert float(output[0]) > float(killed.stdout.split()[0])
    assert output[-1] == "3674160"
    assert pruning_table(two(), store=Store(tmp_path)).counts == TWO
