"""Fixed placements: pieces that already lie on the board, under whatever names they have there."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from puzzlery.errors import InvalidPuzzle, PuzzleryError
from puzzlery.packings.model.cell_drawing import layers
from puzzlery.packings.model.lattice import Cell, Spot
from puzzlery.packings.model.piece import LETTERS, Piece
from puzzlery.packings.model.placement import Placement
from puzzlery.packings.model.shape import Shape

if TYPE_CHECKING:
    from puzzlery.packings.model.packing import Packing

FixedLike = str | Mapping[Any, Any] | Iterable[Any]
EMPTY = (None, 0, "", ".", "_", " ")


class InconsistentFixed(InvalidPuzzle):
    """Fixed placements that cannot all be there; `reasons` holds everything that is wrong.

    >>> from puzzlery.packings.catalog import packing
    >>> packing({"a": "X", "b": "X.\\nXX"}, "2x2").with_fixed("bb")
    Traceback (most recent call last):
    puzzlery.packings.model.fixed.InconsistentFixed: the fixed placements cannot stand:
    - the 2 cells of "b" have the shape of no piece
    """

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons = tuple(reasons)
        super().__init__(
            "the fixed placements cannot stand:\n" + "\n".join(f"- {r}" for r in reasons)
        )


@dataclass(frozen=True)
class Fixed:
    """Placements that were recognized, and the names by which they and other pieces are shown.

    >>> from puzzlery.packings.catalog import packing
    >>> fixed = read_fixed("o.", packing({"a": "X", "b": "X.\\nXX"}, "2x2"))
    >>> print(*fixed.placements)
    a on (0, 0)
    >>> fixed.labels
    {Placement(piece='a', cells=((0, 0),)): 'o'}
    """

    placements: tuple[Placement, ...]
    labels: Mapping[Placement | str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Group:
    """Cells that a person gave one name."""

    label: str
    cells: tuple[Cell, ...]


def read_fixed(given: FixedLike, packing: "Packing") -> Fixed:
    """The placements that are given, each recognized as a piece, or every reason against them.

    >>> from puzzlery.packings.catalog import packing
    >>> puzzle = packing({"a": "X", "b": "X.\\nXX"}, "2x2")
    >>> print(*read_fixed([["a", 0], [0, 0]], puzzle).placements)
    a on (0, 0)
    >>> print(*read_fixed({"b": [(0, 1), (1, 0), (1, 1)]}, puzzle).placements)
    b on (0, 1) (1, 0) (1, 1)
    """
    reasons: list[str] = []
    groups = list(_groups(given, packing, reasons))
    reasons += _overlaps(groups, packing)
    strict = all(group.label in {piece.id for piece in packing.pieces} for group in groups)
    matched = _by_name(groups, packing, reasons) if strict else _by_shape(groups, packing, reasons)
    reasons += _too_many(matched, packing)
    reasons += _wrong_colors(matched, packing)
    if reasons:
        raise InconsistentFixed(list(dict.fromkeys(reasons)))
    return _labelled(matched, packing)


def _groups(given: FixedLike, packing: "Packing", reasons: list[str]) -> Iterator[_Group]:
    """The groups of cells with one name; cells outside the board are reported and left out."""
    for placement in packing.fixed:
        yield _Group(packing.label(placement), placement.cells)
    if isinstance(given, str):
        rows: Any = [[list(line) for line in lines] for lines in layers(given)]
        yield from _from_rows(rows, packing, reasons)
    elif isinstance(given, Mapping):
        for label, cells in given.items():
            yield from _from_cells(str(label), cells, packing, reasons)
    else:
        listed = list(given)
        if all(isinstance(each, Placement) for each in listed):
            for each in listed:
                yield from _from_cells(each.piece, each.cells, packing, reasons)
        else:
            yield from _from_rows(_as_layers(listed), packing, reasons)


def _as_layers(rows: list[Any]) -> list[Any]:
    """Rows, or layers of rows, as layers of rows."""
    if not all(isinstance(row, Sequence) for row in rows):
        raise PuzzleryError("fixed placements are given as rows of names, 0 for an empty cell")
    deep = any(isinstance(row, list | tuple) and row and isinstance(row[0], list | tuple)
               for row in rows)  # fmt: skip
    return rows if deep else [rows]


def _from_rows(rows: list[Any], packing: "Packing", reasons: list[str]) -> Iterator[_Group]:
    at = {spot: cell for cell, spot in packing.board.spots.items()}
    found: defaultdict[str, list[Cell]] = defaultdict(list)
    zero_is_empty = all(piece.id != "0" for piece in packing.pieces)
    for spot, label in _named_spots(rows):
        if label == "0" and zero_is_empty:
            continue
        if spot in at:
            found[label].append(at[spot])
        else:
            reasons.append(f'"{label}" {_at(spot, packing)} lies outside the board')
    for label, cells in found.items():
        yield from _split(label, cells, packing, reasons)


def _named_spots(rows: list[Any]) -> Iterator[tuple[Spot, str]]:
    for z, layer in enumerate(rows):
        for y, row in enumerate(layer):
            for x, label in enumerate(row):
                if label not in EMPTY:
                    yield (z, y, x), str(label)


def _from_cells(label: str, cells: Any, packing: "Packing", reasons: list[str]) -> Iterator[_Group]:
    board = set(packing.board.cells)
    try:
        named = [tuple(int(part) for part in cell) for cell in cells]
    except (TypeError, ValueError):
        raise PuzzleryError(f'"{label}" is given {cells!r}; expected a list of cells') from None
    outside = [cell for cell in named if cell not in board]
    reasons += [f'"{label}" at {cell} lies outside the board' for cell in outside]
    inside = [cell for cell in named if cell in board]
    if len(set(inside)) < len(inside):
        reasons.append(f'"{label}" names a cell twice')
    if inside:
        yield _Group(label, tuple(sorted(set(inside))))


def _split(
    label: str, cells: list[Cell], packing: "Packing", reasons: list[str]
) -> Iterator[_Group]:
    """One name in several places: copies of a piece, or a piece broken apart."""
    parts = packing.board.lattice.parts(cells)
    whole = _Group(label, tuple(cells))
    if len(parts) == 1 or _kinds(whole, packing):
        yield whole
        return
    copies = [_Group(label, tuple(part)) for part in parts]
    if all(_kinds(copy, packing) for copy in copies):
        yield from copies
    else:
        places = " and ".join(_at(packing.board.spots[min(part)], packing) for part in parts)
        reasons.append(f'the cells of "{label}" do not hang together: there are some {places}')


def _at(spot: Spot, packing: "Packing") -> str:
    layer, row, column = spot
    place = f"in row {row + 1}, column {column + 1}"
    return f"{place} of layer {layer + 1}" if packing.board.depth > 1 else place


def _overlaps(groups: Sequence[_Group], packing: "Packing") -> list[str]:
    owners: defaultdict[Cell, list[str]] = defaultdict(list)
    for group in groups:
        for cell in group.cells:
            owners[cell].append(group.label)
    return [
        f'"{names[0]}" and "{names[1]}" overlap {_at(packing.board.spots[cell], packing)}'
        for cell, names in sorted(owners.items())
        if len(names) > 1
    ]


def _kinds(group: _Group, packing: "Packing") -> list[Piece]:
    """The pieces that have the shape of a group of cells, whatever the colors."""
    shape = Shape(packing.board.lattice, group.cells)
    return [piece for piece in packing.pieces if _same_shape(shape, piece)]


def _same_shape(shape: Shape, piece: Piece) -> bool:
    if len(shape) != len(piece):
        return False
    plain = Shape(piece.shape.lattice, piece.shape.cells)
    mirrors = piece.mirrors
    return shape.canonical(mirrors) == plain.canonical(mirrors)


Matched = list[tuple[_Group, Piece]]


def _by_name(groups: Iterable[_Group], packing: "Packing", reasons: list[str]) -> Matched:
    """Each group as the piece whose name it bears."""
    matched = []
    for group in groups:
        piece = packing.piece(group.label)
        kinds = _kinds(group, packing)
        if piece in kinds:
            matched.append((group, piece))
        else:
            reasons.append(_wrong_shape(group, kinds, packing, f' and not of "{piece.id}"'))
    return matched


def _by_shape(groups: Iterable[_Group], packing: "Packing", reasons: list[str]) -> Matched:
    """Each group as a piece of its shape, one that is still free if there is any."""
    matched: Matched = []
    used: Counter[str] = Counter()
    for group in groups:
        kinds = _kinds(group, packing)
        if not kinds:
            reasons.append(_wrong_shape(group, kinds, packing, ""))
            continue
        room = [k for k in kinds if used[k.id] < k.most(len(packing.board))]
        chosen = next((k for k in room if k.id == group.label), (room or kinds)[0])
        used[chosen.id] += 1
        matched.append((group, chosen))
    return matched


def _wrong_shape(group: _Group, kinds: list[Piece], packing: "Packing", instead: str) -> str:
    size = len(group.cells)
    have = "have" if size > 1 else "has"
    what = f'the {size} cells of "{group.label}"' if size > 1 else f'the cell of "{group.label}"'
    if kinds:
        return f'{what} {have} the shape of piece "{kinds[0].id}"{instead}'
    if len(packing.board.lattice.parts(group.cells)) > 1:
        return f"{what} do not hang together"
    mirror = Shape(packing.board.lattice, group.cells).mirrored()
    image = next((piece for piece in packing.pieces if _same_shape(mirror, piece)), None)
    if image is not None:
        return (
            f'{what} {have} the mirrored shape of piece "{image.id}", which cannot be turned over'
        )
    return f"{what} {have} the shape of no piece"


def _too_many(matched: Matched, packing: "Packing") -> list[str]:
    names: defaultdict[str, list[str]] = defaultdict(list)
    for group, piece in matched:
        names[piece.id].append(group.label)
    found = []
    for piece in packing.pieces:
        labels, most = names[piece.id], piece.most(len(packing.board))
        if len(labels) > most:
            shown = " and ".join(f'"{label}"' for label in dict.fromkeys(labels))
            found.append(
                f'piece "{piece.id}" is placed {len(labels)} times (as {shown}); '
                f"there is {'only one' if most == 1 else f'room for {most}'}"
            )
    return found


def _wrong_colors(matched: Matched, packing: "Packing") -> list[str]:
    if not packing.board.colors:
        return []
    return [
        f'the colors of piece "{piece.id}" do not fit the cells of "{group.label}"'
        for group, piece in matched
        if Placement(piece.id, group.cells) not in packing.placements_of(piece)
    ]


def _labelled(matched: Matched, packing: "Packing") -> Fixed:
    """The placements, with their own names; a piece whose name is thereby taken gets another."""
    labels: dict[Placement | str, str] = {}
    found = []
    for group, piece in matched:
        placement = Placement(piece.id, group.cells)
        found.append(placement)
        if group.label != piece.id:
            labels[placement] = group.label
    taken = set(labels.values())
    known = taken | {piece.id for piece in packing.pieces}
    fresh = (each for each in (*LETTERS, *map(str, range(10, 10_000))) if each not in known)
    placed = {placement.piece for placement in found}
    for piece in packing.pieces:
        if piece.id in taken and (piece.id not in placed or not piece.is_single):
            labels[piece.id] = next(fresh)
    return Fixed(tuple(found), labels)
