"""Solve a folder of permutation puzzles in the form of Kaggle's Santa 2023.

`python -m benchmarks.santa FOLDER` goes through the puzzles again and again, each time with twice
the time, until the hours are over. What has lost most goes first. Answers are kept in a file: a
later run goes on from there. A puzzle's time is counted in seconds of the processor, so that a busy
machine finds the same.
`--page` only writes docs/santa.md from the answers.
"""

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED as FIRST
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path

from benchmarks.santa.answers import Answer, Answers
from benchmarks.santa.competition import Competition, Entry
from benchmarks.santa.page import History, write_page
from benchmarks.santa.solving import solved
from puzzlery.core.cluster import cluster
from puzzlery.errors import PuzzleryError

HERE = Path(__file__).parent


def main() -> None:
    """Solve, keep, and report."""
    wanted = _arguments()
    competition = Competition.of(wanted.folder)
    answers = Answers(wanted.answers, competition)
    history = History(wanted.answers.with_name("history.csv"))
    entries = [
        entry
        for entry in competition.entries.values()
        if not wanted.only
        or any(entry.is_of_type(name) or str(entry.number) == name for name in wanted.only)
    ]
    if not wanted.page:
        with _executor(wanted.cluster, wanted.processes) as (executor, processes):
            _run(competition, entries, answers, history, executor, processes, wanted)
    if wanted.submission:
        answers.submit(wanted.submission)
    write_page(competition, answers, history)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.santa", description=__doc__)
    parser.add_argument("folder", type=Path, help="holds puzzles.csv")
    parser.add_argument("--answers", type=Path, default=HERE / "answers.csv")
    parser.add_argument("--submission", type=Path, help="file to write id and moves to")
    parser.add_argument(
        "--only", nargs="*", help="types or numbers: cube, cube_3, globe_1/8, 276, …"
    )
    parser.add_argument("--hours", type=float, default=6.0, help="when to stop")
    parser.add_argument("--seconds", type=float, default=10.0, help="for 100 stickers, at first")
    parser.add_argument("--least", type=float, default=20.0, help="seconds for a puzzle at least")
    parser.add_argument("--again", action="store_true", help="however long it was tried before")
    parser.add_argument("--rounds", type=int, default=100, help="how often to go through all")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cluster", help="address of a Dask scheduler")
    parser.add_argument("--page", action="store_true", help="only write docs/santa.md")
    return parser.parse_args()


@contextmanager
def _executor(address: str | None, processes: int) -> Iterator[tuple[Executor, int]]:
    """Where puzzles are solved, and how many at once."""
    if address is None:
        with ProcessPoolExecutor(processes) as pool:
            yield pool, processes
    else:
        with cluster(address) as workers:
            yield workers, processes


def _run(
    competition: Competition,
    entries: list[Entry],
    answers: Answers,
    history: History,
    executor: Executor,
    processes: int,
    wanted: argparse.Namespace,
) -> None:
    """Keep all processes busy until the hours are over."""
    end = time.monotonic() + 3600 * wanted.hours
    tasks = _tasks(entries, answers, wanted)
    running: dict[Future[Answer], Entry] = {}
    while True:
        while len(running) < processes and time.monotonic() < end:
            task = next(tasks, None)
            if task is None:
                break
            entry, seconds, seed = task
            alone = Competition({entry.number: entry}, {entry.kind: competition.moves[entry.kind]})
            running[executor.submit(solved, alone, entry, seconds, seed)] = entry
        if not running:
            return
        for future in wait(running, return_when=FIRST).done:
            _report(running.pop(future), future, entries, answers, history)


def _tasks(
    entries: list[Entry], answers: Answers, wanted: argparse.Namespace
) -> Iterator[tuple[Entry, float, int]]:
    """Puzzles to solve with the seconds and the seed; those that are proven are left out."""
    for turn in range(wanted.rounds):
        for entry in sorted(entries, key=lambda entry: -_loss(entry, answers)):
            answer = answers.of(entry)
            granted = max(wanted.least, wanted.seconds * len(entry.solved) / 100) * 2**turn
            # A run that goes on does not repeat the turns that an earlier one made.
            is_new = answer is None or wanted.again or answer.seconds < granted
            if is_new and not (answer and answer.proven):
                yield entry, granted, turn


def _loss(entry: Entry, answers: Answers) -> float:
    """How many moves more than the best known answer has; without an answer, as many as that."""
    answer = answers.of(entry)
    if answer is None or entry.best_known is None:
        return float(entry.best_known or 0)
    return len(answer.word) - entry.best_known


def _report(
    entry: Entry,
    future: "Future[Answer]",
    entries: list[Entry],
    answers: Answers,
    history: History,
) -> None:
    try:
        answer = future.result()
    except PuzzleryError as reason:
        print(f"{entry.number:4} {entry.kind:14} not solved: {reason}", flush=True)
        return
    answers.offer(answer)
    kept = answers.by_number[entry.number]
    number, ours, theirs = answers.total(entries)
    history.add(answers.seconds(), *answers.total(answers.competition.entries.values()))
    shown = f"{len(kept.word)} (now {len(answer.word)}, best known {entry.best_known or '?'})"
    print(
        f"{entry.number:4} {entry.kind:14} {shown:34} {answer.seconds:6.1f} s   "
        f"total of {number}: {ours:,}, best known {theirs:,}",
        flush=True,
    )


if __name__ == "__main__":
    main()
