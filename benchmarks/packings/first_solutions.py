"""First solutions: of the puzzles of the catalogue, and of boards that are partly filled."""

import random
import statistics
import time
from collections.abc import Iterator

from benchmarks.measure import Row
from puzzlery.packings.catalog import packing
from puzzlery.packings.model.packing import Packing

FILLED = (
    ("iq", "5x11 pyramid5"),
    ("kanoodle", "5x11 pyramid5"),
    ("pentominoes", "6x10 5x12 4x15 3x20 8x8-hole 3x4x5 2x5x6 2x3x10"),
    ("one-sided pentominoes", "9x10 6x15 5x18 3x30"),
    ("hexiamonds", "6x6 4x9"),
    ("heptiamonds", "7x12 6x14"),
    ("tetrahexes", "4x7"),
    ("pentahexes", "10x11"),
    ("polyhex", "tetrahedron6"),
    ("soma", "3x3x3"),
    ("tetracubes", "2x4x4"),
    ("calendar", "calendar calendar:10-6 calendar:2-29"),
)
PARTIAL = 20  # partly filled boards of each puzzle, of each kind


def rows(area: str) -> Iterator[Row]:
    """Medians over the catalogue, and the slowest puzzle."""
    names = [(pieces, board) for pieces, boards in FILLED for board in boards.split()]
    made = {" ".join(name): _from_name(*name) for name in names}
    puzzles = {name: puzzle for name, (puzzle, _) in made.items()}
    yield from _two(area, f"first solution of {len(made)} puzzles, from their names",
                    {name: seconds for name, (_, seconds) in made.items()})  # fmt: skip
    yield from _two(area, f"first solution of {len(made)} puzzles, once they are prepared",
                    {name: _seconds(puzzle, []) for name, puzzle in puzzles.items()})  # fmt: skip
    for words, fill in (("parts of a solution", _part), ("random pieces", _random)):
        rng = random.Random(1)
        each = {
            name: statistics.median(_seconds(puzzle, fill(puzzle, rng)) for _ in range(PARTIAL))
            for name, puzzle in puzzles.items()
        }
        yield from _two(area, f"complete {PARTIAL} boards of each with {words}", each)


def _two(area: str, task: str, seconds: dict[str, float]) -> Iterator[Row]:
    slowest = max(seconds, key=lambda name: seconds[name])
    yield Row(area, f"{task}: median", statistics.median(seconds.values()))
    yield Row(area, f"… slowest, {slowest}", seconds[slowest])


def _from_name(pieces: str, board: str) -> tuple[Packing, float]:
    """A puzzle, and the time from its name to its first solution."""
    start = time.process_time()
    puzzle = packing(pieces, board)
    assert puzzle.first() is not None, (pieces, board)
    return puzzle, time.process_time() - start


def _seconds(puzzle: Packing, fixed: list[int]) -> float:
    start = time.process_time()
    puzzle.cover.first(fixed=fixed)
    return time.process_time() - start


def _part(puzzle: Packing, rng: random.Random) -> list[int]:
    """Some options of a solution."""
    solution = puzzle.cover.first() or []
    return rng.sample(solution, rng.randrange(1, len(solution)))


def _random(puzzle: Packing, rng: random.Random) -> list[int]:
    """Some options that do not overlap; mostly nothing can complete them."""
    options = puzzle.options()
    chosen: list[int] = []
    taken: set[object] = set()
    for number in rng.sample(range(len(options)), 200)[: rng.randrange(1, 200)]:
        items = {*options[number].cells, options[number].piece}
        if len(chosen) < len(puzzle.pieces) // 2 and taken.isdisjoint(items):
            chosen.append(number)
            taken |= items
    return chosen
