"""`puzzlery info`: the figures of a puzzle."""

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.twisty.model.puzzle import Puzzle

# Puzzles with more stickers are not analysed for their number of states: that takes seconds.
MOST_STICKERS = 2_000


def info(puzzle: PuzzleName, as_json: AsJson = False) -> None:
    """Count stickers, pieces, orbits, moves and axes."""
    from puzzlery.twisty.structure.summary import summary

    loaded = load_puzzle(puzzle)
    data = {**asdict(summary(loaded)), **_states(loaded)}
    answer(as_json, data, lambda console: _table(console, data))


def _states(puzzle: "Puzzle") -> dict[str, int | None]:
    """How many states moves lead to, and in how many orientations of the whole they come.

    A 4×4×4 has no centers that hold it: moves alone lead to each state in 24 orientations. The
    states of bandaged puzzles are arrangements of the stickers, even if two look alike. Puzzles
    that are very large, or have too many shapes, are not counted.
    """
    if puzzle.degree > MOST_STICKERS:
        return {"states": None, "state_orientations": None}
    if puzzle.glued:
        shapes = puzzle.checker.shapes
        return {"states": shapes.states if shapes else None, "state_orientations": 1}
    states, orientations = puzzle.checker.states
    return {"states": states, "state_orientations": orientations}


def _table(console: "Console", data: dict[str, Any]) -> None:
    from rich.table import Table

    from puzzlery.twisty.validate import count_in_words

    console.print(data["name"], style="bold cyan")
    if data["note"]:
        console.print(data["note"], style="dim")
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold")
    table.add_column()
    if data["description"]:
        table.add_row("cuts", data["description"])
    for key in ("faces", "stickers", "pieces", "axes"):
        table.add_row(key, f"{data[key]:,}")
    table.add_row("moves", f"{data['moves']:,}: {_some(data['move_names'])}")
    if data["rotations"]:
        table.add_row("rotations", _some(data["rotations"]))
    if data["states"]:
        count, ways = count_in_words(data["states"]), data["state_orientations"]
        table.add_row("states", f"{count}, counted in {ways} orientations" if ways > 1 else count)
    if data["glued"]:
        table.add_row("bandages", f"{data['glued']} groups of stickers joined")
    table.add_row("orbits", "\n".join(_orbit_lines(data["orbits"])))
    console.print(table)


def _some(names: list[str]) -> str:
    return " ".join(names[:36]) + (" …" if len(names) > 36 else "")


def _orbit_lines(orbits: list[dict[str, Any]]) -> list[str]:
    """The orbits, equal ones counted."""
    kinds = Counter(
        (orbit["name"].rstrip("0123456789"), orbit["pieces"], orbit["orientations"])
        for orbit in orbits
    )
    return [
        f"{name}: {pieces:,} pieces, {orientations} orientation{'s' * (orientations > 1)}"
        + (f"  (×{count})" if count > 1 else "")
        for (name, pieces, orientations), count in kinds.items()
    ]
