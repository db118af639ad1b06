"""Packings in space: shaded cubes and balls, drawn from the back to the front."""

from collections.abc import Mapping
from math import cos, sin

from puzzlery.packings.model.lattice import Cell
from puzzlery.packings.model.placement import Placement
from puzzlery.render.packings.packing_cells import Point, Vector, places_in_space
from puzzlery.render.packings.packing_picture import EMPTY, LINE, PackingPicture, SvgSheet, text
from puzzlery.render.palette import contrasting, mixed

# Where the eye stands, in radians: about 36 degrees to the side and 32 degrees above the board.
_TURN, _TILT = 0.62, 0.55


def _seen(place: Vector) -> tuple[Point, float]:
    """Where a point of space is drawn, and how near it is; the third coordinate points up."""
    x, y, z = place
    across = x * cos(_TURN) - y * sin(_TURN)
    away = x * sin(_TURN) + y * cos(_TURN)
    return (across, away * sin(_TILT) - z * cos(_TILT)), away * cos(_TILT) + z * sin(_TILT)


def draw_solid(picture: PackingPicture) -> SvgSheet:
    """Draw a picture of cubes or balls in space.

    >>> from puzzlery.packings import board
    >>> sheet = draw_solid(PackingPicture.of(board("pyramid2")))
    >>> sum("<circle" in part for part in sheet.parts)
    5
    """
    sheet = SvgSheet()
    if picture.board.lattice.name == "fcc":
        _draw_balls(sheet, picture)
    else:
        _draw_cubes(sheet, picture)
    return sheet


def _draw_balls(sheet: SvgSheet, picture: PackingPicture) -> None:
    owners = picture.owners()
    _define_shading(sheet, {picture.shade.get(p, EMPTY) for p in owners.values()} | {EMPTY})
    places = places_in_space(picture.board)
    drawn = [(*_seen(place), cell) for cell, place in places.items()]
    for (x, y), _, cell in sorted(drawn, key=lambda entry: (entry[1], entry[2])):
        owner = owners.get(cell)
        shade = EMPTY if owner is None else picture.shade[owner]
        look = 'fill-opacity="0.25"' if owner is None else ""
        sheet.parts.append(
            f'<circle cx="{x:.3f}" cy="{y:.3f}" r="0.5" fill="url(#ball{shade[1:]})" {look} '
            f'stroke="{LINE}" stroke-width="0.015"/>'
        )
        letter = None if owner is None else picture.letter.get(owner)
        if letter:
            sheet.parts.append(text((x, y), letter, contrasting(shade), 0.42))
        sheet.reach(x, y, 0.5)


def _define_shading(sheet: SvgSheet, used: set[str]) -> None:
    for shade in sorted(used):
        light, dark = mixed(shade, "#ffffff", 0.65), mixed(shade, "#000000", 0.45)
        sheet.definitions.append(
            f'<radialGradient id="ball{shade[1:]}" cx="0.36" cy="0.32" r="0.75">'
            f'<stop offset="0" stop-color="{light}"/><stop offset="0.45" stop-color="{shade}"/>'
            f'<stop offset="1" stop-color="{dark}"/></radialGradient>'
        )


# The three faces of a cube that one sees: the step to the neighbor in front of it, its corners
# in (layer, row, column), and how much darker it is.
_FACES: tuple[tuple[Cell, tuple[Cell, ...], float], ...] = (
    ((1, 0, 0), ((1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)), 0.0),
    ((0, 1, 0), ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)), 0.18),
    ((0, 0, 1), ((0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1)), 0.34),
)


def _draw_cubes(sheet: SvgSheet, picture: PackingPicture) -> None:
    owners = picture.owners()
    filled = set(owners) or set(picture.board.cells)
    order = sorted(filled, key=lambda c: (_seen((c[2], c[1], c[0]))[1], c))
    for cell in order:
        for step, corners, dark in _FACES:
            if _plus(cell, step) not in filled:
                sheet.parts += _face(sheet, picture, owners, cell, step, corners, dark)


def _plus(cell: Cell, step: Cell) -> Cell:
    return tuple(a + b for a, b in zip(cell, step, strict=True))


def _face(
    sheet: SvgSheet,
    picture: PackingPicture,
    owners: Mapping[Cell, Placement],
    cell: Cell,
    step: Cell,
    corners: tuple[Cell, ...],
    dark: float,
) -> list[str]:
    """A face, and those of its edges that end its piece there."""
    owner = owners.get(cell)
    base = EMPTY if owner is None else picture.shade[owner]
    shade = mixed(base, "#000000", dark)
    points = [_corner(_plus(cell, corner)) for corner in corners]
    for x, y in points:
        sheet.reach(x, y)
    shape = " ".join(f"{x:.3f},{y:.3f}" for x, y in points)
    found = [f'<polygon points="{shape}" fill="{shade}" stroke="{shade}" stroke-width="0.01"/>']
    for number, (one, other) in enumerate(zip(points, [*points[1:], points[0]], strict=True)):
        if not _goes_on(owners, cell, step, corners, number):
            found.append(
                f'<line x1="{one[0]:.3f}" y1="{one[1]:.3f}" x2="{other[0]:.3f}" '
                f'y2="{other[1]:.3f}" stroke="{LINE}" stroke-width="0.05" stroke-linecap="round"/>'
            )
    letter = None if owner is None else picture.letter.get(owner)
    if letter:
        middle = (sum(x for x, _ in points) / 4, sum(y for _, y in points) / 4)
        found.append(text(middle, letter, contrasting(shade), 0.32))
    return found


def _corner(corner: Cell) -> Point:
    layer, row, column = corner
    return _seen((column, row, layer))[0]


def _goes_on(
    owners: Mapping[Cell, Placement],
    cell: Cell,
    step: Cell,
    corners: tuple[Cell, ...],
    number: int,
) -> bool:
    """Whether the piece goes on in the same plane beyond an edge of a face."""
    one, other = corners[number], corners[(number + 1) % 4]
    # The edge's side: the axis, other than the face's own, in which both ends agree.
    axis = next(a for a in range(3) if one[a] == other[a] and not step[a])
    side = tuple((2 * one[a] - 1) if a == axis else 0 for a in range(3))
    beyond = _plus(cell, side)
    same = owners.get(cell) is not None and owners.get(beyond) == owners.get(cell)
    return same and _plus(beyond, step) not in owners
