"""Groups with blocks, a primitive group, and very large cubes: orders and verdicts, beside GAP."""

import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from tests.oracles import known_groups as known

from benchmarks.measure import GAP, Row, seconds_per_call
from puzzlery.core.permutation import Permutation
from puzzlery.groups import PermGroup
from puzzlery.twisty.geometry import cube
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.validate import Verdict
from puzzlery.twisty.validate.decision import Decision, decide
from puzzlery.twisty.validate.decision_plan import DecisionPlan, prepare

AREA = "hard validation"
LIMIT = 60.0
LARGE = (40, 60, 104)
COLORINGS = 3
ORDER = """
gens := List([%s], PermList);;
Print(SecondsPerCall(function() Size(Group(gens)); end), "\\n");
QUIT;
"""
SEARCH = """
G := Group(List([%s], PermList));; Size(G);;
tests := [%s];;
run := function() local t; for t in tests do
  RepresentativeAction(G, %s, t, OnTuplesSets); od; end;;
Print(SecondsPerCall(run), "\\n");
QUIT;
"""


PEAK = """
import resource
from puzzlery.twisty.geometry import cube
large = cube(%d)
assert large.validate(large.apply("R 2U' 3F2").coloring).reachable
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def rows() -> Iterator[Row]:
    """S10 wr S10 and PSL(2,499) in two colors, then cubes of up to 64,896 stickers."""
    ten_by_ten = known.wreath(known.symmetric(10), known.symmetric(10))
    task = "order of S10 wr S10, proven"
    yield _row(task, partial(_order, ten_by_ten), ORDER % _listed(ten_by_ten))
    line = known.projective_line(499)
    for name, moves in (("S10 wr S10", ten_by_ten), ("PSL(2,499)", line)):
        yield from _colorings(name, moves)
    for size in LARGE:
        large = cube(size)
        moves = [large.moves[move] for move in large.basis]
        task = f"order of {size}x{size}x{size}, proven"
        yield _row(task, partial(_order, moves))
        seen = large.apply("R 2U' 3F2").coloring
        task = f"first verdict on a {size}x{size}x{size}, {_megabytes(size)} MB in all"
        yield _row(task, partial(_first_verdict, large, list(seen)))


def _megabytes(size: int) -> int:
    """The most memory that a process takes which builds a cube and judges one coloring."""
    done = subprocess.run(
        [sys.executable, "-c", PEAK % size], capture_output=True, text=True, check=True
    )
    return round(int(done.stdout) / 1024)


def _order(moves: Sequence[Permutation]) -> int:
    return PermGroup(moves).order


def _first_verdict(large: Puzzle, seen: list[str]) -> Verdict:
    """The verdict of a fresh copy of the puzzle, which prepares everything."""
    return replace(large).validate(seen)


def _colorings(name: str, moves: list[Permutation]) -> Iterator[Row]:
    """A few colorings that the group reaches, and a few random ones, each time all of them."""
    rng = random.Random(1)
    solved = [rng.randrange(2) for _ in range(len(moves[0]))]
    group = PermGroup(moves)
    plan = prepare(group, solved)
    reached = [np.array(solved)[list(group.random(rng))].tolist() for _ in range(COLORINGS)]
    others = [rng.sample(solved, len(solved)) for _ in range(COLORINGS)]
    for kind, colorings in (("reachable", reached), ("random", others)):
        arrays = [np.array(colors) for colors in colorings]
        asked = SEARCH % (
            _listed(moves), ",".join(_classes(colors) for colors in colorings), _classes(solved),
        )  # fmt: skip
        yield _row(
            f"{COLORINGS} {kind} colorings of {name}",
            partial(_decided, plan, arrays),
            asked,
        )


def _decided(plan: DecisionPlan, colorings: Sequence[NDArray[np.int64]]) -> list[Decision]:
    return [decide(plan, colors) for colors in colorings]


def _row(task: str, run: Callable[[], object], script: str = "") -> Row:
    seconds = seconds_per_call(run)
    gap = _gap_seconds(script) if script else None
    name = "GAP" if gap is not None and gap < LIMIT else "GAP (stopped)"
    return Row(AREA, task, seconds, {} if gap is None else {name: gap})


def _gap_seconds(script: str) -> float | None:
    gap = shutil.which("gap")
    if gap is None:
        return None
    command = [gap, "-q", "-b", "-A", "-x", "10000"]
    try:
        done = subprocess.run(
            command, input=GAP + script, capture_output=True, text=True, timeout=LIMIT
        )
        return float(done.stdout.split()[-1])
    except (subprocess.TimeoutExpired, ValueError, IndexError):
        return LIMIT


def _listed(moves: Sequence[Permutation]) -> str:
    return ",\n".join(str([point + 1 for point in move]) for move in moves)


def _classes(colors: Sequence[int]) -> str:
    return str([[at + 1 for at, c in enumerate(colors) if c == color] for color in (0, 1)])
