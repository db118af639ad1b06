"""Bodies: the space that each piece fills, bounded by flat sides.

A puzzle cut by planes has true bodies: the parts of the solid between the planes. Elsewhere the
body of a piece is the union of the Voronoi cells of its stickers (`puzzlery.render.voronoi`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.render.piece_body import BodySide, EdgeSet, PieceBody
from puzzlery.render.plane import Floats, area
from puzzlery.render.solid import ConvexSolid, cross_section, solid
from puzzlery.render.surface import Surface, frame, surface
from puzzlery.render.voronoi import voronoi_bodies
from puzzlery.twisty.model.layer_notation import LayerNotation
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Grip
from puzzlery.twisty.structure.partition import labels_of

SHAPES = ("auto", "cut", "voronoi")


def bodies(
    puzzle: Puzzle, pieces: Sequence[frozenset[int]] | None = None, *, shape: str = "auto"
) -> list[PieceBody]:
    """The bodies of the pieces, or of other sets of stickers, in the solved state.

    `shape` is "cut" for the parts of the cut solid, "voronoi" for the cells around the stickers,
    "auto" for the first of these that is possible.

    >>> from puzzlery.twisty.geometry import cube
    >>> [len(body.sides) for body in bodies(cube(2))]
    [6, 6, 6, 6, 6, 6, 6, 6]
    """
    if shape not in SHAPES:
        raise UnknownName.among("shape", shape, SHAPES)
    chosen = puzzle.pieces() if pieces is None else list(pieces)
    if sorted(sticker for piece in chosen for sticker in piece) != list(range(puzzle.degree)):
        raise PuzzleryError(f"the pieces must hold each sticker of {puzzle.name} once")
    shown = surface(puzzle)
    whole = solid(shown)
    if shape != "voronoi" and whole is not None and isinstance(puzzle.notation, LayerNotation):
        return _cut_bodies(puzzle, shown, whole, chosen)
    if shape == "cut":
        raise PuzzleryError(f"{puzzle.name} is not a solid cut by planes; its bodies are not known")
    return voronoi_bodies(shown, whole, chosen)


def is_cut(puzzle: Puzzle) -> bool:
    """Whether planes cut the puzzle, so that its true bodies are known.

    >>> from puzzlery.twisty.geometry import cube
    >>> ring = Puzzle.from_cycles({"a": [[0, 1, 2]]}, colors=["red", "blue", "green"])
    >>> is_cut(cube(2)), is_cut(ring)
    (True, False)
    """
    return isinstance(puzzle.notation, LayerNotation) and solid(surface(puzzle)) is not None


def _cut_bodies(
    puzzle: Puzzle, shown: Surface, whole: ConvexSolid, pieces: Sequence[frozenset[int]]
) -> list[PieceBody]:
    """The parts of a cut solid, each with its stickers and its cuts.

    The core, which shows on every face, gets stickers only: each of them is a separate piece.
    """
    labels = labels_of(pieces, puzzle.degree)
    layers = np.array([_layers(puzzle.grips, point) for point in shown.centers])
    faces = {place: face for face in whole.faces for place in face.places}
    cells: dict[tuple[int, ...], list[int]] = {}
    for place, own in enumerate(map(tuple, layers.tolist())):
        cells.setdefault(own, []).append(place)
    found = []
    for own, places in cells.items():
        outer = [(faces[place].normal, faces[place].offset) for place in places]
        cuts = list(_cuts(puzzle.grips, own, outer, whole.extent))
        for piece in sorted(set(labels[places].tolist())):
            stickers = [place for place in places if labels[place] == piece]
            sides = [BodySide(shown.polygons[k], shown.normals[k], k) for k in stickers]
            sides += cuts if len(stickers) == len(places) else []
            found.append(_body(int(piece), sides, own))
    return _without_inner_walls(found, whole.extent)


def _without_inner_walls(found: Sequence[PieceBody], size: float) -> list[PieceBody]:
    """The bodies without the walls inside of one piece, as where pieces are glued."""
    if len({body.piece for body in found}) == len(found):
        return list(found)
    walls = [(body.piece, side) for body in found for side in body.sides if side.place < 0]
    middles = np.array([[*side.outline.mean(axis=0), 10 * size * piece] for piece, side in walls])
    apart = np.abs(middles[:, None] - middles[None]).max(axis=2) + 9 * size * np.eye(len(walls))
    inner = {id(walls[k][1]) for k in np.flatnonzero(apart.min(axis=1) < 1e-6 * size).tolist()}
    edges = EdgeSet([side.outline for _, side in walls if id(side) in inner], size)
    return [
        replace(body, sides=tuple(edges.hide(s) for s in body.sides if id(s) not in inner))
        for body in found
    ]


def _layers(grips: Sequence[Grip], point: Floats) -> list[int]:
    """The layer of a point on each axis, counted from the positive end."""
    heights = [float(point @ np.array(grip.axis)) for grip in grips]
    return [
        sum(offset > height for offset in grip.offsets)
        for grip, height in zip(grips, heights, strict=True)
    ]


def _cuts(
    grips: Sequence[Grip],
    layers: Sequence[int],
    outer: Sequence[tuple[Floats, float]],
    size: float,
) -> Iterator[BodySide]:
    """The sides that the planes of the axes cut, of the part in these layers."""
    planes = []
    for grip, layer in zip(grips, layers, strict=True):
        axis = np.array(grip.axis)
        if layer:
            planes.append((axis, grip.offsets[layer - 1]))
        if layer < len(grip.offsets):
            planes.append((-axis, -grip.offsets[layer]))
    for normal, offset in planes:
        outline = cross_section(normal, offset, [*planes, *outer], size)
        if len(outline) > 2 and area(outline @ frame(normal).T) > 1e-9 * size**2:
            yield BodySide(outline, normal)


def _body(piece: int, sides: Sequence[BodySide], layers: tuple[int, ...] = ()) -> PieceBody:
    corners = np.concatenate([side.outline for side in sides])
    return PieceBody(piece, np.asarray(corners.mean(axis=0)), tuple(sides), layers)
