"""Drags in a browser: how many turn a layer, and how many the one that a person would expect.

`python -m benchmarks.gestures` drags every sticker of the catalogue's puzzles that is at least 15
pixels wide, in 8 directions and 3 lengths, and writes docs/gestures.md. `--most 2000` takes a fixed
random sample where there are more drags; names choose puzzles. Figures of puzzles that are not
measured again are kept, in docs/gestures.json, after each puzzle: `--rest` goes on where a run was
cut off. What is expected is worked out in `tests/browser/gestures/meant_moves.py`, apart from the
viewer.
"""

import argparse
import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.browser.gestures.drag_runs import (
    DragGrid,
    Outcome,
    dispatched,
    loose_trials,
    made,
    opened,
    page_lens,
    sampled,
    wide_stickers,
)
from tests.browser.gestures.seen_stickers import SeenSticker, seen_stickers
from tests.browser.hands import scene_of
from tests.browser.lens import Lens
from tests.browser.started import started

from puzzlery.twisty.catalog import names

PAGE = Path("docs/gestures.md")
STORE = Path("docs/gestures.json")
# Drags by the browser's own mouse, to be compared with those that the page gives itself.
BY_MOUSE = 8
LOOSE = 80
# A new one is taken when the rules change, so that the drags are not those that were looked at.
SEED = 18
# Where fewer stickers than this are wide enough in the first view, a person zooms in first.
FEW = 12
CLOSER = 3
MARKS = ("<!-- table: begin -->", "<!-- table: end -->")
# These fall into that third as well, but were used to try the measuring itself, or were looked at
# when the rules about stickers near an axle were mended.
LOOKED_AT = ("skewb", "bicube", "teraminx", "ivy cube", "dodecahedron 2")
Figures = dict[str, dict[str, Any]]


def is_aside(name: str) -> bool:
    """Whether a puzzle belongs to the third that nobody looked at before the end."""
    return zlib.crc32(name.encode()) % 3 == 2 and name not in LOOKED_AT


def main() -> None:
    """Measure the puzzles that are named, or all, and write the page."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("names", nargs="*", help="puzzles; all if none is given")
    asked.add_argument("--most", type=int, default=10**9, help="drags a puzzle at most")
    asked.add_argument(
        "--table", action="store_true", help="write the page anew and measure nothing"
    )
    asked.add_argument(
        "--rest", action="store_true", help="only puzzles of which fewer drags are kept"
    )
    given = asked.parse_args()
    figures: Figures = json.loads(STORE.read_text()) if STORE.exists() else {}
    wanted = given.names or list(names())
    if given.rest:
        wanted = [name for name in wanted if _lacks_drags(figures.get(name, {}), given.most)]
    if not given.table:
        _measure(wanted, given.most, figures)
    _write(figures)


def _lacks_drags(row: dict[str, Any], most: int) -> bool:
    return bool(row.get("grid", {}).get("drags", -1) < min(row.get("all", 0), most))


def _measure(wanted: Iterable[str], most: int, figures: Figures) -> None:
    with started() as (browser, address):
        for name in wanted:
            figures[name] = {**figures.get(name, {}), **_figures(browser, address, name, most)}
            print(name, figures[name], flush=True)
            STORE.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n")


def _figures(browser: Any, address: str, name: str, most: int) -> dict[str, Any]:
    page, lens, stickers = _looked_at(browser, address, name)
    seen = scene_of(name)
    every = DragGrid(seen, lens, stickers)
    outcomes = list(dispatched(page, sampled(every, most, seed=SEED)))
    loose = list(dispatched(page, list(loose_trials(seen, lens, stickers, LOOSE, seed=SEED))))
    # The mouse may meet a button that lies over the puzzle where this fills the whole picture.
    some = sampled(every, BY_MOUSE if lens.zoom == 1 else 0, seed=1)
    by_mouse = list(made(page, some))
    page.context.close()
    return {
        "all": len(every),
        "zoom": lens.zoom,
        "grid": _counts(outcomes),
        "loose": _counts(loose),
        "mouse": _counts(by_mouse),
    }


def _looked_at(browser: Any, address: str, name: str) -> tuple[Any, Lens, list[SeenSticker]]:
    """A page with a puzzle at its first view, or nearer, with the stickers that can be pressed."""
    page = opened(browser, address, name, hurried=True)
    lens = page_lens(page, name)
    stickers = wide_stickers(scene_of(name), lens)
    if len(stickers) >= FEW or len(stickers) == sum(1 for _ in seen_stickers(scene_of(name), lens)):
        return page, lens, stickers
    page.context.close()
    view = f"{lens.azimuth:g},{lens.elevation:g},{CLOSER}"
    page = opened(browser, address, name, hurried=True, view=view)
    lens = replace(page_lens(page, name), zoom=CLOSER)
    return page, lens, wide_stickers(scene_of(name), lens)


def _counts(outcomes: Sequence[Outcome]) -> dict[str, int]:
    across = [one for one in outcomes if not one.trial.meaning.is_clear]
    return {
        "drags": len(outcomes),
        "moved": sum(one.moved for one in outcomes),
        "expected": sum(one.as_expected for one in outcomes),
        "nearest": sum(one.nearest for one in outcomes),
        "opposite": sum(one.opposite for one in outcomes),
        "across": len(across),
        "across moved": sum(one.moved for one in across),
        "blocked": sum(one.trial.meaning.is_blocked for one in across),
        "refused": sum(one.refused for one in outcomes),
        "held": sum(one.trial.meaning.is_held for one in outcomes),
        "square": sum(_is_neither_way(one) for one in outcomes),
    }


def _is_neither_way(one: Outcome) -> bool:
    """Whether no move was made because the drag is square to all that it could mean."""
    meaning = one.trial.meaning
    return meaning.is_square and not (one.moved or one.refused or meaning.is_held)


def _write(figures: Figures) -> None:
    page = PAGE.read_text()
    head, _, rest = page.partition(MARKS[0])
    tail = rest.partition(MARKS[1])[2]
    table = "\n".join(_table(figures))
    PAGE.write_text(f"{head}{MARKS[0]}\n\n{table}\n\n{MARKS[1]}{tail}")


def _table(figures: Figures) -> Iterable[str]:
    measured = {
        name: figures[name] for name in names() if "drags" in figures.get(name, {}).get("grid", {})
    }
    aside = {name: row for name, row in measured.items() if is_aside(name)}
    tuned = {name: row for name, row in measured.items() if not is_aside(name)}
    yield (
        "| puzzle | drags | of all | a move | expected | the nearest | opposite | refused | held |"
        " anywhere: drags | a move | expected | the nearest | before: a move | expected |"
    )
    yield "|---|" + "---:|" * 14
    yield _line(f"**all {len(measured)}**", _sum(measured.values()))
    yield _line(f"**the {len(tuned)} others**", _sum(tuned.values()))
    yield _line(f"**the {len(aside)} kept aside** *", _sum(aside.values()))
    for name, row in measured.items():
        yield _line(name + " *" * is_aside(name) + " +" * (row["zoom"] != 1), row)
    yield ""
    whole = sum(row["grid"]["drags"] == row["all"] for row in measured.values())
    if whole == len(measured):
        yield f"All drags of all {whole} puzzles were made."
    else:
        yield f"Of {whole} of {len(measured)} puzzles all drags were made, of the others a sample."
    yield ""
    yield _summary(_sum(measured.values())["grid"])
    missing = [name for name in names() if name not in measured]
    if missing:
        yield ""
        yield f"Not measured yet: {', '.join(missing)}."


def _summary(grid: dict[str, int]) -> str:
    """What came of the drags that make no move, and of those that go across all moves."""
    drags, still = grid["drags"], grid["drags"] - grid["moved"]
    rest = still - grid["refused"] - grid["held"] - grid["square"]
    return (
        f"Of {drags:,} drags {still:,} make no move: {grid['refused']:,} are refused because the"
        f" layer is blocked, {grid['held']:,} begin where one holds the puzzle and look around,"
        f" {grid['square']:,} go square to every move, so that a hand can mean neither way of any,"
        f" and {rest:,} do nothing. {grid['across']:,} drags are more than 60 degrees off every"
        f" free move; {_percent(grid['across moved'], grid['across'])} of these make one."
    )


def _percent(part: int, whole: int) -> str:
    """A share, rounded down, so that 100 % means all."""
    return f"{1000 * part // whole / 10:.1f} %"


def _sum(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    total: dict[str, Any] = {"all": 0}
    for row in rows:
        total["all"] += row["all"]
        for kind in ("grid", "loose", "before"):
            for key, value in row.get(kind, {}).items():
                kept = total.setdefault(kind, {})
                kept[key] = kept.get(key, 0) + value
    return total


def _line(title: str, row: dict[str, Any]) -> str:
    grid, loose, before = (row.get(kind, {}) for kind in ("grid", "loose", "before"))
    shares = ("moved", "expected", "nearest")
    cells = [
        title,
        f"{grid['drags']:,}",
        f"{row['all']:,}",
        *(_percent(grid[key], grid["drags"]) for key in shares),
        str(grid["opposite"] + loose["opposite"]),
        f"{grid['refused']:,}",
        f"{grid['held']:,}",
        f"{loose['drags']:,}",
        *(_percent(loose[key], loose["drags"]) for key in shares),
        *(_percent(before[key], before["clear"]) if before else "–" for key in shares[:2]),
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
