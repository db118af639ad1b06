"""Turns: what a move does to the stickers, how it is drawn, and how it is written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.notation.alg import Move

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Spin:
    """A rigid part that rotates while a move is made: which stickers, about which line, how far.

    `angle` is in radians, counter-clockwise seen from the tip of `axis` (the right-hand rule).
    A sticker in several spins of one turn takes part in each, in the order given, every axis
    and pivot being carried along by the spins after it: a gear turns about its own axle, then
    with the layer that bears it.
    """

    stickers: frozenset[int]
    axis: Vector
    angle: float
    pivot: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Turn:
    """A move as the puzzle makes it.

    `moving` are the places in the turning part, those that turn in place included (a centre on
    the axis); `spins` say how to draw it; `layers` is how many layers turn, 0 for a rotation of
    the whole puzzle; `outer` tells whether the turning part reaches the outside of its axis.
    """

    name: str
    permutation: Permutation
    moving: frozenset[int]
    spins: tuple[Spin, ...] = ()
    layers: int = 1
    outer: bool = True

    @property
    def is_rotation(self) -> bool:
        """Whether the whole puzzle turns."""
        return self.layers == 0

    def __pow__(self, amount: int) -> "Turn":
        """The turn made so many times, or backwards."""
        spins = tuple(
            Spin(spin.stickers, spin.axis, spin.angle * amount, spin.pivot) for spin in self.spins
        )
        return Turn(
            self.name, self.permutation**amount, self.moving, spins, self.layers, self.outer
        )

    @classmethod
    def plain(cls, name: str, permutation: Permutation) -> "Turn":
        """A turn of which only the permutation is known."""
        return cls(name, permutation, frozenset(permutation.support.tolist()))


@dataclass(frozen=True, slots=True)
class Grip:
    """An axis of a puzzle and the layers that turn about it.

    `offsets` are the cuts along the axis, from the outside in, the positive end first; the
    layers between them number one more. `order` turns about the axis bring the puzzle home.
    """

    axis: Vector
    order: int
    offsets: tuple[float, ...]
    names: tuple[str, str] = ("", "")

    @property
    def layers(self) -> int:
        """How many layers the cuts leave."""
        return len(self.offsets) + 1


class Notation(Protocol):
    """How a puzzle reads written moves."""

    @property
    def dialect(self) -> str:
        """The grammar of its algs: "sign", "square1", "clock", "megaminx" or "plain"."""

    @property
    def families(self) -> frozenset[str]:
        """The words that stand for moves, without layers and amount."""

    def turn(self, move: Move) -> Turn | None:
        """The turn that a written move stands for, amount included; None if there is none."""

    def written(self, name: str) -> Move:
        """A name from the puzzle's `moves` or `rotations`, as a written move."""


@dataclass(frozen=True, slots=True)
class PlainNotation:
    """Names taken as they are, each with an amount: `r`, `r'`, `r2`."""

    turns: Mapping[str, Turn]
    dialect: str = "plain"

    @property
    def families(self) -> frozenset[str]:
        return frozenset(self.turns)

    def turn(self, move: Move) -> Turn | None:
        turn = self.turns.get(move.family)
        if turn is None or move.inner is not None:
            return None
        return turn**move.amount

    def written(self, name: str) -> Move:
        return Move(name)
