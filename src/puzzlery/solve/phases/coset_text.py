"""Coset text: coordinates of cosets as plain data for the store, and back."""

from collections.abc import Sequence
from typing import Any

from puzzlery.core.permutation import Permutation
from puzzlery.core.progress import Clock
from puzzlery.solve.phases.coset_coordinate import MOST_VALUES, CosetCoordinate
from puzzlery.solve.phases.coset_parts import CosetPart


def written_parts(coordinate: CosetCoordinate) -> list[Any]:
    """The parts of a coordinate as lists, numbers and texts.

    >>> from puzzlery.twisty.geometry import cube
    >>> from puzzlery.solve.phases.chain_finder import phases
    >>> [phase] = phases(cube(2)).phases
    >>> [len(points) for points, _, _ in written_parts(phase.coordinate)]
    [21, 21]
    """
    return [
        [part.points, part.labels.hex(), [[base, element.hex()] for base, element in part.levels]]
        for part in coordinate.parts
    ]


def read_parts(
    data: Sequence[Any], moves: Sequence[Permutation], index: int, clock: Clock
) -> CosetCoordinate:
    """The coordinate that `written_parts` wrote, of so many cosets.

    >>> from puzzlery.twisty.geometry import cube
    >>> from puzzlery.solve.phases.chain_finder import phases
    >>> [phase] = phases(cube(2)).phases
    >>> moves = phase.moves.group.generators
    >>> again = read_parts(written_parts(phase.coordinate), moves, phase.index, Clock(None))
    >>> again.sizes == phase.coordinate.sizes
    True
    """
    parts = tuple(
        CosetPart(
            tuple(points), bytes.fromhex(labels), tuple((b, bytes.fromhex(e)) for b, e in levels)
        )
        for points, labels, levels in data
    )
    spaces = [part.space(moves, MOST_VALUES, clock) for part in parts]
    return CosetCoordinate(parts, tuple(space for space in spaces if space is not None), index)
