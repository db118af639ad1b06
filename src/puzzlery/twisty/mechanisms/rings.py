"""Rings, turntables and barrels: balls that move along tracks which cross one another.

The counts and colors of the classic ones are given on Jaap's Puzzle Page,
<https://www.jaapsch.net/puzzles/rings.htm> and <https://www.jaapsch.net/puzzles/nintendo.htm>.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from puzzlery.errors import InvalidPuzzle
from puzzlery.twisty.mechanisms.moving_parts import EPS, Mechanism, StickerOutline, regular
from puzzlery.twisty.model.color import shade_of_hue
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.skin import Floats
from puzzlery.twisty.model.turn import Spin, Vector

TOWARD_VIEWER: Vector = (0.0, 0.0, 1.0)
# `_flat` compares all pairs of balls, which takes 100 MB for 2,000 of them.
MAX_BALLS = 2_000
# Distance between columns, where the distance between rows is 1.
BARREL_SPACING = 1.6
COLUMN_COLORS = ("red", "yellow", "green", "blue", "orange", "purple", "pink", "teal")
# What is drawn as a disc in a picture is a ball.
BALLS = {"look": "balls"}

Spots = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle of equally spaced balls, the first of which is at the angle `start`.

    >>> Ring("A", (0, 0), radius=2, balls=4, start=0).spots().round(9).tolist()[1]
    [0.0, 2.0, 0.0]
    """

    name: str
    center: tuple[float, float]
    radius: float
    balls: int
    start: float

    def spots(self) -> Floats:
        """The places of the balls, counter-clockwise.

        >>> Ring("A", (5, 0), radius=1, balls=2, start=0).spots().round(9).tolist()
        [[6.0, 0.0, 0.0], [4.0, 0.0, 0.0]]
        """
        angles = self.start + 2 * pi * np.arange(self.balls) / self.balls
        x, y = self.center
        return np.column_stack(
            [x + self.radius * np.cos(angles), y + self.radius * np.sin(angles), 0 * angles]
        )


def rings(
    circles: Sequence[Ring], colors: Callable[[list[Spots]], Sequence[str]], name: str = "rings"
) -> Puzzle:
    """A puzzle of rings that share the balls where their places coincide.

    A move turns one ring clockwise by one ball. `colors` gets the numbers of the places on each
    ring, counter-clockwise, and returns a color for each place.

    >>> pair = [Ring("L", (-1, 0), 1, 4, start=0), Ring("R", (1, 0), 1, 4, start=pi)]
    >>> rings(pair, lambda tracks: ["red"] * 7)
    <Puzzle rings: 7 stickers, 2 moves>
    """
    _check_count(sum(ring.balls for ring in circles), name)
    spots, tracks = _shared([ring.spots() for ring in circles])
    body = _flat(spots, colors(tracks))
    turns = [
        body.turn(
            ring.name,
            [Spin(frozenset(track), TOWARD_VIEWER, -2 * pi / ring.balls, (*ring.center, 0))],
        )
        for ring, track in zip(circles, tracks, strict=True)
    ]
    return body.puzzle(name, turns, hints=BALLS)


def hungarian_rings(left: int = 20, right: int = 20, gap: tuple[int, int] = (5, 5)) -> Puzzle:
    """Two rings that cross twice; `gap` is the number of steps between the crossings on each.

    The classic has 38 balls of four colors. Nine balls of one color begin beside one crossing of a
    ring and pass through the other; the other ten balls of the ring have another color.

    >>> hungarian_rings().degree
    38
    """
    circles = _crossing_rings(left, right, gap)
    return rings(circles, lambda tracks: _four_colors(tracks, gap), "Hungarian rings")


def rubiks_rings() -> Puzzle:
    """Rubik's Rings: 34 balls of three colors, with crossings six steps apart.

    >>> puzzle = rubiks_rings()
    >>> puzzle.degree, len(puzzle.palette)
    (34, 3)
    """
    circles = _crossing_rings(18, 18, (6, 6))
    return rings(circles, lambda tracks: _three_colors(tracks, 6), "Rubik's rings")


def three_rings(balls: int = 12, gap: int = 4) -> Puzzle:
    """Three rings, each of which crosses both others twice, `gap` steps apart.

    >>> three_rings().degree
    30
    """
    if balls % 6 or not 0 < 2 * gap < balls:
        raise InvalidPuzzle(
            f"three rings of {balls} balls with crossings {gap} apart do not fit; expected a "
            "multiple of 6, and less than half of it"
        )
    return rings(
        [_one_of_three(number, balls, gap) for number in range(3)], _ring_colors, "three rings"
    )


def top_spin(balls: int = 20, table: int = 4) -> Puzzle:
    """A ring of different balls, and a turntable that reverses a few neighbors.

    `S` moves all balls clockwise by one place, `T` turns the table by half a turn. With 20 balls
    and a table for 4, all 20! arrangements are possible:

    >>> top_spin().group.order
    2432902008176640000
    """
    if not 2 <= table <= balls:
        raise InvalidPuzzle(
            f"a turntable for {table} of {balls} balls does not fit; expected 2 … {balls}"
        )
    _check_count(balls, "top spin")
    ring = Ring("S", (0.0, 0.0), 1.0, balls, pi / 2 - pi * (table - 1) / balls)
    body = _flat(ring.spots(), [shade_of_hue(n / balls, 0.55, 0.8) for n in range(balls)])
    turns = [
        body.turn("S", [Spin(body.everything, TOWARD_VIEWER, -2 * pi / balls)]),
        body.turn("T", _swaps(body, range(table))),
    ]
    return body.puzzle("top spin", turns, hints=BALLS)


def barrel(columns: int = 5, rows: int = 2, plungers: Sequence[int] = (0, 2, 3)) -> Puzzle:
    """A barrel of two drums and a plunger, as Nintendo's Ten Billion.

    Each drum has `rows` rows of balls in `columns` columns; the columns of the plunger hold one
    ball more, above the drums. `T` and `B` turn the top and the bottom drum, clockwise seen from
    that end. `S` pushes the plunger down, which moves its columns by one ball, and turns the
    barrel upside down, so that the plunger is up again.

    >>> barrel().degree
    23
    """
    _check_barrel(columns, rows, plungers)
    body = Mechanism(tuple(_barrel_balls(columns, rows, plungers)))
    top = body.where(lambda point: bool(EPS < point[1] < rows))
    bottom = body.where(lambda point: bool(point[1] < -EPS))
    driven = frozenset().union(
        *(body.of_cell((c % columns, row)) for c in plungers for row in range(2 * rows + 1))
    )
    step = 2 * pi / columns
    turns = [
        body.turn("T", [Spin(top, (0.0, 1.0, 0.0), -step)]),
        body.turn("B", [Spin(bottom, (0.0, -1.0, 0.0), -step)]),
        # To go down by one and then half around the middle is to go half around a point above it.
        body.turn(
            "S",
            [
                Spin(driven, TOWARD_VIEWER, pi, (0.0, 0.5, 0.0)),
                Spin(body.everything - driven, TOWARD_VIEWER, pi),
            ],
        ),
    ]
    return body.puzzle(
        "barrel",
        turns,
        note="S pushes the plunger down and turns the barrel upside down.",
        hints=BALLS,
    )


def _check_count(balls: int, name: str) -> None:
    if not 0 < balls <= MAX_BALLS:
        raise InvalidPuzzle(f"{name} with {balls} balls is not possible; expected 1 … {MAX_BALLS}")


def _shared(rows: list[Floats]) -> tuple[Floats, list[Spots]]:
    """All spots, each once, and for each ring the numbers of its spots."""
    spots: list[Floats] = []
    tracks: list[Spots] = []
    for row in rows:
        known = np.array(spots).reshape(-1, 3)
        track = []
        for spot in row:
            near = np.flatnonzero(np.abs(known - spot).max(axis=1) < EPS)
            track.append(int(near[0]) if near.size else len(spots))
            if not near.size:
                spots.append(spot)
        tracks.append(tuple(track))
    return np.array(spots), tracks


def _flat(spots: Floats, colors: Sequence[str]) -> Mechanism:
    """Balls on a table, seen from above."""
    apart = np.linalg.norm(spots[:, None] - spots[None], axis=2)
    radius = 0.48 * apart[apart > EPS].min()
    return Mechanism(
        tuple(
            StickerOutline(regular(spot, TOWARD_VIEWER, radius), TOWARD_VIEWER, color, "", number)
            for number, (spot, color) in enumerate(zip(spots, colors, strict=True))
        )
    )


def _crossing_rings(left: int, right: int, gap: tuple[int, int]) -> list[Ring]:
    """Two rings through the points (0, ±1), the first to the left."""
    for balls, steps in zip((left, right), gap, strict=True):
        if balls < 3 or not 0 < 2 * steps <= balls:
            raise InvalidPuzzle(
                f"a ring of {balls} balls with crossings {steps} apart does not fit; expected "
                "3 balls or more, and crossings at most half a ring apart"
            )
    return [
        _through_crossings("L", left, gap[0], side=-1),
        _through_crossings("R", right, gap[1], side=1),
    ]


def _through_crossings(name: str, balls: int, gap: int, *, side: int) -> Ring:
    """A ring whose first ball is at the crossing where its inner part begins."""
    half = pi * gap / balls
    radius = 1 / sin(half)
    start = -half if side < 0 else pi - half
    return Ring(name, (side * radius * cos(half), 0.0), radius, balls, start)


def _four_colors(tracks: list[Spots], gap: tuple[int, int]) -> list[str]:
    """Each ring in two colors, but for its first crossing, which is of the other ring's."""
    colors = [""] * len(set().union(*tracks))
    pairs = (("yellow", "black"), ("blue", "red"))
    for track, steps, (near, far) in zip(tracks, gap, pairs, strict=True):
        for position, spot in enumerate(track[1:], start=1):
            colors[spot] = near if position < 2 * steps else far
    return colors


def _three_colors(tracks: list[Spots], gap: int) -> list[str]:
    """One color on the outer part of each ring, and a third on all that lies between."""
    colors = ["yellow"] * len(set().union(*tracks))
    for track, color in zip(tracks, ("blue", "red"), strict=True):
        for spot in track[gap + 1 :]:
            colors[spot] = color
    return colors


def _one_of_three(number: int, balls: int, gap: int) -> Ring:
    """One of three equal rings about the corners of a triangle."""
    half = pi * gap / balls
    # Two rings of radius 1 that cross at the angle `half` have their centers 2 cos(half) apart.
    reach = 2 * cos(half) / 3**0.5
    angle = pi / 2 + 2 * pi * number / 3
    center = (reach * cos(angle), reach * sin(angle))
    return Ring("ABC"[number], center, 1.0, balls, angle + 5 * pi / 6 + half)


def _ring_colors(tracks: list[Spots]) -> list[str]:
    """A color for each ring, and one for the crossings."""
    colors = [""] * len(set().union(*tracks))
    for track, color in zip(tracks, ("red", "green", "blue"), strict=True):
        for spot in track:
            colors[spot] = "yellow" if colors[spot] else color
    return colors


def _swaps(body: Mechanism, row: range) -> Iterator[Spin]:
    """Balls in a row changing places end for end, each pair about its own middle."""
    for first, last in zip(row, reversed(row), strict=True):
        if first <= last:
            pair = body.skin.positions[[first, last]]
            x, y, z = pair.mean(axis=0).tolist()
            yield Spin(frozenset({first, last}), TOWARD_VIEWER, -pi, (x, y, z))


def _check_barrel(columns: int, rows: int, plungers: Sequence[int]) -> None:
    if columns < 3 or rows < 1:
        raise InvalidPuzzle(
            f"a barrel of {columns} columns and {rows} rows does not turn; expected 3 columns "
            "and 1 row at least"
        )
    _check_count(2 * columns * rows + len(plungers), "barrel")
    driven = {column % columns for column in plungers}
    if len(driven) != len(plungers) or {-column % columns for column in driven} != driven:
        raise InvalidPuzzle(
            f"the plunger's columns {sorted(plungers)} must be different, and must be the same "
            "columns when the barrel stands upside down: with column c also column −c"
        )


def _barrel_balls(columns: int, rows: int, plungers: Sequence[int]) -> Iterator[StickerOutline]:
    """The balls in rows of height 1, from above; the drums meet at height 0."""
    radius = BARREL_SPACING / (2 * sin(pi / columns))
    driven = {column % columns for column in plungers}
    for column in range(columns):
        angle = 2 * pi * column / columns
        out: Vector = (sin(angle), 0.0, cos(angle))
        for row in range(0 if column in driven else 1, 2 * rows + 1):
            center = radius * np.array(out) + (0.0, rows + 0.5 - row, 0.0)
            color = COLUMN_COLORS[column % len(COLUMN_COLORS)] if row else "black"
            yield StickerOutline(regular(center, out, 0.46), out, color, "", (column, row))
