"""Our own puzzle document: from its tables to a puzzle, every fault named with its place.

puzzlery     the version of the format, 1
name, note   text
cuts         a description such as "c f 0.333333", or
catalog      the name of a puzzle in the catalogue, or
stickers     a list of colors, or of tables: color, at, normal, polygon, face, piece
colors       name = "#rrggbb"
moves        name = "(0 1 2)(3 4)", lists of cycles, or a table: a rotating slab or cycles
rotations    the same, for the whole puzzle
derived      name = "alg"
glued        lists of stickers that a bandage holds together
grips        a list of tables: axis, order, offsets, names
"""

import math
from dataclasses import replace
from typing import Any

from puzzlery.core.permutation import parse_cycles
from puzzlery.formats.node import Node
from puzzlery.formats.puzzles.cycles import turn_of_cycles
from puzzlery.formats.puzzles.derived import InvalidDerived, with_derived
from puzzlery.formats.puzzles.slab import Slab, angle_of_text, slab_turn
from puzzlery.formats.puzzles.sticker_tables import Stickers, read_stickers, recolored, shaded
from puzzlery.formats.text_files import faults_in
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Skin
from puzzlery.twisty.model.turn import Grip, Spin, Turn, Vector

VERSION = 1
KEYS = (
    "puzzlery", "name", "note", "description", "cuts", "catalog", "stickers", "colors",
    "moves", "rotations", "basis", "derived", "glued", "grips",
    "metric",
)  # fmt: skip
BASES = ("cuts", "catalog")
DEFINED_BY_BASE = ("description", "moves", "rotations", "basis", "derived", "grips")
_SLAB_KEYS = ("axis", "from", "to", "through", "clockwise", "counterclockwise", "radians")
_CYCLE_KEYS = ("cycles", "spins")
_SPIN_KEYS = ("stickers", "axis", "through", "clockwise", "counterclockwise", "radians")
_COMMON_KEYS = ("layers", "outer")


def puzzle_of(root: Node) -> Puzzle:
    """The puzzle that a document defines.

    >>> puzzle_of(Node({"stickers": ["red", "blue", "red"], "moves": {"a": "(0 1 2)"}}))
    <Puzzle my puzzle: 3 stickers, 1 moves>
    >>> puzzle_of(Node({"cuts": "c f 0", "name": "pocket cube"}))
    <Puzzle pocket cube: 24 stickers, 6 moves>
    """
    entries = root.table(KEYS)
    if "puzzlery" in entries:
        version = entries["puzzlery"].whole()
        if version != VERSION:
            raise entries["puzzlery"].fault(f"is {version}; this reader knows version {VERSION}")
    kinds = [key for key in (*BASES, "stickers") if key in entries]
    with faults_in(root.origin.source):
        if kinds and kinds[0] in BASES:
            puzzle = _from_base(entries, kinds)
        else:
            puzzle = _from_stickers(root, entries)
        return _finished(puzzle, entries)


def _from_base(entries: dict[str, Node], kinds: list[str]) -> Puzzle:
    """A puzzle that a description or the catalogue gives, with other colors if the file says so."""
    if kinds[:2] == list(BASES):
        raise entries["catalog"].fault('cannot stand beside "cuts"')
    for key in DEFINED_BY_BASE:
        if key in entries:
            raise entries[key].fault(f"cannot be given: {kinds[0]} defines it already")
    node = entries[kinds[0]]
    with node.faults():
        puzzle = _base(kinds[0], node.text())
    if "stickers" in entries:
        return recolored(puzzle, entries["stickers"], entries.get("colors"))
    return shaded(puzzle, entries["colors"]) if "colors" in entries else puzzle


def _base(kind: str, text: str) -> Puzzle:
    if kind == "cuts":
        from puzzlery.twisty.geometry import cut_puzzle

        return cut_puzzle(text)
    from puzzlery.twisty.catalog import puzzle

    found = puzzle(text)
    # Under another name the puzzle must still be known as this one when it is written.
    return replace(found, hints={**found.hints, "catalog": text})


def _from_stickers(root: Node, entries: dict[str, Node]) -> Puzzle:
    if "stickers" not in entries:
        raise root.fault('defines no puzzle; expected "cuts", "catalog" or "stickers"')
    stickers = read_stickers(entries["stickers"], entries.get("colors"))
    turns, whole = (
        {name: _turn(name, node, stickers, layers) for name, node in _table(entries, key).items()}
        for key, layers in (("moves", 1), ("rotations", 0))
    )
    for name in whole:
        if name in turns:
            raise entries["rotations"].table()[name].fault("is also the name of a move")
    return Puzzle(
        "my puzzle", stickers.degree, turns, stickers.palette, stickers.picks,
        whole=whole, skin=stickers.skin, cells=stickers.cells,
        basis=tuple(_move_name(node, turns) for node in _list(entries, "basis")),
        grips=tuple(_grip(node) for node in _list(entries, "grips")),
        description=entries["description"].text() if "description" in entries else "",
    )  # fmt: skip


def _move_name(node: Node, turns: dict[str, Turn]) -> str:
    if node.text() not in turns:
        raise node.expected("the name of a move")
    return node.text()


def _finished(puzzle: Puzzle, entries: dict[str, Node]) -> Puzzle:
    """The puzzle with the name, note, bandages and derived moves of the file."""
    given: dict[str, Any] = {
        key: entries[key].text() for key in ("name", "note", "metric") if key in entries
    }
    if "glued" in entries:
        given["glued"] = tuple(
            frozenset(group.wholes(0, puzzle.degree - 1)) for group in entries["glued"].items()
        )
    if any(getattr(puzzle, field) != value for field, value in given.items()):
        puzzle = replace(puzzle, **given)
    if "derived" not in entries:
        return puzzle
    written = entries["derived"].table()
    try:
        return with_derived(puzzle, {key: node.text() for key, node in written.items()})
    except InvalidDerived as fault:
        raise written[fault.name].because(fault) from fault


def _turn(name: str, node: Node, stickers: Stickers, layers: int) -> Turn:
    """A move: cycles as text, cycles as lists, or a table."""
    with node.faults():
        if isinstance(node.value, str):
            turn = turn_of_cycles(name, parse_cycles(node.value), stickers.degree)
        elif isinstance(node.value, list):
            cycles = [cycle.wholes(0, stickers.degree - 1) for cycle in node.items()]
            turn = turn_of_cycles(name, cycles, stickers.degree)
        else:
            return _turn_of_table(name, node, stickers, layers)
        return replace(turn, layers=layers)


def _turn_of_table(name: str, node: Node, stickers: Stickers, layers: int) -> Turn:
    is_slab = isinstance(node.value, dict) and "cycles" not in node.value
    entries = node.table((*(_SLAB_KEYS if is_slab else _CYCLE_KEYS), *_COMMON_KEYS))
    if is_slab:
        turn = slab_turn(name, _slab(node, entries), _skin(node, stickers))
    else:
        cycles = entries["cycles"]
        plain = _turn(name, cycles, stickers, layers)
        spins = tuple(_spin(spin, plain) for spin in _list(entries, "spins"))
        turn = replace(plain, spins=spins)
    outer = entries["outer"].flag() if "outer" in entries else turn.outer
    layers = entries["layers"].whole(0, 10_000) if "layers" in entries else layers
    return replace(turn, outer=outer, layers=layers)


def _skin(node: Node, stickers: Stickers) -> Skin:
    if stickers.skin is None:
        raise node.fault("rotates a slab, but the stickers have no positions")
    return stickers.skin


def _slab(node: Node, entries: dict[str, Node]) -> Slab:
    low = entries["from"].number() if "from" in entries else -math.inf
    high = entries["to"].number() if "to" in entries else math.inf
    return Slab(_axis(node, entries), _angle(node, entries), low, high, _pivot(entries))


def _spin(node: Node, turn: Turn) -> Spin:
    entries = node.table(_SPIN_KEYS)
    members = turn.moving
    if "stickers" in entries:
        members = frozenset(entries["stickers"].wholes(0, len(turn.permutation) - 1))
    return Spin(members, _axis(node, entries), _angle(node, entries), _pivot(entries))


def _axis(node: Node, entries: dict[str, Node]) -> Vector:
    if "axis" not in entries:
        raise node.fault('has no "axis" to rotate about')
    return entries["axis"].vector()


def _pivot(entries: dict[str, Node]) -> Vector:
    return entries["through"].vector() if "through" in entries else (0.0, 0.0, 0.0)


def _angle(node: Node, entries: dict[str, Node]) -> float:
    """The angle by the right-hand rule, from degrees, a part of a turn, or radians."""
    words = [word for word in ("clockwise", "counterclockwise", "radians") if word in entries]
    if len(words) != 1:
        raise node.fault('needs one angle: "clockwise", "counterclockwise" or "radians"')
    given = entries[words[0]]
    if words[0] == "radians":
        return given.number()
    size = (
        angle_of_text(given.value) if isinstance(given.value, str)
        else math.radians(given.number())
    )  # fmt: skip
    return -size if words[0] == "clockwise" else size


def _grip(node: Node) -> Grip:
    entries = node.table(("axis", "order", "offsets", "names"))
    if "order" not in entries:
        raise node.fault('has no "order"')
    names = [item.text() for item in _list(entries, "names")] or ["", ""]
    if len(names) != 2:
        raise entries["names"].expected("two names")
    offsets = tuple(item.number() for item in _list(entries, "offsets"))
    return Grip(_axis(node, entries), entries["order"].whole(1, 10_000), offsets, (*names,))  # type: ignore[arg-type]


def _table(entries: dict[str, Node], key: str) -> dict[str, Node]:
    return entries[key].table() if key in entries else {}


def _list(entries: dict[str, Node], key: str) -> list[Node]:
    return entries[key].items() if key in entries else []
