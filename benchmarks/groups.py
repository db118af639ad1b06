"""Orders of groups and membership, beside GAP and sympy."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache

from benchmarks.measure import Row, seconds_per_call
from puzzlery.groups import PermGroup
from puzzlery.permutation import Permutation
from puzzlery.twisty.geometry import cube, cut_puzzle

AREA = "groups"
LIMIT = 60.0

# Both rivals read lines of 1-based images (GAP) or 0-based ones (sympy) and print seconds.
GAP = """
Measure := function(gens, test)
  local start, count, total, held, G;
  count := 0; total := 0;
  repeat
    G := Group(gens);
    start := NanosecondsSinceEpoch(); Size(G);
    total := total + NanosecondsSinceEpoch() - start; count := count + 1;
  until total > 3 * 10^8 or count = 200;
  Print(Float(total) / count / 10^9, "\\n");
  start := NanosecondsSinceEpoch();
  for count in [1 .. 200] do held := test in G; od;
  Print(Float(NanosecondsSinceEpoch() - start) / 200 / 10^9, "\\n");
end;
Measure(List([%s], PermList), PermList(%s));
QUIT;
"""
SYMPY = """
import json, sys, time
from sympy.combinatorics import Permutation, PermutationGroup
generators, test = json.loads(sys.stdin.read())
generators, test = [Permutation(g) for g in generators], Permutation(test)
start = time.perf_counter()
group = PermutationGroup(generators)
group.order()
print(time.perf_counter() - start)
start = time.perf_counter()
for _ in range(20):
    group.contains(test)
print((time.perf_counter() - start) / 20)
"""


def rows() -> Iterator[Row]:
    """The puzzles, small to large; a rival that is too slow for one is asked no further."""
    slow: set[str] = set()
    for name, generators in _puzzles():
        group = PermGroup(generators)
        test = group.random(1)
        theirs = {rival: _ask(rival, generators, test) for rival in _rivals() if rival not in slow}
        stopped = [rival for rival, times in theirs.items() if times is None]
        slow.update(stopped)
        note = f" ({', '.join(stopped)} stopped after {LIMIT:g} s)" if stopped else ""
        yield Row(
            AREA,
            f"order of {name}, proven{note}",
            seconds_per_call(lambda generators=generators: PermGroup(generators).order),  # type: ignore[misc]
            {rival: times[0] if times else LIMIT for rival, times in theirs.items()},
        )
        yield Row(
            AREA,
            f"membership in {name}",
            seconds_per_call(lambda group=group, test=test: group.contains(test)),  # type: ignore[misc]
            {rival: times[1] for rival, times in theirs.items() if times},
        )


def _puzzles() -> Iterator[tuple[str, Mapping[str, Permutation]]]:
    cuts = {"megaminx": "d f 0.7", "teraminx": "d f 0.64 f 0.76 f 0.88"}
    built = [
        ("2x2x2", cube(2)),
        ("3x3x3", cube(3)),
        ("4x4x4", cube(4)),
        ("megaminx", cut_puzzle(cuts["megaminx"])),
        ("5x5x5", cube(5)),
        ("7x7x7", cube(7)),
        ("teraminx", cut_puzzle(cuts["teraminx"])),
        ("20x20x20", cube(20)),
    ]
    for name, puzzle in built:
        yield name, {move: puzzle.moves[move] for move in puzzle.basis}


@cache
def _rivals() -> tuple[str, ...]:
    return ("GAP", "sympy") if shutil.which("gap") else ("sympy",)


def _ask(
    rival: str, generators: Mapping[str, Permutation], test: Permutation
) -> tuple[float, float] | None:
    """Seconds for the order and for one test; None if it takes too long."""
    images = [list(p) for p in generators.values()]
    if rival == "GAP":
        command, text = ["gap", "-q", "-A"], _gap_text(images, list(test))
    else:
        command, text = [sys.executable, "-c", SYMPY], json.dumps([images, list(test)])
    try:
        done = subprocess.run(
            command, input=text, text=True, capture_output=True, timeout=LIMIT, check=True
        )
    except subprocess.TimeoutExpired:
        return None
    order, membership = (float(line) for line in done.stdout.split()[-2:])
    return order, membership


def _gap_text(generators: list[list[int]], test: list[int]) -> str:
    lists = [str([point + 1 for point in images]) for images in [*generators, test]]
    return GAP % (",\n".join(lists[:-1]), lists[-1])
