"""Real searches for shortest solutions, as `tests/core/test_time_left.py` replays them.

`python -m benchmarks.cube3.search_runs` writes tests/data/search_runs.json: for each cube the
seconds, the length, the nodes, and the part of the length, as reports would tell them.
"""

import json
import time
from pathlib import Path
from random import Random

from puzzlery._core import OptimalSearch
from puzzlery.solve.cube3.numbering import pieces
from puzzlery.solve.cube3.optimal_moves import alphabet
from puzzlery.solve.cube3.optimal_tables import MIB, largest, table
from puzzlery.solve.cube3.recognition import cube3

OUT = Path(__file__).parents[2] / "tests/data/search_runs.json"
METRICS = ("OBTM", "OBTM", "OBTM", "OBTM", "OBQTM")
MEMORY = 170 * MIB
SECONDS = 45.0
EVERY = 0.4
MOVES = 30


def scramble(seed: int) -> str:
    """So many random turns of faces."""
    draw = Random(seed)
    return " ".join(draw.choice("URFDLB") + draw.choice(("", "2", "'")) for _ in range(MOVES))


def run(alg: str, metric: str) -> tuple[bool, list[list[float]]]:
    """Whether a search on one thread ends before its time is over, and what it reports."""
    moves, state = alphabet(metric), cube3().apply(alg)
    tables = [table(one, None, None) for one in largest(moves.table, MEMORY).ladder]
    step = 2 if moves.keeps_parity else 1
    search = OptimalSearch(pieces(state), moves.letters, tables, unit=moves.unit, step=step)
    rows: list[list[float]] = []
    began, finished = time.monotonic(), False
    while not finished and time.monotonic() - began < SECONDS:
        finished = search.run(1000 * EVERY)
        done, total, _ = search.progress()
        part = round(done / (total or 1), 4)
        rows.append([round(time.monotonic() - began, 2), search.depth, search.nodes, part])
    return finished, rows


def main() -> None:
    """Search all cubes and write what they reported."""
    runs = []
    for seed, metric in enumerate(METRICS):
        alg = scramble(seed)
        solved, rows = run(alg, metric)
        runs.append({"alg": alg, "metric": metric, "solved": solved, "rows": rows})
        print(alg, metric, solved, rows[-1], flush=True)
    lines = ",\n".join(json.dumps(one) for one in runs)
    OUT.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
