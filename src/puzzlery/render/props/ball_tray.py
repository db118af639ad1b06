"""Balls, the tray with their tracks, and the drums of a barrel."""

from collections.abc import Iterator

import numpy as np

from puzzlery.render.plane import Floats, hull
from puzzlery.render.props.scene_prop import SceneProp, ball, circle, plate, solid_plate
from puzzlery.render.surface import Surface, surface
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Spin

TRAY_SHADE, TRACK_SHADE, TABLE_SHADE = "#dfe2e8", "#8f96a3", "#aeb5c2"
DRUM_SHADE, DRUM_RIM_SHADE = "#c9ced8", "#4a505c"
# A track is a little wider than its balls, which lie in it up to their middle.
TRACK_WIDTH = 1.16
# The tray ends so many radii of a ball from the middle of the outermost balls; a viewer leaves
# about this much room around them.
TRAY_EDGE = 1.6
UP = (0.0, 1.0, 0.0)

Round = tuple[tuple[float, float], float]


def ball_tray(puzzle: Puzzle) -> Iterator[SceneProp]:
    """Balls in a flat tray, or around the drums of a barrel."""
    shown = surface(puzzle)
    radius = _ball_radius(shown)
    yield from _balls(puzzle, shown, radius)
    if (shown.normals[:, 2] > 0.999).all():
        yield from _tray(puzzle, shown, radius)
    else:
        yield from _drums(shown, radius)


def _ball_radius(shown: Surface) -> float:
    return float(np.linalg.norm(shown.polygons[0] - shown.centers[0], axis=1).mean())


def _balls(puzzle: Puzzle, shown: Surface, radius: float) -> Iterator[SceneProp]:
    for place, center in enumerate(shown.centers):
        x, y, z = shown.normals[place].tolist()
        piece = place if puzzle.cells is None else int(puzzle.cells[place])
        yield ball(center, radius, (x, y, z), place, piece)


def _tray(puzzle: Puzzle, shown: Surface, radius: float) -> Iterator[SceneProp]:
    """A plate around all balls, the tracks of rings, and the tables that turn some balls."""
    rings = [found for turn in puzzle.turns.values() if (found := _ring(turn.spins, shown))]
    tables = [found for turn in puzzle.turns.values() if (found := _table(turn.spins, shown))]
    edge = np.concatenate(
        [circle(center[:2], TRAY_EDGE * radius, 24) for center in shown.centers]
        + [circle(middle, reach + TRAY_EDGE * radius, 64) for middle, reach in rings]
    )
    yield plate(hull(edge), height=-0.3 * radius, depth=0.9 * radius, bevel=0.3 * radius,
                shade=TRAY_SHADE)  # fmt: skip
    for step, (middle, reach) in enumerate(rings):
        width = TRACK_WIDTH * radius
        outline = _annulus(middle, reach - width, reach + width)
        yield plate(outline, height=(-0.28 + 0.002 * step) * radius, depth=0.0, shade=TRACK_SHADE)
    for middle, reach in tables:
        inside = _within(circle(middle, reach + 1.3 * radius, 64), rings, 1.3 * radius)
        yield plate(inside, height=-0.2 * radius, depth=0.1 * radius, bevel=0.08 * radius,
                    shade=TABLE_SHADE)  # fmt: skip


def _within(outline: Floats, rings: list[Round], margin: float) -> Floats:
    """An outline whose points are pulled back onto the tray of the first ring."""
    if not rings:
        return outline
    (x, y), reach = rings[0]
    spokes = outline - (x, y)
    lengths = np.linalg.norm(spokes, axis=1, keepdims=True)
    return np.asarray((x, y) + spokes * np.minimum(1.0, (reach + margin) / lengths))


def _ring(spins: tuple[Spin, ...], shown: Surface) -> Round | None:
    """The middle and the radius of the ring that a move turns; None if it turns something else."""
    if len(spins) != 1:
        return None
    pivot = np.array(spins[0].pivot)
    reaches = np.linalg.norm(shown.centers[sorted(spins[0].stickers)] - pivot, axis=1)
    if np.ptp(reaches) > 1e-6:
        return None
    return (float(pivot[0]), float(pivot[1])), float(reaches[0])


def _annulus(middle: tuple[float, float], inner: float, outer: float) -> Floats:
    """A ring as one outline that goes around outside, steps in, and comes back inside."""
    far, near = circle(middle, outer, 72), circle(middle, inner, 72)
    return np.vstack([far, far[:1], near[:1], near[::-1]])


def _table(spins: tuple[Spin, ...], shown: Surface) -> Round | None:
    """The middle and the reach of the balls that pairs of spins reverse; None if there is one."""
    if len(spins) < 2:
        return None
    centers = shown.centers[sorted(set().union(*(spin.stickers for spin in spins)))]
    x, y, _ = centers.mean(axis=0).tolist()
    reach = float(np.linalg.norm(centers - centers.mean(axis=0), axis=1).max())
    return (x, y), reach


def _drums(shown: Surface, radius: float) -> Iterator[SceneProp]:
    """Two drums on one axle, with rims at their ends and the plunger on top."""
    reach = float(np.linalg.norm(shown.centers[:, [0, 2]], axis=1).mean())
    # The rows are at heights half a step from the rims; the plunger's balls are above the drums.
    top = -float(shown.centers[:, 1].min()) + 0.5
    yield _disc(reach - 0.3 * radius, top, top, DRUM_SHADE)
    yield _disc(reach - 0.3 * radius, 0.0, top, DRUM_SHADE)
    for height in (top, 0.0, -top):
        yield _disc(reach + 0.35 * radius, height + 0.05, 0.1, DRUM_RIM_SHADE)
    yield _disc(reach - 0.9 * radius, top + 1.0, 1.0, DRUM_RIM_SHADE)


def _disc(radius: float, height: float, depth: float, shade: str) -> SceneProp:
    flat = circle((0.0, 0.0), radius, 56)
    # Seen from above, x goes right and z comes nearer: counter-clockwise is x, −z.
    outline = np.column_stack([flat[:, 0], np.full(len(flat), height), -flat[:, 1]])
    return solid_plate(outline, UP, depth, 0.03, shade)
