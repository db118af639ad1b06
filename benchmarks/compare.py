"""Compare two work trees: every row measured in both, in turn, and the ratio of the times.

    python -m benchmarks.compare ../before [AREA …] [--rounds 3] [--most 9] [--page FILE]

Each tree runs its own benchmarks with its own environment (`.venv`). The trees take turns, so that
a busy machine slows down both, and the median of the rounds counts. Rows that only one tree has,
and rivals, are left out.
"""

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.__main__ import AREAS

SLOWER = 1.1  # rows above this ratio are marked
PROGRAM = """
import itertools, json, sys
from benchmarks.__main__ import AREAS
rows = AREAS[sys.argv[1]]
area = sys.modules[rows.__module__]
if hasattr(area, "_rivals"):  # they are the same programs beside both trees
    area._rivals = lambda *which: ()
for row in itertools.islice(rows(), int(sys.argv[2])):
    print("ROW " + json.dumps([row.task, row.ours]), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Tree:
    """A work tree and the Python that runs its benchmarks."""

    folder: Path
    python: str
    most: int = 1_000

    def seconds(self, area: str) -> list[tuple[str, float]]:
        """The first rows of an area: what was measured, and how long it took."""
        told = subprocess.run(
            [self.python, "-c", PROGRAM, area, str(self.most)],
            cwd=self.folder, stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
        lines = [line[4:] for line in told.stdout.splitlines() if line.startswith("ROW ")]
        return [tuple(json.loads(line)) for line in lines]


def compared(
    before: Tree, after: Tree, area: str, rounds: int
) -> Iterator[tuple[str, float, float]]:
    """Each row's task with the median seconds before and after."""
    runs = [(dict(before.seconds(area)), dict(after.seconds(area))) for _ in range(rounds)]
    for task in runs[0][1]:
        both = [(old[task], new[task]) for old, new in runs if task in old and task in new]
        if both:
            olds, news = zip(*both, strict=True)
            yield task, statistics.median(olds), statistics.median(news)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print a line a row, and write the table where it is wanted."""
    options = _options().parse_args(arguments)
    before = Tree(
        options.before, options.python_before or _usual_python(options.before), options.most
    )
    after = Tree(Path.cwd(), options.python_after or sys.executable, options.most)
    lines = ["| task | before | after | ratio |", "|---|---|---|---|"]
    for area in options.areas or AREAS:
        for task, old, new in compared(before, after, area, options.rounds):
            mark = " slower" if new > SLOWER * old else ""
            print(
                f"{area:>14}  {task:<60} {old:10.3g} {new:10.3g}  {new / old:.2f}{mark}", flush=True
            )
            lines.append(f"| {area}: {task} | {old:.3g} s | {new:.3g} s | {new / old:.2f} |")
    if options.page:
        options.page.write_text("\n".join(lines) + "\n")


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=__doc__)
    parser.add_argument("before", type=Path, help="the other work tree")
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"of {', '.join(AREAS)}")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--most", type=int, default=1_000, help="only so many rows of an area")
    parser.add_argument("--page", type=Path, help="where the table goes, as Markdown")
    parser.add_argument("--python-before", help="the Python of the other tree")
    parser.add_argument("--python-after", help="the Python of this tree")
    return parser


def _usual_python(folder: Path) -> str:
    return str((folder / ".venv" / "bin" / "python").absolute())


if __name__ == "__main__":
    main()
