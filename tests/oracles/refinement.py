"""Pieces in plain ways: rounds of refinement with NumPy, and pairs of stickers one by one."""

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int64]


def refined(signatures: NDArray[np.int64], moves: list[NDArray[np.uint16]]) -> Labels:
    """The coarsest partition that tells signatures apart and that every move respects.

    Each round parts stickers of one class whose images under some move lie in different
    classes; it ends when a round parts nothing.
    """
    labels = _relabel(signatures)
    while True:
        finer = _relabel(np.stack([labels, *(labels[move] for move in moves)]))
        if finer.max(initial=0) == labels.max(initial=0):
            return finer
        labels = finer


def _relabel(rows: NDArray[np.int64]) -> Labels:
    """Number the different columns."""
    return np.unique(rows, axis=1, return_inverse=True)[1].reshape(-1).astype(np.int64)


def cycle_lengths(move: list[int]) -> list[int]:
    """For each point the length of its cycle, 0 if it stays."""
    lengths = []
    for point in range(len(move)):
        steps, at = 0, point
        while not steps or at != point:
            steps, at = steps + 1, move[at]
        lengths.append(steps if steps > 1 else 0)
    return lengths


def pair_orbits(degree: int, moves: list[list[int]]) -> list[int]:
    """For each pair p · degree + q the number of a pair in its orbit, by joining trees."""
    parent = list(range(degree * degree))

    def root(pair: int) -> int:
        while parent[pair] != pair:
            parent[pair] = parent[parent[pair]]
            pair = parent[pair]
        return pair

    for p in range(degree):
        for q in range(degree):
            for move in moves:
                parent[root(p * degree + q)] = root(move[p] * degree + move[q])
    return [root(pair) for pair in range(degree * degree)]


def pieces_by_pairs(degree: int, moves: list[list[int]]) -> set[frozenset[int]]:
    """Stickers whose pair has an orbit of the size of the orbits of both.

    As many poses of the pair as places of either: the place of one decides that of the other,
    so their stabilizers are equal.
    """
    roots = pair_orbits(degree, moves)
    sizes: dict[int, int] = {}
    for root in roots:
        sizes[root] = sizes.get(root, 0) + 1
    orbit = [sizes[roots[p * degree + p]] for p in range(degree)]
    return {
        frozenset(q for q in range(degree) if orbit[p] == orbit[q] == sizes[roots[p * degree + q]])
        for p in range(degree)
    }


def pieces_by_words(degree: int, moves: list[list[int]]) -> set[frozenset[int]]:
    """Stickers that the last move of no sequence moves alone: pairs apart, spread backwards."""
    roots = pair_orbits(degree, moves)
    apart = {
        roots[p * degree + q]
        for p in range(degree)
        for q in range(degree)
        if any((move[p] == p) != (move[q] == q) for move in moves)
    }
    return {
        frozenset(q for q in range(degree) if roots[p * degree + q] not in apart)
        for p in range(degree)
    }
