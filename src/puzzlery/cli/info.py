"""`puzzlery info`: the figures of a puzzle."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.twisty.puzzle import Puzzle


def info(puzzle: PuzzleName, as_json: AsJson = False) -> None:
    """Count stickers, pieces, orbits, moves and axes."""
    data = figures(load_puzzle(puzzle))
    answer(as_json, data, lambda console: _table(console, data))


def figures(puzzle: "Puzzle") -> dict[str, Any]:
    """All figures of a puzzle, as plain data."""
    skin = puzzle.skin
    orbits = puzzle.orbits()
    return {
        "name": puzzle.name,
        "description": puzzle.description,
        "note": puzzle.note,
        "faces": len(set(skin.faces)) if skin is not None else 0,
        "stickers": puzzle.degree,
        "pieces": len(puzzle.pieces()),
        "axes": len(puzzle.grips) or _spin_axes(puzzle),
        "moves": len(puzzle.turns),
        "move_names": list(puzzle.turns),
        "basis": list(puzzle.basis),
        "rotations": list(puzzle.whole),
        "orders": {name: move.order for name, move in puzzle.moves.items()},
        "colors": [color.name for color in puzzle.palette],
        "metric": puzzle.metric,
        "glued": len(puzzle.glued),
        "orbits": [
            {
                "name": orbit.name,
                "pieces": orbit.pieces,
                "orientations": orbit.orientations,
                "reachable_orientations": orbit.reachable,
            }
            for orbit in orbits
        ],
        "grips": [
            {"names": list(grip.names), "order": grip.order, "cuts": len(grip.offsets)}
            for grip in puzzle.grips
        ],
    }


def _spin_axes(puzzle: "Puzzle") -> int:
    """The different lines that layers turn about, for puzzles that are no plane cuts."""
    lines = set()
    for turn in puzzle.turns.values():
        if turn.spins:
            x, y, z = (round(part, 6) + 0.0 for part in turn.spins[-1].axis)
            lines.add(max((x, y, z), (-x + 0.0, -y + 0.0, -z + 0.0)))
    return len(lines)


def _table(console: "Console", data: dict[str, Any]) -> None:
    from rich.table import Table

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
