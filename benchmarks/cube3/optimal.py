"""Shortest solutions of the 3x3x3: seconds of the processor a cube, and what limits them."""

import os
import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import Any

from benchmarks.measure import Row
from benchmarks.node import NAME, run_with_cubing
from puzzlery._core import CosetJob, CosetTable, OptimalSearch, corner_distance
from puzzlery.core.progress import Job, drive
from puzzlery.solve.api.methods import solve
from puzzlery.solve.cube3 import twophase
from puzzlery.solve.cube3.numbering import pieces
from puzzlery.solve.cube3.optimal_moves import alphabet
from puzzlery.solve.cube3.optimal_shortcut import TWO_PHASE_BYTES
from puzzlery.solve.cube3.optimal_tables import Spec, forget, keep, largest, table
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.state import State

AREA, LARGE = "shortest solutions", "shortest solutions, large table"
BOUNDS = "bounds of shortest solutions"
CUBE = puzzle("3x3x3")
LETTERS = alphabet("OBTM").letters
GIB = 1 << 30
# How many random cubes are solved with each table; two in three are 18 moves away.
CUBES = int(os.environ.get("BENCH_CUBES", "18"))
DEPTHS = (15, 16, 17)
FACE_MOVES = [face + mark for face in "UDRLFB" for mark in ("", "2", "'")]
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
# Cubes in or near a coset of high symmetry, each with a length that is ruled out.
SYMMETRIC = {
    "(R L B F)3": ("R L B F R L B F R L B F", 11),
    "superflip": (SUPERFLIP, 15),
    "cube in a cube": ("F L F U' R U F2 L2 U' L' B D' B' L2 U", 14),
    "python": ("F2 R' B' U R' L F' L F' B D' R B L2", 13),
    "twister": ("F R' U L F' L' F U' R U L' U' L F'", 13),
    "four spots, corners turned": ("F2 B2 U D' R2 L2 U D' R2 L2 U2 D2 F2 B2 U R2 F2 R2", 14),
}
BOUND_CUBES = int(os.environ.get("BENCH_CUBES", "20"))
BOUND_ROUNDS, NEAR_LENGTH, RANDOM_LENGTH = 3, 15, 16
# A smaller table for the rows of the corner bound takes less time to build and visits more nodes.
BOUND_BYTES = int(os.environ.get("BENCH_MIB", "1024")) << 20
CURVE_DEPTH, CURVE_CUBES = 15, 3
# Longer scrambles take the rival minutes.
RIVAL_LENGTH = 8
RIVAL = """
import { cube3x3x3 } from "cubing/puzzles";
import { experimentalSolveTwips } from "cubing/search";
const kpuzzle = await cube3x3x3.kpuzzle();
const options = { generatorMoves: ["U", "D", "L", "R", "F", "B"] };
const out = [];
for (const scramble of JSON.parse(process.argv[2])) {
  const before = process.cpuUsage();
  const pattern = kpuzzle.defaultPattern().applyAlg(scramble);
  const alg = await experimentalSolveTwips(kpuzzle, pattern, options);
  const { user, system } = process.cpuUsage(before);
  out.push([alg.experimentalNumChildAlgNodes(), (user + system) / 1e6]);
}
console.log(JSON.stringify(out));
process.exit(0);
"""


@dataclass(frozen=True, slots=True)
class Solved:
    """What one cube took."""

    length: int
    seconds: float
    nodes: int
    reads: int


def rows() -> Iterator[Row]:
    """Building, searching and solving with the usual table."""
    spec = largest("half", GIB)
    yield from _built(AREA, spec)
    yield from _short()
    yield from _depths(AREA, spec)
    yield from _plain(AREA, spec)
    for threads in (1, 2):
        yield from _random_cubes(AREA, spec, GIB, threads)
    yield from _superflip()
    forget()


def large_rows() -> Iterator[Row]:
    """The same with 4 GiB."""
    spec = largest("half", 4 * GIB)
    yield from _built(LARGE, spec)
    yield from _depths(LARGE, spec)
    yield from _plain(LARGE, spec)
    for threads in (1, 2):
        yield from _random_cubes(LARGE, spec, 4 * GIB, threads)
    forget()


def bound_rows() -> Iterator[Row]:
    """What the corner bound saves, and what more memory saves."""
    yield from corner_rows()
    yield from _curve()
    forget()


def corner_rows() -> Iterator[Row]:
    """What the corner bound saves, and the rule by which it is used."""
    spec = largest("half", BOUND_BYTES)
    before = process_time()
    corner_distance(pieces(CUBE.solved), LETTERS)
    yield Row(BOUNDS, "distances of all corners, built once a process", process_time() - before)
    for name, (alg, longest) in SYMMETRIC.items():
        yield _corner_bound(spec, name, [CUBE.apply(alg)], longest)
    # The rule was not chosen by these: a few moves away from each of the cubes above.
    rng = random.Random(16)
    near = [CUBE.apply(f"{alg} {_walk(rng, 2)}") for alg, _ in SYMMETRIC.values() for _ in range(2)]
    yield _corner_bound(spec, f"{len(near)} cubes two moves from these", near, NEAR_LENGTH)
    cubes = [_random_state(seed) for seed in range(BOUND_CUBES)]
    yield _corner_bound(spec, f"{len(cubes)} random cubes", cubes, RANDOM_LENGTH)


def _corner_bound(spec: Spec, name: str, cubes: list[State], longest: int) -> Row:
    """All words up to a length by the rule, always and never with the corner bound, in turn."""
    ways = {"by the rule": None, "always": True, "never": False}
    seconds, nodes = dict.fromkeys(ways, 0.0), dict.fromkeys(ways, 0)
    for number, cube in enumerate(cubes * BOUND_ROUNDS):
        turn = number % len(ways)
        for way in [*ways][turn:] + [*ways][:turn]:
            found = _search(spec, cube, longest=longest, corner_bound=ways[way])
            seconds[way] += found.seconds / BOUND_ROUNDS
            nodes[way] += found.nodes // BOUND_ROUNDS
    ours, always, never = (f"{count / 1e6:.4g}" for count in nodes.values())
    counts = f"{ours} million nodes, always {always}, never {never}"
    task = f"corner bound, {name}, up to {longest} moves ({counts})"
    return Row(BOUNDS, task, seconds.pop("by the rule"), seconds)


def _curve() -> Iterator[Row]:
    """Seconds to rule out a length with tables of more and more flips."""
    for flips in range(6):
        spec = Spec("half", flips)
        yield _curve_row(spec.flips, spec.base, table(spec))
        if flips == 3:
            job = drive(CosetJob(LETTERS, flips, spec.base - 1, spec.base - 1, 2))
            yield _curve_row(flips, spec.base - 1, CosetTable(job.data(), flips, spec.base - 1))


def _curve_row(flips: int, base: int, finest: CosetTable) -> Row:
    rest = [table(Spec("half", 0, nearer)) for nearer in (False, True)]
    tables = rest if flips == 0 else [finest, *rest]
    seconds, nodes = 0.0, 0
    for seed in range(CURVE_CUBES):
        search = OptimalSearch(
            pieces(_random_state(seed)), LETTERS, tables, shortest=CURVE_DEPTH, longest=CURVE_DEPTH
        )
        seconds += _seconds(search)
        nodes += search.nodes
    task = (
        f"rule out {CURVE_DEPTH} moves, {28 << flips} MiB, {flips} flips, base {base} "
        f"({nodes / CURVE_CUBES / 1e6:.4g} million nodes)"
    )
    return Row(BOUNDS, task, seconds / CURVE_CUBES)


def _built(area: str, spec: Spec) -> Iterator[Row]:
    """Seconds of the processor to build the table, which then stays in memory like the others."""
    job = spec.job(2)
    seconds = _seconds(job)
    yield Row(area, f"build a table of {job.data().nbytes >> 20} MiB (processor)", seconds)
    keep(spec, CosetTable(job.data(), spec.flips, spec.base))
    twophase.table()
    for one in spec.ladder:
        table(one)


def _seconds(job: Job) -> float:
    start = process_time()
    drive(job)
    return process_time() - start


def _search(spec: Spec, state: State, **options: Any) -> Solved:
    """One search by the kernel alone."""
    search = OptimalSearch(pieces(state), LETTERS, [table(one) for one in spec.ladder], **options)
    seconds = _seconds(search)
    length = min(map(len, search.words()), default=0)
    return Solved(length, seconds, search.nodes, search.reads)


def _solve(state: State, memory: int, threads: int = 1) -> Solved:
    """A cube solved as users do."""
    start = process_time()
    found = solve(CUBE, state, "optimal", memory=memory, threads=threads)
    seconds = (process_time() - start) / threads
    return Solved(found.length, seconds, found.nodes, found.reads)


def _walk(rng: random.Random, length: int) -> str:
    return " ".join(rng.choice(FACE_MOVES) for _ in range(length))


def _random_state(seed: int) -> State:
    return State(CUBE, CUBE.group.random(random.Random(seed)))


def _plain(area: str, spec: Spec) -> Iterator[Row]:
    """Seconds for a million nodes of one search, beside a plain one without look-ahead."""
    state = _random_state(1)
    took = {}
    for name, options in (("interleaved", {}), ("plain depth-first", {"lanes": 0})):
        found = _search(spec, state, longest=16, **options)
        took[name] = found.seconds / found.nodes * 1e6
    ours = took.pop("interleaved")
    yield Row(area, "a million nodes, one thread", ours, took)


def _depths(area: str, spec: Spec) -> Iterator[Row]:
    """Seconds to rule out all words of one length, for a cube that is 18 moves away."""
    state = _random_state(1)
    for depth in DEPTHS:
        found = _search(spec, state, shortest=depth, longest=depth)
        counts = f"{found.nodes / 1e6:.3g} million nodes, {found.reads / 1e6:.3g} million reads"
        yield Row(area, f"rule out {depth} moves ({counts})", found.seconds)


def _random_cubes(area: str, spec: Spec, memory: int, threads: int) -> Iterator[Row]:
    """Seconds a thread for cubes in random states, by how far they are."""
    cubes = [_solve(_random_state(seed), memory, threads) for seed in range(CUBES)]
    in_gib = (spec.memory + TWO_PHASE_BYTES) / GIB
    for length in sorted({cube.length for cube in cubes}):
        some = [cube for cube in cubes if cube.length == length]
        seconds, nodes, reads = (
            statistics.median(getattr(cube, name) for cube in some)
            for name in ("seconds", "nodes", "reads")
        )
        counts = (
            f"{len(some)} of {len(cubes)} cubes, {nodes / 1e6:.0f} million nodes, "
            f"{reads / 1e6:.0f} million reads, {seconds * threads * in_gib:.1f} s·GiB"
        )
        yield Row(area, f"{length} moves, {_threads(threads)} ({counts})", seconds)


def _superflip() -> Iterator[Row]:
    """Seconds to prove that all edges flipped in place take 20 moves."""
    cube = _solve(CUBE.apply(SUPERFLIP), GIB, threads=2)
    counts = f"{cube.nodes / 1e6:.0f} million nodes, {cube.reads / 1e6:.0f} million reads"
    yield Row(AREA, f"superflip, {cube.length} moves, {_threads(2)} ({counts})", cube.seconds)


def _threads(count: int) -> str:
    return "one thread" if count == 1 else f"each of {count} threads"


def _short() -> Iterator[Row]:
    """Seconds for short scrambles, of 8 moves beside the rival."""
    rng = random.Random(3)
    took = [_solve(CUBE.apply(_walk(rng, 14)), GIB).seconds for _ in range(25)]
    yield Row(AREA, "scramble of 14 moves, one thread", statistics.median(took))
    scrambles = [_walk(rng, RIVAL_LENGTH) for _ in range(5)]
    ours = [_solve(CUBE.apply(scramble), GIB) for scramble in scrambles]
    theirs = run_with_cubing(RIVAL, scrambles)
    rivals = {}
    if theirs is not None:
        assert [length for length, _ in theirs] == [cube.length for cube in ours]
        rivals[NAME] = statistics.median(seconds for _, seconds in theirs)
    task = f"scramble of {RIVAL_LENGTH} moves, one thread"
    yield Row(AREA, task, statistics.median(cube.seconds for cube in ours), rivals)
