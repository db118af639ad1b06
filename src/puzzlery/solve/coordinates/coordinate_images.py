"""Images of coordinates: what a symmetry makes of each value, found from the moves alone.

A symmetry t carries the move m to another move m′. If the value of a transformed state follows
from the value of the state, by a map c, then c(value after m) = c(value) after m′. From the solved
value, which t keeps, this gives c value by value; and if no two ways to a value disagree, c is
right for every state that moves reach. So this is a proof, not a sample.
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from puzzlery.twisty.structure.symmetry import Symmetry

if TYPE_CHECKING:
    from puzzlery.solve.coordinates.coordinate import Coordinate

NONE = -1


def image_under(
    coordinate: "Coordinate", other: "Coordinate", symmetry: Symmetry
) -> NDArray[np.uint32] | None:
    """For each value that of the other coordinate on transformed states; None if there is no map.

    A value that moves never reach is transformed by way of its state.

    >>> from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    >>> from puzzlery.twisty.geometry import cube
    >>> eo = named_coordinate(cube(3), "eo-fb")
    >>> sum(image_under(eo, eo, t) is not None for t in cube(3).symmetries())
    16
    """
    under = coordinate.moves.under(symmetry.stickers)
    if under is None or other.size != coordinate.size or other.moves != coordinate.moves:
        return None
    moved, seen = coordinate.transitions, other.transitions[:, list(under)]
    column = _followed(moved, seen, coordinate.solved, other.solved)
    reached = np.flatnonzero(column != NONE)
    if not np.array_equal(column[moved[reached]], seen[column[reached]]):
        return None
    for i in np.flatnonzero(column == NONE).tolist():
        permutation = coordinate.state(i).permutation.conjugate(symmetry.stickers)
        column[i] = other.indices(permutation.array[None])[0]
    if not np.array_equal(np.bincount(column, minlength=len(column)), np.ones(len(column))):
        return None
    return column.astype(np.uint32)


def _followed(
    moved: NDArray[np.uint32], seen: NDArray[np.uint32], start: int, image: int
) -> NDArray[np.int64]:
    """The images of all values that moves reach, each from the first way to it."""
    column = np.full(len(moved), NONE, dtype=np.int64)
    column[start] = image
    layer = np.array([start])
    while layer.size:
        after, images = moved[layer].ravel(), seen[column[layer]].ravel()
        fresh = column[after] == NONE
        layer, first = np.unique(after[fresh], return_index=True)
        column[layer] = images[fresh][first]
    return column
