"""Piece changes: a turn of one piece in its place, or a swap of two."""

from dataclasses import dataclass
from itertools import chain

import numpy as np

from puzzlery.twisty.structure.colored_orbit import ColoredOrbit, Colors
from puzzlery.twisty.validate.pieces_seen import SeenPieces
from puzzlery.twisty.validate.verdict import Change


@dataclass(frozen=True, slots=True)
class PieceChange:
    """One change; `gain` is the number of additional stickers that are right after it.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> change = swaps(plan.orbits[0], plan.solved, plan.solved, most=1)[0]
    >>> len(change.slots), change.gain  # of six stickers only two still fit
    (2, -4)
    """

    orbit: ColoredOrbit
    slots: tuple[int, ...]
    turn: int = 0
    gain: int = 0
    cost: int = 1

    def applied(self, colors: Colors) -> Colors:
        """The coloring after the change.

        >>> import puzzlery
        >>> plan = puzzlery.puzzle("3x3x3").checker.plan
        >>> twist = PieceChange(plan.orbits[0], (0,), turn=1)
        >>> np.flatnonzero(twist.applied(plan.solved) != plan.solved).tolist()
        [0, 36, 47]
        """
        changed, rows = colors.copy(), self.orbit.slots
        if len(self.slots) == 2:
            changed[rows[list(self.slots)]] = colors[rows[list(self.slots[::-1])]]
        else:
            row = rows[self.slots[0]]
            changed[row[self.orbit.orientations.array[self.turn]]] = colors[row]
        return changed

    def parts(self, colors: Colors) -> "list[PieceChange]":
        """The changes one by one: it is one."""
        return [self]

    def described(self, pieces: SeenPieces, colors: Colors) -> Change:
        """The change in words.

        >>> import puzzlery
        >>> checker = puzzlery.puzzle("3x3x3").checker
        >>> twist = PieceChange(checker.plan.orbits[1], (0,), turn=1)
        >>> twist.described(checker.pieces, checker.plan.solved).text
        'flip the white-blue edge (stickers 1 and 46)'
        """
        rows = self.orbit.slots[list(self.slots)].tolist()
        named = [f"the {pieces.seen_at(row, colors)} ({pieces.places(row)})" for row in rows]
        stickers = pieces.spots(chain(*rows))
        if len(rows) == 2:
            return Change("swap", f"swap {named[0]} with {named[1]}", stickers)
        verb = "flip" if self.orbit.orientations.order == 2 else "twist"
        amount = pieces.turn(self.orbit, self.turn, self.slots[0])
        return Change("twist", f"{verb} {named[0]} {amount}".strip(), stickers)


def swaps(
    orbit: ColoredOrbit, solved: Colors, colors: Colors, most: int | None = None
) -> list[PieceChange]:
    """Swaps of two pieces that look different, those that solve most first; at most `most`.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> len(swaps(plan.orbits[1], plan.solved, plan.solved))  # pairs of the 12 edges
    66
    """
    now, home = colors[orbit.slots], solved[orbit.slots]
    right = (now[None, :, :] == home[:, None, :]).sum(axis=2)
    alone = np.diag(right)
    gains = right + right.T - alone[:, None] - alone[None, :]
    differ = (now[None, :, :] != now[:, None, :]).any(axis=2)
    first, second = np.nonzero(np.triu(differ))
    order = np.argsort(-gains[first, second], kind="stable")[:most]
    pairs = zip(first[order].tolist(), second[order].tolist(), strict=True)
    return [PieceChange(orbit, pair, gain=int(gains[pair])) for pair in pairs]


def turns(orbit: ColoredOrbit, solved: Colors, turn: int, colors: Colors) -> list[PieceChange]:
    """A turn of each piece in its place, those that solve most first.

    >>> import puzzlery
    >>> plan = puzzlery.puzzle("3x3x3").checker.plan
    >>> flipped = PieceChange(plan.orbits[1], (5,), turn=1).applied(plan.solved)
    >>> best = turns(plan.orbits[1], plan.solved, 1, flipped)[0]
    >>> best.slots, best.gain
    ((5,), 2)
    """
    now, home = colors[orbit.slots], solved[orbit.slots]
    turned = np.empty_like(now)
    turned[:, orbit.orientations.array[turn]] = now
    gains = (turned == home).sum(axis=1) - (now == home).sum(axis=1)
    order = np.argsort(-gains, kind="stable").tolist()
    return [PieceChange(orbit, (slot,), turn, int(gains[slot])) for slot in order]
