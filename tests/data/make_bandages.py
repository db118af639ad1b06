"""Write bandages.json: states of puzzles with glued stickers, and which moves each state allows.

The answers come from geometry, not from the rule that is tested. While a layer turns, the distances
between glued stickers must not change; so each move is made by a seventh of its angle, and the
distances are measured before and after. A puzzle of bare cycles has no geometry: there the answers
follow from the definition, that a move takes a glued set along as a whole or not at all.
"""

import json
import random
from collections.abc import Iterator
from math import cos, sin
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlery.render.scene import scene_move
from puzzlery.render.surface import surface
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.mechanisms.bandage import bandage
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.model.turn import Spin, Turn

FILE = Path(__file__).with_name("bandages.json")
STATES, SEED = 12, 14
Floats = NDArray[np.float64]


def puzzles() -> list[Puzzle]:
    """Square-1, cubes with few and with many free turns, and one of bare cycles."""
    cycles = {"a": [[0, 1, 2, 3], [4, 5, 6, 7]], "b": [[2, 8, 9]], "c": [[3, 4], [0, 1]]}
    colors = [f"color {point}" for point in range(10)]
    return [
        puzzle("Square-1"),
        puzzle("bicube"),
        puzzle("fused cube"),
        bandage(puzzle("3x3x3"), [[0, 1], [20, 23]], name="bandaged 3x3x3"),
        Puzzle.from_cycles(cycles, colors, glued=[[0, 4], [5, 6], [2, 7]], name="glued cycles"),
    ]


def turns(puzzle: Puzzle) -> list[Turn]:
    """All moves and rotations, and a move made so often that nothing changes."""
    moves = [*puzzle.turns.values(), *puzzle.whole.values()]
    return [*moves, moves[0] ** moves[0].permutation.order]


def is_allowed(state: State, turn: Turn) -> bool:
    """Whether the turn can begin without tearing a glued set."""
    if turn.is_rotation or turn.permutation.is_identity:
        return True
    places = state.permutation.images
    groups = [[places[sticker] for sticker in group] for group in state.puzzle.glued]
    if not turn.spins:
        carried = [{place in turn.moving for place in group} for group in groups]
        return all(len(answers) == 1 for answers in carried)
    before = _points(state.puzzle)
    after = _turned(before, turn.spins)
    return all(_same_distances(before, after, group) for group in groups)


def _points(puzzle: Puzzle) -> Floats:
    """For each place the middle of its sticker, and a point above it."""
    seen = surface(puzzle)
    return np.stack([seen.centers, seen.centers + seen.normals], axis=1)


def _turned(points: Floats, spins: tuple[Spin, ...]) -> Floats:
    found = points.copy()
    for spin in spins:
        moved = sorted(spin.stickers)
        axis = np.array(spin.axis) / np.linalg.norm(spin.axis)
        arms = found[moved] - np.array(spin.pivot)
        along = (arms @ axis)[..., None] * axis
        c, s = cos(spin.angle / 7), sin(spin.angle / 7)
        found[moved] = np.array(spin.pivot) + along + c * (arms - along) + s * np.cross(axis, arms)
    return found


def _same_distances(before: Floats, after: Floats, group: list[int]) -> bool:
    def distances(points: Floats) -> Floats:
        chosen = points[group].reshape(-1, 3)
        return np.asarray(np.linalg.norm(chosen[:, None] - chosen[None], axis=-1))

    return bool(np.allclose(distances(before), distances(after), atol=1e-6))


def walk(puzzle: Puzzle) -> Iterator[State]:
    """States that allowed moves lead to, one after the other."""
    choose, state = random.Random(SEED), puzzle.solved
    for _ in range(STATES):
        yield state
        free = [turn for turn in turns(puzzle) if is_allowed(state, turn)]
        for _ in range(3):
            state = State(puzzle, state.permutation * choose.choice(free).permutation)
            free = [turn for turn in turns(puzzle) if is_allowed(state, turn)]


def vectors(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle's glued sets and moves, and for each state which moves are allowed."""
    return {
        "name": puzzle.name,
        "glued": [sorted(group) for group in puzzle.glued],
        "moves": [
            {
                "name": turn.name,
                "images": turn.permutation.images,
                "moving": scene_move(puzzle, turn).moving,
            }
            for turn in turns(puzzle)
        ],
        "states": [
            {
                "state": state.permutation.images,
                "allowed": [is_allowed(state, turn) for turn in turns(puzzle)],
            }
            for state in walk(puzzle)
        ],
    }


def text() -> str:
    """The content of the file."""
    return json.dumps([vectors(puzzle) for puzzle in puzzles()], separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
