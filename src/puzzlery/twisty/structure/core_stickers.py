"""Core stickers: those that keep their places in the whole puzzle in every orientation of it."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from puzzlery.twisty.structure.partition import Labels, joined
from puzzlery.twisty.structure.puzzle_orientation import puzzle_orientations

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

Points = NDArray[np.intp]


def join_core(puzzle: "Puzzle", labels: Labels) -> Labels:
    """The labels with the core as one class.

    The *core* is what every sequence of moves carries around as a rotation of the whole puzzle
    would. A slice turn of a cube moves the centers, but keeps them opposite and adjacent as before.

    >>> from puzzlery.twisty.geometry import cube
    >>> labels = np.array(cube(3).cells)
    >>> len(np.unique(labels)), len(np.unique(join_core(cube(3), labels)))
    (26, 21)
    """
    orientations = puzzle_orientations(puzzle)
    whole = np.array([one.rotation.array for one in orientations], dtype=np.intp)
    moves = np.array([turn.permutation.array for turn in puzzle.turns.values()], dtype=np.intp)
    if len(whole) < 2 or not len(moves):
        return labels
    firsts = dict.fromkeys(labels[np.unique(whole.min(axis=0))].tolist())
    kinds = (frozenset(np.flatnonzero(labels == label).tolist()) for label in firsts)
    groups = [
        turned
        for piece in kinds
        if len(bound := _bound_to(piece, labels, whole, moves))
        for turned in whole[:, bound].tolist()
    ]
    return joined(labels, groups)


def _bound_to(piece: frozenset[int], labels: Labels, whole: Points, moves: Points) -> Points:
    """The stickers of pieces that only rotations of the whole puzzle move against this one.

    With h through all rotations and m through all moves: some rotation must carry each sticker
    of the one and each of the other to where first h and then m carries them. Then rotations
    give all oriented slots that the two can be in together.
    """
    left: Points = np.arange(len(labels))
    for held in whole:
        for move in moves:
            images = move[held]
            for start in piece:
                alike = whole[whole[:, start] == images[start]]
                left = left[(alike[:, left] == images[left]).any(axis=0)]
            if piece.issuperset(left.tolist()):
                return left[:0]
    bound: Points = left[~np.isin(labels[left], np.delete(labels, left))]
    return bound if piece.issubset(bound.tolist()) else bound[:0]
