"""The clock's case: its dials, hands, pins, wheels and the hours around each dial."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import cos, pi, sin

import numpy as np

from puzzlery.render.plane import Floats
from puzzlery.render.props.scene_prop import SceneProp, circle, plate, rounded_square
from puzzlery.twisty.model.puzzle import Puzzle

HOURS = 12
# Lengths in the units of the puzzle, in which dials are 0.7 apart and their stickers end at 0.3.
SPACING = 0.7
CASE, CORNER, CASE_HEIGHT = 1.09, 0.5, 0.12
DIAL, DIAL_HEIGHT = 0.225, 0.145
HAND = 0.2
HOUR_RING = 0.28
PIN, PIN_HEIGHT, PIN_DEPTH = 0.07, 0.165, 0.15
WHEEL, WHEEL_PLACE = 0.2, (0.98, 0.7)
CASE_SHADE, RIM_SHADE, MARK_SHADE, PIN_SHADE = "#25282f", "#3a3e48", "#f2f3f5", "#d8b24a"

# The figures of the hours as lines in a box of 1 × 2, from the lower left.
FIGURES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "1": (((0.15, 1.55), (0.6, 2.0), (0.6, 0.0)),),
    "2": (((0.0, 1.6), (0.2, 1.95), (0.8, 1.95), (1.0, 1.5), (0.0, 0.0), (1.0, 0.0)),),
    "3": (
        ((0.0, 1.9), (0.8, 1.9), (1.0, 1.5), (0.75, 1.05), (0.35, 1.05)),
        ((0.75, 1.05), (1.0, 0.55), (0.8, 0.05), (0.0, 0.1)),
    ),
    "6": (
        ((0.9, 1.95), (0.35, 1.6), (0.0, 0.7), (0.25, 0.0), (0.75, 0.0), (1.0, 0.5)),
        ((1.0, 0.5), (0.75, 1.0), (0.1, 0.9)),
    ),
    "9": (
        ((0.1, 0.05), (0.65, 0.4), (1.0, 1.3), (0.75, 2.0), (0.25, 2.0), (0.0, 1.5)),
        ((0.0, 1.5), (0.25, 1.0), (0.9, 1.1)),
    ),
}
NUMERALS = {0: "12", 3: "3", 6: "6", 9: "9"}


def clock_case(puzzle: Puzzle) -> Iterator[SceneProp]:
    """The props of a clock, whose stickers are the hours of nine dials on either side."""
    for facing in (1, -1):
        yield plate(
            rounded_square(CASE, CORNER),
            height=CASE_HEIGHT,
            depth=CASE_HEIGHT,
            bevel=0.05,
            shade=CASE_SHADE,
            facing=facing,
        )
    yield from _wheels()
    dials = len(puzzle.solved_colors) // HOURS
    for number in range(dials):
        yield from _dial(puzzle, range(number * HOURS, (number + 1) * HOURS))
    for facing in (1, -1):
        for x in (-SPACING / 2, SPACING / 2):
            for y in (-SPACING / 2, SPACING / 2):
                yield from _pin(x, y, facing)


def _dial(puzzle: Puzzle, places: range) -> Iterator[SceneProp]:
    assert puzzle.skin is not None
    middle = puzzle.skin.positions[list(places)].mean(axis=0)
    facing = 1 if puzzle.skin.normals[places[0]][2] > 0 else -1
    # `plate` turns what faces back over, so the middle is given as it is seen from there.
    center = (float(facing * middle[0]), float(middle[1]))
    piece = int(puzzle.cells[places[0]]) if puzzle.cells is not None else -1
    yield plate(
        circle(center, DIAL + 0.028), height=CASE_HEIGHT + 0.012, depth=0.02, shade=RIM_SHADE,
        bevel=0.01, facing=facing,
    )  # fmt: skip
    yield plate(
        circle(center, DIAL), height=DIAL_HEIGHT, depth=0.04, places=places, bevel=0.02,
        facing=facing,
    )  # fmt: skip
    for hour, place in enumerate(places):
        yield plate(
            _hand(center, hour), height=DIAL_HEIGHT + 0.004, depth=0.0, places=(place,),
            follows=place, piece=piece, facing=facing,
        )  # fmt: skip
    yield plate(circle(center, 0.03, 20), height=DIAL_HEIGHT + 0.02, depth=0.02, shade=RIM_SHADE,
                bevel=0.008, facing=facing)  # fmt: skip
    for hour in range(HOURS):
        for mark in _hour_mark(center, hour):
            yield plate(
                mark, height=CASE_HEIGHT + 0.003, depth=0.0, shade=MARK_SHADE, facing=facing
            )


def _toward(hour: int) -> Floats:
    angle = 2 * pi * hour / HOURS
    return np.array([sin(angle), cos(angle)])


def _hand(center: tuple[float, float], hour: int) -> Floats:
    """A hand that points at an hour; it stays within its own twelfth of the dial."""
    ahead = _toward(hour)
    side = np.array([ahead[1], -ahead[0]])
    shape = [(0.034, 0.008), (0.13, 0.0335), (HAND, 0.0)]
    right = [along * ahead + across * side for along, across in shape]
    left = [along * ahead - across * side for along, across in reversed(shape[:-1])]
    return np.asarray(np.array(center) + np.array([*right, *left]))


def _hour_mark(center: tuple[float, float], hour: int) -> Iterator[Floats]:
    at = np.array(center) + HOUR_RING * _toward(hour)
    if hour in NUMERALS:
        yield from _numeral(NUMERALS[hour], at, 0.062)
    else:
        yield circle(at, 0.0105, 10)


def _numeral(text: str, at: Floats, height: float) -> Iterator[Floats]:
    unit = height / 2
    width = 1.45 * len(text) - 0.45
    for number, figure in enumerate(text):
        corner = at + unit * np.array([1.45 * number - width / 2, -1.0])
        for line in FIGURES[figure]:
            points = corner + unit * np.array(line)
            for start, end in pairwise(points):
                yield _stroke(start, end, 0.15 * unit)


def _stroke(start: Floats, end: Floats, half: float) -> Floats:
    """A line of some width, a little longer than it is so that strokes meet."""
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    side = half * np.array([-along[1], along[0]])
    start, end = start - half * along, end + half * along
    return np.array([start - side, end - side, end + side, start + side])


def _pin(x: float, y: float, facing: int) -> Iterator[SceneProp]:
    """A pin in its socket. It lies low; a viewer lifts it when it is pressed."""
    yield plate(circle((x, y), PIN + 0.02, 24), height=CASE_HEIGHT + 0.008, depth=0.02, bevel=0.006,
                shade="#14161a", facing=facing)  # fmt: skip
    yield replace(
        plate(circle((x, y), PIN, 24), height=PIN_HEIGHT, depth=PIN_DEPTH, bevel=0.02,
              shade=PIN_SHADE, facing=facing),
        kind="pin",
    )  # fmt: skip


def _wheels() -> Iterator[SceneProp]:
    """The wheels at the sides, with which one turns the dials."""
    teeth = 24
    angles = 2 * pi * np.arange(4 * teeth) / (4 * teeth)
    radii = WHEEL * np.where(np.arange(4 * teeth) % 4 < 2, 1.0, 0.93)
    ring = np.column_stack([radii * np.cos(angles), radii * np.sin(angles)])
    for x in (-1, 1):
        for y in (-1, 1):
            center = np.array([x * WHEEL_PLACE[0], y * WHEEL_PLACE[1]])
            for facing in (1, -1):
                yield plate(center + ring, height=0.055, depth=0.055, bevel=0.008,
                            shade=PIN_SHADE, facing=facing)  # fmt: skip
