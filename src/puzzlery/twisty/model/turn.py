"""Turns: what a move does to the stickers, how it is drawn, and how it is written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.notation.alg import Move

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Spin:
    """A rigid part that rotates during a move: which stickers, about which line, how far.

    `angle` is in radians, counter-clockwise seen from the tip of `axis` (the right-hand rule).
    A sticker in several spins of one turn takes part in each, in the order given. Later spins
    carry the axis and pivot of earlier ones with them: a gear turns about its own axle, then
    with the layer that carries it.

    >>> import puzzlery
    >>> (spin,) = puzzlery.puzzle("3x3x3").turn("R").spins
    >>> len(spin.stickers), spin.axis, round(spin.angle, 4)
    (21, (1.0, 0.0, 0.0), -1.5708)
    """

    stickers: frozenset[int]
    axis: Vector
    angle: float
    pivot: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Turn:
    """A move as the puzzle performs it.

    `moving` are the places in the turning part, including those that turn in place (a center on
    the axis); `spins` say how to draw it; `layers` is how many layers turn, 0 for a rotation of
    the whole puzzle; `outer` says whether the turning part reaches the outside of its axis. `steps`
    are the turns that a named sequence makes one after the other, where a bandage may block them.

    >>> import puzzlery
    >>> turn = puzzlery.puzzle("3x3x3").turn("R")
    >>> len(turn.moving), len(turn.permutation.support), turn.layers, turn.outer
    (21, 20, 1, True)
    """

    name: str
    permutation: Permutation
    moving: frozenset[int]
    spins: tuple[Spin, ...] = ()
    layers: int = 1
    outer: bool = True
    steps: tuple["Turn", ...] = ()

    @property
    def is_rotation(self) -> bool:
        """Whether the whole puzzle turns.

        >>> import puzzlery
        >>> cube = puzzlery.puzzle("3x3x3")
        >>> cube.turn("x").is_rotation, cube.turn("Rw").is_rotation
        (True, False)
        """
        return self.layers == 0

    def __pow__(self, amount: int) -> "Turn":
        """The turn repeated `amount` times; backwards for a negative amount."""
        spins = tuple(
            Spin(spin.stickers, spin.axis, spin.angle * amount, spin.pivot) for spin in self.spins
        )
        steps = self.steps * amount
        if amount < 0:
            steps = tuple(step**-1 for step in reversed(self.steps)) * -amount
        return Turn(
            self.name, self.permutation**amount, self.moving, spins, self.layers, self.outer, steps
        )

    @classmethod
    def plain(cls, name: str, permutation: Permutation) -> "Turn":
        """A turn of which only the permutation is known.

        >>> sorted(Turn.plain("a", Permutation([1, 2, 0, 3])).moving)
        [0, 1, 2]
        """
        return cls(name, permutation, frozenset(permutation.support.tolist()))


@dataclass(frozen=True, slots=True)
class Grip:
    """An axis of a puzzle and the layers that turn about it.

    `offsets` are the cuts along the axis, from the outside in, the positive end first; they leave
    one layer more than their number. `order` turns about the axis are a full turn.

    >>> import puzzlery
    >>> puzzlery.puzzle("2x2x2").grips[0]
    Grip(axis=(0.0, 1.0, 0.0), order=4, offsets=(0.0,), names=('U', 'D'))
    """

    axis: Vector
    order: int
    offsets: tuple[float, ...]
    names: tuple[str, str] = ("", "")

    @property
    def layers(self) -> int:
        """The number of layers between the cuts.

        >>> Grip((0.0, 1.0, 0.0), 4, offsets=(0.5, 0.0, -0.5)).layers
        4
        """
        return len(self.offsets) + 1


class Notation(Protocol):
    """How a puzzle reads written moves.

    >>> import puzzlery
    >>> [puzzlery.puzzle(name).notation.dialect for name in ("3x3x3", "square-1", "megaminx")]
    ['sign', 'square1', 'megaminx']
    """

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
    """Names read as they are, each with an amount: `r`, `r'`, `r2`.

    >>> notation = PlainNotation({"r": Turn.plain("r", Permutation([1, 2, 0]))})
    >>> notation.turn(Move("r", 2)).permutation
    Permutation('(0 2 1)', degree=3)
    """

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


# The notation of a puzzle that is given none: it is filled in with the puzzle's own turns.
NAMES_OF_TURNS: Notation = PlainNotation({})
