"""Packing puzzles and solutions as JSON: everything that the model knows, nothing lost."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from puzzlery.formats.json_text import parse, render
from puzzlery.formats.node import Node
from puzzlery.packings.model.board import Board
from puzzlery.packings.model.lattice import Cell, Lattice, Spot, lattice
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution
from puzzlery.packings.model.piece import Piece
from puzzlery.packings.model.placement import Placement
from puzzlery.packings.model.shape import Shape

VERSION = 1
_KEYS = ("packing", "version", "lattice", "board", "pieces", "allows", "fixed")
_BOARD_KEYS = ("name", "cells", "optional", "colors", "labels", "spots", "markers")
_PIECE_KEYS = ("id", "cells", "colors", "low", "high", "mirrors", "title", "shade")


def loads(text: str, source: str = "") -> Packing:
    """The packing that a JSON text describes.

    >>> text = '{"packing": "bar", "lattice": "square", "board": {"cells": [[0, 0], [0, 1]]},'
    >>> text += '"pieces": [{"id": "A", "cells": [[0, 0], [0, 1]]}]}'
    >>> print(loads(text).first())
    AA
    """
    root = parse(text, source)
    entries = root.table(_KEYS)
    _need(root, entries, "packing", "lattice", "board", "pieces")
    if "version" in entries:
        entries["version"].whole(VERSION, VERSION)
    with entries["lattice"].faults():
        grid = lattice(entries["lattice"].text())
    pieces = tuple(_piece(node, grid) for node in entries["pieces"].items())
    board = _board(entries["board"], grid, {piece.id: piece for piece in pieces})
    allows = None
    if "allows" in entries:
        allows = frozenset(_pair(node) for node in entries["allows"].items())
    with root.faults():
        puzzle = Packing(pieces, board, name=entries["packing"].text(), allows=allows)
    return _with_fixed(puzzle, entries["fixed"]) if "fixed" in entries else puzzle


def _need(node: Node, entries: Mapping[str, Node], *keys: str) -> None:
    for key in keys:
        if key not in entries:
            raise node.fault(f'has no "{key}"; expected {", ".join(keys)}')


def _cell(node: Node) -> Cell:
    return tuple(part.whole(-(10**6), 10**6) for part in node.items())


def _cells(node: Node) -> tuple[Cell, ...]:
    return tuple(_cell(each) for each in node.items())


def _pair(node: Node) -> tuple[str, str]:
    items = node.items()
    if len(items) != 2:
        raise node.expected("a pair of colors")
    return items[0].text(), items[1].text()


def _by_cell(node: Node) -> Iterator[tuple[Cell, Node]]:
    """The entries of a list of [cell, value]."""
    for entry in node.items():
        items = entry.items()
        if len(items) != 2:
            raise entry.expected("a cell and its value")
        yield _cell(items[0]), items[1]


def _board(node: Node, grid: Lattice, pieces: Mapping[str, Piece]) -> Board:
    entries = node.table(_BOARD_KEYS)
    _need(node, entries, "cells")
    empty = Node([], node.path, node.origin)

    def part(key: str) -> Node:
        return entries.get(key, empty)

    markers = [pieces[m.text()] for m in part("markers").items() if m.text() in pieces]
    with node.faults():
        return Board(
            grid,
            _cells(entries["cells"]),
            entries["name"].text() if "name" in entries else "",
            frozenset(_cells(part("optional"))),
            {cell: value.text() for cell, value in _by_cell(part("colors"))},
            {cell: value.text() for cell, value in _by_cell(part("labels"))},
            _spots(part("spots"), node),
            tuple(markers),
        )


def _spots(node: Node, board: Node) -> dict[Cell, Spot]:
    """Where cells are written: all of them, each elsewhere, or none."""
    spots: dict[Cell, Spot] = {}
    for cell, value in _by_cell(node):
        numbers = [part.whole(0, 10**6) for part in value.items()]
        if len(numbers) != 3:
            raise value.expected("a layer, a row and a column")
        spots[cell] = (numbers[0], numbers[1], numbers[2])
    if spots and set(spots) != set(_cells(board.table()["cells"])):
        raise node.fault("does not tell a spot for every cell of the board")
    if len(set(spots.values())) < len(spots):
        raise node.fault("writes two cells at one spot")
    return spots


def _piece(node: Node, grid: Lattice) -> Piece:
    entries = node.table(_PIECE_KEYS)
    _need(node, entries, "id", "cells")
    colors = tuple(each.text() for each in entries["colors"].items()) if "colors" in entries else ()
    high = entries.get("high")
    mirrors = entries.get("mirrors")
    with node.faults():
        return Piece(
            entries["id"].text(),
            Shape(grid, _cells(entries["cells"]), colors),
            entries["low"].whole(0) if "low" in entries else 1,
            1 if high is None else None if high.value is None else high.whole(1),
            None if mirrors is None or mirrors.value is None else mirrors.flag(),
            entries["title"].text() if "title" in entries else "",
            entries["shade"].text() if "shade" in entries else "",
        )


def _with_fixed(puzzle: Packing, node: Node) -> Packing:
    placements: list[Placement] = []
    labels: dict[Placement | str, str] = {}
    for each in node.items():
        entries = each.table(("piece", "cells", "name"))
        _need(each, entries, "piece", "cells")
        placement = Placement(entries["piece"].text(), _cells(entries["cells"]))
        placements.append(placement)
        if "name" in entries:
            labels[placement] = entries["name"].text()
    unknown = next((p for p in placements if all(p.piece != q.id for q in puzzle.pieces)), None)
    if unknown is not None:
        raise node.fault(f'names the piece "{unknown.piece}", which there is not')
    with node.faults():
        return puzzle.with_fixed(placements).relabelled(labels)


def to_data(puzzle: Packing) -> dict[str, Any]:
    """The packing as plain data: dictionaries, lists, texts and numbers.

    >>> from puzzlery.packings import packing
    >>> data = to_data(packing({"a": "X", "b": "XX"}, "3x1"))
    >>> data["board"]["cells"], data["pieces"][0]["id"]
    ([[0, 0], [1, 0], [2, 0]], 'a')
    """
    data: dict[str, Any] = {
        "packing": puzzle.name,
        "version": VERSION,
        "lattice": puzzle.board.lattice.name,
        "board": _board_data(puzzle.board),
        "pieces": [_piece_data(piece) for piece in puzzle.pieces],
    }
    if puzzle.allows is not None:
        data["allows"] = [list(pair) for pair in sorted(puzzle.allows)]
    if puzzle.fixed:
        data["fixed"] = [_fixed_data(puzzle, placement) for placement in puzzle.fixed]
    return data


def _lists(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in cells]


def _board_data(board: Board) -> dict[str, Any]:
    data: dict[str, Any] = {"name": board.name, "cells": _lists(board.cells)}
    if board.optional:
        data["optional"] = _lists(sorted(board.optional))
    for key, values in (("colors", board.colors), ("labels", board.labels)):
        if values:
            data[key] = [[list(cell), text] for cell, text in sorted(values.items())]
    if board.spots != Board(board.lattice, board.cells).spots:
        data["spots"] = [[list(cell), list(board.spots[cell])] for cell in board.cells]
    if board.markers:
        data["markers"] = [piece.id for piece in board.markers]
    return data


def _piece_data(piece: Piece) -> dict[str, Any]:
    data: dict[str, Any] = {"id": piece.id, "cells": _lists(piece.shape.cells)}
    if piece.shape.colors:
        data["colors"] = list(piece.shape.colors)
    if not piece.is_single:
        data |= {"low": piece.low, "high": piece.high}
    if piece.mirrors is not None:
        data["mirrors"] = piece.mirrors
    return data | {key: text for key in ("title", "shade") if (text := getattr(piece, key))}


def _fixed_data(puzzle: Packing, placement: Placement) -> dict[str, Any]:
    data: dict[str, Any] = {"piece": placement.piece, "cells": _lists(placement.cells)}
    own = puzzle.label(placement)
    return data if own == placement.piece else data | {"name": own}


def dumps(puzzle: Packing) -> str:
    """The packing as JSON text.

    >>> from puzzlery.packings import packing
    >>> print(dumps(packing({"a": "X", "b": "XX"}, "3x1")))
    {
      "packing": "3x1",
      "version": 1,
      "lattice": "square",
      "board": {"name": "3x1", "cells": [[0, 0], [1, 0], [2, 0]]},
      "pieces": [{"id": "a", "cells": [[0, 0]]}, {"id": "b", "cells": [[0, 0], [0, 1]]}]
    }
    """
    return render(to_data(puzzle))


def solution_line(solution: PackingSolution) -> str:
    """A solution as one line of JSON: which piece covers which cells.

    >>> from puzzlery.packings import packing
    >>> print(solution_line(packing({"a": "XX"}, "1x2").first()))
    {"pieces": [{"piece": "a", "cells": [[0, 0], [0, 1]]}], "drawing": ["aa"]}
    """
    return json.dumps(solution.to_json(), ensure_ascii=False)
