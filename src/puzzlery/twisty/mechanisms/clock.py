"""Rubik's Clock: eighteen dials on two sides, which four pins connect in changing ways.

The pins stand between the dials of the front; a pin that is up connects the four dials around it.
The corner dials go through to the back, where they turn the other way. The scrambles of
competitions, `UR3+ DR2- … y2 U1+ …`, are described in article 12g of the WCA Regulations.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from puzzlery.core.permutation import Permutation
from puzzlery.twisty.mechanisms.moving_parts import Mechanism, NamedNotation, StickerOutline
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats
from puzzlery.twisty.model.turn import Spin, Turn, Vector
from puzzlery.twisty.notation.alg import Move

HOURS = 12
# Distances as in a drawing of side 2: between the middles of dials, from the middle of a dial to
# its rim and to the inner end of its stickers, and from the middle of the clock to a side.
SPACING, RADIUS, HUB, THICKNESS = 0.7, 0.3, 0.08, 0.15
PINS = {"UR": (1, 1), "DR": (1, -1), "DL": (-1, -1), "UL": (-1, 1)}
PINS_UP = {
    **{pin: (pin,) for pin in PINS},
    "U": ("UR", "UL"),
    "R": ("UR", "DR"),
    "D": ("DR", "DL"),
    "L": ("DL", "UL"),
    "ALL": tuple(PINS),
}
COLORS = {"F": ("navy", "yellow"), "B": ("sky", "orange")}

Dial = tuple[int, int]


def clock() -> Puzzle:
    """Rubik's Clock, solved with all hands at twelve.

    Each dial is twelve stickers, one of which is the hand. A move names the pins that are up;
    `UR3+` turns the dials that they connect by three hours, clockwise. `y2` turns the clock over;
    small letters are the same moves on the back: `ur3+` is `y2 UR3+ y2`.
    A pin without an amount, as at the end of older scrambles, sets the pin and turns nothing.

    >>> puzzle = clock()
    >>> puzzle.moves["ALL"].order, puzzle.group.order == 12**14
    (12, True)
    """
    body = Mechanism(tuple(_patches()))
    front = [body.turn(name, _spins(body, "F", pins)) for name, pins in PINS_UP.items()]
    back = [body.turn(name.lower(), _spins(body, "B", pins)) for name, pins in PINS_UP.items()]
    turns = [*front, *back]
    whole = [body.whole_turn("y2", (0, 1, 0), pi)]
    words = NamedNotation.of([*turns, *whole], dialect="clock", mark="+")
    return body.puzzle(
        "clock",
        turns,
        whole=whole,
        notation=ClockNotation(words.words, "clock", "+"),
        note="A move names the pins that are up and says by how many hours the dials turn.",
        hints={"look": "clock"},
    )


@dataclass(frozen=True, slots=True)
class ClockNotation(NamedNotation):
    """The words of the clock; one without a sign sets its pins and turns nothing.

    >>> notation = clock().notation
    >>> notation.turn(Move("UR")).permutation.is_identity
    True
    """

    def turn(self, move: Move) -> Turn | None:
        turn = NamedNotation.turn(self, move)
        if turn is None or turn.is_rotation or move.mark or abs(move.amount) != 1:
            return turn
        return Turn(turn.name, Permutation.identity(len(turn.permutation)), frozenset())


def _patches() -> Iterator[StickerOutline]:
    for side in "FB":
        for column in (-1, 0, 1):
            for row in (1, 0, -1):
                for hour in range(HOURS):
                    yield _patch(side, (column, row), hour)


def _patch(side: str, dial: Dial, hour: int) -> StickerOutline:
    """One twelfth of a dial, whose hours count as one sees it."""
    facing = 1 if side == "F" else -1
    plain, hand = COLORS[side]
    normal: Vector = (0.0, 0.0, float(facing))
    return StickerOutline(
        _wedge(facing, dial, hour), normal, plain if hour else hand, side, _cell(side, dial)
    )


def _cell(side: str, dial: Dial) -> object:
    """The piece that a dial belongs to: the two dials of a corner are one piece."""
    return dial if all(dial) else (side, dial)


def _wedge(facing: int, dial: Dial, hour: int) -> Floats:
    half = pi / HOURS
    angle = hour * 2 * half
    ends = [
        (HUB, angle - half),
        (HUB, angle + half),
        (RADIUS, angle + half),
        (RADIUS, angle - half),
    ]
    ring = [
        (dial[0] * SPACING + facing * r * sin(a), dial[1] * SPACING + r * cos(a)) for r, a in ends
    ]
    return np.array([(x, y, facing * THICKNESS) for x, y in ring])


def _spins(body: Mechanism, side: str, pins: tuple[str, ...]) -> Iterator[Spin]:
    """The dials that the pins connect, each about its own center, and those behind the corners."""
    facing = 1 if side == "F" else -1
    connected = {dial for pin in pins for dial in _around(PINS[pin])}
    for x, y in sorted(connected):
        dial = (facing * x, y)
        pivot = (SPACING * dial[0], SPACING * dial[1], 0.0)
        yield Spin(body.of_cell(_cell(side, dial)), (0.0, 0.0, facing), -2 * pi / HOURS, pivot)


def _around(pin: Dial) -> list[Dial]:
    """The four dials around a pin."""
    x, y = pin
    return [(x, y), (x, 0), (0, y), (0, 0)]
