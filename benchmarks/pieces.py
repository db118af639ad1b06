"""Finding pieces, beside rounds of refinement with NumPy and a union of all pairs."""

from collections.abc import Iterator

import numpy as np
from tests.oracles.refinement import pieces_by_pairs, refined

from benchmarks.measure import Row, seconds_per_call
from puzzlery import _core
from puzzlery.core.permutation import Permutation
from puzzlery.twisty.catalog import puzzle
from puzzlery.twisty.model.puzzle import Puzzle

AREA = "pieces"
ROUNDS, PAIRS = "NumPy rounds", "union of pairs"
MOST_PAIRED = 150
"""Pairs of more stickers take the union minutes."""


def rows() -> Iterator[Row]:
    """Catalogue puzzles by size, then chains that fall apart link by link."""
    for name in ("3x3x3", "gear cube", "megaminx", "Square-2", "teraminx", "20x20x20", "40x40x40"):
        yield _row(name, [turn.permutation for turn in _bare(puzzle(name)).turns.values()])
    for slots in (50, 200):
        yield _row(f"chain of {slots} slots", chain(slots))
    yield _row("chain of 2,000 slots", chain(2000), rivals=False)


def _bare(subject: Puzzle) -> Puzzle:
    """The puzzle without what geometry knows about its pieces."""
    return Puzzle.from_cycles(
        {name: move.cycles() for name, move in subject.moves.items()}, ["red"] * subject.degree
    )


def chain(slots: int) -> list[Permutation]:
    """Slots of two stickers, swaps of neighbors, and one move that parts the last slot."""
    degree = 2 * slots + 1
    swaps = [[(2 * k, 2 * k + 2), (2 * k + 1, 2 * k + 3)] for k in range(slots - 1)]
    parting = [(degree - 2, degree - 1)]
    return [Permutation.from_cycles(cycles, degree) for cycles in [*swaps, parting]]


def _row(task: str, moves: list[Permutation], *, rivals: bool = True) -> Row:
    degree, data = len(moves[0]), [move.data for move in moves]
    lengths = [np.where(move.cycle_lengths > 1, move.cycle_lengths, 0) for move in moves]
    signatures = np.array(lengths, dtype=np.int64)
    arrays = [move.array for move in moves]

    def ours() -> bytes:
        return _core.equal_stabilizers(_core.signatures(degree, data, [], True), data)

    theirs = {ROUNDS: seconds_per_call(lambda: refined(signatures, arrays))} if rivals else {}
    if rivals:
        found = np.frombuffer(ours(), dtype=np.uint16)
        assert found.max() == refined(signatures, arrays).max()
    if rivals and degree <= MOST_PAIRED:
        images = [list(move) for move in moves]
        theirs[PAIRS] = seconds_per_call(lambda: pieces_by_pairs(degree, images))
    return Row(AREA, f"{task}, {degree:,} stickers", seconds_per_call(ours), theirs)
