"""Pieces that look alike: exchanges of stickers that change nothing that one sees."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import factorial, prod

from puzzlery.core.permutation import Permutation
from puzzlery.groups import PermGroup
from puzzlery.groups import blocks as blocks_of
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.structure.pieces import piece_labels


def exchanges(puzzle: Puzzle, group: PermGroup) -> list[Permutation]:
    """3-cycles and double swaps of single stickers of one color that belong to the group.

    Whatever they generate keeps the coloring. The 3x3x3 has no two pieces alike; the four centers
    of a face of the 4x4x4 give four 3-cycles, and two swaps of two faces at once:

    >>> from puzzlery.twisty.geometry import cube
    >>> exchanges(cube(3), cube(3).group)
    []
    >>> all(cube(4).group.contains(p) for p in exchanges(cube(4), cube(4).group))
    True
    """
    classes = _alike(puzzle, group)
    candidates = [*_cycles(puzzle.degree, classes), *_swaps(puzzle.degree, classes)]
    return [candidate for candidate in candidates if group.contains(candidate)]


def color_group(puzzle: Puzzle, group: PermGroup) -> PermGroup:
    """The subgroup that the exchanges generate: none of its elements changes the coloring.

    >>> from puzzlery.twisty.geometry import cube
    >>> color_group(cube(3), cube(3).group).order
    1
    >>> color_group(cube(4), cube(4).group).order == 24**6 // 2
    True
    """
    return PermGroup(exchanges(puzzle, group), degree=puzzle.degree)


def most_exchanges(puzzle: Puzzle, group: PermGroup) -> int:
    """A bound of the order of `color_group` for this group and all its subgroups.

    >>> from puzzlery.twisty.geometry import cube
    >>> most_exchanges(cube(4), cube(4).group) == 24**6
    True
    """
    return prod(factorial(len(found)) for found in _alike(puzzle, group))


def _alike(puzzle: Puzzle, group: PermGroup) -> list[list[int]]:
    """Stickers of one color in one orbit, each of them a whole piece."""
    colors = puzzle.solved_colors
    labels = piece_labels(puzzle).tolist()
    single = {label for label in labels if labels.count(label) == 1}
    classes = []
    for orbit in blocks_of.orbits(puzzle.degree, group.generators):
        by_color: dict[object, list[int]] = {}
        for sticker in sorted(orbit):
            if labels[sticker] in single:
                by_color.setdefault(colors[sticker], []).append(sticker)
        classes += [found for found in by_color.values() if len(found) > 1]
    return classes


def _cycles(degree: int, classes: Sequence[Sequence[int]]) -> Iterator[Permutation]:
    for found in classes:
        for a, b, c in zip(found, found[1:], found[2:], strict=False):
            yield Permutation.from_cycles([[a, b, c]], degree)


def _swaps(degree: int, classes: Sequence[Sequence[int]]) -> Iterator[Permutation]:
    for first, second in pairwise(classes):
        yield Permutation.from_cycles([first[:2], second[:2]], degree)
    for found in classes:
        yield Permutation.from_cycles([found[:2]], degree)
        for a, b in combinations([found[k : k + 2] for k in range(0, len(found) - 1, 2)], 2):
            yield Permutation.from_cycles([a, b], degree)
