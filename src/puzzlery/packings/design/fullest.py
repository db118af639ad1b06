"""Fullest packings: as many cells covered as can be, where the pieces need not fill the board."""

from dataclasses import dataclass, replace

from puzzlery.core.progress import Clock
from puzzlery.errors import TimedOut
from puzzlery.packings.model.packing import Packing
from puzzlery.packings.model.packing_solution import PackingSolution

# Each attempt first gets so many seconds, and four times as many in each further round.
FIRST_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class Fullest:
    """The fullest packing that was found, how many cells it covers, and how many none exceeds.

    `solution` is None where no piece fits at all.
    """

    solution: PackingSolution | None
    covered: int
    at_most: int

    @property
    def is_proven(self) -> bool:
        """Whether no packing covers more cells."""
        return self.covered == self.at_most


def fullest(packing: Packing, *, timeout: float | Clock | None = None) -> Fullest:
    """The packing that covers most cells; pieces may be left out, and cells may stay empty.

    Packings with fewer and fewer empty cells are looked for, until it is proven that fewer cannot
    be. When the time is used up, `at_most` is what was proven by then.

    >>> from puzzlery.packings.catalog import packing
    >>> found = fullest(packing("tetrominoes", "4x5"))
    >>> found.covered, found.at_most, len(found.solution)
    (16, 16, 4)
    """
    clock = Clock.of(timeout)
    room = len(packing.board)
    attempts = _Attempts(packing, clock)
    share = FIRST_SHARE
    while attempts.is_open and not clock.is_over:
        while attempts.is_open and attempts.fill(attempts.most - 1, share):
            pass
        if attempts.is_open:
            attempts.fill(attempts.least, share)
        share *= 4
    best = attempts.best
    return Fullest(
        best, room - attempts.holes(attempts.most), room - attempts.holes(attempts.least)
    )


class _Attempts:
    """Numbers of empty cells that the sizes of the pieces allow: which are reached, which refuted.

    Those below place `least` are refuted; that at place `most` is reached by `best`.
    """

    def __init__(self, packing: Packing, clock: Clock) -> None:
        self._clock = clock
        pieces = tuple(replace(piece, low=0) for piece in packing.pieces)
        self._loose = replace(packing, pieces=pieces, board=packing.board.with_optional())
        room, fixed = len(packing.board), sum(len(each.cells) for each in packing.fixed)
        totals = {0}
        for piece in pieces:
            for _ in range(piece.most(room)):
                totals |= {t + len(piece) for t in totals if t + len(piece) <= room}
        self._holes = sorted(room - total for total in totals if total >= fixed)
        self.least, self.most = 0, len(self._holes) - 1
        given = PackingSolution(packing, packing.fixed)
        self.best = given if packing.fixed else None

    @property
    def is_open(self) -> bool:
        return self.least < self.most

    def holes(self, place: int) -> int:
        return self._holes[place]

    def fill(self, place: int, seconds: float) -> bool:
        """Try to leave at most so many cells empty; False if that is not decided in time."""
        left = self._clock.left()
        limit = seconds if left is None else min(seconds, left)
        try:
            found = replace(self._loose, most_holes=self._holes[place]).first(timeout=limit)
        except TimedOut:
            return False
        if found is None:
            self.least = place + 1
        else:
            covered = sum(len(each.cells) for each in found)
            self.best = found
            self.most = self._holes.index(len(self._loose.board) - covered)
        return True
