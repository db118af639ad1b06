"""The bodies of cogs: a wheel below the stickers of its teeth, and the corners beside it."""

from collections.abc import Iterator

import numpy as np

from puzzlery.render.plane import Floats, inset
from puzzlery.render.props.scene_prop import SceneProp, solid_plate
from puzzlery.render.surface import Surface, frame, surface
from puzzlery.twisty.model.puzzle import Puzzle

# Lengths in the units of a cube of half side 1.
WHEEL_DEPTH, STICKER_HEIGHT = 0.2, 0.012
TEETH = 6
CORNER_DEPTH = 0.3
# A ball below all wheels, so that one does not look through the puzzle.
CORE = 0.84


def cog_bodies(puzzle: Puzzle) -> Iterator[SceneProp]:
    """A wheel for each cog, its teeth as thin plates, and the blunt tips of the corners."""
    shown = surface(puzzle)
    yield SceneProp("ball", (), -1, -1, "", (0.0, 0.0, 1.0), (0.0, 0.0, 0.0), CORE, 0.0)
    assert puzzle.cells is not None
    cells: dict[int, list[int]] = {}
    for place, cell in enumerate(puzzle.cells):
        cells.setdefault(int(cell), []).append(place)
    for piece, places in cells.items():
        normals = shown.normals[places]
        if len(places) == TEETH and np.ptp(normals, axis=0).max() < 1e-6:
            yield from _cog(shown, piece, places)
        elif len(places) == 3 and np.abs(normals @ normals.T - np.eye(3)).max() < 1e-6:
            yield _corner_tip(shown, piece, places)


def _cog(shown: Surface, piece: int, places: list[int]) -> Iterator[SceneProp]:
    normal = shown.normals[places[0]]
    x, y, z = normal.tolist()
    axes = frame(normal)
    height = float(shown.polygons[places[0]][0] @ normal)
    axle = height * normal
    outline = _wheel_outline([(shown.polygons[place] - axle) @ axes.T for place in places])
    top = outline @ axes + axle - STICKER_HEIGHT * normal
    yield solid_plate(top, (x, y, z), WHEEL_DEPTH, 0.018, "", (), places[0], piece)
    for place in places:
        flat = (shown.polygons[place] - axle) @ axes.T
        small = inset(flat, 0.024)
        yield solid_plate(
            small @ axes + axle, (x, y, z), STICKER_HEIGHT, 0.006, "", (place,), place, piece
        )


def _wheel_outline(teeth: list[Floats]) -> Floats:
    """The outline around all teeth, counter-clockwise: each without its root at the axle."""
    tips = [tooth[np.argsort(np.linalg.norm(tooth, axis=1))[1:]] for tooth in teeth]
    middles = np.array([tip.mean(axis=0) for tip in tips])
    order = np.argsort(np.arctan2(middles[:, 1], middles[:, 0]))
    rows = []
    for number in order.tolist():
        about = np.arctan2(middles[number][1], middles[number][0])
        turned = np.angle(np.exp(1j * (np.arctan2(tips[number][:, 1], tips[number][:, 0]) - about)))
        rows.append(tips[number][np.argsort(turned)])
    return np.concatenate(rows)


def _corner_tip(shown: Surface, piece: int, places: list[int]) -> SceneProp:
    """The triangle between the three stickers of a corner, where the cube's corner is cut off."""
    normals = shown.normals[places]
    toward = normals.sum(axis=0) / 3**0.5
    tips = np.array(
        [polygon[np.argmax(polygon @ toward)] for polygon in (shown.polygons[p] for p in places)]
    )
    if np.cross(tips[1] - tips[0], tips[2] - tips[0]) @ toward < 0:
        tips = tips[::-1]
    x, y, z = toward.tolist()
    return solid_plate(tips, (x, y, z), CORNER_DEPTH, 0.02, "", (), places[0], piece)
