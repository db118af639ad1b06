"""Verdicts on colorings, beside GAP's search for an element that carries color classes over."""

import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from benchmarks.measure import GAP, Row, seconds_per_call
from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import Coloring

AREA = "validation"
BESIDE_GAP = ("2x2x2", "3x3x3", "pyraminx", "skewb", "gear cube", "gear cube ultimate")
ALONE = ("4x4x4", "5x5x5", "7x7x7", "megaminx", "teraminx", "Square-1")
# Puzzles of which half of the stickers are open.
PARTLY_SEEN = ("2x2x2", "3x3x3", "4x4x4", "5x5x5", "megaminx", "skewb")
LIMIT = 60.0

# GAP prints the seconds that one search takes, the group being known already.
SEARCH = """
G := Group(List([%s], PermList));; Size(G);;
run := function() RepresentativeAction(G, %s, %s, OnTuplesSets); end;;
Print(SecondsPerCall(run), "\\n");
QUIT;
"""


def rows() -> Iterator[Row]:
    """Preparing a puzzle, a reachable coloring, and one with a swap that no moves can make."""
    for name in (*BESIDE_GAP, *ALONE):
        puzzle = named(name)
        yield Row(AREA, f"prepare {name}", _preparation(puzzle))
        right = puzzle.apply(puzzle.scramble(seed=1)).coloring
        yield _verdict(f"reachable, {name}", puzzle, right, name in BESIDE_GAP)
        wrong = _swapped(right)
        yield _verdict(
            f"not reachable, with reasons and repair, {name}", puzzle, wrong, name in BESIDE_GAP
        )

    for name in PARTLY_SEEN:
        puzzle = named(name)
        validate = partial(puzzle.validate, _half(puzzle))
        validate()
        yield Row(AREA, f"half open, {name}", seconds_per_call(validate))


def _half(puzzle: Puzzle) -> list[str | None]:
    """A scrambled puzzle of which every other sticker, chosen at random, is open."""
    colors: list[str | None] = list(puzzle.apply(puzzle.scramble(seed=1)).coloring)
    for place in random.Random(1).sample(range(puzzle.degree), puzzle.degree // 2):
        colors[place] = None
    return colors


def _preparation(puzzle: Puzzle) -> float:
    """The time of a first verdict, which prepares everything; of a fresh copy of the puzzle."""
    fresh = replace(puzzle)
    start = time.process_time()
    fresh.validate(fresh.solved.coloring)
    return time.process_time() - start


def _verdict(task: str, puzzle: Puzzle, coloring: Coloring, beside_gap: bool) -> Row:
    seconds = seconds_per_call(lambda: puzzle.validate(coloring))
    gap = _gap_seconds(puzzle, coloring) if beside_gap else None
    return Row(AREA, task, seconds, {} if gap is None else {"GAP": gap})


def _swapped(coloring: Coloring) -> Coloring:
    """Two pieces with as many stickers exchanged, the first two that look different."""
    pieces = [sorted(piece) for piece in coloring.puzzle.pieces()]
    picks = list(coloring.picks)
    first = max(pieces, key=len)
    for piece in pieces:
        if len(piece) == len(first) and [picks[i] for i in piece] != [picks[i] for i in first]:
            for a, b in zip(first, piece, strict=True):
                picks[a], picks[b] = picks[b], picks[a]
            break
    return Coloring(coloring.puzzle, tuple(picks))


def _gap_seconds(puzzle: Puzzle, coloring: Coloring) -> float | None:
    """How long GAP searches, where it is installed and not too slow."""
    gap = shutil.which("gap")
    if gap is None:
        return None
    moves = ",".join(str([i + 1 for i in puzzle.moves[name]]) for name in puzzle.basis)
    classes = (_classes(puzzle.solved_colors), _classes(coloring.picks))
    command = [gap, "-q", "-b", "-A", "-x", "10000"]
    script = GAP + SEARCH % (moves, *classes)
    try:
        done = subprocess.run(command, input=script, capture_output=True, text=True, timeout=LIMIT)
        return float(done.stdout.split()[-1])
    except (subprocess.TimeoutExpired, ValueError, IndexError):
        return None


def _classes(picks: tuple[int, ...]) -> list[list[int]]:
    return [[at + 1 for at, p in enumerate(picks) if p == color] for color in sorted(set(picks))]
