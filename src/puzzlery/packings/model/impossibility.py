"""Impossibility: short arguments that prove that a packing has no solution, in words."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from puzzlery.packings.model.lattice import Cell, Lattice
from puzzlery.packings.model.piece import Piece

if TYPE_CHECKING:
    from puzzlery.packings.model.packing import Packing
    from puzzlery.packings.model.placement_table import OptionRows

# Sums of colors that are tracked; more would take longer than the quick answer is worth.
MAX_COLOR_SUMS = 20_000


@dataclass(frozen=True, slots=True)
class Impossibility:
    """An argument that there is no solution: its kind in one word, and its text.

    >>> from puzzlery.packings.catalog import packing
    >>> [reason.kind for reason in reasons(packing("pentominoes", "7x9"))]
    ['area']
    >>> [reason.kind for reason in reasons(packing("tetrominoes", "4x5"))]
    ['color']
    """

    kind: str
    text: str

    def __str__(self) -> str:
        return self.text


def reasons(packing: "Packing") -> list[Impossibility]:
    """Quick arguments against a solution; that none is found does not mean that there is one.

    >>> from puzzlery.packings.catalog import packing
    >>> for reason in reasons(packing("tetrominoes", "4x5")):
    ...     print(reason)
    Color the cells like a chessboard: 10 + 10. T covers 1 + 3 or 3 + 1, every other piece 2 + 2.
    No choice adds up to 10 + 10.
    """
    return list(_proofs(packing))


def _proofs(packing: "Packing") -> Iterator[Impossibility]:
    area = list(_area(packing))
    if area:
        # Nothing else need be looked at, and on a large board the placements take a while.
        yield from area
        return
    without_place = list(_pieces_without_place(packing))
    yield from without_place
    yield from _cells_out_of_reach(packing)
    yield from _regions(packing)
    if not without_place:
        yield from _colorings(packing)


def _area(packing: "Packing") -> Iterator[Impossibility]:
    """The cells of the pieces and of the board do not match."""
    board = packing.board
    room = len(board)
    needed = len(packing.required)
    if packing.hole_cells():
        needed = max(needed, room - (packing.most_holes or 0))
    least = sum(piece.low * len(piece) for piece in packing.pieces)
    most = sum(piece.most(room) * len(piece) for piece in packing.pieces)
    if least > room:
        yield Impossibility("area", f"The pieces have {least} cells, the board only {room}.")
    elif most < needed:
        yield Impossibility(
            "area", f"The board has {needed} cells to fill, the pieces only {most}."
        )
    elif not any(needed <= total <= room for total in _totals(packing.pieces, room)):
        yield Impossibility("area", f"No choice of pieces has {_span(needed, room)} cells in all.")


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _totals(pieces: Sequence[Piece], room: int) -> set[int]:
    """The numbers of cells that the pieces can have in all, up to the room that there is."""
    totals = {0}
    for piece in pieces:
        counts = range(piece.low, piece.most(room) + 1)
        totals = {
            total + count * len(piece)
            for total in totals
            for count in counts
            if total + count * len(piece) <= room
        }
    return totals


def _pieces_without_place(packing: "Packing") -> Iterator[Impossibility]:
    placed = np.bincount(packing.option_rows.piece, minlength=len(packing.pieces))
    for piece, count in zip(packing.pieces, placed.tolist(), strict=True):
        if piece.low and not count:
            where = "beside the fixed pieces" if packing.fixed else "on the board"
            yield Impossibility("piece", f"Piece {piece.id} fits nowhere {where}.")


def _cells_out_of_reach(packing: "Packing") -> Iterator[Impossibility]:
    counts = np.bincount(packing.option_rows.cell, minlength=len(packing.board))
    missed = {packing.sorted_cells[number] for number in np.flatnonzero(counts == 0).tolist()}
    missed &= packing.required
    if missed:
        lost = [cell for cell in packing.board.cells if cell in missed]
        places = ", ".join(place_in_words(packing, cell) for cell in lost[:3])
        more = f" and {len(lost) - 3} more" if len(lost) > 3 else ""
        yield Impossibility("cell", f"No placement reaches the cell in {places}{more}.")


def place_in_words(packing: "Packing", cell: Cell) -> str:
    """Where a cell is written on the board.

    >>> from puzzlery.packings.catalog import packing as puzzle
    >>> place_in_words(puzzle("soma", "3x3x3"), (0, 1, 2))
    'layer 1, row 2, column 3'
    """
    layer, row, column = packing.board.spots[cell]
    place = f"row {row + 1}, column {column + 1}"
    return f"layer {layer + 1}, {place}" if packing.board.depth > 1 else place


def _regions(packing: "Packing") -> Iterator[Impossibility]:
    """An empty region that no choice of the pieces left can fill."""
    taken = {cell for each in packing.fixed for cell in each.cells}
    left = _remaining_pieces(packing)
    if not all(piece.shape.is_connected for piece in left):
        return
    parts = packing.board.parts(taken)
    if not taken and len(parts) == 1:
        return
    for part in parts:
        needed = len(part & packing.required)
        if not any(needed <= total <= len(part) for total in _totals(left, len(part))):
            place = place_in_words(packing, min(part))
            size = f"{len(part)} cell{'s' * (len(part) > 1)}"
            yield Impossibility(
                "region", f"The empty region of {size} at {place} is filled by no choice of the "
                f"pieces left ({_sizes(left)}).",
            )  # fmt: skip


def _remaining_pieces(packing: "Packing") -> list[Piece]:
    """The pieces that are not fixed, each as one that may be used or not."""
    used = Counter(each.piece for each in packing.fixed)
    room = len(packing.board)
    return [
        Piece(piece.id, piece.shape, 0, piece.most(room) - used[piece.id], piece.mirrors)
        for piece in packing.pieces
        if piece.most(room) > used[piece.id]
    ]


def _sizes(pieces: Sequence[Piece]) -> str:
    sizes = sorted({len(piece) for piece in pieces})
    return "of " + " or ".join(map(str, sizes)) + " cells" if sizes else "none"


CellColoring = tuple[str, int, Callable[[Cell], int]]


def _colorings_of(lattice: Lattice) -> list[CellColoring]:
    """Ways to color the cells of a lattice: the name, the number of colors, the color."""
    axes = range(lattice.dimension)
    stripes: list[CellColoring] = [
        (f"in stripes across axis {axis + 1}", 2, lambda c, a=axis: c[a] // lattice.period % 2)  # type: ignore[misc]
        for axis in axes
    ]
    if lattice.name == "triangular":
        points: CellColoring = ("by the way the triangles point", 2, lambda c: c[0] % 3 - 1)
        return [points, *stripes]
    diagonal: list[CellColoring] = [
        ("in three colors along one diagonal", 3, lambda c: sum(c) % 3),
        ("in three colors along the other diagonal", 3, lambda c: (c[0] - sum(c[1:])) % 3),
    ]
    if lattice.name in ("square", "cubic"):
        chess: CellColoring = ("like a chessboard", 2, lambda c: sum(c) % 2)
        return [chess, *stripes, *diagonal]
    return [*stripes, *diagonal]


def _colorings(packing: "Packing") -> Iterator[Impossibility]:
    """Colors of the cells that the pieces cannot add up to."""
    rows = packing.option_rows
    for name, count, color in _colorings_of(packing.board.lattice):
        units = np.array([_UNIT ** color(cell) for cell in packing.sorted_cells], dtype=np.int64)
        reason = _by_coloring(packing, name, count, units, _covers(packing, rows, units))
        if reason is not None:
            yield reason
            return


# How many cells of each color, packed into one number: color k counts in units of _UNIT ** k,
# so that adding up numbers adds up all colors at once.
_UNIT = 1 << 20
ColorCounts = tuple[int, ...]


def _covers(
    packing: "Packing", rows: "OptionRows", units: NDArray[np.int64]
) -> dict[str, NDArray[np.int64]]:
    """For each piece the different colors that its placements cover."""
    if not len(rows):
        return {piece.id: np.zeros(0, dtype=np.int64) for piece in packing.pieces}
    sums = np.add.reduceat(units[rows.cell], rows.start[:-1])
    ends = np.searchsorted(rows.piece, np.arange(len(packing.pieces) + 1))
    return {
        piece.id: np.unique(sums[ends[number] : ends[number + 1]])
        for number, piece in enumerate(packing.pieces)
    }


def _by_coloring(
    packing: "Packing",
    name: str,
    count: int,
    units: NDArray[np.int64],
    covers: Mapping[str, NDArray[np.int64]],
) -> Impossibility | None:
    needed = np.array([cell in packing.required for cell in packing.sorted_cells])
    low, high = _unpacked(int(units[needed].sum()), count), _unpacked(int(units.sum()), count)
    sums = _sums(packing, covers)
    if sums is None or _some_between(low, sums, high):
        return None
    goal = _plus(low) if low == high else f"{_plus(low)} up to {_plus(high)}"
    shown = {
        piece: {_unpacked(each, count) for each in ways.tolist()} for piece, ways in covers.items()
    }
    return Impossibility(
        "color",
        f"Color the cells {name}: {goal}. {_covers_in_words(shown)}. No choice adds up to {goal}.",
    )


def _unpacked(number: int, count: int) -> ColorCounts:
    return tuple(number // _UNIT**shade % _UNIT for shade in range(count))


def _sums(packing: "Packing", covers: Mapping[str, NDArray[np.int64]]) -> NDArray[np.int64] | None:
    """All that the pieces can cover together, color by color; None if that is too many."""
    nothing = np.zeros(1, dtype=np.int64)
    sums = nothing
    for piece in packing.pieces:
        layer = sums
        total = [sums] if piece.low == 0 else []
        for number in range(1, piece.most(len(packing.board)) + 1):
            layer = np.unique(np.add.outer(layer, covers[piece.id]))
            total += [layer] if number >= piece.low else []
            if sum(map(len, total)) + len(layer) > MAX_COLOR_SUMS:
                return None
        sums = total[0] if len(total) == 1 else np.unique(np.concatenate([nothing[:0], *total]))
    return sums


def _some_between(low: ColorCounts, sums: NDArray[np.int64], high: ColorCounts) -> bool:
    """Whether one of the sums has from `low` to `high` cells of each color."""
    within = np.ones(len(sums), dtype=bool)
    for shade, (least, most) in enumerate(zip(low, high, strict=True)):
        counts = sums // _UNIT**shade % _UNIT
        within &= (least <= counts) & (counts <= most)
    return bool(within.any())


def _plus(vector: ColorCounts) -> str:
    return " + ".join(map(str, vector))


def _covers_in_words(covers: Mapping[str, set[ColorCounts]]) -> str:
    """What each piece covers, equal ones taken together and the most common last."""
    ways: dict[tuple[ColorCounts, ...], list[str]] = {}
    for name, vectors in covers.items():
        ways.setdefault(tuple(sorted(vectors)), []).append(name)
    ordered = sorted(ways.items(), key=lambda entry: len(entry[1]))
    shown = [
        f"{', '.join(names)} {'cover' if len(names) > 1 else 'covers'} {_alternatives(vectors)}"
        for vectors, names in ordered
    ]
    if len(ordered) > 1:
        shown[-1] = f"every other piece {_alternatives(ordered[-1][0])}"
    return ", ".join(shown)


def _alternatives(vectors: Sequence[ColorCounts]) -> str:
    return " or ".join(map(_plus, vectors)) or "nothing"
