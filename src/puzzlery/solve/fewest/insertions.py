"""Insertions: algs put into a skeleton so that it solves all, and turns cancel where they meet.

A *skeleton* solves most of a scramble. If s·p·q is what it leaves, an alg with the effect
(s·p)⁻¹·q⁻¹ between its parts p and q solves all. So the same pieces are cycled by another alg at
each place, and at some places more turns cancel than at others.
"""

import heapq
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlery.core.permutation import Permutation
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
    inverse,
    numbers_of,
    turns,
)
from puzzlery.solve.fewest.slice_pairs import Slice, slice_pairs, with_slices
from puzzlery.twisty.model.puzzle import AlgLike
from puzzlery.twisty.notation.alg import Alg

# Words whose score is worse than the best of a round by more are given up, and so many kept.
SLACK, BEAM = 4, 60
MOST_INSERTIONS = 3
# What an odd number of swaps adds to the measure of what is left.
ODD = 6
# Turns that a piece costs about, so that words are compared which leave more or fewer of them.
PER_MEASURE = 1.5
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
            if number and end is not None and time.monotonic() > end:
                break
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
        head, tail = groups_of(word[:place])[::-1], groups_of(word[place:])
        for alg in algs.words(wanted):
            if least_length(len(word), head, tail, alg) <= solved.bound:
                longer = line.then(place, word, alg)
                if len(longer.word) <= solved.bound:
                    solved.add(longer)
    for first, last, one, left in slice_pairs(start, line.word):
        if (left == IDENTITY).all():
            solved.add(line.sliced(first, last, one))


Groups = tuple[frozenset[int], ...]


@lru_cache(maxsize=200_000)
def groups_of(word: Word) -> Groups:
    """The turns in groups of those that commute as they are about one axis.

    >>> groups_of((3, 12, 0)) == (frozenset({3, 12}), frozenset({0}))
    True
    """
    found: list[frozenset[int]] = []
    axis = -1
    for turn in word:
        if turn % 9 // 3 == axis:
            found[-1] |= {turn}
        else:
            found.append(frozenset({turn}))
            axis = turn % 9 // 3
    return tuple(found)


@lru_cache(maxsize=200_000)
def _undoing(word: Word) -> Groups:
    """The groups of a word, each with its turns undone."""
    return tuple(frozenset(inverse((turn,))[0] for turn in one) for one in groups_of(word))


def _cancelled(beside: Groups, undoing: Groups) -> tuple[int, int]:
    """How many groups cancel wholly, the nearest ones first, and how many turns are saved."""
    saved = 0
    for number, (near, wanted) in enumerate(zip(beside, undoing, strict=False)):
        if near != wanted:
            faces = {turn // 3 for turn in near}
            return number, saved + sum((t in near) + (t // 3 in faces) for t in wanted)
        saved += 2 * len(near)
    return min(len(beside), len(undoing)), saved


def least_length(length: int, head: Groups, tail: Groups, alg: Word) -> int:
    """A lower bound of the length after insertion between these groups; the nearest come first.

    Where at most one group of the alg is left, head and tail may go on to cancel one another.

    >>> word, alg = (3, 0, 6), (2, 9)
    >>> least_length(3, groups_of(word[:2])[::-1], groups_of(word[2:]), alg)
    0
    >>> least_length(3, groups_of(word[:2])[::-1], groups_of(word[2:]), (2, 9, 4))
    4
    """
    undoing = _undoing(alg)
    before, saved = _cancelled(head, undoing)
    after, more = _cancelled(tail, undoing[::-1])
    if before + after >= len(undoing) - 1:
        return 0
    return length + len(alg) - saved - more


def _measure(left: Bytes) -> int:
    """How many pieces are out of place or turned, and more if an odd number of swaps is left.

    That needs an alg for itself, after which a 3-cycle of each kind may be left.
    """
    corners = int((left[:24:3] != IDENTITY[:24:3]).sum())
    edges = int((left[24::2] != IDENTITY[24::2]).sum())
    return corners + edges + ODD * _is_odd(left)


def _is_odd(left: Bytes) -> bool:
    return not Permutation([int(place) // 3 for place in left[:24:3]]).is_even


@lru_cache(maxsize=2)
def _undone(algs: InsertionAlgs) -> Bytes:
    return np.argsort(algs.cases, axis=1).astype(np.uint8)


@lru_cache(maxsize=2)
def _odd_cases(algs: InsertionAlgs) -> NDArray[np.bool_]:
    """For each case whether it changes the parity."""
    return np.array([_is_odd(case) for case in algs.cases])


def _continued(
    start: Word, lines: list[_Line], algs: InsertionAlgs, solved: _Best, end: float | None
) -> list[_Line]:
    """The best words after one more insertion that lets fewer pieces unsolved."""
    found: dict[Word, tuple[float, _Line]] = {}
    best = math.inf

    def keep(longer: _Line, measure: int) -> None:
        nonlocal best
        score = len(longer.word) + PER_MEASURE * measure
        if len(longer.word) <= solved.bound and score <= best + SLACK:
            best = min(best, score)
            found.setdefault(longer.word, (score, longer))

    for line in lines:
        if end is not None and time.monotonic() > end:
            break
        for longer, measure in _half_sliced(start, line):
            keep(longer, measure)
        for place, word, wanted in _places(start, line.word):
            head, tail = groups_of(word[:place])[::-1], groups_of(word[place:])
            for case, measure in _helpful(wanted, algs):
                limit = min(best + SLACK - PER_MEASURE * measure, solved.bound)
                for alg in algs.algs[case]:
                    if least_length(len(word), head, tail, alg) <= limit:
                        keep(line.then(place, word, alg), measure)
    return [line for _, line in heapq.nsmallest(BEAM, found.values(), key=lambda one: one[0])]


def _half_sliced(start: Word, line: _Line) -> Iterator[tuple[_Line, int]]:
    """The line with a slice and its inverse, where this leaves fewer pieces, and their measure."""
    before = _measure(effect_of((*start, *line.word)))
    for first, last, one, left in slice_pairs(start, line.word):
        if 0 < (measure := _measure(left)) < before:
            yield line.sliced(first, last, one), measure


def _helpful(wanted: Bytes, algs: InsertionAlgs) -> list[tuple[int, int]]:
    """The cases after which less is left, each with its measure: after alg a it is a⁻¹·wanted."""
    rest = wanted[_undone(algs)]
    corners = (rest[:, :24:3] != IDENTITY[:24:3]).sum(axis=1)
    edges = (rest[:, 24::2] != IDENTITY[24::2]).sum(axis=1)
    odd = _odd_cases(algs) != _is_odd(wanted)
    measure = corners + edges + ODD * odd
    chosen = np.flatnonzero((measure < _measure(wanted)) & (measure > 0))
    return list(zip(chosen.tolist(), measure[chosen].tolist(), strict=True))
