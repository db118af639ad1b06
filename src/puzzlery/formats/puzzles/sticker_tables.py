"""The stickers of our own puzzle document: colors, positions and outlines, read from its tables."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from puzzlery.core.permutation import MAX_DEGREE
from puzzlery.formats.node import Node
from puzzlery.twisty.model.color import NAMED, Color
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats, Skin

# Far more than any drawn sticker has; it bounds the work on hostile files.
MAX_CORNERS = 1024
_KEYS = ("color", "at", "normal", "polygon", "face", "piece")
_COLUMNS = {
    "colors": "color",
    "positions": "at",
    "normals": "normal",
    "polygons": "polygon",
    "faces": "face",
    "pieces": "piece",
}


@dataclass(frozen=True, slots=True)
class _StickerRow:
    """One sticker: its node in the document, and its entries."""

    node: Node
    entries: dict[str, Node]


@dataclass(frozen=True, slots=True)
class Stickers:
    """The stickers that a document defines.

    >>> stickers = read_stickers(Node(["red", "blue", "red"]), None)
    >>> stickers.degree, stickers.picks, stickers.skin
    (3, (0, 1, 0), None)
    """

    palette: tuple[Color, ...]
    picks: tuple[int, ...]
    skin: Skin | None = None
    cells: tuple[int, ...] | None = None

    @property
    def degree(self) -> int:
        return len(self.picks)


def read_stickers(node: Node, colors: Node | None) -> Stickers:
    """The stickers of a list that holds a color or a table for each, or of a table of columns.

    >>> columns = {"colors": ["red", "blue"], "positions": [[0, 0, 1], [0, 0, -1]]}
    >>> read_stickers(Node(columns), None).skin.positions.tolist()
    [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]
    """
    rows = _rows(node)
    palette, picks = _palette([_color_node(row) for row in rows], colors)
    return Stickers(palette, picks, _skin(rows), _cells(rows))


def _rows(node: Node) -> list[_StickerRow]:
    return _column_rows(node) if isinstance(node.value, dict) else _listed_rows(node)


def _listed_rows(node: Node) -> list[_StickerRow]:
    return [
        _StickerRow(item, {"color": item} if _is_color(item) else item.table(_KEYS))
        for item in _items(node)
    ]


def _is_color(node: Node) -> bool:
    """Whether a value stands for a color by itself: a name or a whole number."""
    return isinstance(node.value, str) or type(node.value) is int


def _column_rows(node: Node) -> list[_StickerRow]:
    """The stickers of a table whose columns list colors, positions and so on, one for each."""
    columns = node.table(_COLUMNS)
    if "colors" not in columns:
        raise node.fault('has no "colors"')
    rows = [_StickerRow(item, {}) for item in _items(columns["colors"])]
    for key, column in columns.items():
        items = column.items()
        if len(items) != len(rows):
            raise column.fault(f"lists {len(items)} stickers; there are {len(rows)} colors")
        for row, item in zip(rows, items, strict=True):
            row.entries[_COLUMNS[key]] = item
    return rows


def recolored(puzzle: Puzzle, node: Node, colors: Node | None) -> Puzzle:
    """A puzzle with other colors on its stickers; all else stays as the puzzle defines it.

    >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"])
    >>> list(recolored(pair, Node(["lime", "lime"]), None).solved.coloring)
    ['lime', 'lime']
    """
    rows = _rows(node)
    if len(rows) != puzzle.degree:
        raise node.fault(f"colors {len(rows)} stickers; {puzzle.name} has {puzzle.degree} of them")
    for row in rows:
        for key, entry in row.entries.items():
            if key != "color":
                raise entry.fault(f"cannot be given: {puzzle.name} defines it already")
    palette, picks = _palette([_color_node(row) for row in rows], colors)
    return replace(puzzle, palette=palette, solved_colors=picks)


def shaded(puzzle: Puzzle, colors: Node) -> Puzzle:
    """A puzzle whose colors have the shades that a table gives them.

    >>> pair = Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"])
    >>> [color.shade for color in shaded(pair, Node({"red": "#ff0000"})).palette]
    ['#ff0000', '#1560d4']
    """
    shades = _shades(colors)
    names = {color.name for color in puzzle.palette}
    for name, entry in colors.table().items():
        if name not in names:
            raise entry.fault(f"is no color of {puzzle.name}; it has {', '.join(sorted(names))}")
    palette = tuple(shades.get(color.name, color) for color in puzzle.palette)
    return replace(puzzle, palette=palette)


def _items(node: Node) -> list[Node]:
    items = node.items()
    if not 0 < len(items) <= MAX_DEGREE:
        raise node.fault(f"lists {len(items)} stickers; expected 1 … {MAX_DEGREE}")
    return items


def _color_node(row: _StickerRow) -> Node:
    if "color" not in row.entries:
        raise row.node.fault('has no "color"')
    return row.entries["color"]


def _palette(
    chosen: Sequence[Node], colors: Node | None
) -> tuple[tuple[Color, ...], tuple[int, ...]]:
    """The palette, those of the color table first, and each sticker's number in it."""
    known = {} if colors is None else _shades(colors)
    numbers = {color: number for number, color in enumerate(known.values())}
    picks = []
    for node in chosen:
        text = _color_text(node)
        color = known.get(text) or _new_color(node, text, strict=colors is not None)
        known[text] = color
        picks.append(numbers.setdefault(color, len(numbers)))
    return tuple(numbers), tuple(picks)


def _color_text(node: Node) -> str:
    """The name of a color; a whole number is a name as well."""
    return str(node.value) if type(node.value) is int else node.text()


def _new_color(node: Node, given: str, *, strict: bool) -> Color:
    text = given.strip()
    if strict and not text.startswith("#") and text.lower() not in NAMED:
        raise node.fault(f'is "{text}", which the table of colors does not hold')
    with node.faults():
        return Color.of(text)


def _shades(colors: Node) -> dict[str, Color]:
    shades = {}
    for name, entry in colors.table().items():
        shade = entry.text()
        with entry.faults():
            color = Color.of(shade)
        if not shade.startswith("#") and shade.lower() not in NAMED:
            raise entry.expected("a shade such as #d32027, or the name of a usual color")
        shades[name] = Color(name, color.shade)
    return shades


def _skin(rows: list[_StickerRow]) -> Skin | None:
    """Where the stickers are; None when no row says so."""
    places = _whole_column(rows, "at")
    if places is None:
        for key in ("normal", "polygon", "face"):
            for row in rows:
                if key in row.entries:
                    raise row.entries[key].fault("stands alone; expected a position beside it")
        return None
    skin = Skin.of_points([place.vector() for place in places], len(rows))
    normals = skin.normals.copy()
    for index, row in enumerate(rows):
        if "normal" in row.entries:
            normals[index] = row.entries["normal"].vector()
    return Skin(skin.positions, normals, _polygons(rows), _faces(rows))


def _whole_column(rows: list[_StickerRow], key: str) -> list[Node] | None:
    """The entries of all rows under a key; None when no row has one."""
    if not any(key in row.entries for row in rows):
        return None
    for row in rows:
        if key not in row.entries:
            raise row.node.fault(f'has no "{key}", but other stickers have one')
    return [row.entries[key] for row in rows]


def _polygons(rows: list[_StickerRow]) -> tuple[Floats, ...]:
    if not any("polygon" in row.entries for row in rows):
        return ()
    nothing = np.empty((0, 3))
    return tuple(
        _polygon(row.entries["polygon"]) if "polygon" in row.entries else nothing for row in rows
    )


def _polygon(node: Node) -> Floats:
    corners = node.items()
    if not 3 <= len(corners) <= MAX_CORNERS:
        raise node.fault(f"has {len(corners)} corners; expected 3 … {MAX_CORNERS}")
    return np.array([corner.vector() for corner in corners])


def _faces(rows: list[_StickerRow]) -> tuple[str, ...]:
    if not any("face" in row.entries for row in rows):
        return ()
    return tuple(row.entries["face"].text() if "face" in row.entries else "" for row in rows)


def _cells(rows: list[_StickerRow]) -> tuple[int, ...] | None:
    """The piece of each sticker; None when no row says so."""
    pieces = _whole_column(rows, "piece")
    return None if pieces is None else tuple(piece.whole(0, MAX_DEGREE) for piece in pieces)
