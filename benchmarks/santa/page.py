"""The page with the competition's table, and the plot of the score over hours."""

import csv
from pathlib import Path

from benchmarks.plot import Curve, plot
from benchmarks.santa.answers import Answers
from benchmarks.santa.competition import Competition

DOCS = Path("docs")
COLUMNS = ("seconds", "answered", "ours", "best_known")


class History:
    """The total after so many seconds of one core, in a file that grows."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, seconds: float, answered: int, ours: int, best_known: int) -> None:
        """Append a row."""
        is_new = not self.path.exists()
        with self.path.open("a", newline="") as file:
            table = csv.writer(file, lineterminator="\n")
            if is_new:
                table.writerow(COLUMNS)
            table.writerow((round(seconds), answered, ours, best_known))

    def rows(self) -> list[tuple[float, int, int]]:
        """All rows: seconds, answered puzzles, our moves."""
        if not self.path.exists():
            return []
        with self.path.open(newline="") as file:
            return [
                (float(row["seconds"]), int(row["answered"]), int(row["ours"]))
                for row in csv.DictReader(file)
            ]


def write_page(competition: Competition, answers: Answers, history: History) -> None:
    """docs/santa.md, with a plot if all puzzles have been answered for some time."""
    rows = "\n".join(_rows(competition, answers))
    number, ours, theirs = answers.total(competition.entries.values())
    hours = answers.seconds() / 3600
    curve = _curve(history, len(competition.entries))
    picture = ""
    if len(curve) > 1:
        (DOCS / "general" / "santa.svg").write_text(
            plot(
                [Curve("ours", curve), Curve("winners", [(x, theirs) for x, _ in curve])],
                "hours of one core",
                "moves in all",
            )
        )
        picture = "\n![Moves in all over hours](general/santa.svg)\n"
    (DOCS / "santa.md").write_text(
        f"""# Santa 2023: the general solver beside the winners

In Kaggle's [Santa 2023](https://www.kaggle.com/competitions/santa-2023) a thousand teams solved 398
permutation puzzles in as few moves as possible: cubes of up to 33 layers, *globes* (rows that
shift, and flips of half of the columns) and *wreaths* (two rings that cross). A quarter turn of one
layer, a step of one row and a flip each count 1. Some puzzles have *wildcards*: so many stickers
may be wrong.

`python -m benchmarks.santa FOLDER` solves a folder with `puzzles.csv` in the competition's form. It
keeps its answers in a file, goes on where it stopped, and uses all cores (`--cluster ADDRESS`: the
workers of a Dask scheduler). `--submission FILE` writes what the competition takes. Each answer is
checked by carrying labels from place to place, move by move, without any of the solver's code.

The table shows {number} of {len(competition.entries)} puzzles after {hours:.2f} hours of one core.
Time is counted in seconds of the processor (until 2026-11-19 by the time of day), so that a busy
machine finds the same. Types without a row have no answers yet. *Proven* answers are shortest. The
winners' lengths are those of the best team on the same puzzles.

| puzzle | answered | proven | ours | winners | ratio |
|---|---|---|---|---|---|
{rows}
| all | {number} | | {ours:,} | {theirs:,} | {ours / max(1, theirs):.3f} |
{picture}"""
    )


def _rows(competition: Competition, answers: Answers) -> list[str]:
    kinds = dict.fromkeys(entry.kind for entry in competition.entries.values())
    rows = []
    for kind in kinds:
        entries = [entry for entry in competition.entries.values() if entry.kind == kind]
        number, ours, theirs = answers.total(entries)
        if not number:
            continue
        proven = sum(bool((found := answers.of(entry)) and found.proven) for entry in entries)
        ratio = f"{ours / theirs:.3f}" if theirs else ""
        name = kind.replace("_", " ")
        rows.append(
            f"| {name} | {number} of {len(entries)} | {proven} | {ours:,} | {theirs:,} | {ratio} |"
        )
    return rows


def _curve(history: History, puzzles: int) -> list[tuple[float, float]]:
    """Hours and total, from when all puzzles were answered; only where the total changed."""
    points: list[tuple[float, float]] = []
    for seconds, answered, ours in history.rows():
        if answered == puzzles and (not points or points[-1][1] != ours):
            points.append((max(seconds, 1.0) / 3600, ours))
    return points
