"""Orders of groups and membership, beside GAP and sympy."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random

import numpy as np

from benchmarks.measure import GAP, Row, seconds_per_call
from puzzlery.core.permutation import Permutation
from puzzlery.groups import PermGroup
from puzzlery.twisty.geometry import cube, cut_puzzle
from puzzlery.twisty.model.puzzle import Puzzle

AREA = "groups"
LIMIT = 60.0
TESTS = 40
MANY = 4_000

# Rivals are given generators and tests, and print the seconds for an order and for all tests.
IN_GAP = """
gens := List([%s], PermList);;
tests := List([%s], PermList);;
Print(SecondsPerCall(function() Size(Group(gens)); end), "\\n");
G := Group(gens);; Size(G);;
all := function() local t, held; for t in tests do held := t in G; od; end;;
Print(SecondsPerCall(all), "\\n");
QUIT;
"""
IN_SYMPY = """
import json, sys
from benchmarks.measure import seconds_per_call
from sympy.combinatorics import Permutation, PermutationGroup
generators, tests = ([Permutation(p) for p in ps] for ps in json.load(sys.stdin))
print(seconds_per_call(lambda: PermutationGroup(generators).order()))
group = PermutationGroup(generators)
group.order()
print(seconds_per_call(lambda: [group.contains(p) for p in tests]))
"""


def rows() -> Iterator[Row]:
    """The puzzles, small to large; a rival that is too slow for one is asked no further."""
    slow: set[str] = set()
    for name, puzzle in _puzzles().items():
        generators = {move: puzzle.moves[move] for move in puzzle.basis}
        group = PermGroup(generators)
        tests = _tests(puzzle, group)
        asked = [rival for rival in _rivals() if rival not in slow]
        theirs = {rival: _ask(rival, list(generators.values()), tests) for rival in asked}
        stopped = [rival for rival, times in theirs.items() if times is None]
        slow.update(stopped)
        note = f" ({', '.join(stopped)} stopped after {LIMIT:g} s)" if stopped else ""
        orders = {rival: times[0] if times else LIMIT for rival, times in theirs.items()}
        tested = {rival: times[1] for rival, times in theirs.items() if times}
        yield Row(AREA, f"order of {name}, proven{note}", _order_seconds(generators), orders)
        yield Row(AREA, f"membership in {name}, one by one", _seconds_for_one(group, tests), tested)
        yield Row(AREA, f"membership in {name}, many", _seconds_for_many(group, tests), tested)


def _order_seconds(generators: Mapping[str, Permutation]) -> float:
    return seconds_per_call(lambda: PermGroup(generators).order)


def _seconds_for_one(group: PermGroup, tests: list[Permutation]) -> float:
    assert sum(map(group.contains, tests)) == TESTS // 2
    return seconds_per_call(lambda: [group.contains(p) for p in tests]) / TESTS


def _seconds_for_many(group: PermGroup, tests: list[Permutation]) -> float:
    table = np.array([p.array for p in tests] * (MANY // TESTS))
    return seconds_per_call(lambda: group.contains_many(table)) / MANY


def _tests(puzzle: Puzzle, group: PermGroup) -> list[Permutation]:
    """Elements, and as many that are none: two stickers exchanged, or a piece turned in place."""
    rng = Random(1)
    moving = [sorted(orbit) for orbit in group.orbits() if len(orbit) > 1]
    pieces = [sorted(piece) for piece in puzzle.pieces() if len(piece) > 1]
    tests = []
    for k in range(TESTS):
        p = group.random(k)
        if k % 4 == 1:
            p *= Permutation.from_cycles([rng.sample(rng.choice(moving), 2)], group.degree)
        if k % 4 == 3:
            p *= Permutation.from_cycles([rng.choice(pieces)], group.degree)
        tests.append(p)
    return tests


def _puzzles() -> dict[str, Puzzle]:
    return {
        "2x2x2": cube(2),
        "3x3x3": cube(3),
        "4x4x4": cube(4),
        "megaminx": cut_puzzle("d f 0.7"),
        "5x5x5": cube(5),
        "7x7x7": cube(7),
        "teraminx": cut_puzzle("d f 0.64 f 0.76 f 0.88"),
        "20x20x20": cube(20),
    }


@cache
def _rivals() -> tuple[str, ...]:
    return ("GAP", "sympy") if shutil.which("gap") else ("sympy",)


def _ask(
    rival: str, generators: Sequence[Permutation], tests: Sequence[Permutation]
) -> tuple[float, float] | None:
    """Seconds for the order and for one test; None if it takes too long."""
    if rival == "GAP":
        command = ["gap", "-q", "-A"]
        text = GAP + IN_GAP % (_gap_list(generators), _gap_list(tests))
    else:
        command = [sys.executable, "-c", IN_SYMPY]
        text = json.dumps([[list(p) for p in ps] for ps in (generators, tests)])
    try:
        done = subprocess.run(
            command, input=text, text=True, capture_output=True, timeout=LIMIT, check=True
        )
    except subprocess.TimeoutExpired:
        return None
    order, membership = (float(line) for line in done.stdout.split()[-2:])
    return order, membership / TESTS


def _gap_list(permutations: Sequence[Permutation]) -> str:
    return ",\n".join(str([point + 1 for point in p]) for p in permutations)
