"""Pictures of pieces: each in its own color or that of its orbit, together or exploded."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.render.bodies import bodies
from puzzlery.render.drawing import default_camera, light
from puzzlery.render.drawn_puzzle import DrawnPuzzle, drawn_puzzle
from puzzlery.render.painters_order import FlatOutline, far_to_near
from puzzlery.render.palette import PaletteLike, mixed, shaded
from puzzlery.render.picture import Patch, framed, to_svg
from puzzlery.render.piece_body import BodySide, PieceBody
from puzzlery.render.plane import Floats, OutlinePath, clipped, inradius, inset
from puzzlery.render.surface import frame
from puzzlery.render.view import Camera, Eye
from puzzlery.twisty.model.color import shade_of_hue
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Grip
from puzzlery.twisty.structure.partition import labels_of

COLORINGS = ("pieces", "orbits", "stickers")
ORBIT_SHADES = (
    "#56b4e9",
    "#e69f00",
    "#009e73",
    "#cc79a7",
    "#f0e442",
    "#0072b2",
    "#d55e00",
    "#ffffff",
)
"""Okabe and Ito's shades, those that differ most first."""

GOLDEN_SECTION = 0.618034
"""Turns of hue between two pieces: multiples of the golden section are spread evenly."""


@dataclass(frozen=True, eq=False)
class _PieceShades:
    """The shade of each piece; empty if the stickers show their own colors."""

    seen: DrawnPuzzle
    shades: tuple[str, ...]

    def of(self, piece: int, side: BodySide) -> str:
        """The shade of a side; cuts are darker than what shows from outside."""
        if not self.shades:
            cut = mixed(self.seen.plastic, "#ffffff", 0.4)
            return self.seen.ink(side.place).shade if side.place >= 0 else cut
        shade = self.shades[piece]
        return shade if side.place >= 0 else mixed(shade, "#17191d", 0.35)


def pieces_svg(
    puzzle: Puzzle,
    pieces: Sequence[frozenset[int]] | None = None,
    *,
    by: str = "pieces",
    explode: float = 0.0,
    shape: str = "auto",
    size: float = 400,
    palette: PaletteLike = "standard",
    camera: Camera | None = None,
    background: str | None = None,
    title: str | None = None,
) -> str:
    """The pieces of a solved puzzle, or other sets of stickers, as the text of an SVG file.

    `by` chooses what has a color: "pieces", "orbits" or "stickers". `explode` moves each piece
    outward by this multiple of its distance from the middle. `shape` is that of
    `puzzlery.render.bodies.bodies`: the cut parts of the solid, or cells around the stickers.

    >>> from puzzlery.twisty.geometry import cube
    >>> pieces_svg(cube(2), explode=0.5).count("<path") > 40
    True
    """
    if by not in COLORINGS:
        raise UnknownName.near(
            f'cannot color by "{by}"; expected one of {", ".join(COLORINGS)}', by, COLORINGS
        )
    if not 0 <= explode <= 100:
        raise PuzzleryError(f"pieces cannot be moved out by {explode}; expected 0 … 100")
    chosen = puzzle.pieces() if pieces is None else list(pieces)
    seen = drawn_puzzle(puzzle, colors=palette)
    moved = _exploded(bodies(puzzle, chosen, shape=shape), explode)
    corners = np.concatenate([side.outline for body in moved for side in body.sides])
    eye = Eye.on(camera or default_camera(seen), corners)
    ordered = _far_to_near(moved, puzzle.grips, explode, eye)
    paint = _PieceShades(seen, _shades(puzzle, chosen, by))
    painted = [list(_patches(paint, piece, side, eye)) for piece, side in ordered]
    if not explode:
        # Nothing hides anything, so all grounds can come before all lines.
        painted = [[first for first, *_ in painted], *([*rest] for _, *rest in painted)]
    patches = [patch for several in painted for patch in several]
    shown = title or f"the {len(chosen)} pieces of {puzzle.name}"
    return to_svg(framed(patches, size, square=True), title=shown, background=background)


def _exploded(found: Sequence[PieceBody], explode: float) -> list[PieceBody]:
    """The bodies moved outward, those of one piece together."""
    middles: dict[int, Floats] = {}
    for piece, own in groupby(sorted(found, key=lambda body: body.piece), lambda body: body.piece):
        middles[piece] = np.mean([body.middle for body in own], axis=0)
    layered = all(body.layers for body in found)
    center = np.zeros(3) if layered else np.mean([body.middle for body in found], axis=0)
    return [_shifted(body, explode * (middles[body.piece] - center)) for body in found]


def _shifted(body: PieceBody, shift: Floats) -> PieceBody:
    sides = tuple(replace(side, outline=side.outline + shift) for side in body.sides)
    return replace(body, sides=sides, middle=body.middle + shift)


def _far_to_near(
    found: Sequence[PieceBody], grips: Sequence[Grip], explode: float, eye: Eye
) -> list[tuple[int, BodySide]]:
    """The sides that the camera sees, in the order to paint them."""
    if explode == 0:
        outer = [(body.piece, side) for body in found for side in _front(body, eye)]
        return [(piece, side) for piece, side in outer if side.place >= 0]
    if all(body.layers for body in found) and len({body.piece for body in found}) == len(found):
        ordered = _by_layers(list(found), grips, 1 + explode, eye.position)
        return [(body.piece, side) for body in ordered for side in _front(body, eye)]
    sheets = {
        id(sheet): (sheet, body.piece, side)
        for body in found
        for side in _front(body, eye)
        for sheet in [FlatOutline(side.outline, side.normal, side.place)]
    }
    ordered_sheets = far_to_near([sheet for sheet, _, _ in sheets.values()], eye)
    return [sheets[id(sheet)][1:] for sheet in ordered_sheets]


def _front(body: PieceBody, eye: Eye) -> list[BodySide]:
    return [side for side in body.sides if eye.faces(side.outline[0], side.normal)]


def _by_layers(
    found: list[PieceBody], grips: Sequence[Grip], spread: float, camera: Floats, axis: int = 0
) -> list[PieceBody]:
    """Parts of a cut solid, moved outward, the farthest first.

    A plane at distance d of which a part lies on one side has it on the same side when both are
    moved out from the middle, the plane to `spread` times d. So layers are painted in the order
    in which the camera sees through such planes, and each layer in turn by its next axis.
    """
    if axis == len(grips) or len(found) < 2:
        return found
    height = float(camera @ np.array(grips[axis].axis))
    here = sum(spread * offset > height for offset in grips[axis].offsets)
    layers: dict[int, list[PieceBody]] = {}
    for body in found:
        layers.setdefault(body.layers[axis], []).append(body)
    order = sorted(layers, key=lambda layer: -abs(layer - here))
    return [
        body
        for layer in order
        for body in _by_layers(layers[layer], grips, spread, camera, axis + 1)
    ]


def _patches(paint: _PieceShades, piece: int, side: BodySide, eye: Eye) -> Iterable[Patch]:
    """A side in its color, with a dark line along each edge that shows."""
    bright = light(eye, side.normal)
    dark, shade = shaded(paint.seen.plastic, bright), shaded(paint.of(piece, side), bright)
    axes, base = frame(side.normal), (side.outline[0] @ side.normal) * side.normal
    flat = side.outline @ axes.T
    line = min(0.012 * eye.radius, 0.25 * inradius(flat))
    whole = OutlinePath.sharp(eye.project(side.outline))
    if not side.hidden:
        inner = inset(flat, line) @ axes + base
        yield Patch(whole, dark, border=0.001)
        yield Patch(OutlinePath.sharp(eye.project(inner)), shade, side.place)
        return
    yield Patch(whole, shade, border=0.004)
    for strip in _strips(flat, side.hidden, line):
        yield Patch(OutlinePath.sharp(eye.project(strip @ axes + base)), dark)
    if side.place >= 0:
        yield Patch(
            OutlinePath.sharp(eye.project(inset(flat, line) @ axes + base)), shade, side.place
        )


def _strips(flat: Floats, hidden: frozenset[int], line: float) -> Iterable[Floats]:
    """The parts of an outline along the edges that show."""
    along = np.roll(flat, -1, axis=0) - flat
    for number in set(range(len(flat))) - hidden:
        inward = np.array([-along[number, 1], along[number, 0]]) / np.hypot(*along[number])
        strip = clipped(flat, inward, float(inward @ flat[number]) + line)
        if len(strip) > 2:
            yield strip


def _shades(puzzle: Puzzle, pieces: Sequence[frozenset[int]], by: str) -> tuple[str, ...]:
    """A shade for each piece, in the order of their smallest sticker."""
    ordered = sorted(pieces, key=min)
    if by == "pieces":
        return tuple(_hue(number * GOLDEN_SECTION, number % 3) for number in range(len(ordered)))
    if by == "stickers":
        return ()
    kinds = labels_of([frozenset().union(*orbit.slots) for orbit in puzzle.orbits()], puzzle.degree)
    numbers = [int(kinds[min(piece)]) for piece in ordered]
    return tuple(
        ORBIT_SHADES[kind] if kind < len(ORBIT_SHADES) else _hue(kind * GOLDEN_SECTION, kind)
        for kind in numbers
    )


def _hue(turn: float, tone: int) -> str:
    """A color by its hue, a turn being the whole circle, in one of three tones."""
    return shade_of_hue(turn % 1, (0.62, 0.5, 0.74)[tone % 3], 0.62)
