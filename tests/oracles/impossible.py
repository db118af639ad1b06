"""Arguments against a packing, found by adding up every choice of pieces one by one."""

from collections.abc import Iterator
from itertools import product
from typing import Any


def arguments(packing: Any) -> list[tuple[str, str]]:
    """The kind and the words of each argument, in the order in which they are told."""
    area = list(_area(packing))
    if area:
        return area
    lonely = list(_pieces(packing))
    colors = [] if lonely else list(_colors(packing))
    return [*lonely, *_cells(packing), *_regions(packing), *colors]


def _room(packing: Any, piece: Any) -> int:
    """How many copies of a piece the board has cells for, if they are allowed."""
    copies = 0
    while (copies + 1) * len(piece) <= len(packing.board.cells):
        copies += 1
    return copies if piece.high is None else min(copies, piece.high)


def _must_fill(packing: Any) -> set[Any]:
    taken = {cell for placement in packing.fixed for cell in placement.cells}
    return {cell for cell in packing.board.cells if cell not in packing.board.optional} | taken


def _area(packing: Any) -> Iterator[tuple[str, str]]:
    room, needed = len(packing.board.cells), len(_must_fill(packing))
    least = sum(piece.low * len(piece) for piece in packing.pieces)
    most = sum(_room(packing, piece) * len(piece) for piece in packing.pieces)
    choices = product(*(range(each.low, _room(packing, each) + 1) for each in packing.pieces))
    sizes = [len(piece) for piece in packing.pieces]
    totals = [sum(n * size for n, size in zip(each, sizes, strict=True)) for each in choices]
    if least > room:
        yield "area", f"The pieces have {least} cells, the board only {room}."
    elif most < needed:
        yield "area", f"The board has {needed} cells to fill, the pieces only {most}."
    elif not [total for total in totals if needed <= total <= room]:
        span = f"{needed} to {room}" if needed < room else str(room)
        yield "area", f"No choice of pieces has {span} cells in all."


def _pieces(packing: Any) -> Iterator[tuple[str, str]]:
    where = "beside the fixed pieces" if packing.fixed else "on the board"
    placed = {option.piece for option in packing.options()}
    for piece in packing.pieces:
        if piece.low > 0 and piece.id not in placed:
            yield "piece", f"Piece {piece.id} fits nowhere {where}."


def _cells(packing: Any) -> Iterator[tuple[str, str]]:
    covered = {cell for option in packing.options() for cell in option.cells}
    needed = _must_fill(packing)
    lost = [_place(packing, c) for c in packing.board.cells if c in needed and c not in covered]
    more = f" and {len(lost[3:])} more" if lost[3:] else ""
    if lost:
        yield "cell", f"No placement reaches the cell in {', '.join(lost[:3])}{more}."


def _place(packing: Any, cell: Any) -> str:
    layer, row, column = packing.board.spots[cell]
    flat = len({spot[0] for spot in packing.board.spots.values()}) == 1
    above = "" if flat else f"layer {1 + layer}, "
    return f"{above}row {1 + row}, column {1 + column}"


def _regions(packing: Any) -> Iterator[tuple[str, str]]:
    taken = {cell for placement in packing.fixed for cell in placement.cells}
    regions = _connected(packing.board.lattice, set(packing.board.cells) - taken)
    used = [placement.piece for placement in packing.fixed]
    left = [(each, _room(packing, each) - used.count(each.id)) for each in packing.pieces]
    left = [(piece, copies) for piece, copies in left if copies > 0]
    torn = any(len(_connected(p.shape.lattice, set(p.shape.cells))) > 1 for p, _ in left)
    if torn or (not taken and len(regions) == 1):
        return
    sizes = sorted({len(piece) for piece, _ in left})
    named = f"of {' or '.join(map(str, sizes))} cells" if sizes else "none"
    for region in regions:
        choices = product(*(range(copies + 1) for _, copies in left))
        lengths = [len(piece) for piece, _ in left]
        totals = [sum(n * size for n, size in zip(each, lengths, strict=True)) for each in choices]
        needed = len(region & _must_fill(packing))
        if not [total for total in totals if needed <= total <= len(region)]:
            size = "1 cell" if len(region) == 1 else f"{len(region)} cells"
            yield (
                "region",
                (
                    f"The empty region of {size} at {_place(packing, min(region))} is filled by no "
                    f"choice of the pieces left ({named})."
                ),
            )


def _connected(lattice: Any, cells: set[Any]) -> list[set[Any]]:
    """The regions of cells, that of the least cell first."""
    regions = []
    while cells:
        region = {min(cells)}
        while more := {n for cell in region for n in lattice.neighbors(cell)} & cells - region:
            region |= more
        regions.append(region)
        cells = cells - region
    return regions


def _colors(packing: Any) -> Iterator[tuple[str, str]]:
    """The first coloring whose numbers no choice of placements adds up to."""
    for name, palette, color in colorings(packing.board.lattice):

        def shown(cells: Any, palette: int = palette, color: Any = color) -> tuple[int, ...]:
            colors = [color(cell) for cell in cells]
            return tuple(colors.count(shade) for shade in range(palette))

        covers = {piece.id: set() for piece in packing.pieces}
        for option in packing.options():
            covers[option.piece].add(shown(option.cells))
        low, high = shown(_must_fill(packing)), shown(packing.board.cells)
        if not any(
            all(a <= b <= c for a, b, c in zip(low, total, high, strict=True))
            for total in _totals(packing, covers, (0,) * palette)
        ):
            goal = _sum(low) if low == high else f"{_sum(low)} up to {_sum(high)}"
            words = _covers(covers)
            text = f"Color the cells {name}: {goal}. {words}. No choice adds up to {goal}."
            yield "color", text
            return


def colorings(lattice: Any) -> list[tuple[str, int, Any]]:
    """The colorings of a lattice, in the order in which they are tried."""
    wide = 3 if lattice.name == "triangular" else 1
    stripes = [
        (f"in stripes across axis {axis}", 2, lambda c, a=axis: c[a - 1] // wide & 1)
        for axis in range(1, lattice.dimension + 1)
    ]
    if lattice.name == "triangular":
        return [("by the way the triangles point", 2, lambda c: c[0] % 3 == 2), *stripes]
    chess = [("like a chessboard", 2, lambda c: sum(c) & 1)]
    diagonals = [
        ("in three colors along one diagonal", 3, lambda c: sum(c) % 3),
        ("in three colors along the other diagonal", 3, lambda c: (2 * c[0] - sum(c)) % 3),
    ]
    plain = lattice.name in ("square", "cubic")
    return [*(chess if plain else []), *stripes, *diagonals]


def _totals(packing: Any, covers: Any, nothing: tuple[int, ...]) -> set[tuple[int, ...]]:
    """What the pieces cover together, each in each number of copies that it may have."""
    totals = {nothing}
    for piece in packing.pieces:
        copies = [totals]
        for _ in range(_room(packing, piece)):
            copies.append(
                {
                    tuple(a + b for a, b in zip(before, cover, strict=True))
                    for before in copies[-1]
                    for cover in covers[piece.id]
                }
            )
        totals = set().union(*copies[piece.low :])
    return totals


def _sum(counts: tuple[int, ...]) -> str:
    return " + ".join(str(count) for count in counts)


def _covers(covers: dict[str, set[tuple[int, ...]]]) -> str:
    """Pieces that cover the same together; the largest such group comes last, as the others."""
    groups: list[tuple[set[tuple[int, ...]], list[str]]] = []
    for name, found in covers.items():
        for known, names in groups:
            if known == found:
                names.append(name)
                break
        else:
            groups.append((found, [name]))
    groups.sort(key=lambda group: len(group[1]))
    words = []
    for found, names in groups:
        amounts = " or ".join(map(_sum, sorted(found))) or "nothing"
        verb = "covers" if len(names) == 1 else "cover"
        last = len(words) == len(groups) - 1 and len(groups) > 1
        words.append(
            f"every other piece {amounts}" if last else f"{', '.join(names)} {verb} {amounts}"
        )
    return ", ".join(words)
