"""Verdicts beside GAP's, which backtracks for an element that carries color classes over."""

import random
import shutil
import subprocess

import pytest
from tests.oracles.faults import faulty, shown

from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring

GAP = shutil.which("gap")
NAMES = ("2x2x2", "3x3x3", "pyraminx", "skewb", "gear cube", "gear cube ultimate", "dino", "2x2x3",
         "tetraminx", "Jing pyraminx", "octahedron 2", "mastermorphix", "2x3x4", "3x3x2", "3x3x4",
         "pyramorphix", "ivy cube", "helicopter", "skewb diamond", "Redi cube")  # fmt: skip
COLORINGS = 12


def gap_says(puzzle: Puzzle, colorings: list[list[int]]) -> list[bool]:
    """For each coloring whether GAP finds an element that shows it."""
    moves = ",".join(f"PermList({[i + 1 for i in puzzle.moves[m]]})" for m in puzzle.basis)
    lines = [f"G:=Group([{moves}]);;", "Size(G);;"]
    solved = list(puzzle.solved_colors)
    for picks in colorings:
        if sorted(picks) != sorted(solved):
            lines.append('Print("false\\n");')
            continue
        before, after = classes(solved), classes(picks)
        call = f"RepresentativeAction(G,{before},{after},OnTuplesSets)"
        lines.append(f'Print({call}<>fail,"\\n");')
    command = [str(GAP), "-q", "-b", "-A", "-x", "10000"]
    done = subprocess.run(
        command, input="\n".join([*lines, "QUIT;\n"]), capture_output=True, text=True, timeout=600
    )
    return [word == "true" for word in done.stdout.split() if word in ("true", "false")]


def classes(picks: list[int]) -> list[list[int]]:
    """The places of each color, counted from 1 as GAP does."""
    return [[at + 1 for at, p in enumerate(picks) if p == color] for color in sorted(set(picks))]


@pytest.mark.slow
@pytest.mark.skipif(GAP is None, reason="GAP is not installed")
@pytest.mark.parametrize("name", NAMES)
def test_verdicts_are_those_of_gap(name: str) -> None:
    puzzle, rng = named(name), random.Random(f"gap {name}")
    colorings = [faulty(puzzle, rng) for _ in range(COLORINGS - 3)]
    colorings += [shown(puzzle, puzzle.group.random(rng)) for _ in range(3)]
    verdicts = [puzzle.validate(Coloring(puzzle, tuple(picks))) for picks in colorings]
    ours = [verdict.reachable and verdict.rotation is None for verdict in verdicts]
    assert ours == gap_says(puzzle, colorings)
