"""Pieces: sets of stickers that never move apart, and why two stickers are on different ones.

Stickers p and q are on one piece if every sequence of moves that leaves p in its place leaves q
in its place, and the other way around: their *stabilizers* are equal. `docs/pieces.md` tells how
this follows from simpler rules, and how it is found fast.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from puzzlery import _core
from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.twisty.structure.partition import Labels, classes, joined, labels_of

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle

Centers = Literal["stickers", "axes", "core"]
RULES = frozenset({1, 2, 3})


def pieces(
    puzzle: "Puzzle",
    rules: Iterable[int] | None = None,
    centers: Centers = "stickers",
    *,
    bodies: bool = False,
) -> list[frozenset[int]]:
    """The pieces, in the order of their smallest sticker; glued pieces count as one.

    A *piece* is one physical object: a set of stickers that never move apart. A cut solid knows
    its pieces; elsewhere they follow from the moves. Which rules part stickers can be chosen:

    1. A move moves just one of the two.
    2. A cycle of a move holds at least two but not all stickers of a piece. This one is
       followed to the letter, as far as the order of the cycles allows; it cuts too much.
    3. A sequence of moves has a last move that moves just one of them. This holds rule 1.

    `centers` decides what becomes of stickers that a turn leaves in place: with "stickers", to
    turn in place is to be moved, so a 3x3x3 has six centers; with "axes" it is to rest, so
    opposite centers are one piece if slices turn; with "core", also what keeps its place in the
    whole, however that is held, is one piece. `bodies` parts stickers whose distance changes.

    >>> from puzzlery.twisty.geometry import cube
    >>> [len(pieces(cube(3), centers=view)) for view in ("stickers", "axes", "core")]
    [26, 23, 21]
    """
    labels = piece_labels(puzzle, rules, centers)
    if bodies:
        if rules is not None:
            raise PuzzleryError("bodies are parts of whole pieces; they go with no chosen rules")
        from puzzlery.twisty.structure.rigid_bodies import part_bodies

        labels = part_bodies(puzzle, labels)
    return classes(joined(labels, puzzle.glued))


def piece_labels(
    puzzle: "Puzzle", rules: Iterable[int] | None = None, centers: Centers = "stickers"
) -> Labels:
    """For each sticker a number that it shares with its piece; bandages are ignored.

    >>> from puzzlery.twisty.geometry import cube
    >>> len(set(piece_labels(cube(2)).tolist())), len(set(piece_labels(cube(3)).tolist()))
    (8, 26)
    """
    if centers not in get_args(Centers):
        raise UnknownName.among("view of centers", centers, get_args(Centers))
    turning = centers == "stickers"
    if rules is not None:
        labels = by_rules(puzzle, _checked(rules), turning=turning)
    elif puzzle.cells is None:
        labels = by_definition(puzzle, turning=turning)
    else:
        labels = np.array(puzzle.cells, dtype=np.int64)
        if not turning:
            labels = _whole_cells(labels, by_definition(puzzle, turning=False))
    if centers != "core":
        return labels
    from puzzlery.twisty.structure.core_stickers import join_core

    return join_core(puzzle, labels)


def by_definition(puzzle: "Puzzle", *, turning: bool = True) -> Labels:
    """The classes of stickers that no sequence of moves separates.

    Stickers of one class have equal stabilizers; with `turning`, every move moreover turns both
    in place or neither, wherever they have been brought.

    >>> from puzzlery.twisty.geometry import cube
    >>> len(set(by_definition(cube(3)).tolist()))
    26
    >>> len(set(by_definition(cube(3), turning=False).tolist()))
    23
    """
    moves = move_bytes(puzzle)
    return _array(_core.equal_stabilizers(signatures(puzzle, turning=turning, lengths=True), moves))


def by_rules(puzzle: "Puzzle", rules: frozenset[int], *, turning: bool = True) -> Labels:
    """The classes that some of the rules 1, 2 and 3 leave, in the order 1, 3, 2.

    Rule 3 is the closure of rule 1 under moves. Rule 2 cuts up what the other rules leave.

    >>> from puzzlery.twisty.geometry import cube
    >>> [len(set(by_rules(cube(3), frozenset({rule})).tolist())) for rule in (1, 2, 3)]
    [26, 17, 26]
    """
    if 3 in rules:
        start = signatures(puzzle, turning=turning, lengths=False)
        labels = _array(_core.refine(start, move_bytes(puzzle)))
    elif 1 in rules:
        labels = _array(signatures(puzzle, turning=turning, lengths=False))
    else:
        labels = np.zeros(puzzle.degree, dtype=np.int64)
    return cut_by_cycles(labels, _cycles(puzzle)) if 2 in rules else labels


def cut_by_cycles(labels: Labels, cycles: Iterable[frozenset[int]]) -> Labels:
    """Rule 2 to the letter: cut from each piece its part in a cycle, if that is two or more.

    The pieces are taken in turn, those cut off being added at the end of the list; each meets
    every cycle once. The outcome may depend on the order of the cycles:

    >>> one, two = frozenset({0, 1}), frozenset({1, 2})
    >>> cut_by_cycles(np.zeros(4, dtype=np.int64), [one, two]).tolist()
    [0, 0, 1, 1]
    >>> cut_by_cycles(np.zeros(4, dtype=np.int64), [two, one]).tolist()
    [0, 1, 1, 0]
    """
    listed = list(dict.fromkeys(cycles))
    through: dict[int, list[int]] = {}
    for number, cycle in enumerate(listed):
        for sticker in cycle:
            through.setdefault(sticker, []).append(number)
    found = [set(piece) for piece in classes(labels)]
    for piece in found:
        met = {number for sticker in piece for number in through.get(sticker, ())}
        for number in sorted(met) if len(piece) > 2 else ():
            part = piece & listed[number]
            if 2 <= len(part) < len(piece):
                found.append(part)
                piece -= part
    return labels_of(found, len(labels))


def _whole_cells(cells: Labels, labels: Labels) -> Labels:
    """The classes of labels, as far as they are made of whole cells; other cells stay.

    Of a cell that is flipped in place, a sticker on the axis rests while the others move.
    """
    _, first, number = np.unique(cells, return_index=True, return_inverse=True)
    broken = np.isin(cells, cells[labels != labels[first[number.reshape(-1)]]])
    return np.where(broken, len(cells) + cells, labels)


def signatures(puzzle: "Puzzle", *, turning: bool, lengths: bool) -> bytes:
    """Labels, as bytes, that part stickers which some single move treats differently.

    It may move just one of them; with `turning`, turn just one of them in place; with `lengths`,
    carry them along cycles of different lengths.
    """
    resting = _turning_bytes(puzzle) if turning else []
    return _core.signatures(puzzle.degree, move_bytes(puzzle), resting, lengths)


def move_bytes(puzzle: "Puzzle") -> list[bytes]:
    """The moves as the kernels take them: two bytes for each image.

    >>> from puzzlery.twisty.geometry import cube
    >>> {len(move) for move in move_bytes(cube(2))}
    {48}
    """
    return [turn.permutation.data for turn in puzzle.turns.values()]


def _turning_bytes(puzzle: "Puzzle") -> list[bytes]:
    """For each move the stickers that it turns in place."""
    found = []
    for turn in puzzle.turns.values():
        inside = np.array(sorted(turn.moving), dtype=np.uint16)
        found.append(inside[turn.permutation.array[inside] == inside].tobytes())
    return found


def _cycles(puzzle: "Puzzle") -> Iterator[frozenset[int]]:
    for turn in puzzle.turns.values():
        yield from map(frozenset, turn.permutation.cycles())


def _array(labels: bytes) -> Labels:
    return np.frombuffer(labels, dtype=np.uint16).astype(np.int64)


def _checked(rules: Iterable[int]) -> frozenset[int]:
    chosen = frozenset(rules)
    if not chosen or not chosen <= RULES:
        given = ", ".join(sorted(map(str, chosen))) or "none"
        raise PuzzleryError(f"cannot part stickers by the rules {given}; expected some of 1, 2, 3")
    return chosen
