"""Separations written into BurrTools files: where each piece is after each move."""

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, SubElement

from puzzlery.formats.packings.burr_grids import BurrGrid
from puzzlery.packings.apart.axes import Vector, shifted
from puzzlery.packings.apart.disassembly import Disassembly, Parting, Slide
from puzzlery.packings.model.lattice import Cell, Lattice, added

# BurrTools puts a piece that is removed so many steps away from where it was.
_REMOVED = 20_000


def write_separation(
    parent: Element, found: Disassembly, grid: BurrGrid, numbered: Sequence[tuple[int, Cell]]
) -> None:
    """Append how an assembly comes apart.

    `numbered` tells for each placement of the solution the number of its piece in the file, and
    where its hotspot is in the assembly.
    """
    if found.root is None:
        return
    numbers = [number for number, _ in numbered]
    places = {piece: place for piece, (_, place) in enumerate(numbered)}
    lattice = found.solution.packing.board.lattice
    cell = found.solution.placements[0].cells[0]
    _Writer(grid, lattice, cell, numbers).write(parent, found.root, places, None)


class _Writer:
    def __init__(
        self, grid: BurrGrid, lattice: Lattice, cell: Cell, numbers: Sequence[int]
    ) -> None:
        self._grid, self._lattice, self._cell, self._numbers = grid, lattice, cell, numbers

    def write(
        self, parent: Element, parting: Parting, places: dict[int, Cell], kind: str | None
    ) -> None:
        """A separation, then that of the pieces that leave, then that of those that stay."""
        element = SubElement(parent, "separation", {"type": kind} if kind else {})
        listed = SubElement(element, "pieces", count=str(len(parting.pieces)))
        listed.text = " ".join(str(self._numbers[piece]) for piece in parting.pieces)
        now = {piece: places[piece] for piece in parting.pieces}
        _write_state(element, now.values())
        for slide in parting.slides:
            before, now = now, self._after(now, slide)
            _write_state(element, now.values())
        for part, name in ((parting.leaving, "removed"), (parting.staying, "left")):
            if part is not None:
                self.write(element, part, before, name)

    def _after(self, now: dict[int, Cell], slide: Slide) -> dict[int, Cell]:
        x, y, z = self._in_voxels(slide.step)
        steps = slide.steps or _REMOVED
        shift = (steps * x, steps * y, steps * z)
        return {
            piece: added(place, shift) if piece in slide.pieces else place
            for piece, place in now.items()
        }

    def _in_voxels(self, step: Vector) -> Cell:
        """A translation of the lattice, as the file counts it."""
        start = self._grid.to_voxel(self._cell)
        end = self._grid.to_voxel(shifted(self._lattice, self._cell, step))
        return tuple(b - a for a, b in zip(start, end, strict=True))


def _write_state(parent: Element, places: Iterable[Cell]) -> None:
    """Where the hotspots are: all x, all y, all z."""
    state = SubElement(parent, "state")
    for tag, row in zip(("dx", "dy", "dz"), zip(*places, strict=True), strict=True):
        SubElement(state, tag).text = " ".join(map(str, row))
