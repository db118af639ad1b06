"""Taking apart, against a search from the definition and levels that BurrTools prints."""

import os
import random
import signal
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from tests.oracles.packings.apart import check_plan, comes_apart, first_separations

from puzzlery import _core
from puzzlery.core.progress import SnapshotKeeper, drive
from puzzlery.errors import NotExpressible, TimedOut
from puzzlery.packings import Board, Packing, PackingSolution, Piece, Placement, Shape, packing
from puzzlery.packings.apart.axes import in_space, sliding_axes
from puzzlery.packings.apart.taking_apart import ApartOptions, AssemblyBatch, disassemble
from puzzlery.packings.model.lattice import CUBIC, FCC, HEXAGONAL, TRIANGULAR


def assembly(parts, lattice=CUBIC):
    """A solution whose pieces are these cells, named 1, 2, 3 …; nothing else is asked of it."""
    cells = tuple(cell for part in parts for cell in part)
    pieces = [Piece(str(n), Shape(lattice, tuple(part))) for n, part in enumerate(parts, 1)]
    placements = [Placement(str(n), tuple(part)) for n, part in enumerate(parts, 1)]
    return PackingSolution(Packing(tuple(pieces), Board(lattice, cells)), tuple(placements))


def random_burr(seed):
    """Two to five pieces in a box of at most 4³ cells, some of which stay empty.

    Half of them are scattered: a cell belongs to any piece, connected or not, for which the rules
    are the same. These lock and wander more than connected ones do.
    """
    rng = random.Random(seed)
    sides = [rng.randint(2, 4) for _ in range(3)]
    cells = [(x, y, z) for x in range(sides[0]) for y in range(sides[1]) for z in range(sides[2])]
    kept = rng.sample(cells, max(2, int(len(cells) * rng.uniform(0.25, 1))))
    count = min(rng.randint(2, 5), len(kept))
    parts = [[cell] for cell in kept[:count]]
    free = set(kept[count:])
    for cell in sorted(free) if rng.random() < 0.5 else ():
        rng.choice(parts).append(cell)
        free.discard(cell)
    for _ in range(200 if free else 0):
        part = rng.choice(parts)
        near = [n for n in CUBIC.neighbors(rng.choice(part)) if n in free]
        if near:
            part.append(rng.choice(near))
            free.discard(part[-1])
    return parts


def agrees_with_brute_force(seed):
    parts = random_burr(seed)
    found = disassemble(assembly(parts))
    assert found.verdict in ("apart", "stuck")
    in_xyz = {n: frozenset(in_space(CUBIC, c) for c in part) for n, part in enumerate(parts)}
    assert found.comes_apart == comes_apart(list(in_xyz.values()))
    if found.comes_apart:
        assert sum(check_plan(in_xyz, found.root)) == found.moves
        return found.levels[0]
    locked = [in_xyz[n] for n in found.locked]
    assert not comes_apart(locked)
    for leave_out in range(len(locked)):
        assert comes_apart(locked[:leave_out] + locked[leave_out + 1 :])
    return 0


def hard_seeds(seeds, enough):
    """Seeds of burrs that move before they separate or are stuck, since most are easy."""
    hard = []
    for seed in seeds:
        found = disassemble(assembly(random_burr(seed)))
        if found.level not in ("", "1") or (found.verdict == "stuck" and found.arrangements > 2):
            hard.append(seed)
        if len(hard) == enough:
            break
    return hard


def test_random_burrs_agree_with_a_search_from_the_definition():
    seeds = [*range(12), *hard_seeds(range(100, 700), 12)]
    levels = {agrees_with_brute_force(seed) for seed in seeds}
    assert {0, 1, 2} <= levels  # stuck ones, easy ones and harder ones


@pytest.mark.slow
def test_a_thousand_random_burrs_agree_with_a_search_from_the_definition():
    hard = hard_seeds(range(10_000, 60_000), 500)
    assert len(hard) == 500
    for seed in [*range(1000, 1500), *hard]:
        agrees_with_brute_force(seed)


def text_parts(*layers):
    """Pieces from layers drawn in letters, the lowest layer first."""
    found = {}
    for z, layer in enumerate(layers):
        for y, row in enumerate(layer.split("/")):
            for x, letter in enumerate(row):
                if letter != ".":
                    found.setdefault(letter, []).append((z, y, x))
    return [found[letter] for letter in sorted(found)]


def test_a_closed_box_is_stuck_and_names_both_pieces():
    found = disassemble(assembly(text_parts("AAA/AAA/AAA", "AAA/ABA/AAA", "AAA/AAA/AAA")))
    assert (found.verdict, found.locked, found.level) == ("stuck", (0, 1), "")


def test_an_outsider_is_not_among_the_locked_pieces():
    box = text_parts("AAA/AAA/AAA", "AAA/ABA/AAA", "AAA/AAA/AAA")
    found = disassemble(assembly([*box, [(0, 3, 0)]]))
    assert found.locked == (0, 1)


def test_a_sliding_bolt_has_level_two():
    # B must go right before C can leave upward; A keeps B from rising.
    parts = text_parts("AAAA/AAAA/AAAA", "AA.A/BBCA/AA.A", "AA.A/A..A/AA.A")
    found = disassemble(assembly(parts))
    cells = {n: frozenset(in_space(CUBIC, c) for c in part) for n, part in enumerate(parts)}
    assert found.levels[0] == first_separations(list(cells.values()))[0]


def tube_of_cubes():
    """Eight cubes in a closed tube, with one gap below a hole: too many pieces for one word."""
    tube = text_parts("A" * 11, "ABCDE.FGHIA", "AAAAA.AAAAA")
    walls = [(1, y, x) for y in (-1, 1) for x in range(11)]
    return [sorted({*tube[0], *walls}), *tube[1:]]


def test_each_of_eight_cubes_goes_below_the_hole_and_leaves():
    found = disassemble(assembly(tube_of_cubes()))
    assert found.level == ".".join(8 * ["2"])


@pytest.mark.slow
def test_nine_pieces_agree_with_a_search_from_the_definition():
    parts = tube_of_cubes()
    found = disassemble(assembly(parts))
    cells = {n: frozenset(in_space(CUBIC, c) for c in part) for n, part in enumerate(parts)}
    assert found.levels[0] == first_separations(list(cells.values()))[0] == 2
    assert sum(check_plan(cells, found.root)) == found.moves


def test_limits_give_the_verdict_unknown():
    hard = next(seed for seed in hard_seeds(range(500), 8) if burr_found(seed).levels[:1] >= (2,))
    assert disassemble(assembly(random_burr(hard)), states=1).verdict == "unknown"
    with pytest.raises(TimedOut):
        disassemble(assembly(random_burr(hard)), timeout=0)


def burr_found(seed):
    return disassemble(assembly(random_burr(seed)))


def test_equal_pieces_in_one_orientation_are_interchangeable():
    tray = text_parts("AAAAAA/AAAAAA", "ABBCCA/AAAAAA", "AAAAAA/AAAAAA")
    found = disassemble(assembly(tray))
    cells = {n: frozenset(in_space(CUBIC, c) for c in part) for n, part in enumerate(tray)}
    assert found.comes_apart
    check_plan(cells, found.root)


def test_overlapping_pieces_and_too_many_are_refused():
    placements = (Placement("1", ((0, 0, 0),)), Placement("2", ((0, 0, 0),)))
    wrong = PackingSolution(assembly([[(0, 0, 0)], [(0, 0, 1)]]).packing, placements)
    with pytest.raises(NotExpressible, match="overlap"):
        disassemble(wrong)
    with pytest.raises(NotExpressible, match="64 pieces"):
        disassemble(assembly([[(0, 0, n)] for n in range(65)]))


@cache
def solutions(count):
    return [assembly(random_burr(seed)) for seed in range(count)]


def batch_of(count, **options):
    return AssemblyBatch.of(solutions(count), ApartOptions(**options))


def answers(batch):
    return [batch.verdicts(), [batch.job.tree(n) for n in range(len(batch))]]


def test_threads_and_snapshots_change_no_answer():
    one = batch_of(60)
    one.run()
    three = batch_of(60, threads=3)
    three.run()
    assert answers(one) == answers(three)
    slow = batch_of(60)
    finished = False
    while not finished:
        snapshot = slow.job.snapshot()
        slow = batch_of(60)
        slow.job.restore(snapshot)
        finished = slow.job.run(0.5)
    assert answers(one) == answers(slow)


def test_damaged_snapshots_are_refused_or_harmless():
    batch = batch_of(20)
    batch.job.run(0.3)
    good = batch.job.snapshot()
    rng = random.Random(5)
    for _ in range(60):
        bad = bytearray(good)
        bad[rng.randrange(4, len(bad))] ^= 1 << rng.randrange(8)
        fresh = batch_of(20)
        try:
            fresh.job.restore(bytes(bad))
        except ValueError:
            continue
        fresh.job.run(50)
    other = batch_of(19)
    with pytest.raises(ValueError, match="other assemblies"):
        other.job.restore(good)


def test_balls_sweep_what_they_would_touch_on_the_way():
    axis = next(axis for axis in sliding_axes(FCC) if axis.step == (1, 1, 0))
    met = {cell for cell, _ in axis.swept[0]}
    assert met == {(1, 1, 0), (1, 0, 1), (1, 0, -1), (0, 1, 1), (0, 1, -1)}
    for each in sliding_axes(FCC):
        for cell, _ in each.swept[0]:
            way = np.linspace(0, 1, 2001)[:, None] * np.array(each.step)
            nearest = np.linalg.norm(way - np.array(cell), axis=1).min()
            assert nearest < np.sqrt(2) - 1e-9


def test_triangles_sweep_one_neighbor_and_hexagons_two():
    (first, *_, lift), hexagons = sliding_axes(TRIANGULAR), sliding_axes(HEXAGONAL)
    assert [len(cells) for cells in first.swept] == [2, 2]
    assert lift.swept == ((((0, 0, 1), 0),), (((0, 0, 1), 1),))
    assert all(len(axis.swept[0]) == 3 for axis in hexagons[:3])


@pytest.mark.parametrize("given", [("hexiamonds", "6x6"), ("iq", "pyramid5")])
def test_puzzles_on_other_lattices_come_apart(given):
    puzzle = packing(*given)
    solution = puzzle.first()
    if solution is None:
        pytest.skip("this set does not fill this board")
    assert disassemble(solution).comes_apart


LONG = """
import sys, time
from pathlib import Path
from puzzlery.core.files import write_atomically
sys.path[:0] = {path!r}
from tests.packings.apart.test_apart import batch_of
job, saved, waits = batch_of(400).job, Path({file!r}), {waits}
if saved.exists():
    job.restore(saved.read_bytes())
print(job.progress()[0], flush=True)
while not job.run(0.2):
    if waits and job.progress()[0] > 5:
        write_atomically(saved, job.snapshot())
        print("saved", flush=True)
        time.sleep(60)
print(sum(job.verdicts()), flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
def test_a_killed_analysis_goes_on(tmp_path):
    def code(waits):
        return LONG.format(path=sys.path, file=str(tmp_path / "saved"), waits=waits)

    begun = subprocess.Popen([sys.executable, "-c", code(True)], stdout=subprocess.PIPE, text=True)
    assert begun.stdout.readline().strip() == "0.0"
    assert begun.stdout.readline().strip() == "saved"
    os.kill(begun.pid, signal.SIGKILL)
    begun.communicate()
    again = subprocess.check_output([sys.executable, "-c", code(False)], text=True).split()
    plain = batch_of(400)
    plain.run()
    assert 5 < float(again[0]) < 400
    assert int(again[1]) == sum(plain.job.verdicts())


def test_snapshots_are_kept_while_a_solution_is_taken_apart():
    written = []
    batch = batch_of(30)
    drive(batch.job, keep=SnapshotKeeper(written.append, every=0), slice_ms=0)
    assert written
    fresh = batch_of(30)
    fresh.job.restore(written[-1])
    assert isinstance(fresh.job, _core.ApartJob)
