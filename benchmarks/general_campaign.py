"""Many scrambles of many puzzles by the general solver: each one solved and verified, or refused.

`python -m benchmarks.general_campaign` solves scrambles of 60 puzzles in turn until all are done or
the hours are over. Results are kept in a file, so that a later run goes on from there, and
docs/general-campaign.md is written from it. An answer is verified by multiplying permutations, and
time is counted in seconds of the processor.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from puzzlery import puzzle
from puzzlery.core.permutation import Permutation
from puzzlery.core.work_clock import counting_processor_time
from puzzlery.errors import PuzzleryError
from puzzlery.twisty.model.puzzle import Puzzle

PAGE = Path("docs/general-campaign.md")
PUZZLES = (
    "2x2x2", "3x3x3", "4x4x4", "5x5x5", "6x6x6", "7x7x7", "8x8x8", "9x9x9", "10x10x10",
    "2x2x3", "2x2x4", "2x3x3", "2x3x4", "3x3x2", "3x3x4", "3x3x5", "3x4x5", "4x4x5", "1x3x3",
    "pyraminx", "tetrahedron 2", "tetrahedron 3", "tetrahedron 4", "tetrahedron 5",
    "octahedron 2", "octahedron 3", "octahedron 4", "FTO", "skewb", "dino cube", "ivy cube",
    "redi cube", "gear cube extreme", "helicopter cube", "curvy copter", "master skewb",
    "skewb diamond",
    "megaminx", "kilominx", "pyraminx crystal", "dodecahedron 4",
    "icosahedron 2", "octahedron 5", "icosahedron 3", "gear cube ultimate", "starminx",
    "pentultimate", "little chop",
    "clock", "square-2", "gear cube", "hungarian rings", "tower cube", "floppy cube",
    "domino", "bicube", "mastermorphix", "master pyraminx", "professor pyraminx",
    "jing's pyraminx",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trial:
    """One scramble: what became of it, the moves of the answer, and the seconds it took."""

    puzzle: str
    number: int
    result: str
    length: int
    seconds: float


def main() -> None:
    """Try what is left, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.general_campaign")
    parser.add_argument("--to", type=Path, required=True, help="results, a line of JSON each")
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--scrambles", type=int, default=17, help="of each puzzle")
    parser.add_argument("--seconds", type=float, default=20.0, help="of the processor, for each")
    wanted = parser.parse_args()
    end = time.monotonic() + 3600 * wanted.hours
    known = list(_read(wanted.to))
    done = {(trial.puzzle, trial.number) for trial in known}
    with wanted.to.open("a") as file:
        for number in range(wanted.scrambles):
            for name in PUZZLES:
                if (name, number) in done:
                    continue
                if time.monotonic() > end:
                    _write_page(known)
                    return
                trial = _tried(name, number, wanted.seconds)
                print(trial, flush=True)
                known.append(trial)
                file.write(json.dumps(asdict(trial)) + "\n")
                file.flush()
    _write_page(known)


def _tried(name: str, number: int, seconds: float) -> Trial:
    """One scramble, solved within a time limit that holds all of it."""
    start = time.process_time()
    try:
        chosen = puzzle(name)
        scramble = chosen.scramble(seed=number, length=40)
        with counting_processor_time():
            found = chosen.solve(scramble, "general", timeout=seconds, seed=number)
        solved = _looks_solved(chosen, chosen.permutation(scramble) * chosen.permutation(found.alg))
        result, length = "solved" if solved else "wrong", found.length
    except PuzzleryError as reason:
        result, length = f"refused: {reason}", 0
    return Trial(name, number, result, length, round(time.process_time() - start, 2))


def _looks_solved(chosen: Puzzle, product: Permutation) -> bool:
    """Whether each place shows the color that it shows when solved, in some orientation."""
    colors = chosen.solved_colors
    shown = [0] * chosen.degree
    for sticker, place in enumerate(product.images):
        shown[place] = colors[sticker]
    return any(
        all(shown[turned.images[place]] == colors[place] for place in range(chosen.degree))
        for turned in _orientations(chosen)
    )


def _orientations(chosen: Puzzle) -> Iterator[Permutation]:
    yield Permutation.identity(chosen.degree)
    for symmetry in chosen.symmetries()[1:]:
        yield symmetry.stickers


def _read(path: Path) -> Iterator[Trial]:
    if path.exists():
        for line in path.read_text().splitlines():
            yield Trial(**json.loads(line))


def _write_page(trials: list[Trial]) -> None:
    rows = []
    for name in dict.fromkeys(trial.puzzle for trial in trials):
        own = [trial for trial in trials if trial.puzzle == name]
        done = [trial for trial in own if trial.result == "solved"]
        moves = sum(trial.length for trial in done) / max(1, len(done))
        others = sorted({trial.result for trial in own if trial.result != "solved"})
        rows.append(
            f"| {name} | {len(done)} of {len(own)} | {moves:.1f} | "
            f"{sum(trial.seconds for trial in own) / len(own):.1f} | {'; '.join(others)} |"
        )
    solved = sum(trial.result == "solved" for trial in trials)
    refused = sum(trial.result.startswith("refused") for trial in trials)
    table = "\n".join(rows)
    PAGE.write_text(
        f"""# The general solver on many puzzles

`python -m benchmarks.general_campaign` scrambles each puzzle by 40 random moves, asks the general
solver, and verifies the answer by multiplying permutations. Each scramble has 20 seconds of the
processor, tables included.

Of {len(trials):,} scrambles {solved:,} were solved and verified, {refused:,} refused with the
reason that stands in the last column, and {len(trials) - solved - refused:,} answered wrongly.

| puzzle | solved | moves | seconds | else |
|---|---|---|---|---|
{table}
"""
    )


if __name__ == "__main__":
    main()
