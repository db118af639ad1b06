"""Our own puzzle document: from a puzzle to its tables, without loss.

A puzzle that a description or the catalogue gives is written by that name; any other by its
stickers and moves.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from puzzlery.core.permutation import cycles_text
from puzzlery.errors import InvalidPuzzle, NotExpressible, PuzzleryError
from puzzlery.formats.puzzles.cycles import cycles_of_turn
from puzzlery.formats.puzzles.derived import DERIVED_HINT, derived_of
from puzzlery.formats.puzzles.document import VERSION
from puzzlery.formats.puzzles.slab import angle_entry, slab_of
from puzzlery.formats.puzzles.sticker_tables import MAX_CORNERS
from puzzlery.twisty.model.color import palette_of
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats, Skin
from puzzlery.twisty.model.turn import Grip, PlainNotation, Spin, Turn
from puzzlery.twisty.notation.metrics import USUAL_METRIC

Value = Any  # text, a number, a flag, or a list or table of values
Document = dict[str, Value]
_ORIGIN = (0.0, 0.0, 0.0)
# Two ways to compute the same position differ by a few units in the last place, about 1e-15.
_ROUNDING = 1e-12


def document_of(puzzle: Puzzle) -> Document:
    """The tables that define this puzzle.

    >>> import puzzlery
    >>> document_of(puzzlery.puzzle("2x2x2"))
    {'puzzlery': 1, 'name': '2x2x2', 'cuts': 'c f 0'}
    >>> document_of(Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"], name="pair"))
    {'puzzlery': 1, 'name': 'pair', 'stickers': ['red', 'blue'], 'moves': {'a': '(0 1)'}}
    """
    head: Document = {"puzzlery": VERSION, "name": puzzle.name}
    return head | (_from_base(puzzle) or _from_stickers(puzzle))


def _from_base(puzzle: Puzzle) -> Document | None:
    """The base that gives the puzzle with the fewest changes, and those changes."""
    found: list[Document] = []
    for key, text, base in _bases(puzzle):
        copy = replace(
            base, palette=puzzle.palette, solved_colors=puzzle.solved_colors,
            name=puzzle.name, note=puzzle.note, glued=puzzle.glued, metric=puzzle.metric,
        )  # fmt: skip
        if same_definition(copy, puzzle):
            note = {"note": puzzle.note} if puzzle.note != base.note else {}
            glued = {"glued": _groups(puzzle)} if puzzle.glued != base.glued else {}
            metric = {"metric": puzzle.metric} if puzzle.metric != base.metric else {}
            found.append(note | {key: text} | metric | glued | _recoloring(puzzle, base))
    return min(found, key=len, default=None)


def _recoloring(puzzle: Puzzle, base: Puzzle) -> Document:
    same = (base.palette, base.solved_colors) == (puzzle.palette, puzzle.solved_colors)
    return {} if same else _colors(puzzle, [])


def _groups(puzzle: Puzzle) -> list[list[int]]:
    return [sorted(group) for group in puzzle.glued]


def _bases(puzzle: Puzzle) -> Iterator[tuple[str, str, Puzzle]]:
    """The puzzles that this one may be a copy of, with the words that call for them."""
    from puzzlery.twisty.catalog import puzzle as from_catalog
    from puzzlery.twisty.geometry import cut_puzzle

    for key, text, build in (
        ("cuts", puzzle.description, cut_puzzle),
        ("catalog", puzzle.hints.get("catalog", puzzle.name), from_catalog),
    ):
        if text:
            with suppress(PuzzleryError):
                base = build(text)
                if base.degree == puzzle.degree:
                    yield key, text, base


def same_definition(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles agree in everything that defines them, including colors and skin.

    >>> one = Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "blue"])
    >>> other = Puzzle.from_cycles({"a": [[0, 1]]}, ["red", "green"])
    >>> same_definition(one, replace(one)), same_definition(one, other)
    (True, False)
    """
    plain = (
        "name", "degree", "palette", "solved_colors", "grips", "basis", "cells", "glued", "note",
        "metric",
    )  # fmt: skip
    return (
        all(getattr(one, field) == getattr(other, field) for field in plain)
        and dict(one.turns) == dict(other.turns)
        and dict(one.whole) == dict(other.whole)
        and derived_of(one) == derived_of(other)
        and _same_notation(one, other)
        and _same_skin(one.skin, other.skin)
    )


def _same_notation(one: Puzzle, other: Puzzle) -> bool:
    first, second = one.notation, other.notation
    return (first.dialect, first.families) == (second.dialect, second.families)


def _same_skin(one: Skin | None, other: Skin | None) -> bool:
    if one is None or other is None:
        return one is other
    return (
        _same_places(one.positions, other.positions)
        and _same_places(one.normals, other.normals)
        and (one.faces == other.faces or not any(one.faces + other.faces))
        and len(one.polygons) == len(other.polygons)
        and all(map(_same_outline, one.polygons, other.polygons))
    )


def _same_places(one: Floats, other: Floats) -> bool:
    """Whether points agree up to rounding errors."""
    return one.shape == other.shape and bool(np.all(np.abs(one - other) <= _ROUNDING))


def _same_outline(one: Floats, other: Floats) -> bool:
    """Whether two polygons have the same corners in the same cyclic order."""
    shifts = range(max(1, len(other)))
    return any(_same_places(one, np.roll(other, shift, axis=0)) for shift in shifts)


def _from_stickers(puzzle: Puzzle) -> Document:
    _refuse_foreign_notation(puzzle)
    document: Document = {"note": puzzle.note} if puzzle.note else {}
    if puzzle.description:
        document["description"] = puzzle.description
    if puzzle.metric != USUAL_METRIC:
        document["metric"] = puzzle.metric
    document |= _colors(puzzle, _sticker_tables(puzzle))
    if puzzle.glued:
        document["glued"] = _groups(puzzle)
    if puzzle.grips:
        document["grips"] = [_grip(grip) for grip in puzzle.grips]
    for key, turns, layers in (("moves", puzzle.turns, 1), ("rotations", puzzle.whole, 0)):
        if turns:
            document[key] = {
                name: _turn(name, turn, puzzle.skin, layers) for name, turn in turns.items()
            }
    if puzzle.basis != tuple(puzzle.turns):
        document["basis"] = list(puzzle.basis)
    if derived_of(puzzle):
        document[DERIVED_HINT] = derived_of(puzzle)
    return document


def _refuse_foreign_notation(puzzle: Puzzle) -> None:
    notation = puzzle.notation
    known = {*puzzle.turns, *puzzle.whole, *derived_of(puzzle)}
    if not isinstance(notation, PlainNotation) or notation.families != known:
        raise NotExpressible(
            f"{puzzle.name} reads its moves in the {notation.dialect} notation, which a file of "
            "stickers cannot say; only puzzles of the catalogue or of cuts keep theirs"
        )


def _colors(puzzle: Puzzle, tables: Sequence[Document]) -> Document:
    """The stickers with their colors, and the table of colors where names alone are not enough."""
    names = [color.name for color in puzzle.palette]
    chosen = [names[pick] for pick in puzzle.solved_colors]
    if len(set(names)) < len(names):
        raise NotExpressible(f"{puzzle.name} has two colors of one name; a file needs different")
    document: Document = {
        "stickers": [
            {"color": name, **table} for name, table in zip(chosen, tables, strict=True)
        ] if any(tables) else chosen
    }  # fmt: skip
    if not _follows_from_names(puzzle, chosen):
        document["colors"] = {color.name: color.shade for color in puzzle.palette}
        for color in puzzle.palette:
            if not re.fullmatch(r"#[0-9a-f]{6}", color.shade):
                raise NotExpressible(f'the shade "{color.shade}" is not written as #rrggbb')
    return document


def _follows_from_names(puzzle: Puzzle, chosen: Sequence[str]) -> bool:
    try:
        return palette_of(chosen) == (puzzle.palette, puzzle.solved_colors)
    except InvalidPuzzle:
        return False


def _sticker_tables(puzzle: Puzzle) -> list[Document]:
    """What there is to say of each sticker besides its color."""
    tables: list[Document] = [{} for _ in range(puzzle.degree)]
    if puzzle.skin is not None:
        for table, entries in zip(tables, _places(puzzle.skin, puzzle.degree), strict=True):
            table.update(entries)
    for index, cell in enumerate(puzzle.cells or ()):
        if not 0 <= cell <= 65_535:
            raise NotExpressible(f"piece number {cell} is outside of 0 … 65535")
        tables[index]["piece"] = int(cell)
    return tables


def _places(skin: Skin, degree: int) -> Iterator[Document]:
    usual = Skin.of_points(skin.positions, degree).normals
    for index in range(degree):
        table: Document = {"at": skin.positions[index].tolist()}
        if not np.array_equal(usual[index], skin.normals[index]):
            table["normal"] = _finite(skin.normals[index]).tolist()
        if skin.faces and skin.faces[index]:
            table["face"] = skin.faces[index]
        if skin.polygons and len(skin.polygons[index]):
            table["polygon"] = _outline(skin.polygons[index]).tolist()
        yield table


def _outline(polygon: Floats) -> Floats:
    if not 3 <= len(polygon) <= MAX_CORNERS:
        raise NotExpressible(f"a sticker has {len(polygon)} corners; expected 3 … {MAX_CORNERS}")
    return _finite(polygon)


def _finite(numbers: Floats) -> Floats:
    if not np.isfinite(numbers).all():
        raise InvalidPuzzle("a sticker has a coordinate that is not a finite number")
    return numbers


def _turn(name: str, turn: Turn, skin: Skin | None, layers: int) -> Value:
    """A move in the shortest form that reads back as the same."""
    if turn.name != name:
        raise NotExpressible(f'the move "{name}" calls itself "{turn.name}"')
    if not turn.moving.issuperset(turn.permutation.support.tolist()):
        raise InvalidPuzzle(f'the move "{name}" moves stickers that it does not count as moving')
    slab = slab_of(turn, skin)
    if slab is not None:
        ends = {"from": slab.low, "to": slab.high}
        entry: Document = {"axis": list(slab.axis)}
        entry |= {key: end for key, end in ends.items() if np.isfinite(end)}
        entry |= angle_entry(slab.angle)
        if slab.pivot != _ORIGIN:
            entry["through"] = list(slab.pivot)
        return entry | _extras(turn, layers, outer=turn.outer)
    text = cycles_text(cycles_of_turn(turn))
    extras = _extras(turn, layers, outer=True)
    if turn.spins:
        extras["spins"] = [_spin(spin, turn) for spin in turn.spins]
    return {"cycles": text} | extras if extras else text


def _extras(turn: Turn, layers: int, *, outer: bool) -> Document:
    extras: Document = {}
    if turn.layers != layers:
        extras["layers"] = turn.layers
    if turn.outer != outer:
        extras["outer"] = turn.outer
    return extras


def _spin(spin: Spin, turn: Turn) -> Document:
    entry: Document = {"axis": list(spin.axis), **angle_entry(spin.angle)}
    if spin.pivot != _ORIGIN:
        entry["through"] = list(spin.pivot)
    if spin.stickers != turn.moving:
        entry["stickers"] = sorted(spin.stickers)
    return entry


def _grip(grip: Grip) -> Document:
    entry: Document = {"axis": list(grip.axis), "order": grip.order}
    if grip.offsets:
        entry["offsets"] = list(grip.offsets)
    if any(grip.names):
        entry["names"] = list(grip.names)
    return entry
