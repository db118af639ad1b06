"""Bounds on the length of a sequence that parts two stickers: one that holds, one that does not."""

from typing import TYPE_CHECKING

import numpy as np

from puzzlery.twisty.structure.pieces import by_rules

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle


def order_sum(puzzle: "Puzzle", *, inverses: bool = True) -> int:
    """The sum of the orders of the moves, or of half of them, rounded up, with inverses.

    It looks as if it bounded the length of the sequences that rule 3 needs, since after so many
    turns of one move everything is where it was. But it does not: on `zigzag` in docs/pieces.md
    the sum is 3, and 100 moves are needed. See `longest_separation` for a bound that holds.

    >>> import puzzlery
    >>> order_sum(puzzlery.puzzle("2x2x2")), order_sum(puzzlery.puzzle("2x2x2"), inverses=False)
    (12, 24)
    """
    orders = [move.order for move in puzzle.moves.values()]
    return sum(-(-order // 2) if inverses else order for order in orders)


def longest_separation(puzzle: "Puzzle") -> int:
    """The most moves that rule 3 needs to part two stickers: n − k + 1.

    n is the number of stickers, k the number of classes that rule 1 gives. As long as longer
    sequences part more, each further move makes at least one class more, and there are at most
    n of them (Moore, 1956).

    >>> import puzzlery
    >>> longest_separation(puzzlery.puzzle("2x2x2"))  # rule 1 alone gives 8 classes
    17
    """
    classes = len(np.unique(by_rules(puzzle, frozenset({1}))))
    return puzzle.degree - classes + 1
