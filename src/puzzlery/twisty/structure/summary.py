"""Summary: all that can be counted about a puzzle, as plain data."""

from typing import Any

from puzzlery.twisty.model.puzzle import Puzzle


def summary(puzzle: Puzzle) -> dict[str, Any]:
    """The numbers of stickers, pieces, moves and the like of a puzzle, as plain data."""
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


def _spin_axes(puzzle: Puzzle) -> int:
    """The different lines that layers turn about, for puzzles that are no plane cuts."""
    lines = set()
    for turn in puzzle.turns.values():
        if turn.spins:
            x, y, z = (round(part, 6) + 0.0 for part in turn.spins[-1].axis)
            lines.add(max((x, y, z), (-x + 0.0, -y + 0.0, -z + 0.0)))
    return len(lines)
