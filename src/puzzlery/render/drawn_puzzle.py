"""Drawn puzzles: a puzzle prepared for drawing, and the patch of each sticker."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from puzzlery.render.palette import Ink, PaletteLike, letters, luminance, palette, shaded
from puzzlery.render.picture import Patch, StickerLetter
from puzzlery.render.plane import Floats, OutlinePath, area, centroid, inradius, inset, rounded
from puzzlery.render.solid import ConvexSolid, solid
from puzzlery.render.surface import (
    Drawable,
    Surface,
    coloring_of,
    frame,
    puzzle_of,
    surface,
)
from puzzlery.twisty.model.color import Color
from puzzlery.twisty.model.layer_notation import rotation
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.model.turn import Turn

Projection = Callable[[Floats], Floats]

MOST_ROUNDED_STICKERS = 2000
"""With more stickers, each is too small for rounded corners to be visible."""


@dataclass(frozen=True, eq=False)
class DrawnPuzzle:
    """The data of a picture: outlines, the color in each place, inks and letters.

    `room` is the median distance from the middle of a sticker to its sides, the unit of gaps and
    rounded corners. `letters` is empty when none are shown. `pieces` are the places that each
    piece fills now, each sticker alone if pieces are not known; `joined` are the sides of
    outlines, by place, beyond which the same piece continues.

    >>> from puzzlery.twisty.geometry import cube
    >>> seen = drawn_puzzle(cube(2))
    >>> len(seen.surface.polygons), len(seen.pieces)
    (24, 8)
    """

    surface: Surface
    body: ConvexSolid | None
    picks: tuple[int, ...]
    inks: tuple[Ink, ...]
    letters: tuple[str, ...]
    room: float
    plastic: str
    pieces: tuple[tuple[int, ...], ...]
    joined: Mapping[int, frozenset[int]]

    def ink(self, place: int) -> Ink:
        """The ink of the sticker at a place.

        >>> from puzzlery.twisty.geometry import cube
        >>> drawn_puzzle(cube(2)).ink(0).shade
        '#f4f4f4'
        """
        return self.inks[self.picks[place]]


def drawn_puzzle(
    drawn: Drawable,
    *,
    colors: PaletteLike = "standard",
    lettered: bool = False,
    plastic: str | None = None,
) -> DrawnPuzzle:
    """A puzzle prepared for drawing; its plastic is black, or gray if a color is black.

    >>> from puzzlery.twisty.geometry import cube
    >>> drawn_puzzle(cube(2)).plastic
    '#17191d'
    """
    puzzle = puzzle_of(drawn)
    shown = surface(drawn)
    chosen = palette(puzzle, colors)
    pieces = _now(drawn, _pieces(puzzle))
    return DrawnPuzzle(
        shown,
        solid(shown),
        coloring_of(drawn).picks,
        chosen.inks,
        letters(puzzle) if lettered or chosen.lettered else (),
        _usual_room(shown),
        Color.of(plastic).shade if plastic else _plastic(chosen.inks),
        pieces,
        _joined(shown, pieces),
    )


def _plastic(inks: Iterable[Ink]) -> str:
    black = any(luminance(ink.shade) < 0.022 for ink in inks)
    return "#70767f" if black else "#17191d"


def _pieces(puzzle: Puzzle) -> list[list[int]]:
    """The stickers of each piece, glued pieces as one; single stickers if pieces are not known."""
    labels = np.arange(puzzle.degree) if puzzle.cells is None else np.array(puzzle.cells)
    for group in puzzle.glued:
        together = np.unique(labels[sorted(group)])
        labels[np.isin(labels, together)] = together[0]
    order = np.argsort(labels, kind="stable")
    cuts = np.flatnonzero(np.diff(labels[order])) + 1
    return [part.tolist() for part in np.split(order, cuts)]


def _now(drawn: Drawable, groups: Iterable[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """The places of groups of stickers."""
    if not isinstance(drawn, State):
        return tuple(map(tuple, groups))
    places = drawn.permutation.images
    return tuple(tuple(places[member] for member in group) for group in groups)


def _joined(shown: Surface, groups: Iterable[Sequence[int]]) -> dict[int, frozenset[int]]:
    """For each place the numbers of its sides that a sticker of its own group adjoins."""
    found: dict[int, frozenset[int]] = {}
    for group in groups:
        for one, other in permutations(group, 2):
            if shown.normals[one] @ shown.normals[other] > 1 - 1e-6:
                shared = _shared_sides(shown.polygons[one], shown.polygons[other])
                found[one] = found.get(one, frozenset()) | shared
    return found


def _shared_sides(outline: Floats, other: Floats) -> frozenset[int]:
    """The numbers of the sides of an outline that the other one has in opposite direction."""
    ends = np.roll(outline, -1, axis=0)
    apart = np.abs(outline[:, None] - np.roll(other, -1, axis=0)[None]).max(axis=2)
    apart += np.abs(ends[:, None] - other[None]).max(axis=2)
    return frozenset(np.flatnonzero(apart.min(axis=1) < 1e-5).tolist())


def _usual_room(shown: Surface) -> float:
    """The median of the rooms of stickers, weighted by area."""
    places = range(0, len(shown.polygons), max(1, len(shown.polygons) // 400))
    flats = [
        (shown.polygons[place] - shown.centers[place]) @ frame(shown.normals[place]).T
        for place in places
    ]
    rooms = np.array([inradius(flat) for flat in flats])
    order = np.argsort(rooms, kind="stable")
    weights = np.cumsum(np.array([area(flat) for flat in flats])[order])
    return float(rooms[order][np.searchsorted(weights, weights[-1] / 2)])


def turned(seen: Surface, turn: Turn, fraction: float) -> Surface:
    """The surface during a turn, at a fraction of its angle.

    >>> from puzzlery.twisty.geometry import cube
    >>> half = turned(surface(cube(2)), cube(2).turn("U"), 0.5)
    >>> int((half.centers != surface(cube(2)).centers).any(axis=1).sum())
    12
    """
    polygons, centers, normals = list(seen.polygons), seen.centers.copy(), seen.normals.copy()
    for spin in turn.spins:
        spun = rotation(spin.axis, spin.angle * fraction)
        pivot = np.array(spin.pivot)
        places = sorted(spin.stickers)
        for place in places:
            polygons[place] = (polygons[place] - pivot) @ spun.T + pivot
        centers[places] = (centers[places] - pivot) @ spun.T + pivot
        normals[places] = normals[places] @ spun.T
    return replace(seen, polygons=tuple(polygons), centers=centers, normals=normals)


def sticker(
    seen: DrawnPuzzle, place: int, project: Projection, *, light: float = 1.0, upright: bool = False
) -> Patch:
    """The patch of one sticker: slightly smaller than its outline, with rounded corners.

    >>> from puzzlery.twisty.geometry import cube
    >>> sticker(drawn_puzzle(cube(2)), 0, lambda points: points[:, [0, 2]]).path.rounded
    (True, True, True, True)
    """
    normal, outline = seen.surface.normals[place], seen.surface.polygons[place]
    axes, base = frame(normal), (outline[0] @ normal) * normal
    flat = outline @ axes.T
    room = inradius(flat)
    path = _tile(seen, flat, room, seen.joined.get(place, frozenset()))
    ink = seen.ink(place)
    return Patch(
        path.moved(project(path.points @ axes + base)),
        shaded(ink.shade, light),
        place,
        ink.pattern,
        _label(seen, place, centroid(flat) @ axes + base, room, project, upright=upright),
    )


def _tile(seen: DrawnPuzzle, flat: Floats, room: float, joined: frozenset[int]) -> OutlinePath:
    """An outline inset by a gap and rounded, except where its piece continues."""
    gaps = np.full(len(flat), min(0.11 * seen.room, 0.24 * room))
    if len(seen.picks) > MOST_ROUNDED_STICKERS:
        return OutlinePath.sharp(inset(flat, gaps))
    radii = np.full(len(flat), min(0.3 * seen.room, 0.6 * room))
    for side in joined:
        gaps[side] = -0.06 * room
        radii[[side, (side + 1) % len(flat)]] = 0.0
    smaller = inset(flat, gaps)
    return rounded(smaller, radii if len(smaller) == len(flat) else float(radii.min()))


def _label(
    seen: DrawnPuzzle,
    place: int,
    middle: Floats,
    room: float,
    project: Projection,
    *,
    upright: bool,
) -> StickerLetter | None:
    if not seen.letters:
        return None
    text = seen.letters[seen.picks[place]]
    size = 1.1 * room / max(1.0, 0.65 * len(text))
    ends = project(middle + np.vstack([np.zeros(3), size * frame(seen.surface.normals[place])]))
    return StickerLetter(text, ends[0], size * np.eye(2) if upright else ends[1:] - ends[0])
