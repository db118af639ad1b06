"""Bodies: the space that each piece fills, bounded by flat sides.

A puzzle cut by planes has true bodies: the parts of the solid between the planes. Elsewhere the
body of a piece is the union of the Voronoi cells of its stickers (`puzzlery.render.voronoi`).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from puzzlery.errors import PuzzleryError, UnknownName
from puzzlery.render.cross_sections import cross_sections
from puzzlery.render.piece_body import BodySide, EdgeSet, PieceBody
from puzzlery.render.plane import Floats
from puzzlery.render.solid import ConvexSolid, solid
from puzzlery.render.surface import Surface, surface, vector_areas
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
    layers = _layers(puzzle.grips, shown.centers)
    faces = {place: face for face in whole.faces for place in face.places}
    cells: dict[tuple[int, ...], list[int]] = {}
    for place, own in enumerate(map(tuple, layers.tolist())):
        cells.setdefault(own, []).append(place)
    # A cell with stickers of several pieces is the core: it gets no cuts.
    single = [own for own, places in cells.items() if len(set(labels[places].tolist())) == 1]
    outer = [[(faces[k].normal, faces[k].offset) for k in cells[own]] for own in single]
    cuts = dict(zip(single, _cuts(puzzle.grips, single, outer, whole.extent), strict=True))
    found = []
    for own, places in cells.items():
        for piece in sorted(set(labels[places].tolist())):
            stickers = [place for place in places if labels[place] == piece]
            sides = [BodySide(shown.polygons[k], shown.normals[k], k) for k in stickers]
            found.append(_body(int(piece), [*sides, *cuts.get(own, ())], own))
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


def _layers(grips: Sequence[Grip], points: Floats) -> NDArray[np.int64]:
    """The layer of each point on each axis, counted from the positive end."""
    columns = [
        (np.array(grip.offsets) > (points @ np.array(grip.axis))[:, None]).sum(axis=1)
        for grip in grips
    ]
    return np.stack(columns, axis=1)


def _cuts(
    grips: Sequence[Grip],
    cells: Sequence[tuple[int, ...]],
    outer: Sequence[Sequence[tuple[Floats, float]]],
    size: float,
) -> list[list[BodySide]]:
    """For each cell, given by its layers, the sides that the planes of the axes cut."""
    planes = [_planes(grips, layers) for layers in cells]
    owners = [number for number, own in enumerate(planes) for _ in own]
    sides: list[list[BodySide]] = [[] for _ in cells]
    if not owners:
        return sides
    widest = max(len(own) + len(beside) for own, beside in zip(planes, outer, strict=True))
    normals = np.zeros((len(cells), widest, 3))
    # What is left of a row never clips: all points lie behind a plane without a normal.
    offsets = np.ones((len(cells), widest))
    for number, (own, beside) in enumerate(zip(planes, outer, strict=True)):
        for column, (normal, offset) in enumerate([*own, *beside]):
            normals[number, column], offsets[number, column] = normal, offset
    facing = np.array([normal for own in planes for normal, _ in own])
    heights = np.array([offset for own in planes for _, offset in own])
    outlines = cross_sections(facing, heights, normals[owners], offsets[owners], size)
    full = [number for number, outline in enumerate(outlines) if len(outline) > 2]
    areas = vector_areas([outlines[number] for number in full])
    large = np.einsum("ij,ij->i", areas, facing[full]) > 1e-9 * size**2
    for number in np.array(full)[large].tolist():
        sides[owners[number]].append(BodySide(outlines[number], facing[number]))
    return sides


def _planes(grips: Sequence[Grip], layers: Sequence[int]) -> list[tuple[Floats, float]]:
    """The planes of the axes that bound a cell, each with the normal that leads out of it."""
    planes = []
    for grip, layer in zip(grips, layers, strict=True):
        axis = np.array(grip.axis)
        if layer:
            planes.append((axis, grip.offsets[layer - 1]))
        if layer < len(grip.offsets):
            planes.append((-axis, -grip.offsets[layer]))
    return planes


def _body(piece: int, sides: Sequence[BodySide], layers: tuple[int, ...] = ()) -> PieceBody:
    corners = np.concatenate([side.outline for side in sides])
    return PieceBody(piece, np.asarray(corners.mean(axis=0)), tuple(sides), layers)
