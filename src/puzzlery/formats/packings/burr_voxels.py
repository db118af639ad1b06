"""Voxels of BurrTools files: the text of a shape as cells of a lattice."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree.ElementTree import Element

from puzzlery.errors import PuzzleryError
from puzzlery.formats.packings.burr_grids import BurrGrid
from puzzlery.packings.model.board import MAX_CELLS
from puzzlery.packings.model.lattice import Cell

_VOXEL = re.compile(r"([#+_])(\d{0,4})")
# BurrTools stores the box around a shape, which may be mostly empty.
MOST_VOXELS = 50 * MAX_CELLS


class VoxelMark(NamedTuple):
    """What a voxel says: whether it may stay empty, and the number of its color, "" for none."""

    variable: bool
    color: str


@dataclass(frozen=True, slots=True)
class BurrShape:
    """The cells of a shape with their marks, and its hotspot: the voxel that stands for it."""

    cells: Mapping[Cell, VoxelMark]
    hotspot: Cell


def whole(element: Element, key: str) -> int:
    """The whole number that an attribute gives.

    >>> whole(Element("shape", id="3"), "id")
    3
    """
    text = element.get(key, "")
    if not re.fullmatch(r"\d{1,10}", text):
        raise PuzzleryError(f'<{element.tag}> has {key}="{text}"; expected a whole number')
    return int(text)


def burr_shape(element: Element, grid: BurrGrid, name: str) -> BurrShape:
    """The shape that a voxel element tells, x running fastest, then y, then z.

    >>> from puzzlery.formats.packings.burr_grids import grid_of_kind
    >>> element = Element("voxel", x="2", y="1", z="1")
    >>> element.text = "#2+"
    >>> burr_shape(element, grid_of_kind("0"), "bar").cells
    {(0, 0, 0): VoxelMark(variable=False, color='2'), (0, 0, 1): VoxelMark(variable=True, color='')}
    """
    width, height, depth = (whole(element, axis) for axis in "xyz")
    if not 0 < width * height * depth <= MOST_VOXELS:
        raise PuzzleryError(f"shape {name} is {width} × {height} × {depth} voxels large")
    text = "".join((element.text or "").split())
    found = list(_VOXEL.finditer(text))
    if sum(len(each[0]) for each in found) < len(text):
        wrong = _VOXEL.sub("", text)[:1]
        raise PuzzleryError(f'shape {name} has the voxel "{wrong}"; expected #, + or _')
    if len(found) != width * height * depth:
        raise PuzzleryError(
            f"shape {name} has {len(found)} voxels; expected {width * height * depth}"
        )
    cells: dict[Cell, VoxelMark] = {}
    for index, each in enumerate(found):
        rest, x = divmod(index, width)
        z, y = divmod(rest, height)
        if each[1] != "_":
            color = each[2].lstrip("0")
            cells[_cell(grid, (x, y, z), name)] = VoxelMark(each[1] == "+", color)
    hotspot = tuple(_signed(element, key) for key in ("hx", "hy", "hz"))
    return BurrShape(cells, hotspot)


def _cell(grid: BurrGrid, voxel: Cell, name: str) -> Cell:
    cell = grid.to_cell(voxel)
    if not grid.lattice.holds(cell):
        raise PuzzleryError(
            f"shape {name} has a voxel at {voxel}, where the grid of {grid.name} has none"
        )
    return cell


def _signed(element: Element, key: str) -> int:
    text = element.get(key, "0") or "0"
    if not re.fullmatch(r"-?\d{1,9}", text):
        raise PuzzleryError(f'<{element.tag}> has {key}="{text}"; expected a whole number')
    return int(text)
