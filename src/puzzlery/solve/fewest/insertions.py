"""Insertions: algs put into a skeleton so that it solves all, and turns cancel where they meet.

A *skeleton* solves most of a scramble. If s·p·q is what it leaves, an alg with the effect
(s·p)⁻¹·q⁻¹ between its parts p and q solves all. So the same pieces are cycled by another alg at
each place, and at some places more turns cancel than at others.
"""

import heapq
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from puzzlery.errors import NotFound, PuzzleryError
from puzzlery.solve.cube3.numbering import alg_of
from puzzlery.solve.cube3.recognition import cube3
from puzzlery.solve.fewest.insertion_algs import (
    POINTS,
    Bytes,
    InsertionAlgs,
    Word,
    effect_of,
    insertion_algs,
    numbers_of,
    turns,
)
from puzzlery.solve.fewest.slice_pairs import Slice, slice_pairs, with_slices
from puzzlery.twisty.model.puzzle import AlgLike
from puzzlery.twisty.notation.alg import Alg

# Skeletons that are longer than the shortest of a round by more are given up, and so many kept.
SLACK, BEAM = 2, 60
MOST_INSERTIONS = 3
IDENTITY = np.arange(POINTS, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Insertion:
    """An alg that is put after so many turns of the word before it.

    It takes the place of the next `instead` turns: a slice renames those up to where it is undone.
    """

    word: Word
    place: int
    alg: Word
    instead: int = 0

    def __str__(self) -> str:
        before, inserted, after = self.parts
        return " ".join(part for part in (before, f"[{inserted}]", after) if part)

    @property
    def parts(self) -> tuple[str, str, str]:
        """What stands before the alg, the alg, and what stands after it.

        >>> Insertion((3, 0), 1, (6,)).parts
        ('R', 'F', 'U')
        """
        words = (self.word[: self.place], self.alg, self.word[self.place + self.instead :])
        before, inserted, after = (str(alg_of(bytes(word))) for word in words)
        return before, inserted, after


@dataclass(frozen=True, slots=True)
class InsertedSolution:
    """A solution with the insertions that led to it, one after the other.

    >>> found = insert("R U R' U' F R F' R'", "R F R' F' U R U' R'", count=1, insertions=1)
    >>> found[0].length, found[0].insertions
    (8, ())
    """

    alg: Alg
    length: int
    insertions: tuple[Insertion, ...]


@dataclass(frozen=True)
class _Line:
    """A word on its way: what it still leaves, and the insertions so far."""

    word: Word
    insertions: tuple[Insertion, ...]

    def then(self, place: int, base: Word, alg: Word) -> "_Line":
        joined = merged((*base[:place], *alg, *base[place:]))
        return _Line(joined, (*self.insertions, Insertion(base, place, alg)))

    def sliced(self, first: int, last: int, one: Slice) -> "_Line":
        made = with_slices(self.word, first, last, one)
        inserted = Insertion(self.word, first, made[first : last + 4], last - first)
        return _Line(merged(made), (*self.insertions, inserted))


def insert(
    scramble: AlgLike,
    skeleton: AlgLike,
    *,
    count: int = 10,
    insertions: int = MOST_INSERTIONS,
    seconds: float | None = None,
) -> list[InsertedSolution]:
    """The shortest solutions by up to so many insertions, each into what the last one gave.

    What the skeleton leaves may be cycles, twists, flips, and an odd number of swaps. With one
    insertion all algs of up to ten turns are tried at all places, and all slices that are turned
    at one place and back at another. With more, the best words of each round are continued.

    >>> scramble = "D F D R U R' D' R U' R' F' D' F2 R U2 B L' D2 F' U R2 B' D' L2 F U' R'"
    >>> found = insert(scramble, "R U F' L2 D B R2 U' F D2 L B' U2 R' F2", insertions=1)
    >>> found[0].length <= 20, cube3().apply(scramble).apply(found[0].alg).is_solved
    (True, True)
    """
    if not 1 <= insertions <= MOST_INSERTIONS:
        raise PuzzleryError(f"insertions are 1 … {MOST_INSERTIONS}, not {insertions}")
    end = None if seconds is None else time.monotonic() + seconds
    start, word = _given(scramble), _given(skeleton)
    algs = insertion_algs()
    left = effect_of((*start, *word))
    lines, solved = [_Line(word, ())], _Best(count)
    if (left == IDENTITY).all():
        solved.add(_Line(merged(word), ()))
    for number in range(insertions):
        for line in lines:
            _finish(start, line, algs, solved)
        if number + 1 < insertions:
            lines = _continued(start, lines, algs, solved, end)
    found = solved.solutions()
    if not found:
        raise NotFound(
            f"no {insertions} insertions of up to ten turns solve what this skeleton leaves"
        )
    return found


def merged(word: Word) -> Word:
    """The word with turns of a face that meet made one, others that commute in one order.

    >>> merged((0, 9, 0, 2))
    (0, 9)
    """
    made: list[int] = []
    for turn in word:
        at = len(made)
        while at and made[at - 1] // 3 == (turn // 3 + 3) % 6:
            at -= 1
        if at and made[at - 1] // 3 == turn // 3:
            amount = (made[at - 1] % 3 + turn % 3 + 2) % 4
            made[at - 1 : at] = [] if amount == 0 else [3 * (turn // 3) + amount - 1]
        else:
            made.append(turn)
    return tuple(made)


class _Best:
    """The shortest solutions, each once."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.lines: dict[Word, _Line] = {}

    @property
    def bound(self) -> int:
        """The length that a solution must not exceed to be among the best."""
        if len(self.lines) < self.count:
            return 1_000
        return heapq.nsmallest(self.count, map(len, self.lines))[-1]

    def add(self, line: _Line) -> None:
        self.lines.setdefault(line.word, line)
        if len(self.lines) > 4 * self.count:
            kept = heapq.nsmallest(self.count, self.lines, key=len)
            self.lines = {word: self.lines[word] for word in kept}

    def solutions(self) -> list[InsertedSolution]:
        best = heapq.nsmallest(self.count, self.lines.items(), key=lambda one: len(one[0]))
        return [
            InsertedSolution(alg_of(bytes(word)), len(word), line.insertions) for word, line in best
        ]


def _given(alg: AlgLike) -> Word:
    """The numbers of an alg; an error for moves that are no turns of faces."""
    cube = cube3()
    simple = cube.alg(alg).simplify(cube)
    if any(move.family not in "URFDLB" or move.inner for move in simple.moves()):
        raise PuzzleryError(f"expected turns of faces such as R U2 F', got {alg}")
    return numbers_of(simple)


def _places(start: Word, word: Word) -> Iterator[tuple[int, Word, Bytes]]:
    """Each place of a word, with what is to be done there; commuting neighbors in both orders."""
    tail = effect_of(word)
    ahead = effect_of(start)
    for place in range(len(word) + 1):
        yield place, word, _wanted(ahead, tail)
        if 0 < place < len(word) and (word[place] // 3 - word[place - 1] // 3) % 6 == 3:
            swapped = (*word[: place - 1], word[place], word[place - 1], *word[place + 1 :])
            before = effect_of((*start, *swapped[:place]))
            yield place, swapped, _wanted(before, effect_of(swapped[place:]))
        if place < len(word):
            turn = turns()[word[place]]
            ahead = turn[ahead]
            tail = tail[np.argsort(turn)]


def _wanted(ahead: Bytes, tail: Bytes) -> Bytes:
    """(ahead)⁻¹·(tail)⁻¹: the effect that solves all between these two."""
    found = np.empty_like(ahead)
    found[ahead] = np.argsort(tail)
    return found


def _finish(start: Word, line: _Line, algs: InsertionAlgs, solved: _Best) -> None:
    """All ways to solve what is left by one insertion, unless they are too long."""
    for place, word, wanted in _places(start, line.word):
        for alg in algs.words(wanted):
            if _least(word, place, alg) <= solved.bound:
                longer = line.then(place, word, alg)
                if len(longer.word) <= solved.bound:
                    solved.add(longer)
    for first, last, one, left in slice_pairs(start, line.word):
        if (left == IDENTITY).all():
            solved.add(line.sliced(first, last, one))


def _least(word: Word, place: int, alg: Word) -> int:
    """A lower bound of the length after insertion: what can cancel must turn about one axis."""
    meets = (place > 0 and word[place - 1] % 9 // 3 == alg[0] % 9 // 3) + (
        place < len(word) and word[place] % 9 // 3 == alg[-1] % 9 // 3
    )
    total = len(word) + len(alg)
    return total if not meets else max(0, total - 2 * len(alg))


def _measure(left: Bytes) -> int:
    """About how many 3-cycles are left: half of what is out of place or turned, kinds apart."""
    corners = (left[:24:3] != IDENTITY[:24:3]).sum(axis=-1)
    edges = (left[24::2] != IDENTITY[24::2]).sum(axis=-1)
    return int((corners + 1) // 2 + (edges + 1) // 2)


def _continued(
    start: Word, lines: list[_Line], algs: InsertionAlgs, solved: _Best, end: float | None
) -> list[_Line]:
    """The best words after one more insertion that lets fewer pieces unsolved."""
    found: dict[Word, _Line] = {}
    shortest = 1_000
    for line in lines:
        if end is not None and time.monotonic() > end:
            break
        for longer in _half_sliced(start, line):
            if len(longer.word) <= min(shortest + SLACK, solved.bound):
                found.setdefault(longer.word, longer)
                shortest = min(shortest, len(longer.word))
        for place, word, wanted in _places(start, line.word):
            for case in _helpful(wanted, algs):
                for alg in algs.algs[case]:
                    limit = min(shortest + SLACK, solved.bound)
                    if _least(word, place, alg) > limit:
                        continue
                    longer = line.then(place, word, alg)
                    if len(longer.word) <= limit:
                        found.setdefault(longer.word, longer)
                        shortest = min(shortest, len(longer.word))
    return heapq.nsmallest(BEAM, found.values(), key=lambda one: len(one.word))


def _half_sliced(start: Word, line: _Line) -> Iterator[_Line]:
    """The line with a slice and its inverse, where this leaves fewer pieces."""
    before = _measure(effect_of((*start, *line.word)))
    for first, last, one, left in slice_pairs(start, line.word):
        if 0 < _measure(left) < before:
            yield line.sliced(first, last, one)


def _helpful(wanted: Bytes, algs: InsertionAlgs) -> list[int]:
    """The cases after which fewer pieces are left: for alg a then a⁻¹·wanted remains."""
    undone = np.argsort(algs.cases, axis=1)
    rest = wanted[undone]
    corners = (rest[:, :24:3] != IDENTITY[:24:3]).sum(axis=1)
    edges = (rest[:, 24::2] != IDENTITY[24::2]).sum(axis=1)
    measure = (corners + 1) // 2 + (edges + 1) // 2
    return np.flatnonzero((measure < _measure(wanted)) & (measure > 0)).tolist()
