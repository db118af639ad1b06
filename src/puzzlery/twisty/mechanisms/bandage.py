"""Bandaged puzzles: pieces are glued together, and turns that would separate them are blocked."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.geometry import cube
from puzzlery.twisty.mechanisms.moving_parts import AXES, EPS
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.structure.partition import Labels
from puzzlery.twisty.structure.pieces import piece_labels


def bandage(
    puzzle: Puzzle, groups: Iterable[Iterable[int]], *, name: str = "", note: str = ""
) -> Puzzle:
    """The puzzle with the pieces of each group of stickers glued together.

    Gluing stickers means to glue the pieces that they are on. Groups that share a piece become
    one, also with those of an earlier bandage.

    >>> stiff = bandage(cube(2), [[0, 1]])
    >>> stiff.solved.allows("U"), stiff.solved.allows("R")
    (True, False)
    """
    joined = [*puzzle.glued, *(_checked(puzzle, group) for group in groups)]
    labels = piece_labels(puzzle)
    glued = tuple(_whole_pieces(labels, group) for group in joined)
    return replace(
        puzzle, name=name or f"bandaged {puzzle.name}", glued=glued, note=note or puzzle.note
    )


def bandaged_cube(blocks: Iterable[str], *, name: str = "bandaged 3x3x3", note: str = "") -> Puzzle:
    """A 3x3x3 with the pieces of each block glued together.

    A block names its pieces by their faces: `"UFL UF"` is a corner with an edge, `"U UB"` a
    center with an edge.

    >>> siamese = bandaged_cube(["UFR UF"])
    >>> [face for face in "UDFBRL" if not siamese.solved.allows(face)]
    ['R']
    """
    base = cube(3)
    groups = [[_sticker(base, piece) for piece in block.split()] for block in blocks]
    return bandage(base, groups, name=name, note=note)


def bicube() -> Puzzle:
    """Meffert's bandaged cube: one corner is free, seven are glued to an edge each.

    The other five edges are glued to centers, one of them to two. In any position few turns are
    possible, so that there are 440 shapes and 1,108,800 positions (Jaap's Puzzle Page,
    <https://www.jaapsch.net/puzzles/bandage.htm>).

    >>> start = bicube().solved
    >>> [face for face in "UDFBRL" if start.allows(face)]
    ['U', 'F', 'R']
    """
    pairs = ("UFL UF", "UBR UR", "DFR FR", "UBL UB", "DFL FL", "DBR DR", "DBL BL")
    centers = ("U UL", "R BR", "F DF", "L DL", "D DB B")
    return bandaged_cube([*pairs, *centers], name="bicube", note="Only one corner is free.")


def fused_cube() -> Puzzle:
    """A 3x3x3 in which a block of 2×2×2 is one piece, so that three faces turn.

    >>> start = fused_cube().solved
    >>> [face for face in "UDFBRL" if start.allows(face)]
    ['U', 'F', 'R']
    """
    return bandaged_cube(["DBL DB DL BL D B L"], name="fused cube")


def _checked(puzzle: Puzzle, group: Iterable[int]) -> frozenset[int]:
    stickers = frozenset(group)
    outside = sorted(i for i in stickers if not 0 <= i < puzzle.degree)
    if outside:
        raise InvalidPuzzle(
            f"cannot glue sticker {outside[0]} of {puzzle.name}; its stickers are numbered "
            f"0 … {puzzle.degree - 1}"
        )
    return stickers


def _whole_pieces(labels: Labels, stickers: frozenset[int]) -> frozenset[int]:
    """All stickers of the pieces that some stickers are on."""
    touched = np.isin(labels, labels[sorted(stickers)])
    return frozenset(np.flatnonzero(touched).tolist())


def _sticker(puzzle: Puzzle, piece: str) -> int:
    """A sticker of the piece that lies on these faces of a 3x3x3."""
    assert puzzle.skin is not None
    faces = [np.array(AXES.get(face, (9.0, 9.0, 9.0))) for face in piece or "?"]
    wanted = faces[0] + sum(faces[1:], np.zeros(3)) * 2 / 3
    apart = np.abs(puzzle.skin.positions - wanted).max(axis=1)
    if apart.min() > EPS:
        raise InvalidPuzzle(f'"{piece}" names no piece of a 3x3x3; expected faces such as UFR')
    return int(apart.argmin())
