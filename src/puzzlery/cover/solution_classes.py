"""Solution classes: solutions that symmetries carry to one another, named by the least one."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from puzzlery import _core

Block = NDArray[np.integer]
"""Solutions as rows of option numbers; -1 stands for nothing."""


def image_table(symmetries: Sequence[Sequence[int]] | Block, options: int) -> Block:
    """For every symmetry a row with the image of each option.

    A last column maps the number that stands for "no option" to itself.

    >>> image_table([[0, 1], [1, 0]], 2).tolist()
    [[0, 1, 2], [1, 0, 2]]
    """
    table = np.array(symmetries, dtype=np.int64).reshape(len(symmetries), options)
    return np.hstack([table, np.full((len(table), 1), options)])


def are_least(block: Block, table: Block) -> NDArray[np.bool_]:
    """For each solution, whether no symmetry carries it to one that comes before it.

    >>> swap = image_table([[0, 1, 2, 3], [1, 0, 3, 2]], 4)
    >>> are_least(np.array([[0, 3], [1, 2]]), swap).tolist()
    [True, False]
    """
    nothing = table.shape[1] - 1
    mine = np.sort(np.where(block < 0, nothing, block), axis=1)
    least = np.ones(len(mine), dtype=bool)
    for image in table:
        least &= ~_come_before(np.sort(image[mine], axis=1), mine)
    return least


def classes_of(blocks: Sequence[Block], images: Block) -> NDArray[np.int32]:
    """The least solution of each class, in order.

    A row of `images` tells for a symmetry where each option goes. Of each class there must be at
    least one solution.

    >>> swap = np.array([[0, 1, 2, 3], [1, 0, 3, 2]])
    >>> classes_of([np.array([[1, 2]]), np.array([[0, 3], [0, 2]])], swap).tolist()
    [[0, 2], [0, 3]]
    """
    width = max((block.shape[1] for block in blocks), default=1)
    if not width or not sum(map(len, blocks)):
        return np.zeros((min(1, sum(map(len, blocks))), width), dtype=np.int32)
    wide = [np.pad(b, ((0, 0), (width - b.shape[1], 0)), constant_values=-1) for b in blocks]
    rows = np.concatenate(wide).astype(np.int32)
    table = np.ascontiguousarray(images, dtype=np.int32)
    flat = _core.solution_classes(rows.tobytes(), width, table.tobytes(), table.shape[1])
    return np.frombuffer(flat, dtype=np.int32).reshape(-1, width)


def _come_before(one: Block, other: Block) -> NDArray[np.bool_]:
    """Row by row, whether one list of numbers comes before another."""
    if not one.shape[1]:
        return np.zeros(len(one), dtype=bool)
    differs = one != other
    first = differs.argmax(axis=1)
    rows = np.arange(len(one))
    return np.asarray(differs.any(axis=1) & (one[rows, first] < other[rows, first]))
