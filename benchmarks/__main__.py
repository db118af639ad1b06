"""`make bench`: measure every row, print the table, and write docs/benchmarks.md."""

import platform
import sys
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from benchmarks import cover, geometry, groups, permutations, pieces, validation
from benchmarks.measure import Row

AREAS = {
    "permutations": permutations.rows,
    "geometry": geometry.rows,
    "groups": groups.rows,
    "pieces": pieces.rows,
    "validation": validation.rows,
    "cover": cover.rows,
}
PAGE = Path("docs/benchmarks.md")


def main(wanted: Iterable[str]) -> None:
    """Measure the areas that are named, or all; the page is written only from all."""
    chosen = list(wanted) or list(AREAS)
    rows = []
    for area in chosen:
        for row in AREAS[area]():
            print(_line(row), flush=True)
            rows.append(row)
    if set(chosen) == set(AREAS):
        PAGE.write_text(_page(rows))
        print(f"wrote {PAGE}")


def _line(row: Row) -> str:
    ratios = ", ".join(f"{name} {ratio:.3g}×" for name, ratio in row.ratios().items())
    return f"{row.area:>14}  {row.task:<36} {_show(row.ours):>10}   {ratios}"


def _page(rows: list[Row]) -> str:
    parts = [
        "# Benchmarks",
        "",
        "Written by `make bench`. All figures of a row come from one run on one machine, so trust",
        "the ratios more than the seconds: a rival's `12×` means that it takes 12 times as long.",
        "",
        f"Python {platform.python_version()}, {platform.machine()}, medians of repeated runs.",
    ]
    for area, group in groupby(rows, key=lambda row: row.area):
        parts += ["", f"## {area.capitalize()}", "", *_table(list(group))]
    return "\n".join(parts) + "\n"


def _table(rows: list[Row]) -> list[str]:
    names = list(dict.fromkeys(name for row in rows for name in row.rivals))
    head = ["task", "Puzzlery", *names]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for row in rows:
        cells = [_rival(row, name) for name in names]
        lines.append(f"| {' | '.join([row.task, _show(row.ours), *cells])} |")
    return lines


def _rival(row: Row, name: str) -> str:
    if name not in row.rivals:
        return "–"
    return f"{_show(row.rivals[name])} ({row.ratios()[name]:.3g}×)"


def _show(seconds: float) -> str:
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


if __name__ == "__main__":
    main(sys.argv[1:])
