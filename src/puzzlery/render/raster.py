"""Rasters: patches and squares as rows of cells, for pictures made of characters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlery.render.plane import Floats, area, contains

Cells = NDArray[np.int64]
"""Numbers by row and column, −1 in empty cells."""


@dataclass(frozen=True, eq=False)
class SquareGrid:
    """Squares in one grid, as in the net of a cube: a place in each cell, and the first columns
    and rows of faces.

    >>> unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=float)
    >>> grid = square_grid([(0, unit), (1, unit + [1, 0])], [[0], [1]])
    >>> grid.places.tolist(), sorted(grid.columns)
    ([[0, 1]], [0, 1])
    """

    places: Cells
    columns: frozenset[int]
    rows: frozenset[int]


def raster(outlines: Sequence[Floats], box: Floats, width: int, tall: float = 1.0) -> Cells:
    """For each cell of a box the number of the last outline over its middle.

    The box is given by its lower left and its upper right corner. A cell is `tall` times as
    high as it is wide; y goes up in the outlines, rows go down.

    >>> corner = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=float)
    >>> raster([corner], np.array([[0.0, 0.0], [2.0, 2.0]]), 2).tolist()
    [[-1, -1], [0, -1]]
    """
    low, high = box
    cell = float(high[0] - low[0]) / width
    height = max(1, round(float(high[1] - low[1]) / (cell * tall)))
    x = low[0] + cell * (np.arange(width) + 0.5)
    y = high[1] - float(high[1] - low[1]) / height * (np.arange(height) + 0.5)
    cells = np.full((height, width), -1, dtype=np.int64)
    for number, outline in enumerate(outlines):
        inside_x = np.flatnonzero((x >= outline[:, 0].min()) & (x <= outline[:, 0].max()))
        inside_y = np.flatnonzero((y >= outline[:, 1].min()) & (y <= outline[:, 1].max()))
        if inside_x.size and inside_y.size:
            window = np.ix_(inside_y, inside_x)
            hit = contains(outline, x[inside_x][None, :], y[inside_y][:, None])
            cells[window] = np.where(hit, number, cells[window])
    return cells


def bounds(outlines: Sequence[Floats]) -> Floats:
    """The box around outlines: its lower left and its upper right corner.

    >>> bounds([np.array([[0.0, 1.0], [2.0, 3.0]])]).tolist()
    [[0.0, 1.0], [2.0, 3.0]]
    """
    points = np.concatenate(outlines)
    return np.array([points.min(axis=0), points.max(axis=0)])


def square_grid(
    outlines: Sequence[tuple[int, Floats]], groups: Iterable[Sequence[int]]
) -> SquareGrid | None:
    """The grid that square outlines of one size form; None when they form none.

    >>> unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=float)
    >>> square_grid([(0, unit), (1, unit + 0.5)], [[0], [1]]) is None
    True
    """
    if not outlines:
        return None
    lows = np.array([outline.min(axis=0) for _, outline in outlines])
    highs = np.array([outline.max(axis=0) for _, outline in outlines])
    side = float(highs[0, 0] - lows[0, 0])
    slack = 1e-3 * side
    areas = np.array([abs(area(outline)) for _, outline in outlines])
    steps = (lows - lows.min(axis=0)) / side
    square = (np.abs(highs - lows - side) < slack).all() and (
        np.abs(areas - side**2) < slack * side
    ).all()
    if not square or (np.abs(steps - np.round(steps)) > 1e-3).any():
        return None
    at = np.round(steps).astype(np.int64)
    at[:, 1] = at[:, 1].max() - at[:, 1]
    places = np.full((at[:, 1].max() + 1, at[:, 0].max() + 1), -1, dtype=np.int64)
    places[at[:, 1], at[:, 0]] = [place for place, _ in outlines]
    home = {place: cell for (place, _), cell in zip(outlines, at.tolist(), strict=True)}
    starts = [np.min([home[place] for place in group], axis=0).tolist() for group in groups]
    return SquareGrid(places, frozenset(x for x, _ in starts), frozenset(y for _, y in starts))
