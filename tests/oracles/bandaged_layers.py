"""All states of a puzzle with glued pieces, layer by layer, straight from the definition."""

import numpy as np

from puzzlery.twisty.model.puzzle import Puzzle


def bandaged_layers(puzzle: Puzzle) -> list[set[bytes]]:
    """The states at each distance from solved, as bytes of their images.

    A move is free if each glued group of stickers lies wholly inside or outside the part that it
    turns. Each turn of the basis by any amount is one move.
    """
    moves = [
        (sorted(puzzle.turns[name].moving), power.array.astype(np.uint8))
        for name in puzzle.basis
        for power in _powers(puzzle, name)
    ]
    groups = [sorted(group) for group in puzzle.glued]
    solved = np.arange(puzzle.degree, dtype=np.uint8)
    layers = [{solved.tobytes()}]
    while layers[-1]:
        states = np.frombuffer(b"".join(layers[-1]), np.uint8).reshape(-1, puzzle.degree)
        found: set[bytes] = set()
        for moving, images in moves:
            inside = np.zeros(puzzle.degree, dtype=bool)
            inside[moving] = True
            free = np.ones(len(states), dtype=bool)
            for group in groups:
                turned = inside[states[:, group]]
                free &= turned.all(axis=1) | ~turned.any(axis=1)
            found.update(row.tobytes() for row in images[states[free]])
        behind = layers[-2] if len(layers) > 1 else set()
        layers.append(found - layers[-1] - behind)
    return layers[:-1]


def _powers(puzzle, name):
    turn = puzzle.moves[name]
    power = turn
    while not power.is_identity:
        yield power
        power = power * turn
