"""Slice insertions: a slice is turned at one place of a word, and back at a later one.

A slice moves four edges only. Written with turns of faces it is two turns and a rotation of the
whole cube, M = R L' x', so the turns between the two places are those of other faces, and after
the second place nothing is changed. That costs four turns, less what cancels.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.solve.cube3.numbering import AMOUNTS
from puzzlery.solve.cube3.recognition import FACES, cube3
from puzzlery.solve.fewest.insertion_algs import (
    Bytes,
    Word,
    effect_of,
    inverse,
    numbered,
    turns,
)
from puzzlery.twisty.notation.alg import Move

# Each slice with the two turns of faces that it is, up to a rotation.
SLICES = {"M": ("R", "L'"), "E": ("U", "D'"), "S": ("F'", "B")}
Slice = tuple[Bytes, Word, Word]


@lru_cache(maxsize=1)
def _slices() -> list[Slice]:
    """For each turn of a slice its effect on the points, its two turns, and how it renames others.

    The effect is that of the two turns, seen after the rotation that brings the centers home.
    """
    cube = cube3()
    number = {turn.tobytes(): k for k, turn in enumerate(turns())}
    found = []
    for first, second in SLICES.values():
        two = [cube.alg(name).moves() for name in (first, second)]
        [one], [other] = (list(moves) for moves in two)
        for times in (1, 2, 3):
            pair = [Move(m.family, _amount(m.amount * times)) for m in (one, other)]
            made = Permutation.product([cube.turn(move).permutation for move in pair], cube.degree)
            rotation = _homing(made)
            word = tuple(number[numbered(cube.turn(move).permutation).tobytes()] for move in pair)
            renamed = tuple(
                number[
                    numbered(
                        cube.turn(Move(face, n)).permutation.conjugate(rotation.inverse)
                    ).tobytes()
                ]
                for face in FACES
                for n in AMOUNTS
            )
            found.append((numbered(made * rotation), word, renamed))
    return found


def _amount(times: int) -> int:
    return {1: 1, 2: 2, 3: -1}[times % 4]


def _homing(made: Permutation) -> Permutation:
    """The rotation after which two turned faces are home again, and only four edges are not."""

    def moved(rotation: Permutation) -> int:
        return len((made * rotation).support)

    rotations = [one.stickers for one in cube3().symmetries(reflections=False)]
    corners = {s for piece in cube3().pieces() if len(piece) == 3 for s in piece}
    return min(
        (one for one in rotations if not corners & set((made * one).support.tolist())), key=moved
    )


def slice_pairs(start: Word, word: Word) -> Iterator[tuple[int, int, Slice, Bytes]]:
    """All ways to put a slice and its inverse into a word, with what they leave.

    Gives the two places, the slice, and the effect of scramble and word with both of them.

    >>> scramble, skeleton = (3, 6, 0), (2, 8, 5)
    >>> len(list(slice_pairs(scramble, skeleton)))
    54
    """
    heads = [effect_of((*start, *word[:place])) for place in range(len(word) + 1)]
    left = heads[-1]
    for one in _slices():
        # With A for what stands before a place, all of it is A X A⁻¹ at both places, then the rest.
        around = np.array([_around(head, one[0]) for head in heads])
        back = np.argsort(around, axis=1).astype(np.uint8)
        for first in range(len(heads)):
            for last in range(first + 1, len(heads)):
                yield first, last, one, left[back[last][around[first]]]


def _around(head: Bytes, effect: Bytes) -> Bytes:
    """First the head, then the effect, then the head undone."""
    undone = np.argsort(head).astype(np.uint8)
    found: Bytes = undone[effect[head]]
    return found


def with_slices(word: Word, first: int, last: int, chosen: Slice) -> Word:
    """The word with a slice at one place and its inverse at another, in turns of faces.

    >>> start = (3, 6, 0)
    >>> for first, last, one, left in slice_pairs(start, (2, 8, 5)):
    ...     made = effect_of((*start, *with_slices((2, 8, 5), first, last, one)))
    ...     assert (made == left).all()
    """
    _, pair, renamed = chosen
    between = tuple(renamed[turn] for turn in word[first:last])
    return (*word[:first], *pair, *between, *inverse(pair), *word[last:])
