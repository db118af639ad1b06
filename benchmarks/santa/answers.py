"""Answers so far: kept in a file, replaced only by shorter ones, and written as a submission."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.santa.competition import Competition, Entry
from puzzlery.core.files import write_atomically

COLUMNS = ("id", "seconds", "proven", "moves")


@dataclass(frozen=True, slots=True)
class Answer:
    """A word that solves a puzzle, the seconds spent on it so far, and whether it is shortest."""

    number: int
    word: tuple[str, ...]
    seconds: float = 0.0
    proven: bool = False


class Answers:
    """The shortest answer to each puzzle, kept in a file; every one was checked."""

    def __init__(self, path: Path, competition: Competition) -> None:
        self.path, self.competition = path, competition
        self.by_number: dict[int, Answer] = {}
        for answer in _read(path):
            entry = competition.entries.get(answer.number)
            if entry is not None and competition.is_solved_by(entry, answer.word):
                self.by_number[answer.number] = answer

    def offer(self, answer: Answer) -> bool:
        """Keep an answer if it is correct and shorter; its seconds are added in any case."""
        entry = self.competition.entries[answer.number]
        if not self.competition.is_solved_by(entry, answer.word):
            raise AssertionError(f"the answer to puzzle {answer.number} does not solve it")
        before = self.by_number.get(answer.number)
        spent = answer.seconds + (before.seconds if before else 0.0)
        is_better = before is None or len(answer.word) < len(before.word)
        best = answer if is_better or before is None else before
        proven = best.proven or (answer.proven and len(answer.word) == len(best.word))
        self.by_number[answer.number] = Answer(answer.number, best.word, spent, proven)
        self._write()
        return is_better

    def of(self, entry: Entry) -> Answer | None:
        """The answer to a puzzle, if there is one."""
        return self.by_number.get(entry.number)

    def total(self, entries: Iterable[Entry]) -> tuple[int, int, int]:
        """How many of the puzzles have an answer, its moves, and the best known on the same."""
        found = [(entry, self.by_number[entry.number]) for entry in entries if self.of(entry)]
        ours = sum(len(answer.word) for _, answer in found)
        return len(found), ours, sum(entry.best_known or 0 for entry, _ in found)

    def seconds(self) -> float:
        """The seconds of one core that all answers took."""
        return sum(answer.seconds for answer in self.by_number.values())

    def submit(self, path: Path) -> None:
        """Write the submission file: id and moves joined by dots."""
        rows = (
            (answer.number, ".".join(answer.word)) for _, answer in sorted(self.by_number.items())
        )
        write_atomically(path, _table(("id", "moves"), rows))

    def _write(self) -> None:
        rows = (
            (answer.number, round(answer.seconds), int(answer.proven), ".".join(answer.word))
            for _, answer in sorted(self.by_number.items())
        )
        write_atomically(self.path, _table(COLUMNS, rows))


def _read(path: Path) -> list[Answer]:
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return [
            Answer(
                int(row["id"]),
                tuple(row["moves"].split(".")) if row["moves"] else (),
                float(row["seconds"]),
                row["proven"] == "1",
            )
            for row in csv.DictReader(file)
        ]


def _table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows(rows)
    return text.getvalue().encode()
