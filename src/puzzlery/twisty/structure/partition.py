"""Partitions of stickers: labels that say who belongs together, and the classes they stand for."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int64]


def classes(labels: Labels) -> list[frozenset[int]]:
    """The stickers of each label, in the order of their smallest.

    >>> [sorted(group) for group in classes(np.array([5, 2, 5]))]
    [[0, 2], [1]]
    """
    members: dict[int, list[int]] = {}
    for sticker, label in enumerate(labels.tolist()):
        members.setdefault(label, []).append(sticker)
    return [frozenset(group) for group in members.values()]


def labels_of(groups: Iterable[Iterable[int]], degree: int) -> Labels:
    """The number of each sticker's group; groups are numbered by their smallest sticker.

    >>> labels_of([[1], [0, 2]], 3).tolist()
    [0, 1, 0]
    """
    labels = np.zeros(degree, dtype=np.int64)
    for label, group in enumerate(sorted(map(sorted, groups))):
        labels[group] = label
    return labels


def joined(labels: Labels, groups: Iterable[Iterable[int]]) -> Labels:
    """The labels after the classes that each group of stickers touches have become one.

    >>> joined(np.array([0, 0, 1, 2, 3]), [[1, 2], [2, 4]]).tolist()
    [0, 0, 0, 2, 0]
    """
    labels = labels.copy()
    for group in groups:
        members = np.unique(labels[sorted(group)])
        labels[np.isin(labels, members)] = members[0]
    return labels


def merged(one: Labels, other: Labels) -> Labels:
    """The smallest sticker of each class, where classes of both partitions that overlap are one.

    >>> merged(np.array([0, 0, 1, 2, 3]), np.array([0, 1, 1, 2, 3])).tolist()
    [0, 0, 0, 3, 4]
    """
    merging = np.arange(len(one))
    while True:
        before = merging
        for labels in (one, other):
            smallest = np.full(labels.max(initial=0) + 1, len(labels))
            np.minimum.at(smallest, labels, merging)
            merging = smallest[labels]
        if np.array_equal(merging, before):
            return merging
