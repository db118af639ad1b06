"""`make bench`: measure every row, print the table, and write docs/benchmarks.md."""

import platform
import sys
from collections.abc import Iterable
from pathlib import Path

from benchmarks import (
    blocked,
    coordinates,
    cubers,
    general,
    geometry,
    groups,
    permutations,
    phases,
    pieces,
    tables,
    viewer,
    web,
)
from benchmarks.cube3 import optimal, steps, twophase
from benchmarks.measure import Row
from benchmarks.packings import apart, cover
from benchmarks.validate import hard_validation, validation

AREAS = {
    "permutations": permutations.rows,
    "geometry": geometry.rows,
    "groups": groups.rows,
    "pieces": pieces.rows,
    "validation": validation.rows,
    "hard-validation": hard_validation.rows,
    "cover": cover.rows,
    "apart": apart.rows,
    "two-phase": twophase.rows,
    "steps": steps.rows,
    "coordinates": coordinates.rows,
    "cubers": cubers.rows,
    "blocked": blocked.rows,
    "phases": phases.rows,
    "general": general.rows,
    "optimal": optimal.rows,
    "optimal-large": optimal.large_rows,
    "optimal-bounds": optimal.bound_rows,
    "tables": tables.rows,
    "web": web.rows,
    "viewer": viewer.rows,
}
PAGE = Path("docs/benchmarks.md")


def main(wanted: Iterable[str]) -> None:
    """Measure the areas that are named, or all, and put their tables into the page."""
    areas = list(wanted) or list(AREAS)
    if unknown := [area for area in areas if area not in AREAS]:
        sys.exit(f"unknown area {unknown[0]}; expected one of {', '.join(AREAS)}")
    sections = _sections(PAGE.read_text()) if PAGE.exists() else {}
    for area in areas:
        rows = []
        for row in AREAS[area]():
            print(_line(row), flush=True)
            rows.append(row)
        sections[rows[0].area.capitalize()] = "\n".join(_table(rows))
    PAGE.write_text(_page(sections))
    print(f"wrote {PAGE}")


def _sections(page: str) -> dict[str, str]:
    """The tables of a page by their titles."""
    parts = page.split("\n## ")[1:]
    return {part.partition("\n")[0]: part.partition("\n")[2].strip() for part in parts}


def _line(row: Row) -> str:
    ratios = ", ".join(f"{name} {ratio:.3g}×" for name, ratio in row.ratios().items())
    return f"{row.area:>14}  {row.task:<36} {_show(row.ours):>10}   {ratios}"


def _page(sections: dict[str, str]) -> str:
    head = [
        "# Benchmarks",
        "",
        "Written by `make bench`, or for one area by `python -m benchmarks AREA`. All figures of a",
        "row come from one run on one machine, so trust the ratios more than the seconds: a",
        "rival's `12×` means that it takes 12 times as long.",
        "",
        f"Python {platform.python_version()}, {platform.machine()}. Times are those of the",
        "processor, medians of batches, taken in the same way for all (`benchmarks/measure.py`).",
        "",
    ]
    tables = [f"## {title}\n\n{table}\n" for title, table in sections.items()]
    return "\n".join([*head, *tables])


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
