"""Piece bodies as data: convex parts with flat sides, and the geometry that they share."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from puzzlery.render.plane import Floats, clipped


@dataclass(frozen=True, eq=False)
class BodySide:
    """A flat side of a body, counter-clockwise seen from outside.

    `place` is that of the sticker it is, −1 for a cut through the inside. `hidden` are the numbers
    of the edges beyond which the same piece goes on.
    """

    outline: Floats
    normal: Floats
    place: int = -1
    hidden: frozenset[int] = frozenset()


@dataclass(frozen=True, eq=False)
class PieceBody:
    """A convex part of a piece: the number of the piece, a point inside, and the sides.

    `layers` are its layers on each axis of a cut puzzle, else empty.
    """

    piece: int
    middle: Floats
    sides: tuple[BodySide, ...]
    layers: tuple[int, ...] = ()


class EdgeSet:
    """The edges of some outlines, to find out which edges of others run along them."""

    def __init__(self, outlines: Sequence[Floats], size: float) -> None:
        ends = [np.stack([line, np.roll(line, -1, axis=0)], axis=1) for line in outlines]
        self.edges = np.concatenate([np.zeros((0, 2, 3)), *ends])
        self.slack = 1e-6 * size

    def hide(self, side: BodySide) -> BodySide:
        """The side, with those of its edges hidden that lie on edges of the set all along."""
        level = np.abs((self.edges - side.outline[0]) @ side.normal).max(axis=1) < self.slack
        ahead = np.roll(side.outline, -1, axis=0)
        on = [
            _lie_on(side.outline + part * (ahead - side.outline), self.edges[level], self.slack)
            for part in (0.1, 0.5, 0.9)
        ]
        return replace(side, hidden=frozenset(np.flatnonzero(np.all(on, axis=0)).tolist()))


def _lie_on(points: Floats, segments: Floats, slack: float) -> NDArray[np.bool_]:
    """For each point whether it lies on one of the segments."""
    starts, along = segments[:, 0], segments[:, 1] - segments[:, 0]
    spokes = points[:, None] - starts[None]
    lengths = np.maximum(np.einsum("ij,ij->i", along, along), slack**2)
    steps = np.clip(np.einsum("pij,ij->pi", spokes, along) / lengths, 0.0, 1.0)
    apart = np.abs(spokes - steps[:, :, None] * along).max(axis=2)
    return np.asarray(apart.min(axis=1, initial=np.inf) < slack)


def clipped_by(outline: Floats, normals: Floats, offsets: Floats) -> Floats:
    """The part of a convex outline behind all of some planes."""
    heights = outline @ normals.T - offsets
    for number in np.flatnonzero(heights.max(axis=0, initial=0.0) > 0):
        if not len(outline):
            break
        outline = clipped(outline, normals[number], float(offsets[number]))
    return outline
